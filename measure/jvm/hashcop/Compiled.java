// SPDX-License-Identifier: MIT
package hashcop;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What the JVM says of itself: what it has compiled and is compiling, how much memory it gave, and
 * its collections. It does as little as it can here, since it would be compiled, too: compiled.c
 * reads the text.
 */
final class Compiled {
    private static final Object[] NO_ARGUMENTS = {};
    private static final String[] NO_SIGNATURE = {};

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName commands;
    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getGarbageCollectorMXBeans();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    Compiled() throws JMException {
        commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
    }

    /** What the diagnostic command Compiler.queue prints. */
    String queue() throws JMException {
        return (String) server.invoke(commands, "compilerQueue", NO_ARGUMENTS, NO_SIGNATURE);
    }

    /** What the diagnostic command Compiler.codelist prints. */
    String code() throws JMException {
        return (String) server.invoke(commands, "compilerCodelist", NO_ARGUMENTS, NO_SIGNATURE);
    }

    /** Bytes that this thread has allocated. */
    long allocated() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** How many collections there were. */
    long collections() {
        long sum = 0;
        for (int i = 0; i < collectors.size(); i++) {
            sum += collectors.get(i).getCollectionCount();
        }
        return sum;
    }

    /** Milliseconds that they took. */
    long collecting() {
        long sum = 0;
        for (int i = 0; i < collectors.size(); i++) {
            sum += collectors.get(i).getCollectionTime();
        }
        return sum;
    }
}
