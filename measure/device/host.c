/* SPDX-License-Identifier: MIT */
/* The implementation, for the harness: a function of C that takes messages to the device, starts
 * the kernel and brings the digests back. Around messages and digests there are bytes on the device
 * that no kernel has any business with: they are compared after each call, and so are the messages.
 */
#define _GNU_SOURCE
#include "host.h"
#include "../c/harness.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { around = device_alignment, longest_program = 256 << 20 };

static const struct device_driver *driver;

void device_told(const char *const *words, unsigned count) {
    (void)words;
    (void)count;
}

void device_unusable(const char *interface, int is_here, const char *why) {
    (void)interface;
    (void)is_here;
    (void)why;
}

static _Noreturn void stop_with(const char *what, long number) {
    static char why[2 * device_longest];
    snprintf(why, sizeof why, number ? "%s (%ld)" : "%s", what, number);
    harness_stop(why);
}

/* The device stops for what a kernel did, and can't be used any more. */
_Noreturn void device_failed(const char *what, long number) {
    if (!watch_is_inside())
        stop_with(what, number);
    report_word("told");
    report_word(what);
    report_number((unsigned long long)(number < 0 ? -number : number));
    report_end();
    watch_problem("device-failed", 0, 0);
}

static void beside(char *path, const char *name) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - device_longest - 2);
    if (length <= 0)
        harness_stop("can't tell where the program is");
    path[length] = 0;
    sprintf(strrchr(path, '/'), "/%s", name);
}

static void *content(const char *name, unsigned long long *bytes) {
    char path[PATH_MAX];
    FILE *file;
    void *read;
    beside(path, name);
    file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0 || ftell(file) < 0 || ftell(file) > longest_program)
        harness_stop("the kernel's program is not there");
    *bytes = (unsigned long long)ftell(file);
    rewind(file);
    read = harness_allocate(*bytes + 1);
    if (fread(read, 1, (size_t)*bytes, file) != *bytes)
        harness_stop("the kernel's program can't be read");
    fclose(file);
    return read;
}

/* The value of a line "name value", of 199 characters at most. */
static void said(const char *text, const char *name, char *value) {
    size_t length = strlen(name);
    for (const char *line = text; line; line = strchr(line, '\n'), line += line ? 1 : 0)
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            line += length + 1;
            sprintf(value, "%.*s", (int)(strcspn(line, "\n") % device_longest), line);
            return;
        }
    harness_stop("the file that says which device is meant is not complete");
}

const struct device_driver *host_driver(void) {
    struct device_file file;
    char interface[device_longest], local[device_longest];
    unsigned long long bytes;
    const char *text;
    void *program;
    if (driver)
        return driver;
    text = content("device", &bytes);
    said(text, "interface", interface);
    said(text, "device", file.device);
    said(text, "program", file.program);
    said(text, "local", local);
    file.local = (unsigned)atoi(local);
    program = content(file.program, &bytes);
    if (getenv("TMPDIR"))
        setenv("POCL_CACHE_DIR", getenv("TMPDIR"), 1);
    driver = strcmp(interface, "cuda") == 0 ? &cuda_driver : &opencl_driver;
    driver->open(&file, program, bytes);
    return driver;
}

/* A buffer of the device with room around it, and what all of it had before the call. */
struct buffer {
    void *device;
    unsigned char *before, *after;
    unsigned long long bytes, all, room;
};

static struct buffer output, input;
static unsigned long long calls;

/* Bytes that no digest has all of; others for each call. */
static void fill(struct buffer *to, const unsigned char *bytes, unsigned long long count) {
    to->bytes = count;
    to->all = count + (unsigned long long)(2 * around);
    if (to->all > to->room) {
        if (to->device)
            driver->release(to->device);
        harness_release(to->before);
        harness_release(to->after);
        to->room = to->all + to->all / 2;
        to->device = driver->allocate(to->room);
        to->before = harness_allocate(to->room);
        to->after = harness_allocate(to->room);
    }
    fresh_message(calls, 0, to->before, around);
    memcpy(to->before + around + count, to->before, around);
    if (bytes)
        memcpy(to->before + around, bytes, (size_t)count);
    else
        memset(to->before + around, (int)(calls % 251) + 1, (size_t)count);
    driver->write(to->device, 0, to->before, to->all);
}

/* Compares what is around; and what is inside, unless it may be written to. */
static void compare(const struct buffer *of, unsigned argument, int is_written) {
    const unsigned long long end = around + of->bytes;
    driver->read(of->after, of->device, 0, of->all);
    for (unsigned long long i = 1; i <= around; ++i) {
        if (of->after[around - i] != of->before[around - i])
            watch_problem("wrote-before", i, argument);
        if (of->after[end + i - 1] != of->before[end + i - 1])
            watch_problem("wrote-after", i, argument);
    }
    if (!is_written && memcmp(of->after + around, of->before + around, (size_t)of->bytes) != 0)
        watch_problem("changed-input", 0, argument);
}

/* What facts.c calls the implementation. */
int hashcop_implementation(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                           unsigned long long count);

int hashcop_implementation(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                           unsigned long long count) {
    struct device_call call = {NULL, NULL, around, around, inlen, count, hashcop_bytes};
    host_driver();
    ++calls;
    fill(&input, in, inlen * count);
    fill(&output, NULL, hashcop_bytes * count);
    call.in = input.device;
    call.out = output.device;
    driver->call(&call);
    compare(&output, 0, 1);
    compare(&input, 1, 0);
    memcpy(out, output.after + around, (size_t)output.bytes);
    return 0;
}

/* A kernel has no registers of the processor. */
long long registers_call(unsigned char *const *arguments, const unsigned long long *lengths,
                         long long *expected) {
    return hashcop_call(arguments, lengths, expected);
}

void calls_open(void) { host_driver(); }

int code_changes(void) { return 0; }
