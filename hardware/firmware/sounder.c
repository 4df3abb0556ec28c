#include "sounder.h"

#include <avr/io.h>
#include <avr/pgmspace.h>

typedef struct {
    uint16_t hertz; // 0 is a rest
    uint16_t ms;    // 0 ends the tune
} note_t;

static const note_t ready[] PROGMEM = {{880, 90}, {0, 60}, {880, 90}, {0, 0}};
static const note_t press[] PROGMEM = {{1568, 120}, {0, 0}};
static const note_t right[] PROGMEM = {{1047, 90}, {1319, 90}, {1568, 220}, {0, 0}};
static const note_t wrong[] PROGMEM = {{233, 180}, {175, 320}, {0, 0}};
static const note_t won[] PROGMEM = {{784, 130}, {0, 20}, {784, 130}, {0, 20}, {784, 130}, {1047, 400}, {0, 30}, {1319, 500}, {0, 0}};
static const note_t *const tunes[TUNES] PROGMEM = {ready, press, right, wrong, won};

static const note_t *next;
static uint16_t left;
static uint8_t loudness = LOUDEST;

void sounder_begin(void) {
    TCCR1A = 1 << WGM11; // fast PWM, ICR1 is the length of a period
    TCCR1B = 1 << WGM13 | 1 << WGM12;
}

static void sound(uint16_t hertz) {
    TCCR1B &= (uint8_t)~(1 << CS11); // stop
    TCCR1A &= (uint8_t)~(1 << COM1B1); // the pin falls back to low
    if (hertz == 0 || loudness == 0) return;
    uint16_t period = (uint16_t)(F_CPU / 8 / hertz);
    ICR1 = period - 1;
    OCR1B = (uint16_t)(period / 2) >> (LOUDEST - loudness); // a narrower pulse is a softer tone
    TCNT1 = 0;
    TCCR1A |= 1 << COM1B1;
    TCCR1B |= 1 << CS11; // 16 MHz / 8
}

static void next_note(void) {
    note_t note;
    memcpy_P(&note, next, sizeof note);
    sound(note.hertz);
    left = note.ms;
    next = note.ms ? next + 1 : 0;
}

void sounder_play(tune_t tune) {
    next = pgm_read_ptr(&tunes[tune]);
    next_note();
}

void sounder_volume(uint8_t volume) { loudness = volume; }

void sounder_millisecond(void) {
    if (next && --left == 0) next_note();
}
