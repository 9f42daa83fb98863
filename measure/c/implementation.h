/* SPDX-License-Identifier: MIT */
/* The implementation under test, as its facts present it to the harness. C and C++.
 *
 * The facts are a source file that hashcop/platforms/c/operations.py writes from operations.toml.
 * It is compiled for each implementation and ABI, and has the same names for all of them. */
#ifndef HASHCOP_IMPLEMENTATION_H
#define HASHCOP_IMPLEMENTATION_H

#ifdef __cplusplus
extern "C" {
#endif

enum { hashcop_most_arguments = 4, hashcop_most_lengths = 2 };

enum hashcop_role { hashcop_output, hashcop_input, hashcop_state };

/* An argument has `bytes` bytes if `length` is negative; otherwise its size is the length with the
 * number `length`. If `times` is not negative, it has that many times as many as the length with
 * that number. */
struct hashcop_argument {
    enum hashcop_role role;
    int length, times;
    unsigned long long bytes;
    int may_overlap; /* an input at whose address the output may be */
};

/* What is checked, and how often; [0] is for the small checksum, [1] for the big one. */
struct hashcop_operation {
    unsigned arguments;
    unsigned lengths;
    struct hashcop_argument argument[hashcop_most_arguments];
    unsigned loops[2];
    unsigned long long longest[2];
};

extern const struct hashcop_operation hashcop_operation;

/* Calls the operation; returns what it returned, and sets `expected` to what it must return. */
extern long long hashcop_call(unsigned char *const *arguments, const unsigned long long *lengths,
                              long long *expected);

/* What is timed, and how many bytes it writes: of each message, if it hashes hashcop_messages of
 * `inlen` bytes, one behind the other. The harness sets that number. */
extern unsigned long long hashcop_messages;
extern const unsigned long long hashcop_bytes;
extern int (*const hashcop_hash)(unsigned char *out, const unsigned char *in,
                                 unsigned long long inlen);

#ifdef __cplusplus
}
#endif
#endif
