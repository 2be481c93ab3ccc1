/* SPDX-License-Identifier: MIT */
/* file.h: whole files in and out, paths, sealed memory files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "arena.h"
#include "err.h"

/* Reads a regular file (or, for "-", standard input) whole; more than `max` bytes is ERR_LIMIT. */
bool file_read(struct arena *a, const char *path, size_t max, struct str *out, struct err *err);
/* Reads to the end of an open descriptor; `name` is for messages. */
bool file_read_fd(
    struct arena *a, int fd, const char *name, size_t max, struct str *out, struct err *err);
/* Writes a temporary file beside `path`, syncs it and renames it: the old file stays whole if
 * anything fails. */
bool file_write(const char *path, struct str bytes, struct err *err);
/* Makes a new name last: syncs the folder that `path` is in. */
bool file_settle(const char *path, struct err *err);
/* Writes a new file that only its owner may read, and syncs it; never over another, nor through a
 * link. It is there whole or not at all, wherever the process is killed. */
bool file_write_private(const char *path, struct str bytes, struct err *err);
/* Reads a regular file of the caller that nobody else may read or write; not through a link. */
bool file_read_private(
    struct arena *a, const char *path, size_t max, struct str *out, struct err *err);
/* A close-on-exec memory file that holds `bytes`, sealed against every change, at offset 0. */
bool file_sealed(const char *name, struct str bytes, int *fd, struct err *err);
void file_close(int *fd); /* -1 behind it, and fine before */
/* For this user alone; one that is there is fine. */
bool folder_make(const char *path, struct err *err);
bool file_exists(const char *path);
/* `path` as seen from the folder of `beside` (absolute paths stay as they are). */
char *path_beside(struct arena *a, const char *beside, const char *path);
char *path_join(struct arena *a, const char *folder, const char *name);
const char *path_base(const char *path);              /* behind the last slash; borrowed */
char *path_folder(struct arena *a, const char *path); /* before it; "." where there is none */
int path_order(const void *a, const void *b);         /* of two const char *, for qsort */
/*
 * An installed part, by the running binary's place: beside it (as in a build tree), else in
 * `../libexec/sluice` or `../share/sluice`, else where this build is installed. NULL where it is in
 * none of them.
 */
char *path_of_part(struct arena *a, const char *name);

#endif
