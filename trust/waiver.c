/* SPDX-License-Identifier: MIT */
/* waiver.c: entries as they stand in a file and as they are signed, strictly: who lets something pass
 * says all of it, in a form that can be looked up. */
#include "waiver.h"

#include "clock.h"
#include "record.h"
#include "validator.h"
#include "yaml.h"

#define DAY_US (INT64_C(86400) * 1000000)

extern const char embedded_waivers_schema[];
extern const size_t embedded_waivers_schema_bytes;

struct str
waivers_schema(void)
{
	return (struct str){embedded_waivers_schema, embedded_waivers_schema_bytes};
}

/* -- people ---------------------------------------------------------------------------------- */

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The next letter of a name that tells people apart, or 0. */
static char
letter(struct str name, size_t *at)
{
	while (*at < name.n && memchr(" ._-", name.p[*at], 4) != NULL)
		++*at;
	return *at == name.n || name.p[*at] == '@' ? '\0' : lower(name.p[(*at)++]);
}

bool
waiver_same_person(struct str a, struct str b)
{
	struct str login = STR("login:");
	size_t i = 0, k = 0;
	char one;

	a = str_starts(a, login) ? str_slice(a, login.n, a.n) : a;
	b = str_starts(b, login) ? str_slice(b, login.n, b.n) : b;
	do {
		one = letter(a, &i);
		if (one != letter(b, &k))
			return false;
	} while (one != '\0');
	return true;
}

/* -- reading --------------------------------------------------------------------------------- */

struct reader {
	struct arena *arena;
	const struct json_doc *doc;
	struct waivers *out;
	struct err_list *errs;
};

static void
read_time(struct reader *r, const struct json_node *n, int64_t *out)
{
	if (!clock_read(n->text.p, n->text.n, out))
		json_complain(r->doc, n, r->errs,
		    "write a date like 2026-12-31, or 2026-12-31T12:00:00Z",
		    "'%.*s' is not a date or time", STR_ARG(n->text));
}

static bool
is_plain_glob(struct str glob)
{
	struct str rest = glob, step;

	for (size_t i = 0; i < glob.n; i++)
		if ((unsigned char)glob.p[i] < ' ' || strchr("\\[{\x7f", glob.p[i]) != NULL)
			return false;
	while (str_cut(&rest, '/', &step))
		if (step.n == 0 || str_is(step, ".") || str_is(step, ".."))
			return false;
	return glob.n > 0 && glob.p[0] != '~' && glob.p[glob.n - 1] != '/';
}

/* What the schema does not tell. */
static void
judge_waiver(struct reader *r, const struct json_node *n, const struct waiver *w)
{
	const struct json_doc *d = r->doc;

	if (w->until_us != 0 && w->until_us <= w->from_us)
		json_complain(d, json_get(d, n, "expires"), r->errs,
		    "a waiver is valid from 'created' to 'expires'",
		    "waiver '%.*s' expires before it begins", STR_ARG(w->id));
	if (waiver_same_person(w->owner, w->approver))
		json_complain(d, json_get(d, n, "approver"), r->errs,
		    "the owner of a finding cannot approve its waiver",
		    "the owner of waiver '%.*s' also approves it", STR_ARG(w->id));
	if (w->path.n > 0 && !is_plain_glob(w->path))
		json_complain(d, json_get(d, json_get(d, n, "scope"), "path"), r->errs,
		    "write a path below the current folder; '*', '?' and '**' are wildcards",
		    "'%.*s' is not a plain path", STR_ARG(w->path));
}

