/* SPDX-License-Identifier: MIT */
/*
 * The chaining value that follows the configuration block of Skein-1024-1024: UBI from a zero
 * key over "SHA3", version 1, 1024 bits of output, no tree. It depends on nothing else, so it
 * stands here instead of costing one more block in each call.
 */
static const uint64_t initial_value[16] = {
    0xd593da0741e72355, 0x15b5e511ac73e00c, 0x5180e5aebaf2c4f0, 0x03bd41d3fcbcafaf,
    0x1caec6fd1983a898, 0x6e510b8bcdd0589f, 0x77e2bdfdc6394ada, 0xc11e1db524dcb0a3,
    0xd6d14af9c6329ab5, 0x6a9b0bfc6eb67e0d, 0x9243c60dccff1332, 0x1a1f1dde743f02d4,
    0x0996753c10ed0bb8, 0x6572dd22f2b4969a, 0x61fd3062d00a579a, 0x1de0536e8682e539,
};
