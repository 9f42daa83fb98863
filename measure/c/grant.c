/* SPDX-License-Identifier: MIT */
/* Opens the perf event that the harness counts cycles by, then becomes the program that its words
 * name:
 *
 *     grant <program> <word ...>
 *
 * Where kernel.perf_event_paranoid is above 2, as Debian has it, only root may open such an event,
 * and strangers' code must not be root. So root starts this, which opens the event and hands it
 * down through the programs that give up root; it counts the cycles of this process, whatever
 * program that is. Giving strangers' code the capability instead would let them watch all
 * processes. Where the event can't be had, the harness will find that out by itself, and say why.
 */
#include "../../cpucycles/perf.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **words) {
    struct perf_event event = PERF_EVENT_CLOSED;
    char number[16];
    if (count < 2)
        return 2;
    if (!perf_open(&event) && perf_hand_down(&event)) {
        snprintf(number, sizeof number, "%d", event.descriptor);
        setenv(PERF_EVENT_INHERITED, number, 1);
    }
    execvp(words[1], words + 1);
    perror(words[1]);
    return 127;
}
