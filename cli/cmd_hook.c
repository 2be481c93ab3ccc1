/* SPDX-License-Identifier: MIT */
/*
 * cmd_hook.c: a host asks before its agent uses a tool. What Python the call holds is judged as code
 * that no box of Sluice's will hold.
 *
 * The hook takes away and never grants: where the policy allows it, the host's own rules go on.
 * Hosts let a call pass when their hook fails with anything but exit code 2, so that the judgement is
 * made by a child: however it ends, but for a clean end, this program ends with 2.
 */
#include "actions.h"

#include "clock.h"
#include "file.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define INPUT_BYTES_MAX ((size_t)8 << 20)
#define REASON_BYTES_MAX 16384
#define JUDGE_S 20 /* hosts let a call pass whose hook takes too long: a minute is usual */

struct hook {
	struct call *call;
	struct json_doc in;
	const struct json_node *input; /* the tool's arguments */
	struct str code;
	enum decision decision;
	struct buf reason;
};

/* -- the judgement --------------------------------------------------------------------------- */

static bool
judge(struct hook *h, struct err_list *errs)
{
	struct check_setting at = {.now_us = clock_utc_us(), .without_box = true};
	struct policy_verdict v = {.decision = DECISION_DENY};
	struct policy *p;
	struct err err;

	if (!policy_take(h->call->a, h->call->o->trust, h->call->o->policy, NULL, NULL, &p, errs))
		return false;
	if (!policy_check_at(p, h->call->a, h->code, &at, &v, &err))
		return err_list_add(errs, &err);
	h->decision = v.decision;
	if (v.decision != DECISION_ALLOW)
		policy_reason(p, &v, &h->reason);
	return true;
}

/* -- what is asked --------------------------------------------------------------------------- */

static bool
read_input(struct hook *h, struct err_list *errs)
{
	struct str text;
	struct err err;

	if (!file_read(h->call->a, "-", INPUT_BYTES_MAX, &text, &err) ||
	    !json_parse(h->call->a, text, "standard input", &JSON_LIMITS, &h->in, NULL, &err))
		return err_list_add(errs, &err);
	if (json_root(&h->in)->kind == JSON_OBJECT)
		return true;
	return json_complain(&h->in, json_root(&h->in), errs, NULL, "this is not an object");
}

static struct str
argument(const struct hook *h, const char *name)
{
	return json_get_text(&h->in, h->input, name, STR(""));
}

static bool
is_python_file(struct str path, struct str text)
{
	size_t end = str_find(text, STR("\n"), 0);
	struct str first = str_slice(text, 0, end == SIZE_MAX ? text.n : end);

	return str_ends(path, STR(".py")) || str_ends(path, STR(".pyw")) ||
	       str_ends(path, STR(".pyi")) ||
	       (str_starts(first, STR("#!")) && str_find(first, STR("python"), 0) != SIZE_MAX);
}

/* The file as it would be then. */
static bool
edited(struct hook *h, struct err_list *errs)
{
	struct str before = argument(h, "old_string"), after = argument(h, "new_string"), text;
	const struct json_node *all = json_get(&h->in, h->input, "replace_all");
	const char *path = arena_text(h->call->a, argument(h, "file_path"));
	struct err err;
	struct buf out;
	size_t from = 0;

	if (!path || !file_read(h->call->a, path, INPUT_BYTES_MAX, &text, &err))
		return path ? err_list_add(errs, &err) : err_list_memory(errs);
	buf_init(&out, INPUT_BYTES_MAX * 2);
	for (size_t at; before.n > 0 && (at = str_find(text, before, from)) != SIZE_MAX;) {
		buf_str(&out, str_slice(text, from, at));
		buf_str(&out, after);
		from = at + before.n;
		if (!all || all->kind != JSON_TRUE)
			break;
	}
	buf_str(&out, str_slice(text, from, text.n));
	return buf_keep(&out, h->call->a, &h->code) || err_list_memory(errs);
}

enum held { HELD_UNKNOWN = 0, HELD_NONE, HELD_CODE }; /* zero is a question to a person */

