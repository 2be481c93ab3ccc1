/* SPDX-License-Identifier: MIT */
/* A task in one piece: what comes out is what went in, and nothing else comes in. */
#include "capsule.h"
#include "load_cache.h"

#include "pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const EXAMPLES[] = {"conversion", "weather", "repair", "escalation", "misfit"};

static bool
from_parts(void *context, struct arena *a, const char *sha256, struct str *out, struct err *err)
{
	const struct capsule *c = context;

	(void)a;
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->parts[i].sha256, sha256) == 0) {
			*out = c->parts[i].bytes;
			return true;
		}
	return err_set(err, ERR_INPUT, "the store has no content '%s'", sha256);
}

static void
load_request(struct arena *a, const struct task_request *request, struct task **out)
{
	struct err_list errs;

	if (!task_load(a, request, out, &errs))
		fail_msg("%s: %s", errs.items[0].file, errs.items[0].message);
}

static void
load_example(struct arena *a, const char *name, struct task **out)
{
	const char *source = getenv("SLUICE_SOURCE_DIR");
	const struct task_request request = {
	    .path = arena_printf(a, "%s/examples/%s/task.yaml", source ? source : ".", name)};

	load_request(a, &request, out);
}

/* All but what a run is recorded to, and where replies are read from: these lie elsewhere. */
static void
same_model(const struct model_spec *x, const struct model_spec *y)
{
	const struct {
		struct str x, y;
	} texts[] = {{x->provider, y->provider}, {x->url, y->url}, {x->model, y->model},
	    {x->key_file, y->key_file}, {x->ca_file, y->ca_file},
	    {x->profile_file, y->profile_file}, {x->api_version, y->api_version},
	    {x->proxy, y->proxy}, {x->proxy_key_file, y->proxy_key_file},
	    {x->client_cert, y->client_cert}, {x->client_key, y->client_key},
	    {x->pinned_key, y->pinned_key}, {x->temperature, y->temperature},
	    {x->effort, y->effort}};
	const struct {
		int64_t x, y;
	} numbers[] = {{x->timeout_ms, y->timeout_ms}, {x->idle_ms, y->idle_ms},
	    {x->max_tokens, y->max_tokens}, {x->stream, y->stream},
	    {x->budget_requests, y->budget_requests}, {x->budget_tokens, y->budget_tokens},
	    {x->budget_micros, y->budget_micros}, {x->price_in_micros, y->price_in_micros},
	    {x->price_out_micros, y->price_out_micros},
	    {x->price_cached_micros, y->price_cached_micros},
	    {(int64_t)x->command_count, (int64_t)y->command_count}};

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (!str_eq(texts[i].x, texts[i].y))
			fail_msg("text %zu: %.*s against %.*s", i, STR_ARG(texts[i].x),
			    STR_ARG(texts[i].y));
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
		assert_int_equal(numbers[i].x, numbers[i].y);
	for (size_t i = 0; i < x->command_count; i++)
		assert_true(str_eq(x->command[i], y->command[i]));
	assert_int_equal(x->fallback_count, y->fallback_count);
	for (size_t i = 0; i < x->fallback_count; i++)
		same_model(&x->fallbacks[i], &y->fallbacks[i]);
	assert_int_equal(x->repair != NULL, y->repair != NULL);
	if (x->repair)
		same_model(x->repair, y->repair);
	if (x->fallback_count > 0 || x->repair)
		assert_int_equal(x->fall_back_on, y->fall_back_on);
}

