/* SPDX-License-Identifier: MIT */
/*
 * A policy, a suite, a policy that it may extend and waivers that it may name, of any bytes. What
 * loads is linted, and both say the same twice; what does not says where and why; nothing that
 * either says commands a terminal. A line of eight commas divides the four.
 */
#include "file.h"
#include "lint.h"
#include "suite.h"
#include "tape.h"

#define ARENA_BYTES_MAX ((size_t)512 << 20)
#define PARTS 4

static struct str
shipped_text(void)
{
	static struct arena *arena;
	static struct str text;
	struct err err;

	if (arena == NULL) {
		arena = arena_new(ARENA_BYTES_MAX);
		MUST(arena != NULL);
		MUST(file_read(
		    arena, FUZZ_POLICIES "/pure-compute.yaml", POLICY_BYTES_MAX, &text, &err));
	}
	return text;
}

static void
divide(struct str s, struct str parts[PARTS])
{
	for (size_t i = 0; i < PARTS; i++) {
		size_t at = str_find(s, STR("\n,,,,,,,,\n"), 0);

		parts[i] = i + 1 == PARTS || at == SIZE_MAX ? s : str_slice(s, 0, at + 1);
		s = at == SIZE_MAX ? (struct str){"", 0} : str_slice(s, at + 10, s.n);
	}
}

/* Text for a person: a line is a line, and nothing in it is invisible. */
static void
check_plain(struct str s)
{
	for (size_t at = 0; at < s.n;) {
		int32_t c = utf8_next(s, &at);
		MUST(c == '\n' || (c >= 32 && !codepoint_is_invisible((uint32_t)c)));
	}
}

static void
check_errors(const struct err_list *errs, const struct policy_source *files, size_t count)
{
	MUST(errs->count > 0);
	for (size_t i = 0; i < errs->count; i++) {
		const struct err *e = &errs->items[i];
		struct str source = {"", 0};
		struct buf out;

		MUST(e->code != ERR_NONE && e->message[0] != '\0');
		for (size_t k = 0; k < count; k++)
			if (str_is(files[k].name, e->file))
				source = files[k].text;
		buf_init(&out, 1 << 20);
		err_render(e, source, false, &out);
		check_plain(buf_view(&out));
		buf_release(&out);
	}
}

static void
check_result(const struct check_result *r)
{
	for (size_t k = 0; k < r->verdict.count; k++) {
		const struct finding *f = &r->verdict.findings[k];

		MUST(lint_check_find(f->rule) != NULL);
		MUST(f->at <= f->end && f->end <= r->source.n);
		MUST(f->line >= 1 && f->column >= 1 && f->message.n > 0);
	}
}

static void
report(struct arena *a, const struct check_result *results, size_t count, struct buf *out)
{
	for (int format = CHECK_HUMAN; format <= CHECK_GITHUB; format++) {
		size_t from = out->n;
		struct json_doc d;
		struct err err;
		struct str text;

		lint_report(results, count, (enum check_format)format, false, out);
		MUST(!out->failed);
		text = str_slice(buf_view(out), from, out->n);
		MUST(utf8_invalid_at(text) == text.n);
		if (format == CHECK_HUMAN)
			check_plain(text);
		if (format == CHECK_JSON || format == CHECK_SARIF)
			MUST(json_parse(a, text, NULL,
			    &(struct json_limits){out->max, 64, 10000000, 400}, &d, NULL, &err));
	}
}

static void
load_suite(struct arena *a, const struct policy *p, struct str text)
{
	static const char path[] = "/p/p.test.yaml";
	static struct err_list errs;
	struct policy_source source = {.name = str_from(path), .text = text};
	const struct policy_texts texts = {.items = &source, .count = 1, .only = true};
	struct suite s = {.policy = p, .path = "/p/p.yaml"};

	errs.count = errs.more = 0;
	MUST(suite_load_rules(a, &s, &errs));
	if (text.n > 0 && !suite_load_open(a, &s, &texts, path, &errs))
		check_errors(&errs, &source, 1);
	else if (s.count + s.limit_count > 0)
		(void)suite_finish(&s, &errs);
}

static void
lint(struct arena *a, const struct policy *p, const struct policy_texts *texts, struct buf *out)
{
	static struct err_list errs;
	const struct lint_subject subject = {.policy = p, .path = "/p/p.yaml", .texts = texts};
	struct check_result result;
	struct err err = {0};

	errs.count = errs.more = 0;
	if (lint_run(a, &subject, &result, &errs, &err)) {
		check_result(&result);
		report(a, &result, 1, out);
	} else {
		MUST(err.code != ERR_NONE || errs.count > 0);
	}
}

static void
judge(const struct str parts[PARTS], struct buf *out)
{
	static struct err_list errs;
	const struct policy_source files[] = {{.name = STR("/p/p.yaml"), .text = parts[0]},
	    {.name = STR("/p/base.yaml"), .text = parts[2]},
	    {.name = STR("/p/waivers.yaml"), .text = parts[3]},
	    {.name = STR("/p/pure-compute.yaml"), .text = shipped_text()}};
	const struct policy_texts texts = {
	    .items = files, .count = ARRAY_LENGTH(files), .only = true};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct policy *p;

	MUST(a != NULL);
	errs.count = errs.more = 0;
	if (policy_load(a, "/p/p.yaml", NULL, &texts, &p, &errs)) {
		MUST(errs.count == 0 && strlen(policy_digest(p)) == 64);
		buf_text(out, policy_digest(p));
		load_suite(a, p, parts[1]);
		lint(a, p, &texts, out);
	} else {
		MUST(p == NULL);
		check_errors(&errs, files, ARRAY_LENGTH(files));
		buf_text(out, errs.items[0].message);
	}
	arena_free(a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str parts[PARTS];
	struct buf once, again;

	divide((struct str){(const char *)data, size}, parts);
	buf_init(&once, ARENA_BYTES_MAX);
	buf_init(&again, ARENA_BYTES_MAX);
	judge(parts, &once);
	judge(parts, &again);
	MUST(str_eq(buf_view(&once), buf_view(&again)));
	buf_release(&once);
	buf_release(&again);
	return 0;
}
