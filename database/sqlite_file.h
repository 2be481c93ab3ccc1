/* SPDX-License-Identifier: MIT */
/* sqlite_file.h: is this a place for a store? Private to sqlite.c. */
#ifndef STORE_SQLITE_FILE_H
#define STORE_SQLITE_FILE_H

#include "err.h"

#include <limits.h>

/*
 * Makes the folder (0700) and an empty file (0600) where they are not there, and refuses: a link, a
 * file of another user or readable by one, a folder that others may write, a network file system.
 * `out` (of PATH_MAX bytes) is the path with its folder resolved. Never opens a file that is there:
 * closing it would drop the locks of this process's other connections to it.
 */
bool sqlite_file_ready(const char *path, char *out, struct err *err);
/* Is there a file here that can't be written, by its mode or on a read-only mount? Whose it is, and
 * who else may read it, is then no danger; `out` as above. */
bool sqlite_file_is_read_only(const char *path, char *out);
/* As SQLite takes it for reading alone, with what it must know of the log beside it. */
#define SQLITE_URI_BYTES (3 * PATH_MAX + 32)
void sqlite_file_uri(const char *path, char out[SQLITE_URI_BYTES]);

/* The system's files as SQLite knows them, but that a log whose name the folder keeps costs no sync of
 * the folder. Once a process, before the first is opened by this name. */
#define SQLITE_FILE_SYSTEM "sluice"
void sqlite_file_system_add(void);
/* Was the log begun anew, behind a checkpoint that synced its folder? Nobody holds locks on a log. */
bool sqlite_log_is_durable(const char *log);

#endif
