/* SPDX-License-Identifier: MIT */
/* api_tools.c: functions that people approved. A publication and a retirement are runs, asked for like any other (body.c). */
#include "routes.h"
#include "tools_seen.h"

static void
put_standing(const struct kept_tool *k, struct json_writer *w)
{
	json_format(w, "standing: %s, why: %s, publisher: %.*s, run_id: %s, sha256: %s",
	    kept_tool_standing(k), k->why.code == ERR_NONE ? "" : k->why.message,
	    STR_ARG(k->run.requester), k->run.id, k->tool.sha256);
}

bool
tools_list_http(struct request *r, struct answer *out, struct err *err)
{
	struct kept_tool *list;
	struct json_writer w;
	size_t count;

	if (!tools_seen(r, &list, &count, err))
		return false;
	answer_json(out, &w);
	json_open_array(&w, "tools");
	for (size_t i = 0; i < count; i++) {
		json_format(&w, "{name: %.*s, version: %ld, doc: %.*s", STR_ARG(list[i].tool.name),
		    list[i].tool.version, STR_ARG(list[i].tool.doc));
		put_standing(&list[i], &w);
		json_end_object(&w);
	}
	json_end_array(&w);
	return answer_json_end(out, &w);
}

bool
tools_show_http(struct request *r, struct answer *out, struct err *err)
{
	struct json_writer w;
	struct kept_tool k;

	if (!tool_seen(r, out, r->parts[0], &k, err))
		return false;
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
