/* SPDX-License-Identifier: MIT */
#include "actions.h"

#include "clock.h"
#include "file.h"
#include "ledger.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include <stdlib.h>
#include <sys/stat.h>

#define TRUST_BYTES_MAX ((size_t)1 << 16)
#define YEAR_US (INT64_C(366) * 86400 * 1000000)

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
		return err_set(err, ERR_USAGE, "you have no folder for settings: name a file");
	char *ours = folder ? path_join(a, folder, "sluice") : NULL;
	*out = ours ? path_join(a, ours, "trust.yaml") : NULL;
	if (!*out)
		return err_memory(err);
	return folder_make(folder, err) && folder_make(ours, err);
}

#define SPAN_BYTES 64

static const char *
span_from(int64_t from_us, char out[SPAN_BYTES])
{
	snprintf(out, SPAN_BYTES, "from: %s, until: %s", day_of(from_us).text,
	    day_of(clock_utc_us() + YEAR_US).text);
	return out;
}

struct own { /* what this store signs with */
	struct log_identity log;
	struct public_key worker;
	int64_t opened_us;
};

static void
put_service(
    const struct own *own, const char *purpose, const struct public_key *key, struct buf *out)
{
	char span[SPAN_BYTES];

	service_line(out, own->log.origin, purpose, key, span_from(own->opened_us, span));
}

static void
put_member(struct str id, const struct public_key *key, const char *login, const char *role,
    struct buf *out)
{
	char span[SPAN_BYTES];

	span_from(clock_utc_us(), span);
	buf_printf(out, "  - id: %.*s\n    name: %.*s\n", STR_ARG(id), STR_ARG(id));
	if (login)
		buf_printf(out, "    login: %s\n", login);
	buf_text(out, "    keys:\n      - {public: \"");
	public_key_write(key, out);
	buf_printf(
	    out, "\", %s}\n    roles:\n      - {role: %s, scope: \"*\", %s}\n", span, role, span);
}

/* The owner of a key file, with the key and one role. */
static bool
put_person(struct arena *a, const char *path, const char *login, const char *role, struct buf *out,
    struct err *err)
{
	struct key_file key;

	if (!path || !file_exists(path)) {
		err_set(err, ERR_USAGE, "there is no key file '%s'", path ? path : "");
		return err_help(err, login ? "make your own: `sluice keys new`"
					   : "make one: `sluice keys new --owner ID FILE`");
	}
	if (!key_look(a, path, &key, err))
		return false;
	put_member(key.owner, &key.public_key, login, role, out);
	return true;
}

static void
put_solo(struct buf *out)
{
	buf_text(out, "solo: true   # one person, who may approve their own runs: no separation "
		      "of duties\npeople:\n");
}

static bool
put_people(struct call *c, struct buf *out)
{
	char *login;

	if (c->o->solo) {
		put_solo(out);
		return work_login(c->a, &login, &c->err) &&
		       put_person(c->a, c->o->key ? c->o->key : key_path(c->a), login, "approver",
			   out, &c->err);
	}
	if (c->o->approver.count == 0)
		buf_text(out, "people: []   # nobody yet: nothing can be approved\n");
	else
		buf_text(out, "people:\n");
	for (size_t i = 0; i < c->o->approver.count; i++)
		if (!put_person(c->a, c->o->approver.values[i], NULL, "approver", out, &c->err))
			return false;
	return true;
}

static void
put_head(const struct own *own, struct buf *out)
{
	buf_printf(out,
	    "# The people and keys that this installation trusts; docs/trust.md explains the next steps.\n"
	    "apiVersion: sluice/v1\norigin: %.*s\n",
	    STR_ARG(own->log.origin));
}

static bool
put_services(const struct own *own, struct buf *out, struct err *err)
{
	buf_text(out, "services:\n");
	put_service(own, "log", &own->log.key, out);
	put_service(own, "receipt", &own->log.key, out);
	put_service(own, "worker", &own->worker, out);
	buf_text(out, "witnesses: 0\n");
	return !out->failed || err_memory(err);
}

