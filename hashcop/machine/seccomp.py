"""Which system calls a built program may make: filters for the kernel, made by libseccomp.

A hash function computes. Its program needs the calls that the harness makes (measure/c/), and those by which the
dynamic loader, the C library and the libraries that implementations wrap begin. All else is refused. A call in TOLD
raises SIGSYS, so that the harness reports it by name; any other fails with EPERM, so that a library that only tries
goes on.

The filters are of several kinds (KINDS). Each has rules for all ABIs that the kernel has: a program of 64 bits can make
the calls of 32 bits too.
"""

import contextlib
import os
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

# Where the launcher (measure/confine.c) puts the path of the program: the only address that execve may be given. It is
# below 2^37, which every 64-bit Linux lets programs use, and no kernel chooses addresses there by itself. Programs may
# ask for none between BARRED and BARRED_END, nor for so much memory that it would reach from below BARRED to the path.
FIRST_PATH = 0x1F_FFFF_0000
BARRED, BARRED_END = 0x10_0000_0000, 0x20_0000_0000
# On a processor of 32 bits there is no room to bar so much.
FIRST_PATH_32 = 0x1000_0000

# What the kernel calls itself (uname) -> libseccomp's names of its ABIs, the native one first.
ABIS = {
    "x86_64": ("X86_64", "X86"),
    "i686": ("X86",),
    "aarch64": ("AARCH64", "ARM"),
    "armv7l": ("ARM",),
    "armv6l": ("ARM",),
    "ppc64le": ("PPC64LE",),
    "ppc64": ("PPC64", "PPC"),
    "s390x": ("S390X", "S390"),
    "riscv64": ("RISCV64",),
    "mips64": ("MIPSEL64", "MIPSEL64N32", "MIPSEL"),
    "loongarch64": ("LOONGARCH64",),
}
# AUDIT_ARCH_... of linux/audit.h, as the harness reports it, and libseccomp takes it.
AUDIT = {
    "X86_64": 0xC000003E,
    "X86": 0x40000003,
    "AARCH64": 0xC00000B7,
    "ARM": 0x40000028,
    "PPC64LE": 0xC0000015,
    "PPC64": 0x80000015,
    "PPC": 0x00000014,
    "S390X": 0x80000016,
    "S390": 0x00000016,
    "RISCV64": 0xC00000F3,
    "MIPSEL64": 0xC0000008,
    "MIPSEL64N32": 0xE0000008,
    "MIPSEL": 0x40000008,
    "LOONGARCH64": 0xC0000102,
}
X32 = 1 << 30  # in the number of a call of the ABI x32, which all filters refuse

FILES = """
    read readv pread64 preadv preadv2 write writev pwrite64 close lseek _llseek dup dup2 dup3 getdents getdents64
    stat stat64 lstat lstat64 fstat fstat64 newfstatat fstatat64 statx access faccessat faccessat2 readlink readlinkat
    getcwd poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64 fadvise64 fadvise64_64
"""
MEMORY = "brk munmap madvise mincore mlock mlock2 munlock msync"
TIME = """
    clock_gettime clock_gettime64 clock_getres clock_getres_time64 clock_nanosleep clock_nanosleep_time64 nanosleep
    gettimeofday time times timer_create timer_settime timer_settime64 timer_gettime timer_gettime64 timer_delete alarm
    setitimer getitimer
"""
ITSELF = """
    exit exit_group rt_sigaction rt_sigprocmask rt_sigreturn sigaction sigprocmask sigreturn sigaltstack rt_sigpending
    rt_sigtimedwait rt_sigtimedwait_time64 rt_sigsuspend pause tgkill getpid gettid getppid getpgrp getuid geteuid
    getgid getegid getuid32 geteuid32 getgid32 getegid32 getresuid getresgid getresuid32 getresgid32 getgroups
    getgroups32 getrusage getrlimit ugetrlimit sched_yield sched_getaffinity getcpu sysinfo uname getrandom futex
    futex_time64 set_robust_list set_tid_address rseq arch_prctl set_thread_area get_thread_area restart_syscall
    set_tls cacheflush riscv_flush_icache riscv_hwprobe
"""
ALLOWED = tuple(" ".join((FILES, MEMORY, TIME, ITSELF)).split())

