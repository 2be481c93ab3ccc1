/* SPDX-License-Identifier: MIT */
#include "program.h"

#include "file.h"

#include <stdlib.h>

static const struct limits ordinary = {.wall_ms = 15000,
    .cpu_ms = 10000,
    .memory_bytes = (int64_t)96 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = (int64_t)4 << 20,
    .disk_bytes = (int64_t)8 << 20,
    .disk_inodes = 128,
    .output_bytes = 65536,
    .artifacts = 10,
    .artifact_bytes = (int64_t)8 << 20};

/* What the second line asks of the interpreter. */
struct asked {
	bool guard, attributes, nofiles;
	struct str modules, results;
};

static bool
change_limit(struct limits *l, struct str key, struct str value)
{
	const struct {
		const char *key;
		int64_t *value, unit;
	} known[] = {
	    {"processes", &l->processes, 1},
	    {"wall_ms", &l->wall_ms, 1},
	    {"cpu_ms", &l->cpu_ms, 1},
	    {"memory_mb", &l->memory_bytes, 1 << 20},
	    {"file_mb", &l->file_bytes, 1 << 20},
	    {"disk_mb", &l->disk_bytes, 1 << 20},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(known); i++)
		if (str_is(key, known[i].key) && value.n > 0) {
			*known[i].value = strtoll(value.p, NULL, 10) * known[i].unit;
			return true;
		}
	return false;
}

static bool
change(struct program *p, struct str setting, struct asked *asked, struct err *err)
{
	const struct {
		const char *word;
		bool *flag;
	} flags[] = {{"guard", &asked->guard}, {"attributes", &asked->attributes},
	    {"nofiles", &asked->nofiles}, {"packages", &p->spec.packages}, {"int80", &p->foreign}};
	const struct {
		const char *key;
		struct str *text;
	} texts[] = {{"modules", &asked->modules}, {"results", &asked->results}, {"rule", &p->rule},
	    {"what", &p->what}};
	struct str key = {0}, value = setting;

	for (size_t i = 0; i < ARRAY_LENGTH(flags); i++)
		if (str_is(setting, flags[i].word))
			return *flags[i].flag = true;
	str_cut(&value, '=', &key);
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (str_is(key, texts[i].key)) {
			*texts[i].text = value;
			return true;
		}
	if (str_is(key, "line"))
		return (p->line = strtoll(value.p, NULL, 10)) > 0;
	return change_limit(&p->spec.limits, key, value) ||
	       err_set(err, ERR_INPUT, "'%.*s' is no setting", STR_ARG(setting));
}

static void
put_words(struct buf *b, struct str words, const char *between)
{
	struct str word;

	for (size_t i = 0; str_cut(&words, ',', &word); i++)
		buf_printf(b, "%s\"%.*s\"", i > 0 ? ", " : between, STR_ARG(word));
}

/* A policy for computing, as the interpreter gets it. */
static bool
add_rules(struct arena *a, struct program *p, const struct asked *asked, struct err *err)
{
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	const char *folder = asked->nofiles ? "" : "\".\"";
	struct buf b;

	p->spec.interpreter = doc;
	buf_init(&b, 1 << 16);
	buf_text(&b,
	    "{\"modules\": [\"math\", \"json\", \"statistics\", \"functools\", \"collections\", "
	    "\"datetime\", \"re\", \"typing\", \"random\", \"copy\", \"io\", \"dataclasses\"");
	put_words(&b, asked->modules, ", ");
	buf_printf(&b, "], \"read\": [%s], \"write\": [%s]", folder, folder);
	if (asked->results.n > 0) {
		buf_text(&b, ", \"results\": [");
		put_words(&b, asked->results, "");
		buf_text(&b, "]");
	}
	if (asked->attributes)
		buf_text(&b,
		    ", \"attributes\": {\"private\": [\"__name__\", \"__doc__\", \"__len__\", "
		    "\"__add__\"], \"deny\": [\"gi_frame\", \"gi_code\", \"cr_frame\", "
		    "\"f_back\", \"f_globals\", \"tb_frame\", \"mro\", \"codecs\"]}");
	buf_text(&b, "}");
	bool good = doc && !b.failed && arena_copy(a, buf_view(&b), &p->rules);
	buf_release(&b);
	return good ? json_parse(a, p->rules, "rules", &JSON_LIMITS, doc, NULL, err)
		    : err_memory(err);
}

