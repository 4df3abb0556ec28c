// The buzzer: sends what the sampler logged until it is acknowledged, and does what the program asks for.
// hardware/PROTOCOL.md is the contract; sampler.c decides who pressed when.
#include <avr/interrupt.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "lamps.h"
#include "line.h"
#include "log.h"
#include "pins.h"
#include "sampler.h"
#include "sounder.h"
#include "uart.h"

#define PROTOCOL 0x01
#define FIRMWARE 0x0100

#define HEARTBEAT_MS 500
#define SILENCE_MS 2000 // without a good line from the program it is taken for gone
#define RESEND_MS 50
#define RESEND_MOST_MS 800

// After a watchdog reset the watchdog keeps running with its shortest time: stop it before anything else.
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void) {
    MCUSR = 0;
    wdt_disable();
}

// And the older bootloader of the Nano, which runs first, does not stop it: reset upon reset, until somebody pulls the
// plug. So before the reset comes an interrupt that begins the program anew; the reset is left for one that ignores it.
ISR(WDT_vect, ISR_NAKED) { __asm__ volatile("jmp 0"); }

static void watchdog_begin(void) {
    wdt_enable(WDTO_500MS);
    WDTCSR |= 1 << WDIE;
}

// --- what the box says -------------------------------------------------------------------------------------------------

static void put_boot(void) { line_hex((uint32_t)log_switched_on() << 8 | log_run(), 6); }

static void welcome(void) {
    line_begin('W');
    line_hex(PROTOCOL, 2);
    put_boot();
    line_hex(log_next_number(), 4);
    line_hex(FIRMWARE, 4);
    line_hex(PLAYERS, 2);
    line_hex(TICK_US, 4);
    line_word_P(PSTR("WUERFELAUGE"));
    line_end();
}

static void heartbeat(void) {
    phase_t phase = sampler_current_phase();
    line_begin('B');
    put_boot();
    line_hex(sampler_tick(), 8);
    line_letter(phase == IDLE ? 'I' : phase == ARMED ? 'A' : 'O');
    line_hex(sampler_current_round(), 2);
    line_buttons(sampler_down());
    line_hex(log_dropped(), 2);
    line_end();
}

static bool send_event(const event_t *event) {
    line_begin('E');
    line_hex((uint32_t)log_switched_on() << 8 | event->run, 6);
    line_hex(event->number, 4);
    line_letter((char)event->kind);
    line_hex(event->round, 2);
    line_hex(event->tick, 8);
    line_buttons(event->buttons);
    return line_end();
}

// --- events until they are acknowledged ----------------------------------------------------------------------------------

static uint8_t sent; // of the log, in order
static uint16_t resend_after = RESEND_MS, waited;

static void send_events(void) {
    if (sent < log_count() && send_event(log_at(sent))) {
        sent++;
        waited = 0;
    }
}

static void acknowledge(const char *at) {
    uint16_t switched_on, number;
    if (!field_hex(&at, 4, &switched_on) || !field_hex(&at, 4, &number) || !field_end(at)) return;
    if (switched_on != log_switched_on()) return;
    uint8_t gone = log_acknowledge(number);
    sent = sent > gone ? (uint8_t)(sent - gone) : 0;
}

static void resend_millisecond(void) {
    if (sent == 0 || ++waited < resend_after) return;
    waited = 0;
    sent = 0;
    if (resend_after < RESEND_MOST_MS) resend_after *= 2;
}

// --- commands ----------------------------------------------------------------------------------------------------------

static uint16_t test_ms; // time into the self-test, 0: none

static void test_millisecond(void) {
    if (test_ms == 0) return;
    if (test_ms % 250 == 1 && test_ms / 250 <= PLAYERS) lamps_set((uint8_t)(1 << test_ms / 250) & EVERYBODY, 0);
    if (test_ms >= 2000 && (test_ms - 2000) % 1500 == 0) sounder_play((tune_t)((test_ms - 2000) / 1500));
    test_ms = test_ms == 2000 + 4 * 1500 ? 0 : test_ms + 1;
}

static bool tone(const char *at) {
    static const char names[TUNES][6] PROGMEM = {"READY", "PRESS", "RIGHT", "WRONG", "WON"};
    for (uint8_t tune = 0; tune < TUNES; tune++) {
        const char *rest = at;
        if (field_word_P(&rest, names[tune]) && field_end(rest)) {
            sounder_play((tune_t)tune);
            return true;
        }
    }
    return false;
}

static bool set_lamps(const char *at) {
    uint8_t on = 0, blinking = 0;
    if (*at++ != ' ') return false;
    for (uint8_t i = 0; i < PLAYERS; i++, at++) {
        if (*at == '#')
            on |= (uint8_t)(1 << i);
        else if (*at == '*')
            blinking |= (uint8_t)(1 << i);
        else if (*at != '.')
            return false;
    }
    if (!field_end(at)) return false;
    lamps_set(on, blinking);
    return true;
}