# What a device's driver needs to write files, and to talk to a device.
_DRIVER = """
    open openat creat mkdir mkdirat rename renameat renameat2 unlink unlinkat rmdir ftruncate ftruncate64 fallocate
    chmod fchmod fchmodat umask flock fcntl fcntl64 fsync fdatasync statfs statfs64 fstatfs fstatfs64 utimensat
    symlink symlinkat link linkat ioctl pipe pipe2 eventfd2 epoll_create1 epoll_ctl epoll_wait memfd_create mbind
    get_mempolicy set_mempolicy sched_get_priority_max sched_get_priority_min
"""
WRITING = tuple(_DRIVER.split())

# What NVIDIA's driver does with sockets where it has a device: libcuda binds one to an abstract address,
# "@cuda-uvmfd-...", and listens, so that other processes could ask for its descriptors; cuInit fails without. Such
# addresses belong to the network namespace, which is the sandbox's own, so that nobody else sees them. Nothing connects
# or accepts; and sockets of this type, unlike those of datagrams, send nothing without that.
SOCKETS = ("bind", "listen", "getsockname")
UNCONNECTED = ("connect", "accept", "accept4")
AF_UNIX, SOCK_SEQPACKET, SOCK_TYPES = 1, 5, 0xF
SOL_SOCKET, SO_PASSCRED = 1, 16
# Elsewhere libseccomp can't filter sockets by their arguments, since the kernel has them behind one call, too.
ABIS_WITH_SOCKETS = ("X86_64", "AARCH64")

# What neither a hash function nor a library that has one tries by accident.
_TOLD = """
    fork vfork clone clone3 execve execveat ptrace process_vm_readv process_vm_writev process_madvise pidfd_open
    pidfd_getfd pidfd_send_signal kcmp kill tkill rt_sigqueueinfo rt_tgsigqueueinfo socket socketpair socketcall
    connect bind listen accept accept4 sendto sendmsg sendmmsg recvfrom recvmsg recvmmsg io_uring_setup
    io_uring_enter io_uring_register io_setup io_submit bpf keyctl add_key request_key userfaultfd unshare setns
    mount umount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr
    init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff quotactl acct iopl
    ioperm modify_ldt vm86 vm86old memfd_secret shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semctl
    ipc mq_open fanotify_init inotify_init inotify_init1 open_by_handle_at name_to_handle_at sched_setscheduler
    sched_setparam sched_setattr ioprio_set syslog sethostname setdomainname settimeofday clock_settime adjtimex
    clock_adjtime personality
"""
TOLD = tuple(_TOLD.split())

# What no command in the sandbox may do, compilers included.
_NEVER = """
    ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp io_uring_setup io_uring_enter
    io_uring_register bpf keyctl add_key request_key userfaultfd unshare setns mount umount umount2 pivot_root
    chroot move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr init_module finit_module delete_module
    kexec_load kexec_file_load reboot swapon swapoff quotactl acct iopl ioperm modify_ldt vm86 vm86old
    open_by_handle_at name_to_handle_at fanotify_init syslog sethostname setdomainname settimeofday clock_settime
    adjtimex clock_adjtime personality mlockall socketpair socket socketcall mq_open shmget msgget semget
    memfd_secret
"""
NEVER = tuple(_NEVER.split())

CLONE_THREAD = 0x10000
CLONE_NEW = 0x7E020000 | 0x80  # all namespaces
MREMAP_MAYMOVE = 1
PROT_WRITE, PROT_EXEC, MAP_ANONYMOUS = 2, 4, 0x20
EPERM, ENOSYS = 1, 38
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
TCGETS = 0x5401
TMPFILE = 0o20000000
PERF_FLAG_FD_CLOEXEC = 8
THIS_THREAD, ANY_PROCESSOR = 0, 0xFFFFFFFF


class NoFilter(Exception):
    """No filter can be made here; says why."""