static void
read_waiver(struct reader *r, const struct json_node *n)
{
	const struct json_doc *d = r->doc;
	const struct json_node *scope = json_get(d, n, "scope");
	struct waiver *w =
	    arena_push(r->arena, &r->out->items, &r->out->count, &r->out->capacity, sizeof(*w));

	if (w == NULL) {
		err_list_memory(r->errs);
		return;
	}
	*w = (struct waiver){.id = json_get_text(d, n, "id", STR("")),
	    .rule = json_get_text(d, n, "rule", STR("")),
	    .policy = json_get_text(d, n, "policy", STR("")),
	    .code = json_get_text(d, scope, "code", STR("")),
	    .fingerprint = json_get_text(d, scope, "fingerprint", STR("")),
	    .path = json_get_text(d, scope, "path", STR("")),
	    .reason = json_get_text(d, n, "reason", STR("")),
	    .ticket = json_get_text(d, n, "ticket", STR("")),
	    .owner = json_get_text(d, n, "owner", STR("")),
	    .proposed_by = json_get_text(d, n, "proposed_by", STR("")),
	    .max_uses = json_get_number(d, n, "uses", 0),
	    .evidence = json_get_text(d, n, "evidence", STR("")),
	    .approver = json_get_text(d, n, "approver", STR("")),
	    .file = d->file};
	text_place(d->source, n->at, &w->line, &w->column);
	read_time(r, json_get(d, n, "created"), &w->from_us);
	read_time(r, json_get(d, n, "expires"), &w->until_us);
	judge_waiver(r, n, w);
}

static bool
read_all(struct reader *r)
{
	const struct json_doc *d = r->doc;
	size_t before = r->errs->count + r->errs->more;
	struct schema *schema;

	if (!schema_of_text(r->arena, waivers_schema(), "waivers.schema.json", &schema, r->errs) ||
	    !schema_fits(schema, r->arena, d, r->errs))
		return false;
	for (const struct json_node *n = json_first(d, json_get(d, json_root(d), "waivers"));
	     n != NULL; n = json_next(d, n))
		read_waiver(r, n);
	return r->errs->count + r->errs->more == before;
}

/* Somebody has approved it by name, or people by their signatures: one of the two is said. */
static bool
is_approved(const struct waiver *w, struct err_list *errs)
{
	struct err err;

	if (w->evidence.n > 0 ? w->approver.n == 0 : w->approver.n > 0 && w->proposed_by.n == 0)
		return true;
	err_set(&err, ERR_INPUT, "waiver '%.*s' has %s", STR_ARG(w->id),
	    w->evidence.n > 0   ? "both 'approver' and 'evidence'"
	    : w->approver.n > 0 ? "'proposed_by' without 'evidence'"
				: "neither 'approver' nor 'evidence'");
	err_place(&err, w->file, w->line, w->column, 1);
	err_help(&err, "'evidence' has the signatures of those who proposed and approved it");
	return err_list_add(errs, &err);
}

bool
waivers_read(
    struct arena *a, struct str text, const char *file, struct waivers *out, struct err_list *errs)
{
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct reader r = {.arena = a, .doc = doc, .out = out, .errs = errs};
	size_t first = out->count;
	bool whole = true;

	if (doc == NULL)
		return err_list_memory(errs);
	if (!yaml_parse(a, text, file, doc, errs) || !read_all(&r))
		return false;
	for (size_t i = first; i < out->count; i++)
		whole = is_approved(&out->items[i], errs) && whole;
	return whole;
}

/* -- the signed form ------------------------------------------------------------------------- */

#define W struct waiver
FORM(scope_form, W, MEMBER_OR_MISSING("code", W, code),
    MEMBER_OR_MISSING("fingerprint", W, fingerprint), MEMBER_OR_MISSING("path", W, path));
FORM(waiver_form, W, MEMBER_OR_MISSING("approver", W, approver), MEMBER_TIME("created", W, from_us),
    MEMBER_OR_MISSING("evidence", W, evidence), MEMBER_TIME("expires", W, until_us), MEMBER(W, id),
    MEMBER(W, owner), MEMBER_OR_MISSING("policy", W, policy),
    MEMBER_OR_MISSING("proposed_by", W, proposed_by), MEMBER(W, reason), MEMBER(W, rule),
    {.name = "scope", .kind = FIELD_PART, .form = &scope_form},
    MEMBER_OR_MISSING("ticket", W, ticket), MEMBER_OR_MISSING("uses", W, max_uses));

