// SPDX-License-Identifier: MIT
import hashcop.NativeHash;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final NativeHash.Direct way = new NativeHash.Direct();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        way.hash(out, outAt, in, inAt, length);
    }
}