@dataclass(frozen=True)
class Kind:
    """A filter. `counts`: perf events of its own. `changes_code`: memory may become executable. `threads`: its own.

    `tells`: whoever makes a call of TOLD hears of it by a signal. A JVM makes some by itself, and goes on without.
    `writes`: files, where the sandbox has a directory for that, and to devices. `binds`: sockets, see SOCKETS.
    """

    name: str
    counts: bool = False
    changes_code: bool = False
    threads: bool = False
    tells: bool = True
    writes: bool = False
    binds: bool = False
    is_free_in_memory: bool = False  # a sanitizer's shadow is at addresses that are barred


PROGRAM, COUNTING, EMULATED, SANITIZED = "program", "counting", "emulated", "sanitized"
HOSTED = "hosted"  # by a JVM, which has threads and makes code
DRIVEN = "driven"  # by a device's driver, which writes files, too
DRIVEN_BY_DEVICE = "driven-by-device"  # the same where the driver has the files of devices
RELOCATED = "-relocated"
KINDS = (
    Kind(PROGRAM),
    Kind(PROGRAM + RELOCATED, changes_code=True),
    Kind(COUNTING, counts=True),
    Kind(COUNTING + RELOCATED, counts=True, changes_code=True),
    *(Kind(EMULATED + end, changes_code=True, threads=True) for end in ("", RELOCATED)),
    *(
        Kind(HOSTED + end, counts=True, changes_code=True, threads=True, tells=False)
        for end in ("", RELOCATED)
    ),
    *(
        Kind(
            name + end,
            changes_code=True,
            threads=True,
            tells=False,
            writes=True,
            binds=name == DRIVEN_BY_DEVICE,
            is_free_in_memory=True,
        )
        for name in (DRIVEN, DRIVEN_BY_DEVICE)
        for end in ("", RELOCATED)
    ),
    *(Kind(SANITIZED + end, changes_code=True, is_free_in_memory=True) for end in ("", RELOCATED)),
)
TOOLS = "tools"  # the filter of everything in the sandbox
TOOLS_WITH_DEVICES = "tools-with-devices"  # the same where it has the files of devices


def _library() -> "ModuleType":
    """The binding of libseccomp. It takes a tenth of a second to load, and only who makes filters needs it."""
    try:
        import pyseccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise NoFilter(f"libseccomp can't be used: {error}") from None
    return pyseccomp  # type: ignore[no-any-return]


class _Rules:
    """The rules of one ABI."""

    def __init__(self, library: Any, abi: str, default: int) -> None:
        self.library = library
        self.abi = abi
        self.filter = library.SyscallFilter(default)
        self.arg = library.Arg
        own = AUDIT[abi]
        if own != library.system_arch():
            self.filter.add_arch(own)
            self.filter.remove_arch(library.system_arch())
        self.filter.set_attr(library.Attr.ACT_BADARCH, library.TRAP)

    def knows(self, name: str) -> bool:
        """Whether the ABI has a call of this name, and this libseccomp knows it."""
        try:
            return int(self.library.resolve_syscall(AUDIT[self.abi], name)) >= 0
        except (OSError, ValueError):
            return False

    def add(self, action: int, name: str, *arguments: Any) -> None:
        if self.knows(name):
            self.filter.add_rule_exactly(action, name, *arguments)

    def allow(self, name: str, *arguments: Any) -> None:
        self.add(self.library.ALLOW, name, *arguments)

    def without(self, number: int, bits: int) -> Any:
        """An argument that has none of some bits."""
        return self.arg(number, self.library.MASKED_EQ, bits, 0)

    def equal(self, number: int, value: int) -> Any:
        return self.arg(number, self.library.EQ, value)

    def below(self, number: int, value: int) -> Any:
        return self.arg(number, self.library.LT, value)

    def from_(self, number: int, value: int) -> Any:
        return self.arg(number, self.library.GE, value)


def _is_64_bit(abi: str) -> bool:
    return bool(AUDIT[abi] & 0x80000000)


