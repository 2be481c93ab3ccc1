/* SPDX-License-Identifier: MIT */
/*
 * embed_table OUT TABLE: run by the build. It writes where the lines of the table begin, with the
 * modules by a hash of their names, to a C file (embedded.h), so that no process has to read half a
 * megabyte to find one. The build ends where the table isn't as docs/policy.md says.
 */
#include "arena.h"
#include "embedded.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>

#define TABLE_BYTES_MAX ((size_t)16 << 20)
#define TABLE_C_BYTES_MAX ((size_t)4 << 20)

struct index {
	struct str attributes, versions, last; /* last: the module before */
	uint32_t groups[TABLE_LINES_MAX], modules[TABLE_LINES_MAX];
	uint32_t group_count, module_count;
	uint16_t slots[TABLE_SLOTS];
};

static bool
add_group(struct index *x, struct str text, uint32_t at)
{
	char number[16];

	snprintf(number, sizeof(number), "%05u\t", x->group_count);
	x->groups[x->group_count++] = at;
	return str_starts(text, str_from(number));
}

static bool
add_module(struct index *x, struct str text, uint32_t at)
{
	struct str name;
	uint32_t slot;

	str_cut(&text, '\t', &name);
	slot = table_slot(name.p, name.n);
	while (x->slots[slot] != 0)
		slot = (slot + 1) % TABLE_SLOTS;
	x->modules[x->module_count++] = at;
	x->slots[slot] = (uint16_t)x->module_count;
	if (x->module_count > 1 && strncmp(x->last.p, name.p, x->last.n + 1) >= 0)
		return false;
	x->last = name;
	return text.n > 0;
}

static bool
add_line(struct index *x, struct str all, struct str line)
{
	struct str text = str_slice(line, 2, line.n);
	uint32_t at = (uint32_t)(text.p - all.p);

	if (line.n < 3 || line.p[1] != '\t' || x->module_count == TABLE_LINES_MAX ||
	    x->group_count == TABLE_LINES_MAX)
		return false;
	switch (line.p[0]) {
	case 'a':
		x->attributes = text;
		return x->group_count + x->module_count == 0;
	case 'g':
		return add_group(x, text, at) && x->module_count == 0;
	case 'm':
		return add_module(x, text, at) && x->versions.n == 0;
	case 'v':
		x->versions = text;
		return true;
	default:
		return false;
	}
}

static bool
read_lines(struct index *x, struct str all)
{
	struct str rest = all, line;

	while (str_cut(&rest, '\n', &line))
		if (line.n > 0 && !add_line(x, all, line)) {
			fprintf(stderr, "the table has an odd line at byte %zu\n",
			    (size_t)(line.p - all.p));
			return false;
		}
	return x->attributes.n > 0 && x->versions.n > 0 && x->group_count > 0 &&
	       x->module_count > 0;
}

static void
write_list(struct buf *out, const char *name, const uint32_t *items, uint32_t count)
{
	buf_printf(out, "const uint32_t %s[] = {", name);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(out, "%u,", items[i]);
	buf_printf(out, "};\n");
}

static bool
write_index(const struct index *x, struct str all, struct buf *out)
{
	buf_printf(out, "#include \"embedded.h\"\n\n");
	write_list(out, "embedded_table_groups", x->groups, x->group_count);
	write_list(out, "embedded_table_modules", x->modules, x->module_count);
	buf_printf(out, "const uint16_t embedded_table_slots[TABLE_SLOTS] = {");
	for (size_t i = 0; i < TABLE_SLOTS; i++)
		buf_printf(out, "%u,", x->slots[i]);
	buf_printf(out, "};\nconst struct embedded_table_parts embedded_table_parts = {%u, %u, ",
	    x->group_count, x->module_count);
	buf_printf(out, "%zu, %zu, %zu, %zu};\n", (size_t)(x->attributes.p - all.p),
	    x->attributes.n, (size_t)(x->versions.p - all.p), x->versions.n);
	return !out->failed;
}

int
main(int argc, char **argv)
{
	static struct index index;
	struct arena *a = arena_new(2 * TABLE_BYTES_MAX);
	struct str all;
	struct err err = {0};
	struct buf out;
	bool whole;

	buf_init(&out, TABLE_C_BYTES_MAX);
	whole = argc == 3 && a != NULL && file_read(a, argv[2], TABLE_BYTES_MAX, &all, &err) &&
		read_lines(&index, all) && write_index(&index, all, &out) &&
		file_write(argv[1], buf_view(&out), &err);
	if (!whole)
		fprintf(stderr, "embed_table: %s\n", err.message);
	buf_release(&out);
	arena_free(a);
	return whole ? EXIT_SUCCESS : EXIT_FAILURE;
}
