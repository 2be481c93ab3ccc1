/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "profile.h"

static void
profiles_lead_to_their_addresses(void **state)
{
	const struct {
		struct model_spec spec;
		const char *address;
	} cases[] = {
	    {{.provider = STR("openai"), .model = STR("m")},
		"https://api.openai.com/v1/chat/completions"},
	    {{.provider = STR("openai"), .model = STR("m"), .url = STR("https://h/v1//")},
		"https://h/v1/chat/completions"},
	    {{.provider = STR("anthropic"), .model = STR("m")},
		"https://api.anthropic.com/v1/messages"},
	    {{.provider = STR("ollama"), .model = STR("m")},
		"http://127.0.0.1:11434/v1/chat/completions"},
	    {{.provider = STR("azure"),
		 .model = STR("dep"),
		 .api_version = STR("2026-01-01-preview"),
		 .url = STR("https://r.openai.azure.com/")},
		"https://r.openai.azure.com/openai/deployments/dep/chat/completions"
		"?api-version=2026-01-01-preview"},
	};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct profile p;
		struct str address;
		struct err err = {0};
		assert_true(profile_find(a, &cases[i].spec, &p, &err));
		assert_true(profile_address(a, &p, &cases[i].spec, &address, &err));
		assert_string_equal(arena_text(a, address), cases[i].address);
	}
	arena_free(a);
}

static void
profile_addresses_take_only_plain_names(void **state)
{
	static const char *const names[] = {
	    "a/b", "..?x", "a b", "a#b", "a%2fb", "\xc3\xa4", "a\nb", "{model}"};
	struct arena *a = arena_new((size_t)64 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		const struct model_spec spec = {.provider = STR("azure"),
		    .url = STR("https://h"),
		    .model = str_from(names[i]),
		    .api_version = STR("1")};
		struct profile p;
		struct str address;
		struct err err = {0};
		assert_true(profile_find(a, &spec, &p, &err));
		assert_false(profile_address(a, &p, &spec, &address, &err));
		assert_int_equal(err.code, ERR_INPUT);
	}
	arena_free(a);
}

static void
profile_of_azure_needs_its_version(void **state)
{
	const struct model_spec spec = {
	    .provider = STR("azure"), .url = STR("https://h"), .model = STR("m")};
	struct arena *a = arena_new((size_t)64 << 20);
	struct profile p;
	struct str address;
	struct err err = {0};

	(void)state;
	assert_true(profile_find(a, &spec, &p, &err));
	assert_false(profile_address(a, &p, &spec, &address, &err));
	assert_string_equal(err.message, "model.api_version is missing");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(profiles_lead_to_their_addresses),
	    cmocka_unit_test(profile_addresses_take_only_plain_names),
	    cmocka_unit_test(profile_of_azure_needs_its_version),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
