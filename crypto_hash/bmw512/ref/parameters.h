/* SPDX-License-Identifier: MIT */
/* BMW-512: what sets it apart from BMW-256. */
#include <stdint.h>

typedef uint64_t word;

enum { WORD_BITS = 64 };

/* The word whose bits are these 64. */
#define WORD(x) UINT64_C(x)

/* s_0 to s_3: shift to the right, shift to the left, two rotations to the left. */
static const int s_distance[4][4] = {{1, 3, 4, 37}, {1, 2, 13, 43}, {2, 1, 19, 53}, {2, 2, 28, 59}};

/* r_1 to r_7. */
static const int r_distance[7] = {5, 11, 27, 32, 37, 43, 53};

/* The initial double pipe is the bytes 0x80, 0x81, ... 0xff, big-endian in each word. */
#define INITIAL(j) (WORD(0x8081828384858687) + (j)*WORD(0x0808080808080808))

/* K_j is j times this. */
#define K_STEP WORD(0x0555555555555555)
