/* SPDX-License-Identifier: MIT */
/* sluice policy bundle: policies from their author to the machine that runs under them. */
#include "author.h"
#include "bundles.h"

#include "clock.h"
#include "file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define REPORT_BYTES_MAX ((size_t)16 << 20)
#define DAY_BYTES 10 /* of a stamp: 2026-11-21 */

bool
bundles_trust(struct bundles *w, struct err_list *errs)
{
	w->trust_path = w->o->place.trust ? w->o->place.trust : trust_path(w->a);
	return !w->trust_path || trust_load(w->a, w->trust_path, &w->trust, errs);
}

const char *
bundles_day(struct bundles *w, int64_t us)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(us, stamp);
	const char *day = arena_text(w->a, (struct str){stamp, DAY_BYTES});
	return day ? day : "";
}

const char *const *
bundles_signers(struct bundles *w, const struct bundle *b, size_t *count)
{
	const char **names = arena_array(w->a, b->envelope.count + 1, sizeof(*names));
	const struct trust_service *s;
	struct err err;

	*count = 0;
	for (size_t i = 0; names && i < b->envelope.count; i++)
		if (bundle_signer(b, w->trust, i, w->now_us, &s, &err) &&
		    (names[*count] = arena_text(w->a, s->name)))
			++*count;
	return names;
}

/* -- create ---------------------------------------------------------------------------------- */

static bool
read_revision(const char *text, int64_t *out, struct err *err)
{
	char *end;

	*out = strtoll(text, &end, 10);
	return (*end == '\0' && *text >= '1' && *text <= '9' && *out <= BUNDLE_REVISION_MAX) ||
	       err_set(err, ERR_USAGE, "'%s' is no revision: a number from 1", text);
}

static bool
gather(struct bundles *w, struct bundle *b, struct err_list *errs)
{
	const struct option_values *words = &w->o->words;
	static const struct author_options none;
	struct author author = {.verb = w->verb, .o = &none, .a = w->a};
	struct author_targets targets = {.count = 0};

	if (!author_targets(&author, words->values + 1, words->count - 1, &targets, errs))
		return false;
	for (size_t i = 0; i < targets.count; i++) {
		const struct author_target *t = &targets.items[i];
		const struct bundle_wish wish = {t->path, t->suites, t->count};

		if (!bundle_gather(w->a, &wish, policies_folder(w->a), b, errs))
			return false;
	}
	return true;
}

static bool
make(struct bundles *w, struct bundle *b, struct err *err)
{
	const char *day = w->o->until;

	*b = (struct bundle){.made_us = w->now_us, .label = "the bundle"};
	return read_revision(w->o->revision, &b->name.revision, err) &&
	       option_moment(w->o->from, w->now_us, &b->not_before_us, err) &&
	       option_moment(day, 0, &b->not_after_us, err);
}

