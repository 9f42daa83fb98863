/* SPDX-License-Identifier: MIT */
/* Vectors of four words with logic of two operands. */
typedef uint32_t vector __attribute__((vector_size(16)));

#define XOR3(a, b, c) ((a) ^ ((b) ^ (c)))
#define ROTATE(a, n) ((a) << (n) | (a) >> (32 - (n)))
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define WORDS_FROM(a, n)                                                                           \
    __builtin_shufflevector(a, a, (n) % 4, ((n) + 1) % 4, ((n) + 2) % 4, ((n) + 3) % 4)
#define UPPER_HALF(m, h, t) __builtin_shufflevector(m, (h) ^ (t), 0, 1, 6, 7)
#define LOWER_HALF(m, h, t) __builtin_shufflevector((h) ^ (t), m, 0, 1, 6, 7)

/* Hides a value from the compiler. */
#define hold(a) __asm__("" : "+x"(a))
