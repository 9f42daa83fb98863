/* SPDX-License-Identifier: MIT */

/* The state of Ascon-XOF128 of NIST SP 800-232 before the first block: the permutation of the
 * initial value and zeros. */
#define INITIAL_STATE(f)                                                                           \
    f(UINT64_C(0xda82ce768d9447eb), UINT64_C(0xcc7ce6c75f1ef969), UINT64_C(0xe7508fd780085631),    \
      UINT64_C(0x0ee0ea53416b58cc), UINT64_C(0xe0547524db6f0bde))
