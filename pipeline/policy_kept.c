/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A policy is made of the files that its loading found and of those that it did not find: a new
 * file beside it may stand before a shipped one. So all looks are noted, and a kept policy is taken again only where each
 * of them would find the same bytes. Times and sizes are not asked: a file can be written twice within what a
 * clock tells apart. A pack from an installed bundle was verified for one request, so that policy is loaded again.
 */
#include "policies.h"

#include "file.h"

struct look {
	const char *path;
	bool there, read;
	struct str text; /* of one that was read */
};

struct looking {
	const struct policy_texts *texts; /* the caller's */
	struct kept_policy *kept;
};

static void
note(void *context, const char *path, bool there, const struct str *text)
{
	struct kept_policy *k = ((const struct looking *)context)->kept;
	struct look *one =
	    arena_push(k->arena, &k->looks, &k->look_count, &k->look_capacity, sizeof(*k->looks));

	if (one)
		*one = (struct look){path, there, text != NULL, text ? *text : STR("")};
	else
		k->passing = true;
}

static bool
find_pack(void *context, struct arena *a, struct str package, struct str *text, struct err *err)
{
	const struct looking *l = context;

	l->kept->passing = true;
	return l->texts->find_pack(l->texts->context, a, package, text, err);
}

static bool
is_as_it_was(struct arena *a, const struct look *was)
{
	struct str text;
	struct err err;

	if (!was->read)
		return file_exists(was->path) == was->there;
	return file_read(a, was->path, was->text.n, &text, &err) && str_eq(text, was->text);
}

static bool
is_current(struct arena *a, const struct kept_policy *k)
{
	bool same = !k->passing;

	for (size_t i = 0; same && i < k->look_count; i++)
		same = is_as_it_was(a, &k->looks[i]);
	return same;
}

/* The policy, if it is current, else a place for it. The folder of shipped policies is this program's. */
static struct kept_policy *
find_kept(struct arena *a, struct loads *loads, const char *path)
{
	const struct str parts[] = {STR("path"), {"", 1}, str_from(path)};
	struct kept_policy *k;
	struct digest key;

	digest_of_parts(parts, ARRAY_LENGTH(parts), &key);
	k = loads_policy(loads, &key);
	if (!k || !k->policy || is_current(a, k))
		return k;
	loads_forget(loads, k);
	return loads_policy(loads, &key);
}

bool
policy_load_kept(struct arena *a, struct loads *loads, const char *path,
    const struct policy_texts *texts, struct policy **out, struct err_list *errs)
{
	struct kept_policy *k = find_kept(a, loads, path);
	struct looking l = {texts, k};
	const struct policy_texts heard = {.find_pack = find_pack, .looked = note, .context = &l};

	if (!k || (!k->policy && !(k->path = arena_text(k->arena, str_from(path)))))
		return policy_load(a, path, policies_folder(a), texts, out, errs);
	if (!k->policy) {
		if (!policy_load(k->arena, k->path, policies_folder(a), &heard, out, errs))
			return false;
		loads_keep(loads, k, *out);
	}
	*out = k->policy;
	return true;
}
