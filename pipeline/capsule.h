/* SPDX-License-Identifier: MIT */
/*
 * capsule.h: a task with everything that it names, in one piece, so that another process on another
 * machine loads the very same task later. Private to this folder and its tests.
 *
 * The capsule is canonical JSON that names its files by digest:
 *
 *	{"files": [{"path": "task.json", "sha256": ..}, {"path": "inputs/leads.csv", ..},
 *	           {"path": "policy/data-analysis.yaml", ..}, {"path": "code.py", ..}],
 *	 "policy": "data-analysis.yaml", "policy_sha256": .., "v": 1}
 *
 * with "bundle": {"id", "policy", "revision", "sha256"} where the policy came in one. It is taken
 * from that bundle again, as it is installed where the task is loaded, and never from the files.
 *
 * task.json is a task file whose paths point at the others; what was said on the command line is in
 * it. Secrets are not: a key file stays where it is and is named by its absolute path.
 */
#ifndef PIPELINE_CAPSULE_H
#define PIPELINE_CAPSULE_H

#include "run.h"

struct capsule_part {
	const char *path;
	struct str bytes;
	char sha256[DIGEST_HEX_BYTES];
};

struct capsule {
	struct str text;
	char sha256[DIGEST_HEX_BYTES];
	struct capsule_part *parts;
	size_t count;
};

bool capsule_pack(struct arena *a, const struct task *task, struct capsule *out, struct err *err);

/* `get` finds bytes by digest. */
struct capsule_source {
	bool (*get)(
	    void *context, struct arena *a, const char *sha256, struct str *out, struct err *err);
	void *context;
	const char *trust;   /* the loader's trust file; NULL: the default */
	struct loads *loads; /* the task lives no longer than they; or NULL */
};
/* Loads the task from memory only, so that a killed process leaves nothing of it on disk. A capsule that names other
 * paths, or whose policy loads to a different digest, is refused. */
bool capsule_load(struct arena *a, struct str text, const struct capsule_source *source,
    struct task **out, struct err_list *errs);

#endif
