/* SPDX-License-Identifier: MIT */

/*
 * The single state: general registers with BMI where they have 64 bits, else SSE2.
 *
 * Rejected: an implementation with BMI alone. Processors that have BMI2 have AVX2, too.
 */

#ifdef __x86_64__
#define TARGET __attribute__((target("bmi,bmi2")))
#define HAS_AND_NOT
#include "lane64.h"
#else
#include "lane_sse2.h"
#endif
