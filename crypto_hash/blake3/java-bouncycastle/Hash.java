// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.Blake3Digest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final Blake3Digest digest = new Blake3Digest(256);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
