/* refuse KIND COMMAND ...: runs a command, and all that it starts, where the kernel refuses something.

   seccomp: filters of system calls. namespaces: namespaces of its own, for users as well. */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SPACES \
    (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(what, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, what, 0, skipped)
#define UNLESS_ANY(bits, skipped) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped)
#define END(how) BPF_STMT(BPF_RET | BPF_K, how)
#define REFUSE(number) END(SECCOMP_RET_ERRNO | (number))

static struct sock_filter filters[] = {
    LOAD(nr), UNLESS(SYS_seccomp, 1), REFUSE(EINVAL),
    UNLESS(SYS_prctl, 3), LOAD(args[0]), UNLESS(PR_SET_SECCOMP, 1), REFUSE(EINVAL),
    END(SECCOMP_RET_ALLOW),
};

static struct sock_filter namespaces[] = {
    LOAD(nr), UNLESS(SYS_unshare, 1), REFUSE(EPERM),
    UNLESS(SYS_clone3, 1), REFUSE(ENOSYS),
    UNLESS(SYS_clone, 3), LOAD(args[0]), UNLESS_ANY(SPACES, 1), REFUSE(EPERM),
    END(SECCOMP_RET_ALLOW),
};

int main(int count, char **words) {
    if (count < 3) return 2;
    int is_seccomp = !strcmp(words[1], "seccomp");
    struct sock_fprog program = {
        .len = is_seccomp ? sizeof filters / sizeof *filters : sizeof namespaces / sizeof *namespaces,
        .filter = is_seccomp ? filters : namespaces,
    };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("refuse");
        return 2;
    }
    execvp(words[2], words + 2);
    perror(words[2]);
    return 2;
}
