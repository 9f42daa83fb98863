/* SPDX-License-Identifier: MIT */
/* A hash function in C, called from Java: linked with the implementation that the file `native`
 * names into libhashcop-native.so. hashcop/NativeHash.java has the ways to call these entries by
 * the JNI, and foreign/hashcop/ForeignHash.java those by foreign functions.
 *
 * HASHCOP_NATIVE is the function, HASHCOP_BYTES the bytes of a digest. Offsets and lengths were
 * checked in Java. A function that finds no memory returns, with an exception that is thrown when
 * Java goes on. */
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>

int HASHCOP_NATIVE(unsigned char *out, const unsigned char *in, unsigned long long length);

#define ENTRY(type, name) JNIEXPORT type JNICALL Java_hashcop_NativeHash_##name

ENTRY(jint, bytes)(JNIEnv *env, jclass of) {
    (void)env;
    (void)of;
    return HASHCOP_BYTES;
}

/* What a call costs that does nothing. */
ENTRY(void, nothing)(JNIEnv *env, jclass of) {
    (void)env;
    (void)of;
}

/* The arrays stay where they are: no collection happens meanwhile. */
ENTRY(void, critical)
(JNIEnv *env, jclass of, jbyteArray out, jint out_at, jbyteArray in, jint in_at, jint length) {
    (void)of;
    unsigned char *from = (*env)->GetPrimitiveArrayCritical(env, in, NULL);
    unsigned char *to = from ? (*env)->GetPrimitiveArrayCritical(env, out, NULL) : NULL;
    if (to) {
        HASHCOP_NATIVE(to + out_at, from + in_at, (unsigned long long)length);
        (*env)->ReleasePrimitiveArrayCritical(env, out, to, 0);
    }
    if (from)
        (*env)->ReleasePrimitiveArrayCritical(env, in, from, JNI_ABORT);
}

enum { line = 64 }; /* of the cache, in bytes */

/* Room for a message that begins on a line, kept between calls. */
static unsigned char *message_room(jint length) {
    static unsigned char *room;
    static size_t bytes;
    if ((size_t)length >= bytes) {
        size_t wanted = (2 * (size_t)length / line + line) * line;
        free(room);
        room = aligned_alloc(line, wanted);
        bytes = room ? wanted : 0;
    }
    return room;
}

static void no_memory(JNIEnv *env) {
    jclass error = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (error)
        (*env)->ThrowNew(env, error, "no memory for the message");
}

/* The JVM copies the message to memory of ours, and the digest back. */
ENTRY(void, region)
(JNIEnv *env, jclass of, jbyteArray out, jint out_at, jbyteArray in, jint in_at, jint length) {
    unsigned char digest[HASHCOP_BYTES], *message = message_room(length);
    (void)of;
    if (!message) {
        no_memory(env);
        return;
    }
    (*env)->GetByteArrayRegion(env, in, in_at, length, (jbyte *)message);
    HASHCOP_NATIVE(digest, message, (unsigned long long)length);
    (*env)->SetByteArrayRegion(env, out, out_at, HASHCOP_BYTES, (const jbyte *)digest);
}

/* The JVM copies both arrays as a whole, to memory that it allocates. */
ENTRY(void, elements)
(JNIEnv *env, jclass of, jbyteArray out, jint out_at, jbyteArray in, jint in_at, jint length) {
    (void)of;
    jbyte *from = (*env)->GetByteArrayElements(env, in, NULL);
    jbyte *to = from ? (*env)->GetByteArrayElements(env, out, NULL) : NULL;
    if (to) {
        HASHCOP_NATIVE((unsigned char *)to + out_at, (unsigned char *)from + in_at,
                       (unsigned long long)length);
        (*env)->ReleaseByteArrayElements(env, out, to, 0);
    }
    if (from)
        (*env)->ReleaseByteArrayElements(env, in, from, JNI_ABORT);
}

ENTRY(void, direct)(JNIEnv *env, jclass of, jobject out, jobject in, jint length) {
    (void)of;
    HASHCOP_NATIVE((*env)->GetDirectBufferAddress(env, out),
                   (*env)->GetDirectBufferAddress(env, in), (unsigned long long)length);
}

ENTRY(jlong, addressOf)(JNIEnv *env, jclass of, jobject buffer) {
    (void)of;
    return (jlong)(uintptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

ENTRY(void, address)(JNIEnv *env, jclass of, jlong out, jlong in, jint length) {
    (void)env;
    (void)of;
    HASHCOP_NATIVE((unsigned char *)(uintptr_t)out, (const unsigned char *)(uintptr_t)in,
                   (unsigned long long)length);
}

/* For foreign functions. */
JNIEXPORT void hashcop_native_hash(unsigned char *out, const unsigned char *in, int64_t length);
JNIEXPORT void hashcop_native_hash_at(unsigned char *out, int32_t out_at, const unsigned char *in,
                                      int32_t in_at, int32_t length);
JNIEXPORT void hashcop_native_nothing(void);

void hashcop_native_hash(unsigned char *out, const unsigned char *in, int64_t length) {
    HASHCOP_NATIVE(out, in, (unsigned long long)length);
}

/* Offsets, so that a whole array is passed and no part of it has to be made. */
void hashcop_native_hash_at(unsigned char *out, int32_t out_at, const unsigned char *in,
                            int32_t in_at, int32_t length) {
    HASHCOP_NATIVE(out + out_at, in + in_at, (unsigned long long)length);
}

void hashcop_native_nothing(void) {}
