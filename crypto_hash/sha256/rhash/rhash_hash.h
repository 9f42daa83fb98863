/* SPDX-License-Identifier: MIT */
/* Hash functions of LibRHash: one message through a context that is kept.
 *
 * Technique: the context is made on the first call and kept for the life of the program; each
 * message begins with rhash_reset().
 *
 * Bounds: one static context makes crypto_hash() usable by one thread at a time. The library writes
 * rhash_get_digest_size() bytes, which is checked against the caller's buffer before anything is
 * kept.
 *
 * Rejected: rhash_msg(), which allocates a context in each call: twice as long on 8 bytes.
 */
#include <rhash.h>
#include <stddef.h>

static rhash new_context(unsigned algorithm, size_t outlen) {
    rhash_library_init();
    return rhash_get_digest_size(algorithm) == (int)outlen ? rhash_init(algorithm) : NULL;
}

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int rhash_hash(unsigned algorithm, unsigned char *out, size_t outlen,
                      const unsigned char *in, unsigned long long inlen) {
    static rhash context;

    if (context == NULL)
        context = new_context(algorithm, outlen);
    if (context == NULL)
        return -1;
    rhash_reset(context);
    return rhash_update(context, in, (size_t)inlen) < 0 || rhash_final(context, out) < 0 ? -1 : 0;
}
