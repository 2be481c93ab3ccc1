/* SPDX-License-Identifier: MIT */
/*
 * leaks.c: what a program leaves is searched before anything of it is written down, shown or told to
 * a model: its streams, its result, its last value and figures, the error that it raised, what the
 * box refused it, and the files that it made. Where something is found that the policy does not
 * allow, all of it is withheld: `shown` says that it was there, how long it is and, by a digest that
 * only this store's key makes, whether it is the same as another.
 */
#include "pipeline.h"

#include <stdio.h>

#define DOCUMENT_BYTES_MAX ((size_t)256 << 20)
#define WITHHELD STR("(withheld: what the program left holds what must not leave)")

struct search {
	struct run *run;
	const struct leak_scanner *scanner;
	struct leak_report *out;
};

/* -- searching ------------------------------------------------------------------------------- */

/* Records of their own, a line each, as one document: a line's end is a comma of the same place. */
static bool
parse_lines(struct arena *a, struct str text, struct json_doc *out)
{
	const struct json_limits limits = {DOCUMENT_BYTES_MAX, 64, 4000000, 400};
	struct str bare = str_trim(text);
	char *list = arena_alloc(a, bare.n + 3);
	struct err err;

	if (!list)
		return false;
	list[0] = '[';
	for (size_t i = 0; i < bare.n; i++)
		list[i + 1] = (char)(bare.p[i] == '\n' ? ',' : bare.p[i]);
	list[bare.n + 1] = ']';
	return json_parse(a, (struct str){list, bare.n + 2}, NULL, &limits, out, NULL, &err);
}

/* The text as a document, where it is one: then nothing hides behind its escapes. */
static const struct json_doc *
document_of(struct arena *a, struct str text, struct json_doc *doc)
{
	const struct json_limits limits = {DOCUMENT_BYTES_MAX, 64, 4000000, 400};
	struct str bare = str_trim(text);
	struct err err;

	if (bare.n == 0 || !strchr("{[\"", bare.p[0]))
		return NULL;
	if (json_parse(a, text, NULL, &limits, doc, NULL, &err) || parse_lines(a, text, doc))
		return doc;
	return NULL;
}

static bool
search_text(struct search *s, struct str where, struct str text, struct err *err)
{
	struct json_doc doc;

	return text.n == 0 || leak_scan(s->scanner, s->run->arena, where, text,
				  document_of(s->run->arena, text, &doc), s->out, err);
}

enum encoding { LATIN_1 = 0, UTF_16_LITTLE, UTF_16_BIG, ENCODINGS };

/* As UTF-8. Half of a pair is passed over: what is searched for is made of whole characters. */
static void
decode(struct str bytes, enum encoding encoding, struct buf *out)
{
	size_t step = encoding == LATIN_1 ? 1 : 2, low = encoding == UTF_16_BIG;
	uint32_t high = 0;

	for (size_t i = 0; i + step <= bytes.n; i += step) {
		const unsigned char *p = (const unsigned char *)bytes.p + i;
		uint32_t c = step == 1 ? *p : p[low] | (uint32_t)p[1 - low] << 8;
		bool first = c >= 0xd800 && c < 0xdc00, second = c >= 0xdc00 && c < 0xe000;
		if (second && high)
			buf_codepoint(out, 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00));
		else if (!first && !second && c != 0xfeff)
			buf_codepoint(out, c);
		high = first ? c : 0;
	}
}

static bool
search_decoded(struct search *s, struct str where, struct str bytes, struct leak_report *found,
    struct err *err)
{
	bool good = leak_scan(s->scanner, s->run->arena, where, bytes, NULL, found, err);

	for (int e = 0; good && e < ENCODINGS; e++) {
		struct buf text;
		buf_init(&text, DOCUMENT_BYTES_MAX);
		decode(bytes, (enum encoding)e, &text);
		good = text.failed ? err_memory(err)
				   : leak_scan(s->scanner, s->run->arena, where, buf_view(&text),
					 NULL, found, err);
		buf_release(&text);
	}
	return good;
}

