/* SPDX-License-Identifier: MIT */
/* The files of a package, as modules. Links are not followed. */
#include "survey.h"

#include "file.h"
#include "policy.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FOLDERS_DEEP_MAX 16
#define METADATA_BYTES_MAX ((size_t)4 << 20)

static bool
is_identifier(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool digit = c >= '0' && c <= '9';

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
			(digit && i > 0)))
			return false;
	}
	return s.n > 0;
}

static bool
is_test(struct str name)
{
	return str_is(name, "tests") || str_is(name, "conftest") || str_is(name, "__pycache__");
}

static const char *
parse(struct survey *s, const char *path, struct tree *tree)
{
	struct oddities odd;
	struct str text;
	struct err err;

	if (!file_read(s->arena, path, SOURCE_BYTES_MAX, &text, &err))
		return "it is not a file that can be read, or too large";
	source_check(text, &odd);
	if (odd.count > 0 || odd.unreadable)
		return "its bytes could be read in two ways";
	if (!tree_parse(s->arena, text, tree))
		s->failed = true;
	return s->failed || tree->fault != TREE_OK ? "the gate can't parse it" : NULL;
}

static bool
add_module(struct survey *s, struct str name, const char *path, const char *file, struct err *err)
{
	struct survey_module *added, m = {.name = name,
					 .is_native = !str_ends(str_from(file), STR(".py")),
					 .is_package = strcmp(file, "__init__.py") == 0,
					 .file = file};

	const char *stub = m.is_native ? NULL : arena_printf(s->arena, "%si", path);
	uint32_t named;

	if (s->module_count == SURVEY_MODULES_MAX)
		return err_set(
		    err, ERR_LIMIT, "the package has more than %d modules", SURVEY_MODULES_MAX);
	if (!m.is_native)
		m.unread = parse(s, path, &m.tree);
	if (stub && file_exists(stub))
		m.has_stub = parse(s, stub, &m.stub) == NULL;
	added = arena_push(
	    s->arena, &s->modules, &s->module_count, &s->module_capacity, sizeof(*added));
	named = names_add(&s->module_names, name);
	if (!added || named == 0 || s->failed)
		return err_memory(err);
	*added = m;
	if (s->module_named[named] == 0)
		s->module_named[named] = (uint16_t)s->module_count;
	return true;
}

static bool read_folder(
    struct survey *s, struct str name, const char *folder, unsigned deep, struct err *err);

static bool
read_entry(struct survey *s, struct str name, const char *folder, const char *entry, unsigned deep,
    struct err *err)
{
	const char *path = path_join(s->arena, folder, entry),
		   *file = arena_text(s->arena, str_from(entry));
	struct str rest = str_from(entry), stem;
	const char *dotted;
	struct stat st;

	if (!path || !file)
		return err_memory(err);
	str_cut(&rest, '.', &stem);
	if (!is_identifier(stem) || is_test(stem) || lstat(path, &st) != 0)
		return true;
	dotted = str_is(stem, "__init__")
		     ? arena_text(s->arena, name)
		     : arena_printf(s->arena, "%.*s.%.*s", STR_ARG(name), STR_ARG(stem));
	if (!dotted)
		return err_memory(err);
	if (S_ISDIR(st.st_mode))
		return rest.n > 0 || read_folder(s, str_from(dotted), path, deep + 1, err);
	if (!str_is(rest, "py") && !str_ends(rest, STR("so")) && rest.p != NULL)
		return true;
	return strlen(dotted) >= SURVEY_NAME_BYTES ||
	       add_module(s, str_from(dotted), path, file, err);
}

static bool
read_folder(struct survey *s, struct str name, const char *folder, unsigned deep, struct err *err)
{
	struct dirent **entries;
	bool fine = true;
	int count = deep < FOLDERS_DEEP_MAX ? scandir(folder, &entries, NULL, alphasort) : 0;

	if (count < 0)
		return err_sys(err, "can't read the folder '%s'", folder);
	for (int i = 0; i < count; i++) {
		if (fine && entries[i]->d_name[0] != '.')
			fine = read_entry(s, name, folder, entries[i]->d_name, deep, err);
		free(entries[i]);
	}
	if (count > 0)
		free(entries);
	return fine;
}

