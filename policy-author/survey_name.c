/* SPDX-License-Identifier: MIT */
/* How parts, names and the ways between them are written. */
#include "survey.h"

#include "hash.h"

#define CHAIN_MAX 12
#define DIGEST_SHOWN 16 /* hex digits */

bool
survey_is_public(struct str name)
{
	struct str word;

	while (name.n > 0 && str_cut(&name, '.', &word))
		if (word.n == 0 || word.p[0] == '_')
			return false;
	return true;
}

bool
survey_is_given(const struct survey *s, uint32_t at)
{
	const struct survey_name *n = &s->names[at];

	for (size_t i = 0; i < n->targets.count; i++)
		if (survey_module(s, n->targets.items[i]))
			return false;
	return n->is_public && (n->part_count > 0 || n->targets.count > 0);
}

const char *
survey_kind(unsigned k)
{
	static const char *const words[SURVEY_KINDS] = {"process", "network", "read", "write",
	    "code", "native", "deserialise", "environment", "introspect", "exhaust", "unknown"};

	return words[k];
}

/* An unknown name may be code, native or not. */
void
survey_put_kinds(unsigned kinds, struct buf *out)
{
	for (unsigned k = 0; k < SURVEY_KINDS; k++)
		if (kinds & (1u << k))
			buf_printf(out, " %s", k == CAPABILITIES ? "code native" : survey_kind(k));
}

/* A module's statements count as changed with any line of its file. */
static void
digest_part(const struct survey *s, uint32_t part, char hex[DIGEST_HEX_BYTES])
{
	const struct survey_name *n = &s->names[part];
	const struct survey_module *m = &s->modules[n->module];
	struct hasher *h = hasher_new();
	struct digest d = {{0}};

	for (size_t i = 0; h && i < n->part_count; i++) {
		struct str text = tree_text(&m->tree, n->parts[i]);

		hasher_add(h, text.p, text.n);
		hasher_add(h, "\n", 1);
	}
	for (size_t i = 0; h && i < n->sink_count; i++)
		hasher_add(h, n->sinks[i].what.p, n->sinks[i].what.n);
	if (h && n->part_count == 0)
		hasher_add(h, m->tree.source.p, m->tree.source.n);
	if (h)
		hasher_finish(h, &d);
	digest_hex(&d, hex);
}

void
survey_put_part(const struct survey *s, uint32_t part, struct buf *out)
{
	const struct survey_name *n = &s->names[part];
	char hex[DIGEST_HEX_BYTES];

	digest_part(s, part, hex);
	buf_printf(out, "%.*s:%.*s", STR_ARG(s->modules[n->module].name), STR_ARG(n->name));
	survey_put_kinds(n->carries, out);
	buf_printf(out, " %.*s", DIGEST_SHOWN, hex);
}

void
survey_put_stub(const struct survey *s, uint32_t name, struct buf *out)
{
	const struct survey_module *m = &s->modules[s->names[name].module];
	char hex[DIGEST_HEX_BYTES] = "";

	if (!m->has_stub)
		return;
	digest_hex_of(m->stub.source, hex);
	buf_printf(out, " %.*s", DIGEST_SHOWN, hex);
}

static unsigned
line_of(const struct survey_module *m, uint32_t node)
{
	unsigned line = 1;

	for (uint32_t i = 0; node != 0 && i < m->tree.nodes[node].start; i++)
		line += m->tree.source.p[i] == '\n';
	return line;
}

static void
put_sink(const struct survey_module *m, const struct survey_sink *sink, struct buf *out)
{
	buf_visible(out, sink->what, SURVEY_NAME_BYTES);
	buf_printf(out, " at %s:%u", m->file, line_of(m, sink->node));
}

void
survey_put_sinks(const struct survey *s, uint32_t part, struct buf *out)
{
	const struct survey_name *n = &s->names[part];

	for (size_t i = 0; i < n->sink_count; i++) {
		buf_text(out, i == 0 ? "" : ", ");
		put_sink(&s->modules[n->module], &n->sinks[i], out);
	}
}

static void
put_step(const struct survey *s, uint32_t at, struct buf *out)
{
	const struct survey_name *n = &s->names[at];

	if (n->name.n == 0)
		buf_printf(out, "import of %.*s", STR_ARG(s->modules[n->module].name));
	else
		buf_visible(out, n->name, SURVEY_NAME_BYTES);
	buf_text(out, " -> ");
}

void
survey_put_chain(const struct survey_reach *r, const uint32_t *next, unsigned kind, uint32_t from,
    struct buf *out)
{
	const struct survey *s = r->survey;
	const struct survey_name *n;
	uint32_t at = from;

	for (size_t count = 0; count < CHAIN_MAX && next[at] != at; count++, at = next[at])
		put_step(s, at, out);
	if (next[at] != at)
		buf_text(out, "... -> ");
	while (next[at] != at)
		at = next[at];
	put_step(s, at, out);
	n = &s->names[at];
	for (size_t i = 0; i < n->sink_count; i++)
		if (n->sinks[i].capabilities & (1u << kind)) {
			put_sink(&s->modules[n->module], &n->sinks[i], out);
			return;
		}
}
