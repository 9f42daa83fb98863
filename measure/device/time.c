/* SPDX-License-Identifier: MIT */
/* Timings of launches, by the device's own clock, in nanoseconds.
 *
 * A timing is one launch, or as many as take the time that is asked for. Half of the messages,
 * which ones follows from the seed, are those of a small number of messages that somebody else can
 * be asked for (drawn.c); the others are random. After each timing the digests of the former are
 * compared, and reported folded. Messages are more than fits into a device's caches: where they are
 * few, there are several times as many, and launches take them in turn. Random messages repeat
 * after `piece` bytes, at other addresses. */
#include "../c/harness.h"
#include "host.h"

#include <stdint.h>
#include <string.h>

enum {
    most_known = 61,
    piece = 32 << 20,         /* bytes that are copied at once */
    beyond_caches = 256 << 20 /* bytes of messages */
};

static const struct device_driver *driver;
static const struct time_request *asked;
static struct {
    void *in, *out;
    unsigned long long step, copies; /* of the messages of a launch */
} memory;

/* What a launch hashes: message i is the known one `which[i]`, or random if that is `most_known`.
 */
static unsigned char *which;
static unsigned known;
static struct drawn drawn;
static unsigned long long messages;
static unsigned char *digests;

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1dULL;
}

static unsigned known_of(unsigned long long count) {
    unsigned long long half = count / 2;
    return half > most_known ? most_known : half ? (unsigned)half : 1;
}

/* Draws the known messages of a length, and the places of all of them. */
static void draw(unsigned long long length, unsigned long long number, uint64_t *state) {
    hashcop_messages = known;
    drawn = drawn_fill(length, 1, number);
    hashcop_messages = messages;
    for (unsigned long long i = 0; i < messages; ++i) {
        unsigned long long one = (next_random(state) >> 33) % (2ULL * known);
        which[i] = (unsigned char)(one < known ? one : most_known);
    }
    /* Each of them at least once, at a place that is its alone. */
    for (unsigned i = 0; i < known; ++i) {
        unsigned long long part = messages / known;
        which[i * part + (next_random(state) >> 33) % part] = (unsigned char)i;
    }
}

/* Bytes that nobody knew before: drawn once for a process. */
static const unsigned char *random_piece(unsigned long long bytes, uint64_t *state) {
    static unsigned char *drawn_once;
    if (!drawn_once) {
        drawn_once = harness_allocate(bytes);
        for (unsigned long long i = 0; i + 8 <= bytes; i += 8) {
            uint64_t word = next_random(state);
            memcpy(drawn_once + i, &word, 8);
        }
    }
    return drawn_once;
}

/* Copies the messages to the device, by pieces. */
static void send(unsigned long long length, uint64_t *state) {
    static unsigned char *host;
    const unsigned long long room = piece > drawn.in_step ? piece : drawn.in_step;
    unsigned long long each = length ? piece / length : messages;
    each = each ? each : 1;
    if (!host)
        host = harness_allocate(room);
    for (unsigned long long copy = 0; copy < memory.copies; ++copy)
        for (unsigned long long first = 0; first < messages; first += each) {
            unsigned long long count = messages - first < each ? messages - first : each;
            memcpy(host, random_piece(room, state), (size_t)(count * length));
            for (unsigned long long i = 0; i < count; ++i)
                if (which[first + i] < most_known)
                    memcpy(host + i * length, drawn.in + which[first + i] * length, (size_t)length);
            driver->write(memory.in, copy * memory.step + first * length, host, count * length);
        }
}

static unsigned long long aligned(unsigned long long bytes) {
    return (bytes / device_alignment + 1) * device_alignment;
}

static void make_room(unsigned long long length) {
    unsigned long long most = driver->memory(), bytes = length * messages;
    if (memory.in) {
        driver->release(memory.in);
        driver->release(memory.out);
    }
    memory.step = aligned(bytes);
    memory.copies = 1 + beyond_caches / memory.step;
    while (memory.copies > 1 && memory.copies * memory.step > most / 2)
        memory.copies /= 2;
    memory.in = driver->allocate(memory.copies * memory.step);
    memory.out = driver->allocate(aligned(messages * hashcop_bytes));
}

