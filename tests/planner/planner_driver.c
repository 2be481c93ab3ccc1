/* SPDX-License-Identifier: MIT */
/*
 * planner_driver: asks a model for a plan (and more), or checks it (`check`), for tests. The
 * setting is a JSON object on standard input, with the members of model_spec, `deadline_ms`,
 * `asks` (how many questions: a plan, then programs) and `pauses` (percent of the time that passes
 * between two tries); the outcome is a JSON object on standard output.
 */
#include "clock.h"
#include "file.h"
#include "planner.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct outcome {
	struct plan plan;
	struct str code;
	struct model_account account;
	int64_t received, waits;
};

static int64_t pauses = 100;

int __real_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);

int
__wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
	const int64_t ns = (time->tv_sec * INT64_C(1000000000) + time->tv_nsec) * pauses / 100;
	const struct timespec shorter = {ns / 1000000000, ns % 1000000000};

	return __real_nanosleep(&shorter, left);
}

static int64_t
number_of(const struct json_doc *d, const char *name, int64_t otherwise)
{
	const struct json_node *n = json_get(d, json_root(d), name);
	int64_t number;
	return n && json_int(n, &number) ? number : otherwise;
}

static struct str
text_of(const struct json_doc *d, const char *name)
{
	return json_get_text(d, json_root(d), name, STR(""));
}

static void
hear(void *context, const struct planner_progress *progress)
{
	struct outcome *o = context;

	if (progress->kind == PLANNER_RECEIVING)
		o->received = progress->amount;
	o->waits += progress->kind == PLANNER_WAITING;
}

static bool
is_past(void *context)
{
	const int64_t *until_us = context;
	return clock_us() >= *until_us;
}

static bool
read_spec(struct arena *a, const struct json_doc *d, struct model_spec *spec)
{
	const struct json_node *stream = json_get(d, json_root(d), "stream");
	const struct json_node *command = json_get(d, json_root(d), "command");
	struct str *words = arena_array(a, command ? command->count : 0, sizeof(*words));

	if (!words)
		return false;
	*spec = (struct model_spec){
	    .provider = json_get_text(d, json_root(d), "provider", STR("openai")),
	    .file = text_of(d, "file"),
	    .url = text_of(d, "url"),
	    .model = json_get_text(d, json_root(d), "model", STR("test-model")),
	    .key_file = text_of(d, "key_file"),
	    .ca_file = text_of(d, "ca_file"),
	    .timeout_ms = number_of(d, "timeout_ms", 10000),
	    .max_tokens = number_of(d, "max_tokens", 1000),
	    .profile_file = text_of(d, "profile_file"),
	    .api_version = text_of(d, "api_version"),
	    .region = text_of(d, "region"),
	    .proxy = text_of(d, "proxy"),
	    .proxy_key_file = text_of(d, "proxy_key_file"),
	    .idle_ms = number_of(d, "idle_ms", 0),
	    .client_cert = text_of(d, "client_cert"),
	    .client_key = text_of(d, "client_key"),
	    .pinned_key = text_of(d, "pinned_key"),
	    .record_file = text_of(d, "record_file"),
	    .stream = stream && stream->kind == JSON_TRUE,
	    .command = words,
	    .budget_requests = number_of(d, "budget_requests", 0),
	    .budget_tokens = number_of(d, "budget_tokens", 0),
	    .budget_micros = number_of(d, "budget_micros", 0),
	    .temperature = json_get_text(d, json_root(d), "temperature", STR("")),
	    .effort = json_get_text(d, json_root(d), "effort", STR("")),
	    .price_in_micros = number_of(d, "price_in_micros", 0),
	    .price_out_micros = number_of(d, "price_out_micros", 0),
	    .price_cached_micros = number_of(d, "price_cached_micros", 0),
	};
	for (const struct json_node *n = command ? json_first(d, command) : NULL; n;
	     n = json_next(d, n))
		words[spec->command_count++] = n->text;
	return true;
}

static bool
converse(struct planner *p, int64_t asks, int64_t deadline_us, struct outcome *o, struct err *err)
{
	static const struct feedback feedback = {.cause = FEEDBACK_RUNTIME};
	struct str words;
	bool give_up;

	if (!planner_plan(p, deadline_us, &o->plan, err))
		return false;
	for (int64_t i = 1; i < asks; i++)
		if (!planner_generate(p, &o->plan, i > 1 ? &feedback : NULL, deadline_us, &o->code,
			&give_up, &words, err))
			return false;
	return true;
}

