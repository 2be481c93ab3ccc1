/* SPDX-License-Identifier: MIT */
#include "reply.h"

#include "ceilings.h"

#define WHY_BYTES_MAX 4096
#define ISSUES_TOLD 8

struct fence {
	size_t count;               /* of blocks that are whole */
	size_t of_language;         /* of those that are in the language wanted */
	bool open;                  /* the last one never ends */
	struct str outside;         /* the text before the first block */
	struct str language, block; /* of the last in the language wanted, else of the last */
};

static bool
is_python(struct str language)
{
	return str_is(language, "python") || str_is(language, "py") || str_is(language, "python3");
}

static void
take_block(struct fence *f, struct str language, struct str block, bool wants_code)
{
	bool wanted = wants_code ? is_python(language) : str_is(language, "json");

	f->count++;
	f->of_language += wanted;
	if (wanted || f->of_language == 0) {
		f->language = language;
		f->block = block;
	}
}

/* Blocks begin with a line of three backquotes and an optional word, and end with a line of three
 * backquotes. */
static struct fence
find_fences(struct str text, bool wants_code)
{
	struct fence f = {.outside = text};
	struct str rest = text, line, language = STR("");
	const char *begin = NULL;

	while (str_cut(&rest, '\n', &line)) {
		struct str trimmed = str_trim(line);
		if (!str_starts(trimmed, STR("```")))
			continue;
		if (f.open) {
			take_block(&f, language, (struct str){begin, (size_t)(line.p - begin)},
			    wants_code);
			f.open = false;
			continue;
		}
		if (f.count == 0)
			f.outside = str_trim((struct str){text.p, (size_t)(line.p - text.p)});
		language = str_trim(str_slice(trimmed, 3, trimmed.n));
		f.open = true;
		begin = rest.p ? rest.p : text.p + text.n;
	}
	return f;
}

static bool
unusable(struct arena *a, struct reply *out, struct str why, struct err *err)
{
	out->verdict = REPLY_UNUSABLE;
	return arena_copy(a, why, &out->why) || err_memory(err);
}

/* A bare block of Python becomes the document that a stage would have sent: its words outside, its
 * code. */
static bool
wrap_code(struct arena *a, const struct stage_kind *stage, const struct fence *f, struct str *out,
    struct err *err)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, REPLY_BYTES_MAX);
	json_writer_init(&w, &text, false);
	json_object(&w);
	if (strcmp(stage->name, "repair") == 0) {
		json_put_str(&w, "diagnosis", f->outside);
		json_put_str(&w, "change", STR(""));
		json_put_bool(&w, "give_up", false);
	} else {
		json_put_str(&w, "rationale", f->outside);
	}
	json_put_str(&w, stage->code_member, f->block);
	json_end_object(&w);
	bool good = !text.failed && arena_copy(a, buf_view(&text), out);
	buf_release(&text);
	return good || err_memory(err);
}

static bool
is_whole_json(struct str text)
{
	return text.n > 0 && (text.p[0] == '{' || text.p[0] == '[' || text.p[0] == '"');
}

/* How models mark what they think aloud, and what some leave at a reply's end. */
static const struct {
	const char *begin, *end;
} THOUGHTS[] = {
    {"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"},
    {"<reasoning>", "</reasoning>"}, {"[THINK]", "[/THINK]"},
    {"<|begin_of_thought|>", "<|end_of_thought|>"},
    {"\xe2\x97\x81think\xe2\x96\xb7", "\xe2\x97\x81/think\xe2\x96\xb7"}, /* Kimi */
    {"<|channel|>analysis",
	"<|channel|>final<|message|>"}, /* gpt-oss, where its server reads no channels */
};
static const char *const TAILS[] = {"<|return|>", "<|end|>", "<|im_end|>", "<|eot_id|>", "</s>"};

static struct str
without_tail(struct str text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(TAILS); i++)
		if (str_ends(text, str_from(TAILS[i])))
			return str_trim(str_slice(text, 0, text.n - strlen(TAILS[i])));
	return text;
}

/* Skips the thoughts that a model writes before its reply. Some servers cut the opening mark, so
 * that a thought may begin with the reply. */
