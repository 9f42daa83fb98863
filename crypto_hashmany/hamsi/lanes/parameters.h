/* SPDX-License-Identifier: MIT */
/* Hamsi-256: the initial value is a part of the designer's address. */
#define WORD_BITS 32
#define START "versiteit Leuven, Departement El"
