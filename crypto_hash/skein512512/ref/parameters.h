/* SPDX-License-Identifier: MIT */
/*
 * The chaining value that follows the configuration block of Skein-512-512: UBI from a zero
 * key over "SHA3", version 1, 512 bits of output, no tree. It depends on nothing else, so it
 * stands here instead of costing one more block in each call.
 */
static const uint64_t initial_value[8] = {
    0x4903adff749c51ce, 0x0d95de399746df03, 0x8fd1934127c79bce, 0x9a255629ff352cb1,
    0x5db62599df6ca7b0, 0xeabe394ca9d5c3f4, 0x991112c71a75b523, 0xae18a40b660fcc33,
};
