/* SPDX-License-Identifier: MIT */
/* Templates that make two of themselves, without end. */
#include "crypto_hash.h"

template <unsigned long long n, int depth> struct tree {
    static constexpr unsigned long long value =
        tree<2 * n, depth - 1>::value + tree<2 * n + 1, depth - 1>::value;
};
template <unsigned long long n> struct tree<n, 0> {
    static constexpr unsigned long long value = n;
};

extern "C" int crypto_hash(unsigned char *out, const unsigned char *, unsigned long long) {
    *out = (unsigned char)tree<1, 40>::value;
    return 0;
}
