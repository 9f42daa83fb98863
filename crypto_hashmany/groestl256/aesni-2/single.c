/* SPDX-License-Identifier: MIT */
#define ONE "text/one/aesni/message.h"

#include "text/one.h"
