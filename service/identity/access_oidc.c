/* SPDX-License-Identifier: MIT */
/*
 * access_oidc.c: the identity provider, as the file of access.h names it.
 *
 *     oidc:
 *       issuer: https://id.example.org
 *       client_id: sluice
 *       client_secret_file: client.secret      # mode 0600, beside this file
 *       redirect: https://sluice.example.org/login/oidc/back
 *       groups: groups                         # the claim that lists groups
 *       scope: openid groups
 *       rights: {reviewers: [approve, read-all], analysts: [submit, check]}
 *       people: {"248289761001": ann}          # which of its subjects a person of the trust file is
 *       ca_file: ca.pem                        # where the system's certificates are not meant
 */
#include "access.h"

#include "file.h"

#define SECRET_BYTES_MAX 4096
#define SETTINGS_BYTES_MAX ((size_t)4 << 20)

bool
access_is_address(struct str url, bool query)
{
	static const char *const STARTS[] = {
	    "https://", "http://127.0.0.1:", "http://localhost:", "http://[::1]:"};

	for (size_t i = 0; i < url.n; i++)
		if (url.p[i] <= ' ' || url.p[i] > '~' || strchr("\"<>\\^`{|}#", url.p[i]) ||
		    (url.p[i] == '?' && !query))
			return false;
	for (size_t i = 0; i < ARRAY_LENGTH(STARTS); i++)
		if (str_starts(url, str_from(STARTS[i])) && url.n > strlen(STARTS[i]))
			return true;
	return false;
}

/* The members that are texts, and which of them must be there. */
static bool
take_texts(struct arena *a, const struct json_doc *d, const struct json_node *n,
    struct access_provider *p, struct str *secret_file, struct err_list *errs)
{
	const struct {
		const char *name;
		struct str *to;
		bool needed, address;
	} texts[] = {
	    {"issuer", &p->issuer, true, true},
	    {"redirect", &p->redirect, true, true},
	    {"client_id", &p->client_id, true, false},
	    {"client_secret_file", secret_file, false, false},
	    {"ca_file", &p->ca_file, false, false},
	    {"groups", &p->groups, false, false},
	    {"scope", &p->scope, false, false},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		if (!arena_copy(a, json_get_text(d, n, texts[i].name, *texts[i].to), texts[i].to))
			return err_list_memory(errs);
		if (texts[i].needed && texts[i].to->n == 0)
			return json_complain(d, n, errs, "docs/service.md describes it",
			    "the provider's '%s' is missing", texts[i].name);
		if (texts[i].address && !access_is_address(*texts[i].to, false))
			return json_complain(d, json_get(d, n, texts[i].name), errs,
			    "write https://..., or http:// with an address of this machine and a port",
			    "'%s' is not such an address", texts[i].name);
	}
	return true;
}

static bool
take_groups(struct arena *a, const struct json_doc *d, const struct json_node *n,
    struct access_provider *p, struct err_list *errs)
{
	const struct json_node *map = json_get(d, n, "rights");

	if (!map || map->kind != JSON_OBJECT || map->count == 0)
		return json_complain(d, map ? map : n, errs, "write {GROUP: [approve], ...}",
		    "'rights' must say which rights each group has");
	p->rights = arena_array(a, map->count, sizeof(*p->rights));
	if (!p->rights)
		return err_list_memory(errs);
	for (const struct json_node *m = json_first(d, map); m; m = json_next(d, m)) {
		struct access_group *g = &p->rights[p->rights_count++];
		if (!arena_copy(a, m->text, &g->name))
			return err_list_memory(errs);
		if (!access_take_rights(d, m + 1, m, &g->rights, errs))
			return false;
	}
	return true;
}

static bool
take_people(struct arena *a, const struct json_doc *d, const struct json_node *n,
    struct access_provider *p, struct err_list *errs)
{
	const struct json_node *map = json_get(d, n, "people");

	if (!map)
		return true;
	if (map->kind != JSON_OBJECT)
		return json_complain(d, map, errs, "write {SUBJECT: ann}",
		    "'people' must say which person each of the provider's subjects is");
	p->people = arena_array(a, map->count + 1, sizeof(*p->people));
	if (!p->people)
		return err_list_memory(errs);
	for (const struct json_node *m = json_first(d, map); m; m = json_next(d, m)) {
		struct access_subject *s = &p->people[p->people_count++];
		if (!json_is_text(m + 1) || !access_id_is_plain((m + 1)->text))
			return json_complain(d, m + 1, errs,
			    "write the id of a person in the trust file", "this is not a valid id");
		s->id = arena_text(a, (m + 1)->text);
		if (!s->id || !arena_copy(a, m->text, &s->subject))
			return err_list_memory(errs);
	}
	return true;
}

static bool
take_secret(struct arena *a, const char *path, struct str name, struct access_provider *p,
    struct err_list *errs)
{
	const char *file = name.n > 0 ? arena_text(a, name) : NULL;
	const char *whole = file ? path_beside(a, path, file) : NULL;
	struct str bytes;
	struct err err;

	if (name.n == 0)
		return true;
	if (!whole)
		err_memory(&err);
	else if (file_read_private(a, whole, SECRET_BYTES_MAX, &bytes, &err)) {
		p->secret = str_trim(bytes);
		return p->secret.n > 0 || (err_set(&err, ERR_INPUT, "'%.200s' is empty", whole),
					      err_list_add(errs, &err));
	}
	return err_list_add(errs, &err);
}

/* Of what was written, without the secret. */
static bool
digest_settings(
    struct arena *a, const struct json_doc *d, const struct json_node *n, struct access_provider *p)
{
	struct str text;

	if (!json_tree_text(a, d, n, false, SETTINGS_BYTES_MAX, &text))
		return false;
	digest_of(text, &p->credential);
	return true;
}

bool
access_take_provider(struct arena *a, const char *path, const struct json_doc *d,
    const struct json_node *n, struct access *out, struct err_list *errs)
{
	static const char *const NAMES[] = {"issuer", "redirect", "client_id", "client_secret_file",
	    "ca_file", "groups", "scope", "rights", "people"};
	struct access_provider *p = arena_alloc(a, sizeof(*p));
	struct str secret_file = STR("");

	if (!p)
		return err_list_memory(errs);
	if (n->kind != JSON_OBJECT)
		return json_complain(d, n, errs, NULL, "'oidc' must be an object");
	if (!access_members_known(d, n, NAMES, ARRAY_LENGTH(NAMES), errs))
		return false;
	p->groups = STR("groups");
	p->scope = STR("openid");
	if (!take_texts(a, d, n, p, &secret_file, errs))
		return false;
	if (!str_ends(p->redirect, STR("/login/oidc/back")))
		return json_complain(d, json_get(d, n, "redirect"), errs,
		    "write this service's address and /login/oidc/back",
		    "the provider would not send people back to this service");
	if (!take_groups(a, d, n, p, errs) || !take_people(a, d, n, p, errs) ||
	    !take_secret(a, path, secret_file, p, errs))
		return false;
	if (p->ca_file.n > 0)
		p->ca_file = str_from(path_beside(a, path, p->ca_file.p));
	if (!digest_settings(a, d, n, p))
		return err_list_memory(errs);
	out->provider = p;
	return true;
}
