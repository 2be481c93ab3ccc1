/* SPDX-License-Identifier: MIT */
#include "tape.h"

#include "yaml.h"

/* No byte of an accepted text is one that a reader can't see. */
static void
check_visible(struct str source)
{
	for (size_t at = 0; at < source.n;) {
		int32_t c = utf8_next(source, &at);
		MUST(c == '\n' || c == '\t' || c == '\r' || !codepoint_is_invisible((uint32_t)c));
		MUST(c != '\r' || (at < source.n && source.p[at] == '\n'));
	}
}

static void
check_kinds(const struct json_doc *d)
{
	for (uint32_t i = 0; i < d->count; i++) {
		const struct json_node *n = &d->nodes[i];
		if (!(n->flags & JSON_PLAIN) && !is_container(n))
			MUST(n->kind == JSON_STRING || (n->kind == JSON_NULL && n->at == n->end));
		if (n->flags & JSON_PLAIN)
			MUST(n->text.n > 0 && n->at < n->end);
		MUST(n->text.n <= YAML_SCALAR_BYTES_MAX);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct err_list errs;
	struct str source = {(const char *)data, size};
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc d;

	errs.count = errs.more = 0;
	if (yaml_parse(a, source, "x", &d, &errs)) {
		MUST(errs.count == 0 && errs.more == 0);
		check_tape(&d);
		check_visible(source);
		check_kinds(&d);
		check_round_trip(&d, size % 2);
	} else {
		MUST(errs.count > 0 && d.count == 0);
		/* To draw all of them would take most of the time. */
		check_error(&errs.items[0], source);
		check_error(&errs.items[errs.count - 1], source);
	}
	arena_free(a);
	return 0;
}
