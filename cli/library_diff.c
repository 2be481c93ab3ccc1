/* SPDX-License-Identifier: MIT */
/* sluice library diff: what an upgrade of a package changes, from two packs or drafts, or from one and the package as it is now. */
#include "library_survey.h"

#include <stdlib.h>

struct entry { /* a name, its parameters, and what it leads to: nothing where that is empty */
	struct str name, takes, authority;
};

struct entries {
	struct entry *items;
	size_t count, capacity;
	struct str package;
};

static bool
add(struct arena *a, struct entries *in, struct str name, struct str authority)
{
	struct entry *added = arena_push(a, &in->items, &in->count, &in->capacity, sizeof(*added));

	if (added)
		*added = (struct entry){.name = name, .authority = authority};
	return added != NULL;
}

/* `names M A B`, `ask M C`: A leads to nothing, C to a person. Methods go with their class. */
static bool
add_names(struct arena *a, struct entries *in, struct str line, struct str authority)
{
	struct str module, name;

	str_cut(&line, ' ', &module);
	while (line.n > 0 && str_cut(&line, ' ', &name)) {
		struct str bare = pack_bare(name);
		const char *dotted = arena_printf(a, "%.*s.%.*s", STR_ARG(module), STR_ARG(bare));

		if (!dotted || !add(a, in, str_from(dotted), authority))
			return false;
		in->items[in->count - 1].takes = str_slice(name, bare.n, name.n);
	}
	return true;
}

/* A decision does not change a part; its kinds and its text do. */
static bool
add_part(struct arena *a, struct entries *in, struct str line)
{
	struct str name;
	const char *shown;

	str_cut(&line, ' ', &name);
	shown = arena_printf(a, "part %.*s", STR_ARG(name));
	return shown && add(a, in, str_from(shown), line);
}

static bool
add_line(struct arena *a, struct entries *in, struct str line)
{
	struct str waits = STR("# once its import is accepted: "), word;

	if (str_starts(line, STR("package "))) {
		in->package = str_slice(line, 8, line.n);
		return true;
	}
	if (str_starts(line, STR("# import of "))) {
		size_t end = str_find(line, STR(" "), 12);

		end = end == SIZE_MAX ? line.n : end;
		return add(a, in, str_slice(line, 2, end), str_trim(str_slice(line, end, line.n)));
	}
	if (str_starts(line, waits))
		line = str_slice(line, waits.n, line.n);
	str_cut(&line, ' ', &word);
	if (str_is(word, "names"))
		return add_names(a, in, line, STR(""));
	if (str_is(word, "ask"))
		return add_names(a, in, line, STR("a person decides"));
	if (str_is(word, "part") || str_is(word, "accept") || str_is(word, "deny") ||
	    str_is(word, "escalate"))
		return add_part(a, in, line);
	return word.n == 0 || word.p[0] == '#' || str_is(word, "source") ||
	       str_is(word, "reviewer") || str_is(word, "note") || str_is(word, "keywords") ||
	       add(a, in, word, str_trim(line));
}

static int
by_name(const void *a, const void *b)
{
	return str_compare(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static bool
read_text(struct arena *a, struct str text, struct entries *out, struct err *err)
{
	struct str line;

	while (text.n > 0 && str_cut(&text, '\n', &line))
		if (!add_line(a, out, line))
			return err_memory(err);
	if (out->count > 0)
		qsort(out->items, out->count, sizeof(*out->items), by_name);
	return true;
}

/* NEW, or without it the package as it is installed now, with what OLD decided of the same text. */
static bool
read_both(struct call *c, struct entries *old, struct entries *new)
{
	struct str text, package, version;
	struct surveyed s = {0};
	struct buf now;
	bool fine;

	if (!pack_read(c->a, word(c, 0), &text, &package, &version, &c->err) ||
	    !read_text(c->a, text, old, &c->err))
		return false;
	if (word(c, 1))
		return pack_read(c->a, word(c, 1), &text, &package, &version, &c->err) &&
		       read_text(c->a, text, new, &c->err);
	buf_init(&now, DRAFT_BYTES_MAX);
	fine = surveyed_read(c, arena_text(c->a, package), text, &s) &&
	       (survey_draft(&s.reach, &s.words, &now, &s.count) || err_memory(&c->err)) &&
	       (arena_copy(c->a, buf_view(&now), &text) || err_memory(&c->err)) &&
	       read_text(c->a, text, new, &c->err);
	buf_release(&now);
	surveyed_release(&s);
	return fine;
}

static void
draw(struct buf *out, char sign, const struct entry *e)
{
	buf_printf(out, "%c ", sign);
	buf_visible(out, e->name, 512);
	buf_visible(out, e->takes, 512);
	buf_line(out, e->authority.n > 0 ? "  " : "  reaches nothing risky", e->authority, 512);
}

static void
compare(struct buf *out, const struct entries *old, const struct entries *new)
{
	size_t i = 0, k = 0;

	while (i < old->count || k < new->count) {
		int order = i == old->count   ? 1
			    : k == new->count ? -1
					      : by_name(&old->items[i], &new->items[k]);

		if (order == 0 && (!str_eq(old->items[i].authority, new->items[k].authority) ||
				      !str_eq(old->items[i].takes, new->items[k].takes))) {
			draw(out, '<', &old->items[i]);
			draw(out, '>', &new->items[k]);
		} else if (order != 0) {
			draw(out, order < 0 ? '-' : '+',
			    order < 0 ? &old->items[i] : &new->items[k]);
		}
		i += order <= 0;
		k += order >= 0;
	}
}

int
library_diff(struct call *c)
{
	struct entries old = {0}, new = {0};
	size_t head;

	if (!read_both(c, &old, &new))
		return call_fail(c);
	call_begin(c);
	buf_text(&c->out, "from ");
	buf_visible(&c->out, old.package, 512);
	buf_line(&c->out, " to ", new.package, 512);
	head = c->out.n;
	compare(&c->out, &old, &new);
	if (c->out.n == head)
		buf_text(&c->out, "no name changes what it reaches\n");
	return call_print(c);
}
