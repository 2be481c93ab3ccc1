/* SPDX-License-Identifier: MIT */
/* sluice library diff: what an upgrade of a package changes, from its two drafts. */
#include "actions.h"

#include "file.h"

#include <stdlib.h>

#define DRAFT_BYTES_MAX ((size_t)64 << 20)

struct entry { /* a name, and what it leads to: nothing where that is empty */
	struct str name, authority;
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
		*added = (struct entry){name, authority};
	return added != NULL;
}

/* `- {module: M, api: [A, B]}` */
static bool
add_api(struct arena *a, struct entries *in, struct str line)
{
	struct str module, name;
	size_t from = str_find(line, STR("{module: "), 0),
	       names = str_find(line, STR(", api: ["), 0);

	if (from == SIZE_MAX || names == SIZE_MAX || names < from || !str_ends(line, STR("]}")))
		return true;
	module = str_slice(line, from + 9, names);
	line = str_slice(line, names + 8, line.n - 2);
	while (line.n > 0 && str_cut(&line, ',', &name)) {
		const char *dotted =
		    arena_printf(a, "%.*s.%.*s", STR_ARG(module), STR_ARG(str_trim(name)));

		if (!dotted || !add(a, in, str_from(dotted), STR("")))
			return false;
	}
	return true;
}

static bool
add_line(struct arena *a, struct entries *in, struct str line)
{
	struct str name;

	if (str_starts(line, STR("package "))) {
		in->package = str_slice(line, 8, line.n);
		return true;
	}
	if (str_starts(line, STR("# import of "))) {
		size_t end = str_find(line, STR(" "), 12);

		end = end == SIZE_MAX ? line.n : end;
		return add(a, in, str_slice(line, 2, end), str_trim(str_slice(line, end, line.n)));
	}
	if (str_starts(line, STR("#")))
		return add_api(a, in, line);
	str_cut(&line, ' ', &name);
	return name.n == 0 || str_is(name, "source") || add(a, in, name, str_trim(line));
}

static int
by_name(const void *a, const void *b)
{
	return str_compare(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static bool
read_draft(struct arena *a, const char *path, struct entries *out, struct err *err)
{
	struct str text, line;

	if (!file_read(a, path, DRAFT_BYTES_MAX, &text, err))
		return false;
	while (text.n > 0 && str_cut(&text, '\n', &line))
		if (!add_line(a, out, line))
			return err_memory(err);
	if (out->package.n == 0) {
		(void)err_set(err, ERR_INPUT,
		    "'%s' is no draft: it has no line 'package NAME VERSION'", path);
		return err_help(err, "write one with `sluice library admit PACKAGE --out FILE`");
	}
	if (out->count > 0)
		qsort(out->items, out->count, sizeof(*out->items), by_name);
	return true;
}

static void
draw(struct buf *out, char sign, const struct entry *e)
{
	buf_printf(out, "%c ", sign);
	buf_visible(out, e->name, 512);
	buf_text(out, e->authority.n > 0 ? "  " : "  leads to nothing");
	buf_visible(out, e->authority, 512);
	buf_char(out, '\n');
}

static void
compare(struct buf *out, const struct entries *old, const struct entries *new)
{
	size_t i = 0, k = 0;

	while (i < old->count || k < new->count) {
		int order = i == old->count   ? 1
			    : k == new->count ? -1
					      : by_name(&old->items[i], &new->items[k]);

		if (order == 0 && !str_eq(old->items[i].authority, new->items[k].authority)) {
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
	struct err err;
	size_t head;

	if (!read_draft(c->a, word(c, 0), &old, &err) || !read_draft(c->a, word(c, 1), &new, &err))
		return print_error(&err);
	call_begin(c);
	buf_text(&c->out, "from ");
	buf_visible(&c->out, old.package, 512);
	buf_text(&c->out, " to ");
	buf_visible(&c->out, new.package, 512);
	buf_char(&c->out, '\n');
	head = c->out.n;
	compare(&c->out, &old, &new);
	if (c->out.n == head)
		buf_text(&c->out, "no name changes what it leads to\n");
	return call_print(c);
}