/* Out of the capsule, and into one again. */
static void
goes_round(struct arena *a, const struct task *task)
{
	struct capsule first, second;
	struct capsule_source source = {.get = from_parts, .context = &first};
	struct err_list errs;
	struct task *again;
	struct err err;

	assert_true(capsule_pack(a, task, &first, &err));
	if (!capsule_load(a, first.text, &source, &again, &errs))
		fail_msg(
		    "%s:%u: %s", errs.items[0].file, errs.items[0].line, errs.items[0].message);
	assert_true(capsule_pack(a, again, &second, &err));
	assert_string_equal(first.sha256, second.sha256);
	assert_true(str_eq(task->goal, again->goal));
	assert_true(str_eq(task->schema_text, again->schema_text));
	assert_string_equal(policy_digest(task->policy), policy_digest(again->policy));
	assert_memory_equal(&task->limits, &again->limits, sizeof(task->limits));
	assert_memory_equal(&task->budgets, &again->budgets, sizeof(task->budgets));
	same_model(&task->model, &again->model);
	assert_int_equal(task->channel, again->channel);
	assert_int_equal(task->framing, again->framing);
	assert_int_equal(task->explain, again->explain);
	assert_int_equal(task->invariant_count, again->invariant_count);
	assert_int_equal(task->input_count, again->input_count);
	for (size_t i = 0; i < task->input_count; i++)
		assert_string_equal(task->inputs[i].sha256, again->inputs[i].sha256);
}

static void
a_task_comes_out_as_it_went_in(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(EXAMPLES); i++) {
		struct arena *a = arena_new((size_t)512 << 20);
		struct task *task;
		load_example(a, EXAMPLES[i], &task);
		goes_round(a, task);
		arena_free(a);
	}
}

static void
what_was_said_on_the_command_line_is_in_it(void **state)
{
	struct arena *a = arena_new((size_t)512 << 20);
	char code[] = "/tmp/capsule-code-XXXXXX";
	int fd = mkstemp(code);
	struct task_request request = {.code = code, .policy = "pure-compute"};
	struct task *task;

	(void)state;
	assert_int_equal(dprintf(fd, "print(1)\n"), 9);
	close(fd);
	load_request(a, &request, &task);
	goes_round(a, task);
	request.goal = "add \xe2\x80\xa8 one\x01 to \"one\"";
	load_request(a, &request, &task);
	goes_round(a, task);
	unlink(code);
	arena_free(a);
}

#define EVERYTHING                                                                                 \
	"goal: all of it\npolicy: pure-compute\n"                                                  \
	"output: {framing: json, channel: result, schema: {type: object, properties: {z: {}, a: "  \
	"{}}}, invariants: [{expect: \"1 == 1\", message: m, severity: warn}]}\n"                  \
	"limits: {wall_s: 2, cpu_s: 1, memory_mb: 100, output_kb: 7}\n"                            \
	"budgets: {attempts: 2, wall_s: 60, requests: 5, tokens: 6, cost_micros: 7}\n"

static void
every_setting_of_a_task_goes_round(void **state)
{
	static const char *const models[] = {
	    "model: {provider: azure, url: \"https://a.test\", model: m, api_version: v, proxy: "
	    "\"http://p.test:1\", proxy_key_file: /p, pinned_key: \"sha256//x\", key_file: "
	    "\"credential:k\", ca_file: /ca, client_cert: /cert, client_key: /key, profile_file: "
	    "/profile, stream: true, price_in_micros: 3, price_out_micros: 4, price_cached_micros: 2, temperature: 0.25, effort: low, "
	    "timeout_s: 9, "
	    "idle_s: "
	    "8, max_tokens: 77}\nexplain: false\n",
	    "model: {provider: command, command: [/bin/echo, a b, \"\"]}\n",
	    "model: {provider: openai, model: m, fallbacks: [{provider: bedrock, region: eu-1, "
	    "model: n, key_file: /k}, {provider: command, command: [/bin/true]}], fall_back_on: "
	    "[refusal, outage], repair: {provider: anthropic, model: strong, max_tokens: 9}}\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(models); i++) {
		struct arena *a = arena_new((size_t)64 << 20);
		char path[] = "/tmp/capsule-task-XXXXXX.yaml";
		int fd = mkstemps(path, 5);
		struct task_request request = {.path = path};
		struct task *task;
		assert_true(dprintf(fd, "%s%s", EVERYTHING, models[i]) > 0);
		close(fd);
		load_request(a, &request, &task);
		assert_int_equal(task->channel, CHANNEL_RESULT);
		goes_round(a, task);
		unlink(path);
		arena_free(a);
	}
}

