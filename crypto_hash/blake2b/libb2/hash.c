/* SPDX-License-Identifier: MIT */
/* BLAKE2b from libb2: the function of its interface for a whole message, which keeps no state.
 *
 * The library looks at the processor on the first call and goes to its fastest code from then on.
 */
#include "crypto_hash.h"
#include <blake2.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return blake2b(out, in, NULL, crypto_hash_BYTES, (size_t)inlen, 0);
}
