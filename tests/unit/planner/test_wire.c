/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wire.h"

struct row {
	const char *body;
	bool read;
	enum finish finish;
	const char *text; /* of FINISH_STOP; else the note; of what can't be read: the reason */
	int64_t prompt, completion;
};

static void
check(const struct wire *wire, const struct row *rows, size_t count)
{
	struct arena *a = arena_new(1 << 24);

	for (size_t i = 0; i < count; i++) {
		struct model_reply reply = {.finish = FINISH_UNKNOWN};
		struct wire_reply got = {.reply = &reply};
		struct buf why;
		buf_init(&why, 4096);
		buf_text(&why, "");
		got.why = &why;
		assert_int_equal(
		    wire_read(wire, a, str_from(rows[i].body), false, &got), rows[i].read);
		assert_int_equal(reply.finish, rows[i].finish);
		assert_int_equal(got.prompt_tokens, rows[i].prompt);
		assert_int_equal(got.completion_tokens, rows[i].completion);
		if (!rows[i].read)
			assert_string_equal(why.p, rows[i].text);
		else
			assert_string_equal(
			    arena_text(a, reply.finish == FINISH_STOP ? reply.text : reply.note),
			    rows[i].text);
		if (reply.finish != FINISH_STOP)
			assert_int_equal(reply.text.n, 0);
		buf_release(&why);
	}
	arena_free(a);
}

#define CHAT(choice)                                                                               \
	"{\"choices\":[" choice "],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"

static void
chat_completions_end_in_one_way_each(void **state)
{
	static const struct row rows[] = {
	    {CHAT("{\"finish_reason\":\"stop\",\"message\":{\"content\":\"a\"}}"), true,
		FINISH_STOP, "a", 5, 2},
	    {CHAT("{\"finish_reason\":\"stop\",\"message\":{\"content\":\"\"}}"), true,
		FINISH_EMPTY, "", 5, 2},
	    {CHAT("{\"finish_reason\":\"stop\",\"message\":{\"content\":null}}"), true,
		FINISH_EMPTY, "", 5, 2},
	    {CHAT("{\"finish_reason\":\"stop\",\"message\":{\"content\":[\"a\"]}}"), true,
		FINISH_EMPTY, "", 5, 2},
	    {CHAT(
		 "{\"finish_reason\":\"stop\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}"),
		true, FINISH_STOP, "a", 5, 2},
	    {CHAT(
		 "{\"finish_reason\":\"stop\",\"message\":{\"content\":\"a\",\"refusal\":\"no\"}}"),
		true, FINISH_REFUSED, "no", 5, 2},
	    {CHAT("{\"finish_reason\":\"length\",\"message\":{\"content\":\"a\"}}"), true,
		FINISH_LENGTH, "", 5, 2},
	    {CHAT("{\"finish_reason\":\"content_filter\",\"message\":{\"content\":\"a\"}}"), true,
		FINISH_FILTERED, "", 5, 2},
	    {CHAT("{\"finish_reason\":\"tool_calls\",\"message\":{\"content\":\"a\"}}"), true,
		FINISH_TOOL, "", 5, 2},
	    {CHAT("{\"finish_reason\":\"STOP\",\"message\":{\"content\":\"a\"}}"), true,
		FINISH_UNKNOWN, "", 5, 2},
	    {CHAT("{\"message\":{\"content\":\"a\"}}"), true, FINISH_UNKNOWN, "", 5, 2},
	    {CHAT(""), false, FINISH_UNKNOWN, "is no chat completion", 5, 2},
	    {CHAT("{\"message\":{}},{\"message\":{}}"), false, FINISH_UNKNOWN,
		"is no chat completion", 5, 2},
	    {"[]", false, FINISH_UNKNOWN, "is no chat completion", 0, 0},
	    {"{\"usage\":{\"prompt_tokens\":-1,\"completion_tokens\":1e3}}", false, FINISH_UNKNOWN,
		"is no chat completion", 0, 0},
	    {"{\"usage\":{\"prompt_tokens\":9223372036854775807,\"completion_tokens\":1000000001}}",
		false, FINISH_UNKNOWN, "is no chat completion", 0, 0},
	    {"{\"usage\":7}", false, FINISH_UNKNOWN, "is no chat completion", 0, 0},
	};

	(void)state;
	check(&WIRE_CHAT, rows, ARRAY_LENGTH(rows));
}

#define TEXT(words) "{\"type\":\"text\",\"text\":\"" words "\"}"
#define MESSAGE(blocks, reason)                                                                    \
	"{\"content\":[" blocks "],\"stop_reason\":\"" reason "\","                                \
	"\"usage\":{\"input_tokens\":5,\"cache_read_input_tokens\":3,\"output_tokens\":2}}"