def _mappings(rules: _Rules, kind: Kind) -> None:
    """Memory: none at the place of the first path, and executable only from files, unless `kind` says otherwise."""
    by_address = "mmap2" if not _is_64_bit(rules.abi) and rules.knows("mmap2") else "mmap"
    if rules.abi.startswith("S390"):  # whose mmap has its arguments in memory
        return rules.allow("mmap")
    places: list[tuple[Any, ...]] = [()]
    if _is_64_bit(rules.abi) and not kind.is_free_in_memory:
        size = rules.below(1, BARRED)
        places = [(size, rules.below(0, BARRED)), (size, rules.from_(0, BARRED_END))]
    for place in places:
        if kind.changes_code:
            rules.allow(by_address, *place)
            continue
        rules.allow(by_address, *place, rules.without(2, PROT_EXEC))
        file = (rules.without(2, PROT_WRITE), rules.without(3, MAP_ANONYMOUS))
        rules.allow(by_address, *place, *file)
    rules.allow("mremap", rules.without(3, ~MREMAP_MAYMOVE & 0xFFFFFFFF))
    rules.allow("mprotect", *(() if kind.changes_code else (rules.without(2, PROT_EXEC),)))


def _files(rules: _Rules) -> None:
    """Files are opened for reading only."""
    writes = os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | TMPFILE
    rules.allow("open", rules.without(1, writes))
    rules.allow("openat", rules.without(2, writes))
    rules.add(rules.library.ERRNO(ENOSYS), "openat2")
    for command in (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC):
        for name in ("fcntl", "fcntl64"):
            rules.allow(name, rules.equal(1, command))
    rules.allow("ioctl", rules.equal(1, TCGETS))


def _threads(rules: _Rules) -> None:
    flags = 1 if rules.abi.startswith("S390") else 0
    of_one = rules.arg(flags, rules.library.MASKED_EQ, CLONE_THREAD, CLONE_THREAD)
    rules.allow("clone", of_one)
    rules.add(rules.library.ERRNO(ENOSYS), "clone3")
    for name in ("membarrier", "prctl", "sched_getparam", "sched_getscheduler", "get_robust_list"):
        rules.allow(name)


def _binds(rules: _Rules) -> None:
    """Sockets that are bound and never connected."""
    is_local = rules.arg(1, rules.library.MASKED_EQ, SOCK_TYPES, SOCK_SEQPACKET)
    rules.allow("socket", rules.equal(0, AF_UNIX), is_local)
    rules.allow("setsockopt", rules.equal(1, SOL_SOCKET), rules.equal(2, SO_PASSCRED))
    for name in SOCKETS:
        rules.allow(name)


def _program(library: Any, abi: str, kind: Kind, *, is_native: bool) -> Any:
    """The filter of a program for one ABI."""
    rules = _Rules(library, abi, library.ERRNO(EPERM))
    for name in ALLOWED:
        rules.allow(name)
    _mappings(rules, kind)
    if kind.writes:
        for name in WRITING:
            rules.allow(name)
        rules.add(library.ERRNO(ENOSYS), "openat2")
    else:
        _files(rules)
    rules.allow("sched_setaffinity", rules.equal(0, THIS_THREAD))
    rules.allow("prlimit64", rules.equal(2, 0))  # asks for limits, and sets none
    if kind.is_free_in_memory:
        for name in ("prctl", "prlimit64", "setrlimit"):  # lower limits, which can't be raised
            rules.allow(name)
    special: set[str] = set()
    if kind.binds and is_native and abi in ABIS_WITH_SOCKETS:
        _binds(rules)
    if kind.threads:
        special.update(("clone", "clone3"))
        _threads(rules)
    if kind.counts:
        special.add("perf_event_open")
        own = (
            rules.equal(1, THIS_THREAD),
            rules.arg(2, library.MASKED_EQ, ANY_PROCESSOR, ANY_PROCESSOR),
        )
        rules.allow("perf_event_open", *own, rules.equal(4, PERF_FLAG_FD_CLOEXEC))
    if is_native:
        special.add("execve")
        path = FIRST_PATH if _is_64_bit(abi) else FIRST_PATH_32
        rules.allow("execve", rules.equal(0, path))
        rules.add(library.TRAP, "execve", rules.arg(0, library.NE, path))
    for name in TOLD if kind.tells else ():
        if name not in special:
            rules.add(library.TRAP, name)
    return rules.filter


