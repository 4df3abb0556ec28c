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
#include <poll.h>
#include <simavr/avr_extint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "simulator.h"

#define WATCHDOG 6 // its vector
#define WATCHDOG_TIME (HERTZ / 2)
#define SLICE 8000 // cycles between two looks at the pty and the script: half a millisecond

avr_t *avr;
static avr_cycle_count_t lived;
static bool quit;

avr_cycle_count_t cycle(void) { return lived + avr->cycle; }
avr_cycle_count_t cycles_lived(void) { return lived; }

// --- script ------------------------------------------------------------------------------------------------------------

static uint8_t good_code[2];
static avr_flashaddr_t hung_at;
static void (*chip_reset)(avr_t *);
static avr_cycle_count_t reset_at; // 0: none
static avr_cycle_count_t bark;     // when the watchdog called for its interrupt; 0: it did not

static void unhang(void) {
    if (hung_at) memcpy(avr->flash + hung_at, good_code, sizeof good_code);
    hung_at = 0;
}

// By the script or by the watchdog; the chip is in the middle of it.
static void resetting(avr_t *mcu) {
    if (chip_reset) chip_reset(mcu);
    unhang();
    reset_at = mcu->cycle;
}

static void after_reset(void) {
    if (avr->cycle < reset_at) lived += reset_at;
    reset_at = bark = 0;
    interrupts_after_reset();
    line_after_reset();
    buttons_after_reset();
}

static void reset(avr_regbit_t why) {
    avr_reset(avr);
    avr_regbit_set(avr, why);
    after_reset();
}

// The watchdog's interrupt begins the program anew, and none of those that were running comes to its end.
static void watchdog_bites(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (!value) return;
    bark = 0;
    unhang();
    interrupts_after_reset();
}

static void watchdog_barks(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    if (value && !bark) bark = cycle();
}

// simavr leaves out that the chip is reset when its program does not take the interrupt by the next time-out.
static void watchdog_resets(void) {
    if (!bark || cycle() - bark < WATCHDOG_TIME) return;
    unhang();
    reset(avr->reset_flags.wdrf);
}

static void power_cycle(void) {
    for (int i = avr->ioend + 1; i <= avr->ramend; i++) avr->data[i] = (uint8_t)rand();
    reset(avr->reset_flags.porf);
}

static void live_for(avr_cycle_count_t cycles) {
    for (avr_cycle_count_t until = cycle() + cycles; cycle() < until;) {
        line_no_parity();
        avr->run_cycle_limit = until - cycle() < SLICE ? until - cycle() : SLICE;
        avr_run(avr);
        if (reset_at) after_reset();
        watchdog_resets();
    }
}

static void hang(void) {
    while (avr->state != cpu_Sleeping) live_for(1); // not in an interrupt
    hung_at = avr->pc;
    memcpy(good_code, avr->flash + hung_at, sizeof good_code);
    avr->flash[hung_at] = 0xFF; // rjmp to itself
    avr->flash[hung_at + 1] = 0xCF;
}

static void run(double us, size_t bytes) {
    line_wait_for(bytes);
    live_for((avr_cycle_count_t)(us * (HERTZ / 1000000)));
    printf("%llu %zu\n", (unsigned long long)cycle(), line_sent());
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
        buttons_read_edges(count);
    } else if (!strcmp(word, "sent")) {
        printf("%llu\n", (unsigned long long)line_event_sent());
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
        outputs_report_lamps();
    } else if (!strcmp(word, "sounder")) {
        outputs_report_sounder();
    } else if (!strcmp(word, "interrupts")) {
        interrupts_report();
    } else if (!strcmp(word, "behind")) {
        interrupts_report_behind();
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
    avr_irq_t *watchdog = avr_get_interrupt_irq(avr, WATCHDOG);
    avr_irq_register_notify(watchdog + AVR_INT_IRQ_PENDING, watchdog_barks, NULL);
    avr_irq_register_notify(watchdog + AVR_INT_IRQ_RUNNING, watchdog_bites, NULL);
    interrupts_begin(&firmware);
    outputs_begin();
    buttons_begin();
    line_begin();
    bool live = !strcmp(arguments[2], "live");
    while (!quit) {
        struct pollfd script = {.fd = 0, .events = POLLIN};
        while (!quit && poll(&script, 1, live ? 0 : -1) > 0) obey();
        if (live && !quit) {
            live_for(SLICE);
            line_feed();
            pace();
        }
    }
    return 0;
}
