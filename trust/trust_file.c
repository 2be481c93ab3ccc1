/* SPDX-License-Identifier: MIT */
/* trust_file.c: from the trust file to people; every error at its place. */
#include "trust.h"

#include "clock.h"
#include "validator.h"
#include "yaml.h"

extern const char trust_schema[];
extern const size_t trust_schema_bytes;

struct str
trust_schema_text(void)
{
	return (struct str){trust_schema, trust_schema_bytes};
}

struct load {
	struct arena *a;
	struct json_doc doc;
	struct trust *trust;
	struct person *people;
	struct err_list *errs;
};

static bool
add(struct load *l, struct err *err)
{
	return err_list_add(l->errs, err);
}

static bool
fault(struct load *l, const struct json_node *n, struct err *err)
{
	struct err placed = *err;

	placed.file[0] = '\0';
	placed.line = placed.column = placed.width = 0;
	json_err(&l->doc, n, err, "%s", placed.message);
	if (placed.help[0])
		err_help(err, "%s", placed.help);
	return add(l, err);
}

/* -- the schema -- */

static bool
fits_schema(struct load *l)
{
	const struct str text = trust_schema_text();
	struct schema *schema;

	return schema_of_text(l->a, text, "trust.schema.json", &schema, l->errs) &&
	       schema_fits(schema, l->a, &l->doc, l->errs);
}

/* -- what it says -- */

static struct str
text_of(struct load *l, const struct json_node *object, const char *name)
{
	return json_get_text(&l->doc, object, name, STR(""));
}

static void
read_moment(struct load *l, const struct json_node *object, const char *name, int64_t *out)
{
	const struct json_node *n = json_get(&l->doc, object, name);
	struct err err = {0};

	*out = 0;
	if (!n || clock_read(n->text.p, n->text.n, out))
		return;
	json_err(&l->doc, n, &err, "'%.*s' is neither a date nor a time", STR_ARG(n->text));
	err_help(&err, "write 2026-01-31, or 2026-01-31T09:30:00Z");
	add(l, &err);
}

static void
read_span(struct load *l, const struct json_node *object, int64_t *from_us, int64_t *until_us)
{
	size_t before = l->errs->count + l->errs->more;
	struct err err = {0};

	read_moment(l, object, "from", from_us);
	read_moment(l, object, "until", until_us);
	if (*from_us < *until_us || l->errs->count + l->errs->more != before)
		return;
	json_err(&l->doc, json_get(&l->doc, object, "until"), &err,
	    "'until' must be later than 'from'; it is exclusive");
	add(l, &err);
}

/* By its point: no key counts as a security key's and as a plain one. */
static bool
key_is_known(const struct load *l, size_t people, const struct public_key *key)
{
	for (const struct person *p = l->people; p < l->people + people; p++)
		for (size_t k = 0; k < p->key_count; k++)
			if (memcmp(p->keys[k].key.bytes, key->bytes, sizeof(key->bytes)) == 0)
				return true;
	return false;
}

static bool
read_public(struct load *l, const struct json_node *n, struct person_key *out)
{
	const struct json_node *text = json_get(&l->doc, n, "public");
	struct err err = {0};

	read_span(l, n, &out->from_us, &out->until_us);
	read_moment(l, n, "revoked", &out->revoked_us);
	if (json_get(&l->doc, n, "revoked") && out->revoked_us <= 0)
		out->revoked_us = 1; /* before all else; zero would say that it is not */
	if (!person_key_read(text->text, &out->key, &err))
		return fault(l, text, &err);
	out->key.verify = json_get(&l->doc, n, "verify") != NULL; /* `required` is its one value */
	if (out->key.verify && !public_key_is_security(&out->key)) {
		err_set(&err, ERR_INPUT, "only a security key can 'verify' its person");
		return fault(l, json_get(&l->doc, n, "verify"), &err);
	}
	public_key_id(&out->key, out->id);
	return true;
}

static void
read_key(struct load *l, const struct json_node *n, const struct person *p, struct person_key *out)
{
	struct err err = {0};

	if (!read_public(l, n, out) || !key_is_known(l, (size_t)(p - l->people) + 1, &out->key))
		return;
	err_set(&err, ERR_INPUT, "this key is listed twice; a key belongs to one person");
	fault(l, json_get(&l->doc, n, "public"), &err);
}

static bool
read_keys(struct load *l, const struct json_node *list, struct person *out)
{
	struct person_key *keys = arena_array(l->a, (list ? list->count : 0) + 1, sizeof(*keys));
	struct err err = {0};

	if (!keys) {
		err_memory(&err);
		return add(l, &err);
	}
	out->keys = keys;
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n)) {
		read_key(l, n, out, &keys[out->key_count]);
		out->key_count++;
	}
	return true;
}

static bool
read_roles(struct load *l, const struct json_node *list, struct person *out)
{
	struct person_role *roles = arena_array(l->a, (list ? list->count : 0) + 1, sizeof(*roles));
	struct err err = {0};

	if (!roles) {
		err_memory(&err);
		return add(l, &err);
	}
	out->roles = roles;
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n)) {
		struct person_role *r = &roles[out->role_count++];
		r->role = text_of(l, n, "role");
		r->scope = text_of(l, n, "scope");
		read_span(l, n, &r->from_us, &r->until_us);
	}
	return true;
}

