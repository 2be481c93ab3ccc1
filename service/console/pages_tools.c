/* SPDX-License-Identifier: MIT */
/* pages_tools.c: the tools that a person may see, one of them, and its retirement. */
#include "pages.h"
#include "routes.h"
#include "tools_seen.h"

/* What a row of the list and the tool's own page have. */
static bool
put_tool(struct request *r, struct json_writer *w, const struct kept_tool *k, struct err *err)
{
	struct store *s = request_store(r, err);

	if (!s)
		return false;
	json_format(w, "name: %.*s, version: %ld, doc: %.*s, sha256: %s", STR_ARG(k->tool.name),
	    k->tool.version, STR_ARG(k->tool.doc), k->tool.sha256);
	put_moment(w, "asked", k->run.created_us, store_now_us(s));
	json_format(w, "state: %s, why: %s", kept_tool_standing(k),
	    k->why.code == ERR_NONE ? NULL : k->why.message);
	return put_requester(r, w, k->run.requester, err);
}

static bool
put_tools(struct request *r, struct json_writer *w, const char *name, const struct kept_tool *list,
    size_t count, struct str only, struct err *err)
{
	json_open_array(w, name);
	for (size_t i = 0; i < count; i++) {
		if (only.n > 0 && !str_eq(list[i].tool.name, only))
			continue;
		json_object(w);
		if (!put_tool(r, w, &list[i], err))
			return false;
		json_end_object(w);
	}
	json_end_array(w);
	return true;
}

bool
page_tools(struct request *r, struct answer *out, struct err *err)
{
	struct kept_tool *list = NULL;
	struct page_data p;
	size_t count = 0;

	if ((r->serving->trust_path && !tools_seen(r, &list, &count, err)) ||
	    !page_begin(r, &p, "Tools", "at_tools", err))
		return false;
	json_put_bool(&p.w, "trusted", r->serving->trust_path != NULL);
	return put_tools(r, &p.w, "tools", list, count, STR(""), err) &&
	       page_end(r, &p, "tools", out, err);
}

/* -- one of them ----------------------------------------------------------------------------- */

/* As it was signed; a schema that is no JSON can't have been published. */
static bool
put_json(
    struct request *r, struct json_writer *w, const char *name, struct str json, struct err *err)
{
	struct json_doc d;

	return json_parse(r->a, json, name, &JSON_LIMITS, &d, NULL, err) &&
	       put_pretty(w, name, &d, json_root(&d), err);
}

/* "voters", and whether he who looks is one of them. */
static bool
put_voters(struct request *r, struct json_writer *w, const struct kept_tool *k, const char *me,
    bool *voted, struct err *err)
{
	struct store *s = request_store(r, err);
	struct stored_approval approval;
	struct err none;

	*voted = false;
	json_open_array(w, "voters");
	if (approvals_get(s, r->a, k->run.id, &approval, &none)) {
		for (size_t i = 0; i < approval.vote_count; i++) {
			const struct stored_vote *v = &approval.votes[i];
			*voted = *voted || str_is(v->voter, me);
			if (v->withdrawn_us > 0)
				continue;
			json_format(w, "{decision: %s, reason: %.*s",
			    vote_decision_name(v->decision), STR_ARG(v->reason));
			put_moment(w, "voted", v->voted_us, store_now_us(s));
			if (!put_requester(r, w, v->voter, err))
				return false;
			json_end_object(w);
		}
	}
	json_end_array(w);
	return true;
}

/* "retires": what to send to end its use; for its publisher and those who voted on it. */
static bool
put_retiring(struct request *r, struct json_writer *w, const struct kept_tool *k, bool may,
    const struct form_field *form, struct err *err)
{
	if (!may || k->why.code != ERR_NONE || !(r->who->rights & RIGHT_SUBMIT))
		return true;
	json_format(
	    w, "retires: {program: %s, reason_min: %u", TOOL_RETIRING_PROGRAM, TOOL_REASON_MIN);
	json_put_str(w, "typed_reason", form_get(form, "reason"));
	json_format(w, "is_signed: %d}", r->trust && r->trust->requests_signed);
	return put_policies(r, w, STR(""), err);
}

static bool
show_tool(struct request *r, struct answer *out, const struct form_field *form,
    const struct err *fault, struct err *err)
{
	char me[STORE_ID_BYTES];
	struct kept_tool k, *list;
	struct page_data p;
	size_t count;
	bool voted;

	if (!tool_seen(r, out, r->parts[0], &k, err) || !request_principal(r, me, err) ||
	    !tools_seen(r, &list, &count, err) || !page_begin(r, &p, "Tool", "at_tools", err) ||
	    !put_tool(r, &p.w, &k, err) || !put_json(r, &p.w, "arguments", k.tool.arguments, err) ||
	    !put_json(r, &p.w, "result", k.tool.result, err) ||
	    !put_json(r, &p.w, "tests", k.tool.tests, err) ||
	    !put_voters(r, &p.w, &k, me, &voted, err))
		return false;
	bool mine = str_is(k.run.requester, me);
	put_fault(&p.w, fault);
	if (mine || (r->who->rights & RIGHT_READ_ALL))
		json_put_text(&p.w, "run", k.run.id);
	put_code(r->a, &p.w, k.tool.source, &(struct code_notes){.list = NULL});
	return put_retiring(r, &p.w, &k, mine || voted, form, err) &&
	       put_tools(r, &p.w, "versions", list, count, k.tool.name, err) &&
	       page_end(r, &p, "tool", out, err);
}

bool
page_tool(struct request *r, struct answer *out, struct err *err)
{
	return show_tool(r, out, NULL, NULL, err);
}

bool
page_tool_retired(struct request *r, struct answer *out, struct err *err)
{
	struct err fault = {.code = ERR_NONE};
	struct form_field *form;
	struct kept_tool k;

	if (!page_form(r, &form, err) || !tool_seen(r, out, r->parts[0], &k, err))
		return false;
	return page_submit_form(r, out, form, &fault) ||
	       (page_form_again(out, 422, &fault, err) && show_tool(r, out, form, &fault, err));
}
