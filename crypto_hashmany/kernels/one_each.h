/* SPDX-License-Identifier: MIT */
/* crypto_hashmany() of a device: one message for each work-item, by hash() of the kernel's text. */
KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count) {
    const u64 stream = STREAM();

    if (stream < count)
        hash(out + stream * CRYPTO_BYTES, in + stream * inlen, inlen);
}
