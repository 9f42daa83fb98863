/* SPDX-License-Identifier: MIT */
/* C++: one such file makes the harness's side of it C++, too. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <algorithm>
#include <array>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    std::array<unsigned char, crypto_hash_BYTES> digest;
    fnv1a(digest.data(), in, inlen);
    std::copy(digest.begin(), digest.end(), out);
    return 0;
}
