/* SPDX-License-Identifier: MIT */
#define ONE "text/one/gfni/message.h"

#include "text/one.h"
