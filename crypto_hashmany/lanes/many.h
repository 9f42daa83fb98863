/* SPDX-License-Identifier: MIT */
/* crypto_hashmany(): messages in groups of WIDE, and the last ones in groups that cost less.
 *
 * A group costs about the same however many of its lanes have a message. So up to FEW messages are
 * left to the fastest implementation of one message, and up to NARROW to a group of that many.
 */
#include "crypto_hashmany.h"

#include "one.h"

#ifndef FEW
#define FEW 1
#endif

#define GROUP(lanes) GROUP_(lanes)
#define GROUP_(lanes) CRYPTO_NAMESPACE(group_##lanes)

typedef void hash_some(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                       unsigned live);
hash_some GROUP(WIDE), GROUP(NARROW);

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    while (count) {
        unsigned most = count <= FEW ? 1 : count <= NARROW ? NARROW : WIDE;
        unsigned live = count < most ? (unsigned)count : most;
        int status = 0;

        if (count <= FEW)
            status = ONE(out, in, inlen);
        else
            (most == NARROW ? GROUP(NARROW) : GROUP(WIDE))(out, in, inlen, live);
        if (status != 0)
            return status;
        out += live * (unsigned long long)crypto_hashmany_BYTES;
        in += live * inlen;
        count -= live;
    }
    return 0;
}
