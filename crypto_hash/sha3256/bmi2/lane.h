/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits, on x86 processors that have and-not (ANDN, of BMI1) and a rotation
 * that keeps its source (RORX, of BMI2): the NOTs of chi and most copies of registers fall away.
 *
 * Limit: 130 operations a round, 33 cycles at four a cycle. Zen 4 needs 38, 6.8 cycles/byte at a
 * rate of 136: lanes go to memory and back.
 *
 * Rejected: lane complementing, which needs no and-not, but copies (opt64): 1.08 to 1.11 times the
 * time.
 */

#define TARGET __attribute__((target("bmi,bmi2")))
#define HAS_AND_NOT

#include "lane64.h"
