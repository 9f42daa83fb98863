/* SPDX-License-Identifier: MIT */

/* The state of Ascon-Hash of Ascon v1.2 before the first block: the permutation of the initial
 * value and zeros. */
#define INITIAL_STATE(f)                                                                           \
    f(UINT64_C(0xee9398aadb67f03d), UINT64_C(0x8bb21831c60f1002), UINT64_C(0xb48a92db98d5da62),    \
      UINT64_C(0x43189921b8f8e3e8), UINT64_C(0x348fa5c9d525e140))
