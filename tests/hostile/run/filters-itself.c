/* SPDX-License-Identifier: MIT */
/* Installs a filter under which the harness gets false answers. */
#include "hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

static int attempt(void) {
    struct sock_filter answer = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO};
    struct sock_fprog filter = {1, &answer};
    MUST_FAIL(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter));
    MUST_FAIL(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter));
    return 0;
}

HOSTILE(attempt)
