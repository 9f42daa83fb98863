/* SPDX-License-Identifier: MIT */
/* BMW-256: what sets it apart from BMW-512. */
#include <stdint.h>

typedef uint32_t word;

enum { WORD_BITS = 32 };

/* The word whose bits are these 64 or the last 32 of them. */
#define WORD(x) ((word)UINT64_C(x))

/* s_0 to s_3: shift to the right, shift to the left, two rotations to the left. */
static const int s_distance[4][4] = {{1, 3, 4, 19}, {1, 2, 8, 23}, {2, 1, 12, 25}, {2, 2, 15, 29}};

/* r_1 to r_7. */
static const int r_distance[7] = {3, 7, 13, 16, 19, 23, 27};

/* The initial double pipe is the bytes 0x40, 0x41, ... 0x7f, big-endian in each word. */
#define INITIAL(j) (WORD(0x40414243) + (j)*WORD(0x04040404))

/* K_j is j times this. */
#define K_STEP WORD(0x05555555)
