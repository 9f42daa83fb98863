/* SPDX-License-Identifier: MIT */
/* What happens when the implementation does not come back: a crash, an exit, or the time limit.
 *
 * Each is reported with the phase and length that were running, then the program ends. An alternate
 * stack lets the handler run when the implementation has used up its own. A handler inside the
 * process can be undone by hostile code; the caller therefore has a time limit of its own, and
 * takes an end without "done" for a failure. */
#include "harness.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *volatile phase = "start";
static volatile unsigned long long length;
static volatile sig_atomic_t inside;
static unsigned char stack[1 << 16];

void watch_enter(const char *new_phase, unsigned long long new_length) {
    phase = new_phase;
    length = new_length;
    inside = 1;
}

void watch_leave(void) { inside = 0; }

static void say(const char *what, unsigned long long detail) {
    report_word("problem");
    report_word(what);
    report_word(phase);
    report_number(length);
    report_number(detail);
    report_end();
    report_flush();
}

_Noreturn void watch_problem(const char *what, unsigned long long detail) {
    inside = 0;
    say(what, detail);
    _exit(1);
}

static void on_signal(int number) {
    watch_problem(number == SIGALRM ? "timeout" : "signal", (unsigned long long)number);
}

static void on_exit_inside(void) {
    if (inside)
        watch_problem("exit", 0);
}

void watch_start(unsigned seconds) {
    static const int numbers[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE,
                                  SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
    stack_t alternate;
    struct sigaction action;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof stack;
    sigaltstack(&alternate, NULL);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
        sigaction(numbers[i], &action, NULL);
    atexit(on_exit_inside);
    alarm(seconds);
}
