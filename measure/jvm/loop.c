/* SPDX-License-Identifier: MIT */
/* The calls of a timing, in Java: hashcop/Loop.java. And the time before, in which the JVM compiles
 * what is called often: it is over when two looks in a row find that nothing was or is being
 * compiled. */
#define _GNU_SOURCE
#include "../../cpucycles/barrier.h"
#include "../../cpucycles/cpucycles.h"
#include "../c/harness.h"
#include "compiled.h"
#include "java.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { line = 64, timed = 3, empties = 1001, counted_calls = 100, counted_lengths = 8 };
enum { most_code = 100, longest_method = 200, most_first = 512 };
enum { least_calls = 20000, first_look = 100, patience = 3000, longest = 30000 }; /* milliseconds */
static const double next_look = 1.5; /* times the time of the one before */

static const struct cpucycles_counter *counter;
static const struct time_request *asked;
static struct {
    jclass loop;
    jmethodID run;
    jobject hash; /* or its maker, where each call has a new one */
} target[timed];
static jbyteArray in, out;
static jobject compiled;

static struct {
    unsigned long long calls, looks;
    double milliseconds;
    int is_steady, is_blind;
    jlong collections, collecting;
} warm;

static jlong JNICALL read_counter(JNIEnv *env, jclass of) {
    (void)env;
    (void)of;
    return (jlong)counter->read();
}

static void JNICALL barrier(JNIEnv *env, jclass of) {
    (void)env;
    (void)of;
    cpucycles_barrier();
}

static jobject new_object(const char *name) {
    JNIEnv *env = java();
    jclass of = java_class(name);
    jmethodID method = (*env)->GetMethodID(env, of, "<init>", "()V");
    java_caught();
    jobject made = (*env)->NewObject(env, of, method);
    java_caught();
    return java_keep(made);
}

/* The loop of each of the three that are timed. */
static void open_targets(void) {
    static char read_name[] = "read", barrier_name[] = "barrier";
    static char longs[] = "()J", nothing[] = "()V";
    JNINativeMethod natives[] = {{read_name, longs, (void *)read_counter},
                                 {barrier_name, nothing, (void *)barrier}};
    JNIEnv *env = java();
    jclass harness = java_class("hashcop/Harness");
    jmethodID copy = java_static(harness, "loop", "()Ljava/lang/Class;");
    target[0].hash = java_hash();
    target[1].hash = new_object("hashcop/KnownSum");
    target[2].hash = new_object("hashcop/KnownDifference");
    if (asked->fresh)
        target[0].hash = new_object("HashcopMaker");
    for (int i = 0; i < timed; ++i) {
        int is_fresh = i == 0 && asked->fresh;
        target[i].loop = java_keep((*env)->CallStaticObjectMethod(env, harness, copy));
        java_caught();
        (*env)->RegisterNatives(env, target[i].loop, natives, 2);
        java_caught();
        target[i].run = java_static(target[i].loop, is_fresh ? "runFresh" : "run",
                                    is_fresh ? "(Lhashcop/Maker;[BII[BIIIII)J"
                                             : "(Lhashcop/CryptoHash;[BII[BIIIII)J");
    }
}

/* Arrays with room for what is drawn for any of the lengths. */
static void open_arrays(const unsigned long long *lengths, unsigned long long count) {
    JNIEnv *env = java();
    unsigned long long ins = 0, outs = 0;
    for (unsigned long long i = 0; i <= count; ++i) {
        struct drawn drawn = drawn_fill(i < count ? lengths[i] : 0, most_calls, 0);
        unsigned long long bytes = drawn.count * drawn.in_step;
        ins = bytes > ins ? bytes : ins;
        bytes = drawn.count * drawn.out_step;
        outs = bytes > outs ? bytes : outs;
    }
    in = java_keep((*env)->NewByteArray(env, (jsize)ins + 2 * line));
    out = java_keep((*env)->NewByteArray(env, (jsize)outs + 2 * line));
}

/* Where in an array a line of the cache begins. It stays there as long as nothing is collected. */
static jint edge(jbyteArray array) {
    JNIEnv *env = java();
    void *place = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
    size_t beyond = (size_t)place % line;
    (*env)->ReleasePrimitiveArrayCritical(env, array, place, JNI_ABORT);
    return (jint)(beyond ? line - beyond : 0);
}

static unsigned number_of(hash_function *call) {
    return call == hashcop_hash ? 0 : call == known_calls[0].call ? 1 : 2;
}

