/* SPDX-License-Identifier: MIT */
#define WIDE 4
#define NARROW 2

#include "text/many.h"
