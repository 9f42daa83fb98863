/* SPDX-License-Identifier: MIT */
/* What is asked of a driver apart from an implementation: which devices there are, and programs out
 * of texts.
 *
 *     tool list
 *         a line for each device, whose words are separated by tabs: interface, kind (gpu, cpu,
 *         other), name, maker, version of the interface, of the driver, of the device; units that
 *         work side by side, megahertz, bytes of memory; and a line for each driver that can't be
 *         used: `failed`, or `absent` where it is not here, interface, why
 *     tool build INTERFACE DEVICE TEXT OPTIONS LOCAL INTO
 *         the program of a text, for groups of so many work-items, into a file. DEVICE is
 *         "maker: name", and for CUDA the file of NVRTC
 *     tool peak INTERFACE DEVICE PROGRAM ITEMS LOCAL
 *         turns of a work-item of peak.cl in a nanosecond, of all ITEMS together, and cycles in a
 *         nanosecond: the median of some launches, each of 10 ms or more
 */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void device_told(const char *const *words, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        for (const char *c = words[i]; *c; ++c)
            putchar(*c >= ' ' && *c <= '~' ? *c : '?');
        putchar(i + 1 < count ? '\t' : '\n');
    }
    fflush(stdout); /* the next driver may crash */
}

void device_unusable(const char *interface, int is_here, const char *why) {
    const char *words[] = {is_here ? "failed" : "absent", interface, why};
    device_told(words, sizeof words / sizeof *words);
}

_Noreturn void device_failed(const char *what, long number) {
    fprintf(stderr, number ? "error: %s (%ld)\n" : "error: %s\n", what, number);
    exit(1);
}

/* A text, or a program. */
static char *content(const char *path, unsigned long long *bytes) {
    enum { most = 64 << 20 };
    char *text = calloc(1, most + 1);
    FILE *file = fopen(path, "rb");
    if (!text || !file)
        device_failed("the file can't be read", 0);
    *bytes = fread(text, 1, most, file);
    if (ferror(file))
        device_failed("the file can't be read", 0);
    fclose(file);
    return text;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void peak(const struct device_driver *driver, char **words) {
    enum { timings = 7, least = 10 * 1000 * 1000, most = 1 << 28 };
    struct device_file file = {"", "", "", (unsigned)atoi(words[4])};
    struct device_call call = {NULL, NULL, 0, 0, 4, strtoull(words[3], NULL, 10), 4};
    unsigned turns[4] = {4, 0x9e3779b1, 0x85ebca77, 0};
    double rates[timings], took = 0, before, after, clock = 0;
    unsigned long long bytes;
    char *program = content(words[2], &bytes);
    snprintf(file.device, sizeof file.device, "%s", words[1]);
    driver->open(&file, program, bytes);
    call.in = driver->allocate(4 * call.count + sizeof turns);
    call.out = driver->allocate(4 * call.count);
    while (took < least && turns[0] < most) {
        turns[0] *= took > 0 && took * 4 < least ? 4 : 2;
        driver->write(call.in, 0, turns, sizeof turns);
        took = driver->run(&call, 1);
    }
    for (int i = 0; i < timings; ++i) {
        rates[i] = (double)turns[0] * (double)call.count / driver->run(&call, 1);
        driver->clock(&before, &after);
        clock += (before + after) / 2 / timings;
    }
    qsort(rates, timings, sizeof *rates, ascending);
    printf("peak %.9g %.9g\n", rates[timings / 2], clock);
}

int main(int count, char **words) {
    static const struct device_driver *const drivers[] = {&opencl_driver, &cuda_driver};
    int is_list = count == 2 && strcmp(words[1], "list") == 0;
    int is_build = count == 8 && strcmp(words[1], "build") == 0;
    int is_peak = count == 7 && strcmp(words[1], "peak") == 0;
    unsigned long long bytes;
    setenv("POCL_CACHE_DIR", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", 1);
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; ++i) {
        if (is_list)
            drivers[i]->list();
        if (is_build && strcmp(drivers[i]->name, words[2]) == 0) {
            drivers[i]->build(words[3], content(words[4], &bytes), words[5],
                              (unsigned)atoi(words[6]), words[7]);
            return 0;
        }
        if (is_peak && strcmp(drivers[i]->name, words[2]) == 0) {
            peak(drivers[i], words + 2);
            return 0;
        }
    }
    return is_list ? 0 : 2;
}
