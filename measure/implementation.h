/* SPDX-License-Identifier: MIT */
/* The implementation under test, as facts.c gives it to the harness. C and C++. */
#ifndef HASHCOP_IMPLEMENTATION_H
#define HASHCOP_IMPLEMENTATION_H

#ifdef __cplusplus
extern "C" {
#endif

extern const unsigned long long hashcop_bytes;
extern int (*const hashcop_hash)(unsigned char *out, const unsigned char *in,
                                 unsigned long long inlen);

#ifdef __cplusplus
}
#endif
#endif
