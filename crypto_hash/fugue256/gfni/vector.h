/* SPDX-License-Identifier: MIT */
/*
 * Four columns in a vector of 128 bits, in the order of bytes that SMIX wants.
 */
#include <immintrin.h>

typedef __m128i vector;

/*
 * Byte `row` of slot i stands in lane (i - row) % 4 in the order 1, 3, 0, 2, so that w_0, w_2, w_1,
 * w_3 of what is in slots 3, 0, 1, 2 each have a lane. Bytes of a row never change their place in a
 * lane.
 */
#define LANE(k) ((k) % 2 == 1 ? (k) / 2 : 2 + (k) / 2)
#define PLACE(slot, row) (4 * LANE(((slot) + 4 - (row)) % 4) + (row))
#define NOWHERE 0x80

/* FROM(slot, row) for the 16 places in their order. */
#define LANE_OF(FROM, k)                                                                           \
    FROM((k) % 4, 0), FROM(((k) + 1) % 4, 1), FROM(((k) + 2) % 4, 2), FROM(((k) + 3) % 4, 3)
#define EACH_PLACE(FROM)                                                                           \
    { LANE_OF(FROM, 1), LANE_OF(FROM, 3), LANE_OF(FROM, 0), LANE_OF(FROM, 2) }
#define PICK(slot, s0, s1, s2, s3)                                                                 \
    ((slot) == 0 ? (s0) : (slot) == 1 ? (s1) : (slot) == 2 ? (s2) : (s3))

typedef unsigned char bytes[16] __attribute__((aligned(16)));

#define constant(b) _mm_load_si128((const __m128i *)(const void *)(b))
#define zero() _mm_setzero_si128()
#define xor2(a, b) _mm_xor_si128(a, b)
#define and2(a, b) _mm_and_si128(a, b)
#define shuffled(a, order) _mm_shuffle_epi8(a, constant(order))

#define ONLY(which) EACH_PLACE(which)
#define IS_0(slot, row) ((slot) == 0 ? 0xff : 0)
#define IS_1(slot, row) ((slot) == 1 ? 0xff : 0)
#define IS_3(slot, row) ((slot) == 3 ? 0xff : 0)
static const bytes slot_0 = EACH_PLACE(IS_0), slot_1 = EACH_PLACE(IS_1), slot_3 = EACH_PLACE(IS_3);
#define without_slot_0(a) _mm_andnot_si128(constant(slot_0), a)
#define only_slot_1(a) and2(a, constant(slot_1))
#define only_slot_3(a) and2(a, constant(slot_3))
#define slot_0_of(q, a) xor2(without_slot_0(a), and2(q, constant(slot_0)))

#define FROM_0_TO_1(slot, row) ((slot) == 1 ? PLACE(0, row) : NOWHERE)
#define FROM_0_TO_2(slot, row) ((slot) == 2 ? PLACE(0, row) : NOWHERE)
#define FROM_1_TO_2(slot, row) ((slot) == 2 ? PLACE(1, row) : NOWHERE)
static const bytes from_0_to_1 = EACH_PLACE(FROM_0_TO_1), from_0_to_2 = EACH_PLACE(FROM_0_TO_2),
                   from_1_to_2 = EACH_PLACE(FROM_1_TO_2);
#define slot_0_in_1(a) shuffled(a, from_0_to_1)
#define slot_0_in_2(a) shuffled(a, from_0_to_2)
#define slot_1_in_2(a) shuffled(a, from_1_to_2)

#define IN_COLUMNS(slot, row) (4 * (slot) + (row))
#define ROTATED(slot, row) PLACE(((slot) + 3) % 4, row)
static const bytes in_columns = EACH_PLACE(IN_COLUMNS), rotated = EACH_PLACE(ROTATED);
#define COLUMN(slot) PLACE(slot, 0), PLACE(slot, 1), PLACE(slot, 2), PLACE(slot, 3)
static const bytes columns_in_order = {COLUMN(0), COLUMN(1), COLUMN(2), COLUMN(3)};
static const bytes last_first = {COLUMN(1), COLUMN(2), COLUMN(3), COLUMN(0)};
#define columns_3_0_1_2(a) shuffled(a, rotated)

TARGET static inline vector load_columns(const unsigned char *p) {
    return shuffled(_mm_loadu_si128((const __m128i *)(const void *)p), in_columns);
}

TARGET static inline void store_columns(unsigned char *p, vector a) {
    _mm_storeu_si128((__m128i *)(void *)p, shuffled(a, columns_in_order));
}

TARGET static inline void store_columns_1_2_3_0(unsigned char *p, vector a) {
    _mm_storeu_si128((__m128i *)(void *)p, shuffled(a, last_first));
}

/* (-, r_3 of a, r_1 of b, r_2 of b) */
#define R_3(slot, row) ((slot) == 1 ? PLACE(3, row) : NOWHERE)
#define R_1_2(slot, row) ((slot) > 1 ? PLACE((slot)-1, row) : NOWHERE)
static const bytes r_3 = EACH_PLACE(R_3), r_1_2 = EACH_PLACE(R_1_2);
#define r3_r1_r2(a, b) xor2(shuffled(a, r_3), shuffled(b, r_1_2))

TARGET static inline vector column_in_all_slots(const unsigned char *p) {
    int column;
    memcpy(&column, p, sizeof column);
    return _mm_set1_epi32(column);
}

#define column_in_slot_0(p) and2(column_in_all_slots(p), constant(slot_0))

TARGET static inline void store_column_0(unsigned char *p, vector a) {
    int column = _mm_cvtsi128_si32(shuffled(a, columns_in_order));
    memcpy(p, &column, sizeof column);
}
