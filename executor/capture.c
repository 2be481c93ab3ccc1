/* SPDX-License-Identifier: MIT */
#include "capture.h"

#include "ceilings.h"

#define MARK_BYTES_MAX 64

bool
capture_init(struct capture *c, size_t keep_bytes)
{
	size_t tail = keep_bytes / 4 < TAIL_BYTES_MAX ? keep_bytes / 4 : TAIL_BYTES_MAX;

	*c = (struct capture){.tail_max = tail, .head_max = keep_bytes - tail};
	buf_init(&c->head, c->head_max);
	buf_init(&c->tail, 2 * tail + 1);
	c->hasher = hasher_new();
	return c->hasher != NULL;
}

static void
add_tail(struct capture *c, const char *p, size_t n)
{
	if (n > c->tail_max) {
		p += n - c->tail_max;
		n = c->tail_max;
	}
	if (c->tail.n + n > 2 * c->tail_max) {
		size_t keep = c->tail_max < c->tail.n ? c->tail_max : c->tail.n;
		memmove(c->tail.p, c->tail.p + c->tail.n - keep, keep);
		c->tail.n = keep;
	}
	buf_add(&c->tail, p, n);
}

void
capture_add(struct capture *c, const char *p, size_t n)
{
	size_t room = c->head_max - c->head.n, first = n < room ? n : room;

	hasher_add(c->hasher, p, n);
	c->seen += (int64_t)n;
	buf_add(&c->head, p, first);
	if (n > first)
		add_tail(c, p + first, n - first);
}

bool
capture_finish(struct capture *c, struct arena *a, struct box_stream *out)
{
	struct str tail = buf_view(&c->tail);
	struct digest digest;
	struct buf whole;

	hasher_finish(c->hasher, &digest);
	c->hasher = NULL;
	digest_hex(&digest, out->sha256);
	if (tail.n > c->tail_max)
		tail = str_slice(tail, tail.n - c->tail_max, tail.n);
	int64_t missing = c->seen - (int64_t)(c->head.n + tail.n);
	out->seen_bytes = c->seen;
	out->cut = missing > 0;
	buf_init(&whole, c->head_max + c->tail_max + MARK_BYTES_MAX);
	buf_str(&whole, buf_view(&c->head));
	if (out->cut)
		buf_printf(&whole, "\n[... %lld bytes cut ...]\n", (long long)missing);
	buf_str(&whole, tail);
	bool good = !whole.failed && arena_copy(a, buf_view(&whole), &out->bytes);
	buf_release(&whole);
	capture_release(c);
	return good;
}

void
capture_release(struct capture *c)
{
	struct digest ignored;

	if (c->hasher)
		hasher_finish(c->hasher, &ignored);
	c->hasher = NULL;
	buf_release(&c->head);
	buf_release(&c->tail);
}