static void
refused(struct str text, const char *words)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct capsule none = {.count = 0};
	struct capsule_source source = {.get = from_parts, .context = &none};
	struct err_list errs;
	struct task *task;

	assert_false(capsule_load(a, text, &source, &task, &errs));
	assert_string_equal(errs.items[0].message, words);
	arena_free(a);
}

static void
a_path_that_leads_elsewhere_is_refused(void **state)
{
	static const char *const paths[] = {"../task.json", "/etc/passwd", "inputs/../x", "inputs/",
	    "inputs/.x", "inputs/a/b", "other/x", "", "inputs", "code.py/x"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
		char text[256];
		snprintf(text, sizeof(text),
		    "{\"files\":[{\"path\":\"%s\",\"sha256\":\"00\"}],\"policy_sha256\":\"\",\"v\":"
		    "1}",
		    paths[i]);
		refused(str_from(text), "the stored task names a file that it does not have");
	}
}

static void
another_policy_than_the_one_that_was_asked_for_is_refused(void **state)
{
	struct arena *a = arena_new((size_t)512 << 20);
	struct capsule capsule;
	struct capsule_source source = {.get = from_parts, .context = &capsule};
	struct err_list errs;
	struct task *task;
	struct err err;

	(void)state;
	load_example(a, "conversion", &task);
	assert_true(capsule_pack(a, task, &capsule, &err));
	const char *digest = policy_digest(task->policy);
	size_t at = str_find(capsule.text, str_from(digest), 0);
	assert_true(at != SIZE_MAX);
	((char *)(uintptr_t)capsule.text.p)[at] = digest[0] == '0' ? '1' : '0';
	assert_false(capsule_load(a, capsule.text, &source, &task, &errs));
	assert_int_equal(errs.items[0].code, ERR_REFUSED);
	assert_string_equal(
	    errs.items[0].message, "the policy is not the one that this run was requested under");
	arena_free(a);
}

struct counting {
	struct capsule_source source;
	int files, of_policies;
};

static bool
count_and_get(void *context, struct arena *a, const char *sha256, struct str *out, struct err *err)
{
	struct counting *n = context;
	const struct capsule *c = n->source.context;

	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->parts[i].sha256, sha256) == 0 &&
		    str_starts(str_from(c->parts[i].path), STR("policy/")))
			n->of_policies++;
	n->files++;
	return from_parts(n->source.context, a, sha256, out, err);
}

static void
what_tasks_have_in_common_is_loaded_once(void **state)
{
	struct loads loads = {.cache = load_cache_new()};
	struct arena *a = arena_new((size_t)512 << 20);
	const struct policy *before = NULL;
	struct capsule capsule;
	struct err_list errs;
	struct task *task;
	struct err err;

	(void)state;
	load_example(a, "conversion", &task);
	assert_true(capsule_pack(a, task, &capsule, &err));
	for (int i = 0; i < 3; i++) {
		/* What was loaded outlives the run's own memory. */
		struct arena *run = arena_new((size_t)512 << 20);
		struct counting n = {.source = {.context = &capsule}};
		const struct capsule_source source = {count_and_get, &n, NULL, &loads};
		assert_true(capsule_load(run, capsule.text, &source, &task, &errs));
		assert_true(n.files > 0);
		assert_int_equal(n.of_policies > 0, i == 0);
		assert_true(i == 0 || task->policy == before);
		before = task->policy;
		arena_free(run);
		loads_end(&loads);
	}
	/* Other files of the same names are another policy. */
	size_t at = str_find(capsule.text, STR("\"path\":\"policy/"), 0);
	at = str_find(capsule.text, STR("\"sha256\":\""), at) + 10;
	char *digit = &((char *)(uintptr_t)capsule.text.p)[at];
	*digit = *digit == '0' ? '1' : '0';
	struct counting n = {.source = {.context = &capsule}};
	const struct capsule_source source = {count_and_get, &n, NULL, &loads};
	assert_false(capsule_load(a, capsule.text, &source, &task, &errs));
	/* And a failure leaves nothing behind that would be taken for a policy. */
	assert_false(capsule_load(a, capsule.text, &source, &task, &errs));
	loads_end(&loads);
	load_cache_free(loads.cache);
	arena_free(a);
}

