/* SPDX-License-Identifier: MIT */
/* Every header that an implementation may include, each used. */
#include "cpucycles.h"
#include "crypto_asm_hidden.h"
#include "crypto_declassify.h"
#include "crypto_hash_fnv1a64.h"
#include "crypto_hash_fnv1a64_publicinputs.h"
#include "crypto_int16.h"
#include "crypto_int32.h"
#include "crypto_int64.h"
#include "crypto_int8.h"
#include "crypto_uint16.h"
#include "crypto_uint32.h"
#include "crypto_uint64.h"
#include "crypto_uint8.h"

#include "crypto_hash.h"

#include <string.h>

_Static_assert(sizeof(crypto_int8) == 1 && (crypto_int8)-1 < 0, "crypto_int8");
_Static_assert(sizeof(crypto_int16) == 2 && (crypto_int16)-1 < 0, "crypto_int16");
_Static_assert(sizeof(crypto_int32) == 4 && (crypto_int32)-1 < 0, "crypto_int32");
_Static_assert(sizeof(crypto_int64) == 8 && (crypto_int64)-1 < 0, "crypto_int64");
_Static_assert(sizeof(crypto_uint8) == 1 && (crypto_uint8)-1 > 0, "crypto_uint8");
_Static_assert(sizeof(crypto_uint16) == 2 && (crypto_uint16)-1 > 0, "crypto_uint16");
_Static_assert(sizeof(crypto_uint32) == 4 && (crypto_uint32)-1 > 0, "crypto_uint32");
_Static_assert(sizeof(crypto_uint64) == 8 && (crypto_uint64)-1 > 0, "crypto_uint64");
_Static_assert(crypto_hash_BYTES == crypto_hash_fnv1a64_BYTES, "one size under both names");
#ifndef SUPERCOP
#error "SUPERCOP is not defined"
#endif

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    crypto_uint64 state = 0xcbf29ce484222325ULL;
    long long begin = cpucycles();
    if (strcmp(crypto_hash_PRIMITIVE, "fnv1a64") != 0)
        return 1;
    if (strcmp(crypto_hash_IMPLEMENTATION, "crypto_hash/fnv1a64/headers") != 0)
        return 2;
    if (strcmp(crypto_hash_VERSION, "-") != 0)
        return 3;
    for (unsigned long long i = 0; i < inlen; ++i)
        state = (state ^ in[i]) * 0x100000001b3ULL;
    crypto_declassify(&state, sizeof state);
    for (int i = 0; i < 8; ++i)
        out[i] = (crypto_uint8)(state >> (8 * i));
    return cpucycles() < begin ? 4 : 0;
}
