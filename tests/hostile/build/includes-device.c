/* SPDX-License-Identifier: MIT */
/* Includes a file that has no end. */
#include "/dev/zero"
