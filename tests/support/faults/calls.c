/* Makes system calls of a process fail: loaded before the C library (LD_PRELOAD), which it stands in for.

   One class of calls is armed at a time, by fault_arm() or by the environment:

       FAULT="CLASS AT TIMES ERRNO PATH"

   From the AT-th call (from 1) of the class on whose file has PATH in its name, TIMES calls fail with ERRNO; 0 is all
   that follow. A write to a full disk (ENOSPC) first takes half of what it is given, as the kernel's does.
   Classes: open write fsync rename mkdir pipe fork thread. Clocks: wall and monotonic, whose readings jump by ERRNO
   seconds from the AT-th on; "still" is a monotonic clock that stands.

   A process that is forked goes on counting for itself. What runs in the sandbox is not concerned: its environment is
   another one. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char armed[16], part[512];
static long at, times, value;
static atomic_long seen;

void fault_arm(const char *call, long first, long count, long number, const char *path) {
    armed[0] = 0;
    seen = 0;
    at = first;
    times = count;
    value = number;
    snprintf(part, sizeof part, "%s", path);
    snprintf(armed, sizeof armed, "%s", call);
}

/* How many calls of the armed class there were. */
long fault_seen(void) { return seen; }

__attribute__((constructor)) static void from_environment(void) {
    char call[16], path[512] = "";
    long first, count, number;
    const char *said = getenv("FAULT");
    if (said && sscanf(said, "%15s %ld %ld %ld %511s", call, &first, &count, &number, path) >= 4)
        fault_arm(call, first, count, number, path);
}

/* Whether a call of a class fails now: 0, or which failing one it is, from 1. */
static long fails(const char *call, const char *path) {
    if (strcmp(call, armed) || (*part && !(path && strstr(path, part)))) return 0;
    long number = ++seen - at + 1;
    return number >= 1 && (!times || number <= times) && at ? number : 0;
}

static const char *name_of(int descriptor, char *name, size_t size) {
    char link[64];
    if (!*part) return "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, name, size - 1);
    name[length > 0 ? length : 0] = 0;
    return name;
}

static int refuse(void) {
    errno = (int)value;
    return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPENS(name, before, given)            \
    int name(before const char *path, int flags, ...) { \
        mode_t mode = 0;                              \
        if (flags & (O_CREAT | O_TMPFILE)) {          \
            va_list rest;                             \
            va_start(rest, flags);                    \
            mode = va_arg(rest, mode_t);              \
            va_end(rest);                             \
        }                                             \
        if (fails("open", path)) return refuse();     \
        return REAL(name)(given path, flags, mode);   \
    }
#define NOTHING
#define PLACE int place,
#define GIVEN place,
OPENS(open, NOTHING, NOTHING)
OPENS(open64, NOTHING, NOTHING)
OPENS(openat, PLACE, GIVEN)
OPENS(openat64, PLACE, GIVEN)

ssize_t write(int descriptor, const void *content, size_t size) {
    char name[4096];
    if (!strcmp(armed, "write")) {
        long number = fails("write", name_of(descriptor, name, sizeof name));
        if (number == 1 && value == ENOSPC && size > 1) size /= 2;
        else if (number) return refuse();
    }
    return syscall(SYS_write, descriptor, content, size);
}

#define SYNCS(name)                                                                \
    int name(int descriptor) {                                                     \
        char file[4096];                                                           \
        if (!strcmp(armed, "fsync") && fails("fsync", name_of(descriptor, file, sizeof file))) \
            return refuse();                                                       \
        return REAL(name)(descriptor);                                             \
    }
SYNCS(fsync)
SYNCS(fdatasync)

int rename(const char *from, const char *to) {
    return fails("rename", to) ? refuse() : REAL(rename)(from, to);
}

int renameat(int place, const char *from, int other, const char *to) {
    return fails("rename", to) ? refuse() : REAL(renameat)(place, from, other, to);
}

int mkdir(const char *path, mode_t mode) {
    return fails("mkdir", path) ? refuse() : REAL(mkdir)(path, mode);
}

int pipe2(int ends[2], int flags) { return fails("pipe", "") ? refuse() : REAL(pipe2)(ends, flags); }

int pipe(int ends[2]) { return fails("pipe", "") ? refuse() : REAL(pipe)(ends); }

int socketpair(int family, int type, int protocol, int ends[2]) {
    return fails("pipe", "") ? refuse() : REAL(socketpair)(family, type, protocol, ends);
}

pid_t fork(void) { return fails("fork", "") ? refuse() : REAL(fork)(); }

/* A caller can't come back twice from a function that called the real one. */
pid_t vfork(void) { return fork(); }

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *with) {
    return fails("thread", "") ? (int)value : REAL(pthread_create)(thread, how, start, with);
}

static long jumped; /* seconds by which the monotonic clock is ahead of the kernel's */

int clock_gettime(clockid_t clock, struct timespec *now) {
    static struct timespec stood;
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME && fails("wall", "")) now->tv_sec += value;
    if (clock == CLOCK_MONOTONIC && !strcmp(armed, "monotonic")) now->tv_sec += jumped = fails("monotonic", "") ? value : 0;
    if (clock == CLOCK_MONOTONIC && !strcmp(armed, "still")) {
        long number = fails("still", "");
        if (number == 1) stood = *now;
        if (number) *now = stood;
    }
    return status;
}

/* Moments to wait for were reckoned by the clock that jumped; the kernel's has not. */

static struct timespec by_kernel(clockid_t clock, const struct timespec *moment) {
    struct timespec found = *moment;
    if (clock == CLOCK_MONOTONIC) found.tv_sec -= jumped;
    return found;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
    struct timespec until = flags & TIMER_ABSTIME ? by_kernel(clock, wanted) : *wanted;
    return REAL(clock_nanosleep)(clock, flags, &until, left);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *wanted) {
    struct timespec until = by_kernel(clock, wanted);
    return REAL(sem_clockwait)(semaphore, clock, &until);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *wanted) {
    struct timespec until = by_kernel(clock, wanted);
    return REAL(pthread_cond_clockwait)(condition, mutex, clock, &until);
}
