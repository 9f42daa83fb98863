// SPDX-License-Identifier: MIT

/** Skein-512-256, version 1.3. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    /** UBI from a zero key over the configuration block of a digest of this length. */
    private static final long[] INITIAL_VALUE = {
        0xccd044a12fdb3e13L, 0xe83590301a79a9ebL, 0x55aea0614f816e6fL, 0x2a2767a4ae9b94dbL,
        0xec06025e74dd7683L, 0xe7a436cdc4746251L, 0xc36fbaf9393ad185L, 0x3eedba1833edfc13L,
    };

    private final Skein skein = new Skein(INITIAL_VALUE, CRYPTO_BYTES);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        skein.hash(out, outAt, in, inAt, length);
    }
}
