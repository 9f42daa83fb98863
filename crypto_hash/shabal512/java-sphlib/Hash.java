// SPDX-License-Identifier: MIT
import fr.cryptohash.Shabal512;

/** By way of an array: the library writes this digest to the beginning, wherever it is told to. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 64;

    private final Shabal512 digest = new Shabal512();
    private final byte[] result = new byte[CRYPTO_BYTES];

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.digest(result, 0, CRYPTO_BYTES);
        System.arraycopy(result, 0, out, outAt, CRYPTO_BYTES);
    }
}
