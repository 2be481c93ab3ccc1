/* SPDX-License-Identifier: MIT */
/* Tests as data: from the rules of a policy, and from suites beside it. */
#include "suite.h"

#include "embedded.h"
#include "file.h"
#include "model.h"
#include "validator.h"
#include "yaml.h"

extern const char embedded_suite_schema[];
extern const size_t embedded_suite_schema_bytes;

struct str
suite_schema(void)
{
	return (struct str){embedded_suite_schema, embedded_suite_schema_bytes};
}

struct str
policy_schema_text(void)
{
	return (struct str){(const char *)embedded_schema, embedded_schema_size};
}

struct reader {
	struct arena *arena;
	struct suite *suite;
	const struct policy_texts *texts; /* by path: what stands for files */
	const struct json_doc *doc;
	struct err_list *errs;
	bool failed; /* memory */
};

static struct sample *
add_sample(struct reader *r, const struct json_node *at)
{
	struct suite *s = r->suite;
	struct sample *one =
	    arena_push(r->arena, &s->samples, &s->count, &s->capacity, sizeof(*one));

	if (one == NULL) {
		r->failed = true;
		return NULL;
	}
	one->file = r->doc->file;
	text_place(r->doc->source, at->at, &one->line, &one->column);
	return one;
}

static void
read_rule(struct reader *r, const struct json_node *rule)
{
	const struct json_node *tests = json_get(r->doc, rule, "tests");
	struct str id = json_get_text(r->doc, rule, "id", STR(""));

	for (enum decision d = DECISION_DENY; d <= DECISION_ALLOW; d++) {
		const struct json_node *list = json_get(r->doc, tests, decision_name(d));
		unsigned number = 0;

		JSON_EACH(n, r->doc, list) {
			struct sample *one = add_sample(r, n);

			if (one == NULL)
				return;
			one->rule = id;
			one->code = n->text;
			one->expect = d;
			one->name = str_from(arena_printf(
			    r->arena, "%.*s %s %u", STR_ARG(id), decision_name(d), ++number));
			r->failed = r->failed || one->name.n == 0;
		}
	}
}

bool
suite_load_rules(struct arena *a, struct suite *s, struct err_list *errs)
{
	size_t count;
	const struct policy_source *sources = policy_sources(s->policy, &count);
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct reader r = {.arena = a, .suite = s, .doc = doc, .errs = errs};
	const struct json_node *rules;

	if (doc == NULL)
		return err_list_memory(errs);
	if (!yaml_parse(a, sources[count - 1].text, s->path, doc, errs))
		return false;
	rules = json_get(doc, json_root(doc), "rules");
	JSON_EACH(n, doc, rules)
		read_rule(&r, n);
	return r.failed ? err_list_memory(errs) : true;
}

static void
unknown_rule(struct reader *r, const struct json_node *name)
{
	const struct policy *p = r->suite->policy;
	struct str meant = policy_closest_rule(r->arena, p, name->text);
	char *help = NULL;

	if (meant.n > 0)
		help = arena_printf(r->arena, "did you mean '%.*s'?", STR_ARG(meant));
	json_complain(r->doc, name, r->errs, help,
	    "neither policy '%.*s' nor the gate has a rule '%.*s'", STR_ARG(p->id),
	    STR_ARG(name->text));
}

static void
add_finding(
    struct reader *r, struct sample_findings *s, struct str rule, const struct json_node *line)
{
	struct sample_finding *one, kept;
	int64_t number = 0;

	one = arena_push(r->arena, &s->items, &s->count, &s->capacity, sizeof(*one));
	if (one == NULL) {
		r->failed = true;
		return;
	}
	(void)json_int(line, &number);
	*one = (struct sample_finding){rule, (unsigned)number};
	for (; one > s->items; one--) {
		if (one[-1].line < one->line ||
		    (one[-1].line == one->line && str_compare(one[-1].rule, one->rule) <= 0))
			break;
		kept = one[-1];
		one[-1] = one[0];
		one[0] = kept;
	}
}

