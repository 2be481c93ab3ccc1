/* SPDX-License-Identifier: MIT */
/* The model and the budgets. */
#include "task_loader.h"

#include "file.h"

#define ATTEMPTS_DEFAULT 3
#define CELLS_DEFAULT 5
#define WALL_MS_DEFAULT 600000
#define MODEL_TIMEOUT_MS_DEFAULT 120000
#define MODEL_TOKENS_DEFAULT 4096
#define REPLIES_BYTES_MAX ((size_t)16 << 20)

static int64_t
amount(struct task_loader *l, const struct json_node *object, const char *name, int64_t unit,
    int64_t otherwise)
{
	const struct json_node *n = json_get(&l->doc, object, name);
	int64_t value = 0;

	return task_int(l, n, &value) ? value * unit : otherwise;
}

static struct str
text(const struct task_loader *l, const struct json_node *object, const char *name)
{
	return json_get_text(&l->doc, object, name, STR(""));
}

/* A path as seen from the task file's folder. A key may also come from elsewhere: then it stays as
 * it is. */
static struct str
path(const struct task_loader *l, const struct json_node *object, const char *name)
{
	struct str written = text(l, object, name);

	if (written.n == 0 || str_starts(written, STR("credential:")) ||
	    str_starts(written, STR("fd:")))
		return written;
	char *z = arena_text(l->arena, written);
	return str_from(z ? path_beside(l->arena, l->doc.file, z) : NULL);
}

static bool
take_command(struct task_loader *l, const struct json_node *list, struct model_spec *spec)
{
	struct str *words = list ? arena_array(l->arena, list->count + 1, sizeof(*words)) : NULL;

	if (!list)
		return true;
	if (!words)
		return task_memory(l);
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n))
		words[spec->command_count++] = n->text;
	spec->command = words;
	return true;
}

/* The replies of a stored task are in it; otherwise the planner reads them. */
static bool
take_replies(struct task_loader *l, struct model_spec *spec)
{
	char *path = arena_text(l->arena, spec->file);
	struct err err;

	if (!l->stored || spec->file.n == 0)
		return true;
	if (!path)
		return task_memory(l);
	if (!task_read(l, path, REPLIES_BYTES_MAX, &spec->replies, &err))
		return task_add(l, &err);
	if (spec->replies.n > 0)
		return true;
	return task_refuse(l, NULL, NULL, "the stored script of replies is empty");
}

/* The run reports a fault of a stored task's model. */
static bool
can_be(struct task_loader *l, const struct json_node *m, const struct model_spec *spec)
{
	const char *at = NULL;
	struct err err;

	if (l->stored || model_settings(l->arena, spec, &at, &err))
		return true;
	const struct json_node *n = json_get(&l->doc, m, at);
	unsigned line = 0, column;

	if (!m)
		return task_add(l, &err);
	if (strcmp(at, "provider") == 0)
		return task_add_at(l, n, &err);
	text_place(l->doc.source, (n ? n : m)->at, &line, &column);
	err_place(&err, l->doc.file, line, column, 1);
	task_hide(&err); /* it may be a key */
	return task_add(l, &err);
}

/* A model's settings, without those that speak of other models. */
static bool
take_one(struct task_loader *l, const struct json_node *m, struct model_spec *spec)
{
	const struct json_node *stream = json_get(&l->doc, m, "stream"),
			       *temperature = json_get(&l->doc, m, "temperature");

	spec->timeout_ms = amount(l, m, "timeout_s", 1000, MODEL_TIMEOUT_MS_DEFAULT);
	spec->max_tokens = amount(l, m, "max_tokens", 1, MODEL_TOKENS_DEFAULT);
	spec->provider = text(l, m, "provider");
	spec->url = text(l, m, "url");
	spec->model = text(l, m, "model");
	spec->api_version = text(l, m, "api_version");
	spec->region = text(l, m, "region");
	spec->proxy = text(l, m, "proxy");
	spec->pinned_key = text(l, m, "pinned_key");
	spec->file = path(l, m, "file");
	spec->key_file = path(l, m, "key_file");
	spec->proxy_key_file = path(l, m, "proxy_key_file");
	spec->idle_ms = amount(l, m, "idle_s", 1000, 0);
	spec->ca_file = path(l, m, "ca_file");
	spec->client_cert = path(l, m, "client_cert");
	spec->client_key = path(l, m, "client_key");
	spec->profile_file = path(l, m, "profile_file");
	spec->effort = text(l, m, "effort");
	spec->temperature = temperature ? json_source(&l->doc, temperature) : STR("");
	spec->stream = stream && stream->kind == JSON_TRUE;
	spec->price_in_micros = amount(l, m, "price_in_micros", 1, 0);
	spec->price_out_micros = amount(l, m, "price_out_micros", 1, 0);
	spec->price_cached_micros = amount(l, m, "price_cached_micros", 1, 0);
	return take_replies(l, spec) && take_command(l, json_get(&l->doc, m, "command"), spec);
}

