/* SPDX-License-Identifier: MIT */
#define WIDE 16
#define NARROW 16
#define FEW 3

#include "text/many.h"
