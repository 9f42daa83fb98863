/* SPDX-License-Identifier: MIT */
/* Hash functions of Mozilla's NSS: one message through its low-level interface for programs that
 * only hash.
 *
 * Technique: the library is initialized and the context made on the first call; both are kept for
 * the life of the program, so that later calls only begin, update and end.
 *
 * Bounds: one static context makes crypto_hash() usable by one thread at a time. The library's
 * lengths have 32 bits, so that a message is handed over in pieces of at most 2^30 bytes, of which
 * the block sizes are divisors.
 *
 * Rejected: HASH_HashBuf() and HASH_Begin(), which go through NSS's token of software, with a
 * session and locks for each message.
 */
#include <hasht.h>
#include <nsslowhash.h>
#include <stddef.h>

enum { PIECE_BYTES = 1 << 30 };

static NSSLOWHASHContext *new_context(HASH_HashType algorithm, size_t outlen) {
    NSSLOWInitContext *library = NSSLOW_Init();
    NSSLOWHASHContext *context = library == NULL ? NULL : NSSLOWHASH_NewContext(library, algorithm);

    return context != NULL && NSSLOWHASH_Length(context) == outlen ? context : NULL;
}

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int freebl_hash(HASH_HashType algorithm, unsigned char *out, size_t outlen,
                       const unsigned char *in, unsigned long long inlen) {
    static NSSLOWHASHContext *context;
    unsigned written;

    if (context == NULL)
        context = new_context(algorithm, outlen);
    if (context == NULL)
        return -1;
    NSSLOWHASH_Begin(context);
    for (; inlen > PIECE_BYTES; in += PIECE_BYTES, inlen -= PIECE_BYTES)
        NSSLOWHASH_Update(context, in, PIECE_BYTES);
    NSSLOWHASH_Update(context, in, (unsigned)inlen);
    NSSLOWHASH_End(context, out, &written, (unsigned)outlen);
    return written == outlen ? 0 : -1;
}
