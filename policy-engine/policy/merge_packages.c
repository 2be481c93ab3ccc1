/* SPDX-License-Identifier: MIT */
/* `executor: {packages: ...}`: none, all that the interpreter has, or these, held to its versions.
 */
#include "merge.h"

#define VERSION_PARTS 4

struct version {
	int64_t parts[VERSION_PARTS];
};

/* "1.5" is "1.5.0"; what stands behind the numbers ("rc1") does not count. */
static struct version
read_version(struct str s)
{
	struct version v = {{0}};
	size_t part = 0;

	for (size_t i = 0; i < s.n && part < VERSION_PARTS; i++) {
		if (s.p[i] == '.')
			part++;
		else if (s.p[i] < '0' || s.p[i] > '9')
			break;
		else if (v.parts[part] < 1000000000)
			v.parts[part] = v.parts[part] * 10 + (s.p[i] - '0');
	}
	return v;
}

static int
compare_versions(struct str left, struct str right)
{
	struct version a = read_version(left), b = read_version(right);

	for (size_t i = 0; i < VERSION_PARTS; i++)
		if (a.parts[i] != b.parts[i])
			return a.parts[i] < b.parts[i] ? -1 : 1;
	return 0;
}

/* One bound, as ">= 1.5". */
static bool
is_met(struct str bound, struct str version)
{
	size_t n = 0;
	int order;

	while (n < bound.n &&
	       (bound.p[n] == '<' || bound.p[n] == '>' || bound.p[n] == '=' || bound.p[n] == '!'))
		n++;
	order = compare_versions(version, str_trim(str_slice(bound, n, bound.n)));
	bound = str_slice(bound, 0, n);
	return str_is(bound, ">=")   ? order >= 0
	       : str_is(bound, "<=") ? order <= 0
	       : str_is(bound, "==") ? order == 0
	       : str_is(bound, "!=") ? order != 0
	       : str_is(bound, ">")  ? order > 0
				     : order < 0;
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
		merge_word(m, name, out);
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
	struct policy made = *m->policy, *p = m->policy;

	if (n == NULL)
		return;
	made.packages = n->kind != JSON_FALSE;
	made.has_package_list = n->kind == JSON_ARRAY;
	made.package_list = (struct words){.count = 0};
	JSON_EACH(k, m->doc, n)
		read_package(m, k, &made.package_list);
	if (policy_packages_loosened(p, &made) &&
	    !merge_may_loosen(m, SECTION_EXECUTOR, n, STR("packages")))
		return;
	p->packages = made.packages;
	p->has_package_list = made.has_package_list;
	p->package_list = made.package_list;
}
