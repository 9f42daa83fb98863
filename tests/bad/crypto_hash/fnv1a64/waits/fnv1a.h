/* SPDX-License-Identifier: MIT */
/* FNV-1a, 64 bits. All input is read before any output is written, so that they may overlap. */
#ifndef FNV1A_H
#define FNV1A_H

static inline int fnv1a(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long long state = 0xcbf29ce484222325ULL;
    for (unsigned long long i = 0; i < inlen; ++i)
        state = (state ^ in[i]) * 0x100000001b3ULL;
    for (int i = 0; i < 8; ++i)
        out[i] = (unsigned char)(state >> (8 * i));
    return 0;
}

#endif
