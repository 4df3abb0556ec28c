// The firmware in a simulated ATmega328P (simavr): its serial line on a pty, its buttons driven by a script.
//
//   simulator buzzer.elf live       in real time
//   simulator buzzer.elf step       time stands still but for `run`: nothing depends on how busy the machine is
//   simulator buzzer.elf live optiboot.hex [blank]    a bootloader too, which goes first at a reset; blank: nothing but that
//
// The first line on standard output names the pty. Commands on standard input, one a line:
//   run MICROSECONDS BYTES   waits until so many bytes in all have come over the line, then lets the chip live on;
//                            answered with the cycle and the number of bytes it has sent in all
//   edges N            then N lines `MICROSECONDS BUTTON DOWN`, ascending, counted from now; answered with the cycle of “now”
//   sent               the cycle at which the last byte of the latest event went out
//   reset | power      reset button | off and on again: RAM turns to noise, EEPROM stays
//   hang               the program gets stuck, interrupts go on: only the watchdog helps
//   lamps              for how many cycles each was lit since this was last asked
//   sounder            periods, and cycles of high level, since this was last asked; cycles of the latest period
//   interrupts         longest times in cycles, entry and return included; `late`: longest wait of the sampling interrupt,
//                      `sampled`: the cycle at which the latest sample was due, `stack`: most bytes in use,
//                      `backlog`: most samples that waited to be worked out, the new one included
//   behind             the interrupts that the latest of all samples had to wait for
//   quit
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define HERTZ 16000000ULL
#define PLAYERS 7
#define SLICE 8000 // cycles between two looks at the pty and the script: half a millisecond

enum { PCINT0 = 3, PCINT1 = 4, TIMER2_COMPA = 7, USART_RX = 18, USART_UDRE = 19 };

typedef struct {
    char port;
    int bit;
} pin_t;

static const pin_t buttons[PLAYERS] = {{'C', 0}, {'C', 1}, {'C', 2}, {'C', 3}, {'C', 4}, {'C', 5}, {'B', 1}},
                   lamps[PLAYERS] = {{'D', 2}, {'D', 3}, {'D', 4}, {'D', 5}, {'D', 6}, {'D', 7}, {'B', 0}};

static avr_t *avr;
static avr_cycle_count_t lived; // cycles before the latest reset, which sets the chip's own count to zero
static avr_irq_t *uart_input;
static avr_uart_t *uart;
static bool quit, uart_ready = true;

static avr_cycle_count_t cycle(void) { return lived + avr->cycle; }

// --- buttons -----------------------------------------------------------------------------------------------------------

typedef struct {
    avr_cycle_count_t when;
    int button, down;
} edge_t;

static edge_t *edges;
static size_t edge_count, edge_next;

// As an external pull: otherwise every write to the port would let the pull-up win over the closed contact.
static bool is_down[PLAYERS];

static void set_button(int button, bool down) {
    static uint8_t up['D'];
    pin_t pin = buttons[button];
    up[(int)pin.port] = (uint8_t)((up[(int)pin.port] & ~(1 << pin.bit)) | !down << pin.bit);
    avr_ioport_external_t pull = {.name = pin.port, .mask = pin.port == 'C' ? 0x3F : 1 << 1, .value = up[(int)pin.port]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(pin.port), &pull);
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pin.port), pin.bit);
    avr_raise_irq(irq, down); // a reset cleared the port behind the back of its pin, which tells only of changes
    avr_raise_irq(irq, !down);
    is_down[button] = down;
}

static avr_cycle_count_t next_edges(avr_t *mcu, avr_cycle_count_t when, void *param) {
    (void)mcu, (void)param, (void)when;
    while (edge_next < edge_count && edges[edge_next].when <= cycle()) {
        set_button(edges[edge_next].button, edges[edge_next].down);
        edge_next++;
    }
    return edge_next < edge_count ? edges[edge_next].when - lived : 0;
}

static int earlier(const void *a, const void *b) {
    const edge_t *one = a, *other = b;
    return one->when < other->when ? -1 : one->when > other->when;
}

static void schedule_edges(void) {
    if (edge_next < edge_count) {
        avr_cycle_count_t when = edges[edge_next].when;
        avr_cycle_timer_register(avr, when > cycle() ? when - cycle() : 1, next_edges, NULL);
    }
}

