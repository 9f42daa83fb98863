/* SPDX-License-Identifier: MIT */
/* A driver of NVIDIA's without a device, as libcuda.so.1, for measure/device/cuda.c. Its memory is
 * the process's own. Its kernel is FNV-1a of 64 bits, as tests/bad has it.
 *
 *     CUDA_INIT    what cuInit returns
 *     CUDA_COUNTS  a file for the numbers of launches of the kernel, of launches of the clock, and
 *                  of all calls: three of 64 bits
 *     CUDA_CALL    microseconds that a call takes, and a copy or a wait besides
 *
 * Launches are asynchronous: a device of its own time does one after the other, the clock in 1 ms
 * and the kernel in CUDA_CALL, and whoever waits spins. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef void *object;
typedef unsigned long long address;
enum { of_kernel = 1, of_clock = 2, clock_takes = 1000 * 1000 };

static struct {
    uint64_t launches, clocks, calls;
} none, *counts = &none;
static uint64_t idle_at, call_takes;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void until(uint64_t end) {
    while (now() < end)
        ;
}

static int call(void) {
    ++counts->calls;
    until(now() + call_takes);
    return 0;
}

static int wait_for_device(void) {
    call();
    until(idle_at);
    return 0;
}

static void work(uint64_t takes) {
    uint64_t begun = now();
    idle_at = (idle_at > begun ? idle_at : begun) + takes;
}

int cuInit(unsigned flags) {
    const char *failed = getenv("CUDA_INIT"), *path = getenv("CUDA_COUNTS");
    const char *takes = getenv("CUDA_CALL");
    int file = path ? open(path, O_RDWR | O_CREAT, 0666) : -1;
    (void)flags;
    if (file >= 0 && ftruncate(file, sizeof none) == 0) {
        void *made = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        counts = made == MAP_FAILED ? &none : made;
    }
    call_takes = takes ? strtoull(takes, NULL, 10) * 1000 : 0;
    return failed ? atoi(failed) : 0;
}

/* NVRTC asks for tables of functions that no document has. */
int cuGetExportTable(const void **table, const void *which) {
    (void)which;
    *table = NULL;
    return 500;
}

static const char *name_of(int status, const char *own, const char *other) {
    return status == 304 ? own : other;
}

int cuGetErrorName(int status, const char **name) {
    *name = name_of(status, "CUDA_ERROR_OPERATING_SYSTEM", NULL);
    return *name ? 0 : 1;
}

int cuGetErrorString(int status, const char **text) {
    *text = name_of(status, "OS call failed or operation not supported on this OS", NULL);
    return *text ? 0 : 1;
}

int cuDriverGetVersion(int *version) {
    *version = 13000;
    return call();
}

int cuDeviceGetCount(int *count) {
    *count = 1;
    return call();
}

int cuDeviceGet(int *device, int number) {
    *device = number;
    return call();
}

int cuDeviceGetName(char *name, int room, int device) {
    (void)device;
    strncpy(name, "Nothing 100", (size_t)room);
    return call();
}

int cuDeviceGetAttribute(int *number, int which, int device) {
    (void)device;
    *number = which == 75 ? 9 : which == 76 ? 0 : which == 13 ? 1980000 : 132;
    return call();
}

int cuDeviceTotalMem_v2(size_t *bytes, int device) {
    (void)device;
    *bytes = (size_t)1 << 30;
    return call();
}

int cuDevicePrimaryCtxRetain(object *context, int device) {
    (void)device;
    *context = NULL;
    return call();
}

int cuCtxSetCurrent(object context) {
    (void)context;
    return call();
}

int cuModuleLoadData(object *module, const void *image) {
    (void)image;
    *module = NULL;
    return call();
}

int cuModuleGetFunction(object *function, object module, const char *name) {
    (void)module;
    *function = (object)(uintptr_t)(strcmp(name, "hashcop_clock") == 0 ? of_clock : of_kernel);
    return call();
}

int cuMemGetInfo_v2(size_t *left, size_t *all) {
    *left = *all = (size_t)1 << 30;
    return call();
}

int cuMemAlloc_v2(address *made, size_t bytes) {
    *made = (address)(uintptr_t)malloc(bytes);
    return call();
}

int cuMemFree_v2(address memory) {
    free((void *)(uintptr_t)memory);
    return wait_for_device();
}

int cuMemAllocHost_v2(void **made, size_t bytes) {
    *made = malloc(bytes);
    return call();
}

int cuMemFreeHost(void *memory) {
    free(memory);
    return call();
}

int cuMemcpyHtoD_v2(address to, const void *from, size_t bytes) {
    memcpy((void *)(uintptr_t)to, from, bytes);
    return wait_for_device();
}

int cuMemcpyDtoH_v2(void *to, address from, size_t bytes) {
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return wait_for_device();
}

int cuMemcpyHtoDAsync_v2(address to, const void *from, size_t bytes, object stream) {
    (void)stream;
    return cuMemcpyHtoD_v2(to, from, bytes);
}

int cuMemcpyDtoHAsync_v2(void *to, address from, size_t bytes, object stream) {
    (void)stream;
    return cuMemcpyDtoH_v2(to, from, bytes);
}

int cuEventCreate(object *event, unsigned flags) {
    (void)flags;
    *event = calloc(1, sizeof(uint64_t));
    return call();
}

int cuEventRecord(object event, object stream) {
    uint64_t time = now();
    (void)stream;
    *(uint64_t *)event = idle_at > time ? idle_at : time;
    return call();
}

int cuEventSynchronize(object event) {
    until(*(uint64_t *)event);
    return call();
}

int cuEventElapsedTime(float *milliseconds, object begun, object ended) {
    *milliseconds = (float)(*(uint64_t *)ended - *(uint64_t *)begun) / 1e6F;
    return call();
}

int cuStreamSynchronize(object stream) {
    (void)stream;
    return wait_for_device();
}

static void hash(unsigned char *out, const unsigned char *in, address length, address count) {
    for (address i = 0; i < count; ++i) {
        uint64_t state = 0xcbf29ce484222325;
        for (address k = 0; k < length; ++k)
            state = (state ^ in[i * length + k]) * 0x100000001b3;
        for (int k = 0; k < 8; ++k)
            out[8 * i + (address)k] = (unsigned char)(state >> 8 * k);
    }
}

int cuLaunchKernel(object function, unsigned x, unsigned y, unsigned z, unsigned local_x,
                   unsigned local_y, unsigned local_z, unsigned shared, object stream,
                   void **arguments, void **more) {
    address *first = arguments[0], *told = (void *)(uintptr_t)*first;
    (void)x, (void)y, (void)z, (void)local_x, (void)local_y, (void)local_z;
    (void)shared, (void)stream, (void)more;
    if ((uintptr_t)function == of_clock) {
        ++counts->clocks;
        told[0] = 2 * clock_takes;
        told[1] = clock_takes;
        work(clock_takes);
        return call();
    }
    ++counts->launches;
    hash((void *)told, (void *)(uintptr_t) * (address *)arguments[1], *(address *)arguments[2],
         *(address *)arguments[3]);
    work(call_takes);
    return call();
}
