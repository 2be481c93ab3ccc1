/* SPDX-License-Identifier: MIT */
/*
 * backend.h: what starts sluice-init as process 1 of fresh namespaces, with the runtime's tree as
 *its root. Policies name one (`executor: {backend: ...}`), and so do the subject that people sign
 *and the record.
 *
 * Everything else is shared and knows no backend: authority, sealing, channels, the control group,
 * the supervisor's loop, what sluice-init and sluice-python do, artifacts and the outcome's name.
 *So a row must keep the contract that these rest on:
 *
 *	- WIRE_INIT runs as process 1 with the user and group 65534, no_new_privs, CAP_SYS_ADMIN,
 *	  CAP_SYS_RESOURCE and CAP_SETPCAP of its own user namespace and no others, and an empty
 *	  environment;
 *	- its descriptors 0 to 3 are those of the started process; all others it closes itself;
 *	- the root is read-only and holds nothing but the runtime's places, links, devices and
 *	  folders (runtime.h), WIRE_INIT, WIRE_PYTHON and the virtual environment; or the host's trees
 *	  stand at RUNTIME_HOST, and sluice-init makes it so;
 *	- when the started process can't do one of these, it ends, and says why on standard error.
 *
 * A row does not list in `holds` a guarantee that it can't give: it is then absent, and if it is
 * required nothing runs.
 */
#ifndef EXECUTOR_BACKEND_H
#define EXECUTOR_BACKEND_H

#include "executor.h"
#include "parts.h"
#include "proc.h"
#include "venv.h"

#define BACKEND_DEFAULT "bubblewrap"

struct backend_guarantee {
	const char *name, *by;
};

/* A sign in what the backend's program wrote, and what it means; an empty sign: it wrote nothing.
 */
struct backend_trouble {
	const char *sign, *message, *help;
};

struct backend_box { /* what the steps before have opened */
	const struct parts *parts;
	const struct venv *venv; /* its fd is -1 where there is none */
	bool packages;
};

struct backend {
	const char *name, *program;
	const char *software; /* what it is called, and its package */
	/* Fills argv, the descriptors from 4 on and the hooks. What it allocates is the arena's. */
	bool (*command)(struct arena *a, const struct backend_box *box, struct proc_spec *start,
	    struct err *err);
	const struct backend_guarantee *holds; /* up to an empty name, as are the troubles */
	const struct backend_trouble *troubles;
};

extern const struct backend BACKEND_BUBBLEWRAP, BACKEND_OCI;

/* By its name; an empty one is the default. NULL and ERR_SANDBOX where there is none. */
const struct backend *backend_find(struct str name, struct err *err);
/* Whether its program is there and fit to be run; ERR_SANDBOX with a remedy. */
bool backend_check(const struct backend *b, struct err *err);

#endif
