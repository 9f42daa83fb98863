"""Made-up /proc and /sys of machines that are not here, as files below a root, and captured texts of others."""

from pathlib import Path

CPU = "sys/devices/system/cpu"
STAT = "{} {} 0 {} {} 0 0 0 {} 0 0"  # user, system, idle, steal
MEMORY = "MemTotal: {} kB\nMemAvailable: {} kB\nSwapTotal: 4194304 kB\nSwapFree: {} kB\n"
INTEL = """\
processor\t: {n}
vendor_id\t: GenuineIntel
model name\t: Intel(R) Core(TM) made up
flags\t\t: fpu tsc msr sse2 {flags}
"""
ARM = "processor\t: {n}\nBogoMIPS\t: 100.00\nCPU implementer\t: 0x41\nCPU part\t: {part}\n"
Files = dict[str, str]


def write(root: Path, files: Files) -> Path:
    """The files below a root; later texts of a file replace earlier ones."""
    for name, text in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{text}\n")
    return root


def stat(*processors: tuple[int, int, int]) -> Files:
    """/proc/stat of processors that were busy, idle and stolen from for so many ticks."""
    rows = [
        STAT.format(f"cpu{n}", busy, 0, idle, stolen)
        for n, (busy, idle, stolen) in enumerate(processors)
    ]
    whole = [sum(column) for column in zip(*processors, strict=True)]
    return {"proc/stat": "\n".join([STAT.format("cpu ", whole[0], 0, *whole[1:]), *rows, "ctxt 1"])}


def intel(count: int, flags: str = "") -> Files:
    """An x86 processor with pairs of hyperthreads: 0 and 1 share a core, 2 and 3 ..."""
    files = {
        "proc/cpuinfo": "\n".join(INTEL.format(n=n, flags=flags) for n in range(count)),
        f"{CPU}/online": f"0-{count - 1}",
    }
    for n in range(count):
        pair = n // 2 * 2
        files[f"{CPU}/cpu{n}/topology/thread_siblings_list"] = f"{pair}-{pair + 1}"
    return files


def good_laptop(root: Path) -> Path:
    """Everything as it should be."""
    files = intel(4) | stat(*[(1000, 9000, 0)] * 4)
    for n in range(4):
        files |= {
            f"{CPU}/cpu{n}/cpufreq/scaling_governor": "performance",
            f"{CPU}/cpu{n}/cpufreq/scaling_cur_freq": "2000000",
            f"{CPU}/cpu{n}/thermal_throttle/core_throttle_count": "3",
        }
    files |= {
        f"{CPU}/intel_pstate/no_turbo": "1",
        f"{CPU}/isolated": "3",
        f"{CPU}/nohz_full": "(null)",
        "proc/sys/kernel/randomize_va_space": "2",
        "proc/sys/kernel/perf_event_paranoid": "2",
        "proc/self/personality": "00000000",
        "proc/loadavg": "0.02 0.03 0.00 1/300 4242",
        "proc/vmstat": "pswpin 5\npswpout 6\nother 7",
        "proc/meminfo": MEMORY.format(16 << 20, 12 << 20, 4194304),
        "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never",
        "sys/class/dmi/id/sys_vendor": "LENOVO",
        "sys/class/dmi/id/product_name": "20KH",
    }
    return write(root, files)


def good_laptop_later(root: Path) -> Path:
    """The same a second later: nothing happened."""
    return write(root, stat(*[(1000, 9100, 0)] * 4))


def bad_laptop(root: Path) -> Path:
    """Everything as it comes, and a busy desktop on it."""
    good_laptop(root)
    files = {f"{CPU}/cpu{n}/cpufreq/scaling_governor": "powersave" for n in range(4)}
    files |= {
        f"{CPU}/intel_pstate/no_turbo": "0",
        f"{CPU}/isolated": "",
        "proc/sys/kernel/randomize_va_space": "0",
        "proc/sys/kernel/perf_event_paranoid": "4",
        "proc/loadavg": "3.10 2.00 1.00 4/900 4242",
        "proc/meminfo": MEMORY.format(8 << 20, 300 << 10, 1 << 20),
        "sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never",
    }
    return write(root, files)


def bad_laptop_later(root: Path) -> Path:
    """A second later: processor 2, which shares its core with 3, was busy, pages were moved and it got too hot."""
    files = stat((1050, 9050, 0), (1000, 9100, 0), (1095, 9005, 0), (1000, 9100, 0))
    files |= {"proc/vmstat": "pswpin 105\npswpout 6"}
    files |= {f"{CPU}/cpu2/thermal_throttle/core_throttle_count": "5"}
    return write(root, files)


def hybrid(root: Path) -> Path:
    """Intel's: 0 to 3 are two performance cores with their hyperthreads, 4 to 7 efficiency cores without."""
    files = intel(8)
    for n in range(4, 8):
        files[f"{CPU}/cpu{n}/topology/thread_siblings_list"] = str(n)
    files |= {"sys/devices/cpu_core/cpus": "0-3", "sys/devices/cpu_atom/cpus": "4-7"}
    return write(root, files)