static bool
drive(struct arena *a, const struct json_doc *d, struct outcome *o, struct err *err)
{
	int64_t deadline_us = clock_us() + number_of(d, "deadline_ms", 30000) * 1000;
	const struct planner_task task = {
	    .goal = json_get_text(d, json_root(d), "goal", STR("count the rows")),
	    .policy_text = STR("modules: json"),
	    .schema_text = STR("{\"type\": \"object\"}"),
	    .limits_text = STR("wall time: 5 s"),
	};
	int64_t cancel_us = clock_us() + number_of(d, "cancel_ms", 0) * 1000;
	pauses = number_of(d, "pauses", 100);
	struct model_spec spec;
	struct planner *p;

	if (!read_spec(a, d, &spec))
		return err_memory(err);
	if (!planner_new(a, &spec, &task, &p, err))
		return false;
	planner_watch(p, hear, o);
	if (json_get(d, json_root(d), "cancel_ms"))
		planner_cancel(p, is_past, &cancel_us);
	bool good = converse(p, number_of(d, "asks", 1), deadline_us, o, err);
	o->account = planner_account(p);
	return good;
}

static void
report_check(struct arena *a, const struct json_doc *d)
{
	struct model_check checks[MODEL_CHECKS_MAX];
	struct model_spec spec;
	struct json_writer w;
	struct buf out;
	struct err err = {0};
	size_t count = 0;

	buf_init(&out, 1 << 20);
	json_writer_init(&w, &out, false);
	json_object(&w);
	if (read_spec(a, d, &spec) &&
	    model_check(a, &spec, clock_us() + 30000000, checks, &count, &err))
		for (size_t i = 0; i < count; i++) {
			json_name(&w, checks[i].what);
			json_array(&w);
			json_bool(&w, checks[i].good);
			json_str(&w, checks[i].detail);
			json_end_array(&w);
		}
	json_end_object(&w);
	printf("%s\n", out.p);
	buf_release(&out);
}

static void
report(const struct outcome *o, bool good, const struct err *err)
{
	const struct model_account *account = &o->account;
	struct json_writer w;
	struct buf out;

	buf_init(&out, 1 << 20);
	json_writer_init(&w, &out, false);
	json_object(&w);
	json_put_bool(&w, "good", good);
	json_put_number(&w, "code", good ? 0 : (int64_t)err->code);
	json_put_text(&w, "message", good ? "" : err->message);
	json_put_text(&w, "help", good ? "" : err->help);
	json_put_number(&w, "requests", account->usage.requests);
	json_put_number(&w, "prompt_tokens", account->usage.prompt_tokens);
	json_put_number(&w, "completion_tokens", account->usage.completion_tokens);
	json_put_number(&w, "cached_tokens", account->cached_tokens);
	json_put_number(&w, "reasoning_tokens", account->reasoning_tokens);
	json_put_number(&w, "estimated_tokens", account->estimated_tokens);
	json_put_number(&w, "cost_micros", account->cost_micros);
	json_put_number(&w, "retries", account->retries);
	json_put_number(&w, "received", o->received);
	json_put_number(&w, "waits", o->waits);
	json_put_str(&w, "program", o->code);
	if (good) {
		json_name(&w, "plan");
		plan_json(&o->plan, &w);
	}
	json_end_object(&w);
	printf("%s\n", out.p);
	buf_release(&out);
}

int
main(void)
{
	struct arena *a = arena_new((size_t)256 << 20);
	struct outcome outcome = {0};
	struct json_doc d;
	struct err err = {0};
	struct str text;

	if (!a || !file_read_fd(a, STDIN_FILENO, "stdin", 1 << 20, &text, &err) ||
	    !json_parse(a, text, "stdin", &JSON_LIMITS, &d, NULL, &err))
		return 2;
	if (json_get(&d, json_root(&d), "check"))
		report_check(a, &d);
	else
		report(&outcome, drive(a, &d, &outcome, &err), &err);
	arena_free(a);
	return 0;
}
