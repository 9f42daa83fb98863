/* SPDX-License-Identifier: MIT */
/* SHA-512 from Intel's Multi-Buffer Crypto for IPsec; how, and why so, stands in ipsec_mb_jobs.h.
 */
#include "ipsec_mb_jobs.h"

IPSEC_MB_JOBS(IMB_AUTH_SHA_512, IMB_SHA512)
