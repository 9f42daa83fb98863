/* SPDX-License-Identifier: MIT */
#define WIDE 16
#define NARROW 16

#include "text/many.h"