/* Finds the Python of a call: a cell, a file that is written or edited, or an argument `code`. */
static enum held
find_code(struct hook *h, struct err_list *errs)
{
	const struct json_node *root = json_root(&h->in), *code, *content;
	struct str tool = json_get_text(&h->in, root, "tool_name", STR(""));
	bool notebook = str_is(tool, "NotebookEdit");

	h->input = json_get(&h->in, root, "tool_input");
	if (notebook && str_is(argument(h, "cell_type"), "markdown"))
		return HELD_NONE;
	code = json_get(&h->in, h->input, notebook ? "new_source" : "code");
	content = json_get(&h->in, h->input, "content");
	if (str_is(tool, "Write") && content && content->kind == JSON_STRING) {
		h->code = content->text;
		return is_python_file(argument(h, "file_path"), content->text) ? HELD_CODE
		       : str_ends(argument(h, "file_path"), STR(".ipynb"))     ? HELD_UNKNOWN
									       : HELD_NONE;
	}
	if (str_is(tool, "Edit") && !is_python_file(argument(h, "file_path"), STR("")))
		return str_ends(argument(h, "file_path"), STR(".ipynb")) ? HELD_UNKNOWN : HELD_NONE;
	if (str_is(tool, "Edit"))
		return edited(h, errs) ? HELD_CODE : HELD_UNKNOWN;
	if (!code || code->kind != JSON_STRING)
		return HELD_UNKNOWN;
	h->code = code->text;
	return HELD_CODE;
}

/* -- what is said ---------------------------------------------------------------------------- */

static int
say(struct hook *h, const char *decision)
{
	call_begin(h->call);
	json_object(&h->call->j);
	json_open_object(&h->call->j, "hookSpecificOutput");
	json_put_text(&h->call->j, "hookEventName", "PreToolUse");
	json_put_text(&h->call->j, "permissionDecision", decision);
	json_put_str(&h->call->j, "permissionDecisionReason", buf_view(&h->reason));
	json_end_object(&h->call->j);
	json_end_object(&h->call->j);
	return call_print(h->call);
}

static int
answer_claude(struct call *c)
{
	struct hook h = {.call = c, .decision = DECISION_DENY};

	buf_init(&h.reason, REASON_BYTES_MAX);
	if (!read_input(&h, &c->errs))
		return call_fail(c);
	enum held held = find_code(&h, &c->errs);
	if (c->errs.count > 0)
		return call_fail(c);
	if (held == HELD_NONE)
		return EXIT_ANSWERED;
	if (held == HELD_UNKNOWN) {
		buf_text(&h.reason, "this call holds no Python that a policy can judge");
		return say(&h, "ask");
	}
	if (!judge(&h, &c->errs))
		return call_fail(c);
	return h.decision == DECISION_ALLOW
		   ? EXIT_ANSWERED
		   : say(&h, h.decision == DECISION_ESCALATE ? "ask" : "deny");
}

static int
answer_generic(struct call *c)
{
	struct hook h = {.call = c, .decision = DECISION_DENY};
	const struct json_node *code;

	buf_init(&h.reason, REASON_BYTES_MAX);
	if (!read_input(&h, &c->errs))
		return call_fail(c);
	code = json_get(&h.in, json_root(&h.in), "code");
	if (!code || code->kind != JSON_STRING) {
		(void)json_complain(
		    &h.in, json_root(&h.in), &c->errs, NULL, "'code' is missing or not text");
		return call_fail(c);
	}
	h.code = code->text;
	if (!judge(&h, &c->errs))
		return call_fail(c);
	call_begin(c);
	json_object(&c->j);
	json_put_text(&c->j, "decision",
	    h.decision == DECISION_ALLOW      ? "allow"
	    : h.decision == DECISION_ESCALATE ? "ask"
					      : "deny");
	json_put_str(&c->j, "reason", buf_view(&h.reason));
	json_end_object(&c->j);
	return call_end(c, h.decision == DECISION_ALLOW ? EXIT_ANSWERED : EXIT_USAGE);
}

/* -- so that no failure lets a call pass ------------------------------------------------------ */

static int
supervise(struct call *c, int (*answer)(struct call *c))
{
	pid_t child = fork(), ended;
	int status = 0;

	if (child == 0) {
		(void)alarm(JUDGE_S);
		exit(answer(c));
	}
	do
		ended = child > 0 ? waitpid(child, &status, 0) : -1;
	while (ended < 0 && child > 0 && errno == EINTR);
	if (child > 0 && ended == child && WIFEXITED(status))
		return WEXITSTATUS(status) == 0 ? EXIT_ANSWERED : EXIT_USAGE;
	fputs("sluice: error: the check failed, so the call is refused\n", stderr);
	return EXIT_USAGE;
}

int
hook_claude(struct call *c)
{
	return supervise(c, answer_claude);
}

int
hook_generic(struct call *c)
{
	return supervise(c, answer_generic);
}
