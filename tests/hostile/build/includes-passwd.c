/* SPDX-License-Identifier: MIT */
/* Shows a file of the system in the messages of the compiler. */
#include </etc/passwd>