static struct str
without_thoughts(struct str text)
{
	if (is_whole_json(text) && !str_starts(text, STR("[THINK]")))
		return text;
	for (size_t i = 0; i < ARRAY_LENGTH(THOUGHTS); i++) {
		struct str end = str_from(THOUGHTS[i].end);
		size_t at = str_find(text, end, 0);
		if (at != SIZE_MAX)
			return without_tail(str_trim(str_slice(text, at + end.n, text.n)));
	}
	for (size_t i = 0; i < ARRAY_LENGTH(THOUGHTS); i++)
		if (str_starts(text, str_from(THOUGHTS[i].begin)))
			return STR(""); /* it thought to the end */
	return without_tail(text);
}

/* The object that a line begins with and the reply ends with; else empty. Whether it is whole is for
 * the reader to say. */
static struct str
last_object(struct str text)
{
	struct str rest = text, line;

	while (str_cut(&rest, '\n', &line))
		if (str_starts(line, STR("{")))
			return str_slice(text, (size_t)(line.p - text.p), text.n);
	return STR("");
}

/* Finds the JSON text in the reply, or leaves `why`. */
static bool
find_document(struct arena *a, const struct stage_kind *stage, struct str text, struct str *json,
    struct buf *why, struct err *err)
{
	struct fence f = find_fences(text, stage->code_member != NULL);

	*json = STR("");
	if (f.open && f.count > 0)
		buf_text(why, "the reply's last fenced block never ends");
	else if (f.count > 1 && f.of_language != 1)
		buf_text(why,
		    "the reply holds more than one fenced block, and nobody chooses between them");
	else if (f.open)
		buf_text(why, "the reply's fenced block never ends");
	else if (f.count == 0 && last_object(text).n > 0)
		*json = last_object(text);
	else if (f.count == 0)
		buf_text(why, "the reply is not a JSON object and holds no fenced block");
	else if (f.language.n == 0 || str_is(f.language, "json"))
		*json = f.block;
	else if (stage->code_member && is_python(f.language))
		return wrap_code(a, stage, &f, json, err);
	else
		buf_text(why, "the reply's fenced block is of the wrong language");
	return true;
}

static void
tell_issues(const struct schema_report *r, struct buf *why)
{
	buf_text(why, "the reply does not fit its schema:");
	if (r->verdict == SCHEMA_INDETERMINATE)
		buf_printf(why, " %.*s", STR_ARG(r->reason));
	for (size_t i = 0; i < r->count && i < ISSUES_TOLD; i++) {
		buf_printf(why, "%s ", i > 0 ? ";" : "");
		if (r->issues[i].instance.n > 0) {
			buf_visible(why, r->issues[i].instance, 80);
			buf_text(why, ": ");
		}
		buf_visible(why, r->issues[i].message, 200);
	}
	if (r->count > ISSUES_TOLD)
		buf_printf(why, "; and %zu more", r->count - ISSUES_TOLD + r->more);
}

static bool
judge(struct arena *a, const struct stage_kind *stage, const struct schema *schema,
    struct reply *out, struct buf *why, struct err *err)
{
	struct schema_report report;

	if (!schema_check(schema, a, &out->doc, &report, err))
		return false;
	if (report.verdict != SCHEMA_VALID)
		tell_issues(&report, why);
	else if (!stage->judge || stage->judge(&out->doc, why))
		out->verdict = REPLY_GOOD;
	return out->verdict == REPLY_GOOD || unusable(a, out, buf_view(why), err);
}

bool
reply_read(struct arena *a, const struct stage_kind *stage, const struct schema *schema,
    bool free_form, struct str text, struct reply *out, struct err *err)
{
	struct str json = free_form ? without_thoughts(str_trim(text)) : str_trim(text);
	struct err parse = {0};
	struct buf why;
	bool good = false;

	*out = (struct reply){.verdict = REPLY_UNUSABLE};
	buf_init(&why, WHY_BYTES_MAX);
	if (!is_whole_json(json) && free_form) {
		if (!find_document(a, stage, json, &json, &why, err))
			goto out;
	} else if (!is_whole_json(json)) {
		buf_text(&why, "the reply is not a JSON object");
	}
	if (why.n > 0) {
		good = unusable(a, out, buf_view(&why), err);
	} else if (!document_read(a, json, NULL, &out->doc, &parse)) {
		buf_printf(&why, "the reply is not JSON: line %u, column %u: %s", parse.line,
		    parse.column, parse.message);
		good = parse.code == ERR_MEMORY ? err_memory(err)
						: unusable(a, out, buf_view(&why), err);
	} else {
		good = judge(a, stage, schema, out, &why, err);
	}
out:
	buf_release(&why);
	return good;
}
