/* SPDX-License-Identifier: MIT */
/* Hamsi-256: the initial value is a part of the designer's address. */
#define WORD_BITS 32
#define START "versiteit Leuven, Departement El"

enum { BLOCK = 4, WORDS = 8, ROUNDS = 3, FINAL_ROUNDS = 6 };
