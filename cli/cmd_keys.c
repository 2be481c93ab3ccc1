/* SPDX-License-Identifier: MIT */
/* sluice keys: the keys that people sign with. */
#include "actions.h"

#include "clock.h"
#include "trust.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PUBLIC_BYTES_MAX ((size_t)1 << 16)
#define PASSPHRASE_CHARACTERS_MIN 8
#define YEAR_US (INT64_C(365) * 86400 * 1000000)

static int
print_key(struct call *c, const char *path, struct str owner, const struct public_key *k)
{
	struct buf text;
	char id[KEYID_BYTES];

	buf_init(&text, PUBLIC_BYTES_MAX);
	public_key_write(k, &text);
	public_key_id(k, id);
	call_begin(c);
	if (c->o->json) {
		json_object(&c->j);
		json_put_text(&c->j, "file", path);
		json_put_str(&c->j, "owner", owner);
		json_put_str(&c->j, "public", buf_view(&text));
		json_put_text(&c->j, "keyid", id);
		json_end_object(&c->j);
	} else {
		buf_printf(&c->out, "file    %s\nowner   %.*s\npublic  %.*s\nkey id  %s\n", path,
		    STR_ARG(owner), STR_ARG(buf_view(&text)), id);
	}
	buf_release(&text);
	return call_print(c);
}

void
service_line(struct buf *out, struct str name, const char *purpose, const struct public_key *key,
    const char *span)
{
	buf_printf(out, "  - {name: %.*s, purpose: %s, public: \"", STR_ARG(name), purpose);
	public_key_write(key, out);
	buf_printf(out, "\", %s}\n", span);
}

/* The key file that is named, or the usual one; NULL, told, without any. */
static const char *
path_of(const struct call *c)
{
	const char *path = word(c, 0) ? word(c, 0) : key_path(c->a);

	if (!path)
		(void)call_error(c, "name the key's file, or set HOME or SLUICE_KEY");
	return path;
}

/* The folder of the usual place is made, no other. */
static bool
make_folder(const char *path, struct err *err)
{
	char *folder = strdup(path), *slash = folder ? strrchr(folder, '/') : NULL;
	bool good = folder || err_memory(err);

	for (char *p = folder ? strchr(folder + 1, '/') : NULL; good && p && p <= slash;
	     p = strchr(p + 1, '/')) {
		*p = '\0';
		if (mkdir(folder, 0700) != 0 && errno != EEXIST)
			good = err_sys(err, "can't make the folder '%s'", folder);
		*p = '/';
	}
	free(folder);
	return good;
}

static struct str
owner_of(const struct call *t)
{
	const struct passwd *account = t->o->owner ? NULL : getpwuid(getuid());
	char *copy = account ? arena_text(t->a, str_from(account->pw_name)) : NULL;

	return str_from(t->o->owner ? t->o->owner : copy);
}

static int
make(struct call *t, const char *path)
{
	struct str passphrase = STR("");
	struct secret_key *k = NULL;
	int code;

	if (access(path, F_OK) == 0) {
		err_set(&t->err, ERR_INPUT, "'%s' already exists", path);
		err_help(&t->err, "Sluice never overwrites a key; name another file");
		return call_fail(t);
	}
	bool good =
	    (word(t, 0) || make_folder(path, &t->err)) &&
	    passphrase_ask(t->a, "passphrase for the new key: ", true, &passphrase, &t->err);
	if (good && utf8_length(passphrase) < PASSPHRASE_CHARACTERS_MIN)
		good = err_set(&t->err, ERR_USAGE, "a passphrase must have at least %d characters",
		    PASSPHRASE_CHARACTERS_MIN);
	good =
	    good && (k = key_new(&t->err)) && key_save(k, path, owner_of(t), passphrase, &t->err);
	secret_wipe(passphrase);
	if (good && !key_is_locked(k))
		fputs("sluice: warning: could not lock memory for the key while creating it; "
		      "the key may have been swapped to disk (see `ulimit -l`)\n",
		    stderr);
	code = good ? print_key(t, path, owner_of(t), key_public(k)) : call_fail(t);
	key_free(k);
	return code;
}

/* A key that a machine signs with, unasked: its file is not sealed. */
static int
make_machine(struct call *t, const char *path)
{
	struct secret_key *k = NULL;

	if (!log_key_make(path, &t->err) || !log_key_open(path, &k, &t->err))
		return call_fail(t);
	int code = print_key(t, path, STR("a machine"), key_public(k));
	key_free(k);
	return code;
}

/* The key is in its token already; the file says where. */
static int
name_token(struct call *t, const char *path)
{
	struct str owner = t->o->machine ? STR("") : owner_of(t);
	struct public_key made;

	if ((!word(t, 0) && !make_folder(path, &t->err)) ||
	    !key_of_token_save(t->a, path, t->o->token, owner, &made, &t->err))
		return call_fail(t);
	return print_key(t, path, t->o->machine ? STR("a machine") : owner, &made);
}

int
keys_show(struct call *t)
{
	const char *path = path_of(t);
	struct key_file file;

	if (!path)
		return EXIT_USAGE;
	return key_look(t->a, path, &file, &t->err)
		   ? print_key(t, path, file.owner, &file.public_key)
		   : call_fail(t);
}

/* Prints the lines that the operator copies into the trust file; the dates are a proposal. */
int
keys_public(struct call *t)
{
	const char *path = path_of(t);
	struct key_file file;
	struct buf out;

	if (!path)
		return EXIT_USAGE;
	if (!key_look(t->a, path, &file, &t->err))
		return call_fail(t);
	if (t->o->json)
		return print_key(t, path, file.owner, &file.public_key);
	buf_init(&out, PUBLIC_BYTES_MAX);
	buf_text(&out, "- {public: \"");
	public_key_write(&file.public_key, &out);
	buf_printf(&out, "\", from: %s, until: %s}\n", day_of(clock_utc_us()).text,
	    day_of(clock_utc_us() + YEAR_US).text);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

/* It stays there until its time is over, and is asked about before each signature. */
int
keys_lend(struct call *t)
{
	const char *path = path_of(t);
	struct secret_key *k = NULL;
	struct key_file file;
	const int64_t minutes = t->o->minutes;

	if (!path)
		return EXIT_USAGE;
	bool good =
	    key_look(t->a, path, &file, &t->err) &&
	    (!file.in_token ||
		err_set(&t->err, ERR_USAGE, "a key in a hardware token cannot leave it")) &&
	    (!public_key_is_security(&file.public_key) ||
		err_set(&t->err, ERR_USAGE, "`ssh-add` gives a security key to ssh-agent")) &&
	    key_ask(t->a, "passphrase: ", path, &k, &t->err);
	good = good && ssh_agent_add(t->a, k, file.owner, minutes * 60, &t->err);
	key_free(k);
	if (good)
		fprintf(stderr,
		    "ssh-agent keeps the key of %.*s for %lld minutes, and asks before each "
		    "signature\n",
		    STR_ARG(file.owner), (long long)minutes);
	return good ? EXIT_ANSWERED : call_fail(t);
}

int
keys_new(struct call *t)
{
	const char *path = path_of(t);

	if (!path)
		return EXIT_USAGE;
	if (t->o->machine && !word(t, 0))
		return call_error(t, "name the file of a machine's key");
	if (t->o->token)
		return name_token(t, path);
	return t->o->machine ? make_machine(t, path) : make(t, path);
}
