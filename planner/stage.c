/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include "ascii.h"
#include "ceilings.h"
#include "hash.h"

#include <stdio.h>

static bool
is_name_byte(char c, bool first)
{
	return ascii_word(c) && !(first && ascii_digit(c));
}

static bool
is_module_name(struct str name)
{
	bool first = true;

	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '.' && !first)
			first = true;
		else if (is_name_byte(name.p[i], first))
			first = false;
		else
			return false;
	}
	return name.n > 0 && name.n <= 200 && !first;
}

static bool
text_fits(const struct json_doc *d, const char *name, size_t max, struct buf *why)
{
	const struct json_node *n = json_get(d, json_root(d), name);

	if (!n || n->text.n <= max)
		return true;
	buf_printf(why, "`%s` is longer than %zu bytes", name, max);
	return false;
}

static bool
list_fits(const struct json_doc *d, const char *name, struct buf *why)
{
	const struct json_node *list = json_get(d, json_root(d), name);

	if (list->count > PLAN_ITEMS_MAX) {
		buf_printf(why, "`%s` has more than %d entries", name, PLAN_ITEMS_MAX);
		return false;
	}
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		if (n->text.n > PLAN_TEXT_BYTES_MAX) {
			buf_printf(why, "an entry of `%s` is longer than %zu bytes", name,
			    PLAN_TEXT_BYTES_MAX);
			return false;
		}
	return true;
}

static bool
plan_is_whole(const struct json_doc *d, struct buf *why)
{
	const struct json_node *root = json_root(d), *reason = json_get(d, root, "why_not");

	if (json_get(d, root, "feasible")->kind == JSON_TRUE) {
		if (json_get(d, root, "steps")->count > 0)
			return true;
		buf_text(why, "a feasible plan has at least one entry in `steps`");
		return false;
	}
	if (reason->kind == JSON_STRING && str_trim(reason->text).n > 0)
		return true;
	buf_text(why, "where `feasible` is false, `why_not` says why");
	return false;
}

static bool
judge_plan(const struct json_doc *d, struct buf *why)
{
	static const char *const texts[] = {"understanding", "output_shape", "why_not"};
	static const char *const lists[] = {"steps", "imports", "inputs_used", "risks"};

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (!text_fits(d, texts[i], PLAN_TEXT_BYTES_MAX, why))
			return false;
	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
		if (!list_fits(d, lists[i], why))
			return false;
	const struct json_node *imports = json_get(d, json_root(d), "imports");
	for (const struct json_node *n = json_first(d, imports); n; n = json_next(d, n))
		if (!is_module_name(n->text)) {
			buf_text(why, "`imports` holds '");
			buf_visible(why, n->text, 60);
			buf_text(why, "', which is not a module name");
			return false;
		}
	return plan_is_whole(d, why);
}

static bool
judge_code(const struct json_doc *d, struct buf *why)
{
	if (!text_fits(d, "code", CODE_BYTES_MAX, why))
		return false;
	if (str_trim(json_get_text(d, json_root(d), "code", STR(""))).n > 0)
		return true;
	buf_text(why, "`code` is empty");
	return false;
}

static bool
judge_repair(const struct json_doc *d, struct buf *why)
{
	if (json_get(d, json_root(d), "give_up")->kind == JSON_TRUE)
		return text_fits(d, "code", CODE_BYTES_MAX, why);
	return judge_code(d, why);
}

static bool
judge_explanation(const struct json_doc *d, struct buf *why)
{
	if (!text_fits(d, "answer_text", PLAN_TEXT_BYTES_MAX, why) || !list_fits(d, "caveats", why))
		return false;
	if (str_trim(json_get_text(d, json_root(d), "answer_text", STR(""))).n > 0)
		return true;
	buf_text(why, "`answer_text` is empty");
	return false;
}

static const struct stage_kind STAGES[STAGE_COUNT] = {
    [STAGE_PLAN] = {.name = "plan",
	.request_name = "plan_1",
	.version = 2,
	.prompt = EMBEDDED(plan_prompt),
	.schema = EMBEDDED(plan_schema),
	.judge = judge_plan},
    [STAGE_GENERATE] = {.name = "generate",
	.request_name = "generate_1",
	.version = 2,
	.prompt = EMBEDDED(generate_prompt),
	.schema = EMBEDDED(generate_schema),
	.way_out = EMBEDDED(fence_prompt),
	.code_member = "code",
	.judge = judge_code},
    [STAGE_CELL] = {.name = "cell",
	.request_name = "cell_1",
	.version = 1,
	.prompt = EMBEDDED(cell_prompt),
	.schema = EMBEDDED(cell_schema),
	.judge = judge_code},
    [STAGE_REPAIR] = {.name = "repair",
	.request_name = "repair_1",
	.version = 2,
	.prompt = EMBEDDED(repair_prompt),
	.schema = EMBEDDED(repair_schema),
	.way_out = EMBEDDED(fence_prompt),
	.code_member = "code",
	.judge = judge_repair},
    [STAGE_EXPLAIN] = {.name = "explain",
	.request_name = "explain_1",
	.version = 1,
	.prompt = EMBEDDED(explain_prompt),
	.schema = EMBEDDED(explain_schema),
	.judge = judge_explanation},
};

const struct stage_kind *
stage_kind(enum stage stage)
{
	return &STAGES[stage];
}

void
stage_digest(enum stage stage, char out[65])
{
	static const struct str END = {"", 1}; /* of each part */
	const struct stage_kind *kind = &STAGES[stage];
	const struct embedded rules = EMBEDDED(rules_prompt);
	struct str parts[8];
	size_t count = 0;
	struct digest d;

	if (stage != STAGE_EXPLAIN) {
		parts[count++] = embedded_text(rules);
		parts[count++] = END;
	}
	parts[count++] = embedded_text(kind->prompt);
	parts[count++] = END;
	parts[count++] = embedded_text(kind->schema);
	parts[count++] = END;
	if (kind->code_member) {
		parts[count++] = embedded_text(kind->way_out);
		parts[count++] = END;
	}
	digest_of_parts(parts, count, &d);
	digest_hex(&d, out);
}
