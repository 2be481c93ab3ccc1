/* SPDX-License-Identifier: MIT */
/* A model's words, at any stage: what is taken for good is one object, whole, with code that is
 * text and nothing else. */
#include "ceilings.h"
#include "judge.h"
#include "reply.h"

#include <stdlib.h>

#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

static void
check_good(const struct stage_kind *stage, const struct reply *r)
{
	const struct json_node *root = json_root(&r->doc), *code = json_get(&r->doc, root, "code");

	MUST(root->kind == JSON_OBJECT);
	if (!stage->code_member)
		return;
	MUST(code && code->kind == JSON_STRING && code->text.n <= CODE_BYTES_MAX);
	MUST(utf8_invalid_at(code->text) == code->text.n);
	MUST(code->text.n == 0 || !memchr(code->text.p, 0, code->text.n));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena *kept;
	static struct schema *schemas[STAGE_COUNT];
	struct err err = {0};
	struct reply r;

	if (!kept) {
		kept = arena_new((size_t)64 << 20);
		for (enum stage s = 0; s < STAGE_COUNT; s++)
			MUST(judge_compile(
			    kept, stage_kind(s)->schema, "schema", &schemas[s], &err));
	}
	if (size < 1)
		return 0;
	enum stage s = (enum stage)(data[0] % STAGE_COUNT);
	struct str text = {(const char *)data + 1, size - 1};
	struct arena *a = arena_new((size_t)64 << 20);
	MUST(reply_read(a, stage_kind(s), schemas[s], data[0] & 128, text, &r, &err));
	if (r.verdict == REPLY_GOOD)
		check_good(stage_kind(s), &r);
	else
		MUST(r.why.n > 0 && utf8_invalid_at(r.why) == r.why.n);
	arena_free(a);
	return 0;
}
