"""Lines as SUPERCOP writes them: of one machine, and of an old version on another one."""

SUMS = f"{'5a' * 32}/{'c3' * 32}"
GCC = "gcc_-O3_-march=native"
CLANG = "clang_-Os"
NEW = "20260330 hydra amd64 20260131 crypto_hash md5/timingleaks"
OLD = "20110101 berg x86 20110203 crypto_hash md5"

MEASURED = f"""\
{NEW} implementation crypto_hash/md5/asm 1.2_beta
{NEW} outputbytes 16
{NEW} cpuid Example_CPU_3GHz_
{NEW} cpucycles_persecond 3000000000
{NEW} cpucycles_implementation amd64-tsc
{NEW} compiler {GCC} 12.2.0_(Debian)
"""
TRIES = f"""\
{NEW} try {SUMS} ok 900 77 3000000000 crypto_hash/md5/asm {GCC} +0-10+20+0
{NEW} objsize crypto_hash/md5/asm {GCC} 5000 10 20 try
{NEW} objsize crypto_hash/md5/asm {GCC} 100 4 8 a.o
{NEW} objsize crypto_hash/md5/asm {GCC} 30 1 0 b.o
{NEW} try {SUMS} ok 950 77 3000000000 crypto_hash/md5/asm {CLANG} +0
{NEW} try {SUMS} unknown 1200 77 3000000000 crypto_hash/md5/ref {CLANG} +0+4
{NEW} try {SUMS} ok 1100 77 3000000000 crypto_hash/md5/ref {GCC} +1-1
"""
CYCLES = f"""\
{NEW} cycles 1536 905 -5+0+5
{NEW} cycles 2048 1200 +0+0+0
{NEW} cycles 4096 2400 +0+0+0
{NEW} cycles 1536 915 -5+0+1085
{NEW} cycles 2048 1300 +0+0+0
{NEW} cycles 4096 2700 +0+0+0
"""
OLD_LINES = f"""\
{OLD} try {SUMS} ok 50 77 2000000000 crypto_hash/md5/gil/a gcc_-O2 +0
{OLD} implementation crypto_hash/md5/gil/a -
{OLD} cpucycles_implementation x86cpuinfo
{OLD} compiler gcc_-O2 3.4.6
{OLD} cycles 8 100 -100+0-101
"""
