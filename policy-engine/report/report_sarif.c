/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0. Nothing in it depends on the clock or on the folder, so that equal files give equal
 * bytes. */
#include "report.h"
#include "waiver.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>

#define BASE_ID "%SRCROOT%"
#define FINGERPRINT "sluice/ruleAndLine/v1"

struct target { /* a file as the report names it */
	struct str uri;
	size_t artifact; /* its place in `artifacts`: the same file twice is one artifact */
	bool relative;   /* to the folder of the call; standard input is in none */
	bool first;
};

struct sarif {
	struct json_writer w;
	struct arena *arena;
	const struct policy *policy;
	const struct report_kind *kind;
	const struct check_result *results;
	size_t count;
	struct target *targets;       /* one a result */
	const struct finding **rules; /* the first finding of each rule, sorted by the rule's id */
	size_t rule_count;
	struct digest *marks; /* of one file's findings: what rule, on what line */
	bool suppresses;      /* something is waived: then each result says whether it is */
};

/* The subject of each family of built-in rules. */
static const struct family {
	const char *prefix, *about;
} FAMILIES[] = {
    {"argument.", "values that carry authority are not passed to other code"},
    {"attribute.", "an allow-list decides which attributes may be read and written"},
    {"builtin.", "an allow-list decides which builtin functions may be used"},
    {"call.", "the policy lists calls that it refuses or leaves to a person"},
    {"capability.", "the policy decides on each capability, such as files or the network"},
    {"definition.", "classes define no method that Python calls implicitly"},
    {"files.", "the policy decides which files may be read and written"},
    {"import.", "an allow-list decides which modules and names may be imported"},
    {"name.", "names between double underscores belong to the interpreter"},
    {"reflection.", "the program text shows what the program reads and creates"},
    {"source.", "the text is plain UTF-8 that looks the same to every reader"},
    {"syntax.", "the text is Python 3.11 with one possible reading"},
    {"text.", "no string names an internal of the interpreter"},
};

/* A path as a URI reference: the bytes outside RFC 3986's unreserved set and '/' in percents. */
static bool
uri_of(struct arena *a, const char *path, struct target *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~/";
	struct str s = str_from(path);
	struct buf b;
	bool kept;

	while (str_starts(s, STR("./")) && s.n > 2 && s.p[2] != '/' && !str_is(s, "./-"))
		s = str_slice(s, 2, s.n);
	out->relative = !str_starts(s, STR("/")) && !str_is(s, "-");
	buf_init(&b, s.n * 3 + sizeof("file://"));
	if (str_starts(s, STR("/")))
		buf_text(&b, "file://");
	for (size_t i = 0; i < s.n; i++)
		if (memchr(plain, s.p[i], sizeof(plain) - 1) != NULL)
			buf_char(&b, s.p[i]);
		else
			buf_printf(&b, "%%%02X", (unsigned char)s.p[i]);
	kept = !b.failed && arena_copy(a, buf_view(&b), &out->uri);
	buf_release(&b);
	return kept;
}

/* Schema and specification want artifacts to be unique. */
static bool
name_targets(struct sarif *s)
{
	size_t artifacts = 0;

	s->targets = arena_array(s->arena, s->count, sizeof(*s->targets));
	for (size_t i = 0; s->targets != NULL && i < s->count; i++) {
		struct target *t = &s->targets[i], *same = s->targets;

		if (!uri_of(s->arena, s->results[i].path, t))
			return false;
		while (same < t && !str_eq(same->uri, t->uri))
			same++;
		t->first = same == t;
		t->artifact = t->first ? artifacts++ : same->artifact;
	}
	return s->targets != NULL;
}

static int
by_rule(const void *a, const void *b)
{
	const struct finding *const *left = a, *const *right = b;

	return str_compare((*left)->rule, (*right)->rule);
}

/* The rule's place among those that are listed; their number where it is not. */
static size_t
rule_place(const struct sarif *s, struct str id)
{
	size_t at = 0;

	while (at < s->rule_count && !str_eq(s->rules[at]->rule, id))
		at++;
	return at;
}

static bool
list_rules(struct sarif *s)
{
	size_t findings = 0;

	for (size_t i = 0; i < s->count; i++)
		findings += s->results[i].verdict.count;
	s->rules = arena_array(s->arena, findings + 1, sizeof(const struct finding *));
	s->marks = arena_array(s->arena, findings + 1, sizeof(*s->marks));
	if (s->rules == NULL || s->marks == NULL)
		return false;
	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < s->results[i].verdict.count; k++) {
			const struct finding *f = &s->results[i].verdict.findings[k];

			if (rule_place(s, f->rule) == s->rule_count)
				s->rules[s->rule_count++] = f;
			s->suppresses = s->suppresses || f->waived;
		}
	qsort(s->rules, s->rule_count, sizeof(const struct finding *), by_rule);
	return true;
}

