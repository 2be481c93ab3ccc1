/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0. Nothing in it depends on the clock or on the folder, so that equal files give equal
 * bytes. */
#include "report.h"
#include "waiver.h"

#include "clock.h"

#include <stdlib.h>

#define SARIF_ARENA_BYTES_MAX ((size_t)256 << 20)
#define BASE_ID "%SRCROOT%"

struct target { /* a file as the report names it */
	struct str uri;
	size_t artifact; /* its place in `artifacts`: the same file twice is one artifact */
	bool relative;   /* to the folder of the call; standard input is in none */
	bool first;
};

struct sarif {
	struct json_writer w;
	struct arena *arena;
	const struct report *of;
	struct target *targets;       /* one a result */
	const struct finding **rules; /* the first finding of each rule, sorted by the rule's id */
	size_t rule_count;
	struct digest *marks; /* of one file's findings: what rule, on what line */
	bool clean;           /* all files are allowed */
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
	return buf_keep(&b, a, &out->uri);
}

/* Schema and specification want artifacts to be unique. */
static bool
name_targets(struct sarif *s)
{
	size_t artifacts = 0;

	s->targets = arena_array(s->arena, s->of->count, sizeof(*s->targets));
	for (size_t i = 0; s->targets != NULL && i < s->of->count; i++) {
		struct target *t = &s->targets[i], *same = s->targets;

		if (!uri_of(s->arena, s->of->results[i].path, t))
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

/* Lists the rules, and sees what is said of all files. */
static bool
list_rules(struct sarif *s)
{
	const struct finding *f;
	size_t findings = 0;

	for (size_t i = 0; i < s->of->count; i++)
		findings +=
		    s->of->results[i].verdict.count + s->of->results[i].verdict.obligation_count;
	s->rules = arena_array(s->arena, findings + 1, sizeof(const struct finding *));
	s->marks = arena_array(s->arena, findings + 1, sizeof(*s->marks));
	if (s->rules == NULL || s->marks == NULL)
		return false;
	s->clean = true;
	for (size_t i = 0; i < s->of->count; i++) {
		const struct policy_verdict *v = &s->of->results[i].verdict;

		s->clean = s->clean && v->decision == DECISION_ALLOW;
		for (size_t k = 0; (f = report_finding(v, k)) != NULL; k++) {
			if (rule_place(s, f->rule) == s->rule_count)
				s->rules[s->rule_count++] = f;
			s->suppresses = s->suppresses || f->waived;
		}
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
	json_name(&s->w, name);
	json_format(&s->w, "{text: %.*s}", STR_ARG(buf_view(&b)));
	s->w.out->failed = s->w.out->failed || b.failed;
	buf_release(&b);
}

static void
put_rule(struct sarif *s, const struct finding *f)
{
	struct str about = f->message, help = f->remedy;

	if (s->of->kind != NULL)
		s->of->kind->describe(f->rule, &about, &help);
	for (size_t i = 0; i < ARRAY_LENGTH(FAMILIES) && s->of->kind == NULL; i++)
		if (str_starts(f->rule, str_from(FAMILIES[i].prefix))) {
			about = str_from(FAMILIES[i].about);
			help = STR("");
		}
	json_format(&s->w, "{id: %.*s", STR_ARG(f->rule));
	put_message(s, "shortDescription", about);
	put_message(s, "help",
	    help.n > 0 ? help : STR("`sluice policy show NAME` lists what a policy allows"));
	json_end_object(&s->w);
}

static void
put_tool(struct sarif *s)
{
	const struct policy *p = s->of->policy;

	json_format(&s->w,
	    "tool: {driver: {name: sluice, version: %s, semanticVersion: %s, rules: [",
	    SLUICE_VERSION, SLUICE_VERSION);
	for (size_t i = 0; i < s->rule_count; i++)
		put_rule(s, s->rules[i]);
	json_end_array(&s->w);
	if (p != NULL)
		json_format(&s->w, "properties: {policy: %.*s, revision: %ld, sha256: %s}",
		    STR_ARG(policy_id(p)), policy_revision(p), policy_digest(p));
	json_format(&s->w, "}}");
}

/* A report exists only where every file was checked; its exit code is that of `sluice check`. */
static void
put_invocation(struct sarif *s)
{
	json_format(&s->w,
	    "invocations: [{executionSuccessful: true, exitCode: %u}], columnKind: utf16CodeUnits, "
	    "originalUriBaseIds: {",
	    s->clean ? 0u : 1u);
	json_open_object(&s->w, BASE_ID);
	put_message(s, "description", STR("the folder in which sluice was started"));
	json_format(&s->w, "}}");
}

/* An artifactLocation, which its caller may add to. */
static void
put_location(struct sarif *s, const struct target *t)
{
	json_format(&s->w, "{uri: %.*s", STR_ARG(t->uri));
	if (t->relative)
		json_put_text(&s->w, "uriBaseId", BASE_ID);
}

static void
put_artifact(struct sarif *s, size_t i)
{
	const struct check_result *r = &s->of->results[i];

	json_format(&s->w, "{location: ");
	put_location(s, &s->targets[i]);
	json_format(&s->w, "}, length: %zu, roles: [analysisTarget", r->source.n);
	if (strcmp(r->path, "-") == 0)
		json_text(&s->w, "standardStream");
	json_format(&s->w, "], sourceLanguage: %s, hashes: {sha-256: %s}}",
	    s->of->kind == NULL ? "python" : s->of->kind->language, r->verdict.code_sha256);
}

static size_t
line_start(struct str source, size_t at)
{
	while (at > 0 && source.p[at - 1] != '\n')
		at--;
	return at;
}

/* The column in UTF-16 code units of a byte offset, from 1. */
static unsigned
utf16_column(struct str source, size_t at)
{
	size_t i = line_start(source, at);
	unsigned column = 1;

	while (i < at)
		column += utf8_next(source, &i) > 0xffff ? 2 : 1;
	return column;
}

static void
put_place(struct sarif *s, size_t i, const struct finding *f)
{
	struct str source = s->of->results[i].source;

	json_format(&s->w, "locations: [{physicalLocation: {artifactLocation: ");
	put_location(s, &s->targets[i]);
	json_format(&s->w,
	    "index: %zu}, region: {startLine: %u, startColumn: %u, endLine: %u, endColumn: %u, "
	    "snippet: {text: %.*s}}}}]",
	    s->targets[i].artifact, f->line, utf16_column(source, f->at), f->end_line,
	    utf16_column(source, f->end), STR_ARG(f->snippet));
}

/* Which finding it is, wherever its line moves: its rule, and the line's text without the blanks at its
 * ends; of equal ones, the how manieth. */
static void
put_fingerprint(struct sarif *s, struct str source, const struct finding *f, size_t k)
{
	size_t start = line_start(source, f->at), end = str_find(source, STR("\n"), start), nth = 1;
	struct str line = str_trim(str_slice(source, start, end == SIZE_MAX ? source.n : end));
	char hex[DIGEST_HEX_BYTES];
	struct buf text;

	digest_of_parts(
	    (const struct str[]){f->rule, {"", 1}, line}, 3, &s->marks[k]); /* a NUL between them */
	digest_hex(&s->marks[k], hex);
	for (size_t i = 0; i < k; i++)
		nth += digest_eq(&s->marks[i], &s->marks[k]);
	buf_init(&text, sizeof(hex) + 24);
	buf_printf(&text, "%s:%zu", hex, nth);
	json_format(
	    &s->w, "partialFingerprints: {sluice/ruleAndLine/v1: %.*s}", STR_ARG(buf_view(&text)));
	buf_release(&text);
}

/* The specification wants this member in all results of a run, or in none. */
static void
put_suppressions(struct sarif *s, const struct finding *f)
{
	const struct waiver *waiver = f->waiver;
	char stamp[CLOCK_STAMP_BYTES];
	struct buf text;

	json_open_array(&s->w, "suppressions");
	if (f->waived) {
		clock_stamp_of(waiver->until_us, stamp);
		buf_init(&text, 1 << 16);
		buf_str(&text, waiver->reason);
		buf_printf(&text, " (waiver %.*s, owner %.*s, approver %.*s, expires %s",
		    STR_ARG(waiver->id), STR_ARG(waiver->owner), STR_ARG(waiver->approver), stamp);
		if (waiver->ticket.n > 0)
			buf_printf(&text, ", ticket %.*s", STR_ARG(waiver->ticket));
		buf_char(&text, ')');
		json_format(&s->w, "{kind: external, status: accepted, justification: %.*s}",
		    STR_ARG(buf_view(&text)));
		s->w.out->failed = s->w.out->failed || text.failed;
		buf_release(&text);
	}
	json_end_array(&s->w);
}

static void
put_result(struct sarif *s, size_t i, const struct finding *f, size_t k)
{
	struct finding active = *f; /* a suppressed result keeps its level */

	active.waived = false;
	json_format(&s->w, "{ruleId: %.*s, ruleIndex: %zu, level: %s", STR_ARG(f->rule),
	    rule_place(s, f->rule), report_level(&active));
	put_message(s, "message", f->message);
	put_place(s, i, f);
	put_fingerprint(s, s->of->results[i].source, f, k);
	if (s->suppresses)
		put_suppressions(s, f);
	json_open_object(&s->w, "properties");
	if (s->of->policy != NULL)
		json_put_text(&s->w, "decision", decision_name(f->decision));
	json_format(
	    &s->w, "severity: %s, remedy: %.*s", severity_name(f->severity), STR_ARG(f->remedy));
	if (f->shadow)
		json_format(&s->w, "shadow: true, policy: %.*s, policy_sha256: %s",
		    STR_ARG(f->trial->policy), f->trial->sha256);
	if (f->waiver != NULL)
		json_put_str(&s->w, f->waived ? "waiver" : "expired_waiver", f->waiver->id);
	json_format(&s->w, "}}");
}

static void
put_run(struct sarif *s)
{
	const struct finding *f;

	json_format(&s->w, "{$schema: %s, version: %s, runs: [{",
	    "https://json.schemastore.org/sarif-2.1.0.json", "2.1.0");
	put_tool(s);
	put_invocation(s);
	json_open_array(&s->w, "artifacts");
	for (size_t i = 0; i < s->of->count; i++)
		if (s->targets[i].first)
			put_artifact(s, i);
	json_format(&s->w, "], results: [");
	for (size_t i = 0; i < s->of->count; i++)
		for (size_t k = 0; (f = report_finding(&s->of->results[i].verdict, k)) != NULL; k++)
			put_result(s, i, f, k);
	json_format(&s->w, "]}]}");
	buf_char(s->w.out, '\n');
}

void
report_sarif(const struct report *r, struct buf *out)
{
	struct sarif s = {.arena = arena_new(SARIF_ARENA_BYTES_MAX), .of = r};

	json_writer_init(&s.w, out, true);
	if (s.arena != NULL && name_targets(&s) && list_rules(&s))
		put_run(&s);
	else
		out->failed = true;
	arena_free(s.arena);
}
