/* SPDX-License-Identifier: MIT */
/*
 * files.c: the section `files`, what a program may read and write.
 *
 * A pattern of `write` without a slash is for the base name of a result in any folder below the
 * working directory, one with a slash for the whole path from there. `*` is any run of characters
 * but a slash. Only what is written plainly is taken: a pattern that means a place outside, or that
 * a reader could take for more than it is, is refused when the policy is loaded.
 */
#include "merge.h"

#define FOLDER_BYTES_MAX 1024
#define PATTERN_BYTES_MAX 255

static struct str
base_of(struct str path)
{
	struct str part = path;

	while (str_cut(&path, '/', &part))
		continue;
	return part;
}

/* `s` may be a pattern, whose own `*` only a `*` matches: then all that it means is meant. */
static bool
pattern_covers(struct str pattern, struct str s)
{
	bool whole = memchr(pattern.p, '/', pattern.n) != NULL;

	return path_matches(pattern, whole ? s : base_of(s));
}

static bool
folder_holds(struct str folder, struct str path)
{
	return str_starts(path, folder) && (path.n == folder.n || path.p[folder.n] == '/');
}

/* Whether a relative path never leaves the folder where it starts; `plain`: each part goes down. */
static bool
stays_below(struct str path, bool *plain)
{
	struct str part;
	size_t depth = 0;

	*plain = true;
	while (str_cut(&path, '/', &part)) {
		bool stays = part.n == 0 || str_is(part, "."), climbs = str_is(part, "..");

		*plain = *plain && !stays && !climbs;
		if (climbs && depth-- == 0)
			return false;
		depth += !stays && !climbs;
	}
	return true;
}

/* Why it is no plain path, or NULL. */
static const char *
path_fault(struct str path, size_t most)
{
	bool plain;

	if (path.n == 0)
		return "it is empty";
	if (path.n > most)
		return "it is too long";
	for (size_t i = 0; i < path.n; i++)
		if ((unsigned char)path.p[i] < 32 || path.p[i] == 127 || path.p[i] == '\\')
			return "it has a control character or a backslash";
	if (path.p[path.n - 1] == '/')
		return "it ends in a slash";
	(void)stays_below(str_slice(path, path.p[0] == '/', path.n), &plain);
	return plain ? NULL : "it has an empty part, '.' or '..'";
}

static const char *
folder_fault(struct str folder)
{
	const char *fault = path_fault(folder, FOLDER_BYTES_MAX);

	if (fault != NULL)
		return fault;
	if (folder.p[0] != '/')
		return "it is neither 'inputs' nor an absolute folder";
	return memchr(folder.p, '*', folder.n) != NULL ? "only 'write' takes patterns" : NULL;
}

static const char *
pattern_fault(struct str pattern)
{
	const char *fault = path_fault(pattern, PATTERN_BYTES_MAX);

	if (fault != NULL)
		return fault;
	if (pattern.p[0] == '/' || pattern.p[0] == '~')
		return "results are written below the working directory";
	if (str_find(pattern, STR("**"), 0) != SIZE_MAX)
		return "'**' matches the same as '*', which stops at a slash";
	for (size_t i = 0; i < pattern.n; i++)
		if (strchr("?[]{}", pattern.p[i]) != NULL)
			return "only '*' is a wildcard";
	return NULL;
}

bool
files_hold(const struct words *list, struct str one, bool writes)
{
	for (size_t i = 0; i < list->count; i++)
		if (writes ? pattern_covers(list->items[i], one)
			   : folder_holds(list->items[i], one))
			return true;
	return false;
}

/* One list takes the place of the one before, which it may narrow freely. */
static void
merge_file_list(struct merge *m, const struct json_node *list, bool writes, struct words *out)
{
	static const struct str inputs = {"inputs", 6};
	struct words made = {0};

	if (list->count > FILES_ENTRIES_MAX) {
		merge_complain(m, list, "use a pattern with '*' for several names",
		    "more than %d entries", FILES_ENTRIES_MAX);
		return;
	}
	JSON_EACH(n, m->doc, list) {
		bool here = !writes && str_eq(n->text, inputs);
		struct str one = here ? STR(".") : n->text;
		const char *fault = here ? NULL : writes ? pattern_fault(one) : folder_fault(one);

		if (fault != NULL)
			merge_complain(m, n,
			    writes ? "write a name such as '*.csv' or 'out/*'"
			    : text_closest(one, &inputs, 1).n > 0
				? "did you mean 'inputs'?"
				: "write 'inputs', or a folder inside the box such as /data",
			    writes ? "'%.*s' is not a pattern of results: %s"
				   : "'%.*s' is not a folder to read: %s",
			    STR_ARG(one), fault);
		else if (files_hold(out, one, writes) ||
			 merge_may_loosen(m, SECTION_FILES, n, n->text))
			m->failed = !words_add(m->arena, &made, one) || m->failed;
	}
	*out = made;
}

