/* SPDX-License-Identifier: MIT */
/*
 * receipt_form.c: the members of a receipt, once. An object has exactly the members of its form; so
 * nothing can stand in a receipt that no check has looked at.
 */
#include "receipt_parts.h"

#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"

enum form_kind {
	FORM_NONE = 0,
	FORM_TEXT,
	FORM_NUMBER,
	FORM_BOOL,
	FORM_DIGEST,
	FORM_ANY,    /* an object that another reader judges */
	FORM_IF_ANY, /* the same, or the member is not there */
	FORM_OBJECT, /* by `form` */
	FORM_LIST,   /* of `items`; objects by `form` */
};

struct form;
struct form_member {
	const char *name;
	enum form_kind kind;
	bool or_null;
	const struct form *form;
	enum form_kind items;
};
struct form {
	const struct form_member *members;
	size_t count;
};

#define FORM(name, ...)                                                                            \
	static const struct form_member name##_members[] = {__VA_ARGS__};                          \
	static const struct form name = {name##_members, ARRAY_LENGTH(name##_members)}
#define OBJECT(name, form)                                                                         \
	{                                                                                          \
		name, FORM_OBJECT, false, &form, FORM_NONE                                         \
	}
#define OBJECT_OR_NULL(name, form)                                                                 \
	{                                                                                          \
		name, FORM_OBJECT, true, &form, FORM_NONE                                          \
	}
#define LIST(name, form)                                                                           \
	{                                                                                          \
		name, FORM_LIST, false, &form, FORM_OBJECT                                         \
	}
#define LIST_OF(name, items)                                                                       \
	{                                                                                          \
		name, FORM_LIST, false, NULL, items                                                \
	}
#define ONE(name, kind)                                                                            \
	{                                                                                          \
		name, kind, false, NULL, FORM_NONE                                                 \
	}
#define OR_NULL(name, kind)                                                                        \
	{                                                                                          \
		name, kind, true, NULL, FORM_NONE                                                  \
	}

FORM(digest_form, ONE("sha256", FORM_DIGEST));
FORM(subject_form, OBJECT("digest", digest_form), ONE("name", FORM_TEXT));
FORM(run_form, ONE("created_us", FORM_NUMBER), ONE("exit_code", FORM_NUMBER), ONE("id", FORM_TEXT),
    ONE("requester", FORM_TEXT), ONE("revision", FORM_NUMBER), ONE("state", FORM_TEXT),
    ONE("tenant", FORM_TEXT));
FORM(code_form, ONE("bytes", FORM_NUMBER), ONE("sha256", FORM_DIGEST));
FORM(policy_form, ONE("id", FORM_TEXT), ONE("revision", FORM_NUMBER), ONE("sha256", FORM_DIGEST));
FORM(rule_form, ONE("count", FORM_NUMBER), ONE("decision", FORM_TEXT), ONE("rule", FORM_TEXT));
FORM(excepted_form, ONE("exception", FORM_TEXT), ONE("fingerprint", FORM_TEXT),
    ONE("rule", FORM_TEXT));
FORM(findings_form, LIST("excepted", excepted_form), LIST("rules", rule_form),
    ONE("sha256", FORM_DIGEST));
FORM(approval_form, ONE("decided_us", FORM_NUMBER), LIST_OF("delegations", FORM_ANY),
    ONE("id", FORM_TEXT), ONE("rule", FORM_ANY), ONE("state", FORM_TEXT), ONE("subject", FORM_ANY),
    ONE("used_us", FORM_NUMBER), LIST_OF("votes", FORM_ANY));
FORM(guarantee_form, ONE("bound", FORM_NUMBER), ONE("by", FORM_TEXT), ONE("guarantee", FORM_TEXT),
    ONE("state", FORM_TEXT));
FORM(usage_form, ONE("cpu_ms", FORM_NUMBER), ONE("memory_bytes", FORM_NUMBER),
    ONE("processes", FORM_NUMBER), ONE("wall_ms", FORM_NUMBER));
FORM(sandbox_form, OR_NULL("exit_code", FORM_NUMBER), LIST("guarantees", guarantee_form),
    ONE("outcome", FORM_TEXT), ONE("signal", FORM_NUMBER), OBJECT("usage", usage_form),
    ONE("venv_sha256", FORM_TEXT), ONE("violations", FORM_NUMBER));
FORM(output_form, ONE("bytes", FORM_NUMBER), ONE("channel", FORM_TEXT), ONE("framing", FORM_TEXT),
    ONE("sha256", FORM_DIGEST), OR_NULL("validation", FORM_TEXT));
FORM(model_form, ONE("cost_micros", FORM_NUMBER), ONE("model_requests", FORM_NUMBER),
    LIST_OF("prompts", FORM_DIGEST));
FORM(event_form, ONE("body", FORM_TEXT), LIST_OF("path", FORM_DIGEST), ONE("seq", FORM_NUMBER));
FORM(log_form, ONE("checkpoint", FORM_TEXT), LIST("events", event_form), ONE("origin", FORM_TEXT));
FORM(predicate_form, LIST("approvals", approval_form), OBJECT_OR_NULL("code", code_form),
    OBJECT_OR_NULL("findings", findings_form), OBJECT("log", log_form), ONE("made_us", FORM_NUMBER),
    OBJECT_OR_NULL("model", model_form), OBJECT_OR_NULL("output", output_form),
    OR_NULL("plan", FORM_DIGEST), OBJECT_OR_NULL("policy", policy_form),
    OR_NULL("record", FORM_DIGEST), ONE("request", FORM_IF_ANY), OR_NULL("result", FORM_ANY), OBJECT("run", run_form),
    OBJECT_OR_NULL("sandbox", sandbox_form), ONE("solo", FORM_BOOL), OR_NULL("subject", FORM_ANY),
    ONE("task", FORM_DIGEST), ONE("v", FORM_NUMBER), ONE("verdict", FORM_TEXT));
FORM(statement_form, ONE("_type", FORM_TEXT), OBJECT("predicate", predicate_form),
    ONE("predicateType", FORM_TEXT), LIST("subject", subject_form));

static bool
is_hex(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= '0' && s.p[i] <= '9') && !(s.p[i] >= 'a' && s.p[i] <= 'f'))
			return false;
	return s.n == DIGEST_HEX_BYTES - 1;
}

