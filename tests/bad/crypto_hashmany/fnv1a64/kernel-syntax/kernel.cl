/* SPDX-License-Identifier: MIT */
/* It does not compile. */
KERNEL void crypto_hashmany(GLOBAL u8 *out) { out[0] = nothing; }
