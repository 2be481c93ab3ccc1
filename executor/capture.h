/* SPDX-License-Identifier: MIT */
/* capture.h: one output stream: its head and tail in bounded memory, its length and digest whole.
 */
#ifndef EXECUTOR_CAPTURE_H
#define EXECUTOR_CAPTURE_H

#include "executor.h"
#include "hash.h"

struct capture {
	struct buf head,
	    tail; /* tail holds up to twice what is kept of it, so that it moves seldom */
	size_t head_max, tail_max;
	int64_t seen;
	struct hasher *hasher;
};

bool capture_init(struct capture *c, size_t keep_bytes);
void capture_add(struct capture *c, const char *p, size_t n);
/* Head, a line that says how much is missing, and tail. Releases the capture. */
bool capture_finish(struct capture *c, struct arena *a, struct box_stream *out);
void capture_release(struct capture *c);

#endif
