"""What a JVM may use in the sandbox, and the flags that keep it within."""

from hashcop.machine.sandbox import MIB
from hashcop.platforms.jvm.machines import Jvm

DATA = 1024 * MIB  # bytes that it may write to
THREADS = 64
# In every option set. Little or nothing is allocated while a hash is timed, so that the collector makes no difference;
# which one a JVM takes by itself depends on how many processors it sees.
BASE = (
    "-XX:+UseSerialGC",
    "-Xms64m",
    "-Xmx256m",
    "-XX:MaxMetaspaceSize=128m",
    "-XX:+AlwaysPreTouch",
    "-XX:-UsePerfData",
    "-XX:+SuppressFatalErrorMessage",
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=dontinline,Hash::hash",
    "-XX:CompileCommand=dontinline,hashcop.Known*::hash",
    # The harness's own code is compiled early, so that it is done before what it times.
    "-XX:CompileCommand=CompileThresholdScaling,hashcop.Loop::*,0.02",
    "-XX:CompileCommand=CompileThresholdScaling,hashcop.Known*::hash,0.02",
)
# What the harness and libraries need of the JDK; the diagnostic commands need jdk.jfr. Without the others there is no
# sun.misc.Unsafe, by which code could write to the memory of the harness.
MODULES = (
    "java.base",
    "java.logging",
    "java.management",
    "java.naming",
    "java.sql",
    "jdk.jfr",
    "jdk.management",
)
NATIVE_ACCESS = (
    "--enable-native-access=ALL-UNNAMED"  # from release 22 a warning without it, or an exception
)
NO_NATIVE_ACCESS = "--illegal-native-access=deny"  # from release 24


def base_flags(
    jvm: Jvm, modules: tuple[str, ...] = (), *, is_native: bool = False
) -> tuple[str, ...]:
    """The flags of every option set of a JVM. `modules`: those that the implementation asks for.

    `is_native`: it calls native code, and may do so.
    """
    visible = ",".join(name for name in (*MODULES, *modules) if name in jvm.modules)
    # A compiler that is in Java itself needs modules of its own.
    limit = [f"--limit-modules={visible}"] if visible and not jvm.own else []
    word, since = (NATIVE_ACCESS, 22) if is_native else (NO_NATIVE_ACCESS, 24)
    access = [word] if jvm.release >= since else []
    asked = [f"--add-modules={','.join(modules)}"] if modules else []
    return (*BASE, *limit, *asked, *access, *jvm.flags)
