/* SPDX-License-Identifier: MIT */
/* Columns that move to other slots, with the operations of vector.h. */
#define without_slot_0(a) and2(a, slots(0, -1, -1, -1))
#define only_slot_1(a) and2(a, slots(0, -1, 0, 0))
#define only_slot_3(a) and2(a, slots(0, 0, 0, -1))
#define slot_0_of(q, a) xor2(without_slot_0(a), and2(q, slots(-1, 0, 0, 0)))
#define NONE -1
#define SLOT(i) (0x03020100 + 0x04040404 * (i))
#define slot_0_in_1(a) shuffled(a, slots(NONE, SLOT(0), NONE, NONE))
#define slot_0_in_2(a) shuffled(a, slots(NONE, NONE, SLOT(0), NONE))
#define slot_1_in_2(a) shuffled(a, slots(NONE, NONE, SLOT(1), NONE))
#define column_in_all_slots(p) all_of(column_in_slot_0(p), 0)
#define store_columns_1_2_3_0(p, a) store_columns(p, columns_1_2_3_0(a))
