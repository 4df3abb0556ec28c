// The serial line, 115200 8N1, both ways through ring buffers filled and emptied by interrupts.
#pragma once
#include <stdbool.h>
#include <stdint.h>

void uart_begin(void);
bool uart_send(const char *text, uint8_t length); // all of it, or nothing when there is no room: never waits
bool uart_take(uint8_t *byte);
