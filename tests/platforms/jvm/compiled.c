/* SPDX-License-Identifier: MIT */
/* Prints what measure/jvm/compiled.c reads from the text of a diagnostic command: compiled queue FILE,
 * compiled code FILE, or compiled known FILE BEFORE. */
#include "compiled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(const char *path) {
    static char room[2][1 << 20];
    static int used;
    char *text = room[used++];
    FILE *file = fopen(path, "r");
    text[file ? fread(text, 1, sizeof room[0] - 1, file) : 0] = 0;
    return text;
}

int main(int count, char **words) {
    const char *text = text_of(words[2]);
    struct compiled_code code;
    if (strcmp(words[1], "queue") == 0)
        printf("%d\n", compiled_is_idle(text));
    else if (strcmp(words[1], "known") == 0 && count > 3)
        printf("%d\n", compiled_is_known(text, text_of(words[3])));
    else
        while (compiled_next(&text, &code))
            printf("%u %llu %.*s %d\n", code.level, code.bytes, (int)code.length, code.method,
                   compiled_is_own(&code));
    return 0;
}
