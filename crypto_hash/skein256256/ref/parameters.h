/* SPDX-License-Identifier: MIT */
/*
 * The chaining value that follows the configuration block of Skein-256-256: UBI from a zero
 * key over "SHA3", version 1, 256 bits of output, no tree. It depends on nothing else, so it
 * stands here instead of costing one more block in each call.
 */
static const uint64_t initial_value[4] = {
    0xfc9da860d048b449,
    0x2fca66479fa7d833,
    0xb33bc3896656840f,
    0x6a54e920fde8da69,
};
