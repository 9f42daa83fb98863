/* SPDX-License-Identifier: MIT */
/* Whether the implementation is right and behaves: every call of it goes through call_watched.
 *
 * This is the test of the SUPERCOP checksums, step by step. Its definition includes what is drawn
 * at random, in which order, and where the buffers lie (one byte after a multiple of 64). For each
 * input the operation is called on fresh buffers, again on other buffers, and with the output in
 * the buffer of each input that allows it. Buffers lie between canaries. */
#include "harness.h"

#include <string.h>

enum { canary = 16, edge = 64, most = hashcop_most_arguments };

/* `bytes` between two canaries. */
struct guarded {
    unsigned char *bytes;
    unsigned long long count;
    unsigned char expected[2 * canary];
};

/* The arguments of one call, in two sets of buffers, and a copy of their contents that the
 * implementation is not given. */
struct buffers {
    struct guarded first[most], second[most];
    unsigned char *message[most];
    unsigned long long lengths[hashcop_most_lengths];
    unsigned long long count[most];
};

static struct stream inputs, canaries;

/* Defined if the implementation is built with such a sanitizer; otherwise null. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *, size_t);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *, size_t);
__attribute__((weak)) long __msan_test_shadow(const volatile void *, size_t);

unsigned long long argument_bytes(unsigned argument, const unsigned long long *lengths) {
    const struct hashcop_argument *row = &hashcop_operation.argument[argument];
    unsigned long long one = row->length < 0 ? row->bytes : lengths[row->length];
    return row->times < 0 ? one : one * lengths[row->times];
}

int is_written(unsigned argument) {
    return hashcop_operation.argument[argument].role != hashcop_input;
}

int is_read(unsigned argument) {
    return hashcop_operation.argument[argument].role != hashcop_output;
}

/* Whether it is a hash function, and no subroutine of one. */
int is_hash(void) {
    const struct hashcop_operation *row = &hashcop_operation;
    return row->arguments == 2 && (row->lengths == 1 || is_many()) &&
           row->argument[0].role == hashcop_output && row->argument[0].length < 0 &&
           row->argument[1].role == hashcop_input && row->argument[1].length == 0;
}

/* Whether it hashes many messages: as many as its second length says. */
int is_many(void) {
    const struct hashcop_operation *row = &hashcop_operation;
    return row->lengths == 2 && row->argument[0].times == 1 && row->argument[1].times == 1;
}

static void guarded_open(struct guarded *guarded, unsigned long long room) {
    unsigned char *memory = harness_allocate(room + 2 * canary + 2 * edge);
    unsigned long long misplaced = (unsigned long long)(size_t)(memory + canary) % edge;
    guarded->bytes = memory + canary + (edge - misplaced) + 1;
}

static void guarded_set(struct guarded *guarded, unsigned long long count) {
    guarded->count = count;
    stream_bytes(&canaries, guarded->expected, 2 * canary);
    memcpy(guarded->bytes - canary, guarded->expected, canary);
    memcpy(guarded->bytes + count, guarded->expected + canary, canary);
}

/* A sanitizer reports reads of the canaries, too. */
static void guarded_forbid(const struct guarded *guarded) {
    if (__asan_poison_memory_region) {
        __asan_poison_memory_region(guarded->bytes - canary, canary);
        __asan_poison_memory_region(guarded->bytes + guarded->count, canary);
    }
}

static void guarded_allow(const struct guarded *guarded) {
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(guarded->bytes - canary, (size_t)guarded->count + 2 * canary);
}

/* The details that are reported: the distance from the buffer in bytes, and the argument. */
static void guarded_verify(const struct guarded *guarded, unsigned argument) {
    guarded_allow(guarded);
    for (unsigned i = 1; i <= canary; ++i) {
        if (guarded->bytes[-(long)i] != guarded->expected[canary - i])
            watch_problem("wrote-before", i, argument);
        if (guarded->bytes[guarded->count + i - 1] != guarded->expected[canary + i - 1])
            watch_problem("wrote-after", i, argument);
    }
}

void call_watched(const char *phase, unsigned char *const *arguments,
                  const unsigned long long *lengths) {
    long long expected, returned;
    watch_enter(phase, hashcop_operation.lengths ? lengths[0] : 0);
    returned = registers_call(arguments, lengths, &expected);
    watch_leave();
    if (returned != expected)
        watch_problem("returned", (unsigned long long)returned, (unsigned long long)expected);
}

