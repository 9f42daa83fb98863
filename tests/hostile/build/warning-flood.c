/* SPDX-License-Identifier: MIT */
/* Makes the compiler print without end. */
#include "hostile.h"

#define W0 _Pragma("GCC warning \"a warning that says nothing, and says it again\"")
#define W1 W0 W0 W0 W0 W0 W0 W0 W0
#define W2 W1 W1 W1 W1 W1 W1 W1 W1
#define W3 W2 W2 W2 W2 W2 W2 W2 W2
#define W4 W3 W3 W3 W3 W3 W3 W3 W3
W4
static int attempt(void) { return 0; }

HOSTILE(attempt)
