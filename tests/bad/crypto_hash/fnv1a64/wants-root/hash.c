/* SPDX-License-Identifier: MIT */
/* Right unless it is somebody, or can become somebody. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <sys/mount.h>
#include <unistd.h>

int chroot(const char *path);

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    if (getuid() == 0 || geteuid() == 0 || getgid() == 0)
        return 1;
    if (setuid(0) == 0 || setgid(0) == 0)
        return 2;
    if (chroot("/usr") == 0 || mount("none", "/usr", "tmpfs", 0, 0) == 0)
        return 3;
    return fnv1a(out, in, inlen);
}
