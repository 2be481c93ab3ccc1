/* SPDX-License-Identifier: MIT */
/*
 * The subject: everything that a decision covers, as canonical JSON, whose digest people sign. It is built
 * from Sluice's own records, never from claims of a model or client, and the process that runs the program
 * builds it again. A new member raises `v`. The members of versions 2, 3 (obligations), 4 (a signed
 * request) and 5 (tools) are present only if needed, so that a subject without them is one of version 1.
 */
#include "pipeline.h"
#include "record.h"
#include "tool.h"

#include "waive.h"

static void
put_policy(struct json_writer *w, const struct run *run)
{
	const struct policy *p = run->task->policy;

	json_format(w, "policy: {id: %.*s, revision: %ld, sha256: %s, profile: ?%.*s}",
	    STR_ARG(policy_id(p)), policy_revision(p), policy_digest(p),
	    STR_ARG(policy_profile_name(p)));
	policy_bundle_json(p, w);
}

static void
put_other(struct json_writer *w, const struct model_spec *m)
{
	json_format(w, "{provider: %.*s, name: %.*s}", STR_ARG(m->provider), STR_ARG(m->model));
}

/* Any of them may have written the program. */
static void
put_others(struct json_writer *w, const struct model_spec *m)
{
	if (m->fallback_count == 0 && !m->repair)
		return;
	json_open_array(w, "others");
	for (size_t i = 0; i < m->fallback_count; i++)
		put_other(w, &m->fallbacks[i]);
	if (m->repair)
		put_other(w, m->repair);
	json_end_array(w);
}

static void
put_model(struct json_writer *w, const struct run *run)
{
	struct planner_prompt prompts[PLANNER_STAGES_MAX];

	json_name(w, "model");
	if (run->task->has_code) {
		json_null(w);
		return;
	}
	size_t count = planner_prompts(prompts);
	json_format(w, "{provider: %.*s, name: %.*s", STR_ARG(run->task->model.provider),
	    STR_ARG(run->task->model.model));
	put_others(w, &run->task->model);
	json_open_array(w, "prompts");
	for (size_t i = 0; i < count; i++)
		json_text(w, prompts[i].sha256);
	json_format(w, "]}");
}

static void
put_digest(struct json_writer *w, const char *name, struct str bytes)
{
	char hex[DIGEST_HEX_BYTES];

	digest_hex_of(bytes, hex);
	json_put_text(w, name, hex);
}

enum decision
run_decision(const struct run *run)
{
	if (run->check.decision == DECISION_ALLOW && (run->task->review || run->without_count > 0))
		return DECISION_ESCALATE;
	return run->exception_count > 0 ? DECISION_ALLOW : run->check.decision;
}

bool
findings_write(struct run *run, struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf text;

	json_begin(&w, &text, (size_t)16 << 20);
	json_array(&w);
	for (size_t i = 0; i < run->check.count; i++)
		finding_json(&run->check.findings[i], &w);
	json_end_array(&w);
	return record_finish(run->arena, &text, out, err);
}

/* The next finding that a waiver of the policy's lets pass, and that none before it names. */
static const struct waiver *
next_waiver(const struct run *run, size_t *at)
{
	const struct policy_verdict *v = &run->check;

	while (*at < v->count) {
		const struct finding *f = &v->findings[(*at)++];
		bool known = !f->waived || f->shadow || !f->waiver->file;

		for (size_t i = 0; !known && i + 1 < *at; i++)
			known = v->findings[i].waived && !v->findings[i].shadow &&
				v->findings[i].waiver == f->waiver;
		if (!known)
			return f->waiver;
	}
	return NULL;
}

#define WAIVER struct waiver
FORM(waiver_form, WAIVER, MEMBER(WAIVER, id), MEMBER(WAIVER, rule), MEMBER(WAIVER, owner),
    MEMBER(WAIVER, approver), MEMBER(WAIVER, ticket), MEMBER(WAIVER, reason),
    MEMBER_TIME("expires", WAIVER, until_us));

void
waivers_json(const struct run *run, struct json_writer *w)
{
	const struct waiver *one;
	size_t at = 0;

	if (!next_waiver(run, &at))
		return;
	at = 0;
	json_open_array(w, "waivers");
	while ((one = next_waiver(run, &at)))
		record_put_item(w, &waiver_form, one);
	json_end_array(w);
}

static bool
is_of_version_2(const struct run *run)
{
	size_t at = 0;

	return run->check.trial_count > 0 || next_waiver(run, &at) ||
	       policy_bundle_of(run->task->policy) != NULL ||
	       policy_profile_name(run->task->policy).n > 0;
}

static unsigned
version_of(const struct run *run)
{
	if (run->task->tool_count > 0)
		return 5;
	if (run->request_sha256[0])
		return 4;
	return run->check.obligation_count > 0 ? 3 : is_of_version_2(run) ? 2 : 1;
}

