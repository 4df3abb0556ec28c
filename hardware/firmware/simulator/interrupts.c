// How long interrupts take, what a sample has to wait for, and how deep the stack grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulator.h"

enum { PCINT0 = 3, PCINT1 = 4, TIMER2_COMPA = 7, USART_RX = 18, USART_UDRE = 19 };

#define ENTRY 4 // cycles that the chip needs to enter an interrupt, and simavr does not
#define RETURN 4

typedef struct {
    const char *name;
    int vector;
    avr_cycle_count_t pending, started[8], longest, late;
    int depth; // the sampling interrupt can be interrupted by the next one
    unsigned long count;
} measured_t;

static measured_t measured[] = {{.name = "sample", .vector = TIMER2_COMPA},
                                {.name = "receive", .vector = USART_RX},
                                {.name = "send", .vector = USART_UDRE},
                                {.name = "edge", .vector = PCINT1},
                                {.name = "edge7", .vector = PCINT0}};
#define MEASURED (sizeof measured / sizeof *measured)
static measured_t *const sampling = measured;

// Which interrupts a sample that is due has to wait for: the one that is running, and those that go first.
#define WAITS 12
static const char *waited_for[WAITS], *behind[WAITS];
static int waits, behind_count;
static bool sample_due;
static uint8_t *next_sample, *next_step; // of the firmware
static int backlog;

static void interrupt_pending(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    measured_t *m = param;
    if (!value) return;
    m->pending = cycle();
    if (m != sampling) return;
    sample_due = true;
    if (waits == 0 && m->depth) waited_for[waits++] = m->name; // the end of the sample before
}

static void note_wait(measured_t *m) {
    avr_cycle_count_t late = cycle() - m->pending;
    if (late > m->late) {
        m->late = late;
        if (m == sampling) memcpy(behind, waited_for, sizeof behind), behind_count = waits;
    }
    if (m == sampling) {
        sample_due = false;
        waits = 0;
        int waiting_samples = (uint8_t)(*next_sample - *next_step) + 1;
        if (waiting_samples > backlog) backlog = waiting_samples;
    } else {
        if (!sample_due) waits = 0;
        if (waits < WAITS) waited_for[waits++] = m->name;
    }
}

static void interrupt_running(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    measured_t *m = param;
    if (value) {
        m->started[m->depth++ % 8] = cycle();
        m->count++;
        note_wait(m);
        avr->cycle += ENTRY;
    } else if (m->depth) {
        avr_cycle_count_t took = cycle() + RETURN - m->started[--m->depth % 8];
        if (took > m->longest) m->longest = took;
        if (!sample_due) waits = 0;
    }
}

// Memory that nothing has touched since the start looks as it was painted then.
#define PAINT 0x5A

static void paint_memory(void) { memset(avr->data + avr->ioend + 1, PAINT, avr->ramend - avr->ioend); }

static int stack_used(void) {
    int used = 0;
    for (int i = 0; avr->ramend - i > avr->ioend && i < used + 16; i++)
        if (avr->data[avr->ramend - i] != PAINT) used = i + 1;
    return used;
}

static uint8_t *variable(const elf_firmware_t *firmware, const char *name) {
    for (uint32_t i = 0; i < firmware->symbolcount; i++)
        if (!strcmp(firmware->symbol[i]->symbol, name)) return avr->data + (firmware->symbol[i]->addr & 0xFFFF);
    fprintf(stderr, "the firmware has no %s\n", name);
    exit(2);
}

void interrupts_begin(const elf_firmware_t *firmware) {
    next_sample = variable(firmware, "next_sample");
    next_step = variable(firmware, "next_step");
    paint_memory();
    for (size_t i = 0; i < MEASURED; i++) {
        avr_irq_t *irq = avr_get_interrupt_irq(avr, (uint8_t)measured[i].vector);
        avr_irq_register_notify(irq + AVR_INT_IRQ_PENDING, interrupt_pending, &measured[i]);
        avr_irq_register_notify(irq + AVR_INT_IRQ_RUNNING, interrupt_running, &measured[i]);
    }
}

void interrupts_after_reset(void) {
    for (size_t i = 0; i < MEASURED; i++) measured[i].depth = 0;
    sample_due = false;
    waits = 0;
}

void interrupts_report(void) {
    for (size_t i = 0; i < MEASURED; i++) printf("%s %llu ", measured[i].name, (unsigned long long)measured[i].longest);
    printf("late %llu samples %lu sampled %llu stack %d backlog %d\n", (unsigned long long)sampling->late, sampling->count,
           (unsigned long long)sampling->pending, stack_used(), backlog);
}

void interrupts_report_behind(void) {
    for (int i = 0; i < behind_count; i++) printf("%s ", behind[i]);
    puts("");
}
