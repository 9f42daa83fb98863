/* SPDX-License-Identifier: MIT */
/* The results descriptor: words of lines, buffered.
 *
 * Has a buffer and a system call of its own instead of stdio: a signal handler must be able to
 * finish a line, and an implementation may interfere with the C library. */
#include "harness.h"
#include "own.h"

enum { room = 1 << 16 };

static int descriptor;
static char buffer[room];
static size_t used;
static char token[33];
static const char digit[] = "0123456789abcdef";
static int line_begun;

static void put(const char *bytes, size_t count) {
    if (count > room - used)
        report_flush();
    own_copy(buffer + used, bytes, count);
    used += count;
}

void report_open(const char *given_token, int given_descriptor) {
    size_t count = own_length(given_token);
    own_copy(token, given_token, count < sizeof token ? count : sizeof token - 1);
    descriptor = given_descriptor;
}

void report_flush(void) {
    size_t sent = 0;
    while (sent < used) {
        own_word now = own_write(descriptor, buffer + sent, used - sent);
        if (now <= 0)
            own_exit(120); /* nothing can be reported any more */
        sent += (size_t)now;
    }
    used = 0;
}

/* Only the last word of a line may contain blanks. */
void report_word(const char *word) {
    if (!line_begun)
        put(token, own_length(token));
    line_begun = 1;
    put(" ", 1);
    put(word, own_length(word));
}

void report_number(unsigned long long number) {
    char digits[24];
    size_t start = sizeof digits - 1;
    digits[start] = 0;
    do
        digits[--start] = (char)('0' + number % 10);
    while (number /= 10);
    report_word(digits + start);
}

void report_hex(const unsigned char *bytes, unsigned long long count) {
    char pair[3] = {0, 0, 0};
    report_word("");
    for (unsigned long long i = 0; i < count; ++i) {
        pair[0] = digit[bytes[i] >> 4];
        pair[1] = digit[bytes[i] & 15];
        put(pair, 2);
    }
}

/* 16 digits each, in one word. */
void report_folds(const unsigned long long *folds, unsigned long long count) {
    report_word("");
    for (; count > 0; --count, ++folds) {
        char digits[16];
        for (unsigned i = 0; i < sizeof digits; ++i)
            digits[i] = digit[*folds >> (60 - 4 * i) & 15];
        put(digits, sizeof digits);
    }
}

void report_end(void) {
    put("\n", 1);
    line_begun = 0;
}
