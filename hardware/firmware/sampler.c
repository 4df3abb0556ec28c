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
    uint8_t spent; // looked up now, for the round may be over when the edge is judged
} edge_t;

#define EDGES 8 // a button is in one of them at most
static edge_t edges[EDGES];
static uint8_t oldest_edge, next_edge;

static uint8_t ready;           // open for long enough: the next contact is a first edge
static volatile uint8_t caught; // closed since the last sample, if only for a few microseconds
#define MISSED 0x80             // among `caught`: there was an edge, but nothing to see when it was looked for
static uint8_t deciding;        // after the first edge, before the judgement
static uint8_t closed[PLAYERS]; // samples while deciding
static uint16_t last_closed[PLAYERS];

static volatile uint32_t tick;
static volatile uint8_t down, phase = IDLE, round, first, early;
static volatile uint8_t spent;  // reported in this round already, or barred from it
static volatile uint8_t barred; // of these, nobody looks as if first

void sampler_begin(void) {
    TCCR2A = 1 << WGM21; // count to OCR2A and start again
    TCCR2B = 1 << CS21;  // 16 MHz / 8
    OCR2A = TICK_US * 2 - 1;
    TIMSK2 = 1 << OCIE2A;
}

// The first touch of a bouncing contact is often shorter than a sample, so the edges of ready buttons interrupt.
static inline void catch_edges(void) {
    PCMSK1 = ready & BUTTONS_C;
    PCMSK0 = (ready & (1 << 6)) ? BUTTON_7 : 0; // PCINT1 is PB1
}

ISR(PCINT1_vect) {
    uint8_t now_down = pins_down();
    // A storm of pulses too short to be seen here must not keep the sampler from its work: no more until the next sample.
    caught |= now_down ? now_down : MISSED;
    PCMSK1 &= now_down ? (uint8_t)~now_down : 0;
    if (!now_down || (now_down & (1 << 6))) PCMSK0 = 0;
    // Edges outrank the sample. One that is due must not wait for all seven of them; it sees for itself what is down.
    if (TIFR2 & (1 << OCF2A)) PCICR = 0;
}

ISR(PCINT0_vect, ISR_ALIASOF(PCINT1_vect));

static inline void judge(const edge_t *edge) {
    uint8_t pressed = 0;
    for (uint8_t i = 0, bit = 1; i < PLAYERS; i++, bit = (uint8_t)(bit << 1))
        if ((edge->buttons & bit) && closed[i] >= CLOSED_FOR) pressed |= bit;
    deciding &= (uint8_t)~edge->buttons;
    ready |= edge->buttons & (uint8_t)~pressed; // a spark must not make the button deaf for the real press
    pressed &= (uint8_t)~edge->spent;
    if (edge->phase != IDLE && edge->phase == phase && edge->round == round) {
        if (phase == OPEN && spent == barred) first = pressed;
        if (phase == ARMED) early |= pressed;
        spent |= pressed;
    }
    if (pressed) log_add(edge->tick, edge->phase, edge->round, pressed);
}

static inline void step(uint8_t now_down, uint8_t touched) {
    static uint32_t now;
    now++;
    if (oldest_edge != next_edge) {
        const edge_t *edge = &edges[oldest_edge % EDGES];
        if ((uint8_t)((uint8_t)now - (uint8_t)edge->tick) >= JUDGED_AFTER) {
            oldest_edge++;
            judge(edge);
        }
    }
    if (!touched && ready == EVERYBODY) return;
    uint8_t fresh = touched & ready;
    if (fresh) {
        edge_t *edge = &edges[next_edge++ % EDGES];
        edge->tick = now;
        edge->buttons = fresh;
        edge->phase = phase;
        edge->round = round;
        edge->spent = spent; // none while idle
        ready &= (uint8_t)~fresh;
        deciding |= fresh;
        for (uint8_t i = 0, bit = 1; i < PLAYERS; i++, bit = (uint8_t)(bit << 1))
            if (fresh & bit) closed[i] = 0;
    }
    if (now_down)
        for (uint8_t i = 0, bit = 1; i < PLAYERS; i++, bit = (uint8_t)(bit << 1))
            if (now_down & bit) {
                last_closed[i] = (uint16_t)now;
                if (deciding & bit) closed[i]++;
            }
    // One button a tick, to keep this short.
    static uint8_t turn, turn_bit = 1;
    if (!((ready | deciding) & turn_bit) && (uint16_t)((uint16_t)now - last_closed[turn]) >= OPEN_FOR) ready |= turn_bit;
    turn_bit = (uint8_t)(turn_bit << 1);
    if (++turn == PLAYERS) turn = 0, turn_bit = 1;
    catch_edges();
}

// Samples are taken on time even if what follows from an earlier one is still being worked out.
#define SAMPLES 8
static volatile struct {
    uint8_t down, touched;
} samples[SAMPLES];
static volatile uint8_t next_sample, next_step;
static volatile bool stepping;

ISR(TIMER2_COMPA_vect) {
    PCIFR = 1 << PCIF1 | 1 << PCIF0; // edges up to now are in what is read now
    uint8_t now_down = pins_down();
    PCICR = 1 << PCIE1 | 1 << PCIE0;
    uint8_t place = next_sample++ % SAMPLES;
    samples[place].down = down = now_down;
    samples[place].touched = now_down | caught;
    caught = 0;
    tick++;
    if (stepping) return;
    stepping = true;
    sei();
    lamps_step();
    while (next_step != next_sample) {
        place = next_step++ % SAMPLES;
        step(samples[place].down, samples[place].touched);
    }
    cli();
    stepping = false;
}

uint32_t sampler_tick(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) now = tick;
    return now;
}

bool sampler_awake(void) { return sampler_tick() >= OPEN_FOR + 2 * PLAYERS; } // each button's turn comes every PLAYERS ticks

uint8_t sampler_down(void) { return down; }

void sampler_phase(phase_t wanted, uint8_t number, uint8_t without) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (wanted != phase || number != round) {
            phase = wanted;
            round = number;
            first = early = 0;
            spent = barred = without;
        }
    }
}

void sampler_again(uint8_t buttons) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        spent &= (uint8_t)~buttons;
        barred &= (uint8_t)~buttons;
    }
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