static void read_edges(size_t count) {
    avr_cycle_timer_cancel(avr, next_edges, NULL);
    memmove(edges, edges + edge_next, (edge_count - edge_next) * sizeof *edges);
    edge_count -= edge_next;
    edge_next = 0;
    edges = realloc(edges, (edge_count + count + 1) * sizeof *edges);
    for (size_t i = 0; i < count; i++) {
        double us;
        edge_t *edge = &edges[edge_count++];
        if (scanf("%lf %d %d", &us, &edge->button, &edge->down) != 3) exit(2);
        edge->when = cycle() + (avr_cycle_count_t)(us * (HERTZ / 1000000));
    }
    qsort(edges, edge_count, sizeof *edges, earlier);
    schedule_edges();
    printf("%llu\n", (unsigned long long)cycle());
}

// --- serial line -------------------------------------------------------------------------------------------------------

static int pty;
static char waiting[65536]; // read from the pty, not yet taken by the UART
static size_t waiting_length, waiting_at, received_bytes, sent_bytes;
static avr_cycle_count_t event_sent;

static void from_uart(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    static char before = '\n', letter;
    char byte = (char)value;
    if (before == '\n') letter = byte;
    if (byte == '\n' && letter == 'E') event_sent = cycle() + uart->cycles_per_byte;
    before = byte;
    if (write(pty, &byte, 1) == 1) sent_bytes++; // nobody reads and the pty is full: the wire does not wait either
}

static void uart_on(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value, (void)param;
    uart_ready = true;
    while (uart_ready && waiting_at < waiting_length) avr_raise_irq(uart_input, (uint8_t)waiting[waiting_at++]);
}

static void uart_off(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value, (void)param;
    uart_ready = false;
}

static void feed_uart(void) {
    if (waiting_at == waiting_length) waiting_at = waiting_length = 0;
    ssize_t got = read(pty, waiting + waiting_length, sizeof waiting - waiting_length);
    if (got > 0) {
        waiting_length += (size_t)got;
        received_bytes += (size_t)got;
    }
    while (uart_ready && waiting_at < waiting_length) avr_raise_irq(uart_input, (uint8_t)waiting[waiting_at++]);
}

// --- what is measured --------------------------------------------------------------------------------------------------

#define ENTRY 4 // cycles that the chip needs to enter an interrupt, and simavr does not
#define RETURN 4

typedef struct {
    const char *name;
    int vector;
    avr_cycle_count_t pending, started[8], longest, late;
    int depth; // the sampling interrupt can be interrupted by the next one
    unsigned long count;
} measured_t;

static measured_t measured[] = {{.name = "sample", .vector = TIMER2_COMPA},
                                {.name = "receive", .vector = USART_RX},
                                {.name = "send", .vector = USART_UDRE},
                                {.name = "edge", .vector = PCINT1},
                                {.name = "edge7", .vector = PCINT0}};
#define MEASURED (sizeof measured / sizeof *measured)
static measured_t *const sampling = measured;

// Which interrupts a sample that is due has to wait for: the one that is running, and those that go first.
#define WAITS 12
static const char *waited_for[WAITS], *behind[WAITS];
static int waits, behind_count;
static bool sample_due;
static uint8_t *next_sample, *next_step; // of the firmware
static int backlog;

static void interrupt_pending(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    measured_t *m = param;
    if (!value) return;
    m->pending = cycle();
    if (m != sampling) return;
    sample_due = true;
    if (waits == 0 && m->depth) waited_for[waits++] = m->name; // the end of the sample before
}

static void note_wait(measured_t *m) {
    avr_cycle_count_t late = cycle() - m->pending;
    if (late > m->late) {
        m->late = late;
        if (m == sampling) memcpy(behind, waited_for, sizeof behind), behind_count = waits;
    }
    if (m == sampling) {
        sample_due = false;
        waits = 0;
        int waiting_samples = (uint8_t)(*next_sample - *next_step) + 1;
        if (waiting_samples > backlog) backlog = waiting_samples;
    } else {
        if (!sample_due) waits = 0;
        if (waits < WAITS) waited_for[waits++] = m->name;
    }
}

static void interrupt_running(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    measured_t *m = param;
    if (value) {
        m->started[m->depth++ % 8] = cycle();
        m->count++;
        note_wait(m);
        avr->cycle += ENTRY;
    } else if (m->depth) {
        avr_cycle_count_t took = cycle() + RETURN - m->started[--m->depth % 8];
        if (took > m->longest) m->longest = took;
        if (!sample_due) waits = 0;
    }
}

// Memory that nothing has touched since the start looks as it was painted then.
#define PAINT 0x5A

static void paint_memory(void) { memset(avr->data + avr->ioend + 1, PAINT, avr->ramend - avr->ioend); }

static int stack_used(void) {
    int used = 0;
    for (int i = 0; avr->ramend - i > avr->ioend && i < used + 16; i++)
        if (avr->data[avr->ramend - i] != PAINT) used = i + 1;
    return used;
}

typedef struct {
    bool high;
    unsigned long rises;
    avr_cycle_count_t since, lasted, rose, period;
} output_t;

