#include "sampler.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#include "lamps.h"
#include "log.h"
#include "pins.h"

#define JUDGED_AFTER 80 // ticks after the first edge: 4 ms, the same for everybody, so that judging keeps the order
#define CLOSED_FOR 16   // samples of these that make it a press: less is a spark
#define OPEN_FOR 500    // ticks until a button may press again: 25 ms outlast every bounce

// Buttons whose first edge fell into the same sample.
typedef struct {
    uint32_t tick;
    uint8_t buttons;
    uint8_t phase;
    uint8_t round;
} edge_t;

#define EDGES 8 // a button is in one of them at most
static edge_t edges[EDGES];
static uint8_t oldest_edge, next_edge;

static uint8_t ready;    // open for long enough: the next closed sample is a first edge
static uint8_t deciding; // after the first edge, before the judgement
static uint8_t closed[PLAYERS];
static uint16_t open[PLAYERS];

static volatile uint32_t tick;
static volatile uint8_t down, phase = IDLE, round, spent, first, early;

void sampler_begin(void) {
    TCCR2A = 1 << WGM21; // count to OCR2A and start again
    TCCR2B = 1 << CS21;  // 16 MHz / 8
    OCR2A = TICK_US * 2 - 1;
    TIMSK2 = 1 << OCIE2A;
}

static inline void judge(const edge_t *edge) {
    uint8_t pressed = 0;
    for (uint8_t i = 0, bit = 1; i < PLAYERS; i++, bit = (uint8_t)(bit << 1))
        if ((edge->buttons & bit) && closed[i] >= CLOSED_FOR) {
            pressed |= bit;
            open[i] = 0;
        }
    deciding &= (uint8_t)~edge->buttons;
    ready |= edge->buttons & (uint8_t)~pressed; // a spark must not make the button deaf for the real press
    if (edge->phase != IDLE && edge->phase == phase && edge->round == round) {
        pressed &= (uint8_t)~spent;
        if (phase == OPEN && !spent) first = pressed;
        if (phase == ARMED) early |= pressed;
        spent |= pressed;
    }
    if (pressed) log_add(edge->tick, edge->phase, edge->round, pressed);
}

// Out of line: most samples find nothing to do, and the interrupt then saves few registers.
static void __attribute__((noinline)) step(uint8_t now_down) {
    uint32_t now = tick;
    if (oldest_edge != next_edge) {
        const edge_t *edge = &edges[oldest_edge % EDGES];
        if (now - edge->tick >= JUDGED_AFTER) {
            oldest_edge++;
            judge(edge);
        }
    }
    uint8_t fresh = now_down & ready;
    if (fresh) {
        edge_t *edge = &edges[next_edge++ % EDGES];
        edge->tick = now;
        edge->buttons = fresh;
        edge->phase = phase;
        edge->round = round;
        ready &= (uint8_t)~fresh;
        deciding |= fresh;
        for (uint8_t i = 0, bit = 1; i < PLAYERS; i++, bit = (uint8_t)(bit << 1))
            if (fresh & bit) closed[i] = 0;
    }
    for (uint8_t i = 0, bit = 1; i < PLAYERS; i++, bit = (uint8_t)(bit << 1)) {
        if (ready & bit) continue;
        if (now_down & bit) {
            open[i] = 0;
            closed[i]++; // at most JUDGED_AFTER while it matters
        } else if (!(deciding & bit) && ++open[i] >= OPEN_FOR) {
            ready |= bit;
        }
    }
}

ISR(TIMER2_COMPA_vect) {
    uint8_t now_down = pins_down();
    tick++;
    down = now_down;
    lamps_step();
    if (now_down || ready != EVERYBODY) step(now_down);
}

uint32_t sampler_tick(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) now = tick;
    return now;
}

uint8_t sampler_down(void) { return down; }

void sampler_phase(phase_t wanted, uint8_t number) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (wanted != phase || number != round) {
            phase = wanted;
            round = number;
            spent = first = early = 0;
        }
    }
}

void sampler_again(uint8_t buttons) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) spent &= (uint8_t)~buttons;
}

phase_t sampler_current_phase(void) { return phase; }
uint8_t sampler_current_round(void) { return round; }

static uint8_t take(volatile uint8_t *who) {
    uint8_t taken;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        taken = *who;
        *who = 0;
    }
    return taken;
}

uint8_t sampler_take_first(void) { return first ? take(&first) : 0; }
uint8_t sampler_take_early(void) { return early ? take(&early) : 0; }
