/* SPDX-License-Identifier: MIT */
/* Devices with OpenCL 1.2, by the loader libOpenCL.so.1. Names and numbers are those of the
 * specification of OpenCL. */
#include "device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void *object;
typedef unsigned long long bits;
enum {
    most_platforms = 16,
    most_devices = 16,
    cpu_type = 2,
    gpu_type = 4,
    device_type = 0x1000,
    device_units = 0x1002,
    device_clock = 0x100c,
    device_most_allocation = 0x1010,
    device_memory = 0x101f,
    device_name = 0x102b,
    driver_version = 0x102d,
    device_version = 0x102f,
    platform_version = 0x0901,
    platform_name = 0x0902,
    queue_profiling = 2,
    no_device = -1,
    no_platform = -1001,
    buffer_both = 1,
    buffer_host = 1 << 4,
    region = 0x1220,
    program_sizes = 0x1165,
    program_binaries = 0x1166,
    build_log = 0x1183,
    profile_start = 0x1282,
    profile_end = 0x1283,
    map_both = 3,
    is_blocking = 1
};

/* All functions that are called, by name. */
#define FUNCTIONS(F)                                                                               \
    F(int, GetPlatformIDs, (unsigned, object *, unsigned *))                                       \
    F(int, GetPlatformInfo, (object, unsigned, size_t, void *, size_t *))                          \
    F(int, GetDeviceIDs, (object, bits, unsigned, object *, unsigned *))                           \
    F(int, GetDeviceInfo, (object, unsigned, size_t, void *, size_t *))                            \
    F(object, CreateContext,                                                                       \
      (const void *, unsigned, const object *, void (*)(void), void *, int *))                     \
    F(object, CreateCommandQueue, (object, object, bits, int *))                                   \
    F(object, CreateBuffer, (object, bits, size_t, void *, int *))                                 \
    F(object, CreateSubBuffer, (object, bits, unsigned, const void *, int *))                      \
    F(int, ReleaseMemObject, (object))                                                             \
    F(object, CreateProgramWithSource, (object, unsigned, const char **, const size_t *, int *))   \
    F(object, CreateProgramWithBinary,                                                             \
      (object, unsigned, const object *, const size_t *, const unsigned char **, int *, int *))    \
    F(int, BuildProgram, (object, unsigned, const object *, const char *, void (*)(void), void *)) \
    F(int, GetProgramBuildInfo, (object, object, unsigned, size_t, void *, size_t *))              \
    F(int, GetProgramInfo, (object, unsigned, size_t, void *, size_t *))                           \
    F(object, CreateKernel, (object, const char *, int *))                                         \
    F(int, SetKernelArg, (object, unsigned, size_t, const void *))                                 \
    F(int, EnqueueNDRangeKernel,                                                                   \
      (object, object, unsigned, const size_t *, const size_t *, const size_t *, unsigned,         \
       const object *, object *))                                                                  \
    F(int, EnqueueWriteBuffer,                                                                     \
      (object, object, unsigned, size_t, size_t, const void *, unsigned, const object *,           \
       object *))                                                                                  \
    F(int, EnqueueReadBuffer,                                                                      \
      (object, object, unsigned, size_t, size_t, void *, unsigned, const object *, object *))      \
    F(object, EnqueueMapBuffer,                                                                    \
      (object, object, unsigned, bits, size_t, size_t, unsigned, const object *, object *, int *)) \
    F(int, Finish, (object))                                                                       \
    F(int, GetEventProfilingInfo, (object, unsigned, size_t, void *, size_t *))                    \
    F(int, ReleaseEvent, (object))

#define DECLARE(type, name, arguments) type(*name) arguments;
static struct { FUNCTIONS(DECLARE) } cl;

static object context, queue, device, kernel;
static size_t local;
static double nominal; /* cycles in a nanosecond */

