/* SPDX-License-Identifier: MIT */
/*
 * identity.h: the user that a box runs as on the host.
 *
 * bubblewrap started by host root leaves /proc/sys writable from the inside, so as root each run
 * takes a user of its own from a reserved range (the part above systemd's, or Debian's reserved one
 * where a container maps no more). A plain user stays itself. The number is held by an abstract
 * socket's name, which the kernel frees with its holder.
 */
#ifndef EXECUTOR_IDENTITY_H
#define EXECUTOR_IDENTITY_H

#include "err.h"

#include <sys/types.h>

struct identity {
	uid_t uid; /* 0: stay what we are, which is not root */
	int hold;  /* -1, or the socket */
};

bool identity_take(struct identity *out, struct err *err);
void identity_release(struct identity *who);

#endif