/* A model that stands for another one has no others that stand for it. */
static bool
take_other(struct task_loader *l, const struct json_node *m, struct model_spec *spec)
{
	static const char *const keys[] = {"fallbacks", "fall_back_on", "repair"};

	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
		const struct json_node *n = json_get(&l->doc, m, keys[i]);
		if (!n)
			continue;
		return task_refuse(l, n, "only the first model of a task has it",
		    "this model has no '%s' of its own", keys[i]);
	}
	return take_one(l, m, spec) && can_be(l, m, spec);
}

#define FALL_BACK_DEFAULT (1U << TROUBLE_OUTAGE | 1U << TROUBLE_RATE_LIMIT)

static bool
take_others(struct task_loader *l, const struct json_node *m, struct model_spec *spec)
{
	const struct json_node *list = json_get(&l->doc, m, "fallbacks"),
			       *repair = json_get(&l->doc, m, "repair"),
			       *on = json_get(&l->doc, m, "fall_back_on");
	size_t count = list ? list->count : 0;
	struct model_spec *others = arena_array(l->arena, count + 1, sizeof(*others));
	bool good = true;

	if (!others)
		return task_memory(l);
	spec->fallbacks = others;
	spec->fall_back_on = on ? 0 : FALL_BACK_DEFAULT;
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n))
		good = take_other(l, n, &others[spec->fallback_count++]) && good;
	for (const struct json_node *n = json_first(&l->doc, on); n; n = json_next(&l->doc, n))
		spec->fall_back_on |= 1U << model_trouble_of(n->text);
	if (repair) {
		good = take_other(l, repair, &others[count]) && good;
		spec->repair = &others[count];
	}
	return good;
}

/* A model that is named here gets no setting that the file has for another: no key, no address. */
static bool
take_words(struct task_loader *l, struct model_spec *spec)
{
	const struct task_request *r = l->request;
	struct str *const parts[] = {&spec->provider, &spec->model, &spec->key_file};
	struct str rest = str_from(r->model), one;
	size_t count = 0;

	while (str_cut(&rest, ' ', &one)) {
		if (one.n > 0 && count < ARRAY_LENGTH(parts))
			*parts[count] = one;
		count += one.n > 0;
	}
	if (r->url)
		spec->url = str_from(r->url);
	if (r->key_file)
		spec->key_file = str_from(r->key_file);
	if (count >= 2 && count <= ARRAY_LENGTH(parts))
		return true;
	return task_refuse(l, NULL,
	    "--model 'PROVIDER MODEL KEY_FILE'; docs/models.md lists providers",
	    "a model takes two or three words, not %zu", count);
}

bool
task_names_model(const struct task_loader *l)
{
	return json_get(&l->doc, l->root, "model") || l->request->model_file || l->request->model ||
	       l->request->url || l->request->key_file;
}

bool
task_model(struct task_loader *l)
{
	const struct json_node *m = json_get(&l->doc, l->root, "model");
	const struct json_node *budgets = json_get(&l->doc, l->root, "budgets");
	struct model_spec *spec = &l->task->model;

	spec->timeout_ms = MODEL_TIMEOUT_MS_DEFAULT;
	spec->max_tokens = MODEL_TOKENS_DEFAULT;
	spec->budget_requests = amount(l, budgets, "requests", 1, 0);
	spec->budget_tokens = amount(l, budgets, "tokens", 1, 0);
	spec->budget_micros = amount(l, budgets, "cost_micros", 1, 0);
	spec->record_file = str_from(l->request->record);
	if (l->request->model_file) {
		spec->provider = STR("script");
		spec->file = str_from(l->request->model_file);
		return true;
	}
	if (l->request->model)
		return take_words(l, spec) && can_be(l, NULL, spec);
	if (l->request->url || l->request->key_file)
		return task_refuse(l, NULL, "name the model with --model 'PROVIDER MODEL'",
		    "--url and --key-file need --model");
	if (m)
		return take_one(l, m, spec) && can_be(l, m, spec) && take_others(l, m, spec);
	return task_refuse(l, NULL,
	    "add a 'model:' block to the task file, name one by --model, or bring the program with --code FILE",
	    "no model was given");
}

void
task_budgets(struct task_loader *l)
{
	const struct json_node *b = json_get(&l->doc, l->root, "budgets");
	struct task_budgets *budgets = &l->task->budgets;

	budgets->attempts = amount(l, b, "attempts", 1, ATTEMPTS_DEFAULT);
	budgets->cells = budgets->cells_left = amount(l, b, "cells", 1, CELLS_DEFAULT);
	budgets->wall_ms = amount(l, b, "wall_s", 1000, WALL_MS_DEFAULT);
	for (size_t i = 0; i < ARRAY_LENGTH(budgets->by_cause); i++)
		budgets->by_cause[i] = 2;
	budgets->by_cause[FEEDBACK_NONE] = 0;
}
