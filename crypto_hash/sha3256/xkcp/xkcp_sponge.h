/* SPDX-License-Identifier: MIT */
/* Functions of Keccak from the XKCP, the collection of Keccak's authors: one message in one call.
 *
 * Technique: the library's sponge for a whole message, which all of them are, with the capacity and
 * the byte that holds the domain's bits and the first 1 of the padding. It keeps no state.
 *
 * Bound: which instructions are used is chosen when the library is built, by the name of its
 * target: one for another processor is wrong here, and is stopped by a signal.
 *
 * Rejected: SHA3_256() and its like, which are this sponge for the functions of FIPS 202 only.
 */
#include <libXKCP.a.headers/KeccakSponge.h>
#include <stddef.h>

enum { WIDTH_BITS = 1600 };

/* Hashes in[0..inlen) to out[0..outlen); 0 if the library did its part, else another number. */
static int xkcp_sponge(unsigned capacity, unsigned char suffix, unsigned char *out, size_t outlen,
                       const unsigned char *in, unsigned long long inlen) {
    return KeccakWidth1600_Sponge(WIDTH_BITS - capacity, capacity, in, (size_t)inlen, suffix, out,
                                  outlen);
}
