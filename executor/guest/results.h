/* SPDX-License-Identifier: MIT */
/*
 * results.h: which files a program may leave, asked on both sides of the wall.
 *
 * A pattern without '/' is matched against the last part of the path, one with '/' against the
 * whole path below the working directory. '*' is any run of characters other than '/'; every other
 * character is itself.
 */
#ifndef EXECUTOR_RESULTS_H
#define EXECUTOR_RESULTS_H

#include <stdbool.h>

/* `path` is relative to the working directory, without "." and "..". */
bool result_fits(const char *pattern, const char *path);

#endif
