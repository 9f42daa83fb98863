/* SPDX-License-Identifier: MIT */
/* One message after the other, by the tables of crypto_hash: on any machine. */
#include "crypto_hashmany.h"

#include "text/one/opt64/message.h"

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    for (; count; count--, in += inlen, out += crypto_hashmany_BYTES)
        crypto_hash(out, in, inlen);
    return 0;
}