bool
text_as_utf8(struct arena *a, struct str *text)
{
	bool little = str_starts(*text, STR("\xff\xfe")), big = str_starts(*text, STR("\xfe\xff"));
	struct buf out;

	if (utf8_invalid_at(*text) == text->n)
		return true;
	buf_init(&out, DOCUMENT_BYTES_MAX);
	decode(*text, little ? UTF_16_LITTLE : big ? UTF_16_BIG : LATIN_1, &out);
	return buf_keep(&out, a, text);
}

/* An image has addresses by chance: a letter, an @, a few more. */
static bool
is_noise(struct str bytes)
{
	size_t odd = 0;

	for (size_t i = 0; i < bytes.n; i++) {
		unsigned char c = (unsigned char)bytes.p[i];
		odd += c && ((c < ' ' && !strchr("\t\n\r", c)) || (c >= 0x7f && c < 0xa0));
	}
	return odd > bytes.n / 20;
}

/* Bytes that are not UTF-8 may be a text in another encoding; without a UTF-16 byte order mark, its
 * control characters say nothing. */
static bool
search_bytes(struct search *s, struct str where, struct str bytes, struct err *err)
{
	struct leak_report *all = s->out, found = {.count = 0};
	struct arena *a = s->run->arena;
	enum leak_class noise = is_noise(bytes) ? LEAK_EMAIL : LEAK_CONTROL;

	bool marked = str_starts(bytes, STR("\xff\xfe")) || str_starts(bytes, STR("\xfe\xff"));
	if (marked && !text_as_utf8(a, &bytes))
		return err_memory(err);
	if (marked || (utf8_invalid_at(bytes) == bytes.n &&
			  str_find(bytes, (struct str){"", 1}, 0) == SIZE_MAX))
		return search_text(s, where, bytes, err);
	if (!search_decoded(s, where, bytes, &found, err))
		return false;
	for (size_t i = 0; i < LEAK_CLASSES; i++)
		all->found[i] += i == LEAK_CONTROL || i == noise ? 0 : found.found[i];
	for (size_t i = 0; i < found.count; i++) {
		if (found.items[i].class == LEAK_CONTROL || found.items[i].class == noise)
			continue;
		struct leak *one =
		    arena_push(a, &all->items, &all->count, &all->capacity, sizeof(*one));
		if (!one)
			return err_memory(err);
		*one = found.items[i];
		one->line = one->column = 0;
	}
	return true;
}

/* A spreadsheet or a document is an archive. One that can't be opened has no text to search. */
static bool
search_archive(struct search *s, struct str where, struct str bytes, struct err *err)
{
	struct str text;
	struct err why;

	if (!str_starts(bytes, STR("PK\x03\x04")) && !str_starts(bytes, STR("SQLite format 3")))
		return true;
	if (!tables_read(s->run->arena, bytes, true, &text, &why))
		return why.code == ERR_INPUT || err_wrap(&why, "searching a file") ||
		       (*err = why, false);
	for (struct str table; str_cut(&text, '\f', &table);)
		if (!search_bytes(s, where, table, err))
			return false;
	return true;
}

static bool
search_artifact(struct search *s, size_t i, struct err *err)
{
	const struct box_artifact *f = &s->run->execution.artifacts[i];
	size_t before = s->out->count;
	char *place = arena_printf(s->run->arena, "file %zu", i + 1);

	if (!place)
		return err_memory(err);
	struct str where = str_from(place);
	if (!search_text(s, STR("the name of a file"), f->name, err))
		return false;
	if (s->out->count == before)
		where = str_from(arena_printf(s->run->arena, "'%.*s'", STR_ARG(f->name)));
	return where.p ? search_bytes(s, where, f->bytes, err) &&
			     search_archive(s, where, f->bytes, err)
		       : err_memory(err);
}

static bool
search_error(struct search *s, const struct box_error *e, struct err *err)
{
	return search_text(s, STR("the error"), e->name, err) &&
	       search_text(s, STR("the error"), e->value, err) &&
	       search_text(s, STR("the traceback"), e->traceback, err);
}

