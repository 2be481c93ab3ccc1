/* SPDX-License-Identifier: MIT */
/* sluice store: a copy of a store, its way back, and whether what is there is whole. */
#include "ledger_view.h"
#include "database.h"

#include "ledger.h"

#include <stdio.h>
#include <string.h>

#define PROBLEMS_BYTES_MAX ((size_t)1 << 24)

/* -- backup ---------------------------------------------------------------------------------- */

static bool
read_recovery(const char *text, struct public_key *out, struct err *err)
{
	if (!text || public_key_read(str_from(text), out, err))
		return true;
	return err_help(err, "--recovery takes the public key: `sluice keys public recovery.key`");
}

int
store_copy(struct call *c)
{
	const struct options *o = c->o;
	const char *path = word(c, 0);
	struct public_key recovery;
	struct store *s;

	if (!read_recovery(o->recovery, &recovery, &c->err) ||
	    !store_open(c->a, o->store, &s, &c->err))
		return call_fail(c);
	bool good = store_backup(s, path, o->recovery ? &recovery : NULL, &c->err);
	store_close(s);
	if (!good)
		return call_fail(c);
	if (o->recovery)
		printf("%s\n%s.keys: replace your previous copy of it, and keep only this one\n",
		    path, path);
	else
		printf(
		    "%s\nwithout the contents' keys: keep a copy of the vault, or name a recovery "
		    "key by --recovery\n",
		    path);
	return EXIT_ANSWERED;
}

/* -- verify ---------------------------------------------------------------------------------- */

int
store_judge(struct call *c)
{
	struct place *p = &c->place;
	struct ledger_verdict v = {.told = 0};
	struct ledger_check check = {
	    .trust = p->trust && p->trust->service_count > 0 ? p->trust : NULL,
	    .problem = ledger_problem,
	    .context = &v};
	int64_t events;
	size_t problems;
	struct buf told;

	(void)ledger_tend(p->store, true, &c->err); /* what waits for its place gets it */
	buf_init(&told, PROBLEMS_BYTES_MAX);
	bool good = store_verify(p->store, &told, &c->err) &&
		    ledger_verify(p->store, c->a, &check, &events, &problems, &c->err);
	if (!good) {
		buf_release(&told);
		return call_fail(c);
	}
	bool whole = told.n == 0 && v.told == 0;
	if (whole)
		buf_printf(&told, "intact: contents, rows and %lld events\n", (long long)events);
	return print_buf(&told) ? whole ? EXIT_ANSWERED : EXIT_FINDINGS : EXIT_INTERNAL;
}

/* -- restore --------------------------------------------------------------------------------- */

int
store_bring_back(struct call *c)
{
	const struct options *o = c->o;
	struct store_restoring how = {.where = o->store ? o->store : store_default(c->a),
	    .from = word(c, 0),
	    .without_keys = o->without_keys};
	struct secret_key *recovery = NULL;
	int64_t lost;

	if (!how.where)
		return print_no_memory();
	bool good = !o->recovery || key_ask(c->a, "passphrase of the recovery key: ", o->recovery,
					&recovery, &c->err);
	how.recovery = recovery;
	good = good && store_restore(&how, &lost, &c->err);
	key_free(recovery);
	if (!good)
		return call_fail(c);
	puts("restored; next: sluice store verify, then sluice ledger adopt NAME --reason WORDS");
	if (lost > 0)
		printf("lost with their keys: %lld contents and words\n", (long long)lost);
	return EXIT_ANSWERED;
}

/* -------------------------------------------------------------------------------------------- */

int
store_print_roles(struct call *c)
{
	const char *schema = c->o->schema_name, *prefix = c->o->prefix;

	call_begin(c);
	return store_roles(schema ? schema : "sluice", prefix ? prefix : "sluice", &c->out, &c->err)
		   ? call_print(c)
		   : call_fail(c);
}
