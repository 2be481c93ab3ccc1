/* SPDX-License-Identifier: MIT */
#include "provider.h"

#include "clock.h"
#include "recording.h"

static const struct provider_kind *const KINDS[] = {&PROVIDER_SCRIPT, &PROVIDER_COMMAND};

struct member {
	const struct provider_kind *kind;
	void *state;
	struct provider_traits traits;
	const struct model_spec *spec;
	struct planner_model told;
	struct str title;
};

/*
 * Theory of operation. A provider is a chain of members: the task's model, its fallbacks, and the
 * one for repairs. A question is asked of one member after the other until one replies, or has a
 * trouble for which the task names no remedy. All get the same messages, which suit the least of
 * them; a recording knows the question and what became of it, not the way.
 */
struct provider {
	struct member members[PLANNER_MODELS_MAX];
	size_t count, chain; /* of all; of those that are no model for repairs alone */
	unsigned fall_back_on;
	const struct member *answered;
	struct recording *recording; /* NULL: none */
};

static const struct {
	enum model_trouble trouble;
	const char *name;
} TROUBLES[] = {
    {TROUBLE_OTHER, "other"},
    {TROUBLE_OUTAGE, "outage"},
    {TROUBLE_RATE_LIMIT, "rate_limit"},
    {TROUBLE_REFUSAL, "refusal"},
};

const char *
model_trouble_name(enum model_trouble t)
{
	for (size_t i = 0; i < ARRAY_LENGTH(TROUBLES); i++)
		if (TROUBLES[i].trouble == t)
			return TROUBLES[i].name;
	return "other";
}

enum model_trouble
model_trouble_of(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(TROUBLES); i++)
		if (str_is(name, TROUBLES[i].name))
			return TROUBLES[i].trouble;
	return TROUBLE_OTHER;
}

const char *
finish_name(enum finish f)
{
	static const char *const NAMES[] = {
	    "unknown", "stop", "length", "refusal", "content_filter", "tool_call", "empty"};

	return NAMES[f];
}

enum finish
finish_find(struct str name)
{
	for (enum finish f = FINISH_UNKNOWN; f <= FINISH_EMPTY; f++)
		if (str_is(name, finish_name(f)))
			return f;
	return FINISH_UNKNOWN;
}

static bool
add_member(struct arena *a, struct provider *p, const struct model_spec *spec, const char *role,
    struct err *err)
{
	struct member *m = &p->members[p->count];

	*m = (struct member){.kind = &PROVIDER_REMOTE, /* has every name that a profile has */
	    .spec = spec,
	    .told = {.role = role, .provider = spec->provider, .name = spec->model}};
	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++)
		if (str_is(spec->provider, KINDS[i]->name))
			m->kind = KINDS[i];
	char *title = arena_printf(a, "%.*s%s%.*s", STR_ARG(spec->provider),
	    spec->model.n > 0 ? " " : "", STR_ARG(spec->model));
	if (!title)
		return err_memory(err);
	m->title = str_from(title);
	p->count++;
	return m->kind->open(a, spec, &m->state, &m->traits, err);
}

/* The traits that all members have. */
static struct provider_traits
common_traits(const struct provider *p)
{
	struct provider_traits all = {.free_form = false, .sends_schema = true};

	for (size_t i = 0; i < p->count; i++) {
		all.free_form = all.free_form || p->members[i].traits.free_form;
		all.sends_schema = all.sends_schema && p->members[i].traits.sends_schema;
	}
	return all;
}

bool
provider_open(
    struct arena *a, const struct model_spec *spec, struct provider **out, struct err *err)
{
	struct provider *p = arena_alloc(a, sizeof(*p));
	struct model_spec *own = arena_alloc(a, sizeof(*own));

