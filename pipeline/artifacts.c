/* SPDX-License-Identifier: MIT */
/* artifacts.c: the files that a task asks for, by name, type, size and schema. */
#include "pipeline.h"
#include "task_loader.h"

#include "cells.h"

#include <inttypes.h>

#define DETAILS_BYTES_MAX 16384
#define PNG STR("\x89PNG\r\n\x1a\n")
#define CHUNK_BYTES 12 /* of a chunk beside its data: length, type, checksum */

static bool
take_columns(struct task_loader *l, const struct json_node *list, struct task_artifact *out)
{
	if (!list)
		return true;
	if (!str_is(out->type, "csv"))
		return task_refuse(
		    l, list, "add 'type: csv', or leave 'columns' out", "only a table has columns");
	out->columns = arena_array(l->arena, list->count, sizeof(*out->columns));
	if (!out->columns)
		return task_memory(l);
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n))
		out->columns[out->column_count++] = n->text;
	return true;
}

bool
task_artifacts(struct task_loader *l, const struct json_node *list)
{
	struct task *t = l->task;

	if (!list)
		return true;
	t->artifacts_listed = true;
	t->artifacts = arena_array(l->arena, list->count + 1, sizeof(*t->artifacts));
	if (!t->artifacts)
		return task_memory(l);
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n)) {
		struct task_artifact *f = &t->artifacts[t->artifact_count++];
		const struct json_node *schema = json_get(&l->doc, n, "schema"),
				       *optional = json_get(&l->doc, n, "optional");
		int64_t kb = 0;
		f->name = json_get_text(&l->doc, n, "name", STR(""));
		f->type = json_get_text(&l->doc, n, "type", STR(""));
		f->optional = optional && optional->kind == JSON_TRUE;
		if (task_int(l, json_get(&l->doc, n, "max_kb"), &kb))
			f->bytes_max = kb << 10;
		if (schema && f->type.n == 0)
			return task_refuse(l, schema, "add 'type: json', ndjson, csv, text or png",
			    "a schema needs a type");
		if ((schema && !task_schema_at(l, schema, &f->schema_text, &f->schema)) ||
		    !take_columns(l, json_get(&l->doc, n, "columns"), f))
			return false;
	}
	return true;
}

/* -- judging --------------------------------------------------------------------------------- */

static bool
has_columns(struct str text, const struct task_artifact *rule)
{
	struct cells header = {text, 0, ','};
	struct buf cell;
	size_t count = 0;
	bool last = false, same = true;

	buf_init(&cell, text.n + 1);
	while (!last && same) {
		buf_clear(&cell);
		last = cells_next(&header, &cell);
		same = count < rule->column_count && str_eq(buf_view(&cell), rule->columns[count]);
		count++;
	}
	buf_release(&cell);
	return same && count == rule->column_count;
}

static bool
judge_text(struct run *run, const struct task_artifact *rule, const struct box_artifact *f,
    enum output_framing framing, struct str text, struct buf *out)
{
	struct output_report report;
	struct err err;

	if (!output_check(rule->schema, run->arena, framing, text, &report, &err)) {
		buf_text(out, "could not be judged\n");
		return false;
	}
	if (report.verdict == OUTPUT_VALID &&
	    (rule->column_count == 0 || has_columns(f->bytes, rule)))
		return true;
	buf_printf(out, "is no such %.*s: ", STR_ARG(rule->type));
	if (report.verdict == OUTPUT_VALID)
		buf_text(out, "its columns are not those that the task lists, in their order\n");
	else
		output_feedback(&report, out);
	return false;
}

