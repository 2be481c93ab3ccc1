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
