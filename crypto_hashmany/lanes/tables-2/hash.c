/* SPDX-License-Identifier: MIT */
#define WIDE 2
#define NARROW 2

#include "text/many.h"
