/* SPDX-License-Identifier: MIT */
/* `executor: {packages: ...}`: none, all that the interpreter has, or these, held to its versions.
 */
#include "merge.h"

#define VERSION_PARTS 4

/* The next number of a version; what stands behind the numbers ("rc1") does not count. */
static int64_t
cut_number(struct str *version)
{
	struct str part = {"", 0};
	int64_t number = 0;
	size_t i = 0;

	(void)str_cut(version, '.', &part);
	for (; i < part.n && part.p[i] >= '0' && part.p[i] <= '9'; i++)
		if (number < 1000000000)
			number = number * 10 + (part.p[i] - '0');
	if (i < part.n)
		*version = (struct str){NULL, 0};
	return number;
}

/* "1.5" is "1.5.0". */
static int
compare_versions(struct str a, struct str b)
{
	for (size_t i = 0; i < VERSION_PARTS; i++) {
		int64_t left = cut_number(&a), right = cut_number(&b);

		if (left != right)
			return left < right ? -1 : 1;
	}
	return 0;
}

/* One bound, as ">= 1.5"; the schema has judged it. */
static bool
is_met(struct str bound, struct str version)
{
	char first = bound.p[0];
	bool or_equal = bound.p[1] == '=';
	int order =
	    compare_versions(version, str_trim(str_slice(bound, or_equal ? 2 : 1, bound.n)));

	if (order == 0)
		return or_equal && first != '!';
	return first == '!' || (first == '<' && order < 0) || (first == '>' && order > 0);
}

/* "numpy", "pandas >= 1.5, < 2": held to what the interpreter has. */
static void
read_package(struct merge *m, const struct json_node *at, struct words *out)
{
	struct str rest, bound, name, version;
	size_t n = 0;

	while (n < at->text.n && strchr(" <>=!", at->text.p[n]) == NULL)
		n++;
	name = str_slice(at->text, 0, n);
	rest = str_trim(str_slice(at->text, n, at->text.n));
	if (str_is(name, "python") || !table_version(name, &version)) {
		merge_complain(m, at,
		    arena_printf(m->arena, "the interpreter has %.*s", STR_ARG(table_versions())),
		    "the interpreter has no package '%.*s'", STR_ARG(name));
		return;
	}
	while (rest.n > 0 && str_cut(&rest, ',', &bound))
		if (!is_met(str_trim(bound), version)) {
			merge_complain(m, at, NULL,
			    "the interpreter has %.*s %.*s, which is not %.*s", STR_ARG(name),
			    STR_ARG(version), STR_ARG(str_trim(bound)));
			return;
		}
	if (words_have(out, name))
		merge_complain(m, at, NULL, "'%.*s' is named twice", STR_ARG(name));
	else
		m->failed = !words_add(m->arena, out, name) || m->failed;
}

bool
policy_packages_loosened(const struct policy *before, const struct policy *after)
{
	if (!after->packages || (before->packages && !before->has_package_list))
		return false;
	if (!before->packages || !after->has_package_list)
		return true;
	return !words_have_all(&before->package_list, &after->package_list);
}

void
merge_packages(struct merge *m, const struct json_node *n)
{
	struct policy made = *m->policy;

	if (n == NULL)
		return;
	made.packages = n->kind != JSON_FALSE;
	made.has_package_list = n->kind == JSON_ARRAY;
	made.package_list = (struct words){.count = 0};
	JSON_EACH(k, m->doc, n)
		read_package(m, k, &made.package_list);
	if (policy_packages_loosened(m->policy, &made) &&
	    !merge_may_loosen(m, SECTION_EXECUTOR, n, STR("packages")))
		return;
	m->policy->packages = made.packages;
	m->policy->has_package_list = made.has_package_list;
	m->policy->package_list = made.package_list;
}
