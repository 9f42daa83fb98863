/* SPDX-License-Identifier: MIT */
/* Starts a JVM in the process of the harness, and calls the implementation in it.
 *
 * Request, results and counters stay in C, where Java code has no way to reach them. The JVM's own
 * threads, which compile and collect garbage, begin on the logical processors that the harness was
 * started on, without the one that it has moved to since: timings are taken there. */
#define _GNU_SOURCE
#include "java.h"
#include "../c/harness.h"

#include <dlfcn.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { most_options = 64, longest_line = 8192, longest_text = 400 };

static JNIEnv *env;
static jclass harness;
static jmethodID hash_method;
static jobject the_hash;
static cpu_set_t everywhere;
static char *class_path;
static int is_together;
static const char *other_options = "";

void java_place(int together, const char *options) {
    is_together = together;
    other_options = options;
}

double java_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

__attribute__((constructor)) static void begin(void) {
    sched_getaffinity(0, sizeof everywhere, &everywhere);
}

/* The library of the JVM, and its options. */
static unsigned read_file(char **library, JavaVMOption *options) {
    static char line[longest_line];
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    unsigned count = 0;
    FILE *file;
    if (length <= 0)
        harness_stop("can't tell where the program is");
    path[length] = 0;
    sprintf(strrchr(path, '/'), "/jvm%s%s", *other_options ? "-" : "", other_options);
    file = fopen(path, "r");
    if (!file)
        harness_stop("no file says which JVM to start");
    for (unsigned number = 0; fgets(line, sizeof line, file); ++number) {
        line[strcspn(line, "\n")] = 0;
        if (number == 0)
            *library = strdup(line);
        else if (line[0] == '+') /* what the JVM's library needs, and the system may lack */
            dlopen(line + 1, RTLD_NOW | RTLD_GLOBAL);
        else if (count < most_options)
            options[count++].optionString = strdup(line);
        if (strncmp(line, "-Djava.class.path=", 18) == 0)
            class_path = strdup(line + 18);
    }
    fclose(file);
    return count;
}

/* Begins the JVM with its threads elsewhere than this one, if there is another place. */
static void begin_elsewhere(jint (*create)(JavaVM **, void **, void *), JavaVMInitArgs *arguments) {
    cpu_set_t here, others;
    JavaVM *machine;
    sched_getaffinity(0, sizeof here, &here);
    CPU_XOR(&others, &everywhere, &here);
    if (!is_together && CPU_COUNT(&others) > 0 && CPU_COUNT(&here) == 1)
        sched_setaffinity(0, sizeof others, &others);
    if (create(&machine, (void **)&env, arguments) != JNI_OK)
        harness_stop("the JVM does not start");
    sched_setaffinity(0, sizeof here, &here);
}

static void begin_machine(void) {
    static JavaVMOption options[most_options];
    char *library = NULL;
    JavaVMInitArgs arguments = {JNI_VERSION_1_8, 0, options, JNI_FALSE};
    void *handle, *create;
    arguments.nOptions = (jint)read_file(&library, options);
    handle = library ? dlopen(library, RTLD_NOW | RTLD_GLOBAL) : NULL;
    create = handle ? dlsym(handle, "JNI_CreateJavaVM") : NULL;
    if (!create)
        harness_stop("the library of the JVM can't be used");
    jint (*function)(JavaVM **, void **, void *);
    memcpy(&function, &create, sizeof function);
    begin_elsewhere(function, &arguments);
    for (int i = 0; i < 3; ++i) /* HOME/lib/server/libjvm.so */
        *strrchr(library, '/') = 0;
    forbidden_open(library, class_path ? class_path : "");
}

JNIEnv *java(void) {
    if (env)
        return env;
    begin_machine();
    harness = java_class("hashcop/Harness");
    hash_method = (*env)->GetMethodID(env, java_class("hashcop/CryptoHash"), "hash", "([BI[BII)V");
    java_caught();
    return env;
}

jclass java_class(const char *name) {
    JNIEnv *here = java();
    jclass found = (*here)->FindClass(here, name);
    java_caught();
    return java_keep(found);
}

jmethodID java_static(jclass of, const char *name, const char *signature) {
    jmethodID found = (*env)->GetStaticMethodID(env, of, name, signature);
    java_caught();
    return found;
}

jobject java_keep(jobject local) {
    jobject kept = (*env)->NewGlobalRef(env, local);
    (*env)->DeleteLocalRef(env, local);
    if (!kept)
        harness_stop("the JVM has no memory left");
    return kept;
}

void java_report(jstring text) {
    char printable[longest_text + 1];
    const char *bytes = text ? (*env)->GetStringUTFChars(env, text, NULL) : NULL;
    size_t count = 0;
    for (; bytes && bytes[count] && count < longest_text; ++count)
        printable[count] = bytes[count] >= ' ' && bytes[count] <= '~' ? bytes[count] : '?';
    printable[count] = 0;
    if (bytes)
        (*env)->ReleaseStringUTFChars(env, text, bytes);
    report_word(count ? printable : "nothing");
}

void java_caught(void) {
    jthrowable thrown = (*env)->ExceptionOccurred(env);
    jstring text = NULL;
    if (!thrown)
        return;
    (*env)->ExceptionClear(env);
    watch_leave();
    if (!harness)
        harness_stop("the classes of the harness can't be used");
    text = (*env)->CallStaticObjectMethod(
        env, harness,
        (*env)->GetStaticMethodID(env, harness, "explain",
                                  "(Ljava/lang/Throwable;)Ljava/lang/String;"),
        thrown);
    if ((*env)->ExceptionCheck(env)) { /* no memory is left, for example */
        (*env)->ExceptionClear(env);
        text = NULL;
    }
    report_word("told");
    java_report(text);
    report_end();
    watch_problem("threw", 0, 0);
}

jobject java_create(void) {
    jmethodID method;
    jobject made;
    int was_inside = watch_is_inside();
    java();
    method = java_static(harness, "create", "()Lhashcop/CryptoHash;");
    if (!was_inside)
        watch_enter("start", 0);
    forbidden_begin(1);
    made = (*env)->CallStaticObjectMethod(env, harness, method);
    forbidden_begin(0);
    java_caught();
    if (!was_inside)
        watch_leave();
    return java_keep(made);
}

static void compare_size(void) {
    jint bytes = (*env)->CallStaticIntMethod(env, harness, java_static(harness, "bytes", "()I"));
    java_caught();
    if ((unsigned long long)bytes != hashcop_bytes)
        watch_problem("other-size", (unsigned long long)bytes, 0);
}

jobject java_hash(void) {
    if (!the_hash) {
        the_hash = java_create();
        compare_size();
    }
    return the_hash;
}

void java_call(jobject hash, jbyteArray out, jsize out_at, jbyteArray in, jsize in_at,
               unsigned long long length) {
    (*env)->CallVoidMethod(env, hash, hash_method, out, out_at, in, in_at, (jint)length);
    java_caught();
}
