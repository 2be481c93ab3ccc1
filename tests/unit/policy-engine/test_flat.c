/* SPDX-License-Identifier: MIT */
/* The nodes that flat.h finds, held against those of the API's cursor. */
#include "policy_fixture.h"

#include "flat.h"
#include "tree.h"

#include <ftw.h>
#include <tree_sitter/api.h>

struct walk {
	struct arena *arena;
	size_t nodes, fields;
	bool seen, differs;
};

/* To the node behind this one, in the text's order. */
static bool
advance(TSTreeCursor *cursor)
{
	if (ts_tree_cursor_goto_first_child(cursor))
		return true;
	while (!ts_tree_cursor_goto_next_sibling(cursor))
		if (!ts_tree_cursor_goto_parent(cursor))
			return false;
	return true;
}

static bool
is_same(const TSTreeCursor *cursor, const struct flat_node *n)
{
	TSNode node = ts_tree_cursor_current_node(cursor);

	return n->start == ts_node_start_byte(node) && n->end == ts_node_end_byte(node) &&
	       n->symbol == ts_node_symbol(node) &&
	       n->field == ts_tree_cursor_current_field_id(cursor) &&
	       n->depth == ts_tree_cursor_current_depth(cursor) &&
	       n->missing == ts_node_is_missing(node);
}

static void
look(void *context, const struct tree *tree, const void *ts_tree)
{
	struct walk *w = context;
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(ts_tree));
	struct flat flat = {.arena = w->arena, .tree = ts_tree};
	struct flat_node node;
	uint32_t count = 0;
	bool more = true;

	(void)tree;
	w->seen = true;
	for (; flat_next(&flat, false, &node); count++) {
		w->differs = w->differs || !more || !is_same(&cursor, &node);
		w->fields += node.field != 0;
		more = advance(&cursor);
	}
	w->differs = w->differs || more || flat.failed || count > flat_count(ts_tree);
	w->nodes += count;
}

static struct walk walk; /* nftw() hands nothing on */

static int
compare_file(const char *path, const struct stat *st, int type, struct FTW *at)
{
	const struct tree_visit visit = {.look = look, .context = &walk};
	struct tree t;
	struct str text;
	struct err err = {0};

	(void)st;
	(void)at;
	if (type != FTW_F || !str_ends(str_from(path), STR(".py")))
		return 0;
	walk.arena = arena_new(FIXTURE_ARENA);
	assert_true(file_read(walk.arena, path, 1u << 24, &text, &err));
	assert_true(tree_parse_seen(walk.arena, text, &visit, &t));
	arena_free(walk.arena);
	if (walk.differs)
		fail_msg("%s: the nodes are not the cursor's", path);
	return 0;
}

static void
the_corpus_has_the_cursors_nodes(void **state)
{
	static const char *const folders[] = {"tests/corpus/benign", "tests/corpus/evasions",
	    "tests/corpus/nearmiss", "tests/differential/cases"};
	struct arena *a = arena_new(FIXTURE_ARENA);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++)
		assert_int_equal(nftw(source_path(a, folders[i]), compare_file, 16, FTW_PHYS), 0);
	assert_true(walk.nodes > 100000);
	assert_true(walk.fields > 30000);
	arena_free(a);
}

/* Aliases, hidden rules with fields of their own, extras among children, nothing at all. */
static void
odd_texts_have_the_cursors_nodes(void **state)
{
	static const char *const texts[] = {"", "\n", "# only\n", "x\n", "a, b = *c, d\n",
	    "def f(a, /, b=1, *, c, **d) -> int: # x\n    # y\n    pass # z\n",
	    "match x:\n    case {'a': [1, *_], **r} if r:\n        pass\n",
	    "@d\nclass A[T](B, metaclass=M):\n    x: int = 1\n    async def f(self): await x\n",
	    "print(f'{a!r:>{w}} {b=}' 'c' rb'\\n')\n", "for a in b: # c\n  x\nelse:\n  y\n",
	    "try:\n    x\nexcept (A, B) as e:\n    y\nelse:\n    z\nfinally:\n    w\n",
	    "x = [a for b in c if d for e in f]\nlambda *a, b=2: (yield)\n",
	    "if a: # b\n    c\n# d\nelif e:\n    f\n    # g\nelse:\n    h\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		const struct tree_visit visit = {.look = look, .context = &walk};
		struct tree t;

		walk = (struct walk){.arena = arena_new(FIXTURE_ARENA)};
		assert_true(tree_parse_seen(walk.arena, str_from(texts[i]), &visit, &t));
		assert_true(walk.seen);
		assert_false(walk.differs);
		arena_free(walk.arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_corpus_has_the_cursors_nodes),
	    cmocka_unit_test(odd_texts_have_the_cursors_nodes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
