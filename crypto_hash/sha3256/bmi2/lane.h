/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits, on x86 processors that have and-not (ANDN, of BMI1) and a rotation
 * that keeps its source (RORX, of BMI2). They save the NOTs of chi and most copies of registers.
 *
 * Limit: 130 operations a round, 33 cycles at four operations a cycle (Zen 4) and 22 at six (Zen
 * 5). Zen 4 needs 38, 6.7 cycles/byte at a rate of 136, and Zen 5 needs 35, 6.1 cycles/byte: lanes
 * go to memory and back.
 *
 * Rejected: lane complementing (opt64), which needs no and-not, but copies: 1.08 to 1.11 times the
 * time on Zen 4, 1.05 on Zen 5.
 */

#define TARGET __attribute__((target("bmi,bmi2")))
#define HAS_AND_NOT

#include "lane64.h"
