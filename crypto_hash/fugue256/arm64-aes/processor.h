/* SPDX-License-Identifier: MIT */
/*
 * aese is written as assembly: compilers before Clang 16 know its intrinsic only where the whole
 * file is compiled for it.
 */
#define TARGET

#define sub_and_shift(x)                                                                           \
    __extension__({                                                                                \
        vector bytes = x;                                                                          \
        __asm__(".arch_extension aes\n\taese %0.16b, %1.16b" : "+w"(bytes) : "w"(zero()));         \
        bytes;                                                                                     \
    })

/* S-box and products take bytes as they are. */
#define to_tower(a) a
#define from_tower(a) a
