/* SPDX-License-Identifier: MIT */
/* tape.h: what is true of every tape, whichever reader made it. A check that fails aborts. */
#ifndef FUZZ_TAPE_H
#define FUZZ_TAPE_H

#include "json.h"

#include <stdio.h>
#include <stdlib.h>

#define MUST(claim)                                                                                \
	do {                                                                                       \
		if (!(claim)) {                                                                    \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #claim);                \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline bool
is_container(const struct json_node *n)
{
	return n->kind == JSON_ARRAY || n->kind == JSON_OBJECT;
}

static inline void
check_node(const struct json_doc *d, uint32_t i)
{
	const struct json_node *n = &d->nodes[i], *parent = &d->nodes[n->parent];

	MUST(n->kind >= JSON_NULL && n->kind <= JSON_OBJECT);
	MUST(n->at <= n->end && n->end <= d->source.n);
	MUST(utf8_invalid_at(n->text) == n->text.n);
	MUST(is_container(n) || n->count == 0);
	if (n->flags & JSON_NAME)
		MUST(i > 0 && parent->kind == JSON_OBJECT && n->kind == JSON_STRING);
	if (i == 0) {
		MUST(n->parent == 0 && n->next == 0);
		return;
	}
	MUST(n->parent < i && is_container(parent));
	MUST(parent->at <= n->at && n->end <= parent->end);
	if (parent->kind == JSON_OBJECT && !(n->flags & JSON_NAME))
		MUST((n[-1].flags & JSON_NAME) && n[-1].parent == n->parent && n->next == 0 &&
		     n[-1].end <= n->at);
	if (n->next)
		MUST(n->next > i && n->next < d->count && d->nodes[n->next].parent == n->parent &&
		     d->nodes[n->next].at >= n->end &&
		     (d->nodes[n->next].flags & JSON_NAME) == (n->flags & JSON_NAME));
}

/* The chain of children is as long as it says and reaches each of them; names are different. */
static inline uint32_t
check_children(const struct json_doc *d, const struct json_node *container)
{
	uint32_t count = 0;

	for (const struct json_node *n = json_first(d, container); n; n = json_next(d, n)) {
		MUST(&d->nodes[n->parent] == container);
		if (container->kind == JSON_OBJECT)
			MUST(json_get_str(d, container, n->text) == n + 1);
		count++;
	}
	MUST(count == container->count);
	return container->kind == JSON_OBJECT ? 2 * count : count;
}

static inline void
check_tape(const struct json_doc *d)
{
	uint32_t reached = 1;

	MUST(d->count > 0);
	for (uint32_t i = 0; i < d->count; i++) {
		check_node(d, i);
		if (is_container(&d->nodes[i]))
			reached += check_children(d, &d->nodes[i]);
	}
	MUST(reached == d->count);
	struct buf b;
	buf_init(&b, 1 << 20);
	json_pointer(d, &d->nodes[d->count - 1], &b);
	buf_release(&b);
}

static inline void
write_scalar(const struct json_node *n, struct json_writer *w)
{
	if (n->flags & JSON_NAME)
		json_name_str(w, n->text);
	else if (n->kind == JSON_STRING)
		json_str(w, n->text);
	else if (n->kind == JSON_NUMBER)
		json_raw(w, n->text);
	else if (n->kind == JSON_NULL)
		json_null(w);
	else
		json_bool(w, n->kind == JSON_TRUE);
}

static inline void
write_end(const struct json_node *n, struct json_writer *w)
{
	if (n->kind == JSON_OBJECT)
		json_end_object(w);
	else
		json_end_array(w);
}

static inline void
write_tape(const struct json_doc *d, struct json_writer *w)
{
	uint32_t open = 0; /* the container that is written */

	for (uint32_t i = 0; i < d->count; i++) {
		const struct json_node *n = &d->nodes[i];
		for (; i > 0 && open != n->parent; open = d->nodes[open].parent)
			write_end(&d->nodes[open], w);
		if (n->kind == JSON_OBJECT)
			json_object(w);
		else if (n->kind == JSON_ARRAY)
			json_array(w);
		else
			write_scalar(n, w);
		/* An empty container is closed by what comes behind it. */
		open = is_container(n) ? i : open;
	}
	if (!is_container(d->nodes))
		return;
	for (; open != 0; open = d->nodes[open].parent)
		write_end(&d->nodes[open], w);
	write_end(d->nodes, w);
}

/* What is written from the tape reads as the same tape, but for places. */
static inline void
check_round_trip(const struct json_doc *d, bool indent)
{
	const struct json_limits limits = {(size_t)64 << 20, 512, 4000000, 4000};
	struct arena *a = arena_new((size_t)256 << 20);
	struct json_writer w;
	struct json_doc again;
	struct buf b;
	struct err err;

	buf_init(&b, (size_t)64 << 20);
	json_writer_init(&w, &b, indent);
	write_tape(d, &w);
	MUST(w.depth == 0 && !b.failed);
	MUST(json_parse(a, buf_view(&b), NULL, &limits, &again, NULL, &err));
	MUST(again.count == d->count);
	for (uint32_t i = 0; i < d->count; i++) {
		const struct json_node *x = &d->nodes[i], *y = &again.nodes[i];
		MUST(x->kind == y->kind && x->next == y->next && x->parent == y->parent);
		MUST(x->count == y->count && (x->flags & JSON_NAME) == (y->flags & JSON_NAME));
		/* Plain true, false and null keep their text in YAML. */
		if (x->kind == JSON_STRING || x->kind == JSON_NUMBER)
			MUST(str_eq(x->text, y->text));
	}
	buf_release(&b);
	arena_free(a);
}

/* An error says what and where, in text that can be shown. */
static inline void
check_error(const struct err *err, struct str source)
{
	struct buf b;

	MUST(err->code != ERR_NONE && err->message[0] && err->help[0]);
	MUST(utf8_invalid_at(str_from(err->message)) == strlen(err->message));
	MUST(utf8_invalid_at(str_from(err->help)) == strlen(err->help));
	buf_init(&b, 1 << 16);
	err_render(err, source, false, &b);
	MUST(!b.failed && utf8_invalid_at(buf_view(&b)) == b.n);
	buf_release(&b);
}

#endif
