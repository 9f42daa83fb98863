/* SPDX-License-Identifier: MIT */
/* Luffa-256: 3 sub-states, one blank round. */
enum { SUBSTATES = 3 };
