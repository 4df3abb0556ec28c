#include "lamps.h"

#include <stdbool.h>

#define BLINK_MS 200

volatile uint8_t lamps_lit, lamps_level = BRIGHTEST, lamps_part;
static uint8_t steady, blinking;
static uint16_t since;
static bool bright;

static void show(void) { lamps_lit = steady | (bright ? blinking : 0); }

void lamps_set(uint8_t on, uint8_t blink) {
    steady = on;
    blinking = blink;
    bright = true;
    since = 0;
    show();
}

void lamps_add(uint8_t on, uint8_t blink) { lamps_set(steady | on, (blinking | blink) & (uint8_t)~on); }

void lamps_brightness(uint8_t level) { lamps_level = level; }

void lamps_millisecond(void) {
    if (++since < BLINK_MS) return;
    since = 0;
    bright = !bright;
    show();
}
