/* SPDX-License-Identifier: MIT */
/* Grøstl with over 256 bits of output: P1024 and Q1024. */
enum { COLUMNS = 16 };
