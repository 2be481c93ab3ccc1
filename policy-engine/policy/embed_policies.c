/* SPDX-License-Identifier: MIT */
/*
 * embed_policies OUT SCHEMA POLICY ...: run by the build. It judges the shipped policies by the
 * schema and writes them and their tapes to a C file (embedded.h). The build ends where
 * one of them is not valid.
 */
#include "file.h"
#include "hash.h"
#include "model.h"
#include "validator.h"
#include "yaml.h"

#include <stdio.h>
#include <stdlib.h>

#define EMBED_BYTES_MAX ((size_t)256 << 20)
#define EMBED_C_BYTES_MAX ((size_t)32 << 20)

static bool
compile(struct arena *a, const char *path, struct json_doc *doc, struct schema **out,
    struct err_list *errs)
{
	struct schema_options options = {.strict = true};
	struct err err = {0};
	struct str text;

	if (!file_read(a, path, POLICY_BYTES_MAX, &text, &err) ||
	    !json_parse(a, text, path, &JSON_LIMITS, doc, NULL, &err))
		return err_list_add(errs, &err);
	return schema_compile(a, doc, &options, out, errs);
}

static bool
read_policy(struct arena *a, const struct schema *schema, const char *path, struct json_doc *doc,
    struct err_list *errs)
{
	struct schema_report report;
	struct err err = {0};
	struct str text;

	if (!file_read(a, path, POLICY_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	if (!yaml_parse(a, text, path, doc, errs))
		return false;
	if (!schema_check(schema, a, doc, &report, &err))
		return err_list_add(errs, &err);
	schema_report_errors(&report, doc, errs);
	return report.verdict == SCHEMA_VALID;
}

static void
write_bytes(struct buf *out, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%u,", (unsigned char)bytes[i]);
}

static void
write_texts(const struct json_doc *doc, struct buf *out)
{
	for (uint32_t i = 0; i < doc->count; i++)
		write_bytes(out, doc->nodes[i].text.p, doc->nodes[i].text.n);
}

static void
write_nodes(const struct json_doc *doc, struct buf *out)
{
	size_t text = 0;

	for (uint32_t i = 0; i < doc->count; i++) {
		const struct json_node *n = &doc->nodes[i];

		buf_printf(out, "{{(const char *)%zu,%zu},%u,%u,%u,%u,%u,%u,%u},\n", text,
		    n->text.n, n->at, n->end, n->next, n->parent, n->count, n->kind, n->flags);
		text += n->text.n;
	}
}

static void
write_policy(const struct json_doc *doc, struct buf *out)
{
	struct digest d;

	digest_of(doc->source, &d);
	buf_printf(out, "{%zu, (const unsigned char[]){", doc->source.n);
	write_bytes(out, doc->source.p, doc->source.n);
	buf_printf(out, "0}, {");
	write_bytes(out, (const char *)d.bytes, sizeof(d.bytes));
	buf_printf(out, "}, %u, (const struct json_node[]){", doc->count);
	write_nodes(doc, out);
	buf_printf(out, "}, (const unsigned char[]){");
	write_texts(doc, out);
	buf_printf(out, "0}},\n");
}

static bool
embed(struct arena *a, int count, char **paths, struct buf *out, struct err_list *errs)
{
	struct json_doc schema_doc, doc;
	struct schema *schema;

	if (!compile(a, paths[0], &schema_doc, &schema, errs))
		return false;
	buf_printf(out, "#include \"embedded.h\"\n\nconst struct embedded_policy "
			"embedded_policies[] = {\n");
	for (int i = 1; i < count; i++) {
		if (!read_policy(a, schema, paths[i], &doc, errs))
			return false;
		write_policy(&doc, out);
	}
	buf_printf(out, "};\nconst size_t embedded_policy_count = %d;\n", count - 1);
	return !out->failed;
}

int
main(int argc, char **argv)
{
	static struct err_list errs;
	struct arena *a = arena_new(EMBED_BYTES_MAX);
	struct err err = {0};
	struct buf out;
	bool whole;

	buf_init(&out, EMBED_C_BYTES_MAX);
	whole = argc > 3 && a != NULL && embed(a, argc - 2, argv + 2, &out, &errs) &&
		(file_write(argv[1], buf_view(&out), &err) || err_list_add(&errs, &err));
	for (size_t i = 0; i < errs.count; i++)
		fprintf(stderr, "%s:%u:%u: error: %s\n", errs.items[i].file, errs.items[i].line,
		    errs.items[i].column, errs.items[i].message);
	buf_release(&out);
	arena_free(a);
	return whole ? EXIT_SUCCESS : EXIT_FAILURE;
}
