/* SPDX-License-Identifier: MIT */
/* Hash functions of Mbed TLS: one message in one call.
 *
 * Technique: mbedtls_md(), which calls the algorithm's own function for a whole message and is the
 * same in versions 2 and 3, as those functions' names are not. It keeps no state.
 *
 * Bound: the library writes mbedtls_md_get_size() bytes, which is checked against the caller's
 * buffer.
 *
 * Rejected: the algorithm's own function, which takes as long.
 */
#include <mbedtls/md.h>
#include <stddef.h>

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int mbedtls_hash(mbedtls_md_type_t algorithm, unsigned char *out, size_t outlen,
                        const unsigned char *in, unsigned long long inlen) {
    const mbedtls_md_info_t *info = mbedtls_md_info_from_type(algorithm);

    if (info == NULL || mbedtls_md_get_size(info) != outlen)
        return -1;
    return mbedtls_md(info, in, (size_t)inlen, out) == 0 ? 0 : -1;
}
