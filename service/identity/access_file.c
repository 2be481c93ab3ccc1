/* SPDX-License-Identifier: MIT */
/* access_file.c: the file of access.h is read; all that it does not know is refused. */
#include "access.h"

#include "clock.h"
#include "file.h"
#include "yaml.h"

#include <sodium.h>

#define FILE_BYTES_MAX ((size_t)1 << 20)

/* A hash that costs less than ours is no hash to a thief. */
static bool
take_password(struct arena *a, const struct json_doc *d, const struct json_node *n,
    struct access_entry *e, struct err_list *errs)
{
	const struct json_node *key = json_get(d, n, "key");
	struct str text = json_get_text(d, n, "password", STR(""));

	e->by = ACCESS_PASSWORD;
	e->key = key && key->kind == JSON_TRUE;
	digest_of(STR("a key"), &e->credential);
	if (e->key && !json_get(d, n, "password"))
		return true;
	e->password = arena_text(a, text);
	digest_of(text, &e->credential);
	if (e->password && str_starts(text, STR("$argon2id$")) && text.n < crypto_pwhash_STRBYTES &&
	    crypto_pwhash_str_needs_rehash(e->password, crypto_pwhash_OPSLIMIT_INTERACTIVE,
		crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0)
		return true;
	return json_complain(d, n, errs, "`sluice serve password` prints it",
	    "the 'password' of '%s' is missing or not an Argon2id hash of the required cost",
	    e->id);
}

static bool
take_entry(struct arena *a, const struct json_doc *d, const struct json_node *n, bool person,
    struct access_entry *e, struct err_list *errs)
{
	const char *const names[] = {
	    "id", person ? "password" : "sha256", person ? "key" : "id", "rights", "until"};
	const struct json_node *until = json_get(d, n, "until");
	struct str id = json_get_text(d, n, "id", STR(""));

	if (n->kind != JSON_OBJECT)
		return json_complain(d, n, errs, NULL, "every entry of the list must be an object");
	if (!access_members_known(d, n, names, ARRAY_LENGTH(names), errs))
		return false;
	if (!access_id_is_plain(id))
		return json_complain(d, n, errs,
		    "use letters, digits, '-', '_', '.' and '@', at most 64",
		    "an 'id' is missing or not a plain name");
	e->id = arena_text(a, id);
	e->by = ACCESS_TOKEN;
	e->until_us = INT64_MAX;
	if (!e->id)
		return err_list_memory(errs);
	if (person && !take_password(a, d, n, e, errs))
		return false;
	if (!person && !digest_read(json_get_text(d, n, "sha256", STR("")), &e->credential))
		return json_complain(d, n, errs, "`sluice serve token` prints it",
		    "the 'sha256' of token '%.*s' is missing or not a digest", STR_ARG(id));
	if (until &&
	    (!json_is_text(until) || !clock_read(until->text.p, until->text.n, &e->until_us)))
		return json_complain(
		    d, until, errs, "write it as 2027-01-31", "'until' is not a date");
	return access_take_rights(d, json_get(d, n, "rights"), n, &e->rights, errs);
}

static bool
take_list(struct arena *a, const struct json_doc *d, const char *name, struct access *out,
    struct err_list *errs)
{
	const struct json_node *list = json_get(d, json_root(d), name);
	bool person = strcmp(name, "people") == 0;

	if (!list)
		return true;
	if (list->kind != JSON_ARRAY)
		return json_complain(d, list, errs,
		    person ? "`sluice serve password` prints one"
			   : "`sluice serve token` prints one",
		    "'%s' must be a list", name);
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		if (!take_entry(a, d, n, person, &out->entries[out->count++], errs))
			return false;
	return true;
}

/* Two passwords of one name would be two ways in where somebody thinks of one. */
static bool
names_are_single(const struct json_doc *d, const struct access *out, struct err_list *errs)
{
	for (size_t i = 0; i < out->count; i++)
		for (size_t k = 0; k < i; k++)
			if (out->entries[i].by == ACCESS_PASSWORD &&
			    out->entries[k].by == ACCESS_PASSWORD &&
			    strcmp(out->entries[i].id, out->entries[k].id) == 0)
				return json_complain(d, json_get(d, json_root(d), "people"), errs,
				    "remove one of them", "'%s' is listed twice",
				    out->entries[i].id);
	return true;
}

bool
access_load(struct arena *a, const char *path, struct access *out, struct err_list *errs)
{
	static const char *const NAMES[] = {"tokens", "people", "oidc"};
	const struct json_node *root, *oidc;
	struct json_doc doc;
	struct str text;
	struct err err;

	*out = (struct access){.count = 0};
	if (!file_read_private(a, path, FILE_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	if (!yaml_parse(a, text, path, &doc, errs))
		return false;
	root = json_root(&doc);
	if (root->kind != JSON_OBJECT || root->count == 0)
		return json_complain(&doc, root, errs,
		    "`sluice serve token` prints a token's lines",
		    "the file may have 'tokens', 'people' and 'oidc'");
	out->entries = arena_array(a, doc.count, sizeof(*out->entries));
	if (!out->entries)
		return err_list_memory(errs);
	oidc = json_get(&doc, root, "oidc");
	return access_members_known(&doc, root, NAMES, ARRAY_LENGTH(NAMES), errs) &&
	       take_list(a, &doc, "tokens", out, errs) && take_list(a, &doc, "people", out, errs) &&
	       names_are_single(&doc, out, errs) &&
	       (!oidc || access_take_provider(a, path, &doc, oidc, out, errs));
}