static output_t lamp[PLAYERS], sounder;

static void output_changed(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    output_t *output = param;
    if (output->high) output->lasted += cycle() - output->since;
    if (value && !output->high) {
        output->rises++;
        output->period = cycle() - output->rose;
        output->rose = cycle();
    }
    output->high = value;
    output->since = cycle();
}

// How long it was high since this was last asked; begins anew.
static unsigned long long high_cycles(output_t *output) {
    output_changed(NULL, output->high, output);
    unsigned long long lasted = output->lasted;
    output->lasted = output->rises = 0;
    return lasted;
}

// --- script ------------------------------------------------------------------------------------------------------------

static uint8_t good_code[2];
static avr_flashaddr_t hung_at;
static void (*chip_reset)(avr_t *);
static avr_cycle_count_t reset_at; // 0: none

// By the script or by the watchdog; the chip is in the middle of it.
static void resetting(avr_t *mcu) {
    if (chip_reset) chip_reset(mcu);
    if (hung_at) memcpy(avr->flash + hung_at, good_code, 2);
    hung_at = 0;
    reset_at = mcu->cycle;
}

static void after_reset(void) {
    if (avr->cycle < reset_at) lived += reset_at;
    reset_at = 0;
    for (size_t i = 0; i < MEASURED; i++) measured[i].depth = 0;
    sample_due = false;
    waits = 0;
    uart_ready = true;
    for (int i = 0; i < PLAYERS; i++) set_button(i, is_down[i]);
    avr_cycle_timer_cancel(avr, next_edges, NULL);
    schedule_edges();
}

static void reset(avr_regbit_t why) {
    avr_reset(avr);
    avr_regbit_set(avr, why);
    after_reset();
}

static void power_cycle(void) {
    for (int i = avr->ioend + 1; i <= avr->ramend; i++) avr->data[i] = (uint8_t)rand();
    reset(avr->reset_flags.porf);
}

static void hang(void) {
    hung_at = avr->pc;
    memcpy(good_code, avr->flash + hung_at, 2);
    avr->flash[hung_at] = 0xFF; // rjmp to itself
    avr->flash[hung_at + 1] = 0xCF;
}

// simavr counts a parity bit even where there is none.
static void no_parity(void) {
    if (uart->cycles_per_byte % 11 == 0) uart->cycles_per_byte = uart->cycles_per_byte / 11 * 10;
}

static void live_for(avr_cycle_count_t cycles) {
    for (avr_cycle_count_t until = cycle() + cycles; cycle() < until;) {
        no_parity();
        avr->run_cycle_limit = until - cycle() < SLICE ? until - cycle() : SLICE;
        avr_run(avr);
        if (reset_at) after_reset();
    }
}

static void run(double us, size_t bytes) {
    while (received_bytes < bytes) {
        struct pollfd line = {.fd = pty, .events = POLLIN};
        poll(&line, 1, 1000);
        feed_uart();
    }
    live_for((avr_cycle_count_t)(us * (HERTZ / 1000000)));
    printf("%llu %zu\n", (unsigned long long)cycle(), sent_bytes);
}

static void obey(void) {
    char word[32];
    size_t count;
    double us;
    if (scanf("%31s", word) != 1 || !strcmp(word, "quit")) {
        quit = true;
    } else if (!strcmp(word, "run") && scanf("%lf %zu", &us, &count) == 2) {
        run(us, count);
    } else if (!strcmp(word, "edges") && scanf("%zu", &count) == 1) {
        read_edges(count);
    } else if (!strcmp(word, "sent")) {
        printf("%llu\n", (unsigned long long)event_sent);
    } else if (!strcmp(word, "reset")) {
        reset(avr->reset_flags.extrf);
        puts("done");
    } else if (!strcmp(word, "power")) {
        power_cycle();
        puts("done");
    } else if (!strcmp(word, "hang")) {
        hang();
        puts("done");
    } else if (!strcmp(word, "lamps")) {
        for (int i = 0; i < PLAYERS; i++) printf("%llu ", high_cycles(&lamp[i]));
        puts("");
    } else if (!strcmp(word, "sounder")) {
        unsigned long rises = sounder.rises;
        printf("%lu %llu %llu\n", rises, high_cycles(&sounder), (unsigned long long)sounder.period);
    } else if (!strcmp(word, "interrupts")) {
        for (size_t i = 0; i < MEASURED; i++)
            printf("%s %llu ", measured[i].name, (unsigned long long)measured[i].longest);
        printf("late %llu samples %lu sampled %llu stack %d backlog %d\n", (unsigned long long)sampling->late,
               sampling->count, (unsigned long long)sampling->pending, stack_used(), backlog);
    } else if (!strcmp(word, "behind")) {
        for (int i = 0; i < behind_count; i++) printf("%s ", behind[i]);
        puts("");
    } else {
        puts("what?");
    }
    fflush(stdout);
}

