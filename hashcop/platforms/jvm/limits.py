"""What a JVM may use in the sandbox, and the flags that keep it within."""

from hashcop.machine.sandbox import MIB

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
NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED"  # from release 22 a warning without it


def base_flags(release: int) -> tuple[str, ...]:
    """The flags of every option set of a JVM."""
    return (*BASE, *([NATIVE_ACCESS] if release >= 22 else []))
