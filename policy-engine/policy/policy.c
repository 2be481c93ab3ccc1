/* SPDX-License-Identifier: MIT */
/* The policy's members of a verdict. */
#include "model.h"

#include "embedded.h"

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

void
policy_identity_json(const struct policy *p, struct json_writer *w)
{
	struct policy_pack one;

	json_format(w, "policy: {name: %.*s, revision: %ld, sha256: %s", STR_ARG(p->id),
	    p->revision, p->digest);
	if (p->profile.n > 0)
		json_put_str(w, "profile", p->profile);
	if (p->pack_count > 0)
		json_open_array(w, "packs");
	for (size_t i = 0; policy_pack_at(p, i, &one); i++)
		json_format(w, "{package: %.*s, version: %.*s, sha256: %s}", STR_ARG(one.package),
		    STR_ARG(one.version), one.sha256);
	if (p->pack_count > 0)
		json_end_array(w);
	policy_bundle_json(p, w);
	json_end_object(w);
}
