/* SPDX-License-Identifier: MIT */
/* NVIDIA's devices, by the driver's library libcuda.so.1, and NVRTC, which compiles for them. Names
 * and numbers are those of CUDA's driver API. */
#include "device.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *object;
typedef unsigned long long address;
enum { clock_rate = 13, multiprocessors = 16, capability_major = 75, capability_minor = 76 };

#define FUNCTIONS(F)                                                                               \
    F(Init, "cuInit", (unsigned))                                                                  \
    F(DriverGetVersion, "cuDriverGetVersion", (int *))                                             \
    F(DeviceGetCount, "cuDeviceGetCount", (int *))                                                 \
    F(DeviceGet, "cuDeviceGet", (int *, int))                                                      \
    F(DeviceGetName, "cuDeviceGetName", (char *, int, int))                                        \
    F(DeviceGetAttribute, "cuDeviceGetAttribute", (int *, int, int))                               \
    F(DeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, int))                                      \
    F(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (object *, int))                         \
    F(CtxSetCurrent, "cuCtxSetCurrent", (object))                                                  \
    F(ModuleLoadData, "cuModuleLoadData", (object *, const void *))                                \
    F(ModuleGetFunction, "cuModuleGetFunction", (object *, object, const char *))                  \
    F(MemGetInfo, "cuMemGetInfo_v2", (size_t *, size_t *))                                         \
    F(MemAlloc, "cuMemAlloc_v2", (address *, size_t))                                              \
    F(MemFree, "cuMemFree_v2", (address))                                                          \
    F(MemAllocHost, "cuMemAllocHost_v2", (void **, size_t))                                        \
    F(MemFreeHost, "cuMemFreeHost", (void *))                                                      \
    F(MemcpyHtoD, "cuMemcpyHtoD_v2", (address, const void *, size_t))                              \
    F(MemcpyDtoH, "cuMemcpyDtoH_v2", (void *, address, size_t))                                    \
    F(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (address, const void *, size_t, object))            \
    F(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void *, address, size_t, object))                  \
    F(EventCreate, "cuEventCreate", (object *, unsigned))                                          \
    F(EventRecord, "cuEventRecord", (object, object))                                              \
    F(EventSynchronize, "cuEventSynchronize", (object))                                            \
    F(EventElapsedTime, "cuEventElapsedTime", (float *, object, object))                           \
    F(StreamSynchronize, "cuStreamSynchronize", (object))                                          \
    F(LaunchKernel, "cuLaunchKernel",                                                              \
      (object, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, object,       \
       void **, void **))

#define DECLARE(name, symbol, arguments) int(*name) arguments;
static struct { FUNCTIONS(DECLARE) } cu;

static object kernel, clock_kernel, begun, ended;
static unsigned local;
static address clocks; /* two readings of the clock kernel: cycles and nanoseconds */
static double scales[2];

enum { longest_reason = 400 };
static int has_library;
static char reason[longest_reason]; /* why the driver can't be used; empty if it can */

/* What the driver calls a status, which was returned by one of its functions. */
static void explain(void *library, const char *function, int status) {
    static const char *const names[] = {"cuGetErrorName", "cuGetErrorString"};
    const char *words[2] = {NULL, NULL};
    for (int i = 0; i < 2; ++i) {
        int (*ask)(int, const char **);
        void *found = dlsym(library, names[i]);
        memcpy(&ask, &found, sizeof ask);
        if (!found || ask(status, &words[i]) != 0 || !words[i])
            words[i] = i ? "no explanation" : "no name";
    }
    snprintf(reason, sizeof reason, "%s failed with %d (%s: %s)", function, status, words[0],
             words[1]);
}

static void load(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    int status;
    has_library = library != NULL;
    if (!library) {
        const char *why = dlerror();
        snprintf(reason, sizeof reason, "%s", why ? why : "libcuda.so.1 can't be loaded");
        return;
    }
#define FIND(name, symbol, arguments)                                                              \
    {                                                                                              \
        void *found = dlsym(library, symbol);                                                      \
        memcpy(&cu.name, &found, sizeof found);                                                    \
        if (!found)                                                                                \
            snprintf(reason, sizeof reason, "libcuda.so.1 has no %s", symbol);                     \
    }
    FUNCTIONS(FIND)
    if (!reason[0] && (status = cu.Init(0)) != 0)
        explain(library, "cuInit", status);
}

static int find(void) {
    static int is_tried;
    if (!is_tried)
        load();
    is_tried = 1;
    return !reason[0];
}

static void must(const char *what, int status) {
    if (status != 0)
        device_failed(what, status);
}

static int attribute(int device, int which) {
    int number = 0;
    cu.DeviceGetAttribute(&number, which, device);
    return number;
}

