/* SPDX-License-Identifier: MIT */
/* SHA-512 from BearSSL; how, and why so, stands in bearssl_hash_of.h. */
#include "bearssl_hash_of.h"

BEARSSL_HASH(sha512)
