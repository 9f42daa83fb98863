/* SPDX-License-Identifier: MIT */
#define TARGET __attribute__((target("avx,gfni")))

#define xor3(a, b, c) xor2(xor2(a, b), c)

/* S-box and products take bytes as they are. */
#define to_tower(a) a
#define from_tower(a) a