/* A message object. In SARIF's messages braces are placeholders unless they are doubled. */
static void
put_message(struct sarif *s, const char *name, struct str text)
{
	struct buf b;

	buf_init(&b, text.n * 2 + 1);
	for (size_t i = 0; i < text.n; i++)
		buf_repeat(&b, text.p[i], text.p[i] == '{' || text.p[i] == '}' ? 2 : 1);
	json_open_object(&s->w, name);
	json_put_str(&s->w, "text", buf_view(&b));
	json_end_object(&s->w);
	s->w.out->failed = s->w.out->failed || b.failed;
	buf_release(&b);
}

static void
put_rule(struct sarif *s, const struct finding *f)
{
	struct str about = f->message, help = f->remedy;

	if (s->kind != NULL)
		s->kind->describe(f->rule, &about, &help);
	for (size_t i = 0; i < ARRAY_LENGTH(FAMILIES) && s->kind == NULL; i++)
		if (str_starts(f->rule, str_from(FAMILIES[i].prefix))) {
			about = str_from(FAMILIES[i].about);
			help = STR("");
		}
	json_object(&s->w);
	json_put_str(&s->w, "id", f->rule);
	put_message(s, "shortDescription", about);
	put_message(s, "help",
	    help.n > 0 ? help : STR("`sluice policy show NAME` lists what a policy allows"));
	json_end_object(&s->w);
}

static void
put_policy(struct sarif *s)
{
	struct json_writer *w = &s->w;

	json_open_object(w, "properties");
	json_put_str(w, "policy", policy_id(s->policy));
	json_put_number(w, "revision", policy_revision(s->policy));
	json_put_text(w, "sha256", policy_digest(s->policy));
	json_end_object(w);
}

static void
put_tool(struct sarif *s)
{
	struct json_writer *w = &s->w;

	json_open_object(w, "tool");
	json_open_object(w, "driver");
	json_put_text(w, "name", "sluice");
	json_put_text(w, "version", SLUICE_VERSION);
	json_put_text(w, "semanticVersion", SLUICE_VERSION);
	json_open_array(w, "rules");
	for (size_t i = 0; i < s->rule_count; i++)
		put_rule(s, s->rules[i]);
	json_end_array(w);
	if (s->policy != NULL)
		put_policy(s);
	json_end_object(w);
	json_end_object(w);
}

/* A report exists only where every file was checked; its exit code is that of `sluice check`. */
static void
put_invocation(struct sarif *s)
{
	struct json_writer *w = &s->w;
	bool clean = true;

	for (size_t i = 0; i < s->count; i++)
		clean = clean && s->results[i].verdict.decision == DECISION_ALLOW;
	json_open_array(w, "invocations");
	json_object(w);
	json_put_bool(w, "executionSuccessful", true);
	json_put_number(w, "exitCode", clean ? 0 : 1);
	json_end_object(w);
	json_end_array(w);
	json_put_text(w, "columnKind", "utf16CodeUnits");
	json_open_object(w, "originalUriBaseIds");
	json_open_object(w, BASE_ID);
	put_message(s, "description", STR("the folder in which sluice was started"));
	json_end_object(w);
	json_end_object(w);
}

static void
put_location(struct sarif *s, const char *name, const struct target *t, bool indexed)
{
	json_open_object(&s->w, name);
	json_put_str(&s->w, "uri", t->uri);
	if (t->relative)
		json_put_text(&s->w, "uriBaseId", BASE_ID);
	if (indexed)
		json_put_number(&s->w, "index", (int64_t)t->artifact);
	json_end_object(&s->w);
}

static void
put_artifact(struct sarif *s, size_t i)
{
	struct json_writer *w = &s->w;

	json_object(w);
	put_location(s, "location", &s->targets[i], false);
	json_put_number(w, "length", (int64_t)s->results[i].source.n);
	json_open_array(w, "roles");
	json_text(w, "analysisTarget");
	if (strcmp(s->results[i].path, "-") == 0)
		json_text(w, "standardStream");
	json_end_array(w);
	json_put_text(w, "sourceLanguage", s->kind == NULL ? "python" : s->kind->language);
	json_open_object(w, "hashes");
	json_put_text(w, "sha-256", s->results[i].verdict.code_sha256);
	json_end_object(w);
	json_end_object(w);
}

/* The column in UTF-16 code units of a byte offset, from 1. */
static int64_t
utf16_column(struct str source, size_t at)
{
	size_t i = report_line_start(source, at);
	int64_t column = 1;

	while (i < at)
		column += utf8_next(source, &i) > 0xffff ? 2 : 1;
	return column;
}

