// SPDX-License-Identifier: MIT

/** Skein-512-512, version 1.3. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    /** UBI from a zero key over the configuration block of a digest of this length. */
    private static final long[] INITIAL_VALUE = {
        0x4903adff749c51ceL, 0x0d95de399746df03L, 0x8fd1934127c79bceL, 0x9a255629ff352cb1L,
        0x5db62599df6ca7b0L, 0xeabe394ca9d5c3f4L, 0x991112c71a75b523L, 0xae18a40b660fcc33L,
    };

    private final Skein skein = new Skein(INITIAL_VALUE, CRYPTO_BYTES);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        skein.hash(out, outAt, in, inAt, length);
    }
}
