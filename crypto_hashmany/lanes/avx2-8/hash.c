/* SPDX-License-Identifier: MIT */
#define WIDE 8
#define NARROW 8

#include "text/many.h"
