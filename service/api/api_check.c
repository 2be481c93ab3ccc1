/* SPDX-License-Identifier: MIT */
/* api_check.c: what a policy says to a program; nothing is run. */
#include "routes.h"
#include "serving.h"

#include "clock.h"
#include "words.h"

#define WORDS_BYTES_MAX ((size_t)1 << 20)

bool
request_policy(struct request *r, struct str named, struct policy **out, struct answer *answer,
    struct err *err)
{
	const char *name = named.n > 0 ? arena_text(r->a, named) : r->serving->o->policy;
	struct err_list *errs = arena_alloc(r->a, sizeof(*errs));

	if (!errs || (named.n > 0 && !name))
		return err_memory(err);
	if (!name || strchr(name, '/') || str_ends(str_from(name), STR(".yaml"))) {
		answer->status = 422;
		err_set(err, ERR_INPUT, "'policy' is missing or not a policy's name");
		return err_help(err, "GET /v1/policies lists this service's policies");
	}
	if (policy_take(r->a, r->serving->trust_path, name, NULL, &r->loads, out, errs))
		return true;
	*err = errs->items[0];
	answer->status = fault_is_own(err) ? 503 : 422;
	return false;
}

bool
check_http(struct request *r, struct answer *out, struct err *err)
{
	const char *accept = request_header(r, "Accept");
	bool sarif = accept && strstr(accept, "application/sarif+json");
	struct check_result result = {.path = "program.py"};
	struct check_setting at = {.now_us = clock_utc_us(), .path = STR("program.py")};
	const struct json_node *code, *without_box;
	struct json_doc body;
	struct policy *p;

	if (!json_parse(r->a, r->body, "body", &JSON_LIMITS, &body, NULL, err))
		return false;
	code = json_get(&body, json_root(&body), "code");
	without_box = json_get(&body, json_root(&body), "without_box");
	if (!code || code->kind != JSON_STRING)
		return err_set(err, ERR_INPUT, "'code' is missing or not a string");
	at.without_box = without_box && without_box->kind == JSON_TRUE;
	result.source = code->text;
	if (!request_policy(
		r, json_get_text(&body, json_root(&body), "policy", STR("")), &p, out, err) ||
	    !policy_check_at(p, r->a, result.source, &at, &result.verdict, err))
		return false;
	check_report(p, &result, 1, sarif ? CHECK_SARIF : CHECK_JSON, false, &out->body);
	out->media_type = sarif ? "application/sarif+json" : NULL;
	return true;
}

bool
policies_show_http(struct request *r, struct answer *out, struct err *err)
{
	struct json_writer w;
	struct policy *p;
	struct buf words;

	if (!request_policy(r, r->parts[0], &p, out, err))
		return false;
	buf_init(&words, WORDS_BYTES_MAX);
	policy_prompt(p, &words);
	answer_json(out, &w);
	json_format(&w, "name: %.*s, revision: %ld, sha256: %s, words: %.*s}",
	    STR_ARG(policy_id(p)), policy_revision(p), policy_digest(p), STR_ARG(buf_view(&words)));
	bool good = !words.failed || err_memory(err);
	buf_release(&words);
	return good;
}

/* Whether the trust file wants signed policies decides: then nothing is offered but what bundles bring. */
bool
request_policies(
    struct request *r, struct str **out, size_t *installed, size_t *count, struct err *err)
{
	struct err_list *errs = arena_alloc(r->a, sizeof(*errs));
	struct str *bundled, *shipped = NULL;
	size_t shipped_count = 0;
	bool are_signed = false;

	if (!errs)
		return err_memory(err);
	if (!policies_offered(r->a, r->serving->trust_path, &bundled, installed, errs) ||
	    !policies_are_signed(r->a, r->serving->trust_path, &are_signed, errs)) {
		*err = errs->items[0];
		return false;
	}
	if (!are_signed && !policies_shipped(r->a, &shipped, &shipped_count, err))
		return false;
	*count = *installed + shipped_count;
	*out = arena_array(r->a, *count + 1, sizeof(**out));
	if (!*out)
		return err_memory(err);
	for (size_t i = 0; i < *count; i++)
		(*out)[i] = i < *installed ? bundled[i] : shipped[i - *installed];
	return true;
}

bool
policies_list_http(struct request *r, struct answer *out, struct err *err)
{
	struct json_writer w;
	struct str *names;
	size_t installed, count;

	if (!request_policies(r, &names, &installed, &count, err))
		return false;
	answer_json(out, &w);
	json_open_array(&w, "policies");
	for (size_t i = 0; i < count; i++)
		json_format(&w, "{name: %.*s, from: %s}", STR_ARG(names[i]),
		    i < installed ? "bundle" : "shipped");
	json_end_array(&w);
	return answer_json_end(out, &w);
}
