/* SPDX-License-Identifier: MIT */
/*
 * The chaining value that follows the configuration block of Skein-512-256: UBI from a zero
 * key over "SHA3", version 1, 256 bits of output, no tree. It depends on nothing else, so it
 * stands here instead of costing one more block in each call.
 */
static const uint64_t initial_value[8] = {
    0xccd044a12fdb3e13, 0xe83590301a79a9eb, 0x55aea0614f816e6f, 0x2a2767a4ae9b94db,
    0xec06025e74dd7683, 0xe7a436cdc4746251, 0xc36fbaf9393ad185, 0x3eedba1833edfc13,
};
