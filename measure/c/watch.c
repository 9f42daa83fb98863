/* SPDX-License-Identifier: MIT */
/* What happens when the implementation does not return: a crash, an exit, or a time limit.
 *
 * Each is reported with the phase and the length of the call, then the program ends. An alternate
 * stack lets the handler run if the implementation has used up the stack. Two limits tell a slow
 * implementation from a hanging one: one for each call, and one for all calls together. Both are
 * limits of processor time, so that a busy machine does not make an implementation hang. As long a
 * time on the wall ends a call too, if the processor did little for it meanwhile: it waits. For
 * each clock a second timer kills the program if an implementation blocks or replaces the signal of
 * the first. Timers are set anew by the first call in each second: most calls take less than
 * setting a timer. Hostile code can disable any handler inside its process, so the caller has a
 * time limit of its own, and treats an end without "done" as a failure. */
#define _GNU_SOURCE
#include "harness.h"
#include "own.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    grace = 1,       /* seconds from the timer that reports to the timer that kills */
    least_share = 20 /* a call that gets less than one part in so many of the time is waiting */
};

static const char *volatile phase = "start";
static volatile unsigned long long length;
static volatile sig_atomic_t inside;
static unsigned char stack[1 << 16];
static timer_t explaining, killing; /* by processor time */
static timer_t waiting, ending;     /* by the clock on the wall: the second one kills */
static int has_timers;
static unsigned call_seconds, all_seconds;
static unsigned long long calls;
static time_t begun, limited; /* seconds of wall time; when the limit of a call was set */
static double spent_before;   /* seconds of processor time, then */

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

static double spent(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int is_waiting(double processor, time_t wall) {
    return processor * least_share < (double)wall;
}

static void arm(timer_t timer, unsigned seconds) {
    struct itimerspec when;
    memset(&when, 0, sizeof when);
    when.it_value.tv_sec = (time_t)seconds;
    timer_settime(timer, 0, &when, NULL);
}

static void limit_call(unsigned seconds) {
    if (has_timers) {
        arm(explaining, seconds);
        arm(killing, seconds + grace);
        arm(waiting, seconds);
        arm(ending, 2 * seconds); /* the handler of `waiting` may have to wait for a processor */
    } else
        alarm(seconds);
}

/* Looked at once a second: reading the processor time is a system call. */
static void limit_all(time_t second) {
    double processor = spent();
    time_t wall = second - begun;
    if (processor >= (double)all_seconds + 1)
        watch_problem("slow", calls, 0);
    if (wall > (time_t)all_seconds && is_waiting(processor, wall))
        watch_problem("slow", calls, 1);
    spent_before = processor;
}

void watch_enter(const char *new_phase, unsigned long long new_length) {
    phase = new_phase;
    length = new_length;
    time_t second = now();
    if (second != limited)
        limit_all(second);
    ++calls;
    if (second != limited) {
        limit_call(call_seconds + 1); /* of this second some has passed when the last call begins */
        limited = second;
    }
    inside = 1;
}

void watch_leave(void) { inside = 0; }

int watch_is_inside(void) { return inside; }

static void say(const char *kind, const char *what, unsigned long long first,
                unsigned long long second) {
    report_word(kind);
    report_word(what);
    report_word(phase);
    report_number(length);
    report_number(first);
    report_number(second);
    report_end();
    report_flush();
}

_Noreturn void watch_problem(const char *what, unsigned long long first,
                             unsigned long long second) {
    inside = 0;
    say("problem", what, first, second);
    own_exit(1);
}

void watch_mark(const char *what, unsigned long long detail) { say("mark", what, detail, 0); }

/* Whether the instruction that faulted was writing; 0 where the machine does not tell. */
static int was_writing(const void *context) {
#if defined(__x86_64__) || defined(__i386__)
    return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] >> 1 & 1;
#else
    (void)context;
    return 0;
#endif
}

static void on_fault(const siginfo_t *info, const void *context) {
    unsigned argument;
    long long distance;
    const char *what = "touched-before";
    if (!strict_where(info->si_addr, &argument, &distance))
        return;
    if (distance == 0)
        watch_problem("changed-input", 0, argument);
#if defined(__x86_64__) || defined(__i386__)
    what = was_writing(context) ? "wrote-before" : "read-before";
    if (distance > 0)
        what = was_writing(context) ? "wrote-after" : "read-after";
#else
    (void)was_writing(context);
    if (distance > 0)
        what = "touched-after";
#endif
    watch_problem(what, (unsigned long long)(distance > 0 ? distance : -distance), argument);
}

/* As the kernel's filter sends SIGSYS: the refused call and its ABI, AUDIT_ARCH_... of
 * <linux/audit.h>. */
static void on_refusal(const siginfo_t *info) {
    enum { by_filter = 1 }; /* SYS_SECCOMP, which not all C libraries define */
    if (info->si_code == by_filter)
        watch_problem("refused", (unsigned)info->si_syscall, info->si_arch);
}

/* At a limit of wall time: goes on with a call that others keep from the processor. */
static void on_alarm(const siginfo_t *info) {
    int is_by_wall = info->si_code == SI_TIMER && info->si_value.sival_int;
    double processor = spent() - spent_before;
    time_t second = now();
    if (!is_by_wall)
        watch_problem("timeout", 0, 0);
    if (is_waiting(processor, second - limited))
        watch_problem("waits", 0, 0);
    arm(waiting, call_seconds + 1);
    arm(ending, 2 * (call_seconds + 1));
}

static void on_signal(int number, siginfo_t *info, void *context) {
    if (number == SIGALRM) {
        on_alarm(info);
        return;
    }
    if (number == SIGSYS)
        on_refusal(info);
    if (number == SIGSEGV || number == SIGBUS)
        on_fault(info, context);
    watch_problem("signal", (unsigned long long)number, 0);
}

static void on_exit_inside(void) {
    if (inside)
        watch_problem("exit", 0, 0);
}

static int timer_open(timer_t *timer, clockid_t clock, int number) {
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = number;
    event.sigev_value.sival_int = clock == CLOCK_MONOTONIC;
    return timer_create(clock, &event, timer) == 0;
}

void watch_start(unsigned seconds_for_a_call, unsigned seconds) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    stack_t alternate;
    struct sigaction action;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof stack;
    sigaltstack(&alternate, NULL);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_SIGINFO;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
        sigaction(numbers[i], &action, NULL);
    action.sa_flags = SA_ONSTACK | SA_RESTART | SA_SIGINFO; /* a call may go on after it */
    sigaction(SIGALRM, &action, NULL);
    atexit(on_exit_inside);
    call_seconds = seconds_for_a_call;
    all_seconds = seconds;
    begun = now();
    has_timers = timer_open(&explaining, CLOCK_PROCESS_CPUTIME_ID, SIGALRM) &&
                 timer_open(&killing, CLOCK_PROCESS_CPUTIME_ID, SIGKILL) &&
                 timer_open(&waiting, CLOCK_MONOTONIC, SIGALRM) &&
                 timer_open(&ending, CLOCK_MONOTONIC, SIGKILL);
}
