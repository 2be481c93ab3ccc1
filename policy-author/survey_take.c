/* SPDX-License-Identifier: MIT */
/* Reads people's decisions on the parts of a package from a pack. */
#include "survey.h"

const char *const SURVEY_RULINGS[SURVEY_ACCEPTED + 1] = {"part", "deny", "escalate", "accept"};

static bool
ruling_of(struct str word, enum survey_ruling *out)
{
	for (unsigned i = SURVEY_OPEN; i <= SURVEY_ACCEPTED; i++)
		if (str_is(word, SURVEY_RULINGS[i])) {
			*out = (enum survey_ruling)i;
			return true;
		}
	return false;
}

/* The part that "MODULE:NAME ..." names, or UINT32_MAX. */
static uint32_t
find_part(const struct survey *s, struct str line)
{
	struct str module, name;
	const struct survey_module *m;

	if (!str_cut(&line, ':', &module) || (m = survey_module(s, module)) == NULL)
		return UINT32_MAX;
	str_cut(&line, ' ', &name);
	return survey_find(s, m, name);
}

/* The line is one that would be written today: same text, same mentions. What follows is in `rest`. */
static bool
is_same(const struct survey *s, uint32_t part, struct str line, struct str *rest)
{
	struct buf now;
	bool same;

	buf_init(&now, 1 << 16);
	survey_put_part(s, part, &now);
	same = !now.failed && str_starts(line, buf_view(&now)) &&
	       (line.n == now.n || line.p[now.n] == ' ');
	*rest = same ? str_trim(str_slice(line, now.n, line.n)) : STR("");
	buf_release(&now);
	return same;
}

static bool
is_stub(const struct survey *s, uint32_t part, struct str digest)
{
	struct buf now;
	bool same;

	buf_init(&now, 1 << 16);
	survey_put_stub(s, part, &now);
	same = !now.failed && str_eq(str_trim(buf_view(&now)), digest);
	buf_release(&now);
	return same;
}

bool
survey_take(struct survey *s, struct str pack, struct str *reviewer, struct survey_count *count)
{
	struct str line, word, rest;
	uint32_t part = UINT32_MAX;

	while (pack.n > 0 && str_cut(&pack, '\n', &line)) {
		enum survey_ruling ruling;

		str_cut(&line, ' ', &word);
		if (str_is(word, "reviewer"))
			*reviewer = line;
		else if (str_is(word, "note") && part != UINT32_MAX)
			s->names[part].note = line;
		part = str_is(word, "note") ? part : UINT32_MAX;
		if (str_is(word, "keywords") && (part = find_part(s, line)) != UINT32_MAX &&
		    is_same(s, part, line, &rest))
			s->names[part].keywords = rest;
		if (str_is(word, "confirm") && (part = find_part(s, line)) != UINT32_MAX &&
		    is_same(s, part, line, &rest))
			s->names[part].confirmed = is_stub(s, part, rest);
		if (!ruling_of(word, &ruling) || ruling == SURVEY_OPEN)
			continue;
		if (memchr(line.p, ':', line.n) == NULL) /* a name, and no part */
			continue;
		part = find_part(s, line);
		if (part == UINT32_MAX || !is_same(s, part, line, &rest) || rest.n > 0) {
			part = UINT32_MAX;
			count->stale++;
			continue;
		}
		s->names[part].ruling = ruling;
	}
	return !s->failed;
}
