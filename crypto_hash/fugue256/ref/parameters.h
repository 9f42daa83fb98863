/* SPDX-License-Identifier: MIT */
/* Fugue with 256 bits of output. */
enum { COLUMNS = 30, SUB_ROUNDS = 2, G1_SUB_ROUNDS = 10, PARTS = 2 };

/* The columns at the end of the initial state; those before are zero. */
static const unsigned char IV[32] = {
    0xe9, 0x52, 0xbd, 0xde, 0x66, 0x71, 0x13, 0x5f, 0xe0, 0xd4, 0xf6, 0x68, 0xd2, 0xb0, 0xb5, 0x94,
    0xf9, 0x6c, 0x62, 0x1d, 0xfb, 0xf9, 0x29, 0xde, 0x91, 0x49, 0xe8, 0x99, 0x34, 0xf8, 0xc2, 0x48};

static void add_column(column to, const column from);

static void TIX(column S[COLUMNS], const column I) {
    add_column(S[10], S[0]);
    memcpy(S[0], I, sizeof(column));
    add_column(S[8], S[0]);
    add_column(S[1], S[24]);
}

/* A round G2: where column 0 is added, and how far ROR goes then. */
static const struct step {
    unsigned char added_to[PARTS], ROR;
} G2[PARTS] = {{{4, 15}, 15}, {{4, 16}, 14}};
