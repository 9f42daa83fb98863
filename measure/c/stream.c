/* SPDX-License-Identifier: MIT */
/* The Salsa20 core and the streams of bytes made of it.
 *
 * The SUPERCOP checksum is defined by them, so they are part of the format and can't be changed.
 * The 4x4 matrix has the constants on its diagonal, the key around them and the input in between.
 */
#include "harness.h"

#include <stdint.h>
#include <string.h>

static uint32_t load32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void store32(unsigned char *bytes, uint32_t word) {
    for (int i = 0; i < 4; ++i)
        bytes[i] = (unsigned char)(word >> (8 * i));
}

static uint32_t rotate(uint32_t word, int count) { return word << count | word >> (32 - count); }

/* Changes each word of a row or column by the two before it, in a circle from the diagonal. */
static void quarter_round(uint32_t x[16], int a, int b, int c, int d) {
    x[b] ^= rotate(x[a] + x[d], 7);
    x[c] ^= rotate(x[b] + x[a], 9);
    x[d] ^= rotate(x[c] + x[b], 13);
    x[a] ^= rotate(x[d] + x[c], 18);
}

static void double_round(uint32_t x[16]) {
    for (int i = 0; i < 4; ++i) /* columns, each begun on the diagonal */
        quarter_round(x, 5 * i, (5 * i + 4) % 16, (5 * i + 8) % 16, (5 * i + 12) % 16);
    for (int i = 0; i < 4; ++i) /* rows, likewise */
        quarter_round(x, 5 * i, 4 * i + (i + 1) % 4, 4 * i + (i + 2) % 4, 4 * i + (i + 3) % 4);
}

void salsa20_core(unsigned char out[64], const unsigned char in[16], const unsigned char key[32]) {
    static const unsigned char diagonal[] = "expand 32-byte k";
    uint32_t start[16], x[16];
    for (int i = 0; i < 4; ++i) {
        start[5 * i] = load32(diagonal + 4 * i);
        start[1 + i] = load32(key + 4 * i);
        start[6 + i] = load32(in + 4 * i);
        start[11 + i] = load32(key + 16 + 4 * i);
    }
    memcpy(x, start, sizeof x);
    for (int round = 0; round < 20; round += 2)
        double_round(x);
    for (int i = 0; i < 16; ++i)
        store32(out + 4 * i, x[i] + start[i]);
}

void stream_open(struct stream *stream, const char key[32]) {
    memcpy(stream->key, key, 32);
    stream->requests = 0;
}

void stream_bytes(struct stream *stream, unsigned char *out, unsigned long long count) {
    unsigned char in[16], block[64];
    for (int i = 0; i < 8; ++i)
        in[i] = (unsigned char)(stream->requests >> (8 * i));
    stream->requests += 1;
    for (unsigned long long number = 0; count > 0; ++number) {
        unsigned long long part = count < 64 ? count : 64;
        for (int i = 0; i < 8; ++i)
            in[8 + i] = (unsigned char)(number >> (8 * i));
        salsa20_core(block, in, stream->key);
        memcpy(out, block, part);
        out += part;
        count -= part;
    }
}
