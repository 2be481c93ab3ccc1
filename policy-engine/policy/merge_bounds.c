/* SPDX-License-Identifier: MIT */
/* What one file may ask of the reader: integers that are integers, and lists of a bounded length.
 */
#include "merge.h"

/*
 * The schema takes 2.0 and 1e3 for integers, and one of any length. What can't be kept exactly is
 * refused, for whoever takes it for nothing lets more through than was written.
 */
bool
merge_int(struct merge *m, const struct json_node *n, int64_t *out)
{
	struct err err = {0};

	if (n == NULL || json_int(n, out))
		return n != NULL;
	json_err(m->doc, n, &err, "the number %.*s is no plain integer",
	    STR_ARG(json_source(m->doc, n)));
	err_help(&err, "write it without fraction and exponent, with at most 18 digits");
	return err_list_add(m->errs, &err);
}

bool
merge_fits(struct merge *m, const struct json_node *list, size_t have)
{
	if (list == NULL || have + list->count <= POLICY_ENTRIES_MAX)
		return true;
	struct err err = {0}; /* a kilobyte: not for each list */
	json_err(m->doc, list, &err, "more than %d entries", POLICY_ENTRIES_MAX);
	err_help(&err, "all files of a policy together may have so many of a kind");
	return err_list_add(m->errs, &err);
}
