/* SPDX-License-Identifier: MIT */
/* The longest common subsequence, by the table of its lengths; texts are programs, and short. */
#include "diff.h"

#define CONTEXT 2

struct side {
	struct str *lines;
	size_t count;
};

struct comparison {
	struct side before, after;
	uint16_t *lengths; /* of the longest common subsequence of what follows, (before + 1) x
			      (after + 1) */
	char *marks;       /* one for each line that is told: '-', '+' or ' ' */
	struct str *told;
	size_t count;
};

static bool
split(struct arena *a, struct str text, struct side *out)
{
	struct str line, rest = text;
	size_t capacity = 0;

	*out = (struct side){NULL, 0};
	while (str_cut(&rest, '\n', &line)) {
		if (line.n == 0 && !rest.p)
			break;
		struct str *one = arena_push(a, &out->lines, &out->count, &capacity, sizeof(*one));
		if (!one)
			return false;
		*one = line;
	}
	return true;
}

static uint16_t *
length_at(const struct comparison *c, size_t i, size_t k)
{
	return &c->lengths[i * (c->after.count + 1) + k];
}

static void
measure(const struct comparison *c)
{
	for (size_t i = c->before.count; i-- > 0;)
		for (size_t k = c->after.count; k-- > 0;) {
			uint16_t down = *length_at(c, i + 1, k), right = *length_at(c, i, k + 1);
			if (str_eq(c->before.lines[i], c->after.lines[k]))
				*length_at(c, i, k) = (uint16_t)(*length_at(c, i + 1, k + 1) + 1);
			else
				*length_at(c, i, k) = down >= right ? down : right;
		}
}

static void
tell(struct comparison *c, char mark, struct str line)
{
	c->marks[c->count] = mark;
	c->told[c->count++] = line;
}

static void
walk(struct comparison *c)
{
	size_t i = 0, k = 0;

	while (i < c->before.count || k < c->after.count) {
		bool old = i < c->before.count, new = k < c->after.count;
		if (old && new && c->lengths && str_eq(c->before.lines[i], c->after.lines[k])) {
			tell(c, ' ', c->before.lines[i++]);
			k++;
		} else if (old && (!new || !c->lengths ||
				      *length_at(c, i + 1, k) >= *length_at(c, i, k + 1))) {
			tell(c, '-', c->before.lines[i++]);
		} else {
			tell(c, '+', c->after.lines[k++]);
		}
	}
}

static bool
is_near_change(const struct comparison *c, size_t at)
{
	size_t from = at > CONTEXT ? at - CONTEXT : 0;

	for (size_t i = from; i < c->count && i <= at + CONTEXT; i++)
		if (c->marks[i] != ' ')
			return true;
	return false;
}

static void
print(const struct comparison *c, struct buf *out)
{
	bool skipped = false;

	for (size_t i = 0; i < c->count; i++) {
		if (!is_near_change(c, i)) {
			skipped = true;
			continue;
		}
		if (skipped)
			buf_text(out, "…\n");
		skipped = false;
		buf_char(out, c->marks[i]);
		buf_str(out, c->told[i]);
		buf_char(out, '\n');
	}
}

bool
diff_lines(struct arena *a, struct str before, struct str after, struct buf *out)
{
	struct comparison c = {.count = 0};

	if (str_eq(before, after))
		return true;
	if (!split(a, before, &c.before) || !split(a, after, &c.after))
		return false;
	size_t all = c.before.count + c.after.count;
	c.marks = arena_alloc(a, all + 1);
	c.told = arena_array(a, all + 1, sizeof(*c.told));
	if (!c.marks || !c.told)
		return false;
	if (c.before.count <= DIFF_LINES_MAX && c.after.count <= DIFF_LINES_MAX) {
		c.lengths =
		    arena_array(a, (c.before.count + 1) * (c.after.count + 1), sizeof(*c.lengths));
		if (!c.lengths)
			return false;
		measure(&c);
	}
	walk(&c);
	print(&c, out);
	return true;
}