static int find(void) {
    static int is_here = -1;
    void *library;
    if (is_here >= 0)
        return is_here;
    library = dlopen("libOpenCL.so.1", RTLD_NOW);
    is_here = library != NULL;
#define FIND(type, name, arguments)                                                                \
    {                                                                                              \
        void *found = library ? dlsym(library, "cl" #name) : NULL;                                 \
        memcpy(&cl.name, &found, sizeof found);                                                    \
        is_here &= found != NULL;                                                                  \
    }
    FUNCTIONS(FIND)
    return is_here;
}

static void must(const char *what, int status) {
    if (status != 0)
        device_failed(what, status);
}

static void text_of(object one, unsigned what, char *text) {
    if (cl.GetDeviceInfo(one, what, device_longest, text, NULL) != 0)
        text[0] = 0;
    text[device_longest - 1] = 0;
}

static void text_of_platform(object one, unsigned what, char *text) {
    if (cl.GetPlatformInfo(one, what, device_longest, text, NULL) != 0)
        text[0] = 0;
    text[device_longest - 1] = 0;
}

static unsigned number_of(object one, unsigned what) {
    unsigned number = 0;
    cl.GetDeviceInfo(one, what, sizeof number, &number, NULL);
    return number;
}

static bits long_of(object one, unsigned what) {
    bits number = 0;
    cl.GetDeviceInfo(one, what, sizeof number, &number, NULL);
    return number;
}

static void unusable(const char *who, const char *function, int status) {
    char why[2 * device_longest];
    snprintf(why, sizeof why, "%s: %s failed with %d", who, function, status);
    device_unusable("opencl", 1, why);
}

/* Each device of each platform. `platform` is its platform's number. */
typedef int each_device(object platform, object one);
static unsigned for_each(each_device *do_it) {
    object platforms[most_platforms], devices[most_devices];
    unsigned count = 0, found, all = 0;
    int status;
    if (!find())
        return 0;
    status = cl.GetPlatformIDs(most_platforms, platforms, &count);
    if (status != 0 && status != no_platform)
        unusable("the loader", "clGetPlatformIDs", status);
    if (status != 0)
        return 0;
    for (unsigned i = 0; i < count && i < most_platforms; ++i) {
        found = 0;
        status = cl.GetDeviceIDs(platforms[i], (bits)0xffffffff, most_devices, devices, &found);
        if (status != 0 && status != no_device) {
            char name[device_longest];
            text_of_platform(platforms[i], platform_name, name);
            unusable(name, "clGetDeviceIDs", status);
        }
        if (status != 0)
            continue;
        for (unsigned k = 0; k < found && k < most_devices; ++k, ++all)
            if (do_it(platforms[i], devices[k]))
                return all + 1;
    }
    return all;
}

static int tell(object platform, object one) {
    char name[device_longest], maker[device_longest], made[device_longest], driver[device_longest];
    char version[device_longest], units[24], clock[24], memory[24];
    bits type = long_of(one, device_type);
    const char *kind = type & gpu_type ? "gpu" : type & cpu_type ? "cpu" : "other";
    text_of(one, device_name, name);
    text_of(one, driver_version, driver);
    text_of(one, device_version, version);
    text_of_platform(platform, platform_name, maker);
    text_of_platform(platform, platform_version, made);
    sprintf(units, "%u", number_of(one, device_units));
    sprintf(clock, "%u", number_of(one, device_clock));
    sprintf(memory, "%llu", long_of(one, device_memory));
    {
        const char *words[] = {"opencl", kind,    name,  maker, made,
                               driver,   version, units, clock, memory};
        device_told(words, sizeof words / sizeof *words);
    }
    return 0;
}

static unsigned list(void) { return for_each(tell); }

static const char *wanted;
static int choose(object platform, object one) {
    char name[device_longest], maker[device_longest], both[2 * device_longest + 2];
    text_of(one, device_name, name);
    text_of_platform(platform, platform_name, maker);
    sprintf(both, "%s: %s", maker, name);
    if (strcmp(both, wanted) != 0)
        return 0;
    device = one;
    return 1;
}

static void open_device(const char *name) {
    int status;
    wanted = name;
    for_each(choose);
    if (!device)
        device_failed("the OpenCL device is not here any more", 0);
    nominal = number_of(device, device_clock) / 1e3;
    context = cl.CreateContext(NULL, 1, &device, NULL, NULL, &status);
    must("clCreateContext", status);
    queue = cl.CreateCommandQueue(context, device, queue_profiling, &status);
    must("clCreateCommandQueue", status);
}

static void open_kernel(object program, unsigned of_group) {
    int status;
    local = of_group;
    kernel = cl.CreateKernel(program, "crypto_hashmany", &status);
    must("there is no kernel crypto_hashmany: clCreateKernel", status);
}

static void open(const struct device_file *file, const void *binary, unsigned long long bytes) {
    const unsigned char *one = binary;
    size_t size = (size_t)bytes;
    int status, loaded;
    object program;
    open_device(file->device);
    program = cl.CreateProgramWithBinary(context, 1, &device, &size, &one, &loaded, &status);
    must("clCreateProgramWithBinary", status ? status : loaded);
    must("clBuildProgram", cl.BuildProgram(program, 1, &device, "", NULL, NULL));
    open_kernel(program, file->local);
}

static void *allocate(unsigned long long count) {
    int status;
    void *made = cl.CreateBuffer(context, buffer_both, (size_t)count, NULL, &status);
    must("clCreateBuffer", status);
    return made;
}

static void release(void *buffer) { cl.ReleaseMemObject(buffer); }

static void write_bytes(void *to, unsigned long long at, const void *from,
                        unsigned long long count) {
    if (count)
        must("clEnqueueWriteBuffer", cl.EnqueueWriteBuffer(queue, to, is_blocking, (size_t)at,
                                                           (size_t)count, from, 0, NULL, NULL));
}

static void read_bytes(void *to, void *from, unsigned long long at, unsigned long long count) {
    if (count)
        must("clEnqueueReadBuffer", cl.EnqueueReadBuffer(queue, from, is_blocking, (size_t)at,
                                                         (size_t)count, to, 0, NULL, NULL));
}

static object part(object buffer, unsigned long long at, unsigned long long count) {
    size_t place[2] = {(size_t)at, count ? (size_t)count : 1};
    int status;
    object made = cl.CreateSubBuffer(buffer, buffer_both, region, place, &status);
    must("clCreateSubBuffer", status);
    return made;
}

static void enqueue(object out, object in, bits inlen, bits count, object *event) {
    size_t items = ((size_t)count + local - 1) / local * local;
    const struct {
        size_t size;
        const void *value;
    } arguments[] = {{sizeof out, &out}, {sizeof in, &in}, {8, &inlen}, {8, &count}};
    for (unsigned i = 0; i < 4; ++i)
        must("clSetKernelArg", cl.SetKernelArg(kernel, i, arguments[i].size, arguments[i].value));
    items = items ? items : local;
    must("clEnqueueNDRangeKernel",
         cl.EnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, event));
}

