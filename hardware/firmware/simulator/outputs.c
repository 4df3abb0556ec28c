// Lamps and sounder: how long each pin was high, and how often it rose.
#include <simavr/avr_ioport.h>
#include <stdio.h>

#include "simulator.h"

static const struct {
    char port;
    int bit;
} pins[PLAYERS] = {{'D', 2}, {'D', 3}, {'D', 4}, {'D', 5}, {'D', 6}, {'D', 7}, {'B', 0}};

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

void outputs_begin(void) {
    for (int i = 0; i < PLAYERS; i++) {
        avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pins[i].port), pins[i].bit);
        avr_irq_register_notify(pin, output_changed, &lamp[i]);
    }
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), output_changed, &sounder);
}

void outputs_report_lamps(void) {
    for (int i = 0; i < PLAYERS; i++) printf("%llu ", high_cycles(&lamp[i]));
    puts("");
}

void outputs_report_sounder(void) {
    unsigned long rises = sounder.rises;
    printf("%lu %llu %llu\n", rises, high_cycles(&sounder), (unsigned long long)sounder.period);
}
