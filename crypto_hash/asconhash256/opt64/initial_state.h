/* SPDX-License-Identifier: MIT */

/* The state of Ascon-Hash256 of NIST SP 800-232 before the first block: the permutation of the
 * initial value and zeros. */
#define INITIAL_STATE(f)                                                                           \
    f(UINT64_C(0x9b1e5494e934d681), UINT64_C(0x4bc3a01e333751d2), UINT64_C(0xae65396c6b34b81a),    \
      UINT64_C(0x3c7fd4a4d56a4db3), UINT64_C(0x1a5c464906c5976d))
