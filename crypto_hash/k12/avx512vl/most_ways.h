/* SPDX-License-Identifier: MIT */

/* How many chunks leaves() takes. */

enum { MOST_WAYS = 8 };
