/* SPDX-License-Identifier: MIT */
#include "provider.h"

static const struct provider_kind *const KINDS[] = {&PROVIDER_SCRIPT, &PROVIDER_OPENAI};

struct provider {
	const struct provider_kind *kind;
	void *state;
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
	case FINISH_EMPTY:
		return "empty";
	case FINISH_UNKNOWN:
	default:
		return "unknown";
	}
}

static bool
unknown_kind(struct str name, struct err *err)
{
	struct str names[ARRAY_LENGTH(KINDS)];

	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++)
		names[i] = str_from(KINDS[i]->name);
	if (name.n == 0)
		err_set(err, ERR_INPUT, "no model provider is named");
	else
		err_set(err, ERR_INPUT, "unknown model provider '%.*s'", STR_ARG(name));
	struct str meant = text_closest(name, names, ARRAY_LENGTH(names));
	if (meant.n > 0)
		return err_help(err, "did you mean '%.*s'?", STR_ARG(meant));
	return err_help(err, "model.provider is 'openai' or 'script'");
}

bool
provider_open(
    struct arena *a, const struct model_spec *spec, struct provider **out, struct err *err)
{
	struct provider *p = arena_alloc(a, sizeof(*p));

	if (!p)
		return err_memory(err);
	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++)
		if (str_is(spec->provider, KINDS[i]->name))
			p->kind = KINDS[i];
	if (!p->kind)
		return unknown_kind(spec->provider, err);
	*out = p;
	return p->kind->open(a, spec, &p->state, err);
}

bool
provider_ask(struct provider *p, struct arena *scratch, const struct model_request *request,
    struct model_usage *usage, struct model_reply *out, struct err *err)
{
	*out = (struct model_reply){.finish = FINISH_UNKNOWN};
	return p->kind->ask(p->state, scratch, request, usage, out, err);
}

bool
provider_is_free_form(const struct provider *p)
{
	return p->kind->free_form;
}

bool
provider_sends_schema(const struct provider *p)
{
	return p->kind->sends_schema;
}
