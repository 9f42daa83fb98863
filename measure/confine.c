/* SPDX-License-Identifier: MIT */
/* Begins what runs in the sandbox (hashcop/machine/sandbox.py):
 *
 *     confine join <file ...> -- <command ...>
 *         enters the cgroups with these files cgroup.procs, then executes the command
 *     confine run <filters> <kind> <program> <word ...>
 *         installs a filter of system calls, then executes the program
 *     confine serve <filters> <socket>
 *         runs programs, one after the other, as requests on a socket ask for: see serve()
 *
 * The program is to execute nothing afterwards, and a filter can't count. So it permits execve only
 * with a path at one address, FIRST_PATH. This program puts the path there. It is gone once the new
 * program runs, and the filter lets nothing be mapped there again: every later execve fails.
 *
 * The filters are files of hashcop/machine/seccomp.py, <kind> or <kind>-relocated. The latter lets
 * memory become executable: the dynamic loader needs that for programs whose code it must change
 * (text relocations, as old assembly for x86 has). */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { failed = 125 };

_Noreturn static void stop(const char *what, const char *which) {
    fprintf(stderr, "confine: %s %s: %s\n", what, which, strerror(errno));
    _exit(failed);
}

static void *mapped(const char *path, size_t *bytes) {
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0)
        stop("can't read", path);
    *bytes = (size_t)status.st_size;
    void *place = mmap(NULL, *bytes ? *bytes : 1, PROT_READ, MAP_PRIVATE, file, 0);
    if (place == MAP_FAILED)
        stop("can't read", path);
    close(file);
    return place;
}

/* Whether the loader must change the code of a program; it also ends this program if one of the
 * program's own addresses is beyond LIMIT_OF_PROGRAM, and so perhaps at FIRST_PATH. */
#define DEFINE_IS_RELOCATED(name, Ehdr, Phdr, Dyn)                                                 \
    static int name(const unsigned char *file, size_t bytes) {                                     \
        const Ehdr *head = (const Ehdr *)file;                                                     \
        int found = 0;                                                                             \
        if (bytes < sizeof *head || head->e_phentsize != sizeof(Phdr) || head->e_phoff > bytes ||  \
            (bytes - head->e_phoff) / sizeof(Phdr) < head->e_phnum)                                \
            return 0;                                                                              \
        const Phdr *segment = (const Phdr *)(file + head->e_phoff);                                \
        for (size_t i = 0; i < head->e_phnum; ++i, ++segment) {                                    \
            unsigned long long end = (unsigned long long)segment->p_vaddr + segment->p_memsz;      \
            if (segment->p_type == PT_LOAD &&                                                      \
                (end < segment->p_vaddr || end > LIMIT_OF_PROGRAM)) {                              \
                errno = ENOEXEC;                                                                   \
                stop("refuses", "addresses of the program");                                       \
            }                                                                                      \
            if (segment->p_type != PT_DYNAMIC || segment->p_offset > bytes ||                      \
                segment->p_filesz > bytes - segment->p_offset)                                     \
                continue;                                                                          \
            const Dyn *entry = (const Dyn *)(file + segment->p_offset);                            \
            for (size_t k = segment->p_filesz / sizeof *entry; k > 0; --k, ++entry)                \
                found |= entry->d_tag == DT_TEXTREL ||                                             \
                         (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL));           \
        }                                                                                          \
        return found;                                                                              \
    }
DEFINE_IS_RELOCATED(is_relocated_32, Elf32_Ehdr, Elf32_Phdr, Elf32_Dyn)
DEFINE_IS_RELOCATED(is_relocated_64, Elf64_Ehdr, Elf64_Phdr, Elf64_Dyn)

static int is_relocated(const char *path) {
    size_t bytes;
    const unsigned char *file = mapped(path, &bytes);
    int found = 0;
    if (bytes > EI_CLASS && memcmp(file, ELFMAG, SELFMAG) == 0)
        found = (file[EI_CLASS] == ELFCLASS32 ? is_relocated_32 : is_relocated_64)(file, bytes);
    munmap((void *)file, bytes);
    return found;
}

static void install(const char *directory, const char *kind, int relocated) {
    char path[4096];
    size_t bytes;
    snprintf(path, sizeof path, "%s/%s%s", directory, kind, relocated ? "-relocated" : "");
    struct sock_filter *code = mapped(path, &bytes);
    struct sock_fprog filter = {(unsigned short)(bytes / sizeof *code), code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        stop("the kernel refuses", "no_new_privs");
    /* Before 5.16 a filter also turned off the speculation of the processor past stores, which
     * makes code slower than it is for users. Kernels before 4.17 do not know the flag. */
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) !=
            0 &&
        (errno != EINVAL || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0))
        stop("the kernel refuses a filter of system calls", "(seccomp)");
}

