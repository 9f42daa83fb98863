/* SPDX-License-Identifier: MIT */
/* For a text of crypto_hash() that becomes a part of crypto_hashmany(): see one.h. */
#define crypto_hash CRYPTO_NAMESPACE(one)
#define crypto_hash_BYTES crypto_hashmany_BYTES
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);
