/* SPDX-License-Identifier: MIT */
/* Is a script for the linker. */
INPUT(/etc/shadow)
OUTPUT(/tmp/x)
