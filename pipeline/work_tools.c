/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A version of a tool is the run that published it: it has the idempotency key "tool NAME VERSION", so
 * there is one of each. Nothing of its row is believed. Its task is read from its capsule, its program is made again
 * from the tool and compared with the code that ran, and its receipt is verified against this process's trust file: people
 * voted for exactly this code and task, it ran, and its output fit the tests.
 *
 * A name is owned by the publisher of the version that was there first: whose approved publication ended first, by the
 * order of the log that its receipt proves, whatever its number. Versions by others do not count, nor does a version with a
 * smaller number that people approve later: a name that tasks use never changes hands. A version is retired by
 * a run of the key "tool NAME VERSION retired", which its publisher or somebody who voted for it has asked for. That
 * counts as soon as it is there, for it only takes away. Where somebody else has that key, the next is "... retired 2":
 * nobody keeps a version in use by asking first. What is retired still owns its name.
 */
#include "keep.h"
#include "tool.h"
#include "work.h"

#include "receipt.h"

#include <stdio.h>

static bool
key_of(const char *name, int64_t version, const char *more, char key[TOOL_KEY_BYTES])
{
	return snprintf(key, TOOL_KEY_BYTES, "tool %s %lld%s", name, (long long)version, more) <
	       TOOL_KEY_BYTES;
}

bool
tool_key(const struct tool *t, const char *more, char key[TOOL_KEY_BYTES])
{
	char name[TOOL_KEY_BYTES];

	return snprintf(name, sizeof(name), "%.*s", STR_ARG(t->name)) < (int)sizeof(name) &&
	       key_of(name, t->version, more, key);
}

bool
tool_retired_key(const struct tool *t, int64_t number, char key[TOOL_KEY_BYTES])
{
	char more[32];

	snprintf(more, sizeof(more), number > 1 ? " retired %lld" : " retired", (long long)number);
	return tool_key(t, more, key);
}

struct reading {
	struct arena *a;
	const struct work *w;
	const struct trust *trust;
	struct err *err;
	/* Of the version that was asked about last: */
	bool retired;
	struct str publisher; /* where it was usable once */
	int64_t at;           /* its place in the log then */
};

/* The task file that a stored run was asked for with. */
static bool
read_task(struct reading *r, const struct stored_run *run, struct json_doc *out)
{
	struct str text;
	struct json_doc manifest;

	if (!content_get(r->w->store, r->a, run->task_sha256, &text, r->err) ||
	    !json_parse_canonical(r->a, text, "the stored task", &JSON_LIMITS, &manifest, r->err))
		return false;
	const struct json_node *files = json_get(&manifest, json_root(&manifest), "files");
	for (const struct json_node *n = json_first(&manifest, files); n;
	     n = json_next(&manifest, n)) {
		char *sha256 = arena_text(r->a, json_get_text(&manifest, n, "sha256", STR("")));
		if (!str_is(json_get_text(&manifest, n, "path", STR("")), "task.json"))
			continue;
		return sha256 ? content_get(r->w->store, r->a, sha256, &text, r->err) &&
				    json_parse(r->a, text, "the stored task", &JSON_LIMITS, out,
					NULL, r->err)
			      : err_memory(r->err);
	}
	return err_set(r->err, ERR_INPUT, "the stored task has no task file");
}

static bool
read_tool(struct reading *r, const struct stored_run *run, struct tool *out)
{
	struct err_list errs = {.count = 0};
	struct json_doc doc;

	if (!read_task(r, run, &doc))
		return false;
	const struct json_node *n = json_get(&doc, json_root(&doc), "tool");
	if (!n)
		return err_set(r->err, ERR_REFUSED, "run '%s' publishes nothing", run->id);
	if (tool_read(r->a, &doc, n, out, &errs))
		return arena_copy(r->a, str_from(run->id), &out->run) || err_memory(r->err);
	*r->err = errs.items[0];
	return false;
}

/* The receipt says that people approved this code of this task, and that it was answered. */
static bool
receipt_proves(struct reading *r, const struct stored_run *run, const char *code_sha256,
    struct json_doc *statement)
{
	struct receipt_finding findings[RECEIPT_FINDINGS_MAX];
	struct str receipt;
	size_t count;

