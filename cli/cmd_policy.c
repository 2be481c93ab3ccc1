/* SPDX-License-Identifier: MIT */
/* sluice policy: what policies there are, what one says, and the actions of authors. */
#include "author.h"
#include "model.h"
#include "words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define TITLE_MAX 200

static int
by_name(const void *a, const void *b)
{
	return str_compare(*(const struct str *)a, *(const struct str *)b);
}

static bool
add_all(struct call *w, struct words *names, const struct str *found, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!words_add(w->a, names, found[i]))
			return err_memory(&w->err);
	return true;
}

/* Those that ship, and what installed bundles offer besides, sorted. */
static bool
all_names(struct call *w, struct words *names)
{
	struct str *found;
	size_t n;

	if (!policies_shipped(w->a, &found, &n, &w->err) || !add_all(w, names, found, n) ||
	    (policies_offered(w->a, NULL, &found, &n, &w->errs) && !add_all(w, names, found, n)))
		return false;
	qsort(names->items, names->count, sizeof(*names->items), by_name);
	return true;
}

static void
list_entry(const struct policy *p, struct json_writer *w, struct buf *out)
{
	const struct policy_bundle *b = policy_bundle_of(p);

	if (!w) {
		buf_printf(
		    out, "%-22.*s %-8" PRId64 " ", STR_ARG(policy_id(p)), policy_revision(p));
		buf_visible(out, policy_title(p), TITLE_MAX);
		if (b)
			buf_printf(out, " (bundle %.*s revision %" PRId64 ")", STR_ARG(b->id),
			    b->revision);
		buf_char(out, '\n');
		return;
	}
	json_object(w);
	policy_put_name(p, w);
	json_put_str(w, "title", policy_title(p));
	policy_bundle_json(p, w);
	json_end_object(w);
}

int
policy_list(struct call *w)
{
	struct words names = {.count = 0};

	if (!all_names(w, &names))
		return call_fail(w);
	call_begin(w);
	if (w->o->json)
		json_array(&w->j);
	else
		buf_printf(
		    &w->out, "%-22s %-8s %s\n", "POLICY", "REVISION", "WHAT PROGRAMS MAY DO");
	for (size_t i = 0; i < names.count; i++) {
		struct policy *p;
		const char *name = arena_text(w->a, names.items[i]);
		if (name && policy_open(w->a, name, NULL, &p, &w->errs))
			list_entry(p, w->o->json ? &w->j : NULL, &w->out);
	}
	if (w->o->json)
		json_end_array(&w->j);
	int code = call_print(w);
	return code == EXIT_ANSWERED && w->errs.count > 0 ? call_fail(w) : code;
}

/* As its files say it, those that it stands on first. */
static void
put_files(const struct policy *p, struct buf *out)
{
	size_t count;
	const struct policy_source *files = policy_sources(p, &count);

	for (size_t i = 0; i < count; i++) {
		buf_printf(out, "%s--- %.*s\n", i > 0 ? "\n" : "", STR_ARG(files[i].name));
		buf_str(out, files[i].text);
	}
}

int
policy_show(struct call *w)
{
	struct policy *p;

	if (!policy_open(w->a, word(w, 0), NULL, &p, &w->errs))
		return call_fail(w);
	call_begin(w);
	if (w->o->json) {
		policy_json(p, &w->j);
	} else {
		buf_printf(&w->out, "%.*s, revision %" PRId64 "\n", STR_ARG(policy_id(p)),
		    policy_revision(p));
		buf_visible(&w->out, policy_title(p), TITLE_MAX);
		buf_printf(&w->out, "\nsha256 %s\n\n", policy_digest(p));
		if (w->o->prompt)
			policy_prompt(p, &w->out);
		else
			put_files(p, &w->out);
		if (policy_profile_at(p, 0).n > 0)
			buf_text(&w->out, "\nProfiles that a task may choose:");
		for (size_t i = 0; policy_profile_at(p, i).n > 0; i++)
			buf_printf(
			    &w->out, "%s %.*s", i > 0 ? "," : "", STR_ARG(policy_profile_at(p, i)));
		buf_text(&w->out, policy_profile_at(p, 0).n > 0 ? "\n" : "");
	}
	return call_print(w);
}
