// The events that the program has not acknowledged yet. They outlive a reset: see log.c.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define LOG_ROOM 32
#define LOG_IDLE_ROOM 16 // the rest is for rounds

typedef struct {
    uint32_t tick;
    uint16_t number;
    uint8_t run; // resets between switching on and the press
    uint8_t kind;
    uint8_t round;
    uint8_t buttons;
    uint8_t check;
} event_t;

void log_begin(void);
// Called by the sampling interrupt only.
void log_add(uint32_t tick, uint8_t kind, uint8_t round, uint8_t buttons);

uint8_t log_count(void);
const event_t *log_at(uint8_t place);             // 0 is the oldest
uint16_t log_next_number(void);                   // of the oldest event, or of the next one
uint8_t log_acknowledge(uint16_t up_to);          // how many events this was
uint16_t log_switched_on(void);
uint8_t log_run(void);
uint8_t log_dropped(void);
