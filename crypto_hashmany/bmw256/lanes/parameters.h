/* SPDX-License-Identifier: MIT */
/* BMW-256: what sets it apart from BMW-512. */
#define WORD_BITS 32

/* s_0 to s_3: shift to the right, shift to the left, two rotations to the left. */
#define S0(x) S(x, 1, 3, 4, 19)
#define S1(x) S(x, 1, 2, 8, 23)
#define S2(x) S(x, 2, 1, 12, 25)
#define S3(x) S(x, 2, 2, 15, 29)

/* r_1 to r_7. */
#define R1(x) ROTL(x, 3)
#define R2(x) ROTL(x, 7)
#define R3(x) ROTL(x, 13)
#define R4(x) ROTL(x, 16)
#define R5(x) ROTL(x, 19)
#define R6(x) ROTL(x, 23)
#define R7(x) ROTL(x, 27)

/* The initial double pipe is the bytes 0x40, 0x41, ... 0x7f, big-endian in each word. */
#define INITIAL(j) (0x40414243 + (uint32_t)(j)*0x04040404)

/* The words that the final compression takes for a chaining value. */
#define FINAL(j) (0xaaaaaaa0 + (uint32_t)(j))

/* K_j is j times this. */
#define K_STEP UINT32_C(0x05555555)