static void
check_names(struct load *l, const struct json_node *n, const struct person *p)
{
	struct err err = {0};

	for (const struct person *q = l->people; q < p; q++) {
		if (str_eq(q->id, p->id)) {
			err_set(&err, ERR_INPUT, "two people have the id '%.*s'", STR_ARG(p->id));
			fault(l, json_get(&l->doc, n, "id"), &err);
		}
		if (p->login.n > 0 && str_eq(q->login, p->login)) {
			err_set(
			    &err, ERR_INPUT, "two people have the login '%.*s'", STR_ARG(p->login));
			fault(l, json_get(&l->doc, n, "login"), &err);
		}
	}
}

static bool
read_person(struct load *l, const struct json_node *n, struct person *out)
{
	out->id = text_of(l, n, "id");
	out->name = text_of(l, n, "name");
	out->login = text_of(l, n, "login");
	check_names(l, n, out);
	return read_keys(l, json_get(&l->doc, n, "keys"), out) &&
	       read_roles(l, json_get(&l->doc, n, "roles"), out);
}

static bool
read_people(struct load *l)
{
	const struct json_node *root = json_root(&l->doc);
	const struct json_node *list = json_get(&l->doc, root, "people"),
			       *solo = json_get(&l->doc, root, "solo");
	struct err err = {0};

	l->people = arena_array(l->a, list->count + 1, sizeof(*l->people));
	if (!l->people) {
		err_memory(&err);
		return add(l, &err);
	}
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n))
		if (!read_person(l, n, &l->people[l->trust->count++]))
			return false;
	l->trust->people = l->people;
	l->trust->origin = text_of(l, root, "origin");
	l->trust->solo = solo && solo->kind == JSON_TRUE;
	if (l->trust->solo && l->trust->count > 1) {
		err_set(&err, ERR_INPUT, "'solo' is for one person, but this file lists %zu",
		    l->trust->count);
		err_help(&err, "remove 'solo': with a second person, two people decide");
		fault(l, solo, &err);
	}
	return l->errs->count == 0;
}

/* -- services -- */

static enum service_purpose
read_purpose(struct load *l, const struct json_node *n)
{
	struct str name = text_of(l, n, "purpose");
	enum service_purpose p = SERVICE_AGENT;

	while (p != SERVICE_NONE && !str_is(name, service_purpose_name(p)))
		p--;
	return p;
}

/* Of an agent and of a key for policies, and of no other. */
static struct str
read_scope(struct load *l, const struct json_node *n, enum service_purpose purpose)
{
	struct str scope = text_of(l, n, "scope");
	struct err err = {0};

	if ((purpose == SERVICE_POLICY || purpose == SERVICE_AGENT) == (scope.n > 0))
		return scope;
	json_err(&l->doc, n, &err,
	    scope.n > 0 ? "only an agent or a key for policies has a 'scope'"
			: "an agent or a key for policies needs a 'scope'");
	err_help(&err, purpose == SERVICE_AGENT
			   ? "name the policy under which it may ask for runs, or \"*\""
			   : "name the bundles that it may sign, or \"*\"");
	add(l, &err);
	return scope;
}

static struct str
read_url(struct load *l, const struct json_node *n, enum service_purpose purpose)
{
	struct str url = text_of(l, n, "url");
	struct err err = {0};

	if (url.n == 0 || purpose == SERVICE_WITNESS)
		return url;
	json_err(&l->doc, json_get(&l->doc, n, "url"), &err, "only a witness has a 'url'");
	add(l, &err);
	return url;
}

/* A log that was restored from a backup continues under a new name with its old key. Counts of
 * signers, of checkpoints or policies, count each key once. */
static bool
service_is_known(struct load *l, const struct trust_service *s, const char *keyid)
{
	bool counted = s->purpose == SERVICE_WITNESS || s->purpose == SERVICE_POLICY;

	return trust_service(l->trust, s->purpose, counted ? STR("") : s->name, keyid) != NULL;
}

static void
read_service(struct load *l, const struct json_node *n, struct trust_service *out)
{
	struct person_key key = {.from_us = 0};
	struct err err = {0};

	out->name = text_of(l, n, "name");
	out->purpose = read_purpose(l, n);
	out->scope = read_scope(l, n, out->purpose);
	out->url = read_url(l, n, out->purpose);
	if (!read_public(l, n, &key))
		return;
	out->key = key.key;
	out->from_us = key.from_us;
	out->until_us = key.until_us;
	out->revoked_us = key.revoked_us;
	if (public_key_is_security(&key.key))
		err_set(&err, ERR_INPUT, "a service can't touch a security key");
	else if (key_is_known(l, l->trust->count, &key.key))
		err_set(&err, ERR_INPUT, "this is a person's key; a service needs its own");
	else if (service_is_known(l, out, key.id))
		err_set(&err, ERR_INPUT, "this key is listed twice for one purpose and name");
	memcpy(out->id, key.id, sizeof(out->id));
	if (err.code != ERR_NONE)
		fault(l, json_get(&l->doc, n, "public"), &err);
}

