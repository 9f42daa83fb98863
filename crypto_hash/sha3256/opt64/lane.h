/* SPDX-License-Identifier: MIT */

/* Lanes are words of 64 bits, for any processor; how, stands in lane64.h. */

#define TARGET

#include "lane64.h"
