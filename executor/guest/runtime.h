/* SPDX-License-Identifier: MIT */
/* runtime.h: the file system that a program sees, whichever backend makes it. */
#ifndef GUEST_RUNTIME_H
#define GUEST_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

#define RUNTIME_STDLIB "/usr/lib/python" SLUICE_PYTHON
#define RUNTIME_USER "65534"
#define RUNTIME_HOST_NAME "box"

struct runtime_place { /* of the host, bound under the same path, read-only */
	const char *path;
	bool needed, packages; /* packages: only where they are admitted */
};
/* The ith, NULL behind the last. */
const struct runtime_place *runtime_place(size_t i, bool packages);

struct runtime_link {
	const char *path, *target;
};
/* Each up to an empty path. */
extern const struct runtime_link RUNTIME_LINKS[];
extern const char *const RUNTIME_DEVICES[], *const RUNTIME_FOLDERS[]; /* up to NULL */
/* A backend may mount a tmpfs here, with /dev and, read-only, /usr and /etc bound in it: sluice-init
 * then makes the places and devices of these, takes it away and makes the root read-only. */
#define RUNTIME_HOST "/run/host"

#endif
