/* SPDX-License-Identifier: MIT */
/* Waits for an author to save something. */
#include "author.h"

#include "file.h"

#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#define SETTLE_MS 50 /* an editor writes in several steps */

static bool
watch(struct call *w, int fd, const char *path)
{
	const char *folder = path_folder(w->a, path);

	if (!folder)
		return err_memory(&w->err);
	if (inotify_add_watch(fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR) <
	    0)
		return err_sys(&w->err, "can't watch the folder '%s'", folder);
	return true;
}

/* Whether any of the events in the queue is of a file that tests can be about. */
static bool
take_events(int fd)
{
	union {
		struct inotify_event event;
		char bytes[16384];
	} room;
	ssize_t n = read(fd, &room, sizeof(room));
	bool matters = false;

	for (ssize_t at = 0; at + (ssize_t)sizeof(struct inotify_event) <= n;) {
		struct inotify_event e;
		memcpy(&e, room.bytes + at, sizeof(e));
		struct str name = str_from(e.len > 0 ? room.bytes + at + sizeof(e) : "");
		matters = matters || str_ends(name, STR(".yaml")) || str_ends(name, STR(".py"));
		at += (ssize_t)(sizeof(e) + e.len);
	}
	return matters;
}

int
author_watch(struct call *w, const struct author_targets *targets)
{
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	bool whole = true;

	if (fd < 0) {
		err_sys(&w->err, "can't watch files");
		return -1;
	}
	for (size_t i = 0; whole && i < targets->count; i++) {
		whole = watch(w, fd, targets->items[i].path);
		for (size_t k = 0; whole && k < targets->items[i].count; k++)
			whole = watch(w, fd, targets->items[i].suites[k]);
	}
	if (whole)
		return fd;
	close(fd);
	return -1;
}

bool
author_wait(int fd, struct err *err)
{
	bool saved = false;

	while (!saved) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		if (poll(&p, 1, -1) < 0 && errno != EINTR)
			return err_sys(err, "can't wait for files");
		if (p.revents & POLLIN)
			saved = take_events(fd);
	}
	while (poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, SETTLE_MS) > 0)
		(void)take_events(fd);
	return true;
}
