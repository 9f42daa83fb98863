/* SPDX-License-Identifier: MIT */
/* Extendable-output functions of OpenSSL 3's libcrypto: one message, one output.
 *
 * Technique: that of sha256/openssl/evp_hash.h, with EVP_DigestFinalXOF() at the end: algorithm and
 * context are made on the first call and kept, so that later calls only initialize, update and
 * finalize.
 *
 * Bound: each hash.c that includes this file passes one name only, so one static context is
 * enough; it makes crypto_hash() usable by one thread at a time.
 *
 * Rejected: EVP_DigestFinal_ex() with the length of output set as a parameter of the context: one
 * more call.
 */
#include <openssl/evp.h>
#include <stddef.h>

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int evp_xof(const char *name, unsigned char *out, size_t outlen, const unsigned char *in,
                   unsigned long long inlen) {
    static EVP_MD *digest;
    static EVP_MD_CTX *context;

    if (digest == NULL)
        digest = EVP_MD_fetch(NULL, name, NULL);
    if (context == NULL)
        context = EVP_MD_CTX_new();
    if (digest == NULL || context == NULL || !EVP_DigestInit_ex2(context, digest, NULL) ||
        !EVP_DigestUpdate(context, in, (size_t)inlen) || !EVP_DigestFinalXOF(context, out, outlen))
        return -1;
    return 0;
}
