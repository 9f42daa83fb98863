/* SPDX-License-Identifier: MIT */
/* Looks for other processes. */
#include "hostile.h"
#include <dirent.h>

static int attempt(void) {
    int count = 0;
    const struct dirent *entry;
    DIR *directory = opendir("/proc");
    while (directory && (entry = readdir(directory)))
        count += entry->d_name[0] >= 48 && entry->d_name[0] <= 57;
    if (count > 2)
        return count;
    return 0;
}

HOSTILE(attempt)
