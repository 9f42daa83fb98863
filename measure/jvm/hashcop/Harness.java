// SPDX-License-Identifier: MIT
package hashcop;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;

/** What the harness, which is in C, asks of Java. */
final class Harness {
    private static final String NAME = "Hash";

    private Harness() {}

    /** A new object of the implementation. */
    static CryptoHash create() throws Throwable {
        try {
            return (CryptoHash) Class.forName(NAME).getDeclaredConstructor().newInstance();
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    /** Bytes of a digest, as the implementation says. */
    static int bytes() throws ReflectiveOperationException {
        return Class.forName(NAME).getField("CRYPTO_BYTES").getInt(null);
    }

    /** A copy of the class Loop, in which nothing has been called. */
    static Class<?> loop() throws IOException, ClassNotFoundException {
        byte[] code;
        try (InputStream stream = Harness.class.getResourceAsStream("Loop.class")) {
            code = stream.readAllBytes();
        }
        return new Copy(code).loadClass(Loop.class.getName());
    }

    /** What was thrown, why, and where in the implementation. */
    static String explain(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.getClass().getName());
        if (thrown.getMessage() != null) {
            text.append(": ").append(thrown.getMessage());
        }
        Throwable cause = thrown.getCause();
        if (cause != null && cause != thrown) {
            text.append(", because of ").append(explain(cause));
        }
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (!frame.getClassName().startsWith("java.") && !frame.getClassName().startsWith("jdk.")) {
                return text + ", in " + frame.getClassName() + "." + frame.getMethodName();
            }
        }
        return text.toString();
    }

    private static final class Copy extends ClassLoader {
        private final byte[] code;

        Copy(byte[] code) {
            super(Harness.class.getClassLoader());
            this.code = code;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Loop.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, code, 0, code.length);
        }
    }
}
