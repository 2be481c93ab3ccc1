/* SPDX-License-Identifier: MIT */
/* script.c: the provider whose replies stand in a file, one after another: {"replies": [...]}. */
#include "ceilings.h"
#include "embedded.h"
#include "file.h"
#include "provider.h"

struct script {
	const char *path;
	struct json_doc doc;
	const struct json_node *next; /* NULL when used up */
	uint32_t used;
};

/* The file is checked whole before its first reply is used. */
static bool
judge(struct arena *a, const struct json_doc *doc, struct err *err)
{
	const struct embedded text = EMBEDDED(script_schema);
	const struct schema_options options = {.strict = true};
	struct err_list *errs = arena_alloc(a, sizeof(*errs));
	struct json_doc *schema_doc = arena_alloc(a, sizeof(*schema_doc));
	struct schema *schema;
	struct schema_report report;

	if (!errs || !schema_doc)
		return err_memory(err);
	if (!json_parse(
		a, embedded_text(text), "script.schema.json", &JSON_LIMITS, schema_doc, NULL, err))
		return false;
	if (schema_compile(a, schema_doc, &options, &schema, errs)) {
		if (!schema_check(schema, a, doc, &report, err))
			return false;
		if (report.verdict == SCHEMA_VALID)
			return true;
		schema_report_errors(&report, doc, errs);
	}
	if (errs->count == 0)
		return err_set(err, ERR_INPUT, "'%s' can't be judged", doc->file);
	*err = errs->items[0];
	return err_help(
	    err, "a script of replies is {\"replies\": [...]}, each an object or a string");
}

static bool
script_open(struct arena *a, const struct model_spec *spec, void **state, struct err *err)
{
	struct script *s = arena_alloc(a, sizeof(*s));
	struct str text;

	if (!s || !(s->path = arena_text(a, spec->file)))
		return err_memory(err);
	if (spec->file.n == 0) {
		err_set(err, ERR_INPUT, "the provider 'script' needs a file of replies");
		return err_help(err, "name it in model.file");
	}
	if (!file_read(a, s->path, SCRIPT_BYTES_MAX, &text, err))
		return err_wrap(err, "the model's script");
	if (!document_read(a, text, s->path, &s->doc, err) || !judge(a, &s->doc, err))
		return false;
	s->next = json_first(&s->doc, json_get(&s->doc, json_root(&s->doc), "replies"));
	*state = s;
	return true;
}

static bool
script_ask(void *state, struct arena *scratch, const struct model_request *request,
    struct model_usage *usage, struct model_reply *out, struct err *err)
{
	struct script *s = state;

	(void)scratch;
	(void)request;
	if (!s->next) {
		err_set(err, ERR_PROVIDER, "the script of replies '%s' is used up: it has %u",
		    s->path, (unsigned)s->used);
		err_place(err, s->path, 0, 0, 0);
		return err_help(err, "the run asked the model once more than the script foresees; "
				     "add a reply, or find out why");
	}
	out->text = s->next->kind == JSON_STRING ? s->next->text : json_source(&s->doc, s->next);
	out->finish = str_trim(out->text).n > 0 ? FINISH_STOP : FINISH_EMPTY;
	out->model = STR("script");
	s->next = json_next(&s->doc, s->next);
	s->used++;
	usage->requests++;
	return true;
}

const struct provider_kind PROVIDER_SCRIPT = {"script", script_open, script_ask, true, false};
