/* SPDX-License-Identifier: MIT */
/* Grøstl with up to 256 bits of output: P512 and Q512. */
enum { COLUMNS = 8 };
