/* SPDX-License-Identifier: MIT */

/*
 * Q's round constants have ones nearly everywhere. They are added in the round before, where the
 * S-box instruction adds something anyway: MixBytes of columns of equal bytes c is 3 c, as its
 * constants add up to 3, and 3 times 55 is ff.
 */
#define ONES_BEFORE_Q UINT64_C(0xffffffffffffffff)
#define ADDED_IN_P UINT64_C(0)
#define ADDED_IN_Q UINT64_C(0x5555555555555555)
#define ADDED_LAST_IN_Q UINT64_C(0)