unsigned long long loop_run(const struct cpucycles_counter *by, hash_function *call,
                            unsigned long long length, const struct drawn *drawn, unsigned calls,
                            int is_cold) {
    JNIEnv *env = java();
    unsigned which = number_of(call);
    jint out_at = edge(out) + (jint)asked->out, in_at = edge(in) + (jint)asked->in;
    jsize outs = (jsize)(drawn->count * drawn->out_step),
          ins = (jsize)(drawn->count * drawn->in_step);
    jlong ticks;
    (void)is_cold;
    counter = by;
    (*env)->SetByteArrayRegion(env, out, out_at, outs - (jint)asked->out, (jbyte *)drawn->out);
    (*env)->SetByteArrayRegion(env, in, in_at, ins - (jint)asked->in, (jbyte *)drawn->in);
    ticks = (*env)->CallStaticLongMethod(env, target[which].loop, target[which].run,
                                         target[which].hash, out, out_at, (jint)drawn->out_step, in,
                                         in_at, (jint)drawn->in_step, (jint)length, (jint)calls,
                                         (jint)drawn->count);
    java_caught();
    (*env)->GetByteArrayRegion(env, out, out_at, outs - (jint)asked->out, (jbyte *)drawn->out);
    return (unsigned long long)ticks;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static jlong told(const char *name) {
    JNIEnv *env = java();
    jmethodID method = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, compiled), name, "()J");
    java_caught();
    jlong number = (*env)->CallLongMethod(env, compiled, method);
    java_caught();
    return number;
}

/* What a method of Compiled returns, or null. It is the caller's to free. */
static char *told_text(const char *name) {
    JNIEnv *env = java();
    jmethodID method = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, compiled), name,
                                           "()Ljava/lang/String;");
    java_caught();
    jstring text = (*env)->CallObjectMethod(env, compiled, method);
    if ((*env)->ExceptionCheck(env)) { /* a JVM without that command */
        (*env)->ExceptionClear(env);
        return NULL;
    }
    jsize bytes = (*env)->GetStringUTFLength(env, text);
    char *copy = harness_allocate((unsigned long long)bytes + 1);
    (*env)->GetStringUTFRegion(env, text, 0, (*env)->GetStringLength(env, text), copy);
    (*env)->DeleteLocalRef(env, text);
    return copy;
}

/* Whether nothing is compiled or queued, and nothing was compiled since the last look. */
static int is_idle(void) {
    static char *before;
    char *queue = told_text("queue"), *code = told_text("code");
    int idle = 0;
    if (queue && code)
        idle = compiled_is_idle(queue) && before && compiled_is_known(code, before);
    else
        warm.is_blind = 1;
    ++warm.looks;
    harness_release(queue);
    harness_release(before);
    before = code;
    return idle;
}

/* Some calls, none to 15, of any length, in any order; one time in four of a known duration. */
static void some_calls(const unsigned long long *lengths, unsigned long long count) {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    int is_known = (state >> 58 & 3) == 0 || count == 0;
    unsigned long long chosen = (state >> 33 & 0xffffff) % (is_known ? known_count : count);
    unsigned calls = (unsigned)(state >> 60);
    hash_function *call = is_known ? known_calls[chosen].call : hashcop_hash;
    unsigned long long length = is_known ? known_calls[chosen].cycles : lengths[chosen];
    struct drawn drawn = drawn_fill(is_known ? 0 : length, calls ? calls : 1, warm.calls);
    watch_enter("time", length);
    loop_run(counter, call, length, &drawn, calls, 0);
    watch_leave();
    warm.calls += is_known ? 0 : calls;
}

static void warm_up(const unsigned long long *lengths, unsigned long long count) {
    double begun = milliseconds(), look = first_look, spent;
    int idle = 0;
    while (idle < 2) {
        some_calls(lengths, count);
        spent = milliseconds() - begun;
        if (spent > (warm.is_blind ? patience : longest))
            break;
        if (spent < look || (warm.calls < least_calls && spent < patience))
            continue;
        idle = is_idle() ? idle + 1 : 0;
        look = spent * next_look;
    }
    warm.is_steady = idle == 2;
    warm.milliseconds = milliseconds() - begun;
}

static void begin_loops(const struct time_request *request, const unsigned long long *lengths,
                        unsigned long long count) {
    if (request->cold)
        harness_stop("there are no cold calls of Java");
    asked = request;
    counter = any_counter();
    java_place(request->together != 0, request->options);
    open_targets();
    open_arrays(lengths, count);
}

void loop_open(const struct time_request *request, const unsigned long long *lengths,
               unsigned long long count) {
    begin_loops(request, lengths, count);
    compiled = new_object("hashcop/Compiled");
    warm_up(lengths, count);
    warm.collections = told("collections");
    warm.collecting = told("collecting");
}

static int by_size(const void *a, const void *b) {
    unsigned long long one = *(const unsigned long long *)a, other = *(const unsigned long long *)b;
    return one < other ? -1 : one > other;
}

/* The mean of the half of timings that is in the middle. */
double loop_cost(double reading) {
    static unsigned long long timings[empties];
    struct drawn drawn = drawn_fill(0, 1, 0);
    double sum = 0;
    (void)reading;
    for (int i = 0; i < empties; ++i)
        timings[i] = loop_run(counter, hashcop_hash, 0, &drawn, 0, 0);
    qsort(timings, empties, sizeof *timings, by_size);
    for (int i = empties / 4; i < 3 * empties / 4; ++i)
        sum += (double)timings[i];
    return sum / (3 * empties / 4 - empties / 4);
}

