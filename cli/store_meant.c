/* SPDX-License-Identifier: MIT */
/* A store that somebody typed the name of: is it there, and if not, was it meant to be made? */
#include "call.h"

#include "file.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#define LOOKED_AT_MAX 256

/* Two names that differ in their digits alone number a series: nobody mistyped one. */
static bool
is_of_a_series(struct str a, struct str b)
{
	size_t i = 0, k = 0;

	while (true) {
		while (i < a.n && isdigit((unsigned char)a.p[i]))
			i++;
		while (k < b.n && isdigit((unsigned char)b.p[k]))
			k++;
		if (i == a.n || k == b.n)
			return i == a.n && k == b.n;
		if (a.p[i++] != b.p[k++])
			return false;
	}
}

/* A store has its own key beside it. */
static bool
has_key(struct arena *a, const char *folder, const char *name)
{
	char *key = arena_printf(a, "%s/%s.key", folder, name);

	return key && access(key, F_OK) == 0;
}

/* The store in `folder` that is named nearly so, or an empty str. */
static struct str
nearly(struct arena *a, const char *folder, struct str name)
{
	struct str found[LOOKED_AT_MAX];
	size_t count = 0;
	DIR *d = name.n > 4 ? opendir(folder) : NULL;

	for (struct dirent *e; d && count < LOOKED_AT_MAX && (e = readdir(d));)
		if (has_key(a, folder, e->d_name) && !is_of_a_series(name, str_from(e->d_name))) {
			char *kept = arena_printf(a, "%s", e->d_name);
			if (kept)
				found[count++] = str_from(kept);
		}
	if (d)
		closedir(d);
	return text_closest(name, found, count);
}

static bool
refuse(const char *path, const char *folder, struct str like, bool makes, struct err *err)
{
	err_set(err, ERR_INPUT, "there is no store '%s'", path);
	if (access(folder, F_OK) != 0)
		return err_help(err, "there is no folder '%s' either: correct the path%s", folder,
		    makes ? ", or create the folder" : "");
	if (like.n > 0)
		return err_help(err, "did you mean 'sqlite:%s/%.*s'?%s", folder, STR_ARG(like),
		    makes ? " To create a new store, choose a name that is less similar" : "");
	return err_help(err,
	    "correct the path; only `sluice run`, `submit`, `serve` and `worker` create "
	    "a new store");
}

static void
say_new(const char *path)
{
	fprintf(stderr,
	    "note: '%s' is a new store; it keeps tasks, their files, programs and answers, encrypted, for as long "
	    "as `sluice retention show` says\n",
	    path);
}

/* The usual store, at its first use. A person is told; a program that looks at what is printed isn't. */
static void
greet(const struct call *c)
{
	const char *where = c->o->store ? c->o->store : store_default(c->a);

	if (!c->o->no_store && isatty(STDERR_FILENO) && where &&
	    strncmp(where, "sqlite:", 7) == 0 && access(where + 7, F_OK) != 0)
		say_new(where + 7);
}

bool
store_is_meant(struct call *c)
{
	const char *where = c->typed_store;
	bool makes = (c->action->needs & MAKES_STORE) != 0;

	if (!where && makes)
		greet(c);
	if (!where || strncmp(where, "sqlite:", 7) != 0 || access(where + 7, F_OK) == 0)
		return true;
	const char *path = where + 7, *folder = path_folder(c->a, path);
	if (!folder)
		return err_memory(&c->err);
	struct str like = nearly(c->a, folder, str_from(path_base(path)));
	if (!makes || like.n > 0 || access(folder, F_OK) != 0)
		return refuse(path, folder, like, makes, &c->err);
	say_new(path);
	return true;
}
