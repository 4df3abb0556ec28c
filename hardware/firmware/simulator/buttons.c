// Contacts that close and open at the cycle the script names.
#include <simavr/avr_ioport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulator.h"

static const struct {
    char port;
    int bit;
} pins[PLAYERS] = {{'C', 0}, {'C', 1}, {'C', 2}, {'C', 3}, {'C', 4}, {'C', 5}, {'B', 1}};

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
    char port = pins[button].port;
    int bit = pins[button].bit;
    up[(int)port] = (uint8_t)((up[(int)port] & ~(1 << bit)) | !down << bit);
    avr_ioport_external_t pull = {.name = port, .mask = port == 'C' ? 0x3F : 1 << 1, .value = up[(int)port]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &pull);
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
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
    return edge_next < edge_count ? edges[edge_next].when - cycles_lived() : 0;
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

void buttons_read_edges(size_t count) {
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

void buttons_begin(void) {
    for (int i = 0; i < PLAYERS; i++) set_button(i, false);
}

void buttons_after_reset(void) {
    for (int i = 0; i < PLAYERS; i++) set_button(i, is_down[i]);
    avr_cycle_timer_cancel(avr, next_edges, NULL);
    schedule_edges();
}
