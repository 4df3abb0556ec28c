// The firmware in a simulated ATmega328P (simavr): its serial line on a pty, its buttons driven by a script.
//
//   simulator buzzer.elf SPEED      SPEED: how many times real time, 0 as fast as it goes
//
// The first line on standard output names the pty. Commands on standard input, one a line:
//   edges N            then N lines `MICROSECONDS BUTTON DOWN`, ascending, counted from now; answered with the cycle of “now”
//   reset | power      reset button | off and on again: RAM turns to noise, EEPROM stays
//   hang               the program gets stuck, interrupts go on: only the watchdog helps
//   lamps | sounder    which lamps were lit at all, and periods of the sounder, since this was last asked
//   interrupts         longest times in cycles, entry and return included; `late`: longest wait of the sampling interrupt
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

enum { TIMER2_COMPA = 7, USART_RX = 18, USART_UDRE = 19 };

static avr_t *avr;
static avr_irq_t *button_pins[PLAYERS], *uart_input;
static bool quit, uart_ready = true;

// --- buttons -----------------------------------------------------------------------------------------------------------

typedef struct {
    avr_cycle_count_t when;
    int button, down;
} edge_t;

static edge_t *edges;
static size_t edge_count, edge_next;

static avr_cycle_count_t next_edges(avr_t *mcu, avr_cycle_count_t when, void *param) {
    (void)param, (void)when;
    while (edge_next < edge_count && edges[edge_next].when <= mcu->cycle) {
        avr_raise_irq(button_pins[edges[edge_next].button], !edges[edge_next].down);
        edge_next++;
    }
    return edge_next < edge_count ? edges[edge_next].when : 0;
}

static void schedule_edges(void) {
    if (edge_next < edge_count) {
        avr_cycle_count_t when = edges[edge_next].when;
        avr_cycle_timer_register(avr, when > avr->cycle ? when - avr->cycle : 1, next_edges, NULL);
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
        edge->when = avr->cycle + (avr_cycle_count_t)(us * (HERTZ / 1000000));
    }
    schedule_edges();
    printf("%llu\n", (unsigned long long)avr->cycle);
}

// --- serial line -------------------------------------------------------------------------------------------------------

static int pty;
static char waiting[65536]; // read from the pty, not yet taken by the UART
static size_t waiting_length, waiting_at;

static void from_uart(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    char byte = (char)value;
    if (write(pty, &byte, 1) != 1) return; // nobody reads and the pty is full: the wire does not wait either
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
    if (waiting_at == waiting_length) {
        ssize_t got = read(pty, waiting, sizeof waiting);
        waiting_at = 0;
        waiting_length = got > 0 ? (size_t)got : 0;
    }
    while (uart_ready && waiting_at < waiting_length) avr_raise_irq(uart_input, (uint8_t)waiting[waiting_at++]);
}

// --- what is measured --------------------------------------------------------------------------------------------------

typedef struct {
    int vector;
    avr_cycle_count_t pending, started, longest, late;
    unsigned long count;
} measured_t;

static measured_t measured[] = {{.vector = TIMER2_COMPA}, {.vector = USART_RX}, {.vector = USART_UDRE}};

static void interrupt_pending(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    measured_t *m = param;
    if (value) m->pending = avr->cycle;
}

static void interrupt_running(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    measured_t *m = param;
    if (value) {
        m->started = avr->cycle;
        m->count++;
        if (avr->cycle - m->pending > m->late) m->late = avr->cycle - m->pending;
    } else if (m->started && avr->cycle - m->started > m->longest) {
        m->longest = avr->cycle - m->started;
    }
}

static unsigned lamps_seen;
static unsigned long sounder_rises;

static void lamp_changed(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    if (value) lamps_seen |= 1u << (size_t)param;
}

static void sounder_changed(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    sounder_rises += value != 0;
}

// --- script ------------------------------------------------------------------------------------------------------------

static uint8_t good_code[2];
static avr_flashaddr_t hung_at;

static void reset(void) {
    if (hung_at) memcpy(avr->flash + hung_at, good_code, 2);
    hung_at = 0;
    avr_reset(avr);
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) measured[i].started = 0;
    uart_ready = true;
    schedule_edges();
}

