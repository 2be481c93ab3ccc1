/* SPDX-License-Identifier: MIT */
/* mcp_resources.c: sluice://policy/NAME, and of a run that one may see its state, its code and its answer. */
#include "mcp.h"
#include "routes.h"

#include "words.h"

#define RESOURCE_BYTES_MAX ((size_t)64 << 20)
#define SCHEME "sluice://"

/* The policies: runs are told by their ids, which each caller has of its own. */
bool
mcp_resources_put(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err)
{
	struct str *names;
	size_t installed, count;

	(void)m;
	if (!request_policies(r, &names, &installed, &count, err))
		return false;
	json_open_array(w, "resources");
	for (size_t i = 0; i < count; i++)
		json_format(w, "{uri: %s, name: %.*s, mimeType: text/plain}",
		    arena_printf(r->a, SCHEME "policy/%.*s", STR_ARG(names[i])), STR_ARG(names[i]));
	json_end_array(w);
	return true;
}

static void
put_content(struct json_writer *w, struct str uri, const char *mime, struct str text)
{
	json_format(w, "contents: [{uri: %.*s, mimeType: %s, text: %.*s}]", STR_ARG(uri), mime,
	    STR_ARG(text));
}

static bool
read_policy(
    struct request *r, struct str name, struct str uri, struct json_writer *w, struct err *err)
{
	struct answer ignored = {.status = 0};
	struct policy *p;
	struct str words;
	struct buf text;

	if (name.n == 0 || !request_policy(r, name, &p, &ignored, err))
		return false;
	buf_init(&text, RESOURCE_BYTES_MAX);
	policy_prompt(p, &text);
	if (!buf_keep(&text, r->a, &words))
		return err_memory(err);
	put_content(w, uri, "text/plain", words);
	return true;
}

static bool
read_answer(struct request *r, const struct stored_run *run, struct str uri, struct json_writer *w,
    struct err *err)
{
	const struct json_node *answer;
	struct json_doc record;

	if (run->state != STATE_ANSWERED)
		return err_set(err, ERR_INPUT, "run '%s' has no answer", run->id);
	if (!work_record(r->a, request_store(r, err), run->record_sha256, &record, err))
		return false;
	answer = json_get(&record, json_root(&record), "answer");
	put_content(
	    w, uri, "application/json", answer ? json_source(&record, answer) : STR("null"));
	return true;
}

static bool
read_run(struct request *r, struct str rest, struct str uri, struct json_writer *w, struct err *err)
{
	struct answer answer = {.status = 0};
	struct str id, part = STR(""), text;
	struct stored_run run;

	if (!str_cut(&rest, '/', &id) || (str_cut(&rest, '/', &part) && rest.n > 0))
		return err_set(err, ERR_INPUT, "there is no such resource");
	r->parts[0] = id;
	if (!request_run(r, &answer, &run, err))
		return false;
	if (str_is(part, "output"))
		return read_answer(r, &run, uri, w, err);
	if (str_is(part, "code") && run.code_sha256[0]) {
		if (!content_get(request_store(r, err), r->a, run.code_sha256, &text, err))
			return false;
		put_content(w, uri, "text/x-python", text);
		return true;
	}
	if (part.n > 0)
		return err_set(err, ERR_INPUT, "there is no such resource");
	buf_init(&answer.body, RESOURCE_BYTES_MAX);
	bool good = runs_show_http(r, &answer, err);
	if (good)
		put_content(w, uri, "application/json", str_trim(buf_view(&answer.body)));
	buf_release(&answer.body);
	return good;
}

bool
mcp_resource_read(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err)
{
	struct str uri = json_get_text(&m->doc, m->params, "uri", STR(""));
	const struct str run = STR(SCHEME "run/"), policy = STR(SCHEME "policy/");

	if ((r->who->rights & RIGHT_READ) == 0)
		return err_set(err, ERR_REFUSED, "the token of '%s' may not do this", r->who->id);
	if (str_starts(uri, run))
		return read_run(r, str_slice(uri, run.n, uri.n), uri, w, err);
	if (str_starts(uri, policy))
		return read_policy(r, str_slice(uri, policy.n, uri.n), uri, w, err);
	return err_set(err, ERR_INPUT, "there is no such resource");
}
