/* SPDX-License-Identifier: MIT */
#define WIDE 32
#define NARROW 16

#include "text/many.h"