static bool
search_all(struct search *s, struct err *err)
{
	const struct box_result *r = &s->run->execution;
	bool apart = s->run->task->channel == CHANNEL_RESULT;
	struct str printed = apart ? STR("standard output") : STR("the output");

	bool good = search_text(s, printed, r->out.bytes, err) &&
		    search_text(s, STR("the output"), r->result.bytes, err) &&
		    search_text(s, STR("standard error"), r->err.bytes, err) &&
		    search_text(s, STR("the last value"), r->value, err) &&
		    search_error(s, &r->error, err) &&
		    search_text(s, STR("what the box says"), r->detail, err);
	for (size_t i = 0; good && i < r->display_count; i++)
		good = search_bytes(s, STR("a figure"), r->displays[i].bytes, err);
	for (size_t i = 0; good && i < r->violation_count; i++)
		good = search_text(s, STR("what was refused"), r->violations[i].detail, err) &&
		       search_text(s, STR("an address"), r->violations[i].address, err);
	for (size_t i = 0; good && i < r->rejected_count; i++)
		good = search_text(s, STR("a file that was left"), r->rejected[i], err);
	for (size_t i = 0; good && i < r->artifact_count; i++)
		good = search_artifact(s, i, err);
	return good;
}

struct str
run_leak_key(const struct run *run)
{
	return (struct str){(const char *)run->leak_key, sizeof(run->leak_key)};
}

static const struct leak_scanner *
scanner_of(struct run *run, struct err *err)
{
	struct leak_scanner *scanner = NULL;
	const struct task *t = run->task;

	return leak_scanner_new(
		   run->arena, t->sensitive, t->sensitive_count, run_leak_key(run), &scanner, err)
		   ? scanner
		   : NULL;
}

/* -- deciding -------------------------------------------------------------------------------- */

static enum decision
worst_of(const struct run *run, const struct leak_report *r)
{
	const enum decision *decisions = policy_settings_of(run->task->policy)->leaks;
	enum decision worst = DECISION_ALLOW;

	for (size_t i = 0; i < LEAK_CLASSES; i++)
		if (r->found[i] > 0 && decisions[i] < worst)
			worst = decisions[i];
	return worst;
}

/* The policy's decision on the worst of them, and the first of that kind (NULL: only counted). */
static enum decision
decide(const struct run *run, const struct leak **which)
{
	const enum decision *decisions = policy_settings_of(run->task->policy)->leaks;
	enum decision worst = worst_of(run, &run->leaks);

	*which = NULL;
	for (size_t i = 0; i < run->leaks.count && !*which; i++)
		if (decisions[run->leaks.items[i].class] == worst)
			*which = &run->leaks.items[i];
	return worst;
}

void
leak_say(const struct leak *leak, struct buf *out)
{
	buf_visible(out, leak->where, 200);
	if (leak->line > 0)
		buf_printf(out, ", line %u", leak->line);
	buf_printf(out, ": %s %.*s", leak->what, STR_ARG(leak->masked));
}

static struct str
reason_of(struct run *run, const struct leak *leak)
{
	struct buf text;

	if (!leak)
		return STR("what the program left holds what must not leave");
	buf_init(&text, 4096);
	buf_visible(&text, leak->where, 200);
	buf_printf(&text, " holds %s %.*s", leak->what, STR_ARG(leak->masked));
	return run_keep(run, &text);
}

/* Whether a model may mend it. Whether it wrote a sensitive value or a credential by
 * mistake nobody knows: it may have been made to leak. */
static bool
may_be_mended(const struct leak_report *r)
{
	return r->found[LEAK_VALUE] == 0 && r->found[LEAK_CREDENTIAL] == 0;
}

static enum verdict
offer_repair(struct run *run)
{
	struct buf details;

	if (!may_be_mended(&run->leaks))
		return VERDICT_STOP;
	buf_init(&details, 16384);
	for (size_t i = 0; i < run->leaks.count; i++)
		buf_printf(&details, "- %.*s, line %u holds %s: leave it out, or show less of it\n",
		    STR_ARG(run->leaks.items[i].where), run->leaks.items[i].line,
		    run->leaks.items[i].what);
	struct str words = run_keep(run, &details);
	return run_offer_repair(run, FEEDBACK_SCHEMA, words, run->reason);
}

enum verdict
leaks_judge(struct run *run, enum decision at_most)
{
	const struct leak *which;
	enum decision decision = decide(run, &which);

	if (decision > at_most)
		return VERDICT_PASS;
	struct str reason = reason_of(run, which);
	if (decision == DECISION_ESCALATE)
		return run_escalate(run, "%.*s", STR_ARG(reason));
	run_stop(run, RUN_FAILED, EXIT_OUTPUT, "%.*s", STR_ARG(reason));
	return offer_repair(run);
}

