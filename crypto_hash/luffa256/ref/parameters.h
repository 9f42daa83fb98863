/* SPDX-License-Identifier: MIT */
/* Luffa-256: w sub-states. */
enum { w = 3, BLANK_ROUNDS = 1 };