	if (!run->receipt_sha256[0])
		return err_set(r->err, ERR_REFUSED, "it has no receipt");
	if (!content_get(r->w->store, r->a, run->receipt_sha256, &receipt, r->err))
		return false;
	if (!receipt_verify(r->a, receipt, r->trust, findings, &count, r->err)) {
		if (r->err->code != ERR_NONE)
			return false;
		for (size_t i = 0; i < count; i++)
			if (!findings[i].good)
				return err_set(r->err, ERR_REFUSED,
				    "its receipt does not hold: %s: %.*s", findings[i].what,
				    STR_ARG(findings[i].detail));
		return err_set(r->err, ERR_REFUSED, "its receipt does not hold");
	}
	if (!receipt_read(r->a, receipt, statement, r->err))
		return false;
	const struct json_node *said = json_get(statement, json_root(statement), "predicate");
	const struct json_node *subject = json_get(statement, said, "subject");
	const struct json_node *of = json_get(statement, said, "run");
	bool same = str_is(json_get_text(statement, of, "id", STR("")), run->id) &&
		    str_is(json_get_text(statement, of, "state", STR("")), "answered") &&
		    str_is(json_get_text(statement, subject, "run", STR("")), run->id) &&
		    str_is(json_get_text(statement, subject, "verdict", STR("")), "escalate") &&
		    str_is(json_get_text(statement, subject, "code", STR("")), code_sha256) &&
		    str_is(json_get_text(statement, subject, "task", STR("")), run->task_sha256);
	const struct json_node *events =
	    json_get(statement, json_get(statement, said, "log"), "events");
	for (const struct json_node *e = json_first(statement, events); e;
	     e = json_next(statement, e))
		r->at = json_get_number(statement, e, "seq", 0);
	return same || err_set(r->err, ERR_REFUSED, "its receipt is about something else");
}

/* The person who published it, or one who voted for it. */
static bool
may_retire(struct reading *r, const struct stored_run *run, struct str who, bool *may)
{
	struct stored_approval approval;

	*may = str_eq(who, run->requester);
	if (*may)
		return true;
	if (!approvals_get(r->w->store, r->a, run->id, &approval, r->err))
		return false;
	for (size_t i = 0; i < approval.vote_count; i++)
		*may = *may || str_eq(approval.votes[i].voter, who);
	return true;
}

static bool
find_key(struct reading *r, const char *key, struct stored_run *out, bool *found)
{
	return runs_of_key(r->w->store, r->a, NULL, key, out, found, r->err);
}

static bool
is_retired(struct reading *r, const struct tool *t, const struct stored_run *run, bool *retired)
{
	char key[TOOL_KEY_BYTES];
	struct run_asked asked;
	struct stored_run end;
	bool found = true, may;

	*retired = false;
	for (int64_t i = 1; !*retired; i++) {
		if (!tool_retired_key(t, i, key))
			return err_set(r->err, ERR_LIMIT, "its name is too long");
		if (!find_key(r, key, &end, &found))
			return false;
		if (!found)
			break;
		/* By a request that counts, and of somebody who may. What can't be asked now is no
		 * "no". */
		if (!may_retire(r, run, end.requester, &may))
			return false;
		*retired = may && runs_asked(r->w->store, r->a, end.id, end.policy, &asked, r->err);
		if (may && !*retired && r->err->code != ERR_REFUSED && r->err->code != ERR_INPUT)
			return false;
		r->err->code = ERR_NONE;
	}
	return true;
}

/* ERR_REFUSED where this version does not hold, and why. */
static bool
holds(struct reading *r, const struct stored_run *run, struct tool *out)
{
	struct json_doc statement;
	char sha256[DIGEST_HEX_BYTES];
	struct str code;

	r->retired = false;
	r->publisher = STR("");
	if (run->state != STATE_ANSWERED)
		return err_set(r->err, ERR_REFUSED, "its run '%s' is '%s'", run->id,
		    run_state_name(run->state));
	if (!read_tool(r, run, out) || !tool_program(r->a, out, &code, r->err))
		return false;
	digest_hex_of(code, sha256);
	if (strcmp(sha256, run->code_sha256) != 0)
		return err_set(
		    r->err, ERR_REFUSED, "what ran in '%s' was another program", run->id);
	if (!receipt_proves(r, run, sha256, &statement))
		return false;
	r->publisher = run->requester;
	if (!is_retired(r, out, run, &r->retired))
		return false;
	return !r->retired || err_set(r->err, ERR_REFUSED, "it is retired");
}

static bool
open_reading(struct reading *r, struct arena *a, const struct work *w, struct err *err)
{
	struct err_list errs = {.count = 0};
	struct trust *trust;

	*r = (struct reading){.a = a, .w = w, .err = err};
	err->code = ERR_NONE;
	if (!w->trust) {
		err_set(err, ERR_REFUSED, "no trust file says here whose tools count");
		return err_help(err, "name it with --trust");
	}
	if (!trust_load(a, w->trust, &trust, &errs)) {
		*err = errs.items[0];
		return false;
	}
	r->trust = trust;
	return true;
}

struct version {
	struct tool tool;
	struct str publisher; /* as in the reading */
	int64_t at;
	const char *why; /* why it does not hold; NULL: it does */
};

