/* SPDX-License-Identifier: MIT */
/* sqlite_file.h: is this a place for a store? Private to sqlite.c. */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include "err.h"

/*
 * Makes the folder (0700) and an empty file (0600) where they are not there, and refuses: a link, a
 * file of another user or readable by one, a folder that others may write, a network file system.
 * `out` (of PATH_MAX bytes) is the path with its folder resolved. Never opens a file that is there:
 * closing it would drop the locks of this process's other connections to it.
 */
bool sqlite_file_ready(const char *path, char *out, struct err *err);

#endif
