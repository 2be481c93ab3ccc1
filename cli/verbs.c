/* SPDX-License-Identifier: MIT */
/* The tree of actions; the help lists verbs in this order. */
#include "call.h"

#include "actions.h"
#include "installed.h"

#define USES(...)                                                                                  \
	.uses = (const struct option_use[])                                                        \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			.id = OPT_NONE                                                             \
		}                                                                                  \
	}

const struct action ACTIONS[] = {
#include "verbs_runs.def"
#include "verbs_tools.def"
#include "verbs_approvals.def"
#include "verbs_proof.def"
#include "verbs_custody.def"
#include "verbs_policy.def"
#include "verbs_library.def"
#include "verbs_place.def"
};
const size_t ACTION_COUNT = ARRAY_LENGTH(ACTIONS);

static size_t
add(struct option_use out[ACTION_USES_MAX], size_t count, struct option_use use)
{
	for (size_t i = 0; i < count; i++)
		if (out[i].id == use.id)
			return count;
	out[count] = use;
	return count + 1;
}

size_t
action_options(const struct action *a, struct option_use out[ACTION_USES_MAX])
{
	const unsigned trust = MAY_STORE | NEED_STORE | MAY_TRUST | NEED_TRUST;
	bool json = false;
	size_t count = 0;

	for (const struct option_use *u = a->uses; u && u->id != OPT_NONE; u++) {
		json = json || u->id == OPT_json;
		if (u->id != OPT_json)
			out[count++] = *u;
	}
	if (a->needs & (MAY_STORE | NEED_STORE))
		count = add(out, count, (struct option_use){.id = OPT_store});
	if (a->needs & trust)
		count = add(out, count, (struct option_use){.id = OPT_trust});
	if (a->needs & (MAY_KEY | NEED_LOOK | NEED_PERSON))
		count = add(out, count, (struct option_use){.id = OPT_key});
	return json ? add(out, count, (struct option_use){.id = OPT_json}) : count;
}
