/* SPDX-License-Identifier: MIT */
#define ONE "text/one/avx512-gfni/message.h"

#include "text/one.h"
