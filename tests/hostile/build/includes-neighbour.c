/* SPDX-License-Identifier: MIT */
/* Shows the sources of another implementation. */
#include "../../ref/hash.c"