static unsigned list(void) {
    int count = 0, version = 0, status;
    if (find() && (status = cu.DeviceGetCount(&count)) != 0)
        snprintf(reason, sizeof reason, "cuDeviceGetCount failed with %d", status);
    else if (find() && count == 0)
        snprintf(reason, sizeof reason, "it names no device");
    if (!find()) {
        device_unusable("cuda", has_library, reason);
        return 0;
    }
    cu.DriverGetVersion(&version);
    for (int i = 0; i < count; ++i) {
        char name[device_longest], driver[24], capability[24], units[24], rate[24], memory[24];
        size_t bytes = 0;
        int device = 0;
        cu.DeviceGet(&device, i);
        cu.DeviceGetName(name, sizeof name, device);
        cu.DeviceTotalMem(&bytes, device);
        sprintf(driver, "CUDA %d.%d", version / 1000, version % 1000 / 10);
        sprintf(capability, "sm_%d%d", attribute(device, capability_major),
                attribute(device, capability_minor));
        sprintf(units, "%d", attribute(device, multiprocessors));
        sprintf(rate, "%d", attribute(device, clock_rate) / 1000);
        sprintf(memory, "%zu", bytes);
        {
            const char *words[] = {"cuda", "gpu",      name,  "NVIDIA", driver,
                                   driver, capability, units, rate,     memory};
            device_told(words, sizeof words / sizeof *words);
        }
    }
    return (unsigned)count;
}

static void open(const struct device_file *file, const void *program, unsigned long long bytes) {
    object context, module;
    char name[device_longest];
    int count = 0, device = -1;
    (void)bytes;
    if (!find())
        device_failed(reason, 0);
    must("cuDeviceGetCount", cu.DeviceGetCount(&count));
    for (int i = 0; i < count && device < 0; ++i) {
        int one = 0;
        cu.DeviceGet(&one, i);
        if (cu.DeviceGetName(name, sizeof name, one) == 0 && strcmp(name, file->device) == 0)
            device = one;
    }
    if (device < 0)
        device_failed("the CUDA device is not here any more", 0);
    must("cuDevicePrimaryCtxRetain", cu.DevicePrimaryCtxRetain(&context, device));
    must("cuCtxSetCurrent", cu.CtxSetCurrent(context));
    must("cuModuleLoadData", cu.ModuleLoadData(&module, program));
    must("there is no kernel crypto_hashmany: cuModuleGetFunction",
         cu.ModuleGetFunction(&kernel, module, "crypto_hashmany"));
    must("cuModuleGetFunction", cu.ModuleGetFunction(&clock_kernel, module, "hashcop_clock"));
    must("cuEventCreate", cu.EventCreate(&begun, 0));
    must("cuEventCreate", cu.EventCreate(&ended, 0));
    must("cuMemAlloc", cu.MemAlloc(&clocks, 4 * sizeof(address)));
    local = file->local;
}

static address place(void *buffer) { return (address)(uintptr_t)buffer; }

static void *allocate(unsigned long long bytes) {
    address made;
    must("cuMemAlloc", cu.MemAlloc(&made, (size_t)bytes));
    return (void *)(uintptr_t)made;
}

static void release(void *buffer) { must("cuMemFree", cu.MemFree(place(buffer))); }

static void write_bytes(void *to, unsigned long long at, const void *from,
                        unsigned long long bytes) {
    if (bytes)
        must("cuMemcpyHtoD", cu.MemcpyHtoD(place(to) + at, from, (size_t)bytes));
}

static void read_bytes(void *to, void *from, unsigned long long at, unsigned long long bytes) {
    if (bytes)
        must("cuMemcpyDtoH", cu.MemcpyDtoH(to, place(from) + at, (size_t)bytes));
}

static void launch(const struct device_call *call) {
    address out = place(call->out) + call->out_at, in = place(call->in) + call->in_at;
    unsigned long long inlen = call->inlen, count = call->count;
    unsigned groups = (unsigned)((count + local - 1) / local);
    void *arguments[] = {&out, &in, &inlen, &count};
    must("cuLaunchKernel",
         cu.LaunchKernel(kernel, groups ? groups : 1, 1, 1, local, 1, 1, 0, NULL, arguments, NULL));
}

static void call_once(const struct device_call *call) {
    launch(call);
    must("a launch", cu.StreamSynchronize(NULL));
}

