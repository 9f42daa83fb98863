/* SPDX-License-Identifier: MIT */
/* Luffa-512: 5 sub-states, two blank rounds. */
enum { SUBSTATES = 5 };
