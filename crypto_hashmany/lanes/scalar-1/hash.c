/* SPDX-License-Identifier: MIT */
#define WIDE 1
#define NARROW 1
#define FEW 0

#include "text/many.h"