static void
messages_end_in_one_way_each(void **state)
{
	static const struct row rows[] = {
	    {MESSAGE(TEXT("a"), "end_turn"), true, FINISH_STOP, "a", 8, 2},
	    {MESSAGE(TEXT("a"), "stop_sequence"), true, FINISH_STOP, "a", 8, 2},
	    {MESSAGE("{\"type\":\"thinking\",\"thinking\":\"hm\"}," TEXT("a"), "end_turn"), true,
		FINISH_STOP, "a", 8, 2},
	    {MESSAGE("", "end_turn"), true, FINISH_EMPTY, "", 8, 2},
	    {MESSAGE(TEXT("a"), "max_tokens"), true, FINISH_LENGTH, "", 8, 2},
	    {MESSAGE(TEXT("a"), "model_context_window_exceeded"), true, FINISH_LENGTH, "", 8, 2},
	    {MESSAGE(TEXT("no"), "refusal"), true, FINISH_REFUSED, "no", 8, 2},
	    {MESSAGE(TEXT("a"), "tool_use"), true, FINISH_TOOL, "", 8, 2},
	    {MESSAGE(TEXT("a") "," TEXT("b"), "end_turn"), false, FINISH_UNKNOWN,
		"holds more than one block of text", 8, 2},
	    {"{\"content\":\"a\",\"stop_reason\":\"end_turn\"}", false, FINISH_UNKNOWN,
		"is no message", 0, 0},
	    {"{}", false, FINISH_UNKNOWN, "is no message", 0, 0},
	};

	(void)state;
	check(&WIRE_MESSAGES, rows, ARRAY_LENGTH(rows));
}

#define RESPONSE(status, reason, items)                                                            \
	"{\"status\":\"" status "\",\"incomplete_details\":{\"reason\":\"" reason                  \
	"\"},\"output\":[" items "],\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}"
#define ITEM(content) "{\"type\":\"message\",\"content\":[" content "]}"
#define WORDS(words) "{\"type\":\"output_text\",\"text\":\"" words "\"}"
#define REFUSAL "{\"type\":\"refusal\",\"refusal\":\"no\"}"

/* What the provider says of an incomplete reply never makes it a whole one. */
static void
responses_end_in_one_way_each(void **state)
{
	static const struct row rows[] = {
	    {RESPONSE("completed", "", ITEM(WORDS("a"))), true, FINISH_STOP, "a", 5, 2},
	    {RESPONSE("completed", "max_output_tokens", ITEM(WORDS("a"))), true, FINISH_STOP, "a",
		5, 2},
	    {RESPONSE("incomplete", "max_output_tokens", ITEM(WORDS("a"))), true, FINISH_LENGTH, "",
		5, 2},
	    {RESPONSE("incomplete", "content_filter", ITEM(WORDS("a"))), true, FINISH_FILTERED, "",
		5, 2},
	    {RESPONSE("incomplete", "completed", ITEM(WORDS("a"))), true, FINISH_UNKNOWN, "", 5, 2},
	    {RESPONSE("incomplete", "", ITEM(WORDS("a"))), true, FINISH_UNKNOWN, "", 5, 2},
	    {RESPONSE("in_progress", "", ITEM(WORDS("a"))), true, FINISH_UNKNOWN, "", 5, 2},
	    {RESPONSE("completed", "", ITEM(REFUSAL)), true, FINISH_REFUSED, "no", 5, 2},
	    {RESPONSE("incomplete", "max_output_tokens", ITEM(WORDS("a") "," REFUSAL)), true,
		FINISH_REFUSED, "no", 5, 2},
	    {RESPONSE("completed", "", ITEM(WORDS("a")) ",{\"type\":\"function_call\"}"), true,
		FINISH_TOOL, "", 5, 2},
	    {RESPONSE("completed", "", ITEM(WORDS("a")) "," ITEM(WORDS("b"))), false,
		FINISH_UNKNOWN, "holds more than one block of text", 5, 2},
	    {RESPONSE("completed", "", ""), true, FINISH_EMPTY, "", 5, 2},
	    {"{\"status\":\"completed\"}", false, FINISH_UNKNOWN, "is no response", 0, 0},
	};

	(void)state;
	check(&WIRE_RESPONSES, rows, ARRAY_LENGTH(rows));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(chat_completions_end_in_one_way_each),
	    cmocka_unit_test(messages_end_in_one_way_each),
	    cmocka_unit_test(responses_end_in_one_way_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
