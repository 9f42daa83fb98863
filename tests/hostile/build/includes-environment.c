/* SPDX-License-Identifier: MIT */
/* Shows the environment of the compiler in its messages. */
#include "/proc/self/environ"
