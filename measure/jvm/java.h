/* SPDX-License-Identifier: MIT */
/* The JVM in the process of the harness. */
#ifndef HASHCOP_JAVA_H
#define HASHCOP_JAVA_H

#include <jni.h>

/* java.c: the JVM, of the thread that opened it. The file `jvm` beside the program says which one,
 * and with which options. Everything that returns objects has opened it. */
JNIEnv *java(void);
/* Before the first use: where the JVM's own threads are, and which other options it gets: those of
 * the file `jvm-<options>`. */
void java_place(int together, const char *options);
double java_seconds(void); /* of a clock that only goes on */
jobject java_hash(void);   /* the implementation's object for all calls */
jobject java_create(void); /* another one */
/* A class of package hashcop, and a static method of one. Ends the program where there is none. */
jclass java_class(const char *name);
jmethodID java_static(jclass of, const char *name, const char *signature);
/* Calls hash(). What it throws ends the program. */
void java_call(jobject hash, jbyteArray out, jsize out_at, jbyteArray in, jsize in_at,
               unsigned long long length);
/* Reports what was thrown, if anything was, and ends the program. */
void java_caught(void);
/* A word at the end of a line that the harness reports, in printable characters. */
void java_report(jstring text);
/* A reference that is never freed. */
jobject java_keep(jobject local);

/* forbidden.c: the directories and files that the JVM may open by itself. */
void forbidden_open(const char *home, const char *classes);
/* While an object begins, classes of the JDK and of libraries do what they do once: a thread is
 * told and does no harm, files and sockets are for the sandbox to refuse. */
void forbidden_begin(int is_now);

#endif
