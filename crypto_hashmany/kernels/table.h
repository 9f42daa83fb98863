/* SPDX-License-Identifier: MIT */
/* A table in memory of the group, for look-ups at indices that differ from work-item to work-item. */
#ifndef TABLE_H
#define TABLE_H

/* By all work-items of the group. */
#define FILL_TABLE(table, from, count)                                                             \
    do {                                                                                           \
        for (u32 i_ = LOCAL(); i_ < (count); i_ += LOCAL_SIZE())                                   \
            (table)[i_] = (from)[i_];                                                              \
        SYNC();                                                                                    \
    } while (0)

#endif
