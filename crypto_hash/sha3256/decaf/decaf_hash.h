/* SPDX-License-Identifier: MIT */
/* Functions of Keccak from Decaf, a library of elliptic curves: one message in one call.
 *
 * Technique: the function of its interface for a whole message and any of its sponges; it keeps no
 * state.
 *
 * Rejected: init, update and final on a state of one's own, which that function consists of.
 */
#include <decaf/shake.h>
#include <stddef.h>

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else -1. */
static int decaf_hash(const struct decaf_kparams_s *parameters, unsigned char *out, size_t outlen,
                      const unsigned char *in, unsigned long long inlen) {
    decaf_error_t done = decaf_sha3_hash(out, outlen, in, (size_t)inlen, parameters);
    return done == DECAF_SUCCESS ? 0 : -1;
}