static double launch(unsigned long long length, unsigned calls, unsigned long long number) {
    struct device_call call = {
        memory.out, memory.in,    0, number % memory.copies * memory.step, length,
        messages,   hashcop_bytes};
    int is_copied = strcmp(asked->options, "copies") == 0;
    return (is_copied ? driver->run_copied : driver->run)(&call, calls);
}

/* Compares all digests of known messages with each other, and keeps one of each. */
static void verify(void) {
    unsigned char seen[most_known] = {0};
    driver->read(digests, memory.out, 0, messages * hashcop_bytes);
    for (unsigned long long i = 0; i < messages; ++i) {
        unsigned char *of_one = drawn.out + which[i] * hashcop_bytes;
        if (which[i] == most_known)
            continue;
        if (!seen[which[i]])
            memcpy(of_one, digests + i * hashcop_bytes, (size_t)hashcop_bytes);
        else if (memcmp(of_one, digests + i * hashcop_bytes, (size_t)hashcop_bytes) != 0)
            watch_problem("differs", i, 0);
        seen[which[i]] = 1;
    }
}

static void report_batch(const double *scales) {
    report_word("batch");
    report_number(1);
    report_number((unsigned long long)(scales[0] * 1e9 + 0.5));
    report_number((unsigned long long)(scales[1] * 1e9 + 0.5));
    for (int i = 0; i < 4; ++i)
        report_number(i == 1 ? 1 : 0);
    report_end();
}

static void time_length(unsigned long long length, unsigned long long number) {
    uint64_t state = (asked->seed ^ number << 32 ^ length) | 1;
    unsigned long long *timings = harness_allocate(asked->timings * sizeof *timings), fold = 0;
    unsigned calls = 1;
    double took, scales[2] = {0, 0}, before, after;
    make_room(length);
    draw(length, number, &state);
    send(length, &state);
    watch_enter("time", length);
    for (unsigned long long i = 0; i <= asked->warmup; ++i)
        took = launch(length, 1, i);
    if (took > 0 && took < (double)asked->timing)
        calls = (unsigned)((double)asked->timing / took) + 1;
    for (unsigned i = 0; i < asked->timings; ++i) {
        /* What a launch before has left is no answer. */
        memset(digests, 0, (size_t)(messages * hashcop_bytes));
        driver->write(memory.out, 0, digests, messages * hashcop_bytes);
        timings[i] = (unsigned long long)(launch(length, calls, i) + 0.5);
        driver->clock(&before, &after);
        scales[0] += before / (double)asked->timings;
        scales[1] += after / (double)asked->timings;
        verify();
    }
    watch_leave();
    hashcop_messages = known;
    fold = drawn_fold(&drawn, 0);
    hashcop_messages = messages;
    report_batch(scales);
    report_word("ticks");
    report_number(length);
    report_number(calls);
    for (unsigned i = 0; i < asked->timings; ++i)
        report_number(timings[i]);
    report_end();
    drawn_report(length, 1, number, fold);
    harness_release(timings);
}

void time_run(const struct time_request *request, const unsigned long long *lengths,
              unsigned long long count) {
    unsigned long long longest = 0;
    asked = request;
    driver = host_driver();
    messages = hashcop_messages;
    known = known_of(messages);
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    which = harness_allocate(messages);
    digests = harness_allocate(messages * hashcop_bytes);
    hashcop_messages = known;
    drawn_open(asked, longest);
    hashcop_messages = messages;
    report_word("reading");
    report_number(0);
    report_end();
    for (unsigned long long i = 0; i < count; ++i)
        time_length(lengths[i], i);
}

/* Timings are in the device's time, whatever is asked for. */
void time_with(const char *name) { (void)name; }

void first_run(const struct time_request *request, unsigned long long length,
               unsigned long long calls) {
    (void)request;
    (void)length;
    (void)calls;
    harness_stop("first calls are of programs that are compiled while they run");
}

const struct cpucycles_counter *any_counter(void) {
    harness_stop("a device has no counter of the processor");
}
