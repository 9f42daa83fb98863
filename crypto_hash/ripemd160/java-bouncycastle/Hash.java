// SPDX-License-Identifier: MIT
import org.bouncycastle.crypto.digests.RIPEMD160Digest;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 20;

    private final RIPEMD160Digest digest = new RIPEMD160Digest();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        digest.update(in, inAt, length);
        digest.doFinal(out, outAt);
    }
}
