/* SPDX-License-Identifier: MIT */
/* What others ask of a loaded policy. */
#include "model.h"

#include "embedded.h"

struct str
policy_id(const struct policy *p)
{
	return p->id;
}

struct str
policy_title(const struct policy *p)
{
	return p->title;
}

int64_t
policy_revision(const struct policy *p)
{
	return p->revision;
}

const char *
policy_digest(const struct policy *p)
{
	return p->digest;
}

const struct policy_settings *
policy_settings_of(const struct policy *p)
{
	return &p->settings;
}

bool
policy_admits_packages(const struct policy *p)
{
	return p->packages;
}

const struct policy_source *
policy_sources(const struct policy *p, size_t *count)
{
	*count = p->source_count;
	return p->sources;
}

void
policy_comes_in(struct policy *p, const struct policy_bundle *bundle)
{
	p->bundle = bundle;
	for (size_t i = 0; i < p->profile_count; i++)
		p->profiles[i].policy->bundle = bundle;
}

struct policy *
policy_profile(const struct policy *p, struct str name)
{
	for (size_t i = 0; i < p->profile_count; i++)
		if (str_eq(p->profiles[i].name, name))
			return p->profiles[i].policy;
	return NULL;
}

struct str
policy_profile_at(const struct policy *p, size_t number)
{
	return number < p->profile_count ? p->profiles[number].name : STR("");
}

struct str
policy_profile_name(const struct policy *p)
{
	return p->profile;
}

bool
policy_unknown_profile(struct arena *a, const struct policy *p, struct str name, struct err *err)
{
	struct str *names = arena_array(a, p->profile_count + 1, sizeof(*names)), meant;

	if (names == NULL)
		return err_memory(err);
	for (size_t i = 0; i < p->profile_count; i++)
		names[i] = p->profiles[i].name;
	meant = text_closest(name, names, p->profile_count);
	err_set(
	    err, ERR_INPUT, "policy '%.*s' has no profile '%.*s'", STR_ARG(p->id), STR_ARG(name));
	if (meant.n > 0)
		return err_help(err, "did you mean '%.*s'?", STR_ARG(meant));
	return err_help(err, p->profile_count == 0
				 ? "the policy has no profiles"
				 : "`sluice policy show` lists the policy's profiles");
}

const struct policy_bundle *
policy_bundle_of(const struct policy *p)
{
	return p->bundle;
}

bool
policy_is_shipped(const struct policy *p)
{
	return p->shipped;
}

const char *
policy_interpreter_name(void)
{
	return "cpython-" SLUICE_PYTHON;
}

const char *
policy_table_sha256(void)
{
	return embedded_table_sha256;
}

void
policy_bundle_json(const struct policy *p, struct json_writer *w)
{
	if (p->bundle == NULL)
		return;
	json_open_object(w, "bundle");
	json_put_str(w, "id", p->bundle->id);
	json_put_number(w, "revision", p->bundle->revision);
	json_put_text(w, "sha256", p->bundle->sha256);
	json_end_object(w);
}

bool
policy_pack_at(const struct policy *p, size_t number, struct policy_pack *out)
{
	const struct pack *one;

	if (number >= p->pack_count)
		return false;
	one = &p->packs[number];
	*out = (struct policy_pack){one->package, one->version, one->sha256};
	return true;
}

static void
packs_json(const struct policy *p, struct json_writer *w)
{
	struct policy_pack one;

	for (size_t i = 0; policy_pack_at(p, i, &one); i++) {
		if (i == 0)
			json_open_array(w, "packs");
		json_object(w);
		json_put_str(w, "package", one.package);
		json_put_str(w, "version", one.version);
		json_put_text(w, "sha256", one.sha256);
		json_end_object(w);
	}
	if (p->pack_count > 0)
		json_end_array(w);
}

void
policy_identity_json(const struct policy *p, struct json_writer *w)
{
	json_open_object(w, "policy");
	json_put_str(w, "name", p->id);
	json_put_number(w, "revision", p->revision);
	json_put_text(w, "sha256", p->digest);
	if (p->profile.n > 0)
		json_put_str(w, "profile", p->profile);
	packs_json(p, w);
	policy_bundle_json(p, w);
	json_end_object(w);
}

enum decision
policy_import(const struct policy *p, struct str module, struct str *message)
{
	const struct import_rule *rule = import_rule_for(p, module);
	enum decision d = rule != NULL ? rule->decision : p->import_default;
	unsigned which;

	if (d == DECISION_ALLOW && rule == NULL)
		d = capabilities_decide(p, table_module(module).capabilities, &which);
	if (str_is(module, "__future__"))
		d = DECISION_ALLOW;
	if (message == NULL)
		return d;
	*message = d == DECISION_ALLOW                   ? STR("")
		   : rule != NULL && rule->message.n > 0 ? rule->message
		   : d == DECISION_ESCALATE              ? STR("the module needs a reviewer")
					    : STR("the policy does not allow the module");
	return d;
}
