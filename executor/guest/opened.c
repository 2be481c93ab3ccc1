/* SPDX-License-Identifier: MIT */
/*
 * opened.c: which inputs were opened, by the kernel's word (inotify(7)).
 *
 * No file of the box can be read without being opened, and the watch is on the file itself: whatever name,
 * process or native code it is opened by, the kernel notes it before the call returns. The watches are
 * init's, which the program can't reach. Each ends with its first event, so that the queue has a bound; where
 * the kernel had no room for an event it says that some are lost, and then nothing is known.
 */
#include "init.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static struct {
	int queue; /* inotify's; -1: there is none, or not all is known */
	int watches[WIRE_INPUTS_MAX];
	size_t count;
	uint64_t seen;
} opened = {.queue = -1};

static void
give_up(void)
{
	if (opened.queue >= 0)
		close(opened.queue);
	opened.queue = -1;
}

void
opened_watch(const char *path)
{
	int watch;

	if (opened.count == WIRE_INPUTS_MAX)
		init_fail("watching more inputs than there may be");
	if (opened.count == 0)
		opened.queue = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	watch = inotify_add_watch(opened.queue, path, IN_OPEN | IN_ONESHOT);
	if (watch < 0)
		give_up();
	opened.watches[opened.count++] = watch;
}

int
opened_queue(void)
{
	return opened.queue;
}

static void
note(const struct inotify_event *event)
{
	if (event->mask & IN_Q_OVERFLOW)
		give_up();
	for (size_t i = 0; (event->mask & IN_OPEN) && i < opened.count; i++)
		if (opened.watches[i] == event->wd)
			opened.seen |= (uint64_t)1 << i;
}

void
opened_since(struct wire_done *done)
{
	/* A file has no name in its own events. */
	char bytes[(2 * WIRE_INPUTS_MAX + 1) * sizeof(struct inotify_event)];
	struct inotify_event event;
	ssize_t n = 0;

	while (opened.queue >= 0 && (n = read(opened.queue, bytes, sizeof(bytes))) > 0)
		for (char *at = bytes; at < bytes + n; at += sizeof(event)) {
			memcpy(&event, at, sizeof(event));
			note(&event);
		}
	if (n < 0 && errno != EAGAIN)
		give_up();
	done->inputs_known = opened.count == 0 || opened.queue >= 0;
	done->inputs_opened = opened.seen;
}
