/* SPDX-License-Identifier: MIT */
/* crypto_hashmany(): one message after the other, by the fastest implementation of the hash. What
 * many messages at once are held against.
 */
#include "crypto_hashmany.h"

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    int status = 0;

    for (; count && status == 0; count--) {
        status = ONE(out, in, inlen);
        out += crypto_hashmany_BYTES;
        in += inlen;
    }
    return status;
}
