/* SPDX-License-Identifier: MIT */

/*
 * Q's round constants have ones nearly everywhere. They are the key of the S-box instruction, which
 * adds it before it substitutes.
 */
#define ONES_BEFORE_Q UINT64_C(0)
#define ADDED_IN_P UINT64_C(0)
#define ADDED_IN_Q UINT64_C(0xffffffffffffffff)
#define ADDED_LAST_IN_Q ADDED_IN_Q

/* A key's bytes are shifted as the vector's are. */
static const unsigned char key_order[16] = {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3};
