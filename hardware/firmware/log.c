#include "log.h"

#include <avr/eeprom.h>
#include <stddef.h>
#include <string.h>
#include <util/atomic.h>

#define MAGIC 0x57A36E71UL

// Not cleared at the start: a reset, unlike loss of power, leaves RAM as it was. `tail` and `head` count freely and are
// one byte each, so that a reset in the middle of a change finds either the old or the new state.
static struct {
    uint32_t magic;
    uint16_t switched_on;
    uint16_t next;
    uint8_t run;
    volatile uint8_t tail; // oldest event
    volatile uint8_t head; // first free place
    event_t events[LOG_ROOM];
} kept __attribute__((section(".noinit")));

static uint16_t EEMEM times_switched_on;
static volatile uint8_t dropped;

static event_t *at(uint8_t place) { return &kept.events[place % LOG_ROOM]; }

static uint8_t check(const event_t *event) {
    uint8_t sum = 0xA5;
    const uint8_t *bytes = (const uint8_t *)event;
    for (uint8_t i = 0; i < offsetof(event_t, check); i++) sum = (uint8_t)((uint8_t)(sum << 1 | sum >> 7) ^ bytes[i]);
    return sum;
}

static bool intact(void) {
    if (kept.magic != MAGIC || kept.run == 0xFF || (uint8_t)(kept.head - kept.tail) > LOG_ROOM) return false;
    for (uint8_t place = kept.tail; place != kept.head; place++) {
        if (at(place)->check != check(at(place))) return false;
        if (place != kept.tail && (uint16_t)(at(place)->number - at((uint8_t)(place - 1))->number) != 1) return false;
    }
    return true;
}

void log_begin(void) {
    if (intact()) {
        kept.run++;
        if (kept.head != kept.tail) kept.next = (uint16_t)(at((uint8_t)(kept.head - 1))->number + 1);
        return;
    }
    memset(&kept, 0, sizeof kept);
    kept.switched_on = (uint16_t)(eeprom_read_word(&times_switched_on) + 1);
    eeprom_update_word(&times_switched_on, kept.switched_on);
    kept.next = 1;
    kept.magic = MAGIC;
}

void log_add(uint32_t tick, uint8_t kind, uint8_t round, uint8_t buttons) {
    if (log_count() >= (kind == 'I' ? LOG_IDLE_ROOM : LOG_ROOM)) {
        if (dropped != 0xFF) dropped++;
        return;
    }
    event_t *event = at(kept.head);
    event->tick = tick;
    event->number = kept.next;
    event->run = kept.run;
    event->kind = kind;
    event->round = round;
    event->buttons = buttons;
    event->check = check(event);
    kept.head++;
    kept.next++; // last: a reset before this line finds the number in the event, see log_begin()
}

uint8_t log_count(void) { return (uint8_t)(kept.head - kept.tail); }

const event_t *log_at(uint8_t place) { return at((uint8_t)(kept.tail + place)); }

uint16_t log_next_number(void) {
    uint16_t number;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) number = (uint16_t)(kept.next - log_count()); // no number is left out
    return number;
}

uint8_t log_acknowledge(uint16_t up_to) {
    uint8_t count = log_count();
    if (count == 0) return 0;
    uint16_t events = (uint16_t)(up_to - log_at(0)->number + 1);
    if (events == 0 || events > count) return 0;
    kept.tail = (uint8_t)(kept.tail + events);
    return (uint8_t)events;
}

uint16_t log_switched_on(void) { return kept.switched_on; }
uint8_t log_run(void) { return kept.run; }
uint8_t log_dropped(void) { return dropped; }
