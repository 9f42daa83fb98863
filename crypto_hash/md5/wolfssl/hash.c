/* SPDX-License-Identifier: MIT */
/* MD5 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/md5.h>

WOLFSSL_HASH(wc_Md5, wc_InitMd5(s), wc_Md5Update, wc_Md5Final(s, out))