static void power_cycle(void) {
    for (int i = avr->ioend + 1; i <= avr->ramend; i++) avr->data[i] = (uint8_t)rand();
    reset();
}

static void hang(void) {
    hung_at = avr->pc;
    memcpy(good_code, avr->flash + hung_at, 2);
    avr->flash[hung_at] = 0xFF; // rjmp to itself
    avr->flash[hung_at + 1] = 0xCF;
}

static void obey(void) {
    char word[32];
    size_t count;
    if (scanf("%31s", word) != 1 || !strcmp(word, "quit")) {
        quit = true;
    } else if (!strcmp(word, "edges") && scanf("%zu", &count) == 1) {
        read_edges(count);
    } else if (!strcmp(word, "reset")) {
        reset();
        puts("done");
    } else if (!strcmp(word, "power")) {
        power_cycle();
        puts("done");
    } else if (!strcmp(word, "hang")) {
        hang();
        puts("done");
    } else if (!strcmp(word, "lamps")) {
        printf("%u\n", lamps_seen);
        lamps_seen = 0;
    } else if (!strcmp(word, "sounder")) {
        printf("%lu\n", sounder_rises);
        sounder_rises = 0;
    } else if (!strcmp(word, "interrupts")) {
        printf("sample %llu receive %llu send %llu late %llu samples %lu\n", (unsigned long long)measured[0].longest,
               (unsigned long long)measured[1].longest, (unsigned long long)measured[2].longest,
               (unsigned long long)measured[0].late, measured[0].count);
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

static void pace(double speed) {
    static double wall_start;
    static avr_cycle_count_t cycle_start;
    if (speed <= 0) return;
    double ahead = (double)(avr->cycle - cycle_start) / HERTZ / speed - (wall() - wall_start);
    if (ahead > 1 || ahead < -1 || wall_start == 0) { // after a reset or a pause of the machine: begin anew
        wall_start = wall();
        cycle_start = avr->cycle;
    } else if (ahead > 0.0005) {
        usleep((useconds_t)(ahead * 1e6));
    }
}

static void quiet(avr_t *mcu, const int level, const char *format, va_list arguments) {
    (void)mcu;
    if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static void connect_pins(void) {
    static const struct {
        char port;
        int bit;
    } buttons[PLAYERS] = {{'C', 0}, {'C', 1}, {'C', 2}, {'C', 3}, {'C', 4}, {'C', 5}, {'B', 1}},
      lamps[PLAYERS] = {{'D', 2}, {'D', 3}, {'D', 4}, {'D', 5}, {'D', 6}, {'D', 7}, {'B', 0}};
    for (size_t i = 0; i < PLAYERS; i++) {
        button_pins[i] = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(buttons[i].port), buttons[i].bit);
        avr_irq_t *lamp = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(lamps[i].port), lamps[i].bit);
        avr_irq_register_notify(lamp, lamp_changed, (void *)i);
        avr_raise_irq(button_pins[i], 1);
    }
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), sounder_changed, NULL);
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
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
    uart_input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_on, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_off, NULL);
    puts(name);
    fflush(stdout);
}

int main(int count, char **arguments) {
    elf_firmware_t firmware = {0};
    if (count < 3 || elf_read_firmware(arguments[1], &firmware)) {
        fputs("usage: simulator buzzer.elf SPEED\n", stderr);
        return 2;
    }
    avr_global_logger_set(quiet);
    setvbuf(stdin, NULL, _IONBF, 0); // poll() must see what scanf() has not taken yet
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = HERTZ;
    avr->run_cycle_limit = SLICE; // otherwise it looks around after every single instruction
    avr->sleep = no_sleep;
    avr_load_firmware(avr, &firmware);
    // simavr polls the pins of INT0 and INT1 at every cycle while they are low; here they are lamps, and it costs most of the time.
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    connect_pins();
    connect_line();
    double speed = atof(arguments[2]);
    while (!quit) {
        for (avr_cycle_count_t until = avr->cycle + SLICE; avr->cycle < until;) avr_run(avr);
        feed_uart();
        struct pollfd script = {.fd = 0, .events = POLLIN};
        while (!quit && poll(&script, 1, 0) > 0) obey();
        pace(speed);
    }
    return 0;
}
