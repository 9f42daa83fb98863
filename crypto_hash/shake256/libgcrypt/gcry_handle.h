/* SPDX-License-Identifier: MIT */
/* Hash functions of libgcrypt that gcry_md_hash_buffer() does not serve well: one message through a
 * handle that is kept.
 *
 * Technique: the library is initialized and the handle opened on the first call, without the
 * locked memory that secrets would need; the handle is kept and reset for each message, as the
 * manual advises.
 *
 * Bound: one static handle makes crypto_hash() usable by one thread at a time.
 *
 * Rejected: a handle opened for each message: 1.2 times as long on 8 bytes of SHAKE128. What
 * gcry_md_hash_buffer() does for MD5 takes 1.5 times as long, and extendable-output functions can't
 * be told a length of output there.
 */
#include <gcrypt.h>
#include <stddef.h>
#include <string.h>

static gcry_md_hd_t opened(int algorithm) {
    gcry_md_hd_t handle;

    if (gcry_check_version(NULL) == NULL)
        return NULL;
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return gcry_md_open(&handle, algorithm, 0) == 0 ? handle : NULL;
}

/* The handle with in[0..inlen) hashed; NULL where the library did not do its part. */
static gcry_md_hd_t hashed(int algorithm, const unsigned char *in, unsigned long long inlen) {
    static gcry_md_hd_t handle;

    if (handle == NULL)
        handle = opened(algorithm);
    if (handle != NULL) {
        gcry_md_reset(handle);
        gcry_md_write(handle, in, (size_t)inlen);
    }
    return handle;
}

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static inline int gcry_xof(int algorithm, unsigned char *out, size_t outlen,
                           const unsigned char *in, unsigned long long inlen) {
    gcry_md_hd_t handle = hashed(algorithm, in, inlen);

    return handle != NULL && gcry_md_extract(handle, algorithm, out, outlen) == 0 ? 0 : -1;
}

/* The same for a digest of the algorithm's own length. */
static inline int gcry_digest(int algorithm, unsigned char *out, size_t outlen,
                              const unsigned char *in, unsigned long long inlen) {
    gcry_md_hd_t handle = hashed(algorithm, in, inlen);

    if (handle == NULL || gcry_md_get_algo_dlen(algorithm) != outlen)
        return -1;
    memcpy(out, gcry_md_read(handle, algorithm), outlen);
    return 0;
}
