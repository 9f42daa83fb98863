/* SPDX-License-Identifier: MIT */
/* Hash functions of Intel's Multi-Buffer Crypto for IPsec: one message in one call.
 *
 * Technique: the manager is made and set up for the processor on the first call and kept for the
 * life of the program, as documented; its function for a whole message is called through the
 * library's macro.
 *
 * Bound: the library is made for many messages at once, which is where its speed is. A message
 * that comes alone is its weak side.
 *
 * Rejected: a job that is submitted and flushed: 1.3 times as long on 8 bytes of SHA-256, and no
 * shorter on long messages.
 */
#include "crypto_hash.h"
#include <intel-ipsec-mb.h>
#include <stddef.h>

static inline IMB_MGR *new_manager(void) {
    IMB_MGR *manager = alloc_mb_mgr(0);

    if (manager != NULL)
        init_mb_mgr_auto(manager, NULL);
    return manager;
}

/* crypto_hash() by the library's macro for a whole message. */
#define IPSEC_MB_HASH(macro)                                                                       \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        static IMB_MGR *manager;                                                                   \
                                                                                                   \
        if (manager == NULL)                                                                       \
            manager = new_manager();                                                               \
        if (manager == NULL)                                                                       \
            return -1;                                                                             \
        macro(manager, in, inlen, out);                                                            \
        return 0;                                                                                  \
    }