static void
put_place(struct sarif *s, size_t i, const struct finding *f)
{
	struct json_writer *w = &s->w;
	struct str source = s->results[i].source;

	json_open_array(w, "locations");
	json_object(w);
	json_open_object(w, "physicalLocation");
	put_location(s, "artifactLocation", &s->targets[i], true);
	json_open_object(w, "region");
	json_put_number(w, "startLine", f->line);
	json_put_number(w, "startColumn", utf16_column(source, f->at));
	json_put_number(w, "endLine", f->end_line);
	json_put_number(w, "endColumn", utf16_column(source, f->end));
	json_open_object(w, "snippet");
	json_put_str(w, "text", f->snippet);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
	json_end_array(w);
}

/* Which finding it is, wherever the line moves: its mark, and the how manieth of equals. */
static void
put_fingerprint(struct sarif *s, size_t k)
{
	char hex[DIGEST_HEX_BYTES], text[DIGEST_HEX_BYTES + 24];
	size_t nth = report_nth(s->marks, k);

	digest_hex(&s->marks[k], hex);
	(void)snprintf(text, sizeof(text), "%s:%zu", hex, nth);
	json_open_object(&s->w, "partialFingerprints");
	json_put_text(&s->w, FINGERPRINT, text);
	json_end_object(&s->w);
}

static void
put_justification(struct sarif *s, const struct waiver *waiver)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct buf text;

	clock_stamp_of(waiver->until_us, stamp);
	buf_init(&text, 1 << 16);
	buf_str(&text, waiver->reason);
	buf_printf(&text, " (waiver %.*s, owner %.*s, approver %.*s, expires %s",
	    STR_ARG(waiver->id), STR_ARG(waiver->owner), STR_ARG(waiver->approver), stamp);
	if (waiver->ticket.n > 0)
		buf_printf(&text, ", ticket %.*s", STR_ARG(waiver->ticket));
	buf_char(&text, ')');
	json_put_str(&s->w, "justification", buf_view(&text));
	s->w.out->failed = s->w.out->failed || text.failed;
	buf_release(&text);
}

/* The specification wants this member in all results of a run, or in none. */
static void
put_suppressions(struct sarif *s, const struct finding *f)
{
	struct json_writer *w = &s->w;

	json_open_array(w, "suppressions");
	if (f->waived) {
		json_object(w);
		json_put_text(w, "kind", "external");
		json_put_text(w, "status", "accepted");
		put_justification(s, f->waiver);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_result(struct sarif *s, size_t i, size_t k)
{
	struct json_writer *w = &s->w;
	const struct finding *f = &s->results[i].verdict.findings[k];
	struct finding active = *f; /* a suppressed result keeps its level */

	active.waived = false;
	json_object(w);
	json_put_str(w, "ruleId", f->rule);
	json_put_number(w, "ruleIndex", (int64_t)rule_place(s, f->rule));
	json_put_text(w, "level", report_level(&active));
	put_message(s, "message", f->message);
	put_place(s, i, f);
	put_fingerprint(s, k);
	if (s->suppresses)
		put_suppressions(s, f);
	json_open_object(w, "properties");
	if (s->policy != NULL)
		json_put_text(w, "decision", decision_name(f->decision));
	json_put_text(w, "severity", severity_name(f->severity));
	json_put_str(w, "remedy", f->remedy);
	if (f->shadow) {
		json_put_bool(w, "shadow", true);
		json_put_str(w, "policy", f->trial->policy);
		json_put_text(w, "policy_sha256", f->trial->sha256);
	}
	if (f->waiver != NULL)
		json_put_str(w, f->waived ? "waiver" : "expired_waiver", f->waiver->id);
	json_end_object(w);
	json_end_object(w);
}

static bool
put_run(struct sarif *s)
{
	struct json_writer *w = &s->w;

	json_object(w);
	put_tool(s);
	put_invocation(s);
	json_open_array(w, "artifacts");
	for (size_t i = 0; i < s->count; i++)
		if (s->targets[i].first)
			put_artifact(s, i);
	json_end_array(w);
	json_open_array(w, "results");
	for (size_t i = 0; i < s->count; i++) {
		if (!report_marks(&s->results[i], s->marks))
			return false;
		for (size_t k = 0; k < s->results[i].verdict.count; k++)
			put_result(s, i, k);
	}
	json_end_array(w);
	json_end_object(w);
	return true;
}

void
report_sarif(const struct policy *p, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out)
{
	struct sarif s = {.arena = arena_new(REPORT_ARENA_BYTES_MAX),
	    .policy = p,
	    .kind = kind,
	    .results = results,
	    .count = count};

	json_writer_init(&s.w, out, true);
	json_object(&s.w);
	json_put_text(&s.w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	json_put_text(&s.w, "version", "2.1.0");
	json_open_array(&s.w, "runs");
	if (s.arena == NULL || !name_targets(&s) || !list_rules(&s) || !put_run(&s)) {
		out->failed = true;
		arena_free(s.arena);
		return;
	}
	json_end_array(&s.w);
	json_end_object(&s.w);
	buf_char(out, '\n');
	arena_free(s.arena);
}
