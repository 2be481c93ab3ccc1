/* SPDX-License-Identifier: MIT */
/* The policy's members of a verdict. */
#include "model.h"

struct str
policy_id(const struct policy *p)
{
	return p->id;
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

const char *
policy_interpreter_name(void)
{
	return "cpython-" SLUICE_PYTHON;
}

void
policy_bundle_json(const struct policy *p, struct json_writer *w)
{
	if (p->bundle != NULL)
		json_format(w, "bundle: {id: %.*s, revision: %ld, sha256: %s}",
		    STR_ARG(p->bundle->id), p->bundle->revision, p->bundle->sha256);
}

void
policy_identity_json(const struct policy *p, struct json_writer *w)
{
	json_format(w, "policy: {name: %.*s, revision: %ld, sha256: %s", STR_ARG(p->id),
	    p->revision, p->digest);
	if (p->profile.n > 0)
		json_put_str(w, "profile", p->profile);
	if (p->pack_count > 0)
		json_open_array(w, "packs");
	for (const struct pack *k = p->packs; k < p->packs + p->pack_count; k++)
		json_format(w, "{package: %.*s, version: %.*s, sha256: %s}", STR_ARG(k->package),
		    STR_ARG(k->version), k->sha256);
	if (p->pack_count > 0)
		json_end_array(w);
	policy_bundle_json(p, w);
	json_end_object(w);
}
