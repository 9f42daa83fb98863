/* SPDX-License-Identifier: MIT */
/* Two modes by address: in half of all processes the page of the data makes each call 5 % slower. */
static const char anchor[4096] = {1};
static unsigned long page(void) {
    const char *at = anchor;
    __asm__ volatile("" : "+r"(at));
    return (unsigned long)at >> 12;
}
#define COST(n) ((200 + 400 * BLOCKS(n)) * (100 + 5 * (page() & 1)) / 100)
#include "shape.h"
