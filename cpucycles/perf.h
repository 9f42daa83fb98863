/* SPDX-License-Identifier: MIT */
/* The cycles of this thread in user mode as an event of Linux's perf_event_open(2), for counters
 * that read it by read(), or from the processor with what the kernel says in a page of memory. */
#ifndef HASHCOP_PERF_H
#define HASHCOP_PERF_H

#include <linux/perf_event.h>

struct perf_event {
    int descriptor;
    volatile struct perf_event_mmap_page *page;
    int lost; /* a reading found the event without its hardware counter */
};
#define PERF_EVENT_CLOSED                                                                          \
    { -1, 0, 0 }

/* The environment's word for an event that was opened before this program began: measure/c/grant.c.
 */
#define PERF_EVENT_INHERITED "HASHCOP_PERF_EVENT"

/* What the processor's part of the kernel is told: on arm64 (arch/arm64/perf.rst) that the counter
 * has 64 bits and is to be read by programs. */
#if defined(__aarch64__)
enum { perf_config1 = 1 | 2 };
#else
enum { perf_config1 = 0 };
#endif

/* Null, or why there is no such event. */
const char *perf_open(struct perf_event *event);
/* Lets the programs that this one becomes have the event; 0 where that fails. */
int perf_hand_down(const struct perf_event *event);
/* Maps the page of an open event; null, or why the processor can't be asked without the kernel.
 * `permission` names the setting that permits it. */
const char *perf_map(struct perf_event *event, const char *permission);
/* Cycles, by a system call; 0 where the kernel has none. */
unsigned long long perf_count(const struct perf_event *event);
/* Null while the event was counting all the time since it was opened, otherwise why not. */
const char *perf_doubt(const struct perf_event *event);
void perf_close(struct perf_event *event);

/* The event's count, from its page and the processor. `hardware(n)` reads the processor's counter
 * n, numbered as the kernel does for that processor.
 *
 * The page tells which counter has the event and what to add to it. The kernel changes both when it
 * moves the event, in an interrupt of this thread, and counts `lock` up: a reading during which
 * `lock` has changed is taken again. It all happens on one processor, so that the compiler is the
 * only one who must be kept from reordering it. */
static inline unsigned long long perf_page_read(struct perf_event *event,
                                                unsigned long long (*hardware)(unsigned)) {
    volatile struct perf_event_mmap_page *page = event->page;
    unsigned long long count;
    unsigned lock;
    do {
        lock = page->lock;
        __asm__ volatile("" ::: "memory");
        unsigned index = page->index, width = page->pmc_width;
        count = (unsigned long long)page->offset;
        if (index == 0) {
            event->lost = 1;
        } else {
            /* The hardware may have fewer bits than 64, and the kernel starts it below zero. */
            unsigned long long value = hardware(index - 1);
            if (width > 0 && width < 64) {
                unsigned long long sign = 1ULL << (width - 1);
                value &= (sign << 1) - 1;
                value = (value ^ sign) - sign;
            }
            count += value;
        }
        __asm__ volatile("" ::: "memory");
    } while (page->lock != lock);
    return count;
}

#endif
