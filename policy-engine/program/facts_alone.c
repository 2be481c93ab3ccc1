/* SPDX-License-Identifier: MIT */
/* The facts of a text that no policy judges. */
#include "fact_list.h"
#include "policy.h"
#include "source.h"

bool
policy_facts(struct arena *a, struct str code, struct str *out, struct err *err)
{
	struct tree tree;
	struct facts *f = arena_alloc(a, sizeof(*f));

	*out = STR("");
	if (code.n > SOURCE_BYTES_MAX)
		return err_set(
		    err, ERR_LIMIT, "the text is larger than %zu bytes", SOURCE_BYTES_MAX);
	if (f == NULL || !tree_parse(a, code, &tree))
		return err_memory(err);
	if (tree.fault != TREE_OK)
		return err_set(err, ERR_INPUT, "the gate cannot parse the text as Python");
	if (!facts_collect(a, &tree, f))
		return err_memory(err);
	return fact_list_write(a, f, out, err);
}
