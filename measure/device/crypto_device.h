/* SPDX-License-Identifier: MIT */
/* What kernels are written in: one text for OpenCL C 1.2 and for CUDA (NVRTC). It stands before
 * every kernel.cl and kernel.cu, so that these need not include it.
 *
 *     KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count)
 *
 * STREAM() is the number of a work-item among all, LOCAL() that in its group, LOCAL_SIZE() how many
 * a group has; SYNC() waits for the whole group. DEVICE begins a function of the kernel, CONSTANT a
 * table that is never written, SHARED an array of a group, in the kernel function itself, and
 * SHARED_POINTER the type of a pointer to it.
 */
#ifndef CRYPTO_DEVICE_H
#define CRYPTO_DEVICE_H

#define PRAGMA(text) _Pragma(#text)

#ifdef __OPENCL_VERSION__

typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef uint4 u32x4;

#define KERNEL __kernel
#define GLOBAL __global
#define SHARED __local
#define SHARED_POINTER __local
#define CONSTANT __constant
#define DEVICE static inline __attribute__((always_inline))

#define STREAM() ((u64)get_global_id(0))
#define LOCAL() ((u32)get_local_id(0))
#define LOCAL_SIZE() ((u32)get_local_size(0))
#define SYNC() barrier(CLK_LOCAL_MEM_FENCE)

#define UNROLLED(most) PRAGMA(unroll most)
#define NOT_UNROLLED PRAGMA(unroll 1)

#define ROTL32(x, n) rotate((u32)(x), (u32)(n))
#define ROTL64(x, n) rotate((u64)(x), (u64)(n))

/* Byte i of the result is byte `order >> 4 i` of the eight bytes of low and high. */
DEVICE u32 permuted_bytes(u32 low, u32 high, u32 order) {
    const u64 both = (u64)high << 32 | low;

    return (u32)(both >> (8 * (order & 7)) & 0xff) |
           (u32)(both >> (8 * (order >> 4 & 7)) & 0xff) << 8 |
           (u32)(both >> (8 * (order >> 8 & 7)) & 0xff) << 16 |
           (u32)(both >> (8 * (order >> 12 & 7)) & 0xff) << 24;
}

#define SWAP32(x) as_uint(as_uchar4((u32)(x)).wzyx)
#define SWAP64(x) as_ulong(as_uchar8((u64)(x)).s76543210)

/* Bit by bit, the bit of the table that the bits of a, b, c number, a first. */
#define LOP3(a, b, c, table)                                                                       \
    (((table)&0x80 ? (a) & (b) & (c) : 0) | ((table)&0x40 ? (a) & (b) & ~(c) : 0) |                \
     ((table)&0x20 ? (a) & ~(b) & (c) : 0) | ((table)&0x10 ? (a) & ~(b) & ~(c) : 0) |              \
     ((table)&0x08 ? ~(a) & (b) & (c) : 0) | ((table)&0x04 ? ~(a) & (b) & ~(c) : 0) |              \
     ((table)&0x02 ? ~(a) & ~(b) & (c) : 0) | ((table)&0x01 ? ~(a) & ~(b) & ~(c) : 0))

#else

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef uint4 u32x4;

#define KERNEL extern "C" __global__
#define GLOBAL
#define SHARED __shared__
#define SHARED_POINTER
#define CONSTANT static __constant__ const
#define DEVICE static __device__ __forceinline__

#define STREAM() ((u64)blockIdx.x * blockDim.x + threadIdx.x)
#define LOCAL() ((u32)threadIdx.x)
#define LOCAL_SIZE() ((u32)blockDim.x)
#define SYNC() __syncthreads()

#define UNROLLED(most) PRAGMA(unroll most)
#define NOT_UNROLLED PRAGMA(unroll 1)

#define ROTL32(x, n) __funnelshift_l(x, x, n)

/* By halves: the compiler makes shifts of a rotation of 64 bits. */
DEVICE u64 ROTL64(u64 x, const int n) {
    const u32 low = (u32)x, high = (u32)(x >> 32);
    const u32 first = n & 32 ? high : low, second = n & 32 ? low : high;

    return (u64)__funnelshift_l(first, second, n & 31) << 32 |
           __funnelshift_l(second, first, n & 31);
}

#define permuted_bytes(low, high, order) __byte_perm(low, high, order)

#define SWAP32(x) __byte_perm(x, 0, 0x0123)
DEVICE u64 SWAP64(u64 x) { return (u64)SWAP32((u32)x) << 32 | SWAP32((u32)(x >> 32)); }

template <int table> DEVICE u32 lop3(u32 a, u32 b, u32 c) {
    u32 result;

    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(table));
    return result;
}
#define LOP3(a, b, c, table) lop3<table>(a, b, c)

#endif

#define ROTR32(x, n) ROTL32(x, 32 - (n))
#define ROTR64(x, n) ROTL64(x, 64 - (n))

/* A little-endian word of 32 bits at any address. */
DEVICE u32 LOAD32(GLOBAL const u8 *from) {
    if (((u64)from & 3) == 0)
        return *(GLOBAL const u32 *)from;
    return (u32)from[0] | (u32)from[1] << 8 | (u32)from[2] << 16 | (u32)from[3] << 24;
}

#endif
