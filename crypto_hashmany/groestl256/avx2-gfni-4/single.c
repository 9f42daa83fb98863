/* SPDX-License-Identifier: MIT */
#define ONE "text/one/vaes-gfni/message.h"

#include "text/one.h"