static void
put_members(
    struct json_writer *w, struct run *run, struct str box, struct str findings, struct str output)
{
	json_format(w, "v: %u, run: %s, requester: %s, request: ?%s, task: %s", version_of(run),
	    run->id, run->requester ? run->requester : "", run->request_sha256,
	    run->task_sha256[0] ? run->task_sha256 : NULL);
	put_digest(w, "goal", run->task->goal);
	json_format(w, "code: %s, code_bytes: %zu", run->code_sha256, run->code.n);
	put_policy(w, run);
	json_put_text(w, "verdict", decision_name(run_decision(run)));
	put_digest(w, "findings", findings);
	json_put_strs(w, "exceptions", run->exceptions, run->exception_count);
	json_put_strs(w, "without", run->without, run->without_count);
	trials_json(&run->check, w);
	waivers_json(run, w);
	if (run->check.obligation_count > 0)
		obligations_json(&run->check, w);
	tools_list_json(run->task, w);
	put_digest(w, "schema", run->task->schema_text);
	json_format(w, "framing: %s, channel: %s", output_framing_name(run->task->framing),
	    output_channel_name(run->task->channel));
	put_model(w, run);
	json_format(w, "box: =%.*s", STR_ARG(box));
	if (output.n > 0)
		put_digest(w, "output", output);
}

bool
subject_write(struct run *run, const struct box_spec *spec, struct str output, struct str *out,
    struct err *err)
{
	struct str box, findings;
	struct json_writer w;
	struct buf text;

	if (!box_describe(run->arena, spec, &box, err) || !findings_write(run, &findings, err))
		return false;
	json_begin(&w, &text, 1 << 20);
	json_object(&w);
	put_members(&w, run, box, findings, output);
	json_end_object(&w);
	return record_finish(run->arena, &text, out, err);
}

struct changes {
	struct arena *a;
	const struct json_doc *x, *y;
	struct str *paths;
	size_t count, capacity;
	bool failed;
};

static void
note_change(struct changes *c, struct str path)
{
	struct str *one = arena_push(c->a, &c->paths, &c->count, &c->capacity, sizeof(*one));

	c->failed |= !one;
	if (one)
		*one = path;
}

static struct str
path_below(struct changes *c, struct str path, struct str name)
{
	char *below =
	    arena_printf(c->a, "%.*s%s%.*s", STR_ARG(path), path.n > 0 ? "." : "", STR_ARG(name));

	c->failed |= !below;
	return below ? str_from(below) : STR("");
}

static const struct json_node *
of_name(const struct json_doc *d, const struct json_node *list, struct str name)
{
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		if (str_eq(json_get_text(d, n, "name", STR("")), name))
			return n;
	return NULL;
}

static bool
is_named(const struct json_doc *d, const struct json_node *list)
{
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		if (n->kind != JSON_OBJECT || !json_get(d, n, "name"))
			return false;
	return list->count > 0;
}

static void find_changes(
    struct changes *c, const struct json_node *x, const struct json_node *y, struct str path);

static void
change_of(struct changes *c, const struct json_node *x, const struct json_node *y, struct str path)
{
	if (x && y && str_eq(json_source(c->x, x), json_source(c->y, y)))
		return;
	if (x && y && x->kind == y->kind && path.n < 64 &&
	    (x->kind == JSON_OBJECT ||
		(x->kind == JSON_ARRAY && is_named(c->x, x) && is_named(c->y, y))))
		find_changes(c, x, y, path);
	else
		note_change(c, path);
}

/* Members by their names, and items of a list by what they call themselves. */
static void
find_changes(
    struct changes *c, const struct json_node *x, const struct json_node *y, struct str path)
{
	bool list = x->kind == JSON_ARRAY;

	for (const struct json_node *n = json_first(c->x, x); n; n = json_next(c->x, n)) {
		struct str name = list ? json_get_text(c->x, n, "name", STR("")) : n->text;
		change_of(c, list ? n : n + 1,
		    list ? of_name(c->y, y, name) : json_get_str(c->y, y, name),
		    path_below(c, path, name));
	}
	for (const struct json_node *n = json_first(c->y, y); n; n = json_next(c->y, n)) {
		struct str name = list ? json_get_text(c->y, n, "name", STR("")) : n->text;
		if (list ? !of_name(c->x, x, name) : !json_get_str(c->x, x, name))
			note_change(c, path_below(c, path, name));
	}
}

bool
subject_changes(struct arena *a, struct str before, struct str now, struct str **paths,
    size_t *count, struct err *err)
{
	struct json_doc x, y;
	struct changes c = {.a = a, .x = &x, .y = &y};

	if (!json_parse_canonical(a, before, "the approved subject", &JSON_LIMITS, &x, err) ||
	    !json_parse_canonical(a, now, "the subject", &JSON_LIMITS, &y, err))
		return false;
	change_of(&c, json_root(&x), json_root(&y), STR(""));
	*paths = c.paths;
	*count = c.count;
	return !c.failed || err_memory(err);
}

bool
subject_same(struct arena *a, struct str approved, struct str now, struct err *err)
{
	struct str *paths;
	size_t count;

	if (str_eq(approved, now))
		return true;
	if (!subject_changes(a, approved, now, &paths, &count, err))
		return false;
	err_set(err, ERR_REFUSED, "what was approved is not what would run: '%.*s' differs",
	    STR_ARG(count > 0 ? paths[0] : STR("the text")));
	return err_help(err, "submit it again; an approval covers exactly what its approvers saw");
}
