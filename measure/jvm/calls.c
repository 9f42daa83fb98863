/* SPDX-License-Identifier: MIT */
/* Calls of the implementation, as the harness makes them: with the bytes of its arguments in Java
 * arrays. */
#include "../c/harness.h"
#include "java.h"

#include <string.h>

enum { canary = 24, most_before = 61, objects = 16 };

/* Plain calls have arrays that are used again; `room` is how long the first one is. */
static jbyteArray plain_in, plain_out;
static unsigned long long room;

static jbyteArray new_array(unsigned long long bytes) {
    jbyteArray made = (*java())->NewByteArray(java(), (jsize)bytes);
    java_caught();
    return made;
}

static void make_room(unsigned long long length) {
    if (plain_in && length <= room)
        return;
    if (plain_in)
        (*java())->DeleteGlobalRef(java(), plain_in);
    plain_in = java_keep(new_array(length + longest_output));
    if (!plain_out)
        plain_out = java_keep(new_array(hashcop_bytes));
    room = length + longest_output;
}

/* What facts.c calls the implementation. */
int hashcop_implementation(unsigned char *out, const unsigned char *in, unsigned long long length);

int hashcop_implementation(unsigned char *out, const unsigned char *in, unsigned long long length) {
    JNIEnv *env = java();
    jobject hash = java_hash();
    make_room(length);
    (*env)->SetByteArrayRegion(env, plain_in, 0, (jsize)length, (const jbyte *)in);
    java_call(hash, plain_out, 0, plain_in, 0, length);
    (*env)->GetByteArrayRegion(env, plain_out, 0, (jsize)hashcop_bytes, (jbyte *)out);
    return 0;
}

/* An array with bytes of the caller somewhere in it, and what it had all around them. */
struct around {
    jbyteArray array;
    unsigned char *expected;
    unsigned long long before, count, all, room;
};

static struct around output, input;
static unsigned long long calls;

static void put(struct around *to, const unsigned char *bytes, unsigned long long count,
                unsigned long long room_for) {
    JNIEnv *env = java();
    unsigned long long inside = count > room_for ? count : room_for;
    to->before = calls * 7 % most_before;
    to->count = count;
    to->all = to->before + inside + calls * 11 % canary;
    if (to->all > to->room) {
        to->room = 2 * to->all;
        to->expected = harness_allocate(to->room);
    }
    fresh_message(calls, to->all, to->expected, to->all);
    if (bytes)
        memcpy(to->expected + to->before, bytes, (size_t)count);
    to->array = new_array(to->all);
    (*env)->SetByteArrayRegion(env, to->array, 0, (jsize)to->all, (const jbyte *)to->expected);
}

/* Compares an array with what it must have; `written` bytes from the caller's on may be others. */
static void compare(const struct around *of, unsigned argument, unsigned long long written) {
    JNIEnv *env = java();
    unsigned char *now = harness_allocate(of->all + 1);
    unsigned long long end = of->before + (written ? written : of->count);
    (*env)->GetByteArrayRegion(env, of->array, 0, (jsize)of->all, (jbyte *)now);
    for (unsigned long long i = 0; i < of->all; ++i) {
        if (now[i] == of->expected[i] || (written && i >= of->before && i < end))
            continue;
        if (i < of->before)
            watch_problem("wrote-before", of->before - i, argument);
        if (i >= end)
            watch_problem("wrote-after", i - end + 1, argument);
        watch_problem("changed-input", 0, argument);
    }
    harness_release(now);
}

/* An object that has hashed nothing before must give the same digest. */
static void ask_another(const unsigned char *digest, unsigned long long length) {
    JNIEnv *env = java();
    unsigned char *now = harness_allocate(hashcop_bytes);
    jobject other = java_create();
    (*env)->SetByteArrayRegion(env, input.array, (jsize)input.before, (jsize)length,
                               (const jbyte *)input.expected + input.before);
    java_call(other, output.array, (jsize)output.before, input.array, (jsize)input.before, length);
    (*env)->GetByteArrayRegion(env, output.array, (jsize)output.before, (jsize)hashcop_bytes,
                               (jbyte *)now);
    if (memcmp(now, digest, (size_t)hashcop_bytes) != 0)
        watch_problem("state", 0, 0);
    (*env)->DeleteGlobalRef(env, other);
    harness_release(now);
}

/* Each call has other arrays, and another place in them. Where the caller's output is in its input,
 * there is one array. */
long long registers_call(unsigned char *const *arguments, const unsigned long long *lengths,
                         long long *expected) {
    JNIEnv *env = java();
    unsigned long long length = lengths[0];
    int in_place = arguments[0] == arguments[1];
    jobject hash = java_hash();
    struct around *to = in_place ? &input : &output;
    (*env)->PushLocalFrame(env, 16);
    ++calls;
    put(&input, arguments[1], length, in_place ? hashcop_bytes : 0);
    if (!in_place)
        put(&output, NULL, hashcop_bytes, 0);
    java_call(hash, to->array, (jsize)to->before, input.array, (jsize)input.before, length);
    (*env)->GetByteArrayRegion(env, to->array, (jsize)to->before, (jsize)hashcop_bytes,
                               (jbyte *)arguments[0]);
    compare(to, 0, hashcop_bytes);
    if (!in_place) {
        compare(&input, 1, 0);
        if (calls % objects == 0)
            ask_another(arguments[0], length);
    }
    (*env)->PopLocalFrame(env, NULL);
    return *expected = 0;
}

void calls_open(void) { java_hash(); }

/* The JVM compiles what is called often, and may compile it wrong. */
int code_changes(void) { return 1; }
