// A lamp a player, dimmed by the sampling interrupt: sixteen ticks are one period, 1250 Hz.
#pragma once
#include <stdint.h>

#include "pins.h"

#define BRIGHTEST 15

extern volatile uint8_t lamps_lit, lamps_level, lamps_part;

void lamps_set(uint8_t on, uint8_t blinking);
void lamps_add(uint8_t on, uint8_t blinking);
void lamps_brightness(uint8_t level);
void lamps_millisecond(void);

static inline void lamps_step(void) {
    uint8_t part = (lamps_part + 1) & 15;
    lamps_part = part;
    if (part == 0)
        pins_light(lamps_level ? lamps_lit : 0);
    else if (part == lamps_level)
        pins_light(0);
}
