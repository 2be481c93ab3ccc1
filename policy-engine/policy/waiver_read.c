/* SPDX-License-Identifier: MIT */
/* Waivers from their file, strictly: who lets something pass says all of it, in a form that can be
 * looked up. */
#include "waiver.h"

#include "clock.h"
#include "file.h"
#include "model.h"
#include "validator.h"
#include "yaml.h"

#include <inttypes.h>
#include <stdio.h>

#define DAY_US (INT64_C(86400) * 1000000)

extern const char embedded_waivers_schema[];
extern const size_t embedded_waivers_schema_bytes;

struct str
waivers_schema(void)
{
	return (struct str){embedded_waivers_schema, embedded_waivers_schema_bytes};
}

struct reader {
	struct arena *arena;
	const struct json_doc *doc;
	struct waivers *out;
	struct err_list *errs;
};

static bool
is_valid(struct arena *a, const struct json_doc *doc, struct err_list *errs)
{
	struct schema *schema;

	return schema_of_text(a, waivers_schema(), "waivers.schema.json", &schema, errs) &&
	       schema_fits(schema, a, doc, errs);
}

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
	return path_fault(glob, WAIVER_PATH_BYTES_MAX) == NULL && glob.p[0] != '/' &&
	       glob.p[0] != '~' && utf8_invalid_at(glob) == glob.n &&
	       memchr(glob.p, '[', glob.n) == NULL && memchr(glob.p, '{', glob.n) == NULL;
}

static void
read_waiver(struct reader *r, const struct json_node *n)
{
	const struct json_doc *d = r->doc;
	const struct json_node *scope = json_get(d, n, "scope"), *path = json_get(d, scope, "path");
	struct waiver *w =
	    arena_push(r->arena, &r->out->items, &r->out->count, &r->out->capacity, sizeof(*w));

	if (w == NULL) {
		err_list_memory(r->errs);
		return;
	}
	w->id = json_get_text(d, n, "id", STR(""));
	w->rule = json_get_text(d, n, "rule", STR(""));
	w->code = json_get_text(d, scope, "code", STR(""));
	w->fingerprint = json_get_text(d, scope, "fingerprint", STR(""));
	w->path = json_get_text(d, scope, "path", STR(""));
	w->reason = json_get_text(d, n, "reason", STR(""));
	w->ticket = json_get_text(d, n, "ticket", STR(""));
	w->owner = json_get_text(d, n, "owner", STR(""));
	w->approver = json_get_text(d, n, "approver", STR(""));
	w->file = d->file;
	text_place(d->source, n->at, &w->line, &w->column);
	read_time(r, json_get(d, n, "created"), &w->from_us);
	read_time(r, json_get(d, n, "expires"), &w->until_us);
	if (w->until_us != 0 && w->until_us <= w->from_us)
		json_complain(r->doc, json_get(d, n, "expires"), r->errs,
		    "a waiver is valid from 'created' to 'expires'",
		    "waiver '%.*s' expires before it begins", STR_ARG(w->id));
	if (waiver_same_person(w->owner, w->approver))
		json_complain(r->doc, json_get(d, n, "approver"), r->errs,
		    "the owner of a finding cannot approve its waiver",
		    "the owner of waiver '%.*s' also approves it", STR_ARG(w->id));
	if (path != NULL && !is_plain_glob(path->text))
		json_complain(r->doc, path, r->errs,
		    "write a path below the current folder; '*', '?' and '**' are wildcards",
		    "'%.*s' is not a plain path", STR_ARG(path->text));
}

bool
waivers_read(
    struct arena *a, struct str text, const char *file, struct waivers *out, struct err_list *errs)
{
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct reader r = {.arena = a, .doc = doc, .out = out, .errs = errs};
	size_t before = errs->count + errs->more;

	if (doc == NULL)
		return err_list_memory(errs);
	if (!yaml_parse(a, text, file, doc, errs) || !is_valid(a, doc, errs))
		return false;
	JSON_EACH(n, doc, json_get(doc, json_root(doc), "waivers"))
		read_waiver(&r, n);
	return errs->count + errs->more == before;
}

bool
waivers_open(struct arena *a, const struct policy *p, const char *path, struct waivers *out,
    struct err_list *errs)
{
	struct err err = {0};
	struct str text;

	if (!file_read(a, path, YAML_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	return waivers_read(a, text, path, out, errs) &&
	       waivers_judge(a, p, out, policy_waivers(p), errs);
}

/* -- against a policy ------------------------------------------------------------------------ */

/* A mistake at the waiver's place; `help` may be NULL. False. */
static bool __attribute__((format(printf, 4, 5)))
wrong(const struct waiver *w, struct err_list *errs, const char *help, const char *format, ...)
{
	struct err err = {.code = ERR_INPUT};
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(err.message, sizeof(err.message), format, ap);
	va_end(ap);
	err_place(&err, w->file, w->line, w->column, 1);
	if (help != NULL)
		err_help(&err, "%s", help);
	return err_list_add(errs, &err);
}

/* One that could never let anything pass is a mistake of whoever wrote it. */
static bool
judge_rule(struct arena *a, const struct policy *p, const struct waiver *w, struct err_list *errs)
{
	struct str meant;

	if (!policy_has_rule(p, w->rule)) {
		meant = policy_closest_rule(a, p, w->rule);
		return wrong(w, errs,
		    meant.n == 0 ? NULL : arena_printf(a, "did you mean '%.*s'?", STR_ARG(meant)),
		    "waiver '%.*s': neither policy '%.*s' nor the gate has a rule '%.*s'",
		    STR_ARG(w->id), STR_ARG(p->id), STR_ARG(w->rule));
	}
	if (rule_is_never_waived(w->rule))
		return wrong(w, errs,
		    "the gate refuses text with more than one possible reading, whatever a waiver says",
		    "waiver '%.*s': '%.*s' can't be waived", STR_ARG(w->id), STR_ARG(w->rule));
	return policy_may_waive(p, w->rule) ||
	       wrong(w, errs, "a denying rule can be waived if it has 'waivable: true'",
		   "waiver '%.*s': policy '%.*s' does not let '%.*s' be waived", STR_ARG(w->id),
		   STR_ARG(p->id), STR_ARG(w->rule));
}

static bool
has_id(const struct waivers *w, size_t count, struct str id)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(w->items[i].id, id))
			return true;
	return false;
}

bool
waivers_judge(struct arena *a, const struct policy *p, const struct waivers *w,
    const struct waivers *beside, struct err_list *errs)
{
	bool whole = true;

	for (size_t i = 0; i < w->count; i++) {
		const struct waiver *one = &w->items[i];

		whole = judge_rule(a, p, one, errs) && whole;
		if (one->until_us - one->from_us > p->waiver_days * DAY_US)
			whole = wrong(one, errs,
			    "the policy limits how long a waiver lasts: 'waivers: {max_days: ..}'",
			    "waiver '%.*s' lasts longer than %" PRId64 " days", STR_ARG(one->id),
			    p->waiver_days);
		if (has_id(w, i, one->id) ||
		    (beside != NULL && has_id(beside, beside->count, one->id)))
			whole = wrong(one, errs,
			    "records refer to a waiver by its id, so ids must differ",
			    "two waivers have the id '%.*s'", STR_ARG(one->id));
	}
	return whole;
}

/* -- of a policy ----------------------------------------------------------------------------- */

const struct waivers *
policy_waivers(const struct policy *p)
{
	return &p->waivers;
}