static struct policy *const LOADED = (struct policy *)(uintptr_t)1; /* never looked into */

static struct kept_policy *
fill_place(struct load_cache *cache, uint8_t key)
{
	struct loads loads = {.cache = cache};
	struct kept_policy *k = loads_policy(&loads, &(struct digest){{key}});

	assert_non_null(k);
	if (!k->policy)
		loads_keep(&loads, k, LOADED);
	loads_end(&loads);
	return k;
}

static void
the_cache_is_bounded(void **state)
{
	struct load_cache *cache = load_cache_new();
	struct kept_policy *kept[LOAD_CACHE_MAX + 1];
	struct loads loads = {.cache = cache};

	(void)state;
	for (uint8_t i = 0; i <= LOAD_CACHE_MAX; i++)
		kept[i] = fill_place(cache, i);
	assert_ptr_equal(kept[LOAD_CACHE_MAX], kept[0]); /* in the place of the oldest */
	struct kept_policy *k = loads_policy(&loads, &(struct digest){{1}});
	assert_ptr_equal(k->policy, LOADED);
	assert_non_null(arena_alloc(k->arena, LOAD_BYTES_MAX + 1));
	loads_end(&loads);
	assert_null(loads_policy(&loads, &(struct digest){{1}})->policy); /* too large */
	loads_end(&loads);
	load_cache_free(cache);
}

/* A run that waits for its program while others of other policies come and go. */
static void
what_is_held_stays(void **state)
{
	struct load_cache *cache = load_cache_new();
	struct loads run = {.cache = cache}, second = {.cache = cache};
	struct kept_policy *held = loads_policy(&run, &(struct digest){{77}});

	(void)state;
	assert_null(loads_policy(&second, &(struct digest){{77}})); /* it is not loaded yet */
	char *text = arena_text(held->arena, STR("of the policy"));
	loads_keep(&run, held, LOADED);
	for (uint8_t i = 0; i < 3 * LOAD_CACHE_MAX; i++)
		assert_ptr_not_equal(fill_place(cache, i), held);
	assert_string_equal(text, "of the policy");
	assert_ptr_equal(loads_policy(&second, &(struct digest){{77}}), held);
	assert_ptr_equal(loads_policy(&second, &(struct digest){{77}}), held);
	assert_int_equal(second.count, 1);
	/* Nobody else gets what was forgotten, and it stays for those who have it. */
	loads_forget(&second, held);
	loads_end(&second);
	struct kept_policy *next = loads_policy(&second, &(struct digest){{77}});
	assert_ptr_not_equal(next, held);
	assert_null(next->policy);
	assert_string_equal(text, "of the policy");
	loads_end(&second);
	loads_end(&run);
	/* All places held: what comes now is not kept. */
	struct loads all[LOAD_CACHE_MAX];
	for (uint8_t i = 0; i < LOAD_CACHE_MAX; i++) {
		all[i] = (struct loads){.cache = cache};
		assert_non_null(loads_policy(&all[i], &(struct digest){{(uint8_t)(100 + i)}}));
	}
	assert_null(loads_policy(&run, &(struct digest){{99}}));
	for (size_t i = 0; i < LOAD_CACHE_MAX; i++)
		loads_end(&all[i]);
	load_cache_free(cache);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_task_comes_out_as_it_went_in),
	    cmocka_unit_test(what_was_said_on_the_command_line_is_in_it),
	    cmocka_unit_test(every_setting_of_a_task_goes_round),
	    cmocka_unit_test(a_path_that_leads_elsewhere_is_refused),
	    cmocka_unit_test(what_tasks_have_in_common_is_loaded_once),
	    cmocka_unit_test(the_cache_is_bounded),
	    cmocka_unit_test(what_is_held_stays),
	    cmocka_unit_test(another_policy_than_the_one_that_was_asked_for_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
