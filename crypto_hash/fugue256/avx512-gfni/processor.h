/* SPDX-License-Identifier: MIT */
#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,gfni")))

#define xor3(a, b, c) _mm_ternarylogic_epi64(a, b, c, 0x96)

/* S-box and products take bytes as they are. */
#define to_tower(a) a
#define from_tower(a) a
