/* SPDX-License-Identifier: MIT */
#include "identity.h"

#include "hash.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 64
#define LOCKS "/run/sluice-box-users"

static const struct range {
	uid_t first, count;
} ranges[] = {{1879048192, 65536}, {65000, 500}};

/* Does this user namespace know all of the range? Lines of inside, outside, count. */
static bool
is_mapped(struct range r)
{
	FILE *map = fopen("/proc/self/uid_map", "re");
	char line[128];
	bool known = false;

	while (map && fgets(line, sizeof(line), map)) {
		char *rest;
		unsigned long inside = strtoul(line, &rest, 10);
		(void)strtoul(rest, &rest, 10);
		unsigned long count = strtoul(rest, NULL, 10);
		known = known || (r.first >= inside && r.first + r.count <= inside + count);
	}
	if (map)
		fclose(map);
	return known;
}

/* A byte of the file stands for each user. A lock on it goes with the descriptor, however the
 * process ends; nobody but root can open the file, so nobody else can hold one. */
static int
open_locks(struct err *err)
{
	struct stat st;
	int fd = open(LOCKS, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    (st.st_mode & 077) == 0)
		return fd;
	if (fd < 0)
		err_sys(err, "can't open '" LOCKS "'");
	else
		err_set(err, ERR_SANDBOX, "'" LOCKS "' can be opened by others");
	err_help(err, "run sluice as a plain user, or let root alone write '" LOCKS "'");
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool
hold(int locks, uid_t uid)
{
	struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = uid, .l_len = 1};

	return fcntl(locks, F_OFD_SETLK, &byte) == 0;
}

bool
identity_take(struct identity *out, struct err *err)
{
	uint32_t random;
	int locks;

	*out = (struct identity){0, -1};
	if (geteuid() != 0)
		return true;
	if ((locks = open_locks(err)) < 0)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(ranges); i++) {
		for (size_t n = 0; is_mapped(ranges[i]) && n < TRIES; n++) {
			random_bytes(&random, sizeof(random));
			uid_t uid = ranges[i].first + random % ranges[i].count;
			if (!hold(locks, uid))
				continue;
			*out = (struct identity){uid, locks};
			return true;
		}
	}
	close(locks);
	err_set(err, ERR_SANDBOX, "there is no unused user id to run the box under");
	return err_help(err,
	    "run sluice as a plain user, or map the user ids from %u into this container",
	    ranges[0].first);
}

void
identity_release(struct identity *who)
{
	if (who->hold >= 0)
		close(who->hold);
	who->hold = -1;
}
