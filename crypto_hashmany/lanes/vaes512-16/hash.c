/* SPDX-License-Identifier: MIT */
#define WIDE 16
#define NARROW 8

#include "text/many.h"
