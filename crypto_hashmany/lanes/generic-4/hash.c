/* SPDX-License-Identifier: MIT */
#define WIDE 4
#define NARROW 4

#include "text/many.h"
