/* SPDX-License-Identifier: MIT */
#include "identity.h"

#include "hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define TRIES 64

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

static bool
hold(struct identity *who, uid_t uid)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int n = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "sluice-box-uid-%u", uid);
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return false;
	if (bind(fd, (const struct sockaddr *)&name,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n)) != 0) {
		close(fd);
		return false;
	}
	*who = (struct identity){uid, fd};
	return true;
}

bool
identity_take(struct identity *out, struct err *err)
{
	uint32_t random;

	*out = (struct identity){0, -1};
	if (geteuid() != 0)
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(ranges); i++) {
		for (size_t n = 0; is_mapped(ranges[i]) && n < TRIES; n++) {
			random_bytes(&random, sizeof(random));
			if (hold(out, ranges[i].first + random % ranges[i].count))
				return true;
		}
	}
	err_set(err, ERR_SANDBOX, "no user is free to run the box as");
	return err_help(err,
	    "run sluice as a plain user, or map the users from %u on into this container",
	    ranges[0].first);
}

void
identity_release(struct identity *who)
{
	if (who->hold >= 0)
		close(who->hold);
	who->hold = -1;
}
