/* SPDX-License-Identifier: MIT */
/* check.c: one tiny request to a model, and what it shows about the model's settings. */
#include "ceilings.h"
#include "provider.h"

#include <stdio.h>

static const char SCHEMA[] =
    "{\"type\":\"object\",\"properties\":{\"ready\":{\"type\":\"boolean\"}},"
    "\"required\":[\"ready\"],\"additionalProperties\":false}";
static const char QUESTION[] =
    "This is a test of the connection. Reply with the JSON object {\"ready\": true} "
    "and nothing around it.";

struct checking {
	struct arena *a;
	struct model_check *out;
	size_t *count;
};

/* Adds a step; false where it failed, or (then `detail` is NULL) memory ran out. */
static bool
step(struct checking *c, const char *what, bool good, const char *detail)
{
	if (detail)
		c->out[(*c->count)++] = (struct model_check){what, good, str_from(detail)};
	return good && detail;
}

static bool
failed(struct checking *c, const char *what, const struct err *err)
{
	return step(c, what, false,
	    arena_printf(c->a, "%s%s%s", err->message, err->help[0] ? "; " : "", err->help));
}

static bool
fits(struct arena *a, struct str text)
{
	struct json_doc d;
	struct err ignored;

	if (!document_read(a, str_trim(text), NULL, &d, &ignored) ||
	    json_root(&d)->kind != JSON_OBJECT)
		return false;
	const struct json_node *ready = json_get(&d, json_root(&d), "ready");
	return json_root(&d)->count == 1 && ready &&
	       (ready->kind == JSON_TRUE || ready->kind == JSON_FALSE);
}

static void
tell(struct checking *c, const struct provider *p, const struct model_reply *m,
    const struct model_account *spent)
{
	const struct model_usage *usage = &spent->usage;

	if (!step(c, "request", true,
		arena_printf(c->a, "a reply came in %lld ms from '%.*s'",
		    (long long)spent->model_ms, m->model.n > 80 ? 80 : (int)m->model.n,
		    m->model.p)))
		return;
	if (!step(c, "ending", m->finish == FINISH_STOP,
		arena_printf(c->a, "it ended with '%s'%s", finish_name(m->finish),
		    m->finish == FINISH_STOP ? "" : "; such a reply is never used")))
		return;
	bool good = fits(c->a, m->text), is_free = provider_is_free_form(p);
	step(c, "schema", good || is_free,
	    good      ? "the reply fits its schema"
	    : is_free ? "this provider can't hold a reply to a schema"
		      : "the reply is not what the schema 'check_1' asks for: one JSON object, "
			"{\"ready\": true}; see docs/models.md");
	step(c, "usage", usage->prompt_tokens > 0,
	    usage->prompt_tokens > 0
		? arena_printf(c->a, "%lld tokens in, %lld out", (long long)usage->prompt_tokens,
		      (long long)usage->completion_tokens)
		: "the reply reports no tokens, so budgets use estimates");
}

bool
model_check(struct arena *a, const struct model_spec *model, int64_t deadline_us,
    struct model_check out[MODEL_CHECKS_MAX], size_t *count, struct err *err)
{
	const struct message messages[] = {
	    {"system", STR("You reply in JSON.")}, {"user", str_from(QUESTION)}};
	const struct model_request request = {
	    .name = "check_1",
	    .messages = messages,
	    .count = ARRAY_LENGTH(messages),
	    .schema = str_from(SCHEMA),
	    .max_tokens = model->max_tokens > 0 ? model->max_tokens : TOKENS_DEFAULT,
	    .deadline_us = deadline_us,
	};
	struct checking c = {a, out, count};
	struct provider *p;
	struct spending spending;
	struct model_reply reply;
	struct err why = {0};

	*count = 0;
	spending_init(&spending, model);
	if (!provider_open(a, model, &p, &why)) {
		failed(&c, "settings", &why);
	} else if (step(&c, "settings", true, "the settings can be read")) {
		if (!provider_ask(p, a, &request, &spending, &reply, &why))
			failed(&c, "request", &why);
		else
			tell(&c, p, &reply, &spending.account);
	}
	return (*count > 0 && why.code != ERR_MEMORY) || err_memory(err);
}
