/* SPDX-License-Identifier: MIT */
/*
 * agree_files: the comparison that the sandbox makes before each run, over many files at once.
 *
 *	agree_files PATH ...    (files, or folders with .py files; no link is followed)
 *
 * Reads what both parsers accept as CPython would; counts what one of them refuses, for that never
 * runs. Exit codes: 0 no difference, 1 a difference, 2 no file was compared.
 */
#include "agree.h"
#include "guard.h"

#include "clock.h"
#include "file.h"
#include "judge.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>

#define ARENA_BYTES_MAX ((size_t)1 << 30)
#define WORDS_BYTES 400

struct counts {
	size_t same, different, gate_refuses, cpython_refuses;
	int64_t gate_us, cpython_us;
};

/* What the guest does with trouble; here none of it happens. */
_Noreturn void
guard_violation(const char *rule, const char *what, const char *detail)
{
	(void)rule;
	fprintf(stderr, "agree_files: %s: %s\n", what, detail);
	abort();
}

void
guard_let_compile(void)
{
}

_Noreturn void
setup_fail(const char *what)
{
	fprintf(stderr, "agree_files: %s\n", what);
	abort();
}

static bool
list_cpython(struct str source, char **text, size_t *n)
{
	PyObject *string = PyUnicode_DecodeUTF8(source.p, (Py_ssize_t)source.n, "strict");
	PyObject *tree = string ? agree_parse(string) : NULL;
	bool good = tree && tree_facts(tree, text, n);

	Py_XDECREF(tree);
	Py_XDECREF(string);
	PyErr_Clear();
	return good;
}

static void
compare(struct counts *count, const char *path, struct str gate, struct str cpython)
{
	char words[WORDS_BYTES];
	int more;

	if (!agree_differ(gate, cpython, words, sizeof(words), &more)) {
		count->same++;
		return;
	}
	count->different++;
	printf("%s: %s; and %d more\n", path, words, more);
}

/* Whether the rules for bytes and trees, which no policy can loosen, let the text pass. */
static bool
gate_reads(struct arena *a, struct str source)
{
	struct facts *f = arena_alloc(a, sizeof(*f));
	struct tree tree = {.source = source};
	struct judge j = {.tree = &tree, .arena = a, .facts = f};
	struct oddities odd;

	source_check(source, &odd);
	if (f == NULL || !tree_parse(a, source, &tree) || tree.fault != TREE_OK ||
	    !facts_collect(a, &tree, f))
		return false;
	judge_source(&j, &odd);
	judge_syntax(&j);
	return j.found.count == 0 && !j.failed;
}

static void
look(struct counts *count, struct arena *a, const char *path)
{
	struct err err = {0};
	struct str source, gate;
	char *cpython;
	size_t n;

	if (!file_read(a, path, ARENA_BYTES_MAX / 4, &source, &err))
		return;
	if (!gate_reads(a, source)) {
		count->gate_refuses++;
		return;
	}
	int64_t start = clock_us();
	if (!policy_facts(a, source, &gate, &err)) {
		count->gate_refuses++;
		return;
	}
	int64_t middle = clock_us();
	if (!list_cpython(source, &cpython, &n)) {
		count->cpython_refuses++;
		return;
	}
	count->gate_us += middle - start;
	count->cpython_us += clock_us() - middle;
	compare(count, path, gate, (struct str){cpython, n});
	free(cpython);
}

static void
walk(struct counts *count, char **paths)
{
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)) != NULL) {
		struct arena *a;

		if (entry->fts_info != FTS_F ||
		    (entry->fts_level > 0 && !str_ends(str_from(entry->fts_name), STR(".py"))))
			continue;
		a = arena_new(ARENA_BYTES_MAX);
		if (a)
			look(count, a, entry->fts_path);
		arena_free(a);
	}
	if (tree)
		fts_close(tree);
}

int
main(int argc, char **argv)
{
	struct counts count = {0};
	PyConfig config;

	PyConfig_InitIsolatedConfig(&config);
	config.site_import = 0;
	config.write_bytecode = 0;
	if (argc < 2 || PyStatus_Exception(Py_InitializeFromConfig(&config)))
		return 2;
	PyConfig_Clear(&config);
	PyRun_SimpleString("import warnings; warnings.simplefilter('ignore')");
	walk(&count, argv + 1);
	printf("%zu the same, %zu different, %zu refused by the gate, %zu by CPython\n", count.same,
	    count.different, count.gate_refuses, count.cpython_refuses);
	printf("facts of the gate %.1f ms, of CPython %.1f ms\n", (double)count.gate_us / 1e3,
	    (double)count.cpython_us / 1e3);
	if (count.same + count.different == 0)
		return 2;
	return count.different > 0;
}
