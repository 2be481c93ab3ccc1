/* SPDX-License-Identifier: MIT */
/*
 * The runtime tree as one digest. Reading hundreds of megabytes for each run is out of the
 * question, so a line is hashed for each file: path, kind, mode, owner, size, time of last change,
 * target of a link. Whoever can change a file and keep these is root of this machine. Sluice's own
 * parts are hashed whole.
 */
#include "executor.h"
#include "manifest.h"
#include "parts.h"
#include "runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLACES_MAX 16
#define LINE_BYTES 8448

static int
by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

void
manifest_add(struct hasher *hasher, const FTSENT *entry, size_t skip)
{
	const struct stat *st = entry->fts_statp;
	char line[LINE_BYTES], target[4096];
	ssize_t n = entry->fts_info == FTS_SL
			? readlink(entry->fts_accpath, target, sizeof(target) - 1)
			: 0;

	target[n > 0 ? n : 0] = '\0';
	int length = snprintf(line, sizeof(line), "%s%c%o %u %u %lld %lld.%09ld %s\n",
	    entry->fts_path + skip, '\0', st->st_mode, st->st_uid, st->st_gid,
	    S_ISREG(st->st_mode) ? (long long)st->st_size : 0LL,
	    S_ISREG(st->st_mode) ? (long long)st->st_mtim.tv_sec : 0LL,
	    S_ISREG(st->st_mode) ? st->st_mtim.tv_nsec : 0L, target);
	hasher_add(hasher, line, (size_t)length < sizeof(line) ? (size_t)length : sizeof(line));
}

static bool
add_trees(struct hasher *hasher, bool packages, struct err *err)
{
	/* fts_open does not write to the paths. */
	char *paths[PLACES_MAX + 1] = {NULL};
	size_t count = 0;
	FTSENT *entry;

	for (const struct runtime_place *place;
	     count < PLACES_MAX && (place = runtime_place(count, packages)); count++)
		paths[count] = (char *)(uintptr_t)place->path;
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	if (!walk)
		return err_sys(err, "can't look at the runtime tree");
	while ((entry = fts_read(walk)))
		if (entry->fts_info != FTS_DP && entry->fts_info != FTS_NS)
			manifest_add(hasher, entry, 0);
	fts_close(walk);
	return true;
}

static bool
add_part(struct hasher *hasher, int fd, struct err *err)
{
	char bytes[65536];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, bytes, sizeof(bytes), at)) > 0) {
		hasher_add(hasher, bytes, (size_t)n);
		at += n;
	}
	return n == 0 || err_sys(err, "can't read a part of Sluice");
}

static bool
compute(struct arena *a, bool packages, char out[DIGEST_HEX_BYTES], struct err *err)
{
	struct parts parts;
	struct digest digest;
	struct hasher *hasher = hasher_new();

	if (!hasher)
		return err_memory(err);
	bool good = parts_open(a, &PARTS_PLACES, &parts, err) &&
		    add_part(hasher, parts.init, err) &&
		    add_part(hasher, parts.python, err) && add_trees(hasher, packages, err);
	parts_close(&parts);
	hasher_finish(hasher, &digest);
	digest_hex(&digest, out);
	return good;
}

bool
box_runtime_digest(struct arena *a, bool packages, char out[65], struct err *err)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static char known[2][DIGEST_HEX_BYTES];
	char *digest = known[packages];

	pthread_mutex_lock(&lock);
	bool good = digest[0] != '\0' || compute(a, packages, digest, err);
	if (good)
		memcpy(out, digest, DIGEST_HEX_BYTES);
	else
		digest[0] = '\0';
	pthread_mutex_unlock(&lock);
	return good;
}