/* Any argument may be put into any buffer, so each has room for the longest. */
static void buffers_open(struct buffers *buffers, unsigned long long longest,
                         unsigned long long other) {
    unsigned long long all[hashcop_most_lengths] = {longest, other}, room = 0;
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        unsigned long long bytes = argument_bytes(i, all);
        room = bytes > room ? bytes : room;
    }
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        guarded_open(&buffers->first[i], room);
        guarded_open(&buffers->second[i], room);
        buffers->message[i] = harness_allocate(room + 1);
    }
}

/* Draws the contents of the inputs: first those that the operation does not change. */
static void draw_inputs(struct buffers *buffers) {
    for (int changed = 0; changed <= 1; ++changed)
        for (unsigned i = 0; i < hashcop_operation.arguments; ++i)
            if (is_read(i) && is_written(i) == changed)
                stream_bytes(&inputs, buffers->message[i], buffers->count[i]);
}

static void set_count(struct buffers *buffers) {
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i)
        buffers->count[i] = argument_bytes(i, buffers->lengths);
}

static void call_apart(const char *phase, struct buffers *buffers, struct guarded *at) {
    unsigned char *arguments[most] = {NULL};
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        arguments[i] = at[i].bytes;
        guarded_set(&at[i], buffers->count[i]);
        if (is_read(i))
            memcpy(at[i].bytes, buffers->message[i], buffers->count[i]);
        else
            stream_bytes(&canaries, at[i].bytes, buffers->count[i]);
        guarded_forbid(&at[i]);
    }
    call_watched(phase, arguments, buffers->lengths);
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        guarded_verify(&at[i], i);
        if (is_written(i) && __msan_test_shadow) {
            long unset = __msan_test_shadow(at[i].bytes, (size_t)buffers->count[i]);
            if (unset >= 0)
                watch_problem("unset", (unsigned long long)unset, i);
        }
        if (!is_written(i) && memcmp(at[i].bytes, buffers->message[i], buffers->count[i]) != 0)
            watch_problem("changed-input", 0, i);
    }
}

/* The call with the output, which is the first argument, in the buffer of the input `with`. */
static void call_overlapping(const char *phase, struct buffers *buffers, unsigned with) {
    struct guarded *both = &buffers->second[with];
    unsigned char *arguments[most] = {NULL};
    unsigned long long in = buffers->count[with], out = buffers->count[0];
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        arguments[i] = buffers->first[i].bytes;
        if (is_read(i))
            memcpy(arguments[i], buffers->message[i], buffers->count[i]);
    }
    guarded_set(both, in > out ? in : out);
    memcpy(both->bytes, buffers->message[with], in);
    guarded_forbid(both);
    arguments[0] = arguments[with] = both->bytes;
    call_watched(phase, arguments, buffers->lengths);
    guarded_verify(both, with);
}

/* Compares a result with that of the first call. */
static void compare(const char *what, const struct buffers *buffers, unsigned argument,
                    const struct guarded *got, unsigned with) {
    const unsigned char *first = buffers->first[argument].bytes;
    if (memcmp(got->bytes, first, buffers->count[argument]) != 0)
        watch_problem(what, 0, with);
}

/* Leaves the results in buffers->first. */
static void check_call(const char *phase, struct buffers *buffers) {
    call_apart(phase, buffers, buffers->first);
    call_apart(phase, buffers, buffers->second);
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i)
        if (is_written(i))
            compare("differs", buffers, i, &buffers->second[i], i);
    for (unsigned i = 1; i < hashcop_operation.arguments; ++i)
        if (hashcop_operation.argument[i].may_overlap) {
            call_overlapping(phase, buffers, i);
            compare("overlap", buffers, 0, &buffers->second[i], i);
        }
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
    buffers_open(&buffers, longest, longest);
    for (unsigned loop = 0; loop < loops; ++loop) {
        for (unsigned i = 0; i < hashcop_operation.lengths; ++i)
            buffers.lengths[i] = random_number() % (longest + 1);
        set_count(&buffers);
        draw_inputs(&buffers);
        check_call(name, &buffers);
        for (unsigned i = 0; i < hashcop_operation.arguments; ++i)
            if (is_written(i))
                absorb(state, buffers.first[i].bytes, buffers.count[i]);
    }
    report_word("checksum");
    report_word(name);
    report_hex(state, 32);
    report_end();
}

/* The message of the known answers has a prime period, so that swapped blocks are noticed. Of those
 * longer than `longest_repeated` a single call is made: what is watched for besides the digest
 * shows with shorter ones. */