static uint32_t
big_endian(const char *p)
{
	const unsigned char *b = (const unsigned char *)p;

	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The chunks follow one another from IHDR to IEND, and nothing stands behind (PNG, third edition,
 * 5.2 to 5.6). What they hold is not looked at. */
static bool
is_png(struct str bytes, uint32_t *width, uint32_t *height)
{
	size_t at = PNG.n;
	bool ended = false;

	if (!str_starts(bytes, PNG) || bytes.n < at + 25 || big_endian(bytes.p + at) != 13 ||
	    !str_starts(str_slice(bytes, at + 4, bytes.n), STR("IHDR")))
		return false;
	*width = big_endian(bytes.p + at + 8);
	*height = big_endian(bytes.p + at + 12);
	while (!ended && bytes.n - at >= CHUNK_BYTES) {
		size_t length = big_endian(bytes.p + at);
		if (length > bytes.n - at - CHUNK_BYTES)
			return false;
		ended = str_starts(str_slice(bytes, at + 4, bytes.n), STR("IEND"));
		at += length + CHUNK_BYTES;
	}
	return ended && at == bytes.n && *width > 0 && *height > 0;
}

/* The schema is that of what the image says of itself. */
static bool
judge_image(struct run *run, const struct task_artifact *rule, const struct box_artifact *f,
    struct buf *out)
{
	uint32_t width, height;

	if (!is_png(f->bytes, &width, &height)) {
		buf_text(out, "is no whole PNG image\n");
		return false;
	}
	char *facts = arena_printf(
	    run->arena, "{\"width\":%" PRIu32 ",\"height\":%" PRIu32 "}", width, height);
	if (!facts) {
		buf_text(out, "could not be judged\n");
		return false;
	}
	return judge_text(run, rule, f, OUTPUT_JSON, str_from(facts), out);
}

/* False: what is wrong with it, behind its name. */
static bool
judge_file(struct run *run, const struct task_artifact *rule, const struct box_artifact *f,
    struct buf *out)
{
	enum output_framing framing;

	if (rule->bytes_max > 0 && f->bytes.n > (size_t)rule->bytes_max) {
		buf_printf(out, "has %zu bytes, more than %" PRId64 " KiB\n", f->bytes.n,
		    rule->bytes_max >> 10);
		return false;
	}
	if (rule->type.n == 0)
		return true;
	return output_framing_find(rule->type, &framing)
		   ? judge_text(run, rule, f, framing, f->bytes, out)
		   : judge_image(run, rule, f, out);
}

static const struct task_artifact *
rule_of(const struct task *t, struct str name)
{
	for (size_t i = 0; i < t->artifact_count; i++)
		if (name_fits(t->artifacts[i].name, name))
			return &t->artifacts[i];
	return NULL;
}

static bool
is_there(const struct box_result *r, const struct task_artifact *rule)
{
	for (size_t i = 0; i < r->artifact_count; i++)
		if (name_fits(rule->name, r->artifacts[i].name))
			return true;
	return false;
}

static bool
judge_all(struct run *run, struct buf *out)
{
	const struct box_result *r = &run->execution;
	const struct task *t = run->task;
	bool good = true;

	for (size_t i = 0; i < r->artifact_count && good; i++) {
		const struct task_artifact *rule = rule_of(t, r->artifacts[i].name);
		buf_clear(out);
		buf_printf(out, "the file '%.*s' ", STR_ARG(r->artifacts[i].name));
		good = rule && judge_file(run, rule, &r->artifacts[i], out);
		if (!rule)
			buf_text(out, "is none that the task asks for\n");
	}
	for (size_t i = 0; i < t->artifact_count && good; i++) {
		buf_clear(out);
		buf_printf(out, "the file '%.*s' is not there\n", STR_ARG(t->artifacts[i].name));
		good = t->artifacts[i].optional || is_there(r, &t->artifacts[i]);
	}
	return good;
}

enum verdict
artifacts_judge(struct run *run)
{
	struct buf details;
	struct str words, rest, line;

	if (!run->task->artifacts_listed)
		return VERDICT_PASS;
	buf_init(&details, DETAILS_BYTES_MAX);
	if (judge_all(run, &details)) {
		buf_release(&details);
		return VERDICT_PASS;
	}
	words = rest = run_keep(run, &details);
	(void)str_cut(&rest, '\n', &line);
	if (run->withheld)
		words = line = STR("a file is not what the task asks for");
	run_stop(run, RUN_FAILED, EXIT_OUTPUT, "%.*s", STR_ARG(line));
	if (run_withholds(run)) /* the line may quote what stands in the file */
		line = STR("- the files are those that the task asks for\n");
	return run_offer_repair(run, FEEDBACK_INVARIANT, words, line);
}