/* -- withholding ----------------------------------------------------------------------------- */

static void
withhold_digest(const struct run *run, struct str bytes, char sha256[DIGEST_HEX_BYTES])
{
	struct digest digest;

	digest_keyed(run_leak_key(run), bytes, &digest);
	digest_hex(&digest, sha256);
}

static void
withhold_text(struct str *text)
{
	if (text->n > 0)
		*text = WITHHELD;
}

static void
withhold_stream(const struct run *run, struct box_stream *s)
{
	if (s->sha256[0])
		withhold_digest(run, s->bytes, s->sha256);
	withhold_text(&s->bytes);
}

static bool
withhold_lists(struct run *run, struct box_result *r)
{
	struct arena *a = run->arena;
	const struct box_result *was = &run->execution;

	r->displays = arena_array(a, was->display_count + 1, sizeof(*r->displays));
	r->violations = arena_array(a, was->violation_count + 1, sizeof(*r->violations));
	r->artifacts = arena_array(a, was->artifact_count + 1, sizeof(*r->artifacts));
	if (!r->displays || !r->violations || !r->artifacts)
		return false;
	for (size_t i = 0; i < was->display_count; i++) {
		r->displays[i] = was->displays[i];
		withhold_digest(run, was->displays[i].bytes, r->displays[i].sha256);
	}
	for (size_t i = 0; i < was->violation_count; i++) {
		r->violations[i] = was->violations[i];
		withhold_text(&r->violations[i].detail);
		withhold_text(&r->violations[i].address);
	}
	for (size_t i = 0; i < was->artifact_count; i++) {
		char *name = arena_printf(a, "file-%zu", i + 1);
		r->artifacts[i] = was->artifacts[i];
		if (!name)
			return false;
		if (run->leaks_in_names)
			r->artifacts[i].name = str_from(name);
	}
	return true;
}

/* Of what is refused nothing is stored. What people may release is: its files are found by their
 * digests then. */
static bool
withhold(struct run *run, bool refused)
{
	struct box_result *r = arena_alloc(run->arena, sizeof(*r));

	if (!r)
		return false;
	*r = run->execution;
	if (!withhold_lists(run, r))
		return false;
	withhold_stream(run, &r->out);
	withhold_stream(run, &r->err);
	withhold_stream(run, &r->result);
	withhold_text(&r->value);
	withhold_text(&r->detail);
	if (r->error.name.n > 0)
		r->error.name = str_from(exception_name(r->error.name));
	withhold_text(&r->error.value);
	r->error.traceback = STR("");
	r->rejected_count = 0;
	r->artifact_count = refused ? 0 : r->artifact_count;
	run->shown = r;
	run->withheld = true;
	return true;
}

bool
leaks_look(struct run *run, struct err *err)
{
	struct search s = {.run = run, .out = &run->leaks};

	run->leaks = (struct leak_report){.count = 0};
	run->withheld = run->leaks_in_names = false;
	run->shown = &run->execution;
	s.scanner = scanner_of(run, err);
	bool good = s.scanner && search_all(&s, err);
	for (size_t i = 0; good && i < run->leaks.count; i++)
		run->leaks_in_names |= str_is(run->leaks.items[i].where, "the name of a file");
	enum decision decision = good ? worst_of(run, &run->leaks) : DECISION_DENY;
	bool refused = decision == DECISION_DENY || run->execution.outcome != BOX_OK;
	if (decision != DECISION_ALLOW && !withhold(run, refused))
		return err_memory(err);
	return good;
}

bool
leaks_in_words(struct run *run, struct str words)
{
	struct leak_report found = {.count = 0};
	struct search s = {.run = run, .out = &found};
	struct err err;

	s.scanner = scanner_of(run, &err);
	return !s.scanner || !search_text(&s, STR("the words"), words, &err) ||
	       worst_of(run, &found) != DECISION_ALLOW;
}

void
leaks_release(struct run *run)
{
	run->shown = &run->execution;
	run->withheld = false;
}