static void report_code(void) {
    char *list = told_text("code");
    const char *next = list;
    struct compiled_code code;
    for (unsigned count = 0; list && count < most_code && compiled_next(&next, &code);) {
        char text[longest_method + 1] = {0};
        if (!compiled_is_own(&code))
            continue;
        for (unsigned i = 0; i < code.length && i < longest_method; ++i)
            text[i] = code.method[i] > ' ' && code.method[i] <= '~' ? code.method[i] : '?';
        report_word("code");
        report_number(code.level);
        report_number(code.bytes);
        report_word(text);
        report_end();
        ++count;
    }
    harness_release(list);
}

/* Bytes that calls allocate, without those of looking. */
static jlong allocated(unsigned long long length, unsigned calls) {
    struct drawn drawn = drawn_fill(length, calls ? calls : 1, 0);
    jlong before = told("allocated");
    loop_run(counter, hashcop_hash, length, &drawn, calls, 0);
    return told("allocated") - before;
}

static void report_allocated(unsigned long long length) {
    allocated(length, 0); /* the first look may load classes */
    jlong none = allocated(length, 0), all = allocated(length, counted_calls);
    report_word("allocated");
    report_number(length);
    report_number(all > none ? (unsigned long long)(all - none) / counted_calls : 0);
    report_end();
}

void loop_close(const unsigned long long *lengths, unsigned long long count) {
    int is_same = is_idle();
    jlong collections = told("collections") - warm.collections;
    report_word("jvm");
    report_number((unsigned long long)warm.is_steady);
    report_number((unsigned long long)!is_same);
    report_number(warm.calls);
    report_number((unsigned long long)(warm.milliseconds * 1000));
    report_number(warm.looks);
    report_number((unsigned long long)collections);
    report_number((unsigned long long)(told("collecting") - warm.collecting));
    report_end();
    report_code();
    for (unsigned long long i = 0; i < count && i < counted_lengths; ++i)
        report_allocated(lengths[i]);
}

/* The ends of groups: powers of two and of ten, so that what all calls so far took is known there.
 */
static unsigned long long end_after(unsigned long long calls) {
    unsigned long long two = 1, ten = 1;
    while (two <= calls)
        two *= 2;
    while (ten <= calls)
        ten *= 10;
    return two < ten ? two : ten;
}

enum { most_groups = 40 };
struct group {
    unsigned long long calls, ticks;
};

static void report_first(unsigned long long length, double cost, const double *pace,
                         const struct group *groups, unsigned count) {
    report_word("reading");
    report_number((unsigned long long)(cost * 1000 + 0.5));
    report_end();
    report_word("batch");
    report_number(count);
    for (int i = 0; i < 3; ++i)
        report_number((unsigned long long)(pace[i] * 1e9 + 0.5));
    for (int i = 0; i < 3; ++i)
        report_number(i == 0);
    report_end();
    for (unsigned i = 0; i < count; ++i) {
        report_word("ticks");
        report_number(length);
        report_number(groups[i].calls);
        report_number(groups[i].ticks);
        report_end();
    }
}

static double pace_now(const struct time_request *request, double cost, double *width) {
    double scale = 1;
    if (!request->core)
        scale = cpucycles_calibrate(counter, cost, request->calibration);
    *width = scale > 0 ? cpucycles_width(counter, cost, request->calibration / 2) / scale : 0;
    return scale;
}

/* What comes before the first call is the loading of the harness's classes and of the
 * implementation's, and no call of either. */
void loop_first(const struct time_request *request, const struct cpucycles_counter *by, double cost,
                unsigned long long length, unsigned long long calls) {
    static struct group groups[most_groups];
    struct drawn drawn = {0};
    double pace[3], begun = java_seconds(), digest = 0;
    unsigned count = 0;
    counter = by;
    for (int i = 0; i < 3; ++i)
        pace[0] = pace_now(request, cost, &pace[2]);
    begun = java_seconds();
    begin_loops(request, &length, 1);
    double ready = java_seconds();
    for (unsigned long long done = 0; done < calls && count < most_groups; ++count) {
        unsigned long long end = end_after(done), left;
        end = end < calls ? end : calls;
        groups[count].calls = end - done;
        for (left = end - done; left > 0;) {
            unsigned some = (unsigned)(left < most_first ? left : most_first);
            drawn = drawn_fill(length, some, done);
            watch_enter("time", length);
            groups[count].ticks += loop_run(by, hashcop_hash, length, &drawn, some, 0);
            watch_leave();
            left -= some;
        }
        if (done == 0)
            digest = java_seconds();
        done = end;
    }
    pace[1] = pace_now(request, cost, &pace[2]);
    report_first(length, cost, pace, groups, count);
    report_word("begun");
    report_number((unsigned long long)((ready - begun) * 1e6));
    report_number((unsigned long long)((digest - begun) * 1e6));
    report_end();
}
