/* SPDX-License-Identifier: MIT */
#define WIDE 64
#define NARROW 16

#include "text/many.h"
