// SPDX-License-Identifier: MIT
package hashcop;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Ways to have a message in a Java array hashed by native code, through the JNI. Each hashes a whole
 * message by one call of the implementation in C that the file {@code native} names. The functions
 * are in native.c. ForeignHash has the ways that need a newer JDK.
 *
 * <p>Native code can't check the bounds of arrays, so they are checked here.
 */
public final class NativeHash {
    static {
        System.loadLibrary("hashcop-native");
    }

    /** Bytes of a digest. */
    static final int BYTES = bytes();

    /** The longest message for which there is memory that is kept between calls. */
    static final int KEPT = 1 << 16;

    /** Bytes of a line of the cache: where memory that is kept begins on one, processes differ less. */
    static final int LINE = 64;

    private NativeHash() {}

    /** Loads the library, which must not happen within a call. */
    static void open() {}

    /** Throws IndexOutOfBoundsException if a message or a digest is not within its array. */
    static void check(byte[] out, int outAt, byte[] in, int inAt, int length) {
        Objects.checkFromIndexSize(outAt, BYTES, out.length);
        Objects.checkFromIndexSize(inAt, length, in.length);
    }

    /** A direct buffer that begins on a line and has room for so many bytes. */
    private static ByteBuffer kept(int bytes) {
        int lines = (bytes + LINE - 1) / LINE;
        return ByteBuffer.allocateDirect((lines + 1) * LINE).alignedSlice(LINE);
    }

    private static native int bytes();

    /** An empty call. */
    public static native void nothing();

    private static native void critical(byte[] out, int outAt, byte[] in, int inAt, int length);

    private static native void region(byte[] out, int outAt, byte[] in, int inAt, int length);

    private static native void elements(byte[] out, int outAt, byte[] in, int inAt, int length);

    /** Hashes the first bytes of a direct buffer. */
    public static native void direct(ByteBuffer out, ByteBuffer in, int length);

    /** Where the memory of a direct buffer is. */
    public static native long addressOf(ByteBuffer buffer);

    /** Hashes what is at an address. */
    public static native void address(long out, long in, int length);

    /** GetPrimitiveArrayCritical. */
    public static final class Critical implements CryptoHash {
        public Critical() {
            open();
        }

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            check(out, outAt, in, inAt, length);
            critical(out, outAt, in, inAt, length);
        }
    }

    /** GetByteArrayRegion and SetByteArrayRegion. */
    public static final class Region implements CryptoHash {
        public Region() {
            open();
        }

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            check(out, outAt, in, inAt, length);
            region(out, outAt, in, inAt, length);
        }
    }

    /** GetByteArrayElements, which copies the whole array, wherever the message is in it. */
    public static final class Elements implements CryptoHash {
        public Elements() {
            open();
        }

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            check(out, outAt, in, inAt, length);
            elements(out, outAt, in, inAt, length);
        }
    }

    /** The message is copied to a direct buffer, and the digest from one. */
    public static final class Direct implements CryptoHash {
        private final ByteBuffer digest = kept(BYTES);
        private final ByteBuffer message = kept(KEPT);

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            ByteBuffer to = length <= KEPT ? message : ByteBuffer.allocateDirect(length);
            to.put(0, in, inAt, length);
            direct(digest, to, length);
            digest.get(0, out, outAt, BYTES);
        }
    }

    /** The same, but what the native code gets are addresses that were asked for once. */
    public static final class Address implements CryptoHash {
        private final ByteBuffer digest = kept(BYTES);
        private final ByteBuffer message = kept(KEPT);
        private final long digestAt = addressOf(digest);
        private final long messageAt = addressOf(message);

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            if (length <= KEPT) {
                message.put(0, in, inAt, length);
                address(digestAt, messageAt, length);
            } else {
                ByteBuffer to = ByteBuffer.allocateDirect(length).put(0, in, inAt, length);
                direct(digest, to, length);
            }
            digest.get(0, out, outAt, BYTES);
        }
    }
}
