/* SPDX-License-Identifier: MIT */
/* SHA-1 from Intel's Multi-Buffer Crypto for IPsec; how, and why so, stands in ipsec_mb_hash.h. */
#include "ipsec_mb_hash.h"

IPSEC_MB_HASH(IMB_SHA1)
