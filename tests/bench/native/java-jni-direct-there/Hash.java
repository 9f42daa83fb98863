// SPDX-License-Identifier: MIT
import hashcop.NativeHash;
import java.nio.ByteBuffer;

/** Hashes native memory that is there already: nothing is copied from or to arrays. */
public final class Hash implements hashcop.CryptoHash {
    public static final int CRYPTO_BYTES = 32;

    private final ByteBuffer digest = ByteBuffer.allocateDirect(CRYPTO_BYTES);
    private final ByteBuffer message = ByteBuffer.allocateDirect(1 << 16);

    @Override
    public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
        NativeHash.direct(digest, message, length);
    }
}
