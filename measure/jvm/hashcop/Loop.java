// SPDX-License-Identifier: MIT
package hashcop;

/**
 * The calls of a timing. Each thing that is timed has a copy of this class from a class loader of
 * its own: so the call has one target in each copy, and is compiled alike.
 */
final class Loop {
    private Loop() {}

    /** The counter, in ticks. */
    static native long read();

    /** Waits until all before it has been executed. */
    static native void barrier();

    /**
     * Ticks of so many calls. The first {@code count} have a place of their own, then these come
     * again.
     */
    static long run(
            CryptoHash hash,
            byte[] out,
            int outAt,
            int outStep,
            byte[] in,
            int inAt,
            int inStep,
            int length,
            int calls,
            int count) {
        int toOut = outAt;
        int toIn = inAt;
        int left = count;
        long begun = read();
        for (int call = 0; call < calls; call++) {
            barrier();
            hash.hash(out, toOut, in, toIn, length);
            toOut += outStep;
            toIn += inStep;
            if (--left == 0) {
                left = count;
                toOut = outAt;
                toIn = inAt;
            }
        }
        return read() - begun;
    }

    /** The same, with a new object for each call. */
    static long runFresh(
            Maker maker,
            byte[] out,
            int outAt,
            int outStep,
            byte[] in,
            int inAt,
            int inStep,
            int length,
            int calls,
            int count)
            throws Exception {
        int toOut = outAt;
        int toIn = inAt;
        int left = count;
        long begun = read();
        for (int call = 0; call < calls; call++) {
            barrier();
            maker.make().hash(out, toOut, in, toIn, length);
            toOut += outStep;
            toIn += inStep;
            if (--left == 0) {
                left = count;
                toOut = outAt;
                toIn = inAt;
            }
        }
        return read() - begun;
    }
}
