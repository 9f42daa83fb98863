/* SPDX-License-Identifier: MIT */
/* Luffa-512: w sub-states. */
enum { w = 5, BLANK_ROUNDS = 2 };
