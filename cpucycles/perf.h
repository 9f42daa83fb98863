/* SPDX-License-Identifier: MIT */
/* The cycles of this thread in user mode, as an event of Linux's perf_event_open(2). Counters read
 * it by read(), or from the processor with the help of a page of memory that the kernel writes. */
#ifndef HASHCOP_PERF_H
#define HASHCOP_PERF_H

#include <linux/perf_event.h>

struct perf_event {
    int descriptor;
    volatile struct perf_event_mmap_page *page;
    int lost; /* whether the event had no hardware counter during a reading */
};
#define PERF_EVENT_CLOSED                                                                          \
    { -1, 0, 0 }

/* The environment variable with the descriptor of an event that was opened before this program
 * began: measure/c/grant.c. */
#define PERF_EVENT_INHERITED "HASHCOP_PERF_EVENT"

/* Options for the processor's part of the kernel: on arm64 (arch/arm64/perf.rst) a counter of 64
 * bits that programs may read. */
#if defined(__aarch64__)
enum { perf_config1 = 1 | 2 };
#else
enum { perf_config1 = 0 };
#endif

/* Opens the event; null, or why there is none. */
const char *perf_open(struct perf_event *event);
/* Lets programs that this process executes keep the event; 0 if that fails. */
int perf_hand_down(const struct perf_event *event);
/* Maps the page of an open event; null, or why the counter can't be read without the kernel.
 * `permission` is the setting that would permit it. */
const char *perf_map(struct perf_event *event, const char *permission);
/* Reads cycles by a system call; 0 if the kernel has none. */
unsigned long long perf_count(const struct perf_event *event);
/* Null if the event has been counting ever since it was opened, otherwise why not. */
const char *perf_doubt(const struct perf_event *event);
void perf_close(struct perf_event *event);

/* The event's count, from its page and the processor. `hardware(n)` reads the processor's counter
 * n, by the kernel's number.
 *
 * The page has the number of the hardware counter and an offset to its value. When the kernel moves
 * the event, in an interrupt of this thread, it changes both and increments `lock`; so a reading is
 * taken again if `lock` has changed. All of this happens on one processor, so only the compiler
 * must be kept from reordering it. */
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
            /* The hardware may have fewer than 64 bits, and the kernel starts it below zero. */
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
