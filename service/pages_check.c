/* SPDX-License-Identifier: MIT */
/* pages_check.c: the playground for programs. */
#include "pages.h"

static bool
show_check(struct request *r, struct answer *out, const struct form_field *form, struct str report,
    const struct err *fault, struct err *err)
{
	const struct json_node *file = NULL;
	struct json_doc doc = {.count = 0};
	struct page_data p;

	if (report.n > 0) {
		if (!json_parse(r->a, report, "the report", &JSON_LIMITS, &doc, NULL, err))
			return false;
		file = json_first(&doc, json_get(&doc, json_root(&doc), "files"));
	}
	if (!page_begin(r, &p, "Check", "at_check", err) ||
	    !put_policies(r, &p.w, form_get(form, "policy"), err))
		return false;
	json_put_str(&p.w, "typed_code", form_get(form, "code"));
	put_fault(&p.w, fault);
	if (file) {
		struct str verdict = json_get_text(&doc, file, "verdict", STR("deny"));
		const struct json_node *held = json_get(&doc, file, "obligations");
		json_put_str(&p.w, "verdict", verdict);
		json_put_str(&p.w, "verdict_mark", verdict);
		put_code(r->a, &p.w, form_get(form, "code"),
		    &(struct code_notes){
			.findings = &doc, .list = json_get(&doc, file, "findings")});
		json_name(&p.w, "obligations");
		if (held)
			json_tree(&p.w, &doc, held);
		else
			json_null(&p.w);
	}
	return page_end(r, &p, "check", out, err);
}

bool
page_check(struct request *r, struct answer *out, struct err *err)
{
	return show_check(r, out, NULL, STR(""), NULL, err);
}

bool
page_checked(struct request *r, struct answer *out, struct err *err)
{
	struct answer made = {.status = 0};
	struct err fault = {.code = ERR_NONE};
	struct form_field *form;
	struct json_writer w;
	struct str report;
	struct buf body;

	if (!form_read(r, &form, err) || !page_word(r, form, err))
		return false;
	buf_init(&body, TASK_BYTES_MAX * 2);
	json_writer_init(&w, &body, false);
	json_object(&w);
	json_put_str(&w, "code", form_get(form, "code"));
	json_put_str(&w, "policy", form_get(form, "policy"));
	json_end_object(&w);
	bool good =
	    (!body.failed && arena_copy(r->a, buf_view(&body), &r->body)) || err_memory(err);
	buf_release(&body);
	if (!good)
		return false;
	buf_init(&made.body, REQUEST_BYTES_MAX);
	good = check_http(r, &made, &fault);
	bool kept = arena_copy(r->a, buf_view(&made.body), &report);
	buf_release(&made.body);
	if (!kept)
		return err_memory(err);
	return show_check(r, out, form, good ? report : STR(""), good ? NULL : &fault, err);
}
