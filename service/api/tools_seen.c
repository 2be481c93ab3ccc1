/* SPDX-License-Identifier: MIT */
#include "tools_seen.h"

#include "serving.h"

static bool
place(struct request *r, struct work *out, struct err *err)
{
	*out = (struct work){.store = request_store(r, err), .trust = r->serving->trust_path};
	return out->store != NULL;
}

/* Only its publisher, and those who may read all runs, may see a tool that nobody can use. */
static bool
may_see(const struct request *r, const char *me, const struct kept_tool *k)
{
	return k->why.code == ERR_NONE || (r->who->rights & RIGHT_READ_ALL) ||
	       str_is(k->run.requester, me);
}

bool
tools_seen(struct request *r, struct kept_tool **out, size_t *count, struct err *err)
{
	char me[STORE_ID_BYTES];
	struct work place_of;
	size_t all, seen = 0;

	if (!place(r, &place_of, err) || !request_principal(r, me, err) ||
	    !kept_tools_list(r->a, &place_of, out, &all, err))
		return false;
	for (size_t i = 0; i < all; i++)
		if (may_see(r, me, &(*out)[i]))
			(*out)[seen++] = (*out)[i];
	*count = seen;
	return true;
}

bool
tool_seen(
    struct request *r, struct answer *out, struct str word, struct kept_tool *k, struct err *err)
{
	char me[STORE_ID_BYTES];
	struct work place_of;

	if (!place(r, &place_of, err) || !request_principal(r, me, err))
		return false;
	bool found = kept_tool_find(r->a, &place_of, word, k, err);
	if (!found && err->code != ERR_REFUSED && err->code != ERR_INPUT && err->code != ERR_USAGE)
		return false;
	return (found && may_see(r, me, k)) || answer_missing(out, err, "tool", word);
}