// The number of a round, and the buttons that it does not concern if there are any.
static bool field_round(const char *at, uint16_t *number, uint8_t *without) {
    *without = 0;
    if (!field_hex(&at, 2, number) || *number == 0) return false;
    return field_end(at) || (field_buttons(&at, without) && field_end(at));
}

static bool do_command(const char *at) {
    uint16_t number;
    uint8_t buttons;
    if (field_word_P(&at, PSTR("ARM"))) {
        if (!field_round(at, &number, &buttons)) return false;
        sampler_phase(IDLE, 0, 0); // the same round again is a new one
        sampler_phase(ARMED, (uint8_t)number, buttons);
        lamps_set(0, 0);
    } else if (field_word_P(&at, PSTR("GO"))) {
        if (!field_round(at, &number, &buttons)) return false;
        sampler_phase(OPEN, (uint8_t)number, buttons);
    } else if (field_word_P(&at, PSTR("END"))) {
        if (!field_end(at)) return false;
        sampler_phase(IDLE, 0, 0);
    } else if (field_word_P(&at, PSTR("AGAIN"))) {
        if (!field_buttons(&at, &buttons) || !field_end(at)) return false;
        sampler_again(buttons);
    } else if (field_word_P(&at, PSTR("LAMPS"))) {
        return set_lamps(at);
    } else if (field_word_P(&at, PSTR("TONE"))) {
        return tone(at);
    } else if (field_word_P(&at, PSTR("LIGHT"))) {
        if (!field_hex(&at, 2, &number) || !field_end(at) || number > BRIGHTEST) return false;
        lamps_brightness((uint8_t)number);
    } else if (field_word_P(&at, PSTR("SOUND"))) {
        if (!field_hex(&at, 2, &number) || !field_end(at) || number > LOUDEST) return false;
        sounder_volume((uint8_t)number);
    } else if (field_word_P(&at, PSTR("TEST"))) {
        if (!field_end(at)) return false;
        test_ms = 1;
    } else {
        return false;
    }
    return true;
}

#define NO_COMMAND 0x100
static uint16_t last_command = NO_COMMAND;
static bool last_answer;

static void command(const char *at) {
    uint16_t number;
    if (!field_hex(&at, 2, &number)) return;
    if (number != last_command) last_answer = do_command(at);
    last_command = number;
    line_begin('R');
    put_boot();
    line_hex(number, 2);
    line_word_P(last_answer ? PSTR("OK") : PSTR("NO"));
    line_hex(sampler_tick(), 8);
    line_buttons(sampler_down());
    line_end();
}

// --- lines from the program --------------------------------------------------------------------------------------------

static uint16_t silence = SILENCE_MS;

static void answer(const char *line) {
    uint16_t number;
    const char *at = line + 1;
    silence = 0;
    resend_after = RESEND_MS;
    switch (line[0]) {
    case '?':
        welcome();
        heartbeat();
        break;
    case 'H':
        if (!field_hex(&at, 2, &number) || !field_end(at)) break;
        last_command = NO_COMMAND;
        sent = 0;
        welcome();
        break;
    case 'A':
        acknowledge(at);
        break;
    case 'T':
        if (!field_hex(&at, 4, &number) || !field_end(at)) break;
        line_begin('T');
        put_boot();
        line_hex(number, 4);
        line_hex(sampler_tick(), 8);
        line_end();
        break;
    case 'C':
        command(at);
        break;
    }
}

// --- the box itself ----------------------------------------------------------------------------------------------------

static void react(void) {
    uint8_t first = sampler_take_first();
    uint8_t early = sampler_take_early();
    if (first) {
        lamps_add(first, 0);
        sounder_play(PRESS);
    } else if (early) {
        lamps_add(0, early);
        sounder_play(WRONG);
    }
}

static void millisecond(void) {
    static uint16_t since_heartbeat;
    lamps_millisecond();
    sounder_millisecond();
    resend_millisecond();
    test_millisecond();
    if (silence < SILENCE_MS) {
        silence++;
        PORTB |= STATUS;
    } else {
        PORTB &= (uint8_t)~STATUS;
    }
    if (++since_heartbeat >= HEARTBEAT_MS) {
        since_heartbeat = 0;
        heartbeat();
    }
}

int main(void) {
    pins_begin();
    log_begin();
    uart_begin();
    sounder_begin();
    sampler_begin();
    watchdog_begin();
    sei();
    // Whoever was welcomed relies on every press, so nothing is said or heard before presses count.
    while (!sampler_awake()) {
        sleep_mode();
        wdt_reset();
    }
    welcome(); // so that the program need not wait for a heartbeat to learn of a reset
    uint8_t millisecond_at = (uint8_t)sampler_tick();
    for (;;) {
        // The sampling interrupt wakes the processor. Were it dead, nothing would, and the watchdog would bite.
        sleep_mode();
        wdt_reset();
        const char *line = line_received();
        if (line) answer(line);
        react();
        send_events();
        if ((uint8_t)((uint8_t)sampler_tick() - millisecond_at) >= TICKS_PER_MS) {
            millisecond_at = (uint8_t)(millisecond_at + TICKS_PER_MS);
            millisecond();
        }
    }
}
