// Short tunes on a piezo or small loudspeaker, made by timer 1 without the processor's help.
#pragma once
#include <stdint.h>

#define LOUDEST 9

typedef enum { READY, PRESS, RIGHT, WRONG, WON, TUNES } tune_t;

void sounder_begin(void);
void sounder_play(tune_t tune);
void sounder_volume(uint8_t volume);
void sounder_millisecond(void);
