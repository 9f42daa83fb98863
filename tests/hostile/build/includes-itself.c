/* SPDX-License-Identifier: MIT */
/* Includes itself for ever. */
#include __FILE__
