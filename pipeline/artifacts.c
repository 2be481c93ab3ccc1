/* SPDX-License-Identifier: MIT */
/* artifacts.c: the files that a task asks for, by name, type, size and schema. */
#include "pipeline.h"
#include "task_loader.h"

#include <inttypes.h>

#define DETAILS_BYTES_MAX 16384
#define PNG STR("\x89PNG\r\n\x1a\n")

static bool
take_schema(struct task_loader *l, const struct json_node *n, struct task_artifact *out)
{
	const struct schema_options options = {.strict = true, .assert_formats = true};
	struct json_doc *doc = arena_alloc(l->arena, sizeof(*doc));
	struct json_writer w;
	struct buf text;
	struct err err;

	if (!doc)
		return task_memory(l);
	buf_init(&text, 8 << 20);
	json_writer_init(&w, &text, false);
	json_tree(&w, &l->doc, n);
	bool kept = !text.failed && arena_copy(l->arena, buf_view(&text), &out->schema_text);
	buf_release(&text);
	if (!kept)
		return task_memory(l);
	return (json_parse(l->arena, out->schema_text, "the artifact's schema", &JSON_LIMITS, doc,
		    NULL, &err) ||
		   task_add_at(l, n, &err)) &&
	       schema_compile(l->arena, doc, &options, &out->schema, l->errs);
}

bool
task_artifacts(struct task_loader *l, const struct json_node *list)
{
	struct task *t = l->task;
	struct err err;

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
		if (schema && (f->type.n == 0 || str_is(f->type, "png"))) {
			err_set(&err, ERR_INPUT, "a schema needs a type that has a text");
			err_help(&err, "add 'type: json', ndjson, csv or text");
			return task_add_at(l, schema, &err);
		}
		if (schema && !take_schema(l, schema, f))
			return false;
	}
	return true;
}

/* -- judging --------------------------------------------------------------------------------- */

static bool
judge_text(struct run *run, const struct task_artifact *rule, const struct box_artifact *f,
    struct buf *out)
{
	enum output_framing framing;
	struct output_report report;
	struct err err;

	(void)output_framing_find(rule->type, &framing);
	if (!output_check(rule->schema, run->arena, framing, f->bytes, &report, &err)) {
		buf_text(out, "could not be judged\n");
		return false;
	}
	if (report.verdict == OUTPUT_VALID)
		return true;
	buf_printf(out, "is no such %.*s: ", STR_ARG(rule->type));
	output_feedback(&report, out);
	return false;
}

/* False: what is wrong with it, behind its name. */
static bool
judge_file(struct run *run, const struct task_artifact *rule, const struct box_artifact *f,
    struct buf *out)
{
	if (rule->bytes_max > 0 && f->bytes.n > (size_t)rule->bytes_max) {
		buf_printf(out, "has %zu bytes, more than %" PRId64 " KiB\n", f->bytes.n,
		    rule->bytes_max >> 10);
		return false;
	}
	if (rule->type.n == 0)
		return true;
	if (!str_is(rule->type, "png"))
		return judge_text(run, rule, f, out);
	if (!str_starts(f->bytes, PNG))
		buf_text(out, "is no PNG image\n");
	return str_starts(f->bytes, PNG);
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
		line = STR("the files are those that the task asks for");
	return run_offer_repair(run, FEEDBACK_SCHEMA, words, line);
}
