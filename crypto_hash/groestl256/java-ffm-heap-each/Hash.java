// SPDX-License-Identifier: MIT
import hashcop.ForeignHash;

public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final ForeignHash.HeapEach way = new ForeignHash.HeapEach();

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        way.hash(out, outAt, in, inAt, length);
    }
}
