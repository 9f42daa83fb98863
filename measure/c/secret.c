/* SPDX-License-Identifier: MIT */
/* Hashes messages that are marked as secret, for a tool that watches what depends on them.
 *
 * Under valgrind's memcheck, or in a build with MemorySanitizer, the message has no defined value:
 * a branch or an address that depends on it is reported by the tool. Nothing here depends on it,
 * so the digest is neither looked at nor reported. The length is public. */
#include "harness.h"
#include "include/hashcop_marks.h"

#include <string.h>

/* Defined in a build with MemorySanitizer. It notes where the memory became undefined, which
 * __msan_poison does not. */
__attribute__((weak)) void __msan_allocated_memory(const volatile void *, size_t);

/* The tool that hears the marks. */
static const char *tool(void) {
    if (__msan_allocated_memory)
        return "msan";
    return hashcop_request(hashcop_is_valgrind, NULL, 0) ? "valgrind" : "none";
}

static void keep_secret(const unsigned char *bytes, unsigned long long count) {
    if (__msan_allocated_memory)
        __msan_allocated_memory(bytes, (size_t)count);
    hashcop_request(hashcop_is_secret, bytes, (size_t)count);
}

/* Messages: vectors of 8 and of 16, a part of one, and one alone. */
enum { together = 29 };

static void hash_secret(unsigned char *out, unsigned long long length, unsigned long long count,
                        unsigned long long seed) {
    unsigned long long bytes = length * count, lengths[hashcop_most_lengths] = {length, count};
    unsigned char *message = harness_allocate(bytes + 1);
    unsigned char *arguments[hashcop_most_arguments] = {out, message};
    long long expected;
    message_fill("random", seed, message, bytes);
    keep_secret(message, bytes);
    watch_enter("secret", length);
    hashcop_call(arguments, lengths, &expected);
    watch_leave();
}

void secret_run(const unsigned long long *lengths, unsigned long long count) {
    unsigned char *out = harness_allocate(hashcop_bytes * together);
    report_word("marked");
    report_word(tool());
    report_end();
    for (unsigned long long i = 0; i < count; ++i) {
        hash_secret(out, lengths[i], 1, i);
        if (is_many())
            hash_secret(out, lengths[i], together, i);
        report_word("secret");
        report_number(lengths[i]);
        report_end();
        report_flush();
    }
}
