/* SPDX-License-Identifier: MIT */
/* A kernel that answers as it is told, for what perf.c makes of its answers:
 *
 *     perf_fakes <counter> <what the kernel does>
 *
 * prints "-" where the counter works, or why not. The linker puts __wrap_x in the place of x. */
#include "cpucycles.h"
#include "perf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { descriptor = 77 };
static const char *kernel;
static int closed, unmapped;
static struct perf_event_attr asked;
static struct perf_event_mmap_page page;

static int is(const char *what) { return strcmp(kernel, what) == 0; }

static unsigned long long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
}

static const struct {
    const char *name;
    int number;
} errors[] = {{"EPERM", EPERM},           {"EACCES", EACCES}, {"ENOENT", ENOENT},
              {"EOPNOTSUPP", EOPNOTSUPP}, {"ENOSYS", ENOSYS}, {"EMFILE", EMFILE},
              {"EINVAL", EINVAL}};

long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    const struct perf_event_attr *attributes = va_arg(arguments, void *);
    va_end(arguments);
    if (number != SYS_perf_event_open)
        abort();
    asked = *attributes;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; ++i)
        if (is(errors[i].name)) {
            errno = errors[i].number;
            return -1;
        }
    return descriptor;
}

/* count, time enabled, time running */
ssize_t __wrap_read(int from, void *into, size_t bytes);
ssize_t __wrap_read(int from, void *into, size_t bytes) {
    unsigned long long now[3] = {nanoseconds(), 1000, 1000};
    if (from != descriptor || bytes != sizeof now)
        abort();
    if (is("not-pinned"))
        return 0;
    if (is("multiplexed"))
        now[2] = 600;
    if (is("still"))
        now[0] = 5;
    memcpy(into, now, sizeof now);
    return sizeof now;
}

void *__wrap_mmap(void *where, size_t bytes, int may, int flags, int from, off_t offset);
void *__wrap_mmap(void *where, size_t bytes, int may, int flags, int from, off_t offset) {
    (void)where, (void)bytes, (void)offset;
    if (from != descriptor || may != PROT_READ || flags != MAP_SHARED)
        abort();
    if (is("no-page")) {
        errno = EPERM;
        return MAP_FAILED;
    }
    page.cap_user_rdpmc = !is("no-rdpmc");
    page.pmc_width = 48;
    page.index = is("lost") ? 0 : 1;
    return &page;
}

int __wrap_munmap(void *where, size_t bytes);
int __wrap_munmap(void *where, size_t bytes) {
    (void)where, (void)bytes;
    return ++unmapped, 0;
}

int __wrap_fcntl(int number, int command, ...);
int __wrap_fcntl(int number, int command, ...) {
    if (command != F_DUPFD_CLOEXEC || number != 33)
        abort();
    return descriptor;
}

int __wrap_close(int number);
int __wrap_close(int number) {
    if (number != descriptor)
        abort();
    return ++closed, 0;
}

/* A register of 48 bits, below zero as the kernel starts it; the first readings are interrupted. */
static unsigned interruptions;
static unsigned long long hardware(unsigned index) {
    if (interruptions > 0) {
        --interruptions;
        ++page.lock;
        page.offset += 1000;
        return 0x7fff;
    }
    return index == 4 ? 0xfffffffffff0ULL : 1;
}

static void tell_page(void) {
    struct perf_event event = {descriptor, &page, 0};
    page.index = 5;
    page.pmc_width = 48;
    page.offset = 100000;
    printf("%llu\n", perf_page_read(&event, hardware));
    interruptions = 3;
    printf("%llu\n", perf_page_read(&event, hardware));
    page.pmc_width = 64;
    printf("%llu\n", perf_page_read(&event, hardware) - 0xfffffffffff0ULL);
    printf("%d\n", event.lost);
    page.index = 0;
    printf("%llu\n", perf_page_read(&event, hardware));
    printf("%d\n", event.lost);
}

const struct cpucycles_counter *const cpucycles_candidates[] = {0};
extern const struct cpucycles_counter cpucycles_perf_event, cpucycles_x86_rdpmc;

int main(int count, char **words) {
    if (count < 3)
        return tell_page(), 0;
    kernel = words[2];
    const struct cpucycles_counter *counter =
        strcmp(words[1], "perf-event") == 0 ? &cpucycles_perf_event : &cpucycles_x86_rdpmc;
    if (!counter->open)
        return puts("another processor"), 0;
    const char *why = cpucycles_try(counter);
    printf("%s\n", why ? why : "-");
    printf("%d %d\n", closed, unmapped);
    printf("%d %d %d %d\n", asked.exclude_kernel, asked.exclude_hv, asked.pinned, asked.disabled);
    return 0;
}
