/* SPDX-License-Identifier: MIT */
/* Keccak[c=512] from the XKCP, the collection of Keccak's authors; how, and why so, stands in
 * xkcp_times8.h. */
#include "xkcp_times8.h"

XKCP_TIMES8(64, 0x01)
