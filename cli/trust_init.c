/* SPDX-License-Identifier: MIT */
#include "trust_init.h"

#include "clock.h"
#include "file.h"
#include "ledger.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define TRUST_BYTES_MAX ((size_t)1 << 16)
#define DAY_BYTES 10
#define YEAR_US (INT64_C(366) * 86400 * 1000000)

static bool
make_folder(const char *path, struct err *err)
{
	return mkdir(path, 0700) == 0 || errno == EEXIST ||
	       err_sys(err, "can't make the folder '%s'", path);
}

static bool
own_path(struct arena *a, const char **out, struct err *err)
{
	const char *set = getenv("SLUICE_TRUST"), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");
	char *folder;

	*out = set;
	if (set && *set)
		return true;
	if (config && *config == '/')
		folder = arena_text(a, str_from(config));
	else if (home && *home == '/')
		folder = arena_printf(a, "%s/.config", home);
	else
		return err_set(err, ERR_USAGE, "there is no folder of yours: name a file");
	char *ours = folder ? path_join(a, folder, "sluice") : NULL;
	*out = ours ? path_join(a, ours, "trust.yaml") : NULL;
	if (!*out)
		return err_memory(err);
	return make_folder(folder, err) && make_folder(ours, err);
}

static void
put_span(int64_t from_us, struct buf *out)
{
	char from[CLOCK_STAMP_BYTES], until[CLOCK_STAMP_BYTES];

	clock_stamp_of(from_us, from);
	clock_stamp_of(clock_utc_us() + YEAR_US, until);
	buf_printf(out, "from: %.*s, until: %.*s}\n", DAY_BYTES, from, DAY_BYTES, until);
}

static void
put_service(const struct log_identity *log, const char *purpose, const struct public_key *key,
    struct buf *out)
{
	buf_printf(out, "  - {name: %.*s, purpose: %s, public: \"", STR_ARG(log->origin), purpose);
	public_key_write(key, out);
	buf_text(out, "\", ");
	put_span(log->opened_us, out);
}

/* Whoever holds the key file, alone. */
static bool
put_owner(struct arena *a, const char *path, struct buf *out, struct err *err)
{
	struct key_file key;
	char *login;

	if (!path || !file_exists(path)) {
		err_set(err, ERR_USAGE, "there is no key of yours");
		return err_help(err, "make one: `sluice keys new --owner YOU`");
	}
	if (!key_look(a, path, &key, err) || !work_login(a, &login, err))
		return false;
	buf_printf(out,
	    "solo: true   # one person, who may approve his own runs: no separation of duties\n"
	    "people:\n  - id: %.*s\n    name: %.*s\n    login: %s\n    keys:\n      - {public: \"",
	    STR_ARG(key.owner), STR_ARG(key.owner), login);
	public_key_write(&key.public_key, out);
	buf_text(out, "\", ");
	put_span(clock_utc_us(), out);
	buf_text(out, "    roles:\n      - {role: approver, scope: \"*\", ");
	put_span(clock_utc_us(), out);
	return true;
}

static bool
write_text(struct arena *a, const struct trust_init *o, const struct log_identity *log,
    const struct public_key *worker, struct buf *out, struct err *err)
{
	buf_printf(out,
	    "# Whom this installation trusts; docs/trust.md says how to go on.\n"
	    "apiVersion: sluice/v1\norigin: %.*s\n",
	    STR_ARG(log->origin));
	if (!o->solo)
		buf_text(out, "people: []   # nobody yet: nothing can be approved\n");
	else if (!put_owner(a, o->place.key ? o->place.key : key_path(a), out, err))
		return false;
	buf_text(out, "services:\n");
	put_service(log, "log", &log->key, out);
	put_service(log, "receipt", &log->key, out);
	put_service(log, "worker", worker, out);
	buf_text(out, "witnesses: 0\n");
	return !out->failed || err_memory(err);
}

static bool
identity_of(struct arena *a, const char *where, struct log_identity *out,
    struct public_key *worker, struct err *err)
{
	struct store *s;

	if (!store_open(a, where, &s, err))
		return false;
	bool good = ledger_identity(s, a, out, err) && worker_key_public(s, worker, err);
	store_close(s);
	return good;
}

int
trust_begin(struct arena *a, const struct trust_init *o)
{
	const char *path = o->path ? o->path : o->place.trust;
	struct log_identity log;
	struct public_key worker;
	struct buf text;
	struct err err;

	buf_init(&text, TRUST_BYTES_MAX);
	bool good =
	    (path || own_path(a, &path, &err)) && identity_of(a, o->place.store, &log, &worker, &err) &&
	    write_text(a, o, &log, &worker, &text, &err) && file_write_private(path, buf_view(&text), &err);
	buf_release(&text);
	if (!good)
		return print_error(&err);
	printf("wrote %s\n", path);
	return EXIT_ANSWERED;
}