static bool
is_one(const struct json_node *n, enum form_kind kind)
{
	int64_t number;

	switch (kind) {
	case FORM_TEXT:
		return n->kind == JSON_STRING;
	case FORM_NUMBER:
		return json_int(n, &number);
	case FORM_BOOL:
		return n->kind == JSON_TRUE || n->kind == JSON_FALSE;
	case FORM_DIGEST:
		return n->kind == JSON_STRING && is_hex(n->text);
	case FORM_ANY:
	case FORM_IF_ANY:
	case FORM_OBJECT:
		return n->kind == JSON_OBJECT;
	case FORM_LIST:
		return n->kind == JSON_ARRAY;
	case FORM_NONE:
	default:
		return false;
	}
}

struct looking { /* at one object, by one form */
	const struct json_node *object;
	const struct form *form;
};

struct look {
	const struct json_doc *d;
	struct arena *a;
	struct looking *left;
	size_t count, capacity;
	struct err *err;
};

static bool
look_later(struct look *l, const struct json_node *object, const struct form *form)
{
	struct looking *one = arena_push(l->a, &l->left, &l->count, &l->capacity, sizeof(*l->left));

	if (!one)
		return err_memory(l->err);
	*one = (struct looking){object, form};
	return true;
}

static bool
look_at_list(struct look *l, const struct json_node *list, const struct form_member *m)
{
	for (const struct json_node *n = json_first(l->d, list); n; n = json_next(l->d, n)) {
		if (!is_one(n, m->items))
			return err_set(
			    l->err, ERR_INPUT, "something in '%s' is of the wrong kind", m->name);
		if (m->form && !look_later(l, n, m->form))
			return false;
	}
	return true;
}

static bool
look_at_member(struct look *l, const struct json_node *object, const struct form_member *m)
{
	const struct json_node *n = json_get(l->d, object, m->name);

	if (!n)
		return m->kind == FORM_IF_ANY || err_set(l->err, ERR_INPUT, "'%s' is missing", m->name);
	if (m->or_null && n->kind == JSON_NULL)
		return true;
	if (!is_one(n, m->kind))
		return err_set(l->err, ERR_INPUT, "'%s' is of the wrong kind", m->name);
	if (m->kind == FORM_LIST)
		return look_at_list(l, n, m);
	return m->kind != FORM_OBJECT || look_later(l, n, m->form);
}

