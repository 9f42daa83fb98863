/* SPDX-License-Identifier: MIT */
/* The same, with the compiler on its way through its directories. */
#include_next </etc/shadow>
