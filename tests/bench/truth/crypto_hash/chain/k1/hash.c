/* SPDX-License-Identifier: MIT */
#define CYCLES_A_BYTE 1
#define START_CYCLES 0
#include "chain.h"
