/* SPDX-License-Identifier: MIT */
/* What a hash function has no need for: threads, files, sockets and processes.
 *
 * The JVM's libraries call the C library by name, and the names of the program come first. So each
 * of these functions is called in its place, whatever class it was that asked for it. It reports
 * the thread of the implementation, while it hashes, and serves all others. What the JVM does for
 * itself in that thread, such as to read its own files, is no one's fault. */
#define _GNU_SOURCE
#include "../c/harness.h"
#include "java.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *home = "", *classes = "";
static int is_beginning;

void forbidden_open(const char *new_home, const char *new_classes) {
    home = new_home;
    classes = new_classes;
}

void forbidden_begin(int is_now) { is_beginning = is_now; }

static int is_asking(void) { return watch_is_inside() && getpid() == (pid_t)syscall(SYS_gettid); }

static void tell(const char *what, const char *name) {
    char printable[201];
    size_t i = 0;
    for (; name && name[i] && i < sizeof printable - 1; ++i)
        printable[i] = name[i] >= ' ' && name[i] <= '~' ? name[i] : '?';
    printable[i] = 0;
    report_word("told");
    report_word(i ? printable : "nothing");
    report_end();
    watch_problem(what, 0, 0);
}

static int is_own(const char *path) {
    static const char *const others[] = {"/dev/random", "/dev/urandom", "/sys/", "/etc/java"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
        if (strncmp(path, others[i], strlen(others[i])) == 0)
            return 1;
    if (strncmp(path, home, strlen(home)) == 0)
        return 1;
    for (const char *entry = classes; *entry; entry += strspn(entry, ":")) {
        size_t length = strcspn(entry, ":");
        if (strncmp(path, entry, length) == 0)
            return 1;
        entry += length;
    }
    return 0;
}

static void look_at(const char *path) {
    if (is_asking() && !is_beginning && !is_own(path))
        tell("opened", path);
}

/* The function of that name behind the program's own. */
static void *behind(const char *name) { return dlsym(RTLD_NEXT, name); }

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        static int (*real)(const char *, int, ...);                                                \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                    \
        va_end(rest);                                                                              \
        look_at(path);                                                                             \
        if (!real)                                                                                 \
            *(void **)&real = behind(#name);                                                       \
        return real(path, flags, mode);                                                            \
    }

#define OPENAT(name)                                                                               \
    int name(int directory, const char *path, int flags, ...) {                                    \
        static int (*real)(int, const char *, int, ...);                                           \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                    \
        va_end(rest);                                                                              \
        look_at(path);                                                                             \
        if (!real)                                                                                 \
            *(void **)&real = behind(#name);                                                       \
        return real(directory, path, flags, mode);                                                 \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int socket(int domain, int type, int protocol) {
    if (is_asking() && !is_beginning)
        tell("socket", "");
    (void)domain;
    (void)type;
    (void)protocol;
    errno = EACCES; /* nothing here has a network */
    return -1;
}

/* The JDK makes a pair when it first reads a file in its newer way, and closes one of them, to have
 * a descriptor that gives nothing. */
int socketpair(int domain, int type, int protocol, int pair[2]) {
    (void)domain;
    (void)type;
    (void)protocol;
    if (is_asking() && !is_beginning)
        tell("socket", "");
    pair[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    pair[1] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return pair[0] < 0 || pair[1] < 0 ? -1 : 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static int is_marked;
    if (is_asking() && !is_beginning)
        tell("thread", "");
    if (is_asking() && !is_marked++)
        watch_mark("began-a-thread", 0);
    if (!real)
        *(void **)&real = behind("pthread_create");
    return real(thread, attributes, body, argument);
}

/* Before another process begins, there are pipes to it. */
static int no_pipe(void) {
    if (is_asking() && !is_beginning)
        tell("process", "");
    errno = EMFILE;
    return -1;
}

int pipe(int ends[2]) {
    (void)ends;
    return no_pipe();
}

int pipe2(int ends[2], int flags) {
    (void)ends;
    (void)flags;
    return no_pipe();
}

pid_t fork(void) {
    if (is_asking())
        tell("process", "");
    errno = EAGAIN;
    return -1;
}

pid_t vfork(void) { return fork(); }

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[],
                char *const environment[]) {
    (void)process;
    (void)path;
    (void)actions;
    (void)attributes;
    (void)arguments;
    (void)environment;
    fork();
    return EAGAIN;
}
