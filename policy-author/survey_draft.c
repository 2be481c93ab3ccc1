/* SPDX-License-Identifier: MIT */
/* The draft: what is pure, what is not and by which chain of mentions, and what a policy writes. */
#include "survey.h"

#include <stdio.h>

#define CHAIN_MAX 12
#define KINDS (CAPABILITIES + 1)

struct search {
	struct survey *s;
	struct buf *out;
	uint32_t *seen, *via, *queue; /* by name */
	uint32_t turn;
	bool *waits; /* by module: its import waits for a person */
};

struct found { /* by kind of authority */
	unsigned capabilities;
	uint32_t name[KINDS];
	const struct survey_sink *sink[KINDS];
};

/* Breadth first, so that the chain that is shown is a shortest one. */
static struct found
search(struct search *x, uint32_t from)
{
	struct found f = {0};
	size_t head = 0, tail = 0;

	x->turn++;
	x->queue[tail++] = from;
	x->seen[from] = x->turn;
	x->via[from] = UINT32_MAX;
	while (head < tail) {
		uint32_t at = x->queue[head++];
		const struct survey_name *n = &x->s->names[at];

		for (size_t i = 0; i < n->sink_count; i++)
			for (unsigned k = 0;
			     (n->sinks[i].capabilities & ~f.capabilities) && k < KINDS; k++)
				if (n->sinks[i].capabilities & ~f.capabilities & (1u << k)) {
					f.capabilities |= 1u << k;
					f.name[k] = at;
					f.sink[k] = &n->sinks[i];
				}
		for (size_t i = 0; i < n->lead_count; i++)
			if (x->seen[n->leads[i]] != x->turn) {
				x->seen[n->leads[i]] = x->turn;
				x->via[n->leads[i]] = at;
				x->queue[tail++] = n->leads[i];
			}
	}
	return f;
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
put_name(struct search *x, uint32_t at)
{
	const struct survey_name *n = &x->s->names[at];

	if (n->name.n == 0)
		buf_printf(x->out, "import of %.*s", STR_ARG(x->s->modules[n->module].name));
	else
		buf_visible(x->out, n->name, SURVEY_NAME_BYTES);
}

static void
put_chain(struct search *x, uint32_t at, const struct survey_sink *sink)
{
	const struct survey_module *m = &x->s->modules[x->s->names[at].module];
	uint32_t chain[CHAIN_MAX];
	size_t count = 0;

	for (uint32_t i = at; i != UINT32_MAX && count < CHAIN_MAX; i = x->via[i])
		chain[count++] = i;
	while (count > 0) {
		put_name(x, chain[--count]);
		buf_text(x->out, " -> ");
	}
	buf_visible(x->out, sink->what, SURVEY_NAME_BYTES);
	buf_printf(x->out, " at %s:%u\n", m->file, line_of(m, sink->node));
}

static const char *
kind_name(unsigned k)
{
	static const char *const words[KINDS] = {"process", "network", "read", "write", "code",
	    "native", "deserialise", "environment", "introspect", "exhaust", "code native"};

	return words[k];
}

/* One line of the pack, below a chain for each kind of authority. */
static void
put_found(struct search *x, const struct found *f, const char *before, struct str name)
{
	for (unsigned k = 0; k < KINDS; k++)
		if (f->capabilities & (1u << k)) {
			buf_printf(
			    x->out, "#   %s: ", k == CAPABILITIES ? "unknown" : kind_name(k));
			put_chain(x, f->name[k], f->sink[k]);
		}
	buf_printf(x->out, "%s%.*s", before, STR_ARG(name));
	for (unsigned k = 0; k < KINDS; k++)
		if (f->capabilities & (1u << k))
			buf_printf(x->out, " %s", kind_name(k));
	buf_char(x->out, '\n');
}

static bool
is_public_module(struct str name)
{
	struct str word;

	while (name.n > 0 && str_cut(&name, '.', &word))
		if (word.n == 0 || word.p[0] == '_')
			return false;
	return true;
}

static bool
is_given(const struct survey *s, uint32_t at)
{
	const struct survey_name *n = &s->names[at];

	for (size_t i = 0; i < n->target_count; i++)
		if (survey_module(s, n->targets[i]))
			return false;
	return n->is_public && (n->part_count > 0 || n->target_count > 0);
}

static void
put_imports(struct search *x, struct survey_count *count)
{
	struct survey *s = x->s;

	for (uint32_t i = 0; i < s->module_count; i++) {
		const struct survey_module *m = &s->modules[i];
		struct found f = search(x, m->first);

		x->waits[i] = f.capabilities != 0;
		if (f.capabilities == 0 || !is_public_module(m->name))
			continue;
		count->waiting++;
		put_found(x, &f, "# import of ", m->name);
		if (m->unread)
			buf_printf(x->out, "#   %s\n", m->unread);
	}
}

static bool
waits_for_import(const struct search *x, const struct survey_module *m)
{
	for (uint32_t i = 0; i < x->s->module_count; i++) {
		struct str above = x->s->modules[i].name;

		if (x->waits[i] && str_starts(m->name, above) &&
		    (m->name.n == above.n || m->name.p[above.n] == '.'))
			return true;
	}
	return false;
}

static void
put_module(struct search *x, uint32_t module, struct buf *pure, struct survey_count *count)
{
	const struct survey_module *m = &x->s->modules[module];
	size_t before = count->pure;
	char name[2 * SURVEY_NAME_BYTES];

	for (uint32_t i = m->first + 1; i < m->after; i++) {
		struct str word = x->s->names[i].name;
		struct found f;

		if (!is_given(x->s, i))
			continue;
		f = search(x, i);
		count->names++;
		if (f.capabilities == 0) {
			if (count->pure++ == before)
				buf_printf(pure, "#%s    - {module: %.*s, api: [",
				    waits_for_import(x, m) ? " once its import is accepted:" : "",
				    STR_ARG(m->name));
			else
				buf_text(pure, ", ");
			buf_str(pure, word);
			continue;
		}
		count->waiting++;
		(void)snprintf(name, sizeof name, "%.*s.%.*s", STR_ARG(m->name), STR_ARG(word));
		put_found(x, &f, "", str_from(name));
	}
	if (count->pure > before)
		buf_text(pure, "]}\n");
}

bool
survey_draft(struct survey *s, struct buf *out, struct survey_count *count)
{
	struct search x = {.s = s,
	    .out = out,
	    .seen = arena_array(s->arena, s->name_count, sizeof(*x.seen)),
	    .via = arena_array(s->arena, s->name_count, sizeof(*x.via)),
	    .queue = arena_array(s->arena, s->name_count, sizeof(*x.queue)),
	    .waits = arena_array(s->arena, s->module_count, sizeof(*x.waits))};
	struct buf pure;

	*count = (struct survey_count){0};
	if (!x.seen || !x.via || !x.queue || !x.waits)
		return false;
	buf_init(&pure, out->max);
	buf_printf(out,
	    "# A draft: a person must read each line that is no comment, and each import.\n"
	    "package %.*s %.*s\nsource files that were installed\n",
	    STR_ARG(s->package), STR_ARG(s->version.n > 0 ? s->version : STR("unknown")));
	put_imports(&x, count);
	for (uint32_t i = 0; i < s->module_count; i++)
		if (is_public_module(s->modules[i].name))
			put_module(&x, i, &pure, count);
	buf_text(out,
	    "# What a policy may write of the names that lead to nothing:\n# imports:\n#   allow:\n");
	buf_str(out, buf_view(&pure));
	buf_release(&pure);
	return !out->failed;
}
