/* SPDX-License-Identifier: MIT */
/* Hamsi-256: sizes and initial value. */
#define COLUMNS 4
#define ROUNDS 3
#define FINAL_ROUNDS 6

/* The initial value is a part of the designer's address. */
static const char initial_value[8 * COLUMNS + 1] = "versiteit Leuven, Departement El";
