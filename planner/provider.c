/* SPDX-License-Identifier: MIT */
#include "provider.h"

#include "recording.h"

static const struct provider_kind *const KINDS[] = {&PROVIDER_SCRIPT, &PROVIDER_COMMAND};

struct provider {
	const struct provider_kind *kind;
	void *state;
	struct provider_traits traits;
	struct recording *recording; /* NULL: none */
};

const char *
finish_name(enum finish f)
{
	switch (f) {
	case FINISH_STOP:
		return "stop";
	case FINISH_LENGTH:
		return "length";
	case FINISH_REFUSED:
		return "refusal";
	case FINISH_FILTERED:
		return "content_filter";
	case FINISH_TOOL:
		return "tool_call";
	case FINISH_EMPTY:
		return "empty";
	case FINISH_UNKNOWN:
	default:
		return "unknown";
	}
}

bool
provider_open(
    struct arena *a, const struct model_spec *spec, struct provider **out, struct err *err)
{
	struct provider *p = arena_alloc(a, sizeof(*p));

	if (!p)
		return err_memory(err);
	p->kind = &PROVIDER_REMOTE; /* has every name that a profile has */
	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++)
		if (str_is(spec->provider, KINDS[i]->name))
			p->kind = KINDS[i];
	*out = p;
	if (!p->kind->open(a, spec, &p->state, &p->traits, err))
		return false;
	return spec->record_file.n == 0 ||
	       recording_open(a, spec->record_file, &p->traits, &p->recording, err);
}

bool
provider_ask(struct provider *p, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	struct model_usage before = spending->account.usage;

	*out = (struct model_reply){.finish = FINISH_UNKNOWN};
	if (!spending_allows(spending, err))
		return false;
	bool good = p->kind->ask(p->state, scratch, request, spending, out, err);
	if (!p->recording)
		return good;
	const struct recorded r = {
	    .request = request,
	    .reply = out,
	    .err = good ? NULL : err,
	    .prompt_tokens = spending->account.usage.prompt_tokens - before.prompt_tokens,
	    .completion_tokens =
		spending->account.usage.completion_tokens - before.completion_tokens,
	};
	return recording_add(p->recording, &r, err) && good;
}

bool
provider_is_free_form(const struct provider *p)
{
	return p->traits.free_form;
}

bool
provider_sends_schema(const struct provider *p)
{
	return p->traits.sends_schema;
}
