/* SPDX-License-Identifier: MIT */
#include "framing.h"

#include "diagnose.h"

#define FRAMED_BYTES_MAX ((size_t)256 << 20)

const struct json_limits FRAMED_LIMITS = {
    .bytes = FRAMED_BYTES_MAX,
    .depth = 65,
    .nodes = 4000000,
    .number_bytes = 400,
};

static const struct framing_fault NOT_UTF8 = {
    "bad-utf8", "the output is not UTF-8", "decode bytes first, and print text"};
static const struct framing_fault NUL_FOUND = {
    "nul", "the output has a NUL byte", "remove '\\x00' from the text before it is printed"};

bool
framing_refuse(const struct framed *f, size_t at, const struct framing_fault *fault,
    struct output_report *out, struct err *err)
{
	unsigned line, column;

	text_place(f->text, at, &line, &column);
	char *message =
	    f->text.n > 0 ? arena_printf(f->a, "%s (line %u, column %u)", fault->what, line, column)
			  : arena_text(f->a, str_from(fault->what));
	out->verdict = OUTPUT_INVALID;
	out->code = str_from(fault->code);
	out->message = str_from(message);
	out->hint = str_from(fault->hint);
	return message || err_memory(err);
}

static bool
refuse_size(const struct framed *f, const char *why, struct output_report *out, struct err *err)
{
	char *message = arena_printf(f->a, "the output is past a limit (%s)", why);

	out->code = STR("too-large");
	out->message = str_from(message);
	out->hint = STR("print less");
	return message || err_memory(err);
}

bool
framing_take(const struct framed *f, struct buf *json, struct output_report *out, struct err *err)
{
	struct json_problem problem = {0};
	struct err found = {0};
	struct str kept;
	bool whole = !json->failed, good = whole && arena_copy(f->a, buf_view(json), &kept);

	buf_release(json);
	if (!whole)
		return refuse_size(f, "as JSON it is too many bytes", out, err);
	if (!good)
		return err_memory(err);
	if (json_parse(f->a, kept, NULL, &FRAMED_LIMITS, &out->doc, &problem, &found))
		return true;
	if (problem.fault == JSON_FAULT_MEMORY)
		return err_memory(err);
	return refuse_size(f, found.message, out, err);
}

bool
framing_is_text(const struct framed *f, struct output_report *out, struct err *err)
{
	size_t bad = utf8_invalid_at(f->text), nul = str_find(f->text, STR("\0"), 0);

	if (bad == f->text.n && nul == SIZE_MAX)
		return true;
	if (bad < nul)
		framing_refuse(f, bad, &NOT_UTF8, out, err);
	else
		framing_refuse(f, nul, &NUL_FOUND, out, err);
	return false;
}

static bool
read_json(const struct framed *f, struct output_report *out, struct err *err)
{
	struct json_problem problem = {0};
	struct err found = {0};

	if (json_parse(f->a, f->text, NULL, &JSON_LIMITS, &out->doc, &problem, &found))
		return true;
	if (problem.fault == JSON_FAULT_MEMORY)
		return err_memory(err);
	return diagnose(f->a, f->text, &problem, &found, out) || err_memory(err);
}

static bool
read_text(const struct framed *f, struct output_report *out, struct err *err)
{
	struct json_writer w;
	struct buf json;

	if (!framing_is_text(f, out, err))
		return out->message.n > 0;
	buf_init(&json, FRAMED_BYTES_MAX);
	json_writer_init(&w, &json, false);
	json_str(&w, f->text);
	return framing_take(f, &json, out, err);
}

bool
framing_read(enum output_framing framing, const struct schema *s, struct arena *a, struct str text,
    struct framed *f, struct output_report *out, struct err *err)
{
	*f = (struct framed){.framing = framing, .a = a, .text = text};
	switch (framing) {
	case OUTPUT_NDJSON:
		return framing_lines(f, out, err);
	case OUTPUT_CSV:
		return framing_table(f, s, out, err);
	case OUTPUT_TEXT:
		return read_text(f, out, err);
	case OUTPUT_JSON:
	default:
		return read_json(f, out, err);
	}
}

void
framing_places(const struct framed *f, struct output_report *out)
{
	if (f->framing == OUTPUT_NDJSON)
		framing_lines_places(f, &out->schema);
	if (f->framing == OUTPUT_CSV)
		framing_table_places(f, &out->schema);
}
