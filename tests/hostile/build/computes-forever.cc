/* SPDX-License-Identifier: MIT */
/* Computes while it is compiled, without end. */
#include "crypto_hash.h"

constexpr unsigned long long forever(unsigned long long n) {
    unsigned long long sum = 0;
    for (;; ++n)
        sum += n;
    return sum;
}

template <int n> struct many {
    static constexpr unsigned long long value = forever(n);
};

extern "C" int crypto_hash(unsigned char *out, const unsigned char *, unsigned long long) {
    *out = (unsigned char)many<1>::value;
    return 0;
}
