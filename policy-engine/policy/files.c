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
	size_t at = path.n;

	while (at > 0 && path.p[at - 1] != '/')
		at--;
	return str_slice(path, at, path.n);
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

const char *
path_fault(struct str path, size_t most)
{
	struct str rest = path, part;

	if (path.n == 0)
		return "it is empty";
	if (path.n > most)
		return "it is too long";
	for (size_t i = 0; i < path.n; i++)
		if ((unsigned char)path.p[i] < 32 || path.p[i] == 127 || path.p[i] == '\\')
			return "it has a control character or a backslash";
	if (path.p[path.n - 1] == '/')
		return "it ends in a slash";
	if (path.p[0] == '/')
		rest = str_slice(path, 1, path.n);
	while (str_cut(&rest, '/', &part))
		if (part.n == 0 || str_is(part, ".") || str_is(part, ".."))
			return "it has an empty part, '.' or '..'";
	return NULL;
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

static bool
read_folder(struct merge *m, const struct json_node *n, struct str *out)
{
	static const struct str words[] = {{"inputs", 6}};
	const char *fault;

	if (str_is(n->text, "inputs")) {
		*out = STR(".");
		return true;
	}
	fault = path_fault(n->text, FOLDER_BYTES_MAX);
	if (fault == NULL && n->text.p[0] == '/' && memchr(n->text.p, '*', n->text.n) == NULL) {
		*out = merge_keep(m, n->text);
		return true;
	}
	return merge_complain(m, n,
	    text_closest(n->text, words, ARRAY_LENGTH(words)).n > 0
		? "did you mean 'inputs'?"
		: "write 'inputs', or a folder inside the box such as /data",
	    "'%.*s' is not a folder to read: %s", STR_ARG(n->text),
	    fault != NULL         ? fault
	    : n->text.p[0] == '/' ? "only 'write' takes patterns"
				  : "it is neither 'inputs' nor an absolute folder");
}

static bool
read_pattern(struct merge *m, const struct json_node *n, struct str *out)
{
	const char *fault = pattern_fault(n->text);

	if (fault != NULL)
		return merge_complain(m, n, "write a name such as '*.csv' or 'out/*'",
		    "'%.*s' is not a pattern of results: %s", STR_ARG(n->text), fault);
	*out = merge_keep(m, n->text);
	return true;
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
	struct words made = {0}, before = *out;

	if (list->count > FILES_ENTRIES_MAX) {
		merge_complain(m, list, "use a pattern with '*' for several names",
		    "more than %d entries", FILES_ENTRIES_MAX);
		return;
	}
	JSON_EACH(n, m->doc, list) {
		struct str one;

		if (!(writes ? read_pattern(m, n, &one) : read_folder(m, n, &one)))
			continue;
		if (!files_hold(&before, one, writes) &&
		    !merge_may_loosen(m, SECTION_FILES, n, n->text))
			continue;
		merge_word(m, one, &made);
	}
	*out = made;
}

/* Down one part, or up; false above the start. */
static bool
step(struct str part, size_t *depth)
{
	if (part.n == 0 || str_is(part, "."))
		return true;
	if (!str_is(part, ".."))
		return ++*depth > 0;
	return *depth > 0 && (*depth)-- > 0;
}

/* A relative path that never leaves the folder where it starts; `plain`: each part goes down. */
static bool
stays_below(struct str path, bool *plain)
{
	struct str part;
	size_t depth = 0;

	*plain = true;
	while (str_cut(&path, '/', &part)) {
		*plain = *plain && part.n > 0 && !str_is(part, ".") && !str_is(part, "..");
		if (!step(part, &depth))
			return false;
	}
	return true;
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

/* Merges the decision on names that the text does not tell: the box holds them, unless the policy says otherwise.
 */
static void
merge_unknown(struct merge *m, const struct json_node *n, struct file_scope *f)
{
	enum decision d = DECISION_ALLOW, before = f->unknown;

	if (n == NULL && f->given)
		return;
	if (n != NULL && !str_is(n->text, "enforce"))
		d = merge_decision(n->text);
	if (!f->given || d <= before || merge_may_loosen(m, SECTION_FILES, n, STR("unknown")))
		f->unknown = d;
}

void
merge_files(struct merge *m, const struct json_node *section)
{
	const struct json_node *read = json_get(m->doc, section, "read"),
			       *write = json_get(m->doc, section, "write");
	struct file_scope f = policy_files(m->policy);

	if (section == NULL)
		return;
	if (read != NULL)
		merge_file_list(m, read, false, &f.read);
	if (write != NULL)
		merge_file_list(m, write, true, &f.write);
	if (!f.given && read == NULL)
		f.read = (struct words){0};
	if (!f.given && write == NULL)
		f.write = (struct words){0};
	merge_unknown(m, json_get(m->doc, section, "unknown"), &f);
	f.given = true;
	m->policy->files = f;
}
