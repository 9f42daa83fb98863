/* SPDX-License-Identifier: MIT */
/* Runs an implementation that has counters in its basic blocks, and reports them.
 *
 * The request is one line on the standard input, as for the harness of timings
 * (measure/c/harness.h):
 *
 *     TOKEN RESULTS CALL ALL sums BYTES FIRST LAST    operations of a call, for each length
 *     TOKEN RESULTS CALL ALL counters BYTES LENGTH... all counters of a call, for each length
 *     TOKEN RESULTS CALL ALL digests BYTES LENGTH...  digests, in hex
 *
 * BYTES is the size of a digest. The message of a length is i mod 251, as in known answers. Answers
 * go to the descriptor RESULTS, each line with the TOKEN in front, the last one is `done`. The
 * counters are the implementation's to write, as is all memory here: its counts are its claims. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { longest = 1 << 16, most_bytes = 1 << 16, modulus = 251, a_line = 32, size = 64 };

extern uint64_t hashcop_counters[];
extern const uint64_t hashcop_weights[], hashcop_blocks;
int hashcop_counted(unsigned char *out, const unsigned char *in, unsigned long long length);

static char token[size];
static FILE *results;
static unsigned long bytes;
static unsigned char message[longest + 1], *digest;

_Noreturn static void stop(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static unsigned long number(char **at) {
    char *word = strtok_r(NULL, " \n", at);
    return word ? strtoul(word, NULL, 10) : ~0UL;
}

static void call(unsigned long length) {
    for (unsigned long i = 0; i < length; ++i)
        message[i] = (unsigned char)(i % modulus);
    memset(hashcop_counters, 0, hashcop_blocks * sizeof *hashcop_counters);
    if (hashcop_counted(digest, message, length) != 0)
        stop("the implementation did not return 0");
}

static uint64_t sum(void) {
    uint64_t all = 0;
    for (uint64_t i = 0; i < hashcop_blocks; ++i)
        all += hashcop_counters[i] * hashcop_weights[i];
    return all;
}

static void sums(unsigned long first, unsigned long last) {
    for (unsigned long length = first; length <= last; ++length) {
        call(length);
        if ((length - first) % a_line == 0)
            fprintf(results, "%s%s sums %lu", length > first ? "\n" : "", token, length);
        fprintf(results, " %llu", (unsigned long long)sum());
    }
    fprintf(results, "\n");
}

static void counters(unsigned long length) {
    call(length);
    fprintf(results, "%s counters %lu", token, length);
    for (uint64_t i = 0; i < hashcop_blocks; ++i)
        fprintf(results, " %llu", (unsigned long long)hashcop_counters[i]);
    fprintf(results, "\n");
}

static void answer(unsigned long length) {
    call(length);
    fprintf(results, "%s digest %lu ", token, length);
    for (unsigned long i = 0; i < bytes; ++i)
        fprintf(results, "%02x", digest[i]);
    fprintf(results, "\n");
}

static void begin(char **at) {
    char *word = strtok_r(NULL, " \n", at);
    if (!word || strlen(word) >= size)
        stop("no token");
    strcpy(token, word);
    results = fdopen((int)number(at), "w");
    if (!results)
        stop("no descriptor for results");
    number(at); /* whoever runs this keeps the time */
    number(at);
}

int main(void) {
    static char line[1 << 16];
    char *at, *verb;
    if (!fgets(line, sizeof line, stdin))
        stop("no request");
    at = line;
    begin(&at);
    verb = strtok_r(NULL, " \n", &at);
    bytes = number(&at);
    if (!verb || bytes > most_bytes)
        stop("no such request");
    digest = calloc(bytes + 1, 1);
    for (unsigned long first = number(&at), last; digest && first <= longest; first = number(&at)) {
        if (strcmp(verb, "sums") == 0) {
            last = number(&at);
            sums(first, last < longest ? last : longest);
        } else if (strcmp(verb, "counters") == 0)
            counters(first);
        else
            answer(first);
    }
    fprintf(results, "%s done\n", token);
    return fclose(results) != 0;
}
