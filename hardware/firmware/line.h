// Lines of the protocol: built field by field with their checksum, and taken apart.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define LINE_MOST 60

void line_begin(char letter);
void line_hex(uint32_t value, uint8_t digits);
void line_letter(char letter);
void line_buttons(uint8_t buttons);
void line_word_P(const char *word); // in program memory
bool line_end(void);                // false: no room on the line now

// The next whole line without its checksum, or 0. Lines with a wrong checksum never show up here.
const char *line_received(void);

// Fields of a received line; each moves `*at` past what it took and returns false if that is not there.
bool field_hex(const char **at, uint8_t digits, uint16_t *value);
bool field_buttons(const char **at, uint8_t *buttons);
bool field_word_P(const char **at, const char *word);
bool field_end(const char *at);
