// Reads all buttons every 50 µs and decides who pressed when. PROTOCOL.md, “How a press is decided”.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define TICK_US 50
#define TICKS_PER_MS 20

// The kind of a press is the phase in which it fell.
typedef enum { IDLE = 'I', ARMED = 'F', OPEN = 'P' } phase_t;

void sampler_begin(void);
bool sampler_awake(void); // the buttons have been watched for long enough: from now on a press counts
uint32_t sampler_tick(void);
uint8_t sampler_down(void);

void sampler_phase(phase_t phase, uint8_t round, uint8_t barred); // whom the round does not concern
void sampler_again(uint8_t buttons);
phase_t sampler_current_phase(void);
uint8_t sampler_current_round(void);

// Who was first in the open round, and who started too early, since the last time this was asked.
uint8_t sampler_take_first(void);
uint8_t sampler_take_early(void);
