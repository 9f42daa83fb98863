/* SPDX-License-Identifier: MIT */
/* Hash functions of OpenSSL 3's libcrypto: one message through EVP, set up once.
 *
 * Technique: the algorithm is fetched and its context allocated on the first call; both are kept
 * for the life of the program, so that later calls only initialize, update and finalize. That is
 * what OpenSSL's documentation advises to whoever hashes more than once. The price is a slow
 * first call, so a harness should make one before it times any.
 *
 * Bounds: each hash.c that includes this file passes one name only, so one static context is
 * enough; it makes crypto_hash() usable by one thread at a time. The library writes
 * EVP_MD_get_size() bytes, which is checked against the caller's buffer before anything is kept.
 *
 * Each initialization still makes the library (3.0.19) allocate the algorithm's state anew: a
 * cost that any user of it pays.
 *
 * Rejected: SHA256() and its like are not deprecated, but in OpenSSL 3.0 they search for the
 * algorithm by name and allocate a context in each call, which takes almost four times as long
 * on 8 bytes. EVP_Digest() with a fetched EVP_MD allocates a context, too: 1.5 times as long.
 * Copying an initialized context instead of initializing saves an eighth on 8 bytes and nothing
 * on long messages, but is not the documented way. SHA256_Init(), MD5() and their like are
 * deprecated.
 */
#include <openssl/evp.h>
#include <stddef.h>

static EVP_MD_CTX *new_context(const EVP_MD *digest, size_t outlen) {
    if (digest == NULL || EVP_MD_get_size(digest) != (int)outlen)
        return NULL;
    return EVP_MD_CTX_new();
}

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int evp_hash(const char *name, unsigned char *out, size_t outlen, const unsigned char *in,
                    unsigned long long inlen) {
    static EVP_MD *digest;
    static EVP_MD_CTX *context;

    if (context == NULL) {
        if (digest == NULL)
            digest = EVP_MD_fetch(NULL, name, NULL);
        context = new_context(digest, outlen);
    }
    if (context == NULL || !EVP_DigestInit_ex2(context, digest, NULL) ||
        !EVP_DigestUpdate(context, in, (size_t)inlen) || !EVP_DigestFinal_ex(context, out, NULL))
        return -1;
    return 0;
}
