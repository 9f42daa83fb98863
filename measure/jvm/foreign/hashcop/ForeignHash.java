// SPDX-License-Identifier: MIT
package hashcop;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Ways to have a message in a Java array hashed by native code, through the foreign function and
 * memory API, from JDK 22 on. See NativeHash. A critical call does not tell the JVM that the thread
 * is in native code, so that no collection can begin meanwhile; only such a call takes arrays of the
 * heap.
 */
public final class ForeignHash {
    private static final MemoryLayout[] NATIVE = {ADDRESS, ADDRESS, JAVA_LONG};
    private static final MemoryLayout[] HEAP = {ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT};
    private static final Linker.Option CRITICAL = Linker.Option.critical(false);

    private static final int BYTES = NativeHash.BYTES; // loads the library
    private static final MethodHandle HASH = handle("hashcop_native_hash", NATIVE);
    private static final MethodHandle HASH_CRITICAL =
            handle("hashcop_native_hash", NATIVE, CRITICAL);
    private static final MethodHandle HASH_HEAP =
            handle("hashcop_native_hash_at", HEAP, Linker.Option.critical(true));
    private static final MethodHandle NOTHING =
            handle("hashcop_native_nothing", new MemoryLayout[0]);
    private static final MethodHandle NOTHING_CRITICAL =
            handle("hashcop_native_nothing", new MemoryLayout[0], CRITICAL);

    private ForeignHash() {}

    private static MethodHandle handle(
            String name, MemoryLayout[] arguments, Linker.Option... options) {
        MemorySegment function = SymbolLookup.loaderLookup().find(name).orElseThrow();
        FunctionDescriptor type = FunctionDescriptor.ofVoid(arguments);
        return Linker.nativeLinker().downcallHandle(function, type, options);
    }

    /** Loads the library, which must not happen within a call. */
    public static void open() {}

    /** Hashes the first bytes of native memory. */
    public static void hash(MemorySegment out, MemorySegment in, long length) {
        try {
            HASH.invokeExact(out, in, length);
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    /** The same, by a critical call. */
    public static void hashCritical(MemorySegment out, MemorySegment in, long length) {
        try {
            HASH_CRITICAL.invokeExact(out, in, length);
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    private static void hashHeap(
            MemorySegment out, int outAt, MemorySegment in, int inAt, int length) {
        try {
            HASH_HEAP.invokeExact(out, outAt, in, inAt, length);
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    /** An empty call. */
    public static void nothing() {
        try {
            NOTHING.invokeExact();
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    /** An empty critical call. */
    public static void nothingCritical() {
        try {
            NOTHING_CRITICAL.invokeExact();
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    /** Memory that is kept as long as the process lives: one object hashes all messages. */
    private static MemorySegment kept(int bytes) {
        return Arena.global().allocate(bytes, NativeHash.LINE);
    }

    /** The message is copied to native memory that is kept, and the digest from there. */
    public static final class Native implements CryptoHash {
        private final Copied others = new Copied();
        private final MemorySegment digest = kept(BYTES);
        private final MemorySegment message = kept(NativeHash.KEPT);

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            if (length > NativeHash.KEPT) {
                others.hash(out, outAt, in, inAt, length);
                return;
            }
            MemorySegment.copy(in, inAt, message, JAVA_BYTE, 0, length);
            ForeignHash.hash(digest, message, length);
            MemorySegment.copy(digest, JAVA_BYTE, 0, out, outAt, BYTES);
        }
    }

    /** The same, by a critical call. */
    public static final class Critical implements CryptoHash {
        private final Copied others = new Copied();
        private final MemorySegment digest = kept(BYTES);
        private final MemorySegment message = kept(NativeHash.KEPT);

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            if (length > NativeHash.KEPT) {
                others.hash(out, outAt, in, inAt, length);
                return;
            }
            MemorySegment.copy(in, inAt, message, JAVA_BYTE, 0, length);
            hashCritical(digest, message, length);
            MemorySegment.copy(digest, JAVA_BYTE, 0, out, outAt, BYTES);
        }
    }

    /** A critical call with the arrays, each wrapped when it is seen first. */
    public static final class HeapOnce implements CryptoHash {
        private byte[] knownOut = {};
        private byte[] knownIn = {};
        private MemorySegment wrappedOut = MemorySegment.ofArray(knownOut);
        private MemorySegment wrappedIn = MemorySegment.ofArray(knownIn);

        public HeapOnce() {
            open();
        }

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            NativeHash.check(out, outAt, in, inAt, length);
            if (out != knownOut) {
                knownOut = out;
                wrappedOut = MemorySegment.ofArray(out);
            }
            if (in != knownIn) {
                knownIn = in;
                wrappedIn = MemorySegment.ofArray(in);
            }
            hashHeap(wrappedOut, outAt, wrappedIn, inAt, length);
        }
    }

    /** A critical call with the arrays, wrapped in each call. */
    public static final class HeapEach implements CryptoHash {
        public HeapEach() {
            open();
        }

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            NativeHash.check(out, outAt, in, inAt, length);
            hashHeap(
                    MemorySegment.ofArray(out), outAt, MemorySegment.ofArray(in), inAt, length);
        }
    }

    /** Memory of its own for each call, to which the message is copied, and the digest from there. */
    public static final class Copied implements CryptoHash {
        public Copied() {
            open();
        }

        @Override
        public void hash(byte[] out, int outAt, byte[] in, int inAt, int length) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment message = arena.allocate(length);
                MemorySegment digest = arena.allocate(BYTES);
                MemorySegment.copy(in, inAt, message, JAVA_BYTE, 0, length);
                ForeignHash.hash(digest, message, length);
                MemorySegment.copy(digest, JAVA_BYTE, 0, out, outAt, BYTES);
            }
        }
    }
}
