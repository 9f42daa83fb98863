/* SPDX-License-Identifier: MIT */
#include "compiled.h"

#include <stdio.h>
#include <string.h>

static int begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static size_t line_of(const char *text) { return strcspn(text, "\n"); }

static const char *after_line(const char *text) {
    size_t length = line_of(text);
    return text + length + (text[length] != 0);
}

static int is_blank(const char *line) { return strspn(line, " \t\r") == line_of(line); }

/* "Current compiles:" and, for each compiler, "C2 compile queue:" come before what is compiled, or
 * "Empty". */
int compiled_is_idle(const char *queue) {
    for (; *queue; queue = after_line(queue))
        if (!is_blank(queue) && !begins(queue, "Empty") && !begins(queue, "Current compiles:") &&
            !begins(queue, "C1 compile queue:") && !begins(queue, "C2 compile queue:"))
            return 0;
    return 1;
}

static int is_one_of(const char *method, const char *const *names) {
    for (; *names; ++names)
        if (begins(method, *names))
            return 1;
    return 0;
}

/* A line is "<number> <level> <state> <method> [<addresses: of all, of instructions> - <end>]". */
int compiled_next(const char **list, struct compiled_code *code) {
    static const char *const looking[] = {"javax.management.", "java.lang.management.",
                                          "sun.management.",   "com.sun.",
                                          "hashcop.Compiled.", NULL};
    for (; **list; *list = after_line(*list)) {
        unsigned state;
        unsigned long long begin, end;
        int at = 0, length = 0;
        if (sscanf(*list, "%*u %u %u %n%*s%n [%*[^,], %llx - %llx]", &code->level, &state, &at,
                   &length, &begin, &end) != 4)
            continue;
        code->method = *list + at;
        code->length = (unsigned)(length - at);
        code->bytes = end - begin;
        if (code->level == 0 || state != 0 || is_one_of(code->method, looking))
            continue;
        *list = after_line(*list);
        return 1;
    }
    return 0;
}

static int is_of_the_jdk(const struct compiled_code *code) {
    static const char *const names[] = {"java.", "javax.", "jdk.", "sun.", NULL};
    return is_one_of(code->method, names);
}

int compiled_is_own(const struct compiled_code *code) {
    return !is_of_the_jdk(code) && !begins(code->method, "hashcop.");
}

/* C1 compiles what was called some 200 times: each call of a hash has come to that long before, and
 * looking has not. */
static int is_of_looking(const struct compiled_code *code) {
    return is_of_the_jdk(code) && code->level < 4;
}

static int is_in(const struct compiled_code *code, const char *list) {
    struct compiled_code other;
    while (compiled_next(&list, &other))
        if (other.level == code->level && other.bytes == code->bytes &&
            other.length == code->length && memcmp(other.method, code->method, code->length) == 0)
            return 1;
    return 0;
}

int compiled_is_known(const char *list, const char *before) {
    struct compiled_code code;
    while (compiled_next(&list, &code))
        if (!is_in(&code, before) && !is_of_looking(&code))
            return 0;
    return 1;
}
