/* SPDX-License-Identifier: MIT */

/* No more than one chunk at a time. */

enum { MOST_WAYS = 1 };

#define leaves chunks
