// The serial line: what the UART says goes to a pty, what comes from there is fed to it as fast as it reads.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <simavr/avr_uart.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "simulator.h"

static avr_irq_t *uart_input;
static avr_uart_t *uart;
static bool uart_ready = true;
static int pty;
static char waiting[65536]; // read from the pty, not yet taken by the UART
static size_t waiting_length, waiting_at, received_bytes, sent_bytes;
static avr_cycle_count_t event_sent;

static void from_uart(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    static char before = '\n', letter;
    char byte = (char)value;
    if (before == '\n') letter = byte;
    if (byte == '\n' && letter == 'E') event_sent = cycle() + uart->cycles_per_byte;
    before = byte;
    if (write(pty, &byte, 1) == 1) sent_bytes++; // nobody reads and the pty is full: the wire does not wait either
}

static void uart_on(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value, (void)param;
    uart_ready = true;
    while (uart_ready && waiting_at < waiting_length) avr_raise_irq(uart_input, (uint8_t)waiting[waiting_at++]);
}

static void uart_off(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)value, (void)param;
    uart_ready = false;
}

void line_feed(void) {
    if (waiting_at == waiting_length) waiting_at = waiting_length = 0;
    ssize_t got = read(pty, waiting + waiting_length, sizeof waiting - waiting_length);
    if (got > 0) {
        waiting_length += (size_t)got;
        received_bytes += (size_t)got;
    }
    while (uart_ready && waiting_at < waiting_length) avr_raise_irq(uart_input, (uint8_t)waiting[waiting_at++]);
}

void line_wait_for(size_t bytes) {
    while (received_bytes < bytes) {
        struct pollfd line = {.fd = pty, .events = POLLIN};
        poll(&line, 1, 1000);
        line_feed();
    }
}

void line_after_reset(void) { uart_ready = true; }
size_t line_sent(void) { return sent_bytes; }
avr_cycle_count_t line_event_sent(void) { return event_sent; }

// simavr counts a parity bit even where there is none.
void line_no_parity(void) {
    if (uart->cycles_per_byte % 11 == 0) uart->cycles_per_byte = uart->cycles_per_byte / 11 * 10;
}

void line_begin(void) {
    int slave;
    char name[64];
    struct termios raw;
    if (openpty(&pty, &slave, name, NULL, NULL)) exit(1);
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw); // the slave stays open: the line survives a program that comes and goes
    fcntl(pty, F_SETFL, O_NONBLOCK);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart")) uart = (avr_uart_t *)io;
    uart_input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_on, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_off, NULL);
    puts(name);
    fflush(stdout);
}
