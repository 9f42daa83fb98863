// SPDX-License-Identifier: MIT
package hashcop;

import java.util.Objects;

/**
 * The compression function of an implementation in C, called once a block through the JNI, with
 * GetPrimitiveArrayCritical: native_blocks.c. Padding is left to Java.
 */
public final class NativeBlocks {
    static {
        System.loadLibrary("hashcop-native");
    }

    private NativeBlocks() {}

    /** Loads the library, which must not happen within a call. */
    public static void open() {}

    private static native void compress(byte[] state, byte[] in, int inAt);

    private static native void finish(byte[] state);

    /**
     * Compresses a block.
     *
     * @param state as long as a block; changed
     */
    public static void block(byte[] state, byte[] in, int inAt) {
        Objects.checkFromIndexSize(inAt, state.length, in.length);
        compress(state, in, inAt);
    }

    /** What comes after the last block. */
    public static void last(byte[] state) {
        finish(state);
    }
}