/* The clock that runs before the launches, or behind them. */
static void launch_clock(int is_after) {
    address to = clocks + (is_after ? 2 * sizeof(address) : 0);
    void *arguments[] = {&to};
    must("cuLaunchKernel",
         cu.LaunchKernel(clock_kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
}

static void finish(void) {
    address told[4];
    must("a launch", cu.StreamSynchronize(NULL));
    read_bytes(told, (void *)(uintptr_t)clocks, 0, sizeof told);
    for (int i = 0; i < 2; ++i)
        scales[i] = told[2 * i + 1] ? (double)told[2 * i] / (double)told[2 * i + 1] : 0;
}

static double elapsed(void) {
    float milliseconds = 0;
    must("cuEventElapsedTime", cu.EventElapsedTime(&milliseconds, begun, ended));
    return (double)milliseconds * 1e6;
}

static double run(const struct device_call *call, unsigned launches) {
    launch_clock(0);
    must("cuEventRecord", cu.EventRecord(begun, NULL));
    for (unsigned i = 0; i < launches; ++i)
        launch(call);
    must("cuEventRecord", cu.EventRecord(ended, NULL));
    launch_clock(1);
    finish();
    return elapsed();
}

static double run_copied(const struct device_call *call, unsigned launches) {
    static unsigned char *host;
    static unsigned long long room;
    unsigned long long ins = call->count * call->inlen, outs = call->count * call->digest;
    if (ins + outs > room) {
        void *made;
        if (host)
            must("cuMemFreeHost", cu.MemFreeHost(host));
        must("cuMemAllocHost", cu.MemAllocHost(&made, (size_t)(ins + outs)));
        host = made;
        room = ins + outs;
    }
    read_bytes(host, call->in, call->in_at, ins);
    launch_clock(0);
    must("cuEventRecord", cu.EventRecord(begun, NULL));
    for (unsigned i = 0; i < launches; ++i) {
        if (ins)
            must("cuMemcpyHtoDAsync",
                 cu.MemcpyHtoDAsync(place(call->in) + call->in_at, host, (size_t)ins, NULL));
        launch(call);
        must("cuMemcpyDtoHAsync",
             cu.MemcpyDtoHAsync(host + ins, place(call->out) + call->out_at, (size_t)outs, NULL));
    }
    must("cuEventRecord", cu.EventRecord(ended, NULL));
    launch_clock(1);
    finish();
    return elapsed();
}

static void clock_now(double *before, double *after) {
    *before = scales[0];
    *after = scales[1];
}

static unsigned long long memory(void) {
    size_t free_now = 0, all = 0;
    must("cuMemGetInfo", cu.MemGetInfo(&free_now, &all));
    return free_now / 2;
}

/* NVRTC. `library` is its file; the options are separated by blanks. */
static void build(const char *library, const char *text, const char *options, unsigned of_group,
                  const char *into) {
    enum { most = 32 };
    static char copy[4096];
    const char *list_of[most];
    int count = 0, status;
    object program, opened = dlopen(library, RTLD_NOW);
    size_t size = 0;
    char *log, *binary;
    FILE *file;
    static const char *names[] = {"nvrtcCreateProgram",     "nvrtcCompileProgram",
                                  "nvrtcGetProgramLogSize", "nvrtcGetProgramLog",
                                  "nvrtcGetCUBINSize",      "nvrtcGetCUBIN"};
    struct {
        int (*create)(object *, const char *, const char *, int, const char *const *,
                      const char *const *);
        int (*compile)(object, int, const char *const *);
        int (*log_size)(object, size_t *);
        int (*log)(object, char *);
        int (*size)(object, size_t *);
        int (*binary)(object, char *);
    } rtc;
    void *found[sizeof names / sizeof *names];
    (void)of_group;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        found[i] = opened ? dlsym(opened, names[i]) : NULL;
        if (!found[i])
            device_failed("NVRTC can't be used", 0);
    }
    memcpy(&rtc, found, sizeof rtc);
    strncpy(copy, options, sizeof copy - 1);
    for (char *word = strtok(copy, " "); word && count < most; word = strtok(NULL, " "))
        list_of[count++] = word;
    must("nvrtcCreateProgram", rtc.create(&program, text, "kernel.cu", 0, NULL, NULL));
    status = rtc.compile(program, count, list_of);
    if (rtc.log_size(program, &size) == 0 && (log = calloc(1, size + 1)) != NULL) {
        rtc.log(program, log);
        fputs(log, stderr);
        free(log);
    }
    must("nvrtcCompileProgram", status);
    must("nvrtcGetCUBINSize", rtc.size(program, &size));
    binary = malloc(size ? size : 1);
    must("nvrtcGetCUBIN", rtc.binary(program, binary));
    file = fopen(into, "wb");
    if (!file || fwrite(binary, 1, size, file) != size || fclose(file) != 0)
        device_failed("the program can't be written", 0);
}

const struct device_driver cuda_driver = {
    .name = "cuda",
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
