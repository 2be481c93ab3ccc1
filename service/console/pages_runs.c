/* SPDX-License-Identifier: MIT */
/* pages_runs.c: the list of runs, and the form that asks for one. */
#include "pages.h"
#include "routes.h"

bool
put_run_head(
    struct request *r, struct json_writer *w, const struct stored_run *run, struct err *err)
{
	struct store *s = request_store(r, err);

	json_put_text(w, "id", run->id);
	json_put_str(w, "goal", run->title.n > 0 ? run->title : STR("no goal was given"));
	put_state(w, run->state);
	json_format(w, "policy: %.*s, reason: %.*s", STR_ARG(run->policy), STR_ARG(run->reason));
	put_moment(w, "created", run->created_us, store_now_us(s));
	put_moment(w, "updated", run->updated_us, store_now_us(s));
	return put_requester(r, w, run->requester, err);
}

/* "count": how many runs each view of the list has, by its name. */
static bool
put_counts(struct request *r, struct json_writer *w, const struct run_filter *f, struct err *err)
{
	int64_t counts[STATE_COUNT], all = 0, open = 0;

	if (!runs_count(request_store(r, err), f->requester, counts, err))
		return false;
	json_open_object(w, "count");
	for (int s = STATE_NONE; s < STATE_COUNT; s++) {
		all += counts[s];
		open += run_state_is_open((enum run_state)s) ? counts[s] : 0;
		if (s > STATE_NONE)
			json_put_number(w, run_state_name((enum run_state)s), counts[s]);
	}
	json_format(w, "all: %ld, open: %ld}, at_least: %d, view: %s", all, open,
	    all >= RUNS_SEARCHED_MAX,
	    f->state       ? run_state_name(f->state)
	    : f->open_only ? "open"
			   : NULL);
	return true;
}

bool
page_runs(struct request *r, struct answer *out, struct err *err)
{
	struct store *s = request_store(r, err);
	struct run_filter filter;
	char me[STORE_ID_BYTES];
	struct stored_run *runs;
	struct page_data p;
	size_t count;

	if (!s || !request_run_filter(r, me, &filter, err))
		return false;
	filter.words = request_query(r, "q");
	if (!runs_list(s, r->a, &filter, &runs, &count, err) ||
	    !page_begin(r, &p, "Runs", "at_runs", err) || !put_counts(r, &p.w, &filter, err))
		return false;
	json_format(&p.w, "q: %s, narrowed: %d, searched: %u, runs: [", filter.words,
	    filter.open_only || filter.state || (filter.words && filter.words[0]),
	    RUNS_SEARCHED_MAX);
	for (size_t i = 0; i < count; i++) {
		json_object(&p.w);
		if (!put_run_head(r, &p.w, &runs[i], err))
			return false;
		json_end_object(&p.w);
	}
	json_format(&p.w, "], older: %s", count == filter.limit ? runs[count - 1].id : NULL);
	return page_end(r, &p, "runs", out, err);
}

/* -- asking for one -------------------------------------------------------------------------- */

static bool
show_form(struct request *r, struct answer *out, const struct form_field *form,
    const struct err *fault, struct err *err)
{
	struct page_data p;

	if (!page_begin(r, &p, "Submit", "at_submit", err) ||
	    !put_policies(r, &p.w, form_get(form, "policy"), err))
		return false;
	json_put_str(&p.w, "typed_code", form_get(form, "code"));
	json_put_str(&p.w, "typed_goal", form_get(form, "goal"));
	json_format(&p.w, "has_model: %d, is_signed: %d", r->serving->o->model != NULL,
	    r->trust && r->trust->requests_signed);
	put_fault(&p.w, fault);
	return page_end(r, &p, "submit", out, err);
}

bool
page_submit(struct request *r, struct answer *out, struct err *err)
{
	return show_form(r, out, NULL, NULL, err);
}

/* Of a tool's page; the form's `code` is then what the browser expects to be signed. */
static void
put_retire(struct json_writer *w, const struct form_field *form)
{
	json_open_object(w, "retire");
	json_put_str(w, "tool", form_get(form, "retire"));
	json_put_str(w, "reason", form_get(form, "reason"));
	json_end_object(w);
}

static bool
write_body(struct request *r, const struct form_field *form, struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf text, bytes;

	buf_init(&text, TASK_BYTES_MAX * 2);
	buf_init(&bytes, TASK_BYTES_MAX * 2);
	json_writer_init(&w, &text, false);
	json_object(&w);
	if (form_get(form, "goal").n > 0)
		json_put_str(&w, "goal", form_get(form, "goal"));
	if (str_trim(form_get(form, "code")).n > 0 && form_get(form, "retire").n == 0)
		json_put_str(&w, "code", form_get(form, "code"));
	json_put_str(&w, "policy", form_get(form, "policy"));
	if (form_get(form, "request").n > 0)
		json_put_str(&w, "request", form_get(form, "request"));
	if (form_get(form, "retire").n > 0) {
		put_retire(&w, form);
		json_end_object(&w);
		return request_keep(r, &text, out, err);
	}
	json_open_array(&w, "inputs");
	for (const struct form_field *f = form; f; f = f->next) {
		if (!f->file || !f->file[0])
			continue;
		json_format(&w, "{name: %s", f->file);
		buf_clear(&bytes);
		base64_write(f->value.p, f->value.n, &bytes);
		json_format(&w, "base64: %.*s}", STR_ARG(buf_view(&bytes)));
	}
	json_format(&w, "]}");
	text.failed = text.failed || bytes.failed;
	buf_release(&bytes);
	return request_keep(r, &text, out, err);
}

/* Answers with the request that the browser is to sign with the person's own key: as POST /v1/requests writes it. */
bool
page_request(struct request *r, struct answer *out, struct err *err)
{
	char keyid[KEYID_BYTES];
	const struct person *who;
	struct form_field *form;

	out->media_type = "application/json";
	return page_form(r, &form, err) && page_signer(r, form, &who, keyid, err) &&
	       write_body(r, form, &r->body, err) && requests_write_http(r, out, err);
}

bool
page_submit_form(
    struct request *r, struct answer *out, const struct form_field *form, struct err *fault)
{
	struct answer made = {.status = 0};

	if (!write_body(r, form, &r->body, fault))
		return false;
	buf_init(&made.body, REQUEST_BYTES_MAX);
	bool good = runs_submit_http(r, &made, fault);
	buf_release(&made.body);
	return good && answer_go(out, made.headers[0].value + strlen("/v1"));
}

bool
page_submitted(struct request *r, struct answer *out, struct err *err)
{
	struct form_field *form;
	struct err fault = {.code = ERR_NONE};

	if (!page_form(r, &form, err))
		return false;
	return page_submit_form(r, out, form, &fault) ||
	       (page_form_again(out, 422, &fault, err) && show_form(r, out, form, &fault, err));
}
