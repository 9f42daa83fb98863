/* SPDX-License-Identifier: MIT */
/* Right unless it can write anywhere, or change its own program. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const char *const places[] = {"x",          "../x",       "/x",        "/tmp/x",
                                         "/usr/x",     "/usr/lib/x", "/etc/x",    "/dev/x",
                                         "/dev/shm/x", "/proc/x",    "/var/tmp/x"};
    for (int i = 0; i < (int)(sizeof places / sizeof places[0]); ++i)
        if (open(places[i], O_WRONLY | O_CREAT, 0600) >= 0)
            return 1 + i;
    if (open("/proc/self/exe", O_WRONLY) >= 0 || unlink("program") == 0 || chmod("program", 0) == 0)
        return 50;
    if (mkdir("directory", 0700) == 0 || mkdir("/directory", 0700) == 0)
        return 51;
    return fnv1a(out, in, inlen);
}
