// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.SHA1Digest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 20;

    private final SHA1Digest digest = new SHA1Digest();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