/* All versions of the name, in the order of their numbers. */
static bool
read_versions(struct reading *r, struct str name, struct version **out, size_t *count)
{
	char key[TOOL_KEY_BYTES], zero[TOOL_KEY_BYTES];
	size_t capacity = 0;
	struct stored_run run;
	bool found = true;

	*out = NULL;
	*count = 0;
	snprintf(zero, sizeof(zero), "%.*s", STR_ARG(name));
	for (int64_t v = 1; v <= TOOL_VERSION_MAX; v++) {
		if (!key_of(zero, v, "", key) || !find_key(r, key, &run, &found))
			return false;
		if (!found)
			break;
		struct version *one = arena_push(r->a, out, count, &capacity, sizeof(*one));
		if (!one)
			return err_memory(r->err);
		bool good = holds(r, &run, &one->tool);
		if (!good && r->err->code != ERR_REFUSED && r->err->code != ERR_INPUT)
			return false;
		one->why = good ? NULL : arena_printf(r->a, "%s", r->err->message);
		r->err->code = ERR_NONE;
		/* Another tool under this key, which its run was given: no version of this one. */
		if (r->publisher.n > 0 && (one->tool.version != v || !str_eq(one->tool.name, name)))
			one->why = "its run publishes another tool";
		else
			one->publisher = r->publisher;
		one->at = r->at;
	}
	return true;
}

/* Empty: nobody's yet. */
static struct str
owner_of(const struct version *list, size_t count)
{
	const struct version *first = NULL;

	for (size_t i = 0; i < count; i++)
		if (list[i].publisher.n > 0 && (!first || list[i].at < first->at))
			first = &list[i];
	return first ? first->publisher : STR("");
}

/* The version that is wanted, or the newest that counts. */
static bool
find_tool(struct reading *r, struct str wanted, struct tool *out)
{
	const char *why = "nobody has published it";
	struct version *list;
	struct str name, owner;
	int64_t want;
	size_t count;
	bool any = false;

	if (!tool_wanted(wanted, &name, &want) || name.n >= TOOL_KEY_BYTES)
		return err_set(r->err, ERR_INPUT, "'%.*s' is no name of a tool", STR_ARG(wanted));
	if (!read_versions(r, name, &list, &count))
		return false;
	owner = owner_of(list, count);
	for (size_t i = 0; i < count && (want == 0 || i < (size_t)want); i++) {
		bool own = list[i].publisher.n == 0 || str_eq(list[i].publisher, owner);
		if (list[i].why || !own) {
			why = arena_printf(r->a, "version %zu%s%s", i + 1,
			    own ? ": " : " is of another publisher", own ? list[i].why : "");
			if (!why)
				return err_memory(r->err);
		} else if (want == 0 || i + 1 == (size_t)want) {
			*out = list[i].tool;
			any = true;
		}
	}
	if (any)
		return true;
	err_set(r->err, ERR_REFUSED, "the tool '%.*s' can't be used: %s", STR_ARG(wanted), why);
	return err_help(r->err, "`sluice tool list` shows the versions that can be used, and why "
				"others can't");
}

bool
work_tools(struct arena *a, const struct work *w, struct task *task, struct err *err)
{
	struct reading r;

	if (task->tool_word_count == 0 || task->tool_count > 0)
		return true;
	if (!open_reading(&r, a, w, err))
		return false;
	for (size_t i = 0; i < task->tool_word_count; i++) {
		struct tool *t = &task->tools[i];
		if (!find_tool(&r, task->tool_words[i], t))
			return false;
		for (size_t k = 0; k < i; k++)
			if (str_eq(task->tools[k].name, t->name))
				return err_set(err, ERR_INPUT, "the tool '%.*s' is named twice",
				    STR_ARG(t->name));
		task->tool_count++;
	}
	return true;
}

bool
work_tools_hold(struct arena *a, const struct work *w, const struct task *task, struct str *retired,
    struct err *err)
{
	struct stored_run run;
	struct tool now;
	struct reading r;

	if (task->tool_count == 0)
		return true;
	if (!open_reading(&r, a, w, err))
		return false;
	for (size_t i = 0; i < task->tool_count; i++) {
		const struct tool *t = &task->tools[i];
		char *id = arena_text(a, t->run);
		if (!id)
			return err_memory(err);
		if (!runs_get(w->store, a, id, &run, err))
			return false;
		if (!holds(&r, &run, &now)) {
			err_wrap(err, "the tool '%.*s' can't be used", STR_ARG(t->name));
			return r.retired &&
			       (arena_copy(a, str_from(err->message), retired) || err_memory(err));
		}
		if (strcmp(now.sha256, t->sha256) != 0)
			return err_set(err, ERR_REFUSED,
			    "the tool '%.*s' of this task is not the one that was published",
			    STR_ARG(t->name));
	}
	return true;
}

bool
work_tool(struct arena *a, const struct work *w, const struct stored_run *run, struct tool *out,
    struct err *why, struct err *err)
{
	struct reading r;

	if (!open_reading(&r, a, w, err) || !read_tool(&r, run, out))
		return false;
	if (!holds(&r, run, out)) {
		*why = *err;
		err->code = ERR_NONE;
		return why->code == ERR_REFUSED || why->code == ERR_INPUT;
	}
	why->code = ERR_NONE;
	return true;
}

bool
work_tool_owner(
    struct arena *a, const struct work *w, struct str name, struct str *owner, struct err *err)
{
	struct version *list;
	struct reading r;
	size_t count;

	if (!open_reading(&r, a, w, err) || !read_versions(&r, name, &list, &count))
		return false;
	*owner = owner_of(list, count);
	return true;
}
