/* SPDX-License-Identifier: MIT */
/* Opens the perf event by which the harness counts cycles, then executes a program:
 *
 *     grant <program> <word ...>
 *
 * If kernel.perf_event_paranoid is above 2, as on Debian, only root may open such an event, and
 * strangers' code must not run as root. So root starts this program. It opens the event and passes
 * it on through the programs that give up root. The event counts the cycles of this process,
 * whichever program the process executes. The alternative, to give strangers' code the capability,
 * would let it watch all processes. If the event can't be opened, the harness finds out why itself.
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