static double taken(object event) {
    bits begun = 0, ended = 0;
    must("clGetEventProfilingInfo",
         cl.GetEventProfilingInfo(event, profile_start, sizeof begun, &begun, NULL));
    must("clGetEventProfilingInfo",
         cl.GetEventProfilingInfo(event, profile_end, sizeof ended, &ended, NULL));
    cl.ReleaseEvent(event);
    return (double)(ended - begun);
}

static object outs_of(const struct device_call *call) {
    return part(call->out, call->out_at, call->count * call->digest);
}

static object ins_of(const struct device_call *call) {
    return part(call->in, call->in_at, call->count * call->inlen);
}

/* Sums of launches: between two of them a queue may pause, which is not the kernel's time. */
static double run(const struct device_call *call, unsigned launches) {
    object to = outs_of(call), from = ins_of(call);
    double all = 0;
    for (unsigned i = 0; i < launches; ++i) {
        object event;
        enqueue(to, from, call->inlen, call->count, &event);
        must("clFinish", cl.Finish(queue));
        all += taken(event);
    }
    cl.ReleaseMemObject(to);
    cl.ReleaseMemObject(from);
    return all;
}

static void call_once(const struct device_call *call) { run(call, 1); }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Memory that the driver has allocated, so that it need not copy it once more; it grows. */
static void *pinned(unsigned long long count) {
    static object buffer;
    static void *mapped;
    static unsigned long long room;
    int status;
    if (count > room) {
        buffer = cl.CreateBuffer(context, buffer_both | buffer_host, (size_t)count, NULL, &status);
        must("clCreateBuffer", status);
        mapped = cl.EnqueueMapBuffer(queue, buffer, is_blocking, map_both, 0, (size_t)count, 0,
                                     NULL, NULL, &status);
        must("clEnqueueMapBuffer", status);
        memset(mapped, 1, (size_t)count);
        room = count;
    }
    return mapped;
}