/* Adds an agent with its rights, as a person. */
static bool
add_agent(struct load *l, const struct trust_service *s, struct person *out)
{
	struct person_key *key = arena_alloc(l->a, sizeof(*key));
	struct person_role *role = arena_alloc(l->a, sizeof(*role));
	struct err err = {0};

	if (!key || !role) {
		err_memory(&err);
		return add(l, &err);
	}
	*key = (struct person_key){.key = s->key,
	    .from_us = s->from_us,
	    .until_us = s->until_us,
	    .revoked_us = s->revoked_us};
	memcpy(key->id, s->id, sizeof(key->id));
	*role = (struct person_role){STR(REQUESTER_ROLE), s->scope, s->from_us, s->until_us};
	*out = (struct person){.id = s->name,
	    .name = s->name,
	    .keys = key,
	    .key_count = 1,
	    .roles = role,
	    .role_count = 1};
	return true;
}

static bool
read_agents(struct load *l)
{
	struct trust *t = l->trust;
	struct person *agents = arena_array(l->a, t->service_count + 1, sizeof(*agents));
	struct err err = {0};

	if (!agents) {
		err_memory(&err);
		return add(l, &err);
	}
	t->agents = agents;
	for (size_t i = 0; i < t->service_count; i++) {
		const struct trust_service *s = &t->services[i];
		if (s->purpose != SERVICE_AGENT)
			continue;
		if (trust_person(t, s->name)) {
			err_set(&err, ERR_INPUT, "the agent '%.*s' has a person's id",
			    STR_ARG(s->name));
			err_help(&err, "give the agent another name");
			fault(l, json_get(&l->doc, json_root(&l->doc), "services"), &err);
		}
		if (!add_agent(l, s, &agents[t->agent_count++]))
			return false;
	}
	return l->errs->count == 0;
}

static bool
read_services(struct load *l)
{
	const struct json_node *root = json_root(&l->doc);
	const struct json_node *list = json_get(&l->doc, root, "services"),
			       *witnesses = json_get(&l->doc, root, "witnesses");
	struct trust_service *services =
	    arena_array(l->a, (list ? list->count : 0) + 1, sizeof(*services));
	struct err err = {0};

	if (!services) {
		err_memory(&err);
		return add(l, &err);
	}
	l->trust->services = services;
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n)) {
		read_service(l, n, &services[l->trust->service_count]);
		l->trust->service_count++;
	}
	if (witnesses && !json_int(witnesses, &l->trust->witnesses)) {
		json_err(&l->doc, witnesses, &err, "'witnesses' must be a small number");
		return add(l, &err);
	}
	return l->errs->count == 0 && read_agents(l);
}

static bool
is_true(struct load *l, const struct json_node *object, const char *name)
{
	const struct json_node *n = json_get(&l->doc, object, name);

	return n && n->kind == JSON_TRUE;
}

static int64_t
number_or(struct load *l, const char *name, int64_t usual)
{
	const struct json_node *n = json_get(&l->doc, json_root(&l->doc), name);
	struct err err = {0};

	if (n && !json_int(n, &usual)) {
		json_err(&l->doc, n, &err, "'%s' must be a whole number", name);
		add(l, &err);
	}
	return usual;
}

static bool
read_policies(struct load *l)
{
	const struct json_node *of = json_get(&l->doc, json_root(&l->doc), "policies"),
			       *signatures = json_get(&l->doc, of, "signatures");
	struct trust_policies *p = &l->trust->policies;
	struct err err = {0};

	*p = (struct trust_policies){.signed_only = is_true(l, of, "signed"),
	    .shipped = is_true(l, of, "shipped"),
	    .signatures = 1,
	    .folder = text_of(l, of, "folder")};
	if (signatures && !json_int(signatures, &p->signatures)) {
		json_err(&l->doc, signatures, &err, "'signatures' must be a small number");
		return add(l, &err);
	}
	return true;
}

bool
trust_load(struct arena *a, const char *path, struct trust **out, struct err_list *errs)
{
	struct load l = {.a = a, .errs = errs};
	struct str text;
	struct err err = {0};

	*out = NULL;
	*errs = (struct err_list){.count = 0};
	l.trust = arena_alloc(a, sizeof(*l.trust));
	if (!l.trust) {
		err_memory(&err);
		return add(&l, &err);
	}
	if (!ours_read(a, path, "the trust file", YAML_BYTES_MAX, &text, &err))
		return add(&l, &err);
	if (!yaml_parse(a, text, path, &l.doc, errs) || !fits_schema(&l) || !read_people(&l) ||
	    !read_services(&l) || !read_policies(&l)) {
		err_list_sort(errs);
		return false;
	}
	digest_hex_of(text, l.trust->sha256);
	l.trust->revision = number_or(&l, "revision", 0);
	l.trust->custodians = number_or(&l, "custodians", 1);
	l.trust->requests_signed =
	    is_true(&l, json_get(&l.doc, json_root(&l.doc), "requests"), "signed");
	*out = l.trust;
	return true;
}
