/* SPDX-License-Identifier: MIT */
/* api_tools.c: functions that people approved. A publication and a retirement are runs, asked for like any other (body.c). */
#include "routes.h"
#include "serving.h"
#include "tools_kept.h"

static void
put_standing(const struct kept_tool *k, struct json_writer *w)
{
	json_put_text(w, "standing", kept_tool_standing(k));
	json_put_text(w, "why", k->why.code == ERR_NONE ? "" : k->why.message);
	json_put_str(w, "publisher", k->run.requester);
	json_put_text(w, "run_id", k->run.id);
	json_put_text(w, "sha256", k->tool.sha256);
}

static bool
place(struct request *r, struct work *out, struct err *err)
{
	*out = (struct work){.store = request_store(r, err), .trust = r->serving->trust_path};
	return out->store != NULL;
}

/* Only its publisher, and those who may read all runs, may see a tool that nobody can use. */
static bool
may_see(const struct request *r, const char *me, const struct kept_tool *k)
{
	return k->why.code == ERR_NONE || (r->who->rights & RIGHT_READ_ALL) ||
	       str_is(k->run.requester, me);
}

bool
tools_list_http(struct request *r, struct answer *out, struct err *err)
{
	char me[STORE_ID_BYTES];
	struct kept_tool *list;
	struct json_writer w;
	struct work place_of;
	size_t count;

	if (!place(r, &place_of, err) || !request_principal(r, me, err) ||
	    !kept_tools_list(r->a, &place_of, &list, &count, err))
		return false;
	answer_json(out, &w);
	json_open_array(&w, "tools");
	for (size_t i = 0; i < count; i++) {
		if (!may_see(r, me, &list[i]))
			continue;
		json_object(&w);
		json_put_str(&w, "name", list[i].tool.name);
		json_put_number(&w, "version", list[i].tool.version);
		json_put_str(&w, "doc", list[i].tool.doc);
		put_standing(&list[i], &w);
		json_end_object(&w);
	}
	json_end_array(&w);
	return answer_json_end(out, &w);
}

bool
tools_show_http(struct request *r, struct answer *out, struct err *err)
{
	char me[STORE_ID_BYTES];
	struct work place_of;
	struct json_writer w;
	struct kept_tool k;

	if (!place(r, &place_of, err) || !request_principal(r, me, err))
		return false;
	bool found = kept_tool_find(r->a, &place_of, r->parts[0], &k, err);
	if (!found && err->code != ERR_REFUSED && err->code != ERR_INPUT && err->code != ERR_USAGE)
		return false;
	if (!found || !may_see(r, me, &k))
		return answer_missing(out, err, "tool", r->parts[0]);
	answer_json(out, &w);
	json_name(&w, "tool");
	tool_json(&k.tool, &w);
	put_standing(&k, &w);
	return answer_json_end(out, &w);
}

bool
tools_submit_http(struct request *r, struct answer *out, struct err *err)
{
	const struct json_limits *limits = &JSON_LIMITS;
	struct json_doc d;

	if (!json_parse(r->a, r->body, "body", limits, &d, NULL, err))
		return false;
	if (!json_get(&d, json_root(&d), "tool") && !json_get(&d, json_root(&d), "retire"))
		return err_set(err, ERR_INPUT, "the body has neither 'tool' nor 'retire'");
	return runs_submit_http(r, out, err);
}