static int
tell_made(struct bundles *w, const struct bundle *b, const char *path, size_t tests)
{
	struct json_writer j;
	struct buf out;

	buf_init(&out, REPORT_BYTES_MAX);
	if (w->o->json) {
		json_writer_init(&j, &out, true);
		json_object(&j);
		json_put_text(&j, "file", path);
		json_put_str(&j, "id", b->name.id);
		json_put_number(&j, "revision", b->name.revision);
		json_put_text(&j, "sha256", b->name.sha256);
		json_put_number(&j, "signatures", (int64_t)b->envelope.count);
		json_put_number(&j, "tests", (int64_t)tests);
		json_end_object(&j);
		buf_char(&out, '\n');
	} else {
		buf_printf(&out, "%s: ", path);
		bundles_draw(b, &out);
		buf_printf(&out, "%zu tests passed, %zu signature%s\n", tests, b->envelope.count,
		    b->envelope.count == 1 ? "" : "s");
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* What is written is read as everybody else will read it. */
static bool
finish(struct bundles *w, struct bundle *b, const char *path, size_t *tests, struct err_list *errs)
{
	struct err err;

	return (bundle_write(w->a, b, &err) || err_list_add(errs, &err)) &&
	       bundle_prove(w->a, b, w->now_us, tests, errs) &&
	       (bundle_put(w->a, b, path, &err) || err_list_add(errs, &err));
}

/* The folder that it becomes: what --out says, else ID-REVISION.bundle. */
static const char *
new_folder(struct bundles *w, const struct bundle *b, struct err *err)
{
	const char *path = w->o->out ? w->o->out
				     : arena_printf(w->a, "%.*s-%" PRId64 ".bundle",
					   STR_ARG(b->name.id), b->name.revision);

	if (!path)
		err_memory(err);
	if (!path || !file_exists(path))
		return path;
	err_set(err, ERR_INPUT, "'%s' is there already", path);
	err_help(err, "others may have signed it: take the next revision, or remove it");
	return NULL;
}

int
bundle_create(struct bundles *w)
{
	struct err_list errs = {.count = 0};
	const char *path;
	struct bundle b;
	struct err err;
	size_t tests;

	if (!w->o->revision || !w->o->until)
		return usage_error(w->verb, "say --revision N and --until DATE");
	if (!make(w, &b, &err))
		return print_error(&err);
	if (!gather(w, &b, &errs))
		return print_errors(&errs);
	b.name.id = w->o->id ? str_from(w->o->id) : b.policies[0].id;
	if (!(path = new_folder(w, &b, &err)))
		return print_error(&err);
	return finish(w, &b, path, &tests, &errs) ? tell_made(w, &b, path, tests)
						  : print_errors(&errs);
}

/* -- sign ------------------------------------------------------------------------------------ */

static bool
unlock(struct bundles *w, struct secret_key **key, struct err *err)
{
	const char *path = w->o->place.key ? w->o->place.key : key_path(w->a);
	struct str passphrase;

	if (!path)
		return err_set(err, ERR_USAGE, "name the key file by --key or SLUICE_KEY");
	if (!passphrase_ask(w->a, "passphrase: ", false, &passphrase, err))
		return false;
	bool good = key_open(w->a, path, passphrase, key, err);
	secret_wipe(passphrase);
	return good;
}

static bool
write_signed(struct bundles *w, const struct bundle *b, struct err *err)
{
	const char *path = path_join(w->a, b->label, BUNDLE_LIST);
	struct buf out;

	buf_init(&out, BUNDLE_LIST_BYTES_MAX);
	bool good = (path || err_memory(err)) && envelope_write(&b->envelope, &out, err) &&
		    file_write(path, buf_view(&out), err);
	buf_release(&out);
	return good;
}

static bool
may_be_signed(struct bundles *w, const struct bundle *b, struct err *err)
{
	if (w->now_us < b->not_after_us)
		return true;
	return err_set(
	    err, ERR_REFUSED, "the bundle expired on %s", bundles_day(w, b->not_after_us));
}

/* Whoever signs has seen its tests pass on his own machine. */
int
bundle_sign(struct bundles *w)
{
	const char *path = w->o->words.values[1];
	struct err_list errs = {.count = 0};
	struct secret_key *key;
	struct bundle b;
	struct err err;
	size_t tests;

	if (!bundle_read(w->a, path, NULL, &b, &err) || !may_be_signed(w, &b, &err))
		return print_error(&err);
	if (!bundle_prove(w->a, &b, w->now_us, &tests, &errs))
		return print_errors(&errs);
	if (!unlock(w, &key, &err))
		return print_error(&err);
	bool good = envelope_add(&b.envelope, key, &err) && write_signed(w, &b, &err);
	key_free(key);
	return good ? tell_made(w, &b, path, tests) : print_error(&err);
}

/* -- the words ------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	bundles_action *act;
	const char *wants;
	size_t min, max;
} ACTIONS[] = {
    {"create", bundle_create, "policies: names, files or folders", 2, OPTION_VALUES_MAX},
    {"sign", bundle_sign, "one bundle", 2, 2},
    {"show", bundle_show, "nothing, or one bundle", 1, 2},
    {"install", bundle_install, "one bundle", 2, 2},
};

static int
choose(const struct verb *verb, const struct bundles_options *o)
{
	struct bundles w = {.verb = verb, .o = o, .now_us = clock_utc_us()};
	const char *name = o->words.count > 0 ? o->words.values[0] : "";

	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++) {
		if (strcmp(ACTIONS[i].name, name) != 0)
			continue;
		if (o->words.count < ACTIONS[i].min || o->words.count > ACTIONS[i].max)
			return usage_error(verb, "'%s' needs %s", name, ACTIONS[i].wants);
		w.a = arena_new(BUNDLES_BYTES_MAX);
		if (!w.a)
			return EXIT_INTERNAL;
		int code = ACTIONS[i].act(&w);
		arena_free(w.a);
		return code;
	}
	return usage_error(verb, "say `create`, `sign`, `show` or `install`");
}

static int
run_bundle(const struct verb *verb, int argc, char **argv)
{
	static struct bundles_options o;
	const struct option options[] = {
	    {"--revision", "N", "create: above all that was installed under this id", OPTION_TEXT,
		&o.revision},
	    {"--until", "DATE", "create: it expires then", OPTION_TEXT, &o.until},
	    {"--from", "DATE", "create: it is not valid before; default: now", OPTION_TEXT,
		&o.from},
	    {"--id", "ID", "create: default: the id of the first policy", OPTION_TEXT, &o.id},
	    {"--out", "FOLDER", "create: default: ID-REVISION.bundle", OPTION_TEXT, &o.out},
	    {"--key", "FILE", "sign: the key file; default: SLUICE_KEY, else your own", OPTION_TEXT,
		&o.place.key},
	    {"--trust", "FILE",
		"show, install: the trust file; default: SLUICE_TRUST, else the "
		"system's",
		OPTION_TEXT, &o.place.trust},
	    {"--store", "WHERE",
		"install: note it in this store's ledger; default: SLUICE_STORE, "
		"else in none",
		OPTION_TEXT, &o.place.store},
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	return code >= 0 ? code : choose(verb, &o);
}

const struct verb VERB_POLICY_BUNDLE = {
    .name = "policy bundle",
    .summary = "makes, signs, shows and installs signed bundles of policies",
    .usage = "policy bundle create POLICY... --revision N --until DATE [--from DATE] [--id ID] "
	     "[--out FOLDER]\n"
	     "       sluice policy bundle sign BUNDLE [--key FILE]\n"
	     "       sluice policy bundle show [BUNDLE] [--trust FILE] [--json]\n"
	     "       sluice policy bundle install BUNDLE [--trust FILE] [--store WHERE]",
    .example = "sluice policy bundle create team.yaml --revision 7 --until 2027-01-01",
    .run = run_bundle,
};
