/* SPDX-License-Identifier: MIT */
/* venv.h: packages that the operator names, beside or instead of the system's. */
#ifndef EXECUTOR_VENV_H
#define EXECUTOR_VENV_H

#include "hash.h"

struct arena;
struct err;

#define VENV_ENTRIES_MAX 200000

struct venv {
	int fd; /* the folder of packages, which is what is mounted; -1: none */
	char sha256[DIGEST_HEX_BYTES];
};

/*
 * `path` is a virtual environment for Python 3.11 or a folder of packages: absolute, no part of it
 * a symbolic link, and all of it in the hands of this user or root alone. Close the descriptor.
 */
bool venv_open(struct arena *a, struct str path, struct venv *out, struct err *err);

#endif
