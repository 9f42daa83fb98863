// SPDX-License-Identifier: MIT
import fr.cryptohash.Hamsi256;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final Hamsi256 digest = new Hamsi256();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.digest(out, outAt, CRYPTO_BYTES);
    }
}
