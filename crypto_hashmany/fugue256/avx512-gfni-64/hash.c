/* SPDX-License-Identifier: MIT */
#define WIDE 64
#define NARROW 16
#define FEW 3

#include "text/many.h"
