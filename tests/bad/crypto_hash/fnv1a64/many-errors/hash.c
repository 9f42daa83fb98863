/* SPDX-License-Identifier: MIT */
/* More errors than anybody wants to read. */
#include "crypto_hash.h"
#include "fnv1a.h"

#define E(n) int e##n = undeclared_##n;
#define TEN(n) E(n##0) E(n##1) E(n##2) E(n##3) E(n##4) E(n##5) E(n##6) E(n##7) E(n##8) E(n##9)
TEN(1)
TEN(2)
TEN(3)
TEN(4)
TEN(5)
TEN(6)
TEN(7)
TEN(8)
TEN(9)

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