// --- running -----------------------------------------------------------------------------------------------------------

static void no_sleep(avr_t *mcu, avr_cycle_count_t cycles) { (void)mcu, (void)cycles; } // pace() keeps the time

static double wall(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void pace(void) {
    static double wall_start;
    static avr_cycle_count_t cycle_start;
    double ahead = (double)(cycle() - cycle_start) / HERTZ - (wall() - wall_start);
    if (ahead < -1 || wall_start == 0) { // after a pause of the machine: begin anew
        wall_start = wall();
        cycle_start = cycle();
    } else if (ahead > 0.0005) {
        usleep((useconds_t)(ahead * 1e6));
    }
}

static void quiet(avr_t *mcu, const int level, const char *format, va_list arguments) {
    (void)mcu;
    if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static void connect_pins(void) {
    for (size_t i = 0; i < PLAYERS; i++) {
        avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(lamps[i].port), lamps[i].bit);
        avr_irq_register_notify(pin, output_changed, &lamp[i]);
        set_button((int)i, false);
    }
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), output_changed, &sounder);
    for (size_t i = 0; i < MEASURED; i++) {
        avr_irq_t *irq = avr_get_interrupt_irq(avr, (uint8_t)measured[i].vector);
        avr_irq_register_notify(irq + AVR_INT_IRQ_PENDING, interrupt_pending, &measured[i]);
        avr_irq_register_notify(irq + AVR_INT_IRQ_RUNNING, interrupt_running, &measured[i]);
    }
}

static void connect_line(void) {
    int slave;
    char name[64];
    struct termios raw;
    if (openpty(&pty, &slave, name, NULL, NULL)) exit(1);
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw); // the slave stays open: the line survives a program that comes and goes
    fcntl(pty, F_SETFL, O_NONBLOCK);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart")) uart = (avr_uart_t *)io;
    uart_input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_on, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_off, NULL);
    puts(name);
    fflush(stdout);
}

static uint8_t *variable(const elf_firmware_t *firmware, const char *name) {
    for (uint32_t i = 0; i < firmware->symbolcount; i++)
        if (!strcmp(firmware->symbol[i]->symbol, name)) return avr->data + (firmware->symbol[i]->addr & 0xFFFF);
    fprintf(stderr, "the firmware has no %s\n", name);
    exit(2);
}

// As a board leaves the factory: fuses let the chip begin in the bootloader.
static void load_bootloader(const char *file) {
    FILE *hex = fopen(file, "r");
    unsigned length, address, type, byte, start = avr->flashend;
    if (!hex) exit(2);
    while (fscanf(hex, " :%2x%4x%2x", &length, &address, &type) == 3) {
        for (unsigned i = 0; i < length && fscanf(hex, "%2x", &byte) == 1; i++)
            if (type == 0 && address + i <= avr->flashend) avr->flash[address + i] = (uint8_t)byte;
        if (type == 0 && address < start) start = address;
        if (fscanf(hex, "%2x", &byte) != 1) break; // the line's checksum
    }
    fclose(hex);
    avr->pc = avr->reset_pc = start;
    avr_regbit_set(avr, avr->reset_flags.extrf);
}

int main(int count, char **arguments) {
    elf_firmware_t firmware = {0};
    if (count < 3 || elf_read_firmware(arguments[1], &firmware)) {
        fputs("usage: simulator buzzer.elf live|step [bootloader.hex [blank]]\n", stderr);
        return 2;
    }
    avr_global_logger_set(quiet);
    setvbuf(stdin, NULL, _IONBF, 0); // poll() must see what scanf() has not taken yet
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = HERTZ;
    avr->sleep = no_sleep;
    if (count < 5) avr_load_firmware(avr, &firmware);
    if (count > 3) load_bootloader(arguments[3]);
    // simavr polls the pins of INT0 and INT1 at every cycle while they are low; here they are lamps, and it costs most of the time.
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    chip_reset = avr->reset;
    avr->reset = resetting;
    next_sample = variable(&firmware, "next_sample");
    next_step = variable(&firmware, "next_step");
    paint_memory();
    connect_pins();
    connect_line();
    bool live = !strcmp(arguments[2], "live");
    while (!quit) {
        struct pollfd script = {.fd = 0, .events = POLLIN};
        while (!quit && poll(&script, 1, live ? 0 : -1) > 0) obey();
        if (live && !quit) {
            live_for(SLICE);
            feed_uart();
            pace();
        }
    }
    return 0;
}