_Noreturn static void run(const char *filters, const char *kind, const char *program, char **words,
                          char **environment) {
    size_t length = strlen(program) + 1;
    int relocated = is_relocated(program);
    char *path = mmap((void *)FIRST_PATH, length, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (path == MAP_FAILED)
        stop("can't map", "the place of the first path");
    memcpy(path, program, length);
    install(filters, kind, relocated);
    syscall(SYS_execve, path, words, environment);
    stop("can't execute", words[0]);
}

/* To enter a sandbox takes three times as long as what many programs do in it. A program that can
 * make no process leaves none behind, so the next one can run in the same sandbox.
 *
 * A request is one message: the limits, the kind of filter and the name of the program, each with
 * its end, and the descriptors of the program, its standard input, its output and its results. The
 * program gets the last as RESULTS. It is executed by its descriptor, and so sees no directory but
 * those of the system. The answers are `begun`, and later its status as wait() has it, with the
 * processor time that the kernel has charged to it.
 *
 * A program has the user of this process. It can't trace it or write to it: the filters see to the
 * calls, PR_SET_DUMPABLE to /proc. Nor can it end or stop it: this is the first process of its
 * namespace, and the kernel gives it no signal from within. */
enum { PROGRAM, INPUT, OUTPUT, RESULTS, DESCRIPTORS, ASIDE = 100 };

static const int limited[] = {RLIMIT_AS,  RLIMIT_NPROC,   RLIMIT_FSIZE,
                              RLIMIT_CPU, RLIMIT_MEMLOCK, RLIMIT_CORE};
enum { LIMITS = sizeof limited / sizeof *limited };

struct request {
    uint64_t limits[LIMITS];
    char words[4096]; /* two strings */
};

static int receive(int channel, struct request *asked, int *descriptors) {
    union {
        char bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
        struct cmsghdr aligned;
    } room;
    struct iovec place = {asked, sizeof *asked - 1};
    struct msghdr message = {
        .msg_iov = &place, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
    ssize_t got = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (got <= (ssize_t)sizeof asked->limits || !head ||
        head->cmsg_len != CMSG_LEN(DESCRIPTORS * sizeof(int)))
        return 0;
    ((char *)asked)[got] = 0;
    memcpy(descriptors, CMSG_DATA(head), DESCRIPTORS * sizeof(int));
    return 1;
}

_Noreturn static void begin(const char *filters, const struct request *asked,
                            const int *descriptors, char **environment) {
    const char *kind = asked->words, *name = kind + strlen(kind) + 1;
    char *words[] = {(char *)name, NULL};
    char path[32];
    int aside[DESCRIPTORS];
    sigset_t none;
    for (int i = 0; i < DESCRIPTORS; ++i)
        aside[i] = fcntl(descriptors[i], F_DUPFD_CLOEXEC, ASIDE);
    dup2(aside[INPUT], STDIN_FILENO);
    dup2(aside[OUTPUT], STDOUT_FILENO);
    dup2(aside[OUTPUT], STDERR_FILENO);
    dup2(aside[RESULTS], RESULTS);
    for (int i = 0; i < LIMITS; ++i) {
        struct rlimit limit = {asked->limits[i], asked->limits[i]};
        if (setrlimit(limited[i], &limit) != 0)
            stop("can't set a limit of", name);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    snprintf(path, sizeof path, "/proc/self/fd/%d", aside[PROGRAM]);
    run(filters, kind, path, words, environment);
}

static void wake(int number) { (void)number; }

/* How a program ended. */
struct ended {
    int32_t status;
    uint32_t microseconds; /* of processor time, its own and the kernel's for it */
};

static uint32_t microseconds_of(const struct rusage *used) {
    long long seconds = (long long)used->ru_utime.tv_sec + used->ru_stime.tv_sec;
    return (uint32_t)(seconds * 1000000 + used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

/* Waits for the end of a program; 0 if the process that asked for it has ended. bubblewrap can't
 * send a signal then: it is root without capabilities, and this process has another user. */
static int await(pid_t child, int channel, struct ended *ended) {
    sigset_t none;
    struct rusage used;
    int status;
    sigemptyset(&none);
    while (wait4(child, &status, WNOHANG, &used) != child) {
        struct pollfd asks = {.fd = channel};
        if (ppoll(&asks, 1, NULL, &none) > 0) {
            kill(child, SIGKILL);
            return 0;
        }
    }
    ended->status = status;
    ended->microseconds = microseconds_of(&used);
    return 1;
}

static void serve(const char *filters, int channel, char **environment) {
    static struct request asked;
    int descriptors[DESCRIPTORS];
    int aside = fcntl(channel, F_DUPFD_CLOEXEC, ASIDE);
    struct sigaction action = {.sa_handler = wake};
    sigset_t children;
    close(channel);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    if (aside < 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
        sigprocmask(SIG_BLOCK, &children, NULL) != 0 || sigaction(SIGCHLD, &action, NULL) != 0)
        stop("can't serve", "programs");
    while (receive(aside, &asked, descriptors)) {
        static const char begun[] = "begun";
        struct ended ended = {failed << 8, 0};
        pid_t child = write(aside, begun, sizeof begun - 1) > 0 ? fork() : -1;
        if (child == 0)
            begin(filters, &asked, descriptors, environment);
        for (int i = 0; i < DESCRIPTORS; ++i)
            close(descriptors[i]);
        if ((child > 0 && !await(child, aside, &ended)) ||
            write(aside, &ended, sizeof ended) < 0)
            return;
    }
}

static void join(char **words) {
    for (; *words && strcmp(*words, "--") != 0; ++words) {
        int file = open(*words, O_WRONLY | O_CLOEXEC);
        if (file < 0 || write(file, "0", 1) != 1)
            stop("can't enter", *words);
        close(file);
    }
    if (*words && words[1]) {
        execvp(words[1], words + 1);
        stop("can't execute", words[1]);
    }
}

int main(int count, char **words, char **environment) {
    if (count > 4 && strcmp(words[1], "run") == 0)
        run(words[2], words[3], words[4], words + 4, environment);
    if (count > 3 && strcmp(words[1], "serve") == 0) {
        serve(words[2], atoi(words[3]), environment);
        return 0;
    }
    if (count > 3 && strcmp(words[1], "join") == 0)
        join(words + 2);
    fprintf(stderr, "confine: join <file ...> -- <command ...> | run <filters> <kind> <program>"
                    " | serve <filters> <socket>\n");
    return failed;
}
