/* SPDX-License-Identifier: MIT */
/* sluice policy bundle install: puts a bundle into force, or says why not and what stays. */
#include "bundles.h"

#include "ledger.h"

#include <inttypes.h>
#include <stdlib.h>

/* A store that nobody named is not made for one line. */
static bool
has_store(const struct call *w)
{
	const char *set = getenv("SLUICE_STORE");

	return w->o->store || (set && *set);
}

static bool
note(struct call *w, const struct bundle *b)
{
	const char **policies = arena_array(w->a, b->policy_count + 1, sizeof(*policies));
	char actor[STORE_ID_BYTES];
	struct policy_installed n = {.actor = actor,
	    .sha256 = b->name.sha256,
	    .id = b->name.id,
	    .file = b->list,
	    .revision = b->name.revision,
	    .policies = policies};

	if (!policies)
		return err_memory(&w->err);
	for (; n.policy_count < b->policy_count; n.policy_count++)
		if (!(policies[n.policy_count] = arena_text(w->a, b->policies[n.policy_count].id)))
			return err_memory(&w->err);
	n.signers = bundles_signers(w, b, &n.signer_count);
	return call_requester(w, actor) && ledger_policy_installed(w->place.store, &n, &w->err);
}

/* The bundle that a refused one would have replaced is named: it goes on. */
static int
refuse(const struct installed_place *p, const struct bundle *b, struct err_list *errs)
{
	const struct installed *last = installed_find(p, b->name.id);

	if (last && errs->count > 0)
		err_help(&errs->items[errs->count - 1],
		    "nothing was changed: '%.*s' revision %" PRId64 " stays in force",
		    STR_ARG(last->id), last->revision);
	return print_errors(errs);
}

static bool
may_install(struct call *w, const struct installed_place *p, const struct bundle *b, size_t *tests)
{
	return ((bundle_trusted(b, w->place.trust, w->now_us, &w->err) &&
		    installed_may_put(p, b, w->now_us, &w->err)) ||
		   err_list_add(&w->errs, &w->err)) &&
	       bundle_prove(w->a, b, w->now_us, tests, &w->errs);
}

static int
tell(struct call *w, const struct bundle *b, size_t tests, bool fresh)
{
	size_t count;
	const char *const *signers = bundles_signers(w, b, &count);

	call_begin(w);
	if (w->o->json) {
		json_object(&w->j);
		json_put_str(&w->j, "id", b->name.id);
		json_put_number(&w->j, "revision", b->name.revision);
		json_put_text(&w->j, "sha256", b->name.sha256);
		json_put_bool(&w->j, "fresh", fresh);
		json_put_number(&w->j, "tests", (int64_t)tests);
		json_open_array(&w->j, "signers");
		for (size_t i = 0; i < count; i++)
			json_text(&w->j, signers[i]);
		json_end_array(&w->j);
		json_end_object(&w->j);
		return call_print(w);
	}
	buf_printf(&w->out, "%.*s revision %" PRId64 " %s in force until %s\n  offers",
	    STR_ARG(b->name.id), b->name.revision, fresh ? "is" : "was already",
	    day_of(b->not_after_us).text);
	for (size_t i = 0; i < b->policy_count; i++)
		buf_printf(&w->out, "%s %.*s", i == 0 ? "" : ",", STR_ARG(b->policies[i].id));
	buf_printf(&w->out, "\n  %zu tests passed\n  signed by", tests);
	for (size_t i = 0; i < count; i++)
		buf_printf(&w->out, "%s %s", i == 0 ? "" : ",", signers[i]);
	buf_char(&w->out, '\n');
	return call_print(w);
}

static int
put(struct call *w, const struct bundle *b)
{
	struct installed_place before;
	size_t tests = 0;
	bool fresh;

	if (!installed_read(w->a, w->place.trust, w->place.trust_path, &before, &w->err))
		return call_fail(w);
	if (!may_install(w, &before, b, &tests))
		return refuse(&before, b, &w->errs);
	if (!installed_put(
		w->a, w->place.trust, w->place.trust_path, b, w->now_us, &fresh, &w->err)) {
		(void)err_list_add(&w->errs, &w->err);
		return refuse(&before, b, &w->errs);
	}
	if (w->place.store && !note(w, b)) {
		err_wrap(&w->err, "it is in force, but the ledger has no event for it");
		err_help(&w->err, "install it again when the store works");
		return call_fail(w);
	}
	return tell(w, b, tests, fresh);
}

int
bundle_install(struct call *w)
{
	struct bundle b;

	if (!bundle_read(w->a, word(w, 0), NULL, &b, &w->err) || (has_store(w) && !call_open(w)))
		return call_fail(w);
	return put(w, &b);
}