static bool
own_of(struct arena *a, const char *where, struct own *out, struct err *err)
{
	struct store *s;

	if (!store_open(a, where, &s, err))
		return false;
	bool good = ledger_identity(s, a, &out->log, err) &&
		    worker_key_public(s, &out->worker, err) &&
		    ledger_opened(s, &out->opened_us, err);
	store_close(s);
	return good;
}

bool
trust_of_one(struct arena *a, const char *where, const char *id, const struct public_key *key,
    struct buf *out, struct err *err)
{
	struct own own;
	char *login;

	if (!work_login(a, &login, err) || !own_of(a, where, &own, err))
		return false;
	put_head(&own, out);
	put_solo(out);
	put_member(str_from(id), key, login, "approver", out);
	return put_services(&own, out, err);
}

int
trust_begin(struct call *c)
{
	const char *path = word(c, 0) ? word(c, 0) : c->o->trust;
	struct own own;
	struct buf text;

	buf_init(&text, TRUST_BYTES_MAX);
	bool good =
	    (path || own_path(c->a, &path, &c->err)) && own_of(c->a, c->o->store, &own, &c->err) &&
	    (put_head(&own, &text), put_people(c, &text)) && put_services(&own, &text, &c->err) &&
	    file_write_private(path, buf_view(&text), &c->err);
	buf_release(&text);
	if (!good)
		return call_fail(c);
	printf("wrote %s\n", path);
	return EXIT_ANSWERED;
}

/* -- another person ---------------------------------------------------------------------------- */

/* Behind the line `people:`; the list that is written out as empty begins there. */
static bool
insert_person(struct call *c, struct str text, int64_t revision, struct buf *out)
{
	bool done = false, counted = false;

	for (size_t at = 0, end; at < text.n; at = end + 1) {
		end = str_find(text, STR("\n"), at);
		if (end == SIZE_MAX)
			end = text.n;
		struct str line = str_slice(text, at, end);
		if (str_starts(line, STR("revision:"))) {
			buf_printf(out, "revision: %" PRId64 "\n", revision + 1);
			counted = true;
		} else if (str_starts(line, STR("people:")) && !done) {
			buf_text(out, "people:\n");
			if (!put_person(c->a, word(c, 0), NULL,
				c->o->role ? c->o->role : "approver", out, &c->err))
				return false;
			done = true;
		} else {
			buf_str(out, line);
			buf_char(out, '\n');
		}
	}
	if (!counted)
		buf_printf(out, "revision: %" PRId64 "\n", revision + 1);
	if (!done)
		return err_set(&c->err, ERR_INPUT, "the file has no line `people:`");
	if (!out->failed)
		return true;
	err_set(&c->err, ERR_LIMIT, "with this person the trust file exceeds %zu KiB",
	    TRUST_BYTES_MAX >> 10);
	return err_help(&c->err, "remove its comments, or what has expired");
}

static bool
rewrite(struct call *c, const char *path)
{
	struct trust *before, *after;
	struct str text;
	struct buf out;

	if (!trust_load(c->a, path, &before, &c->errs) ||
	    !file_read(c->a, path, TRUST_BYTES_MAX, &text, &c->err))
		return false;
	const char *next = arena_printf(c->a, "%s.next", path);
	if (!next)
		return err_memory(&c->err);
	buf_init(&out, TRUST_BYTES_MAX);
	bool good = insert_person(c, text, before->revision, &out) &&
		    file_write_private(next, buf_view(&out), &c->err);
	buf_release(&out);
	if (good && !trust_load(c->a, next, &after, &c->errs)) {
		(void)unlink(next);
		good = false;
	}
	return good && (rename(next, path) == 0 || err_sys(&c->err, "can't replace '%s'", path));
}

int
trust_add_person(struct call *c)
{
	const char *path = word(c, 1) ? word(c, 1) : c->o->trust ? c->o->trust : trust_path(c->a);

	if (!path) {
		err_set(&c->err, ERR_USAGE, "there is no trust file");
		err_help(&c->err, "write a first one: `sluice trust init --approver KEYFILE FILE`");
		return call_fail(c);
	}
	if (!rewrite(c, path))
		return call_fail(c);
	printf("wrote %s; `sluice trust adopt` puts it in force\n", path);
	return EXIT_ANSWERED;
}
