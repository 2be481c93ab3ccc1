/* SPDX-License-Identifier: MIT */
#include "plan.h"

static bool
read_text(struct arena *a, const struct json_doc *doc, const char *name, struct str *out)
{
	return arena_copy(a, json_get_text(doc, json_root(doc), name, STR("")), out);
}

static bool
read_list(
    struct arena *a, const struct json_doc *doc, const char *name, struct str **out, size_t *count)
{
	const struct json_node *list = json_get(doc, json_root(doc), name);
	size_t n = 0;

	*out = arena_array(a, list ? list->count : 0, sizeof(**out));
	if (!*out)
		return false;
	for (const struct json_node *i = list ? json_first(doc, list) : NULL; i;
	     i = json_next(doc, i))
		if (!arena_copy(a, i->text, &(*out)[n++]))
			return false;
	*count = n;
	return true;
}

bool
plan_read(struct arena *a, const struct json_doc *doc, struct plan *out)
{
	const struct json_node *feasible = json_get(doc, json_root(doc), "feasible");

	*out = (struct plan){.feasible = feasible && feasible->kind == JSON_TRUE};
	return read_text(a, doc, "understanding", &out->understanding) &&
	       read_text(a, doc, "output_shape", &out->output_shape) &&
	       read_text(a, doc, "why_not", &out->why_not) &&
	       read_list(a, doc, "steps", &out->steps, &out->step_count) &&
	       read_list(a, doc, "imports", &out->imports, &out->import_count) &&
	       read_list(a, doc, "inputs_used", &out->inputs_used, &out->input_count) &&
	       read_list(a, doc, "risks", &out->risks, &out->risk_count);
}

static void
put_list(struct json_writer *w, const char *name, const struct str *items, size_t count)
{
	json_put_strs(w, name, items, count);
}

void
plan_json(const struct plan *plan, struct json_writer *w)
{
	json_object(w);
	json_put_str(w, "understanding", plan->understanding);
	put_list(w, "steps", plan->steps, plan->step_count);
	put_list(w, "imports", plan->imports, plan->import_count);
	put_list(w, "inputs_used", plan->inputs_used, plan->input_count);
	json_put_str(w, "output_shape", plan->output_shape);
	put_list(w, "risks", plan->risks, plan->risk_count);
	json_put_bool(w, "feasible", plan->feasible);
	json_name(w, "why_not");
	if (plan->feasible)
		json_null(w);
	else
		json_str(w, plan->why_not);
	json_end_object(w);
}
