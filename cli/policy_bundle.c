/* SPDX-License-Identifier: MIT */
/* sluice policy bundle: policies from their author to the machine that runs under them. */
#include "author.h"
#include "bundles.h"

#include "file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

const char *const *
bundles_signers(struct call *w, const struct bundle *b, size_t *count)
{
	const char **names = arena_array(w->a, b->envelope.count + 1, sizeof(*names));
	const struct trust_service *s;

	*count = 0;
	for (size_t i = 0; names && i < b->envelope.count; i++)
		if (bundle_signer(b, w->place.trust, i, w->now_us, &s, &w->err) &&
		    (names[*count] = arena_text(w->a, s->name)))
			++*count;
	return names;
}

/* -- create ---------------------------------------------------------------------------------- */

static bool
gather(struct call *w, struct bundle *b)
{
	struct author_targets targets = {.count = 0};

	if (!author_targets(w, w->words.values, w->words.count, &targets))
		return false;
	for (size_t i = 0; i < targets.count; i++) {
		const struct author_target *t = &targets.items[i];
		const struct bundle_wish wish = {t->path, t->suites, t->count};

		if (!bundle_gather(w->a, &wish, b, &w->errs))
			return false;
	}
	return true;
}

static int
tell_made(struct call *w, const struct bundle *b, const char *path, size_t tests)
{
	call_begin(w);
	if (w->o->json) {
		json_object(&w->j);
		json_put_text(&w->j, "file", path);
		json_put_str(&w->j, "id", b->name.id);
		json_put_number(&w->j, "revision", b->name.revision);
		json_put_text(&w->j, "sha256", b->name.sha256);
		json_put_number(&w->j, "signatures", (int64_t)b->envelope.count);
		json_put_number(&w->j, "tests", (int64_t)tests);
		json_end_object(&w->j);
	} else {
		buf_printf(&w->out, "%s: ", path);
		bundles_draw(b, &w->out);
		buf_printf(&w->out, "%zu tests passed, %zu signature%s\n", tests, b->envelope.count,
		    b->envelope.count == 1 ? "" : "s");
	}
	return call_print(w);
}

/* Reads the written bundle back, as everybody else will read it. */
static bool
finish(struct call *w, struct bundle *b, const char *path, size_t *tests)
{
	return (bundle_write(w->a, b, &w->err) || err_list_add(&w->errs, &w->err)) &&
	       bundle_prove(w->a, b, w->now_us, tests, &w->errs) &&
	       (bundle_put(w->a, b, path, false, &w->err) || err_list_add(&w->errs, &w->err));
}

/* The folder that it becomes: what --out says, else ID-REVISION.bundle. */
static const char *
new_folder(struct call *w, const struct bundle *b)
{
	const char *path = w->o->out ? w->o->out
				     : arena_printf(w->a, "%.*s-%" PRId64 ".bundle",
					   STR_ARG(b->name.id), b->name.revision);

	if (!path)
		err_memory(&w->err);
	if (!path || !file_exists(path))
		return path;
	err_set(&w->err, ERR_INPUT, "'%s' already exists", path);
	err_help(&w->err, "others may have signed it: take the next revision, or remove it");
	return NULL;
}

int
bundle_make(struct call *w, bool tells)
{
	const char *path;
	struct bundle b = {.made_us = w->now_us,
	    .label = "the bundle",
	    .name.revision = w->o->revision,
	    .not_before_us = w->o->from > 0 ? w->o->from : w->now_us,
	    .not_after_us = w->o->until};
	size_t tests;

	if (!gather(w, &b))
		return call_fail(w);
	b.name.id = w->o->id ? str_from(w->o->id) : b.policies[0].id;
	if (!(path = new_folder(w, &b)) || !finish(w, &b, path, &tests))
		return call_fail(w);
	return tells ? tell_made(w, &b, path, tests) : EXIT_ANSWERED;
}

int
bundle_create(struct call *w)
{
	return bundle_make(w, true);
}

/* -- sign ------------------------------------------------------------------------------------ */

static bool
write_signed(struct call *w, const struct bundle *b)
{
	const char *path = path_join(w->a, b->label, BUNDLE_LIST);
	struct buf out;

	buf_init(&out, BUNDLE_LIST_BYTES_MAX);
	bool good = (path || err_memory(&w->err)) && envelope_write(&b->envelope, &out, &w->err) &&
		    file_write(path, buf_view(&out), &w->err);
	buf_release(&out);
	return good;
}

static bool
may_be_signed(struct call *w, const struct bundle *b)
{
	if (w->now_us < b->not_after_us)
		return true;
	return err_set(
	    &w->err, ERR_REFUSED, "the bundle expired on %s", day_of(b->not_after_us).text);
}

/* Signing first runs the bundle's tests on the signer's own machine. */
int
bundle_sign(struct call *w)
{
	const char *path = word(w, 0), *from = w->o->key ? w->o->key : key_path(w->a);
	struct secret_key *key;
	struct bundle b;
	size_t tests;

	if (!bundle_read(w->a, path, NULL, &b, &w->err) || !may_be_signed(w, &b) ||
	    !bundle_prove(w->a, &b, w->now_us, &tests, &w->errs))
		return call_fail(w);
	if (!from)
		return call_error(w, "name the key file by --key or SLUICE_KEY");
	if (!key_ask(w->a, "passphrase: ", from, &key, &w->err))
		return call_fail(w);
	bool good = envelope_add(&b.envelope, key, &w->err) && write_signed(w, &b);
	key_free(key);
	return good ? tell_made(w, &b, path, tests) : call_fail(w);
}
