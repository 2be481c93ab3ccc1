/* SPDX-License-Identifier: MIT */
/*
 * sluice library review: walks through the parts of a package that mention authority, the ones first
 * on which most names wait, and writes the pack by what a person says of each. What nobody accepts
 * is refused. A part is read by its own source, and a decision holds for that text alone.
 */
#include "library_survey.h"

#include "file.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SHOWN_CODEPOINTS_MAX ((size_t)400) /* of a line of source */
#define NOTE_BYTES_MAX 500
#define HELP                                                                                          \
	"  accept [NOTE]    what it mentions is harmless here; what it calls still counts\n"          \
	"  deny [NOTE]      refuse the names that reach this part\n"                                  \
	"  escalate [NOTE]  a person decides on each program that uses such a name\n"                 \
	"  show             its source\n"                                                             \
	"  accept-all KIND ...  accept each open part that mentions only these kinds\n"               \
	"  keywords NAME KEYWORD ...  a function takes these, too, though its text does not say so\n" \
	"  confirm NAME ...  this function, or this class's methods, give what their text tells\n"    \
	"  list             the functions that take more than their text says\n"                      \
	"  quit             write the pack; open parts stay refused\n"

struct talk {
	struct call *c;
	struct surveyed *s;
	bool asks; /* somebody sits there */
	size_t decisions;
};

static uint32_t
example_of(const struct survey_reach *r, uint32_t part, unsigned *kind)
{
	const struct survey *s = r->survey;

	for (uint32_t n = 0; n < s->name_count; n++)
		for (*kind = 0; *kind < SURVEY_KINDS && survey_is_given(s, n); ++*kind) {
			uint32_t at = n;

			while (r->next[*kind][at] != UINT32_MAX && r->next[*kind][at] != at)
				at = r->next[*kind][at];
			if (at == part && r->next[*kind][at] == at && n != part)
				return n;
		}
	return UINT32_MAX;
}

static void
draw_part(struct talk *t, uint32_t part)
{
	struct survey_reach *r = &t->s->reach;
	struct buf *out = &t->c->out;
	unsigned kind;
	uint32_t example = example_of(r, part, &kind);

	buf_char(out, '\n');
	survey_put_part(r->survey, part, out);
	buf_text(out, "\n  mentions ");
	survey_put_sinks(r->survey, part, out);
	buf_printf(out, "\n  %u names and imports depend on it", r->waiting[part]);
	if (example != UINT32_MAX) {
		buf_text(out, ", such as\n  ");
		survey_put_chain(r, r->next[kind], kind, example, out);
	}
	if (r->at_import[part])
		buf_text(out, "\n  an import reaches it: denying it refuses the imported module");
	buf_char(out, '\n');
}

static void
draw_source(struct talk *t, uint32_t part)
{
	const struct survey *s = &t->s->survey;
	const struct survey_name *n = &s->names[part];
	const struct tree *tree = &s->modules[n->module].tree;
	struct str text;

	for (size_t i = 0; i < (n->part_count > 0 ? n->part_count : 1); i++) {
		text = n->part_count > 0 ? tree_text(tree, n->parts[i]) : tree->source;
		buf_lines(&t->c->out, "    ", text, SHOWN_CODEPOINTS_MAX);
	}
}

/* False where it is none of the kinds' names. */
static bool
read_kinds(struct str words, unsigned *kinds)
{
	struct str word;

	for (*kinds = 0; words.n > 0 && str_cut(&words, ' ', &word);) {
		unsigned k = 0;

		while (k < SURVEY_KINDS && !str_is(word, survey_kind(k)))
			k++;
		if (k == SURVEY_KINDS)
			return false;
		*kinds |= 1u << k;
	}
	return *kinds != 0;
}

static void
accept_all(struct talk *t, unsigned kinds, struct str said)
{
	struct survey *s = &t->s->survey;
	size_t count = 0;

	for (uint32_t n = 0; n < s->name_count; n++) {
		struct survey_name *one = &s->names[n];

		if (one->ruling != SURVEY_OPEN || one->carries == 0 || (one->carries & ~kinds))
			continue;
		one->ruling = SURVEY_ACCEPTED;
		one->note = said;
		count++;
	}
	buf_printf(&t->c->out, "  %zu parts are accepted\n", count);
}

static bool
decide(struct talk *t, uint32_t part, struct str word, struct str rest)
{
	struct survey_name *n = &t->s->survey.names[part];

	for (unsigned i = SURVEY_DENIED; i <= SURVEY_ACCEPTED; i++)
		if (str_is(word, SURVEY_RULINGS[i]) ||
		    (word.n == 1 && str_starts(str_from(SURVEY_RULINGS[i]), word))) {
			n->ruling = (enum survey_ruling)i;
			n->note = rest;
			t->decisions++;
			return true;
		}
	return false;
}

