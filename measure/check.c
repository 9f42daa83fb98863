/* SPDX-License-Identifier: MIT */
/* Whether the implementation is right and behaves: every call of it goes through hash_watched.
 *
 * Three calls for each message: into fresh buffers, again into others, and in place. Output and
 * input stand between canaries, at odd addresses. */
#include "harness.h"

#include <string.h>

enum { canary = 16, longest_output = 1024 };

/* `bytes` at an odd address between two canaries. */
struct guarded {
    unsigned char *memory;
    unsigned char *bytes;
    unsigned long long count;
    unsigned char expected[2 * canary];
};

static struct stream inputs, canaries;

static void guarded_open(struct guarded *guarded, unsigned long long most, unsigned odd) {
    guarded->memory = harness_allocate(most + 2 * canary + 64);
    guarded->bytes = guarded->memory + canary + odd;
}

static void guarded_set(struct guarded *guarded, unsigned long long count) {
    guarded->count = count;
    stream_bytes(&canaries, guarded->expected, 2 * canary);
    memcpy(guarded->bytes - canary, guarded->expected, canary);
    memcpy(guarded->bytes + count, guarded->expected + canary, canary);
}

/* `before` and `after` name the problems; the detail is the distance from the buffer in bytes. */
static void guarded_verify(const struct guarded *guarded, const char *before, const char *after) {
    for (unsigned i = 1; i <= canary; ++i) {
        if (guarded->bytes[-(long)i] != guarded->expected[canary - i])
            watch_problem(before, i);
        if (guarded->bytes[guarded->count + i - 1] != guarded->expected[canary + i - 1])
            watch_problem(after, i);
    }
}

static void call(const char *phase, unsigned char *out, const unsigned char *in,
                 unsigned long long length) {
    int status;
    watch_enter(phase, length);
    status = hashcop_hash(out, in, length);
    watch_leave();
    if (status != 0)
        watch_problem("nonzero", (unsigned long long)(unsigned)status);
}

struct buffers {
    struct guarded out, in, out_again, in_again;
    unsigned char *message; /* what is hashed, out of the implementation's reach */
};

/* Odd addresses, and not the same ones modulo 16, 32 or 64 for the second call. */
static void buffers_open(struct buffers *buffers, unsigned long long longest) {
    unsigned long long most = longest > longest_output ? longest : longest_output;
    guarded_open(&buffers->out, most, 1);
    guarded_open(&buffers->in, most, 33);
    guarded_open(&buffers->out_again, most, 7);
    guarded_open(&buffers->in_again, most, 21);
    buffers->message = harness_allocate(longest + 1);
}

static void call_apart(const char *phase, struct guarded *out, struct guarded *in,
                       const unsigned char *message, unsigned long long length) {
    guarded_set(out, hashcop_bytes);
    guarded_set(in, length);
    stream_bytes(&canaries, out->bytes, hashcop_bytes);
    memcpy(in->bytes, message, length);
    call(phase, out->bytes, in->bytes, length);
    guarded_verify(out, "wrote-before-output", "wrote-after-output");
    guarded_verify(in, "wrote-before-input", "wrote-after-input");
    if (memcmp(in->bytes, message, length) != 0)
        watch_problem("changed-input", 0);
}

static void call_in_place(const char *phase, struct guarded *both, const unsigned char *message,
                          unsigned long long length) {
    unsigned long long larger = length > hashcop_bytes ? length : hashcop_bytes;
    guarded_set(both, larger);
    memcpy(both->bytes, message, length);
    call(phase, both->bytes, both->bytes, length);
    guarded_verify(both, "wrote-before-output", "wrote-after-output");
}

/* Hash buffers->message; the digest is then in buffers->out.bytes. */
static void hash_watched(const char *phase, struct buffers *buffers, unsigned long long length) {
    const unsigned char *digest = buffers->out.bytes;
    call_apart(phase, &buffers->out, &buffers->in, buffers->message, length);
    call_apart(phase, &buffers->out_again, &buffers->in_again, buffers->message, length);
    if (memcmp(buffers->out_again.bytes, digest, hashcop_bytes) != 0)
        watch_problem("differs", 0);
    call_in_place(phase, &buffers->in_again, buffers->message, length);
    if (memcmp(buffers->in_again.bytes, digest, hashcop_bytes) != 0)
        watch_problem("in-place", 0);
}

static void absorb(unsigned char state[64], const unsigned char *bytes, unsigned long long count) {
    unsigned char block[16], next[64];
    for (; count >= 16; bytes += 16, count -= 16) {
        salsa20_core(next, bytes, state);
        memcpy(state, next, 64);
    }
    memset(block, 0, sizeof block);
    memcpy(block, bytes, count);
    block[count] = 1;
    state[0] ^= 1;
    salsa20_core(next, block, state);
    memcpy(state, next, 64);
}

static unsigned long long random_number(void) {
    unsigned char bytes[8];
    unsigned long long number = 0;
    stream_bytes(&inputs, bytes, 8);
    for (int i = 8; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

static void checksum(const char *name, unsigned loops, unsigned long long longest) {
    unsigned char state[64] = {0};
    struct buffers buffers;
    stream_open(&inputs, "generate inputs for test vectors");
    buffers_open(&buffers, longest);
    for (unsigned loop = 0; loop < loops; ++loop) {
        unsigned long long length = random_number() % (longest + 1);
        stream_bytes(&inputs, buffers.message, length);
        hash_watched(name, &buffers, length);
        absorb(state, buffers.out.bytes, hashcop_bytes);
    }
    report_word("checksum");
    report_word(name);
    report_hex(state, 32);
    report_end();
}

/* The message of the known answers: a prime period, so that swapped blocks show. */
static void digests(const unsigned long long *lengths, unsigned long long count) {
    struct buffers buffers;
    unsigned long long longest = 0;
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    buffers_open(&buffers, longest);
    for (unsigned long long i = 0; i < longest; ++i)
        buffers.message[i] = (unsigned char)(i % 251);
    for (unsigned long long i = 0; i < count; ++i) {
        hash_watched("known-answer", &buffers, lengths[i]);
        report_word("digest");
        report_number(lengths[i]);
        report_hex(buffers.out.bytes, hashcop_bytes);
        report_end();
    }
}

void check_run(const unsigned long long *lengths, unsigned long long count) {
    report_word("output");
    report_number(hashcop_bytes);
    report_end();
    if (hashcop_bytes > longest_output)
        watch_problem("long-output", longest_output);
    stream_open(&canaries, "generate pad to catch overwrites");
    digests(lengths, count);
    report_flush();
    checksum("small", 64, 128);
    report_flush();
    checksum("big", 512, 4096);
}
