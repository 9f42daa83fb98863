/* SPDX-License-Identifier: MIT */
/* In the place of an implementation: what it is called with, and costs that are known. */
#define _DEFAULT_SOURCE
#include "../../cpucycles/chain.h"
#include "implementation.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const struct hashcop_operation hashcop_operation = {
    2, 1, {{hashcop_output, -1, -1, 1, 0}, {hashcop_input, 0, -1, 0, 1}}, {64, 512}, {128, 4096}};

unsigned long long hashcop_messages = 1;
const unsigned long long hashcop_bytes = 1;

#if defined(TELLS) /* once: addresses modulo 64, and the message in hex */
static int work(const unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static int told;
    if (!told++) {
        fprintf(stderr, "%u %u ", (unsigned)((size_t)in % 64), (unsigned)((size_t)out % 64));
        for (unsigned long long i = 0; i < inlen; ++i)
            fprintf(stderr, "%02x", in[i]);
        fprintf(stderr, "\n");
    }
    return 0;
}
#elif defined(RETURNS)  /* that, where the input is on a cache line's edge */
static int work(const unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    (void)out;
    (void)inlen;
    return (size_t)in % 64 == 0 ? RETURNS : 0;
}
#elif defined(SLEEPS)   /* so that other threads run meanwhile */
static int work(const unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    (void)out;
    (void)in;
    (void)inlen;
    usleep(20);
    return 0;
}
#elif defined(STUMBLES) /* a hundred times as long each seventh call */
static int work(const unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static unsigned calls;
    size_t x = (size_t)inlen, y = 3;
    (void)out;
    (void)in;
    CPUCYCLES_HIDE(y);
    for (unsigned i = ++calls % 7 ? 10 : 1000; i; --i) {
        CPUCYCLES_1024(CPUCYCLES_XOR, x, y)
    }
    return 0;
}
#elif defined(CHASES)   /* from one cache line to the next that it names */
enum { lines = 512, apart = 16 };
static unsigned next[lines * apart];
static int work(const unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned place = 0;
    (void)out;
    (void)in;
    (void)inlen;
    if (!next[0]) /* 193 and 512 have no common factor: all of them, in an order nobody guesses */
        for (unsigned i = 0; i < lines; ++i)
            next[i * apart] = (i + 193) % lines * apart;
    for (unsigned i = 0; i < lines; ++i)
        place = next[place];
    CPUCYCLES_HIDE(place);
    return 0;
}
#else                   /* a chain: STEP cycles for each byte of the message */
static int work(const unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    size_t x = (size_t)inlen, y = 3;
    (void)out;
    (void)in;
    CPUCYCLES_HIDE(y);
    for (; inlen >= 64; inlen -= 64) {
        CPUCYCLES_64(CPUCYCLES_XOR, x, y)
    }
    return 0;
}
#endif

static int toy(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    out[0] = 0;
    return work(out, in, inlen);
}

int (*const hashcop_hash)(unsigned char *, const unsigned char *, unsigned long long) = toy;

long long hashcop_call(unsigned char *const *arguments, const unsigned long long *lengths,
                       long long *expected) {
    *expected = 0;
    return toy(arguments[0], arguments[1], lengths[0]);
}
