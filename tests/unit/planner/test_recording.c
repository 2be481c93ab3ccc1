/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "file.h"
#include "recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/sluice-recording-XXXXXX";
static char path[64];

static int
set_up(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/r.json", folder);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

static void
recording_is_replayed_to_the_byte(void **state)
{
	const struct provider_traits traits = {.free_form = false, .sends_schema = true};
	const struct message messages[] = {{"system", STR("s")}, {"user", STR("u\n\"quoted\"")}};
	const struct model_request request = {
	    .name = "plan_1", .messages = messages, .count = 2, .max_tokens = 9};
	const struct model_reply replies[] = {
	    {.finish = FINISH_STOP,
		.text = STR("{\"a\": \"\xc3\xa4\\n\"}"),
		.model = STR("m"),
		.id = STR("i")},
	    {.finish = FINISH_LENGTH},
	    {.finish = FINISH_REFUSED, .note = STR("no")},
	    {.finish = FINISH_UNKNOWN},
	};
	struct arena *a = arena_new((size_t)64 << 20);
	const struct model_spec spec = {.provider = STR("script"), .file = str_from(path)};
	struct spending spending = {.budget_requests = 0};
	struct recording *r;
	struct provider *p;
	struct err err = {0};

	(void)state;
	assert_true(recording_open(a, str_from(path), &traits, &r, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(replies); i++) {
		const struct recorded one = {&request, &replies[i], NULL, 7, 3};
		assert_true(recording_add(r, &one, &err));
	}
	assert_true(provider_open(a, &spec, &p, &err));
	assert_false(provider_is_free_form(p));
	assert_true(provider_sends_schema(p));
	for (size_t i = 0; i < ARRAY_LENGTH(replies); i++) {
		struct model_reply got;
		assert_true(provider_ask(p, a, &request, &spending, &got, &err));
		assert_int_equal(got.finish, replies[i].finish);
		assert_true(str_eq(got.text, replies[i].text));
		assert_true(str_eq(got.note, replies[i].note));
		assert_true(str_eq(got.model, replies[i].model));
	}
	assert_int_equal(spending.account.usage.prompt_tokens, 28);
	assert_int_equal(spending.account.usage.completion_tokens, 12);
	arena_free(a);
}

static void
recording_keeps_a_failure_with_its_code(void **state)
{
	static const enum err_code codes[] = {ERR_USAGE, ERR_INPUT, ERR_LIMIT, ERR_MEMORY,
	    ERR_SYSTEM, ERR_SANDBOX, ERR_PROVIDER, ERR_INTERNAL};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++)
		assert_int_equal(recording_code(str_from(recording_code_name(codes[i]))), codes[i]);
	assert_int_equal(recording_code(STR("what")), ERR_INTERNAL);
	assert_string_equal(recording_code_name(ERR_NONE), "internal");
}

static void
recording_is_whole_from_the_start(void **state)
{
	const struct provider_traits traits = {.free_form = true};
	struct arena *a = arena_new((size_t)64 << 20);
	struct recording *r;
	struct str text;
	struct err err = {0};

	(void)state;
	assert_true(recording_open(a, str_from(path), &traits, &r, &err));
	assert_true(file_read(a, path, 4096, &text, &err));
	assert_string_equal(arena_text(a, text),
	    "{\"recording\":1,\"free_form\":true,\"sends_schema\":false,\"exchanges\":[]}\n");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(recording_is_replayed_to_the_byte),
	    cmocka_unit_test(recording_keeps_a_failure_with_its_code),
	    cmocka_unit_test(recording_is_whole_from_the_start),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
