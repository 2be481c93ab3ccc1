/* SPDX-License-Identifier: MIT */
/*
 * Profiles: the settings of a policy under another name, for a kind of task. Each is the whole
 * policy with a few settings merged upon it, by the rules by which a child's are merged upon its
 * parent's. They are made once the policy is whole, from what each of its files says.
 *
 * An extended policy's profile may have loosened that policy's own settings,
 * and this policy may have tightened those. So an inherited profile only tightens; to loosen, this
 * policy says it again.
 */
#include "merge.h"

#include "hash.h"

void
merge_note_profiles(struct merge *m, const struct json_node *profiles)
{
	struct policy *p = m->policy;

	JSON_EACH(n, m->doc, profiles) {
		struct profile *one = merge_entry(m, merge_keep(m, n->text), &p->profiles,
		    &p->profile_count, &p->profile_capacity, sizeof(*one));
		struct profile_part *part = one == NULL ? NULL
							: merge_push(m, &one->parts, &one->count,
							      &one->capacity, sizeof(*part));

		if (part == NULL)
			return;
		*part = (struct profile_part){.doc = *m->doc, .node = n + 1};
		memcpy(part->locked, p->locked, sizeof(part->locked));
	}
}

/* A list that is shared with the policy must not grow where the policy's own room is. */
static void
keep_apart(struct policy *p)
{
	p->settings.requires.capacity = p->settings.requires.count;
	p->settings.wants.capacity = p->settings.wants.count;
	p->settings.sensitive.capacity = p->settings.sensitive.count;
	p->settings.escalation.need_capacity = p->settings.escalation.need_count;
}

static bool
merge_part(struct arena *a, struct policy *p, const struct profile_part *part, bool own,
    struct err_list *errs)
{
	struct merge m = {.arena = a,
	    .policy = p,
	    .doc = &part->doc,
	    .errs = errs,
	    .extends = true,
	    .is_profile = true,
	    .only_tightens = !own};

	memcpy(p->locked, part->locked, sizeof(p->locked));
	merge_overrides(&m, json_get(m.doc, part->node, "override"));
	merge_settings(&m, part->node);
	merge_check_walls(&m, part->node);
	return !m.failed;
}

/* Makes the digest name the profile, too. */
static void
name_digest(const struct policy *p, struct policy *profile)
{
	const struct str parts[] = {
	    STR("profile"), {"", 1}, profile->profile, {"", 1}, {p->digest, DIGEST_HEX_BYTES - 1}};
	struct digest d;

	digest_of_parts(parts, ARRAY_LENGTH(parts), &d);
	digest_hex(&d, profile->digest);
}

bool
merge_profiles(struct arena *a, struct policy *p, struct err_list *errs)
{
	const char *own = p->source_count == 0 ? NULL : p->sources[p->source_count - 1].text.p;

	for (size_t i = 0; i < p->profile_count; i++) {
		struct profile *one = &p->profiles[i];
		struct policy *made = arena_alloc(a, sizeof(*made));

		if (made == NULL)
			return false;
		*made = *p;
		made->profile = one->name;
		made->profile_count = 0;
		keep_apart(made);
		for (size_t k = 0; k < one->count; k++)
			if (!merge_part(
				a, made, &one->parts[k], one->parts[k].doc.source.p == own, errs))
				return false;
		memcpy(made->locked, p->locked, sizeof(made->locked));
		name_digest(p, made);
		one->policy = made;
	}
	return true;
}
