/* SPDX-License-Identifier: MIT */
/* Opening a perf event, and saying why it can't be had or trusted. */
#include "perf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static char reason[160];

/* The level of kernel.perf_event_paranoid; -1 if the kernel does not tell. */
static int paranoid(void) {
    int level = -1;
    FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
    if (file) {
        if (fscanf(file, "%d", &level) != 1)
            level = -1;
        fclose(file);
    }
    return level;
}

/* Level 3 is no level of Linux itself, but Debian and others have it; 2 and less permit the
 * event. */
static const char *forbidden(void) {
    int level = paranoid();
    if (level > 2)
        snprintf(
            reason, sizeof reason,
            "the kernel forbids it: kernel.perf_event_paranoid is %d, and 2 or less permits it",
            level);
    else
        snprintf(reason, sizeof reason,
                 "perf_event_open is forbidden, by a container's filter or a security module");
    return reason;
}

static const char *why_not(int error) {
    switch (error) {
    case EPERM:
    case EACCES:
        return forbidden();
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        snprintf(reason, sizeof reason,
                 "the kernel sees no cycle counter in this processor, as in many virtual "
                 "machines (perf_event_open: %s)",
                 strerror(error));
        break;
    case ENOSYS:
        return "the kernel has no perf_event_open";
    default:
        snprintf(reason, sizeof reason, "perf_event_open: %s", strerror(error));
    }
    return reason;
}

/* A copy of the descriptor of the event that this program was started with; -1 if there is none. */
static int inherited(void) {
    const char *number = getenv(PERF_EVENT_INHERITED);
    return number ? fcntl(atoi(number), F_DUPFD_CLOEXEC, 3) : -1;
}

int perf_hand_down(const struct perf_event *event) {
    return fcntl(event->descriptor, F_SETFD, 0) == 0;
}

/* User mode only: kernels permit no more to everybody, and it is the cost of a hash function.
 * Pinned: whenever this thread runs, the event has a hardware counter or fails; it is never
 * multiplexed with others. It counts from now on, and is neither inherited nor reset. */
const char *perf_open(struct perf_event *event) {
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.size = sizeof wanted;
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = PERF_COUNT_HW_CPU_CYCLES;
    wanted.config1 = perf_config1;
    wanted.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    wanted.pinned = 1;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    event->page = NULL;
    event->lost = 0;
    event->descriptor = (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (event->descriptor >= 0)
        return NULL;
    int error = errno;
    if (error == EPERM || error == EACCES)
        event->descriptor = inherited();
    return event->descriptor < 0 ? why_not(error) : NULL;
}

const char *perf_map(struct perf_event *event, const char *permission) {
    size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
    void *page = mmap(NULL, bytes, PROT_READ, MAP_SHARED, event->descriptor, 0);
    if (page == MAP_FAILED) {
        snprintf(reason, sizeof reason, "the page of its perf event can't be mapped: %s",
                 strerror(errno));
        return reason;
    }
    event->page = page;
    if (event->page->cap_user_rdpmc)
        return NULL;
    snprintf(
        reason, sizeof reason,
        "the kernel forbids to read it outside the kernel (cap_user_rdpmc is 0); %s permits it",
        permission);
    return reason;
}

struct reading {
    unsigned long long count, enabled, running;
};

/* Whether the kernel has a count: it has none for an event that could not be pinned. */
static int read_event(const struct perf_event *event, struct reading *into) {
    return read(event->descriptor, into, sizeof *into) == (ssize_t)sizeof *into;
}

unsigned long long perf_count(const struct perf_event *event) {
    struct reading now;
    return read_event(event, &now) ? now.count : 0;
}

const char *perf_doubt(const struct perf_event *event) {
    struct reading now;
    if (!read_event(event, &now))
        return "another event, perhaps the kernel's NMI watchdog, holds the hardware counter";
    if (now.running < now.enabled) {
        snprintf(reason, sizeof reason,
                 "the kernel multiplexes it with other events: it counted for %llu of %llu ns",
                 now.running, now.enabled);
        return reason;
    }
    return event->lost ? "it lost its hardware counter meanwhile" : NULL;
}

void perf_close(struct perf_event *event) {
    if (event->page)
        munmap((void *)event->page, (size_t)sysconf(_SC_PAGESIZE));
    if (event->descriptor >= 0)
        close(event->descriptor);
    event->page = NULL;
    event->descriptor = -1;
}