	if (!p || !own)
		return err_memory(err);
	*own = *spec;
	*out = p;
	p->fall_back_on = spec->fall_back_on;
	if (!add_member(a, p, own, "first", err))
		return false;
	for (size_t i = 0; i < spec->fallback_count && i < MODEL_FALLBACKS_MAX; i++)
		if (!add_member(a, p, &spec->fallbacks[i], "fallback", err))
			return err_wrap(err, "model.fallbacks, number %zu", i + 1);
	p->chain = p->count;
	if (spec->repair && !add_member(a, p, spec->repair, "repair", err))
		return err_wrap(err, "model.repair");
	const struct provider_traits traits = common_traits(p);
	return spec->record_file.n == 0 ||
	       recording_open(a, spec->record_file, &traits, &p->recording, err);
}

/* The member that is asked as number `i` of a question's; NULL behind the last. */
static struct member *
nth_asked(struct provider *p, bool repair, size_t i)
{
	if (repair && p->count > p->chain)
		return i == 0 ? &p->members[p->chain] : nth_asked(p, false, i - 1);
	return i < p->chain ? &p->members[i] : NULL;
}

static bool
falls_back_on(const struct provider *p, enum model_trouble t)
{
	return t != TROUBLE_OTHER && (p->fall_back_on >> t & 1);
}

static bool
ask_member(const struct provider *p, struct member *m, struct arena *scratch,
    const struct model_request *request, struct spending *spending, struct model_reply *out,
    struct err *err)
{
	const int64_t first = p->members[0].spec->max_tokens, own = m->spec->max_tokens;
	struct model_request r = *request;

	/* A limit that was raised for a second try is raised for each model. */
	if (m != &p->members[0] && first > 0 && own > 0)
		r.max_tokens = request->max_tokens / first * own;
	spending_price(spending, m->spec);
	*out = (struct model_reply){.finish = FINISH_UNKNOWN};
	bool good = m->kind->ask(m->state, scratch, &r, spending, out, err);
	if (good && (out->finish == FINISH_REFUSED || out->finish == FINISH_FILTERED))
		out->trouble = TROUBLE_REFUSAL;
	m->told.answered += good && out->trouble == TROUBLE_OTHER;
	if (good && out->trouble == TROUBLE_OTHER)
		return true;
	m->told.failed++;
	m->told.trouble = out->trouble;
	return good;
}

/* If all of them fail, the last one's trouble is reported. */
static bool
ask_in_turn(struct provider *p, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	struct member *m = nth_asked(p, request->repair, 0), *next;
	struct model_request r = *request;
	struct err ignored;

	if (!m)
		return err_set(err, ERR_INTERNAL, "no model can be asked");
	for (size_t i = 1;; i++, m = next) {
		next = nth_asked(p, request->repair, i);
		r.impatient = next && falls_back_on(p, TROUBLE_RATE_LIMIT);
		bool good = ask_member(p, m, scratch, &r, spending, out, err);
		p->answered = m;
		if (!next || !falls_back_on(p, out->trouble) ||
		    watch_is_cancelled(request->watch, &ignored) ||
		    clock_us() >= request->deadline_us || !spending_allows(spending, &ignored))
			return good;
		watch_tell(request->watch, PLANNER_FALLBACK, next - p->members + 1);
	}
}

bool
provider_ask(struct provider *p, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	struct model_usage before = spending->account.usage;

	*out = (struct model_reply){.finish = FINISH_UNKNOWN};
	if (!spending_allows(spending, err))
		return false;
	bool good = ask_in_turn(p, scratch, request, spending, out, err);
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
	return p->answered ? p->answered->traits.free_form : common_traits(p).free_form;
}

bool
provider_sends_schema(const struct provider *p)
{
	return common_traits(p).sends_schema;
}

size_t
provider_models(const struct provider *p, struct planner_model out[PLANNER_MODELS_MAX])
{
	for (size_t i = 0; i < p->count; i++)
		out[i] = p->members[i].told;
	return p->count;
}

struct str
provider_answered(const struct provider *p)
{
	return p->answered ? p->answered->title : STR("");
}
