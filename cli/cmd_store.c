/* SPDX-License-Identifier: MIT */
/* sluice store: a copy of a store, its way back, and whether what is there is whole. */
#include "ledger_view.h"
#include "place.h"
#include "store_roles.h"

#include "ledger.h"

#include <stdio.h>
#include <string.h>

#define STORE_VERB_BYTES_MAX ((size_t)1 << 30)
#define PROBLEMS_BYTES_MAX ((size_t)1 << 24)

struct store_options {
	struct place_options place;
	const char *recovery, *schema, *prefix;
	bool without_keys;
	struct option_values words;
};

/* -- backup ---------------------------------------------------------------------------------- */

static bool
read_recovery(const char *text, struct public_key *out, struct err *err)
{
	if (!text || public_key_read(str_from(text), out, err))
		return true;
	return err_help(err, "--recovery takes the public key: `sluice keys public recovery.key`");
}

static int
backup(struct arena *a, const struct store_options *o)
{
	const char *path = o->words.values[1];
	struct public_key recovery;
	struct store *s;
	struct err err;

	if (!read_recovery(o->recovery, &recovery, &err) ||
	    !store_open(a, o->place.store, &s, &err))
		return print_error(&err);
	bool good = store_backup(s, path, o->recovery ? &recovery : NULL, &err);
	store_close(s);
	if (!good)
		return print_error(&err);
	if (o->recovery)
		printf("%s\n%s.keys: replace the copy of before with it, and keep one\n", path, path);
	else
		printf("%s\nwithout the keys of contents: keep a copy of the vault, or name a recovery "
		       "key by --recovery\n",
		    path);
	return EXIT_ANSWERED;
}

/* -- verify ---------------------------------------------------------------------------------- */

static int
judge(struct arena *a, struct place *p)
{
	struct ledger_verdict v = {.told = 0};
	struct ledger_check check = {
	    .trust = p->trust && p->trust->service_count > 0 ? p->trust : NULL,
	    .problem = ledger_problem, .context = &v};
	int64_t events;
	size_t problems;
	struct buf told;
	struct err err;

	(void)ledger_tend(p->store, true, &err); /* what waits for its place gets it */
	buf_init(&told, PROBLEMS_BYTES_MAX);
	bool good = store_verify(p->store, &told, &err) &&
		    ledger_verify(p->store, a, &check, &events, &problems, &err);
	if (!good) {
		buf_release(&told);
		return print_error(&err);
	}
	bool whole = told.n == 0 && v.told == 0;
	if (whole)
		buf_printf(&told, "whole: contents, rows and %lld events\n", (long long)events);
	return print_buf(&told) ? whole ? EXIT_ANSWERED : EXIT_FINDINGS : EXIT_INTERNAL;
}

static int
verify(struct arena *a, const struct store_options *o)
{
	struct err_list errs;
	struct place p;

	if (!place_open(a, &o->place, &p, &errs))
		return print_errors(&errs);
	int code = judge(a, &p);
	place_close(&p);
	return code;
}

/* -- restore --------------------------------------------------------------------------------- */

static bool
open_recovery(struct arena *a, const char *path, struct secret_key **out, struct err *err)
{
	struct str passphrase;

	if (!path)
		return true;
	if (!passphrase_ask(a, "passphrase of the recovery key: ", false, &passphrase, err))
		return false;
	bool good = key_open(a, path, passphrase, out, err);
	secret_wipe(passphrase);
	return good;
}

static int
restore(struct arena *a, const struct store_options *o)
{
	struct store_restoring how = {.where = o->place.store ? o->place.store : store_default(a),
	    .from = o->words.values[1],
	    .without_keys = o->without_keys};
	struct secret_key *recovery = NULL;
	struct err err;
	int64_t lost;

	if (!how.where)
		return EXIT_INTERNAL;
	bool good = open_recovery(a, o->recovery, &recovery, &err);
	how.recovery = recovery;
	good = good && store_restore(&how, &lost, &err);
	key_free(recovery);
	if (!good)
		return print_error(&err);
	puts("restored; next: sluice store verify, then sluice ledger adopt NAME --reason WORDS");
	if (lost > 0)
		printf("lost with their keys: %lld contents and words\n", (long long)lost);
	return EXIT_ANSWERED;
}

/* -------------------------------------------------------------------------------------------- */

static int
roles(struct arena *a, const struct store_options *o)
{
	(void)a;
	return store_roles_print(o->schema, o->prefix);
}

static const struct {
	const char *name;
	size_t words;
	int (*run)(struct arena *a, const struct store_options *o);
} ACTIONS[] = {{"backup", 2, backup}, {"verify", 1, verify}, {"restore", 2, restore}, {"roles", 1, roles}};

static int
act(const struct verb *verb, const struct store_options *o)
{
	const char *name = o->words.count > 0 ? o->words.values[0] : "";

	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++) {
		if (strcmp(ACTIONS[i].name, name) != 0)
			continue;
		if (o->words.count != ACTIONS[i].words)
			return usage_error(verb, "'%s' needs %s", name,
			    ACTIONS[i].words == 2 ? "one file" : "no more words");
		struct arena *a = arena_new(STORE_VERB_BYTES_MAX);
		int code = a ? ACTIONS[i].run(a, o) : EXIT_INTERNAL;
		arena_free(a);
		return code;
	}
	return usage_error(verb, "'%s' is no such word; see --help", name);
}

static int
cmd_store(const struct verb *verb, int argc, char **argv)
{
	static struct store_options o;
	const struct option options[] = {
	    {"--recovery", "KEY",
		"backup: the public key to seal the keys of contents to; restore: its file",
		OPTION_TEXT, &o.recovery},
	    {"--without-keys", NULL, "restore: give up what was sealed, its keys being lost",
		OPTION_FLAG, &o.without_keys},
	    {"--schema", "NAME", "roles: the store's schema (sluice)", OPTION_TEXT, &o.schema},
	    {"--prefix", "NAME", "roles: what their names begin with (sluice)", OPTION_TEXT,
		&o.prefix},
	    PLACE_OPTIONS(o.place),
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	return code >= 0 ? code : act(verb, &o);
}

const struct verb VERB_STORE = {
    .name = "store",
    .summary = "copies a store into a file, checks it, brings a copy back; roles for PostgreSQL",
    .usage = "store backup FILE [--recovery PUBLIC] [--store WHERE]\n"
	     "       sluice store verify [--store WHERE] [--trust FILE]\n"
	     "       sluice store restore FILE [--recovery KEYFILE | --without-keys] [--store WHERE]\n"
	     "       sluice store roles [--schema NAME] [--prefix NAME]",
    .example = "sluice store backup /backup/sluice.1 --recovery ed25519:...",
    .run = cmd_store,
};
