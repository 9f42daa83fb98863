/* SPDX-License-Identifier: MIT */
/* What happens when the implementation does not return: a crash, an exit, or a time limit.
 *
 * Each is reported with the phase and the length of the call, then the program ends. An alternate
 * stack lets the handler run if the implementation has used up the stack. Two limits tell a slow
 * implementation from a hanging one: one for each call, and one for all calls together. A second
 * timer kills the program if an implementation blocks or replaces the signal of the first. Timers
 * are set anew by the first call in each second: most calls take less than setting a timer. Hostile
 * code can disable any handler inside its process, so the caller has a time limit of its own, and
 * treats an end without "done" as a failure. */
#define _GNU_SOURCE
#include "harness.h"
#include "own.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { grace = 1 }; /* seconds from the timer that reports to the timer that kills */

static const char *volatile phase = "start";
static volatile unsigned long long length;
static volatile sig_atomic_t inside;
static unsigned char stack[1 << 16];
static timer_t explaining, killing;
static int has_timers;
static unsigned call_seconds;
static unsigned long long calls;
static time_t end, limited; /* seconds; when the limit of a call was set */

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
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
        arm(killing, seconds ? seconds + grace : 0);
    } else
        alarm(seconds);
}

void watch_enter(const char *new_phase, unsigned long long new_length) {
    phase = new_phase;
    length = new_length;
    time_t second = now();
    if (second > end)
        watch_problem("slow", calls, 0);
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

static void on_signal(int number, siginfo_t *info, void *context) {
    if (number == SIGALRM)
        watch_problem("timeout", 0, 0);
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

static int timer_open(timer_t *timer, int number) {
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = number;
    return timer_create(CLOCK_MONOTONIC, &event, timer) == 0;
}

void watch_start(unsigned seconds_for_a_call, unsigned seconds) {
    static const int numbers[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE,
                                  SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
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
    atexit(on_exit_inside);
    call_seconds = seconds_for_a_call;
    end = now() + (time_t)seconds;
    has_timers = timer_open(&explaining, SIGALRM) && timer_open(&killing, SIGKILL);
}
