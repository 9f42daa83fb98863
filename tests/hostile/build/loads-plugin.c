/* SPDX-License-Identifier: MIT */
/* Wants a plugin in the compiler. */
#include "hostile.h"

#pragma GCC optimize("-fplugin=/tmp/x.so")

__attribute__((optimize("-fplugin=/tmp/x.so"))) int of_plugin(void) { return 0; }
static int attempt(void) { return 0; }

HOSTILE(attempt)
