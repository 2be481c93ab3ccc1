/* SPDX-License-Identifier: MIT */
/*
 * machine_keys.c: the keys that this machine signs with, opened once for a store's handle. A file that
 * was changed, replaced or taken away since is looked at again; a token is asked each time.
 */
#include "ledger_parts.h"

#include "file.h"

#include <stdio.h>
#include <stdlib.h>

static bool
is_unchanged(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
	       a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

void
machine_key_forget(struct machine_key *k)
{
	key_free(k->key);
	k->key = NULL;
}

static bool
get(struct machine_key *k, const char *path, const struct secret_key **out, struct err *err)
{
	struct stat st;
	bool there = stat(path, &st) == 0;

	if (!k->key || !there || key_in_token(k->key) || !is_unchanged(&st, &k->file)) {
		machine_key_forget(k);
		if (!log_key_open(path, &k->key, err))
			return false;
		k->file = there ? st : (struct stat){.st_size = 0};
	}
	*out = k->key;
	return true;
}

bool
log_key(struct store *s, const struct secret_key **out, struct err *err)
{
	*out = NULL;
	return get(&s->log_key, s->log_key_path, out, err) || err_wrap(err, "the log's key");
}

bool
key_folders_make(const char *path, struct err *err)
{
	char part[sizeof(((struct store *)0)->log_key_path)];

	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
		if (!file_exists(part) && !folder_make(part, err))
			return false;
	}
	return true;
}

bool
worker_key(struct store *s, const struct secret_key **out, struct err *err)
{
	const char *set = getenv("SLUICE_WORKER_KEY");
	char path[sizeof(s->log_key_path) + 8];

	*out = NULL;
	if (set && *set)
		snprintf(path, sizeof(path), "%s", set);
	else
		snprintf(path, sizeof(path), "%s.worker", s->log_key_path);
	if (!(set && *set) && !s->log_key_path[0]) {
		err_set(err, ERR_USAGE, "there is no place for the worker's key");
		return err_help(err, "name a file for it in SLUICE_WORKER_KEY");
	}
	if (!file_exists(path) && (!key_folders_make(path, err) || !log_key_make(path, err)) &&
	    !file_exists(path)) /* another process was quicker */
		return false;
	return get(&s->worker_key, path, out, err) || err_wrap(err, "the worker's key");
}

bool
worker_key_public(struct store *s, struct public_key *out, struct err *err)
{
	const struct secret_key *k;

	if (!worker_key(s, &k, err))
		return false;
	*out = *key_public(k);
	return true;
}
