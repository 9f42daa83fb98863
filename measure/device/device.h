/* SPDX-License-Identifier: MIT */
/* A device, as the harness sees it, whichever interface its driver has.
 *
 * Libraries are opened when the program runs, with declarations of our own, so that everything is
 * built without any of them. What goes wrong ends the program, with words of the driver. */
#ifndef HASHCOP_DEVICE_H
#define HASHCOP_DEVICE_H

/* What the file `device` beside the program says: lines "name value". */
struct device_file {
    char interface[16]; /* opencl, cuda */
    char device[200];   /* its name, as device_list has it */
    char program[200];  /* the file of the kernel, in the directory of the program */
    unsigned local;     /* work-items of a group */
};

/* `count` messages of `inlen` bytes, with digests of `digest` bytes; `out_at` and `in_at` are
 * multiples of device_alignment. */
struct device_call {
    void *out, *in;
    unsigned long long out_at, in_at, inlen, count, digest;
};

struct device_driver {
    const char *name;
    /* One line for each device that is there, by device_told, and for each driver that is there and
     * can't be used, by device_unusable; returns how many devices. */
    unsigned (*list)(void);
    void (*open)(const struct device_file *file, const void *program, unsigned long long bytes);
    void *(*allocate)(unsigned long long bytes);
    void (*release)(void *buffer);
    void (*write)(void *to, unsigned long long at, const void *from, unsigned long long bytes);
    void (*read)(void *to, void *from, unsigned long long at, unsigned long long bytes);
    /* One launch, until it has ended. */
    void (*call)(const struct device_call *call);
    /* Nanoseconds of so many launches, one behind the other, by the device's clock. */
    double (*run)(const struct device_call *call, unsigned launches);
    /* The same from before the messages are copied there until after the digests are here, from
     * and to memory that the driver can read by itself. */
    double (*run_copied)(const struct device_call *call, unsigned launches);
    /* Cycles in a nanosecond before and after the last run: measured by it, which takes CUDA
     * milliseconds, or the most that the driver names. */
    void (*clock)(double *before, double *after);
    /* Bytes that may be allocated, at most. */
    unsigned long long (*memory)(void);
    /* Makes the program of a text, into a file: tool.c. */
    void (*build)(const char *device, const char *text, const char *options, unsigned local,
                  const char *into);
};

enum { device_alignment = 4096, device_longest = 200 };
extern const struct device_driver opencl_driver, cuda_driver;

/* A line about a device, whose words have no tabs. */
void device_told(const char *const *words, unsigned count);
/* A line about an interface: why its driver can't be used, which is here or not. */
void device_unusable(const char *interface, int is_here, const char *why);
/* Ends the program: what was tried, and the driver's number. */
_Noreturn void device_failed(const char *what, long number);

#endif
