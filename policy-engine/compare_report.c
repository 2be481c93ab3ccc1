/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <inttypes.h>

static void
put_name(const struct policy *p, struct buf *out)
{
	buf_printf(out, "%.*s revision %" PRId64, STR_ARG(policy_id(p)), policy_revision(p));
}

static void
put_flips(const struct comparison *c, struct buf *out)
{
	buf_printf(out, "%zu program%s, %zu with another verdict\n", c->programs,
	    c->programs == 1 ? "" : "s", c->flip_count);
	for (size_t i = 0; i < c->flip_count; i++)
		buf_printf(out, "  %s -> %s  %s\n", decision_name(c->flips[i].before),
		    decision_name(c->flips[i].after), c->flips[i].path);
}

void
compare_render(const struct comparison *c, struct buf *out)
{
	put_name(c->a, out);
	buf_text(out, " -> ");
	put_name(c->b, out);
	buf_char(out, '\n');
	for (size_t i = 0; i < c->count; i++) {
		const struct decision_change *d = &c->items[i];

		if (i == 0 || d->direction != c->items[i - 1].direction)
			buf_text(
			    out, d->direction == CHANGE_LOOSENED ? "loosened:\n" : "tightened:\n");
		buf_printf(out, "  %.*s: %.*s -> %.*s\n", STR_ARG(d->what), STR_ARG(d->before),
		    STR_ARG(d->after));
	}
	if (c->count == 0)
		buf_text(out, "they decide the same\n");
	if (c->programs > 0)
		put_flips(c, out);
}

static void
json_policy(const struct policy *p, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "name", policy_id(p));
	json_put_number(w, "revision", policy_revision(p));
	json_put_text(w, "sha256", policy_digest(p));
	json_end_object(w);
}

static void
json_flips(const struct comparison *c, struct json_writer *w)
{
	json_put_number(w, "programs", (int64_t)c->programs);
	json_name(w, "flips");
	json_array(w);
	for (size_t i = 0; i < c->flip_count; i++) {
		json_object(w);
		json_put_text(w, "path", c->flips[i].path);
		json_put_text(w, "before", decision_name(c->flips[i].before));
		json_put_text(w, "after", decision_name(c->flips[i].after));
		json_end_object(w);
	}
	json_end_array(w);
}

void
compare_json(const struct comparison *c, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_name(&w, "before");
	json_policy(c->a, &w);
	json_name(&w, "after");
	json_policy(c->b, &w);
	json_put_bool(&w, "loosened", c->loosened + c->flips_loosened > 0);
	json_name(&w, "changes");
	json_array(&w);
	for (size_t i = 0; i < c->count; i++) {
		json_object(&w);
		json_put_text(&w, "direction",
		    c->items[i].direction == CHANGE_LOOSENED ? "loosened" : "tightened");
		json_put_str(&w, "what", c->items[i].what);
		json_put_str(&w, "before", c->items[i].before);
		json_put_str(&w, "after", c->items[i].after);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_flips(c, &w);
	json_end_object(&w);
	buf_char(out, '\n');
}
