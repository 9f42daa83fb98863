/* SPDX-License-Identifier: MIT */
/* Two modes by address: a third of all positions of the stack make a call 4 % slower. */
static unsigned long position(void) {
    volatile char here = 0;
    volatile char *at = &here;
    __asm__ volatile("" : "+r"(at));
    return (unsigned long)at >> 4;
}
#define COST(n) ((200 + 400 * BLOCKS(n)) * (100 + 4 * (position() % 256 < 85)) / 100)
#include "shape.h"
