/* SPDX-License-Identifier: MIT */
/* packer.h: what the parts of a task's packing share (capsule.h). */
#ifndef PACKER_H
#define PACKER_H

#include "capsule.h"
#include "json.h"

#define TASK_BYTES_MAX ((size_t)16 << 20)

struct packer {
	struct arena *a;
	const struct task *task;
	struct capsule *out;
	struct json_writer w;
	size_t scripts; /* of replies, so far */
	struct err *err;
};

/* A file of the capsule. False where memory ran out (`path` is NULL then) or there are too many. */
bool packer_add(struct packer *p, const char *path, struct str bytes);
/* The task's model with those that stand for it; in place of them the code, where the task brings it. */
bool packer_model(struct packer *p);

#endif