/* -- keywords --------------------------------------------------------------------------------- */

static void
each_open(struct talk *t, bool draws, size_t *count)
{
	struct survey *s = &t->s->survey;

	*count = 0;
	for (uint32_t m = 0; m < s->module_count; m++)
		for (uint32_t n = s->modules[m].first + 1; n < s->modules[m].after; n++) {
			if (!survey_is_public(s->modules[m].name) || !survey_is_given(s, n) ||
			    survey_reaches(&t->s->reach, n) != 0 || !survey_takes_any(s, n))
				continue;
			++*count;
			if (draws)
				buf_printf(&t->c->out, "  %.*s.%.*s\n", STR_ARG(s->modules[m].name),
				    STR_ARG(s->names[n].name));
		}
}

static bool
are_identifiers(struct str words)
{
	struct str word;

	while (words.n > 0 && str_cut(&words, ' ', &word))
		for (size_t i = 0; i < word.n; i++) {
			char c = word.p[i];

			if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
				(i > 0 && c >= '0' && c <= '9')))
				return false;
		}
	return true;
}

/* The definition of "MODULE.NAME", or NULL. */
static struct survey_name *
find_definition(struct survey *s, struct str whole)
{
	struct str module, name;
	const struct survey_module *m;
	uint32_t at = UINT32_MAX;

	dotted_split(whole, &module, &name);
	m = survey_module(s, module);
	if (m)
		at = survey_find(s, m, name);
	return at == UINT32_MAX ? NULL : &s->names[survey_origin(s, &s->names[at]) - s->names];
}

/* "figures.bar color width" */
static void
admit_keywords(struct talk *t, struct str rest)
{
	struct str whole = {"", 0};
	struct survey_name *n;

	str_cut(&rest, ' ', &whole);
	n = find_definition(&t->s->survey, whole);
	if (!n || !are_identifiers(rest)) {
		buf_text(&t->c->out, "  keywords MODULE.NAME KEYWORD ...\n");
		return;
	}
	n->keywords = rest;
	t->decisions++;
	buf_printf(&t->c->out, "  %.*s takes %.*s\n", STR_ARG(whole), STR_ARG(rest));
}

/* -- classes of results ----------------------------------------------------------------------- */

static void
confirm(struct talk *t, struct str rest)
{
	struct survey *s = &t->s->survey;
	struct str whole;

	if (rest.n == 0)
		buf_text(&t->c->out, "  confirm MODULE.NAME ...\n");
	while (rest.n > 0 && str_cut(&rest, ' ', &whole)) {
		struct survey_name *n = find_definition(s, whole);

		if (!n) {
			buf_printf(&t->c->out, "  there is no %.*s\n", STR_ARG(whole));
			continue;
		}
		n->confirmed = true;
		t->decisions++;
		buf_printf(&t->c->out, "  %.*s is confirmed\n", STR_ARG(whole));
	}
}

/* One line of answer. Whether anything is decided. */
static bool
answer(struct talk *t, uint32_t part, struct str line)
{
	struct str rest = str_trim(line), word = {"", 0}, kept;
	unsigned kinds;
	size_t count;

	str_cut(&rest, ' ', &word);
	rest = str_trim(rest);
	if (rest.n > NOTE_BYTES_MAX || utf8_invalid_at(rest) != rest.n ||
	    !arena_copy(t->s->a, rest, &kept)) {
		buf_printf(&t->c->out, "  a note may have at most %d bytes\n", NOTE_BYTES_MAX);
		return false;
	}
	if (part != UINT32_MAX && decide(t, part, word, kept))
		return true;
	if (part != UINT32_MAX && str_is(word, "accept-all") && read_kinds(kept, &kinds)) {
		const char *note =
		    arena_printf(t->s->a, "one of all that mention only %.*s", STR_ARG(kept));

		accept_all(t, kinds, str_from(note));
		t->decisions++;
		return true;
	}
	if (str_is(word, "keywords"))
		admit_keywords(t, kept);
	else if (str_is(word, "confirm"))
		confirm(t, kept);
	else if (str_is(word, "list"))
		each_open(t, true, &count);
	else if (part != UINT32_MAX && (str_is(word, "show") || str_is(word, "s")))
		draw_source(t, part);
	else
		buf_text(&t->c->out, HELP);
	return false;
}

