/* SPDX-License-Identifier: MIT */
/* policies.c: from a policy's name to the policy, and whether it may be used here. */
#include "policies.h"

#include "clock.h"
#include "file.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>

const char *
policies_folder(struct arena *a)
{
	return path_of_part(a, "policies");
}

static int
by_name(const void *a, const void *b)
{
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

static bool
read_names(struct arena *a, DIR *folder, struct str **names, size_t *count)
{
	const struct dirent *entry;
	size_t capacity = 0;

	while ((entry = readdir(folder))) {
		struct str name = str_from(entry->d_name), *one;
		if (!str_ends(name, STR(".yaml")) || str_ends(name, STR(".test.yaml")))
			continue;
		name.n -= strlen(".yaml");
		one = arena_push(a, names, count, &capacity, sizeof(**names));
		if (!one || !arena_copy(a, name, one))
			return false;
	}
	if (*count > 0)
		qsort(*names, *count, sizeof(**names), by_name);
	return true;
}

bool
policies_shipped(struct arena *a, struct str **names, size_t *count, struct err *err)
{
	const char *path = policies_folder(a);
	DIR *folder = path ? opendir(path) : NULL;

	*names = NULL;
	*count = 0;
	if (!folder)
		return err_sys(err, "can't open the folder of shipped policies");
	bool good = read_names(a, folder, names, count) || err_memory(err);
	closedir(folder);
	return good;
}

static struct str
shipped_like(struct arena *a, struct str name)
{
	struct str *names;
	size_t count;
	struct err err;

	return policies_shipped(a, &names, &count, &err) ? text_closest(name, names, count)
							 : STR("");
}

static bool
is_path(const char *name)
{
	return strchr(name, '/') || str_ends(str_from(name), STR(".yaml"));
}

char *
policy_find(struct arena *a, const char *name, const char *beside, struct err_list *errs)
{
	const char *folder = policies_folder(a);
	struct err err;
	char *path;

	if (is_path(name)) {
		path = beside ? path_beside(a, beside, name) : arena_text(a, str_from(name));
		if (!path)
			(void)err_list_memory(errs);
		return path;
	}
	path = folder ? arena_printf(a, "%s/%s.yaml", folder, name) : NULL;
	if (path && file_exists(path))
		return path;
	err_set(&err, ERR_INPUT, "policy '%s' is unknown", name);
	struct str meant = folder ? shipped_like(a, str_from(name)) : STR("");
	if (!folder)
		err_help(&err,
		    "there is no folder of shipped policies beside this program; give a file's path");
	else if (meant.n > 0)
		err_help(&err, "did you mean '%.*s'?", STR_ARG(meant));
	else
		err_help(&err,
		    "`sluice policy list` names the shipped ones; a file of yours is named by its "
		    "path, as '%s.yaml'",
		    name);
	(void)err_list_add(errs, &err);
	return NULL;
}

/* -- what is installed ----------------------------------------------------------------------- */

struct place {
	const struct trust *trust; /* NULL: there is no trust file, and nothing is installed */
	struct installed_place installed;
	const char *path;
};

/* A folder that the trust file names and that is gone, or not mounted, may have held another policy
 * of this name than the one that would be taken in its place. */
static bool
folder_is_there(struct arena *a, const struct trust *t, struct err *err)
{
	const char *folder = arena_text(a, t->policies.folder);

	if (!folder)
		return err_memory(err);
	if (!*folder || file_exists(folder))
		return true;
	err_set(err, ERR_REFUSED, "the folder of bundles, '%s', is not there", folder);
	return err_help(err, "mount or create it: the trust file says that policies come from it");
}

/* trust_load begins a list of its own. */
static bool
read_place(struct arena *a, const char *trust, struct place *out, struct err_list *errs)
{
	struct err_list *own = arena_alloc(a, sizeof(*own));
	struct trust *t;
	struct err err;

	*out = (struct place){.path = trust ? trust : trust_path(a)};
	if (!out->path)
		return true;
	if (!own)
		return err_list_memory(errs);
	if (!trust_load(a, out->path, &t, own)) {
		for (size_t i = 0; i < own->count; i++)
			(void)err_list_add(errs, &own->items[i]);
		return false;
	}
	out->trust = t;
	return (folder_is_there(a, t, &err) &&
		   installed_read(a, t, out->path, &out->installed, &err)) ||
	       err_list_add(errs, &err);
}

/* Whatever is wrong with the bundle, nothing else is taken in its place. */
static bool
open_installed(struct arena *a, const struct place *p, const struct installed *which,
    struct str policy, struct policy **out, struct err_list *errs)
{
	struct bundle *b = arena_alloc(a, sizeof(*b));
	int64_t now_us = clock_utc_us();
	struct err err;

	if (!b)
		return err_list_memory(errs);
	if (!installed_open(a, &p->installed, which, now_us, b, &err))
		return err_list_add(errs, &err);
	installed_seen(&p->installed, now_us);
	return bundle_open_policy(a, b, policy, out, errs);
}

/* The pack of a package is in the bundle `library.PACKAGE`. */
static bool
pack_of_bundle(
    struct arena *a, const struct place *p, struct str package, struct str *text, struct err *err)
{
	const char *id = arena_printf(a, "library.%.*s", STR_ARG(package)),
		   *file = arena_printf(a, "%.*s.pack", STR_ARG(package));
	struct bundle *b = arena_alloc(a, sizeof(*b));
	const struct installed *which;
	int64_t now_us = clock_utc_us();

	*text = (struct str){"", 0};
	if (!id || !file || !b)
		return err_memory(err);
	which = p->trust ? installed_find(&p->installed, str_from(id)) : NULL;
	if (!which)
		return true;
	if (!installed_open(a, &p->installed, which, now_us, b, err))
		return false;
	for (size_t i = 0; i < b->count; i++)
		if (str_is(b->files[i].name, file))
			*text = b->files[i].text;
	return text->n > 0 || err_set(err, ERR_REFUSED, "the bundle '%s' has no '%s'", id, file);
}

/* `context` is the place, or NULL: the one of this machine. */
static bool
find_pack(void *context, struct arena *a, struct str package, struct str *text, struct err *err)
{
	struct err_list *errs = context ? NULL : arena_alloc(a, sizeof(*errs));
	struct place p;

	if (context)
		return pack_of_bundle(a, context, package, text, err);
	if (!errs)
		return err_memory(err);
	if (read_place(a, NULL, &p, errs))
		return pack_of_bundle(a, &p, package, text, err);
	*err = errs->items[0];
	return false;
}

struct policy_texts
policies_texts(void)
{
	return (struct policy_texts){.find_pack = find_pack};
}

bool
policies_load(struct arena *a, const char *path, const struct policy_texts *open,
    struct policy **out, struct err_list *errs)
{
	struct policy_texts texts = open ? *open : policies_texts();

	texts.find_pack = find_pack;
	return policy_load(a, path, policies_folder(a), &texts, out, errs);
}

static bool
open_named(struct arena *a, struct place *place, const char *name, const char *beside,
    struct loads *loads, struct policy **out, struct err_list *errs)
{
	const struct installed *which = place->trust && !is_path(name)
					    ? installed_offers(&place->installed, str_from(name))
					    : NULL;
	char *path;

	if (which)
		return open_installed(a, place, which, str_from(name), out, errs);
	path = policy_find(a, name, beside, errs);
	const struct policy_texts texts = {
	    .find_pack = find_pack, .context = place->trust ? place : NULL};

	return path && policy_load_kept(a, loads, path, &texts, out, errs);
}

bool
policies_offered(
    struct arena *a, const char *trust, struct str **ids, size_t *count, struct err_list *errs)
{
	struct place p;
	size_t all = 0;

	*count = 0;
	if (!read_place(a, trust, &p, errs))
		return false;
	for (size_t i = 0; i < p.installed.count; i++)
		all += p.installed.items[i].policy_count;
	*ids = arena_array(a, all + 1, sizeof(**ids));
	if (!*ids)
		return err_list_memory(errs);
	for (size_t i = 0; i < p.installed.count; i++)
		for (size_t k = 0; k < p.installed.items[i].policy_count; k++)
			(*ids)[(*count)++] = p.installed.items[i].policies[k];
	return true;
}

bool
policies_are_signed(struct arena *a, const char *trust, bool *are, struct err_list *errs)
{
	struct place p;

	*are = true;
	if (!read_place(a, trust, &p, errs))
		return false;
	*are = p.trust && p.trust->policies.signed_only;
	return true;
}

/* `x.bundle` or `x.bundle/ID`: the place behind its file's name, or NULL. */
static const char *
end_of_bundle(const char *name)
{
	const char *end = strstr(name, ".bundle");

	end = end ? end + strlen(".bundle") : NULL;
	return end && (*end == '\0' || *end == '/') ? end : NULL;
}

/* A bundle that is not installed, to be read before it is signed. It is nobody's word yet, so what
 * comes from it names no bundle. */
static bool
open_from_file(
    struct arena *a, const char *name, const char *end, struct policy **out, struct err_list *errs)
{
	char *path = arena_text(a, (struct str){name, (size_t)(end - name)});
	struct str id = str_from(*end == '/' ? end + 1 : "");
	struct bundle *b = arena_alloc(a, sizeof(*b));
	struct err err;

	if (!path || !b)
		return err_list_memory(errs);
	if (!bundle_read(a, path, NULL, b, &err))
		return err_list_add(errs, &err);
	if (id.n == 0 && b->policy_count > 1) {
		err_set(&err, ERR_USAGE, "'%s' offers %zu policies", path, b->policy_count);
		err_help(&err, "name one: %s/%.*s", path, STR_ARG(b->policies[0].id));
		return err_list_add(errs, &err);
	}
	if (!bundle_open_policy(a, b, id.n > 0 ? id : b->policies[0].id, out, errs))
		return false;
	policy_comes_in(*out, NULL);
	return true;
}

bool
policy_open(struct arena *a, const char *name, const char *beside, struct policy **out,
    struct err_list *errs)
{
	const char *bundle = beside ? NULL : end_of_bundle(name);
	struct place p = {.trust = NULL};

	if (bundle)
		return open_from_file(a, name, bundle, out, errs);
	return (is_path(name) || read_place(a, NULL, &p, errs)) &&
	       open_named(a, &p, name, beside, NULL, out, errs);
}

/* -- what may be used ------------------------------------------------------------------------ */

/* What may not be used here is NULL. */
static bool
admit(const struct place *p, struct policy **policy, struct err_list *errs)
{
	bool shipped = policy_is_shipped(*policy);
	struct err err;

	if (!p->trust || !p->trust->policies.signed_only || policy_bundle_of(*policy) ||
	    (shipped && p->trust->policies.shipped))
		return true;
	err_set(&err, ERR_REFUSED,
	    "the policy '%.*s' is not from an installed bundle, and this machine accepts no others",
	    STR_ARG(policy_id(*policy)));
	err_help(&err,
	    shipped ? "'%s' says 'signed'; 'shipped: true' beside it would let in what came with "
		      "this program"
		    : "'%s' says 'signed': `sluice policy bundle` makes, signs and installs one",
	    p->path);
	*policy = NULL;
	return err_list_add(errs, &err);
}

bool
policy_take(struct arena *a, const char *trust, const char *name, const char *beside,
    struct loads *loads, struct policy **out, struct err_list *errs)
{
	struct place p;
	struct err err;

	*out = NULL;
	if (end_of_bundle(name)) {
		err_set(&err, ERR_USAGE, "'%s' is a bundle, not a policy", name);
		err_help(&err, "install the bundle, then name its policy");
		return err_list_add(errs, &err);
	}
	if (!read_place(a, trust, &p, errs) || !open_named(a, &p, name, beside, loads, out, errs))
		return false;
	return admit(&p, out, errs);
}

static bool
open_pinned(struct arena *a, const struct place *p, const struct policy_pin *pin,
    struct policy **out, struct err_list *errs)
{
	const struct installed *which =
	    p->trust ? installed_find(&p->installed, pin->bundle) : NULL;
	struct err err;

	if (which && which->revision == pin->revision && str_is(pin->sha256, which->sha256))
		return open_installed(a, p, which, pin->policy, out, errs);
	if (which)
		err_set(&err, ERR_REFUSED,
		    "it was asked for under revision %" PRId64
		    " of the bundle '%.*s'; here revision %" PRId64 " is in force",
		    pin->revision, STR_ARG(pin->bundle), which->revision);
	else
		err_set(&err, ERR_REFUSED,
		    "it was requested under the bundle '%.*s', which is not installed here",
		    STR_ARG(pin->bundle));
	err_help(&err, "install the same bundle on all machines, then submit the run again");
	return err_list_add(errs, &err);
}

static bool
open_stored(struct arena *a, const struct policy_stored *stored, const char *path,
    struct policy **out, struct err_list *errs)
{
	const struct policy_texts texts = {
	    .items = stored->files, .count = stored->count, .only = true};
	struct kept_policy *k = stored->kept;

	if (k && k->policy && strcmp(k->path, path) == 0) {
		*out = k->policy;
		return true;
	}
	if (!k || k->policy || !(k->path = arena_text(k->arena, str_from(path))))
		return policy_load(a, path, NULL, &texts, out, errs);
	if (!policy_load(k->arena, k->path, NULL, &texts, out, errs))
		return false;
	loads_keep(stored->loads, k, *out);
	return true;
}

bool
policy_take_again(struct arena *a, const char *trust, const struct policy_stored *stored,
    const char *path, struct policy **out, struct err_list *errs)
{
	struct place p;

	*out = NULL;
	if (!read_place(a, trust, &p, errs))
		return false;
	if (stored->pin)
		return open_pinned(a, &p, stored->pin, out, errs);
	if (!open_stored(a, stored, path, out, errs))
		return false;
	return admit(&p, out, errs);
}

bool
policy_try_again(struct arena *a, const struct policy_stored *stored, const char *path,
    struct policy **out, struct err_list *errs)
{
	const struct policy_texts texts = {
	    .items = stored->files, .count = stored->count, .only = true};

	return policy_load(a, path, NULL, &texts, out, errs);
}