static void digests(const char *word, unsigned long long longest_repeated,
                    const unsigned long long *lengths, unsigned long long count) {
    struct buffers buffers;
    unsigned long long longest = 0;
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    buffers_open(&buffers, longest, longest);
    for (unsigned long long i = 0; i < longest; ++i)
        buffers.message[1][i] = (unsigned char)(i % 251);
    for (unsigned long long i = 0; i < count; ++i) {
        buffers.lengths[0] = lengths[i];
        set_count(&buffers);
        if (lengths[i] > longest_repeated)
            call_apart("known-answer", &buffers, buffers.first);
        else
            check_call("known-answer", &buffers);
        report_word(word);
        report_number(lengths[i]);
        report_hex(buffers.first[0].bytes, buffers.count[0]);
        report_end();
    }
}

/* The known-answer message of one length among others, and its digest, once there is one. */
struct expected {
    const unsigned char *message;
    unsigned char digest[longest_output];
    int has_digest, differs;
};

/* The first digest, and the first that differs from it. */
static void report_known(struct expected *expected, const unsigned char *digest,
                         const unsigned long long *lengths, unsigned long long number) {
    size_t bytes = (size_t)hashcop_bytes;
    int is_first = !expected->has_digest;
    if (expected->differs || (!is_first && memcmp(expected->digest, digest, bytes) == 0))
        return;
    report_word(is_first ? "digest" : "lane");
    report_number(lengths[0]);
    for (int i = 0; !is_first && i < 2; ++i)
        report_number(i ? number : lengths[1]);
    report_hex(digest, bytes);
    report_end();
    expected->has_digest = 1;
    expected->differs = !is_first;
    if (is_first)
        memcpy(expected->digest, digest, bytes);
}

/* A random half of the messages is the known-answer message, the others are random: a lane that
 * takes what belongs to another one has another digest. */
static void call_among(struct buffers *buffers, struct expected *expected,
                       unsigned long long seed) {
    unsigned long long length = buffers->lengths[0], count = buffers->lengths[1];
    unsigned char chosen[many_most];
    fresh_message(seed, 0, chosen, count);
    fresh_message(seed, 1, buffers->message[1], length * count);
    for (unsigned long long i = 0; i < count; ++i) {
        chosen[i] = (unsigned char)(count == 1 || (chosen[i] & 1));
        if (chosen[i])
            memcpy(buffers->message[1] + i * length, expected->message, (size_t)length);
    }
    set_count(buffers);
    check_call("known-answer", buffers);
    for (unsigned long long i = 0; i < count; ++i)
        if (chosen[i])
            report_known(expected, buffers->first[0].bytes + i * hashcop_bytes, buffers->lengths,
                         i);
}

/* More calls where blocks of the usual hashes end: each has half a chance to show a wrong lane. */
static unsigned calls_of(unsigned long long length, int is_thorough) {
    unsigned long long end = length % 64;
    int is_end = length == 1 || (length && length <= 128 && (end == 0 || end == 63));
    return !is_thorough ? 1 : is_end ? 16 : 2;
}

static void many_digests(unsigned long long seed, int is_thorough,
                         const unsigned long long *lengths, unsigned long long count) {
    static struct expected expected;
    struct buffers buffers;
    unsigned long long longest = 0;
    unsigned char *message;
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    buffers_open(&buffers, longest, many_most);
    expected.message = message = harness_allocate(longest + 1);
    for (unsigned long long i = 0; i < longest; ++i)
        message[i] = (unsigned char)(i % 251);
    for (unsigned long long i = 0; i < count; ++i) {
        expected.has_digest = expected.differs = 0;
        buffers.lengths[0] = lengths[i];
        for (unsigned k = 0; k < many_numbers; k += is_thorough ? 1 : 5)
            for (unsigned call = 0; call < calls_of(lengths[i], is_thorough); ++call) {
                buffers.lengths[1] = many_counts[k];
                call_among(&buffers, &expected, seed + (lengths[i] << 16 | k << 8 | call));
            }
    }
}

void check_run(const unsigned long long *numbers, unsigned long long count) {
    static const char *const names[2] = {"small", "big"};
    if (count < 3)
        harness_stop("a check needs a seed, how thorough it is, and what it repeats");
    report_word("output");
    report_number(hashcop_bytes);
    report_end();
    if (hashcop_bytes > longest_output)
        watch_problem("long-output", longest_output, 0);
    stream_open(&canaries, "generate pad to catch overwrites");
    for (int i = 0; i < 2; ++i) {
        if (hashcop_operation.loops[i])
            checksum(names[i], hashcop_operation.loops[i], hashcop_operation.longest[i]);
        report_flush();
    }
    if (is_many())
        many_digests(numbers[0], numbers[1] != 0, numbers + 3, count - 3);
    else
        digests("digest", numbers[2], numbers + 3, count - 3);
    report_flush();
    strict_run(numbers[0], numbers[1] != 0);
    if (code_changes())
        digests("again", numbers[2], numbers + 3, count - 3);
}