def big_little(root: Path, *, with_capacity: bool = True) -> Path:
    """arm64: 0 to 3 are small, 4 to 7 big; a small one is throttled."""
    parts = ["0xd05"] * 4 + ["0xd0b"] * 4
    files = {
        "proc/cpuinfo": "\n".join(ARM.format(n=n, part=part) for n, part in enumerate(parts)),
        f"{CPU}/online": "0-7",
        "sys/class/thermal/cooling_device0/type": "thermal-cpufreq-0",
        "sys/class/thermal/cooling_device0/cur_state": "2",
        "proc/sys/kernel/perf_event_paranoid": "2",
        "proc/sys/kernel/perf_user_access": "0",
        "proc/sys/kernel/randomize_va_space": "1",
    }
    for n in range(8):
        strength = (1024 if n > 3 else 380) if with_capacity else (2400000 if n > 3 else 1800000)
        name = "cpu_capacity" if with_capacity else "cpufreq/cpuinfo_max_freq"
        files[f"{CPU}/cpu{n}/{name}"] = str(strength)
        files[f"{CPU}/cpu{n}/topology/thread_siblings_list"] = str(n)
    return write(root, files | stat(*[(100, 900, 0)] * 8))


def cloud(root: Path) -> Path:
    """A virtual machine of a cloud, whose host is busy."""
    files = intel(2, "hypervisor") | stat((5000, 4000, 1000), (5000, 4000, 1000))
    files |= {
        "sys/class/dmi/id/sys_vendor": "Amazon EC2",
        "sys/class/dmi/id/product_name": "m5.large",
        "proc/loadavg": "0.00 0.00 0.00 1/90 99",
    }
    return write(root, files)


def cloud_later(root: Path) -> Path:
    """A second later: a tenth was stolen."""
    return write(root, stat((5000, 4090, 1010), (5000, 4090, 1010)))


# /proc/cpuinfo of machines of many architectures, as captured

AMD64 = """\
processor\t: 0
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 158
model name\t: Intel(R) Core(TM) i7-8700   CPU @ 3.20GHz
stepping\t: 10
cpu MHz\t\t: 3200.000
bugs\t\t: cpu_meltdown spectre_v1

processor\t: 1
model name\t: Intel(R) Core(TM) i7-8700   CPU @ 3.20GHz
"""
ARM_32 = """\
processor\t: 0
model name\t: ARMv7 Processor rev 4 (v7l)
BogoMIPS\t: 38.40
CPU implementer\t: 0x41

Hardware\t: BCM2835
Model\t\t: Raspberry Pi 3 Model B Rev 1.2
"""
ARM_64 = """\
processor\t: 0
BogoMIPS\t: 108.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32
CPU implementer\t: 0x41
CPU part\t: 0xd08

Revision\t: c03112
Model\t\t: Raspberry Pi 4 Model B Rev 1.2
"""
ARM_OLD = """\
Processor\t: ARMv7 Processor rev 2 (v7l)
BogoMIPS\t: 796.92
Hardware\t: OMAP3 Beagle Board
"""
POWER = """\
processor\t: 0
cpu\t\t: POWER9 (architected), altivec supported
clock\t\t: 2900.000000MHz
revision\t: 2.2 (pvr 004e 1202)

timebase\t: 512000000
platform\t: pSeries
model\t\t: IBM pSeries (emulated by qemu)
"""
MIPS = "system type\t\t: generic\nprocessor\t\t: 0\ncpu model\t\t: ICT Loongson-3 V0.9\n"
SERVER = """\
processor\t: 0
BogoMIPS\t: 50.00
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x3
CPU part\t: 0xd0c
CPU revision\t: 1
"""
RISCV = """\
processor\t: 0
hart\t\t: 1
isa\t\t: rv64imafdc_zicntr_zicsr_zifencei_zihpm_zba_zbb
mmu\t\t: sv39
uarch\t\t: sifive,u74-mc
mvendorid\t: 0x489
marchid\t\t: 0x8000000000000007
mimpid\t\t: 0x4210427
"""
S390 = """\
vendor_id       : IBM/S390
# processors    : 2
bogomips per cpu: 3033.00
features\t: esan3 zarch stfle msa ldisp
processor 0: version = FF,  identification = 0133E8,  machine = 2964
processor 1: version = FF,  identification = 0133E8,  machine = 2964

cpu number      : 0
cpu MHz dynamic : 5000
"""
LOONGARCH = """\
system type\t\t: generic-loongson-machine

processor\t\t: 0
CPU Family\t\t: Loongson-64bit
Model Name\t\t: Loongson-3A5000
CPU Revision\t\t: 0x11
"""
