/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "redact.h"

static void
redact_strikes_out_a_secret_however_json_writes_it(void **state)
{
	static const struct {
		const char *text, *secret, *clean;
	} cases[] = {
	    {"", "sk-1/a", ""},
	    {"nothing", "sk-1/a", "nothing"},
	    {"bad key sk-1/a!", "sk-1/a", "bad key [redacted]!"},
	    {"sk-1/ask-1/a", "sk-1/a", "[redacted][redacted]"},
	    {"\"sk-1\\/a\"", "sk-1/a", "\"[redacted]\""},
	    {"\\u0073k-1\\u002Fa", "sk-1/a", "[redacted]"},
	    {"\\u0073k-1\\u002", "sk-1/a", "\\u0073k-1\\u002"},
	    {"\\u1073k-1/a", "sk-1/a", "\\u1073k-1/a"},
	    {"sk-1/", "sk-1/a", "sk-1/"},
	    {"sssk-1/a", "sk-1/a", "ss[redacted]"},
	    {"all of it", "", "all of it"},
	    {"a\\\"b", "a\"b", "[redacted]"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct buf out;
		buf_init(&out, 1 << 16);
		redact(&out, str_from(cases[i].text), str_from(cases[i].secret));
		assert_false(out.failed);
		assert_true(str_is(buf_view(&out), cases[i].clean));
		buf_release(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(redact_strikes_out_a_secret_however_json_writes_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
