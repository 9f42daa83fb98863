/* SPDX-License-Identifier: MIT */

/* Lanes are words of 64 bits, for any processor. lane64.h says how. */

#define TARGET

#include "lane64.h"
