/* SPDX-License-Identifier: MIT */
/* Executes instructions that a machine may forbid, so that the program survives it.
 *
 * Whether an instruction is permitted depends on the kernel's settings and can seldom be queried,
 * so it is tried. The program's own signal handlers are restored afterwards. */
#include "cpucycles.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>

static const struct {
    int number;
    const char *reason;
} forbidding[] = {
    {SIGILL, "the processor or the kernel forbids the instruction (SIGILL)"},
    {SIGSEGV, "the processor or the kernel forbids the access (SIGSEGV)"},
    {SIGBUS, "the processor or the kernel forbids the access (SIGBUS)"},
    {SIGFPE, "reading it is an arithmetic error (SIGFPE)"},
    {SIGTRAP, "reading it is a trap (SIGTRAP)"},
    {SIGSYS, "a filter forbids the system call (SIGSYS)"},
};
enum { kinds = sizeof forbidding / sizeof forbidding[0] };

static sigjmp_buf back;
static volatile sig_atomic_t raised;

static void on_signal(int number) {
    raised = number;
    siglongjmp(back, 1);
}

static const char *reason_of(int number) {
    for (int i = 0; i < kinds; ++i)
        if (forbidding[i].number == number)
            return forbidding[i].reason;
    return NULL;
}

const char *cpucycles_guarded(void (*work)(void *), void *argument) {
    struct sigaction before[kinds], action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    raised = 0;
    for (int i = 0; i < kinds; ++i)
        sigaction(forbidding[i].number, &action, &before[i]);
    if (sigsetjmp(back, 1) == 0)
        work(argument);
    for (int i = 0; i < kinds; ++i)
        sigaction(forbidding[i].number, &before[i], NULL);
    return reason_of(raised);
}