enum file_place
files_place(const struct file_scope *f, bool writes, struct str path)
{
	bool scratch = folder_holds(STR("/tmp"), path), inside, plain;

	if (path.n == 0 || memchr(path.p, '\0', path.n) != NULL)
		return FILE_OUTSIDE;
	if (path.p[0] == '/') {
		inside =
		    scratch ? f->write.count > 0 : !writes && files_hold(&f->read, path, false);
		(void)stays_below(str_slice(path, 1, path.n), &plain);
		return inside && plain ? FILE_INSIDE : FILE_OUTSIDE;
	}
	while (str_starts(path, STR("./")))
		path = str_slice(path, 2, path.n);
	if (!stays_below(path, &plain))
		return FILE_OUTSIDE;
	if (!writes)
		return words_have(&f->read, STR(".")) ? FILE_INSIDE : FILE_OUTSIDE;
	if (plain || f->write.count == 0)
		return files_hold(&f->write, path, true) ? FILE_INSIDE : FILE_OUTSIDE;
	return FILE_UNKNOWN;
}

/* `file:x` needs no slashes to be an address; blanks before it and line ends in it are left out by
 * what reads it. */
bool
path_is_address(struct str path)
{
	size_t behind = 0;

	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';

		if (c == ':')
			return behind > 0;
		if (c == '\t' || c == '\r' || c == '\n' || (c <= ' ' && behind == 0))
			continue;
		if (!letter &&
		    (behind == 0 || ((c < '0' || c > '9') && c != '+' && c != '-' && c != '.')))
			return false;
		behind++;
	}
	return false;
}

/* A part `..`, a root, a home folder, an address. */
bool
path_leaves(struct str path)
{
	struct str rest = path, part;

	if (path.n > 0 && (path.p[0] == '/' || path.p[0] == '~'))
		return true;
	if (path_is_address(path) || (path.n > 0 && memchr(path.p, '\\', path.n) != NULL))
		return true;
	while (str_cut(&rest, '/', &part))
		if (str_is(part, "..") && rest.p != NULL)
			return true;
	return false;
}

bool
path_has_ending(struct str path)
{
	struct str name = base_of(path);

	return name.n > 0 && memchr(name.p, '.', name.n) != NULL;
}

static bool
opens_files(const struct policy *p)
{
	const struct name_rule *open = call_rule_for(p, STR("builtins.open"));

	return open != NULL && open->decision != DECISION_DENY;
}

struct file_scope
policy_files(const struct policy *p)
{
	static struct str here = {".", 1}, any = {"*", 1};
	struct file_scope scope = p->files;

	if (p->files.given || !opens_files(p))
		return scope;
	scope.read = (struct words){.items = &here, .count = 1};
	scope.write = (struct words){.items = &any, .count = 1};
	return scope;
}

void
merge_files(struct merge *m, const struct json_node *section)
{
	/* by decision: of names that the text does not tell; the box holds them, unless the policy
	 * says otherwise */
	static const char *const unknown[] = {"deny", "escalate", "enforce"};
	static const struct merge_field fields[] = {
	    FIELD_AMONG(CHOICE, "unknown", file_scope, unknown, unknown)};
	const struct file_scope before = policy_files(m->policy);
	struct file_scope now = before;

	if (section == NULL)
		return;
	for (int writes = 0; writes < 2; writes++) {
		struct words *list = writes ? &now.write : &now.read;
		const struct json_node *said = json_get(m->doc, section, writes ? "write" : "read");

		if (said != NULL)
			merge_file_list(m, said, writes != 0, list);
		else if (!before.given)
			*list = (struct words){0};
	}
	now.unknown = before.given ? before.unknown : DECISION_ALLOW;
	MERGE_FIELDS(m, section, fields, &now);
	if (before.given && now.unknown > before.unknown &&
	    !merge_may_loosen(
		m, SECTION_FILES, json_get(m->doc, section, "unknown"), STR("unknown")))
		now.unknown = before.unknown;
	now.given = true;
	m->policy->files = now;
}