struct waiver_file {
	const char *api;
	const struct waiver *items;
	size_t count;
};
FORM(file_form, struct waiver_file, MEMBER_AS("apiVersion", struct waiver_file, api),
    MEMBER_LIST("waivers", struct waiver_file, items, count, waiver_form));

/* Also evidence, which the writer escapes. */
#define FILE_BYTES_MAX (4 * WAIVER_EVIDENCE_MAX)

bool
waiver_export(struct arena *a, const struct waiver *w, struct str *out, struct err *err)
{
	const struct waiver_file file = {WAIVERS_API, w, 1};

	struct json_writer writer;
	struct buf text;

	buf_init(&text, FILE_BYTES_MAX);
	json_writer_init(&writer, &text, true);
	record_put_item(&writer, &file_form, &file);
	return buf_keep(&text, a, out) || err_memory(err);
}

static bool
makes_sense(const struct waiver *w, struct err *err)
{
	if (w->fingerprint.n == 0 || w->policy.n == 0 || w->evidence.n > 0 || w->approver.n > 0)
		return err_set(err, ERR_INPUT,
		    "an exception is for a finding by its fingerprint, and says for which policy");
	if (w->proposed_by.n == 0 || waiver_same_person(w->owner, w->proposed_by))
		return err_set(err, ERR_REFUSED,
		    "the owner of an exception can't be the person who proposes it");
	if (utf8_length(w->reason) < EXCEPTION_REASON_MIN)
		return err_set(
		    err, ERR_INPUT, "say why, in at least %d characters", EXCEPTION_REASON_MIN);
	if (w->max_uses < 1 || w->max_uses > EXCEPTION_USES_MAX)
		return err_set(
		    err, ERR_INPUT, "an exception must allow 1 to %d uses", EXCEPTION_USES_MAX);
	return w->until_us - w->from_us <= EXCEPTION_DAYS_MAX * DAY_US ||
	       err_set(
		   err, ERR_REFUSED, "an exception may last %d days at most", EXCEPTION_DAYS_MAX);
}

/* As the only entry of a file, so that one reader and one schema judge it. */
static bool
read_entry(struct arena *a, struct str json, struct waiver *out, struct err *err)
{
	struct str text = str_from(arena_printf(
	    a, "{\"apiVersion\":\"" WAIVERS_API "\",\"waivers\":[%.*s]}", STR_ARG(json)));
	struct err_list errs = {.count = 0};
	struct waivers list = {.count = 0};
	struct json_doc d;
	struct reader r = {.arena = a, .doc = &d, .out = &list, .errs = &errs};
	struct str again;

	if (text.n == 0)
		return err_memory(err);
	if (!json_parse_canonical(a, text, NULL, &JSON_LIMITS, &d, err))
		return false;
	if (!read_all(&r)) {
		*err = errs.items[0];
		return false;
	}
	if (list.count != 1)
		return err_set(err, ERR_INPUT, "it must be one entry");
	*out = list.items[0];
	return record_text(a, &waiver_form, out, RECORD_BYTES_MAX, &again, err) &&
	       (str_eq(again, json) ||
		   err_set(err, ERR_INPUT, "its form is not that of an exception"));
}

bool
exception_read(struct arena *a, struct str json, struct waiver *out, struct err *err)
{
	*out = (struct waiver){.max_uses = 0};
	return (read_entry(a, json, out, err) && makes_sense(out, err)) ||
	       err_wrap(err, "the exception");
}

bool
exception_write(struct arena *a, const struct waiver *w, struct str *out, struct err *err)
{
	struct waiver one = *w;

	one.evidence = one.approver = STR("");
	return makes_sense(&one, err) &&
	       record_text(a, &waiver_form, &one, RECORD_BYTES_MAX, out, err) &&
	       exception_read(a, *out, &one, err);
}