static bool
look_at_object(struct look *l, const struct looking *one)
{
	size_t known = one->form->count;

	for (size_t i = 0; i < one->form->count; i++)
		known -= one->form->members[i].kind == FORM_IF_ANY &&
			 !json_get(l->d, one->object, one->form->members[i].name);
	if (one->object->count != known)
		return err_set(l->err, ERR_INPUT, "an object has %u members, and %zu are known",
		    one->object->count, known);
	for (size_t i = 0; i < one->form->count; i++)
		if (!look_at_member(l, one->object, &one->form->members[i]))
			return false;
	return true;
}

bool
receipt_form_holds(struct arena *a, const struct json_doc *statement, struct err *err)
{
	struct look l = {.d = statement, .a = a, .err = err};
	const struct json_node *root = json_root(statement);
	int64_t v = 0;

	if (root->kind != JSON_OBJECT)
		return err_set(err, ERR_INPUT, "a statement is an object");
	if (!look_later(&l, root, &statement_form))
		return false;
	while (l.count > 0) {
		struct looking one = l.left[--l.count];
		if (!look_at_object(&l, &one))
			return false;
	}
	if (!str_is(json_get_text(statement, root, "_type", STR("")), STATEMENT_TYPE))
		return err_set(err, ERR_INPUT, "this is no in-toto statement of version 1");
	if (!str_is(
		json_get_text(statement, root, "predicateType", STR("")), RECEIPT_PREDICATE_TYPE))
		return err_set(err, ERR_INPUT, "the statement is no receipt");
	(void)json_int(json_get(statement, json_get(statement, root, "predicate"), "v"), &v);
	return v == 1 || err_set(err, ERR_INPUT, "the receipt is not of version 1");
}

/* -- reading --------------------------------------------------------------------------------- */

bool
receipt_open_statement(struct arena *a, struct receipt *r, struct err *err)
{
	const struct json_limits limits = {ENVELOPE_BYTES_MAX, 32, 200000, 20};

	if (!json_parse_canonical(a, r->envelope.payload, NULL, &limits, &r->doc, err) ||
	    !receipt_form_holds(a, &r->doc, err))
		return err_wrap(err, "the statement");
	r->predicate = json_get(&r->doc, json_root(&r->doc), "predicate");
	r->run = json_get(&r->doc, r->predicate, "run");
	r->log = json_get(&r->doc, r->predicate, "log");
	r->made_us = receipt_number(r, r->predicate, "made_us");
	return checkpoint_read(a, receipt_text(r, r->log, "checkpoint"), &r->checkpoint, err);
}

bool
receipt_open(struct arena *a, struct str bytes, struct receipt *out, struct err *err)
{
	*out = (struct receipt){.made_us = 0};
	return envelope_read(a, bytes, &out->envelope, err) && receipt_open_statement(a, out, err);
}

bool
receipt_read(struct arena *a, struct str receipt, struct json_doc *statement, struct err *err)
{
	struct receipt r;

	if (!receipt_open(a, receipt, &r, err))
		return false;
	*statement = r.doc;
	return true;
}

struct str
receipt_part(const struct receipt *r, const struct json_node *n)
{
	return json_source(&r->doc, n);
}

struct str
receipt_text(const struct receipt *r, const struct json_node *of, const char *name)
{
	return json_get_text(&r->doc, of, name, STR(""));
}

int64_t
receipt_number(const struct receipt *r, const struct json_node *of, const char *name)
{
	const struct json_node *n = json_get(&r->doc, of, name);
	int64_t number = 0;

	if (n)
		(void)json_int(n, &number);
	return number;
}

const struct json_node *
receipt_get(const struct receipt *r, const struct json_node *of, const char *name)
{
	const struct json_node *n = json_get(&r->doc, of, name);

	return n && n->kind != JSON_NULL ? n : NULL;
}

bool
receipt_digest_is(struct str bytes, struct str hex)
{
	char is[DIGEST_HEX_BYTES];
	struct digest d;

	digest_of(bytes, &d);
	digest_hex(&d, is);
	return str_is(hex, is);
}
