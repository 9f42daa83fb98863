/* SPDX-License-Identifier: MIT */
/* Hamsi-512: sizes and initial value. */
#define COLUMNS 8
#define ROUNDS 6
#define FINAL_ROUNDS 12

/* The initial value is a part of the designer's address. */
static const char initial_value[8 * COLUMNS + 1] =
    "steelpark Arenberg 10, bus 2446, B-3001 Leuven-Heverlee, Belgium";