static void
read_findings(struct reader *r, const struct json_node *findings, struct sample *s,
    struct sample_findings *out)
{
	JSON_EACH(n, r->doc, findings) {
		const struct json_node *lines = n + 1;

		if (!policy_has_rule(r->suite->policy, n->text))
			unknown_rule(r, n);
		if (str_starts(n->text, STR("syntax.")) || str_starts(n->text, STR("source.")))
			s->is_code_refused = true;
		JSON_EACH_SAID(k, r->doc, lines)
			add_finding(r, out, n->text, k);
	}
}

static bool
read_text(struct arena *a, const struct policy_texts *texts, const char *path, size_t max,
    struct str *out, struct err *err)
{
	for (size_t i = 0; i < texts->count; i++) {
		if (!str_is(texts->items[i].name, path))
			continue;
		*out = texts->items[i].text;
		return out->n <= max ||
		       err_set(err, ERR_LIMIT, "'%s' is larger than %zu bytes", path, max);
	}
	return texts->only ? err_set(err, ERR_INPUT, "there is no file '%s'", path)
			   : file_read(a, path, max, out, err);
}

static void
read_code(struct reader *r, const struct json_node *at, struct sample *s)
{
	const struct json_node *code = json_get(r->doc, at, "code"),
			       *file = json_get(r->doc, at, "file");
	struct err err = {0};
	char *path;

	if ((code == NULL) == (file == NULL)) {
		json_complain(r->doc, at, r->errs,
		    "give the program as 'code', or the name of its 'file'",
		    code == NULL ? "case '%.*s' has no code" : "case '%.*s' has code and a file",
		    STR_ARG(s->name));
		return;
	}
	if (code != NULL) {
		s->code = code->text;
		return;
	}
	path = arena_text(r->arena, file->text);
	path = path == NULL ? NULL : path_beside(r->arena, r->doc->file, path);
	if (path == NULL) {
		r->failed = true;
		return;
	}
	if (!read_text(r->arena, r->texts, path, SUITE_SAMPLE_BYTES_MAX, &s->code, &err))
		json_complain(r->doc, file, r->errs, NULL, "%s", err.message);
}

static void
read_case(struct reader *r, const struct json_node *at)
{
	struct sample *s = add_sample(r, at);
	const struct json_node *expect = json_get(r->doc, at, "expect"),
			       *findings = json_get(r->doc, at, "findings"),
			       *obligations = json_get(r->doc, at, "obligations");

	if (s == NULL)
		return;
	s->name = json_get_text(r->doc, at, "name", STR(""));
	(void)decision_of(expect->text, &s->expect); /* the schema knows no others */
	if (s->expect == DECISION_ALLOW && findings != NULL)
		json_complain(r->doc, findings, r->errs, "an allowed program has none",
		    "case '%.*s' expects findings", STR_ARG(s->name));
	if (s->expect != DECISION_ALLOW && findings == NULL)
		json_complain(r->doc, at, r->errs, "name all of them: 'findings: {rule: line}'",
		    "case '%.*s' does not say which findings", STR_ARG(s->name));
	read_findings(r, findings, s, &s->findings);
	s->has_obligations = obligations != NULL;
	read_findings(r, obligations, s, &s->obligations);
	read_code(r, at, s);
}

static void
read_limits(struct reader *r, const struct json_node *limits)
{
	struct suite *s = r->suite;

	JSON_EACH(n, r->doc, limits) {
		struct suite_limit *one = arena_push(
		    r->arena, &s->limits, &s->limit_count, &s->limit_capacity, sizeof(*one));
		unsigned column;

		if (one == NULL) {
			r->failed = true;
			return;
		}
		one->name = n->text;
		one->file = r->doc->file;
		(void)json_int(n + 1, &one->amount);
		text_place(r->doc->source, n->at, &one->line, &column);
	}
}

