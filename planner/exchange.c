/* SPDX-License-Identifier: MIT */
#include "exchange.h"

#include "ceilings.h"

#include <stdio.h>

#define WORDS_CODEPOINTS 200
#define WHY_BYTES_MAX 2048

/* An API's error is {"error": {"message", "code" or "type"}}, or for AWS and others {"message"} or
 * {"detail"}; its words are a stranger's. */
static void
read_error(struct arena *a, struct exchange *x)
{
	struct json_doc d;
	struct err ignored = {0};

	x->error_code = x->error_text = STR("");
	if (!document_read(a, x->got.body, NULL, &d, &ignored))
		return;
	const struct json_node *root = json_root(&d), *error = json_get(&d, root, "error");
	const char *const names[] = {"detail", "Message", "message", "error"};
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		x->error_text = json_get_text(&d, root, names[i], x->error_text);
	x->error_text = json_get_text(&d, error, "message", x->error_text);
	x->error_code = json_get_text(&d, error, "code", STR(""));
	if (x->error_code.n == 0)
		x->error_code = json_get_text(&d, error, "type", STR(""));
}

struct status_words {
	int64_t first, last;
	const char *what, *help;
};

static const struct status_words STATUS_WORDS[] = {
    {300, 399, "answered with a redirect, and redirects are never followed",
	"put the API's final address into model.url"},
    {401, 401, "does not accept the API key",
	"check the key in the file that model.key_file names"},
    {403, 403, "does not allow this", "check what the API key may be used for"},
    {404, 404, "knows no such address or model", "check model.url and model.model"},
    {408, 408, "gave up waiting", "try again later"},
    {413, 413, "finds the request too large",
	"shorten the goal, the policy's messages or the schema"},
    {429, 429, "takes no more requests now", "try again later, or check the account's quota"},
    {400, 499, "refused the request", "check model.model and what this API understands"},
    {500, 599, "failed", "try again later"},
    {0, INT64_MAX, "answered with an unexpected status", "check model.url"},
};

static bool
tell_status(const struct exchange *x, int64_t requests, struct err *err)
{
	const struct status_words *words = STATUS_WORDS;
	char times[32] = "";
	struct buf said;

	while (x->got.status < words->first || x->got.status > words->last)
		words++;
	if (requests > 1)
		snprintf(times, sizeof(times), ", %lld requests", (long long)requests);
	buf_init(&said, 2048);
	buf_visible(&said, x->error_text, WORDS_CODEPOINTS);
	err_set(err, ERR_PROVIDER, "the model provider %s (HTTP %lld%s)%s%.*s", words->what,
	    (long long)x->got.status, times, said.n > 0 ? ": " : "", STR_ARG(buf_view(&said)));
	buf_release(&said);
	return err_help(err, "%s", words->help);
}

static bool
tell_failure(
    const struct transport_request *request, const struct transport_reply *got, struct err *err)
{
	const struct transport_fault *fault = transport_fault(got->failure);
	enum err_code code = got->failure == TRANSPORT_SETTING ? ERR_INPUT : ERR_PROVIDER;

	if (got->failure == TRANSPORT_TOO_LARGE)
		err_set(err, code, "%s: more than %zu bytes", fault->words,
		    request->stream ? STREAM_BYTES_MAX : REPLY_BYTES_MAX);
	else if (got->message.n > 0)
		err_set(err, code, "%s: %.*s", fault->words, STR_ARG(got->message));
	else
		err_set(err, code, "%s", fault->words);
	return fault->help ? err_help(err, "%s", fault->help) : false;
}

static enum model_trouble
trouble_of(const struct transport_reply *got)
{
	bool outage = (transport_fault(got->failure)->effects & FAULT_OUTAGE) != 0;

	if (got->failure == TRANSPORT_NONE && got->status == 429)
		return TROUBLE_RATE_LIMIT;
	if (got->failure == TRANSPORT_NONE)
		outage = got->status == 408 || got->status >= 500;
	return outage ? TROUBLE_OUTAGE : TROUBLE_OTHER;
}

static bool
is_answer(struct arena *a, struct exchange *x, int64_t requests, struct err *err)
{
	if (x->got.failure != TRANSPORT_NONE)
		return tell_failure(x->request, &x->got, err);
	if (x->got.status == 200)
		return true;
	read_error(a, x);
	return tell_status(x, requests, err);
}

bool
exchange_run(struct arena *a, struct exchange *x, struct err *err)
{
	int64_t before = x->spending->account.usage.requests;
	struct buf why;
	bool good = false;

	x->got = (struct transport_reply){.failure = TRANSPORT_OTHER};
	x->error_code = x->error_text = STR("");
	buf_init(&why, WHY_BYTES_MAX);
	for (int tries = 0; tries < 2 && !good; tries++) {
		buf_clear(&why);
		good = retry_post(a, x->request, x->deadline_us, x->spending, &x->got, err);
		if (!good) {
			/* One that rests is out; a budget that is used up is ours. */
			x->trouble = err->code == ERR_PROVIDER ? TROUBLE_OUTAGE : TROUBLE_OTHER;
			goto out;
		}
		x->trouble = trouble_of(&x->got);
		good = is_answer(a, x, x->spending->account.usage.requests - before, err);
		if (!good)
			goto out;
		good = x->read(x->context, a, x->got.body, &why);
		if (!good && why.n == 0)
			break;
		if (!good) /* nobody says what it cost */
			spending_add_estimate(x->spending, x->request->body.n);
	}
	if (!good && why.n == 0) {
		err_memory(err);
	} else if (!good) {
		x->trouble = TROUBLE_OUTAGE;
		err_set(
		    err, ERR_PROVIDER, "the model provider's reply %.*s", STR_ARG(buf_view(&why)));
		err_help(err, "is model.url the address of the API, and of the kind that "
			      "model.provider says?");
	}
out:
	buf_release(&why);
	return good;
}
