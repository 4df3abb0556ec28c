// The parts of the simulated chip; main.c tells what it is for.
#pragma once
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdbool.h>
#include <stddef.h>

#define HERTZ 16000000ULL
#define PLAYERS 7

extern avr_t *avr;
avr_cycle_count_t cycle(void);        // since the beginning, whatever resets there were
avr_cycle_count_t cycles_lived(void); // before the latest reset, which sets the chip's own count to zero

// buttons.c: contacts, driven by the script
void buttons_begin(void);
void buttons_after_reset(void);
void buttons_read_edges(size_t count);

// line.c: the serial line on a pty
void line_begin(void);
void line_after_reset(void);
void line_wait_for(size_t bytes); // until so many in all have come
void line_feed(void);
void line_no_parity(void);
size_t line_sent(void);
avr_cycle_count_t line_event_sent(void);

// interrupts.c: how long they take, and what a sample has to wait for
void interrupts_begin(const elf_firmware_t *firmware);
void interrupts_after_reset(void);
void interrupts_report(void);
void interrupts_report_behind(void);

// outputs.c: lamps and sounder
void outputs_begin(void);
void outputs_report_lamps(void);
void outputs_report_sounder(void);