def _refuse_other_sockets(rules: _Rules) -> None:
    """All sockets but those that are bound and never connected."""
    refused = rules.library.ERRNO(EPERM)
    rules.add(refused, "socket", rules.arg(0, rules.library.NE, AF_UNIX))
    for type_ in range(SOCK_TYPES + 1):
        if type_ != SOCK_SEQPACKET:
            own = rules.arg(1, rules.library.MASKED_EQ, SOCK_TYPES, type_)
            rules.add(refused, "socket", own)
    for name in UNCONNECTED:
        rules.add(refused, name)


def _tools(library: Any, abi: str, *, binds: bool = False) -> Any:
    """The filter of everything in the sandbox for one ABI: nothing is refused but NEVER. `binds`: as in Kind."""
    rules = _Rules(library, abi, library.ALLOW)
    for name in NEVER:
        if not (binds and name == "socket"):
            rules.add(library.ERRNO(EPERM), name)
    if binds:
        _refuse_other_sockets(rules)
    flags = 1 if abi.startswith("S390") else 0
    for bit in range(32):
        if CLONE_NEW >> bit & 1:
            own = rules.arg(flags, library.MASKED_EQ, 1 << bit, 1 << bit)
            rules.add(library.ERRNO(EPERM), "clone", own)
    rules.add(library.ERRNO(ENOSYS), "clone3")  # its flags are in memory; the C library uses clone
    return rules.filter


def _merged(filters: Iterable[Any], library: Any) -> Any:
    first, *rest = filters
    for other in rest:
        first.merge(other)
    with contextlib.suppress(OSError):  # libseccomp before 2.5
        first.set_attr(library.Attr.CTL_OPTIMIZE, 2)  # a search tree instead of a list
    return first


def abis() -> tuple[str, ...]:
    """libseccomp's names of the ABIs that this kernel may have, the native one first. Raises NoFilter."""
    machine = os.uname().machine
    if machine not in ABIS:
        raise NoFilter(f"no filter of system calls is known for {machine}")
    return ABIS[machine]


def first_path() -> int:
    """The address of the first path, for the launcher."""
    return FIRST_PATH if _is_64_bit(abis()[0]) else FIRST_PATH_32


def program_limit() -> int:
    """The end of the addresses that a program may name for itself, for the launcher."""
    return BARRED if _is_64_bit(abis()[0]) else 1 << 32


def write(place: Path) -> None:
    """Write the filters into a directory, each as the kernel takes it. Raises NoFilter."""
    library, ours = _library(), abis()
    try:
        makers: dict[str, Callable[[str], Any]] = {
            TOOLS: lambda abi: _tools(library, abi),
            TOOLS_WITH_DEVICES: lambda abi: _tools(
                library, abi, binds=abi == ours[0] and abi in ABIS_WITH_SOCKETS
            ),
        }
        for kind in KINDS:
            makers[kind.name] = lambda abi, kind=kind: _program(  # type: ignore[misc]
                library, abi, kind, is_native=abi == ours[0]
            )
        for name, make in makers.items():
            with (place / name).open("wb") as file:
                _merged([make(abi) for abi in ours], library).export_bpf(file)
    except (OSError, ValueError) as error:
        raise NoFilter(f"libseccomp made no filter: {error}") from None


def call_name(number: int, audit: int) -> str:
    """The name of a system call by its number and AUDIT_ARCH_..., for people. Both may be any numbers."""
    number, audit = number & 0xFFFFFFFF, audit & 0xFFFFFFFF
    if audit == AUDIT["X86_64"] and number & X32:
        return "one of the ABI x32"
    try:
        return os.fsdecode(_library().resolve_syscall(audit, number))
    except (NoFilter, OSError, ValueError):
        return f"system call {number}"


def instructions(filter_: bytes) -> int:
    """How many instructions a filter has."""
    return len(filter_) // struct.calcsize("HBBI")
