/* SPDX-License-Identifier: MIT */
/* What the JVM has compiled, from the text of its diagnostic commands, which is HotSpot's own and
 * not specified: it is read in compiled.c and nowhere else. */
#ifndef HASHCOP_COMPILED_H
#define HASHCOP_COMPILED_H

/* Whether the text of Compiler.queue says that nothing is being compiled or waits for it. */
int compiled_is_idle(const char *queue);

/* A method's code: `level` 1 to 3 is C1's, 4 that of C2 or of another compiler in its place. */
struct compiled_code {
    unsigned level;
    unsigned long long bytes;
    const char *method; /* in the text, and `length` characters long */
    unsigned length;
};

/* The code in use at the beginning of the text of Compiler.codelist, which is moved behind it: 1;
 * 0 at the end. Code that is no method's, and that of looking, is passed over. */
int compiled_next(const char **list, struct compiled_code *code);

/* Whether it is of a class that is not the JDK's or the harness's. */
int compiled_is_own(const struct compiled_code *code);

/* Whether all code in use was in use when `before` was told: code that is no longer used may go,
 * and C1 may have compiled more of the JDK, which comes of looking. */
int compiled_is_known(const char *list, const char *before);

#endif
