/* SPDX-License-Identifier: MIT */
#define WIDE 8
#define NARROW 4

#include "text/many.h"
