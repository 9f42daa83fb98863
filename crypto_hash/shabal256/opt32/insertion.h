/* SPDX-License-Identifier: MIT */
/* What stands before and after the 48 steps, word by word. */

#define TARGET

static inline uint32_t load_little_endian(const unsigned char *bytes) {
    uint32_t x;
    memcpy(&x, bytes, sizeof x);
    return swap_to_little_endian(x);
}

/* M becomes the message, and is added to B. */
INLINE void insert_message(uint32_t M[16], uint32_t B[16], const unsigned char *in) {
    for (int i = 0; i < 16; ++i) {
        M[i] = load_little_endian(in + 4 * i);
        B[i] += M[i];
        B[i] = ROTATE(B[i], 17);
    }
}

INLINE void add_three_words(uint32_t A[12], const uint32_t C[16]) {
    for (int i = 0; i < 12; ++i) {
        uint32_t sum = C[(i + 3) % 16] + C[(i + 15) % 16] + C[(i + 11) % 16];
        hold(sum);
        A[i] += sum;
    }
}

INLINE void subtract_message(uint32_t C[16], const uint32_t M[16]) {
    for (int i = 0; i < 16; ++i)
        C[i] -= M[i];
}