static bool
is_valid(struct arena *a, const struct json_doc *doc, struct err_list *errs)
{
	struct schema *schema;

	return schema_of_text(a, suite_schema(), "suite.schema.json", &schema, errs) &&
	       schema_fits(schema, a, doc, errs);
}

static void
read_suite(struct reader *r)
{
	const struct json_node *root = json_root(r->doc), *cases = json_get(r->doc, root, "cases"),
			       *policy = json_get(r->doc, root, "policy");

	if (!str_eq(policy->text, r->suite->policy->id))
		json_complain(r->doc, policy, r->errs, NULL,
		    "the suite is for policy '%.*s', which '%s' is not", STR_ARG(policy->text),
		    r->suite->path);
	if (cases->count == 0)
		json_complain(
		    r->doc, cases, r->errs, "a suite without cases tests nothing", "no cases");
	read_limits(r, json_get(r->doc, root, "limits"));
	JSON_EACH(n, r->doc, cases)
		read_case(r, n);
}

bool
suite_load_open(struct arena *a, struct suite *s, const struct policy_texts *texts,
    const char *path, struct err_list *errs)
{
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct reader r = {.arena = a, .suite = s, .texts = texts, .doc = doc, .errs = errs};
	size_t before = errs->count + errs->more;
	struct err err = {0};
	struct str text;

	if (doc == NULL)
		return err_list_memory(errs);
	if (!read_text(a, texts, path, SUITE_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	if (!yaml_parse(a, text, path, doc, errs) || !is_valid(a, doc, errs))
		return false;
	read_suite(&r);
	if (r.failed)
		return err_list_memory(errs);
	return errs->count + errs->more == before;
}

bool
suite_load_file(struct arena *a, struct suite *s, const char *path, struct err_list *errs)
{
	static const struct policy_texts none;

	return suite_load_open(a, s, &none, path, errs);
}

bool
suite_programs(
    struct arena *a, struct str text, struct str **names, size_t *count, struct err_list *errs)
{
	const struct json_node *cases, *file;
	struct json_doc doc;
	size_t capacity = 0;

	*names = NULL;
	*count = 0;
	if (!yaml_parse(a, text, "a suite", &doc, errs))
		return false;
	cases = json_get(&doc, json_root(&doc), "cases");
	JSON_EACH(n, &doc, cases) {
		struct str *one;

		file = json_get(&doc, n, "file");
		if (file == NULL)
			continue;
		one = arena_push(a, names, count, &capacity, sizeof(*one));
		if (one == NULL)
			return err_list_memory(errs);
		*one = file->text;
	}
	return true;
}

static bool
same(struct err_list *errs, const struct sample *s, const struct sample *first, const char *what)
{
	struct err err = {0};

	err_set(&err, ERR_INPUT, "'%.*s' has the %s of '%.*s'", STR_ARG(s->name), what,
	    STR_ARG(first->name));
	err_place(&err, s->file, s->line, s->column, 1);
	err_help(&err, "the other one is in %s, line %u", path_base(first->file), first->line);
	return err_list_add(errs, &err);
}

/* Two inline samples of two rules may well be the same text. */
static bool
is_twin(const struct sample *a, const struct sample *b)
{
	return str_eq(a->code, b->code) && str_eq(a->rule, b->rule);
}

bool
suite_finish(const struct suite *s, struct err_list *errs)
{
	struct err err = {0};
	bool whole = true;

	if (s->count == 0 && s->limit_count == 0) {
		err_set(&err, ERR_INPUT, "policy '%.*s' has no tests", STR_ARG(s->policy->id));
		err_help(
		    &err, "give its rules 'tests', or write a suite beside it: NAME.test.yaml");
		return err_list_add(errs, &err);
	}
	for (size_t i = 1; i < s->count; i++)
		for (size_t k = 0; k < i; k++)
			if (str_eq(s->samples[i].name, s->samples[k].name))
				whole = same(errs, &s->samples[i], &s->samples[k], "name");
			else if (is_twin(&s->samples[i], &s->samples[k]))
				whole = same(errs, &s->samples[i], &s->samples[k], "code");
	return whole;
}