static bool
read_head(struct arena *a, struct program *p, struct err *err)
{
	static const struct str with = {"# with: ", 8};
	struct str rest = p->spec.code, line = {0}, setting;
	struct asked asked = {0};

	str_cut(&rest, '\n', &line);
	size_t at = str_find(line, STR(" -- "), 0);
	if (!str_starts(line, STR("# ")) || at == SIZE_MAX)
		return err_set(err, ERR_INPUT, "the first line is not '# claim -- outcomes'");
	p->claim = str_slice(line, 2, at);
	p->expected = str_slice(line, at + 4, line.n);
	str_cut(&rest, '\n', &line);
	if (!str_starts(line, with))
		return true;
	line = str_slice(line, with.n, line.n);
	while (str_cut(&line, ' ', &setting))
		if (!change(p, setting, &asked, err))
			return false;
	return !asked.guard || add_rules(a, p, &asked, err);
}

bool
program_load(struct arena *a, const char *path, struct program *out, struct err *err)
{
	static const struct box_input inputs[] = {{{"input.csv", 9}, {"a,b\n1,2\n", 8}}};

	*out = (struct program){
	    .spec = {.limits = ordinary, .inputs = inputs, .input_count = ARRAY_LENGTH(inputs)}};
	return arena_copy(a, str_from(path_base(path)), &out->name) &&
	       file_read(a, path, 1 << 20, &out->spec.code, err) &&
	       (read_head(a, out, err) || err_place(err, path, 1, 0, 0));
}

static bool
is_expected(struct str expected, const char *outcome)
{
	struct str one;

	while (str_cut(&expected, ',', &one))
		if (str_is(one, outcome))
			return true;
	return false;
}

static bool
has(struct str text, const char *word)
{
	return str_find(text, str_from(word), 0) != SIZE_MAX;
}

static bool
artifact_escaped(const struct box_result *r)
{
	for (size_t i = 0; i < r->artifact_count; i++)
		if (has(r->artifacts[i].name, "ESCAPED") || has(r->artifacts[i].bytes, "root:x:"))
			return true;
	return false;
}

static bool
all_told(struct str names, const struct box_result *r)
{
	struct str name;

	while (names.n > 0 && str_cut(&names, ',', &name)) {
		size_t i = 0;
		while (i < r->violation_count &&
		       !(str_eq(r->violations[i].what, name) && r->violations[i].rule.n > 0))
			i++;
		if (i == r->violation_count)
			return false;
	}
	return true;
}

/* The rule and line of the last violation, where the program states them. */
static bool
is_told(const struct program *p, const struct box_result *r)
{
	const struct box_violation none = {0}, *last = &none;

	if (r->violation_count > 0)
		last = &r->violations[r->violation_count - 1];
	return (p->rule.n == 0 || str_eq(p->rule, last->rule)) &&
	       (p->line == 0 || p->line == last->line) && all_told(p->what, r);
}

static struct str
last_detail(const struct box_result *r)
{
	return r->violation_count > 0 ? r->violations[r->violation_count - 1].detail : STR("");
}

bool
program_escaped(const struct box_result *r)
{
	/* A traceback quotes the program's own line, indented. */
	return has(r->out.bytes, "ESCAPED") || str_starts(r->err.bytes, STR("ESCAPED")) ||
	       has(r->err.bytes, "\nESCAPED") || artifact_escaped(r);
}

struct str
program_judge(struct arena *a, const struct program *p, const struct box_result *r)
{
	const struct limits *l = &p->spec.limits;
	const char *outcome = box_outcome_name(r->outcome);
	char *wrong = NULL;

	if (program_escaped(r))
		wrong = arena_printf(
		    a, "it escaped: %.*s %.*s", STR_ARG(r->out.bytes), STR_ARG(r->err.bytes));
	else if (!is_expected(p->expected, outcome))
		wrong = arena_printf(a, "it ended as '%s' (%.*s), not as '%.*s': %.*s%.*s %.*s",
		    outcome, STR_ARG(r->detail), STR_ARG(p->expected), STR_ARG(last_detail(r)),
		    STR_ARG(r->out.bytes), STR_ARG(r->err.bytes));
	else if (r->outcome == BOX_OK && !has(r->out.bytes, "contained"))
		wrong = arena_printf(
		    a, "it never said that it was contained: %.*s", STR_ARG(r->out.bytes));
	else if (r->outcome == BOX_VIOLATION && !is_told(p, r))
		wrong = arena_printf(a, "the violation is told as '%.*s', line %lld",
		    STR_ARG(r->violation_count > 0 ? r->violations[r->violation_count - 1].rule
						   : STR("")),
		    r->violation_count > 0 ? (long long)r->violations[r->violation_count - 1].line
					   : 0LL);
	else if (r->usage.wall_ms > l->wall_ms + 2000)
		wrong = arena_printf(a, "it took %lld ms", (long long)r->usage.wall_ms);
	else if ((int64_t)(r->out.bytes.n + r->err.bytes.n) > 2 * l->output_bytes + 200)
		wrong = arena_printf(a, "too much of its output was kept");
	return str_from(wrong);
}
