#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define GARBLED 0x80 // stands for a byte that arrived damaged, so that its line fails

// 256 places each: the indices wrap by themselves.
static uint8_t sending[256], received[256];
static volatile uint8_t send_head, send_tail, receive_head, receive_tail;

void uart_begin(void) {
    UCSR0A = 1 << U2X0;
    UBRR0 = 16; // 117647 baud, 2.1 % fast: what every Uno calls 115200
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

ISR(USART_RX_vect) {
    uint8_t damaged = UCSR0A & (1 << FE0 | 1 << DOR0);
    uint8_t byte = UDR0;
    uint8_t head = receive_head;
    if ((uint8_t)(head + 1) == receive_tail) return; // lost; the checksum of its line tells
    received[head] = damaged ? GARBLED : byte;
    receive_head = (uint8_t)(head + 1);
}

ISR(USART_UDRE_vect) {
    uint8_t tail = send_tail;
    if (tail == send_head) {
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
        return;
    }
    UDR0 = sending[tail];
    send_tail = (uint8_t)(tail + 1);
}

bool uart_send(const char *text, uint8_t length) {
    uint8_t head = send_head;
    if ((uint8_t)(send_tail - head - 1) < length) return false;
    for (uint8_t i = 0; i < length; i++) sending[head++] = (uint8_t)text[i];
    send_head = head;
    UCSR0B |= 1 << UDRIE0;
    return true;
}

bool uart_take(uint8_t *byte) {
    uint8_t tail = receive_tail;
    if (tail == receive_head) return false;
    *byte = received[tail];
    receive_tail = (uint8_t)(tail + 1);
    return true;
}
