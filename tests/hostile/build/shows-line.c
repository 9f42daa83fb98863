/* SPDX-License-Identifier: MIT */
/* Says that its errors are in a file of the system, whose line the compiler then shows. */
#line 1 "/etc/passwd"
not_a_type x;
