/* SPDX-License-Identifier: MIT */
/* runtime.h: bubblewrap's command line, and with it the file system that the program sees. */
#ifndef EXECUTOR_RUNTIME_H
#define EXECUTOR_RUNTIME_H

#include "arena.h"

#define RUNTIME_ARGUMENTS_MAX 200
/* The descriptors that bubblewrap gets, behind the three streams and the control socket. */
enum { RUNTIME_INIT_FD = 4, RUNTIME_PYTHON_FD, RUNTIME_VENV_FD, RUNTIME_FDS };

/* The ith place of the host that is bound into the box, NULL behind the last. */
const char *runtime_place(size_t i, bool packages);
/* NULL-terminated; NULL when out of memory. */
const char *const *runtime_command(
    struct arena *a, const char *bubblewrap, bool packages, bool venv);

#endif
