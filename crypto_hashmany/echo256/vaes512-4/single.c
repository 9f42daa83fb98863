/* SPDX-License-Identifier: MIT */
#define ONE "text/one/avx512-vaes/message.h"

#include "text/one.h"