/* "sympy-1.11.1.egg-info", "tabulate-0.9.0.dist-info" */
static bool
is_metadata(struct str entry, struct str package, struct str *version)
{
	size_t end =
	    entry.n -
	    (str_ends(entry, STR(".egg-info")) || str_ends(entry, STR(".dist-info")) ? 9 : entry.n);

	if (entry.n < 10 || end <= package.n + 1 || !str_starts(entry, package) ||
	    entry.p[package.n] != '-')
		return false;
	if (str_ends(entry, STR(".dist-info")))
		end--;
	*version = str_slice(entry, package.n + 1, end);
	return true;
}

/* "scikit_learn-1.2.1.egg-info" has a list of its packages, or of its files. */
static bool
lists_package(struct arena *a, const char *folder, const char *entry, struct str package)
{
	static const char *const lists[] = {"top_level.txt", "RECORD"};
	const char *inside = path_join(a, folder, entry), *list;
	struct str text, line, first;
	struct err err;

	for (size_t i = 0; inside && i < ARRAY_LENGTH(lists); i++) {
		list = path_join(a, inside, lists[i]);
		if (!list || !file_read(a, list, METADATA_BYTES_MAX, &text, &err))
			continue;
		while (text.n > 0 && str_cut(&text, '\n', &line)) {
			line = str_trim(line);
			str_cut(&line, '/', &first);
			if (str_eq(first, package))
				return true;
		}
	}
	return false;
}

static struct str
distribution_of(struct str entry)
{
	struct str name;

	str_cut(&entry, '-', &name);
	return name;
}

const char *
survey_folder(struct arena *a, const char *venv)
{
	const char *version = policy_interpreter_name() + strlen("cpython-");
	const char *site = arena_printf(a, "%s/lib/python%s/site-packages", venv, version);

	return site && !file_exists(site) ? venv : site;
}

bool
survey_version(struct arena *a, const char *folder, struct str package, struct str *version)
{
	DIR *dir = opendir(folder);
	struct dirent *e;
	struct str found;
	bool exact = false;

	*version = (struct str){"", 0};
	while (dir && !exact && (e = readdir(dir)) != NULL) {
		struct str entry = str_from(e->d_name);

		exact = is_metadata(entry, package, &found);
		if (!exact && !(is_metadata(entry, distribution_of(entry), &found) &&
				  lists_package(a, folder, e->d_name, package)))
			continue;
		if (!arena_copy(a, found, version))
			break;
	}
	if (dir)
		closedir(dir);
	return version->n > 0;
}

bool
survey_read(
    struct arena *a, const char *folder, const char *package, struct survey *out, struct err *err)
{
	struct survey *s = out;
	const char *inside = path_join(a, folder, package);
	const char *file = arena_printf(a, "%s.py", package),
		   *single = file ? path_join(a, folder, file) : NULL;
	bool fine;

	*s =
	    (struct survey){.arena = a, .module_names = {.arena = a}, .package = str_from(package)};
	if (!is_identifier(s->package))
		return err_set(err, ERR_USAGE, "'%s' is not a name of a package", package);
	if (!inside || !single)
		return err_memory(err);
	if (!file_exists(inside) && !file_exists(single)) {
		(void)err_set(err, ERR_INPUT, "there is no package '%s' in '%s'", package, folder);
		return err_help(
		    err, "install it, or name the virtual environment that has it: --venv DIR");
	}
	(void)survey_version(a, folder, s->package, &s->version);
	fine = file_exists(inside) ? read_folder(s, s->package, inside, 0, err)
				   : add_module(s, s->package, single, file, err);
	for (uint32_t m = 0; fine && m < s->module_count; m++)
		survey_bind(s, m);
	return fine && (!s->failed || err_memory(err));
}
