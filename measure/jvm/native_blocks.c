/* SPDX-License-Identifier: MIT */
/* The compression function of a hash in C, called from Java once a block:
 * hashcop/NativeBlocks.java.
 *
 * The compression function is a static one of the implementation's file hash.c. So that file is
 * compiled as a part of this one. It must have, as Grøstl's has:
 *
 *     void compress(unsigned char h[], const unsigned char *in, unsigned long long blocks);
 *     void output_transformation(unsigned char h[]); */
#include "hash.c"

#include <jni.h>

#define ENTRY(name) JNIEXPORT void JNICALL Java_hashcop_NativeBlocks_##name

ENTRY(compress)(JNIEnv *env, jclass of, jbyteArray state, jbyteArray in, jint in_at) {
    (void)of;
    unsigned char *from = (*env)->GetPrimitiveArrayCritical(env, in, NULL);
    unsigned char *h = from ? (*env)->GetPrimitiveArrayCritical(env, state, NULL) : NULL;
    if (h) {
        compress(h, from + in_at, 1);
        (*env)->ReleasePrimitiveArrayCritical(env, state, h, 0);
    }
    if (from)
        (*env)->ReleasePrimitiveArrayCritical(env, in, from, JNI_ABORT);
}

ENTRY(finish)(JNIEnv *env, jclass of, jbyteArray state) {
    (void)of;
    unsigned char *h = (*env)->GetPrimitiveArrayCritical(env, state, NULL);
    if (h) {
        output_transformation(h);
        (*env)->ReleasePrimitiveArrayCritical(env, state, h, 0);
    }
}
