/* SPDX-License-Identifier: MIT */
/* Hash functions of Intel's Multi-Buffer Crypto for IPsec: one job for each message.
 *
 * Technique: the manager is made and set up for the processor on the first call and kept for the
 * life of the program, as documented. Jobs go in one after the other. The library starts when it
 * has as many as it hashes at once, and completes the last ones when it is flushed. It writes each
 * digest where the job says, so completed jobs need not be looked at but for their status. All jobs
 * are made here and known to be right, so the library need not check them, which would take up to
 * 100 cycles a job.
 *
 * Messages that are longer than a job may be take its function for a whole message, one call after
 * the other. For others that is rejected: it hashes one at a time.
 */
#include "crypto_hashmany.h"
#include <intel-ipsec-mb.h>
#include <stddef.h>

/* The library keeps the bytes of a job in 16 bits. */
enum { MOST_OF_JOB = (1 << 16) - 2 };

static inline IMB_MGR *new_manager(void) {
    IMB_MGR *manager = alloc_mb_mgr(0);

    if (manager != NULL)
        init_mb_mgr_auto(manager, NULL);
    return manager;
}

static inline int has_failed(const IMB_JOB *done) {
    return done != NULL && done->status != IMB_STATUS_COMPLETED;
}

static inline int hash_jobs(IMB_MGR *manager, IMB_HASH_ALG algorithm, unsigned char *out,
                            const unsigned char *in, unsigned long long inlen,
                            unsigned long long count) {
    int failed = 0;

    for (; count; count--, in += inlen, out += crypto_hashmany_BYTES) {
        IMB_JOB *job = IMB_GET_NEXT_JOB(manager);

        *job = (IMB_JOB){.cipher_mode = IMB_CIPHER_NULL,
                         .cipher_direction = IMB_DIR_ENCRYPT,
                         .chain_order = IMB_ORDER_HASH_CIPHER,
                         .hash_alg = algorithm,
                         .src = in,
                         .msg_len_to_hash_in_bytes = inlen,
                         .auth_tag_output = out,
                         .auth_tag_output_len_in_bytes = crypto_hashmany_BYTES};
        failed |= has_failed(IMB_SUBMIT_JOB_NOCHECK(manager));
    }
    for (IMB_JOB *done; (done = IMB_FLUSH_JOB(manager)) != NULL;)
        failed |= has_failed(done);
    return failed ? -1 : 0;
}

/* crypto_hashmany() by the library's jobs for `algorithm`, and its function for `whole` messages. */
#define IPSEC_MB_JOBS(algorithm, whole)                                                            \
    int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,     \
                        unsigned long long count) {                                                \
        static IMB_MGR *manager;                                                                   \
                                                                                                   \
        if (manager == NULL)                                                                       \
            manager = new_manager();                                                               \
        if (manager == NULL)                                                                       \
            return -1;                                                                             \
        if (inlen > MOST_OF_JOB) {                                                                 \
            for (; count; count--, in += inlen, out += crypto_hashmany_BYTES)                      \
                whole(manager, in, inlen, out);                                                    \
            return 0;                                                                              \
        }                                                                                          \
        return hash_jobs(manager, algorithm, out, in, inlen, count);                               \
    }
