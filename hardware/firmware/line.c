#include "line.h"

#include <avr/pgmspace.h>
#include <string.h>
#include <util/crc16.h>

#include "pins.h"
#include "uart.h"

static char out[LINE_MOST];
static uint8_t out_length;
static uint16_t out_crc;

static uint16_t crc(uint16_t sum, char byte) { return _crc_xmodem_update(sum, (uint8_t)byte); }

static void put(char byte) {
    out[out_length++] = byte;
    out_crc = crc(out_crc, byte);
}

static void put_hex(uint32_t value, uint8_t digits) {
    while (digits--) {
        uint8_t digit = (value >> (4 * digits)) & 15;
        put((char)(digit < 10 ? '0' + digit : 'A' + digit - 10));
    }
}

void line_begin(char letter) {
    out_length = 0;
    out_crc = 0xFFFF;
    put(letter);
}

void line_hex(uint32_t value, uint8_t digits) {
    put(' ');
    put_hex(value, digits);
}

void line_letter(char letter) {
    put(' ');
    put(letter);
}

void line_buttons(uint8_t buttons) {
    put(' ');
    for (uint8_t i = 0; i < PLAYERS; i++) put((char)((buttons >> i & 1) ? '1' + i : '.'));
}

void line_word_P(const char *word) {
    put(' ');
    for (char byte; (byte = (char)pgm_read_byte(word)); word++) put(byte);
}

bool line_end(void) {
    uint16_t sum = out_crc;
    line_hex(sum, 4);
    put('\n');
    return uart_send(out, out_length);
}

static char in[LINE_MOST + 1];
static uint8_t in_length;
static bool spoiled;

// A person at a terminal may ask `?` without a checksum.
static bool genuine(void) {
    if (in_length == 1 && in[0] == '?') return true;
    if (in_length < 6) return false;
    uint8_t end = (uint8_t)(in_length - 5);
    uint16_t sum = 0xFFFF, told;
    for (uint8_t i = 0; i < end; i++) sum = crc(sum, in[i]);
    const char *at = &in[end];
    if (!field_hex(&at, 4, &told) || told != sum) return false;
    in[end] = 0;
    return true;
}

const char *line_received(void) {
    uint8_t byte;
    while (uart_take(&byte)) {
        if (byte == '\n') {
            bool good = !spoiled;
            spoiled = false;
            if (in_length && in[in_length - 1] == '\r') in_length--;
            in[in_length] = 0;
            good = good && genuine();
            in_length = 0;
            if (good) return in;
        } else if (in_length == LINE_MOST || byte >= 0x7F || (byte < ' ' && byte != '\r')) {
            spoiled = true;
        } else {
            in[in_length++] = (char)byte;
        }
    }
    return 0;
}

bool field_hex(const char **at, uint8_t digits, uint16_t *value) {
    const char *text = *at;
    if (*text++ != ' ') return false;
    uint16_t sum = 0;
    for (; digits; digits--, text++) {
        char c = *text;
        if (c >= '0' && c <= '9')
            sum = (uint16_t)(sum << 4 | (c - '0'));
        else if (c >= 'A' && c <= 'F')
            sum = (uint16_t)(sum << 4 | (c - 'A' + 10));
        else
            return false;
    }
    *value = sum;
    *at = text;
    return true;
}

bool field_buttons(const char **at, uint8_t *buttons) {
    const char *text = *at;
    if (*text++ != ' ') return false;
    *buttons = 0;
    for (uint8_t i = 0; i < PLAYERS; i++, text++) {
        if (*text == '1' + i)
            *buttons |= (uint8_t)(1 << i);
        else if (*text != '.')
            return false;
    }
    *at = text;
    return true;
}

bool field_word_P(const char **at, const char *word) {
    size_t length = strlen_P(word);
    if (**at != ' ' || strncmp_P(*at + 1, word, length) != 0) return false;
    char after = (*at)[1 + length];
    if (after != 0 && after != ' ') return false;
    *at += 1 + length;
    return true;
}

bool field_end(const char *at) { return *at == 0; }