static double run_copied(const struct device_call *call, unsigned launches) {
    object to = outs_of(call), from = ins_of(call);
    unsigned long long ins = call->count * call->inlen, outs = call->count * call->digest;
    unsigned char *host = pinned(ins + outs);
    double begun;
    read_bytes(host, call->in, call->in_at, ins);
    begun = now();
    for (unsigned i = 0; i < launches; ++i) {
        object event;
        write_bytes(call->in, call->in_at, host, ins);
        enqueue(to, from, call->inlen, call->count, &event);
        read_bytes(host + ins, call->out, call->out_at, outs);
        cl.ReleaseEvent(event);
    }
    begun = now() - begun;
    cl.ReleaseMemObject(to);
    cl.ReleaseMemObject(from);
    return begun;
}

static void clock_now(double *before, double *after) { *before = *after = nominal; }

static unsigned long long memory(void) {
    unsigned long long whole = long_of(device, device_memory);
    unsigned long long one = long_of(device, device_most_allocation);
    return one < whole / 2 ? one : whole / 2;
}

static void print_log(object program) {
    size_t length = 0;
    char *log;
    cl.GetProgramBuildInfo(program, device, build_log, 0, NULL, &length);
    log = calloc(1, length + 1);
    if (log && cl.GetProgramBuildInfo(program, device, build_log, length, log, NULL) == 0)
        fputs(log, stderr);
    free(log);
}

/* A group of work-items that have no message runs once: some drivers compile only then. */
static void build(const char *name, const char *text, const char *options, unsigned of_group,
                  const char *into) {
    size_t size = 0, length = strlen(text);
    unsigned char *binary;
    int status;
    object program, nothing;
    FILE *file;
    open_device(name);
    program = cl.CreateProgramWithSource(context, 1, &text, &length, &status);
    must("clCreateProgramWithSource", status);
    status = cl.BuildProgram(program, 1, &device, options, NULL, NULL);
    print_log(program);
    must("clBuildProgram", status);
    open_kernel(program, of_group);
    nothing = allocate(4 * device_alignment);
    run(&(struct device_call){nothing, nothing, 0, device_alignment, 0, 0, 0}, 1);
    must("clGetProgramInfo", cl.GetProgramInfo(program, program_sizes, sizeof size, &size, NULL));
    binary = malloc(size ? size : 1);
    must("clGetProgramInfo",
         cl.GetProgramInfo(program, program_binaries, sizeof binary, &binary, NULL));
    file = fopen(into, "wb");
    if (!file || fwrite(binary, 1, size, file) != size || fclose(file) != 0)
        device_failed("the program can't be written", 0);
}

const struct device_driver opencl_driver = {
    .name = "opencl",
    .list = list,
    .open = open,
    .allocate = allocate,
    .release = release,
    .write = write_bytes,
    .read = read_bytes,
    .call = call_once,
    .run = run,
    .run_copied = run_copied,
    .clock = clock_now,
    .memory = memory,
    .build = build,
};
