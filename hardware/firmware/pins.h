// Which pin is what on an Uno or Nano.
//
// No port of the ATmega328P has seven free pins (RX and TX sit on port D), so six buttons share port C and the
// seventh sits on port B. The two ports are read two cycles, 125 ns, apart: no press is favoured by more than that.
// Buttons switch to ground, the chip's own pull-ups hold them high.
#pragma once
#include <avr/io.h>
#include <stdint.h>

#define PLAYERS 7
#define EVERYBODY 0x7F

#define BUTTONS_C 0x3F      // A0 … A5: players 1 … 6
#define BUTTON_7 (1 << PB1) // D9
#define LAMPS_D 0xFC        // D2 … D7: players 1 … 6
#define LAMP_7 (1 << PB0)   // D8
#define SOUNDER (1 << PB2)  // D10, output B of timer 1
#define STATUS (1 << PB5)   // D13, the lamp on the board

static inline void pins_begin(void) {
    DDRB = LAMP_7 | SOUNDER | STATUS;
    DDRC = 0;
    DDRD = LAMPS_D | (1 << PD1);
    // Pull-ups also on the unused D11, D12 and on RX, so that nothing floats.
    PORTB = BUTTON_7 | (1 << PB3) | (1 << PB4);
    PORTC = BUTTONS_C;
    PORTD = 1 << PD0;
}

static inline uint8_t pins_down(void) {
    uint8_t c = PINC;
    uint8_t b = PINB;
    uint8_t up = c & BUTTONS_C;
    if (b & BUTTON_7) up |= 1 << 6;
    return up ^ EVERYBODY;
}

static inline void pins_light(uint8_t players) {
    PORTD = (uint8_t)(players << 2) | (1 << PD0);
    if (players & (1 << 6))
        PORTB |= LAMP_7;
    else
        PORTB &= (uint8_t)~LAMP_7;
}