/* Prints the text so far, and the question. */
static void
flush(struct talk *t, uint32_t part)
{
	struct str said = buf_view(&t->c->out);

	fwrite(said.p, 1, said.n, stdout);
	buf_clear(&t->c->out);
	if (t->asks)
		fputs(part != UINT32_MAX ? "accept, deny, escalate, show, help or quit? "
					 : "keywords, list, help or quit? ",
		    stdout);
	fflush(stdout);
}

/* The next question: a part, or at the end the keywords that nobody reviewed. */
static void
next(struct talk *t, uint32_t part)
{
	size_t count;

	if (part != UINT32_MAX) {
		draw_part(t, part);
		return;
	}
	each_open(t, false, &count);
	buf_printf(&t->c->out,
	    "\nno part is open; %zu admitted names take keywords that their text does not name "
	    "(list), which are refused\n",
	    count);
}

static void
walk(struct talk *t)
{
	uint32_t part = survey_reach_most(&t->s->reach);
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	next(t, part);
	for (flush(t, part); (n = getline(&line, &room, stdin)) > 0; flush(t, part)) {
		struct str said = str_trim((struct str){line, (size_t)n});

		if (str_is(said, "quit") || str_is(said, "q"))
			break;
		if (!answer(t, part, said))
			continue;
		survey_reach_all(&t->s->reach);
		part = survey_reach_most(&t->s->reach);
		next(t, part);
	}
	free(line);
}

static bool
name_reviewer(struct talk *t, struct err *err)
{
	const struct passwd *me = getpwuid(geteuid());
	char day[16] = "";
	time_t now = (time_t)(t->c->now_us / 1000000);
	struct tm tm;
	const char *words;

	if (gmtime_r(&now, &tm))
		(void)strftime(day, sizeof(day), "%Y-%m-%d", &tm);
	words = arena_printf(t->s->a, "%s, %s", me ? me->pw_name : "nobody known", day);
	t->s->words.reviewer = str_from(words);
	return words || err_memory(err);
}

static bool
keep(struct talk *t, const char *path, struct err *err)
{
	struct buf pack;
	bool fine;

	buf_init(&pack, DRAFT_BYTES_MAX);
	t->s->words.chains = false;
	fine = (t->decisions == 0 || name_reviewer(t, err)) &&
	       (survey_draft(&t->s->reach, &t->s->words, &pack, &t->s->count) || err_memory(err)) &&
	       file_write(path, buf_view(&pack), err);
	buf_release(&pack);
	return fine;
}

static void
tell(struct talk *t, const char *path, int64_t began)
{
	const struct survey_count *n = &t->s->count;
	struct buf *out = &t->c->out;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	buf_printf(out,
	    "\n%s: %zu public names: %zu are admitted, %zu wait for a person in each program, "
	    "%zu are refused\n",
	    path, n->names, n->admitted, n->asked, n->names - n->admitted - n->asked);
	buf_printf(out, "%zu decision%s in %" PRId64 " s; %zu of %zu parts are decided\n",
	    t->decisions, t->decisions == 1 ? "" : "s", (int64_t)now.tv_sec - began, n->decided,
	    n->parts);
}

/* The pack is of the very package that is here. */
static bool
is_same_version(const struct surveyed *s, struct str version, const char *path, struct err *err)
{
	struct str here = s->survey.version.n > 0 ? s->survey.version : STR("unknown");

	if (str_eq(here, version))
		return true;
	(void)err_set(err, ERR_INPUT, "'%s' is for %.*s %.*s, but the installed version is %.*s",
	    path, STR_ARG(s->survey.package), STR_ARG(version), STR_ARG(here));
	return err_help(err,
	    "`sluice library admit %.*s --pack %s --out FILE` keeps the decisions that still apply",
	    STR_ARG(s->survey.package), path);
}

int
library_review(struct call *c)
{
	const char *path = word(c, 0), *name;
	struct str pack, package, version;
	struct surveyed s = {0};
	struct talk t = {.c = c, .s = &s, .asks = isatty(STDIN_FILENO)};
	struct timespec began;
	bool fine;

	call_begin(c);
	clock_gettime(CLOCK_MONOTONIC, &began);
	fine = pack_read(c->a, path, &pack, &package, &version, &c->err) &&
	       ((name = arena_text(c->a, package)) != NULL || err_memory(&c->err)) &&
	       surveyed_read(c, name, pack, &s) && is_same_version(&s, version, path, &c->err);
	if (fine)
		walk(&t);
	fine = fine && keep(&t, path, &c->err);
	if (fine)
		tell(&t, path, (int64_t)began.tv_sec);
	surveyed_release(&s);
	return fine ? call_print(c) : call_fail(c);
}
