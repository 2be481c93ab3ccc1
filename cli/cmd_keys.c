/* SPDX-License-Identifier: MIT */
/* sluice keys: the keys that people sign with. */
#include "keys_list.h"

#include "clock.h"
#include "trust.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEYS_BYTES_MAX ((size_t)4 << 20)
#define PASSPHRASE_CHARACTERS_MIN 8
#define DAY_BYTES 10 /* of a stamp: 2026-11-21 */
#define YEAR_US (INT64_C(365) * 86400 * 1000000)
#define AGENT_MINUTES 60
#define AGENT_MINUTES_MAX 1440

struct tool {
	struct arena *a;
	const char *path, *owner, *minutes, *token;
	bool json, machine;
};

static int
failed(const struct err *err)
{
	return print_error(err);
}

static void
put_public(struct buf *out, const struct public_key *k)
{
	char id[KEYID_BYTES];

	public_key_id(k, id);
	buf_text(out, "public  ");
	public_key_write(k, out);
	buf_printf(out, "\nkey id  %s\n", id);
}

static int
print_key(const struct tool *t, struct str owner, const struct public_key *k)
{
	struct json_writer w;
	struct buf out, text;
	char id[KEYID_BYTES];

	buf_init(&out, KEYS_BYTES_MAX);
	if (!t->json) {
		buf_printf(&out, "file    %s\nowner   %.*s\n", t->path, STR_ARG(owner));
		put_public(&out, k);
		return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
	}
	buf_init(&text, KEYS_BYTES_MAX);
	public_key_write(k, &text);
	public_key_id(k, id);
	json_writer_init(&w, &out, true);
	json_object(&w);
	json_put_text(&w, "file", t->path);
	json_put_str(&w, "owner", owner);
	json_put_str(&w, "public", buf_view(&text));
	json_put_text(&w, "keyid", id);
	json_end_object(&w);
	buf_char(&out, '\n');
	buf_release(&text);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
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
owner_of(const struct tool *t)
{
	const struct passwd *account = t->owner ? NULL : getpwuid(getuid());
	char *copy = account ? arena_text(t->a, str_from(account->pw_name)) : NULL;

	return str_from(t->owner ? t->owner : copy);
}

static int
make(const struct tool *t, bool usual)
{
	struct str passphrase = STR("");
	struct secret_key *k = NULL;
	struct err err = {0};
	int code;

	if (access(t->path, F_OK) == 0) {
		err_set(&err, ERR_INPUT, "'%s' is there already", t->path);
		err_help(&err, "a key is never written over; name another file");
		return failed(&err);
	}
	bool good = (!usual || make_folder(t->path, &err)) &&
		    passphrase_ask(t->a, "passphrase for the new key: ", true, &passphrase, &err);
	if (good && utf8_length(passphrase) < PASSPHRASE_CHARACTERS_MIN)
		good = err_set(&err, ERR_USAGE, "a passphrase has at least %d characters",
		    PASSPHRASE_CHARACTERS_MIN);
	good = good && (k = key_new(&err)) && key_save(k, t->path, owner_of(t), passphrase, &err);
	secret_wipe(passphrase);
	if (good && !key_is_locked(k))
		fputs("sluice: warning: no memory could be locked for the key while it was made; "
		      "it may have reached the swap (see `ulimit -l`)\n",
		    stderr);
	code = good ? print_key(t, owner_of(t), key_public(k)) : failed(&err);
	key_free(k);
	return code;
}

/* A key that a machine signs with, unasked: its file is not sealed. */
static int
make_machine(const struct tool *t)
{
	struct secret_key *k = NULL;
	struct err err = {0};

	if (!log_key_make(t->path, &err) || !log_key_open(t->path, &k, &err))
		return failed(&err);
	int code = print_key(t, STR("a machine"), key_public(k));
	key_free(k);
	return code;
}

/* The key is in its token already; the file says where. */
static int
name_token(const struct tool *t, bool usual)
{
	struct str owner = t->machine ? STR("") : owner_of(t);
	struct public_key made;
	struct err err = {0};

	if ((usual && !make_folder(t->path, &err)) ||
	    !key_of_token_save(t->a, t->path, t->token, owner, &made, &err))
		return failed(&err);
	return print_key(t, t->machine ? STR("a machine") : owner, &made);
}

static int
show(const struct tool *t)
{
	struct key_file file;
	struct err err = {0};

	return key_look(t->a, t->path, &file, &err) ? print_key(t, file.owner, &file.public_key)
						    : failed(&err);
}

/* What the operator copies into the trust file; its dates are a proposal. */
static int
print_line(const struct tool *t)
{
	char from[CLOCK_STAMP_BYTES], until[CLOCK_STAMP_BYTES];
	struct key_file file;
	struct err err = {0};
	struct buf out;

	if (!key_look(t->a, t->path, &file, &err))
		return failed(&err);
	if (t->json)
		return print_key(t, file.owner, &file.public_key);
	clock_stamp_of(clock_utc_us(), from);
	clock_stamp_of(clock_utc_us() + YEAR_US, until);
	buf_init(&out, KEYS_BYTES_MAX);
	buf_text(&out, "- {public: \"");
	public_key_write(&file.public_key, &out);
	buf_printf(&out, "\", from: %.*s, until: %.*s}\n", DAY_BYTES, from, DAY_BYTES, until);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static void
tell(void *context, const char *line)
{
	char stamp[CLOCK_STAMP_BYTES];

	(void)context;
	clock_stamp(stamp);
	fprintf(stderr, "%s %s\n", stamp, line);
}

static bool
read_minutes(const char *text, int64_t *minutes, struct err *err)
{
	char *end;
	long n = text ? strtol(text, &end, 10) : AGENT_MINUTES;

	*minutes = n;
	if (text && (end == text || *end || n < 1 || n > AGENT_MINUTES_MAX))
		return err_set(
		    err, ERR_USAGE, "--minutes is a number from 1 to %d", AGENT_MINUTES_MAX);
	return true;
}

/* Stays in the foreground: who sees it knows that his key is open. */
static int
lend(const struct tool *t)
{
	struct key_agent *agent = NULL;
	struct secret_key *k = NULL;
	struct key_file file;
	struct str passphrase = STR("");
	struct err err = {0};
	int64_t minutes;

	bool good = read_minutes(t->minutes, &minutes, &err) &&
		    key_look(t->a, t->path, &file, &err) &&
		    passphrase_ask(t->a, "passphrase: ", false, &passphrase, &err) &&
		    key_open(t->a, t->path, passphrase, &k, &err);
	secret_wipe(passphrase);
	if (good && !key_is_locked(k))
		fputs("sluice: warning: no memory can be locked for the key; it may reach the swap "
		      "(see `ulimit -l`)\n",
		    stderr);
	good = good && key_agent_open(k, file.owner, &agent, &err);
	if (good) {
		fprintf(stderr, "the key of %.*s is open for %lld minutes; ^C ends it\n",
		    STR_ARG(file.owner), (long long)minutes);
		good = key_agent_serve(agent, minutes * 60 * 1000000, tell, NULL, &err);
	}
	key_agent_close(agent);
	key_free(k);
	return good ? EXIT_ANSWERED : failed(&err);
}

static int
run_word(const struct tool *t, const char *what, bool usual)
{
	if (strcmp(what, "new") == 0 && t->token)
		return name_token(t, usual);
	if (strcmp(what, "new") == 0)
		return t->machine ? make_machine(t) : make(t, usual);
	if (strcmp(what, "show") == 0)
		return show(t);
	return strcmp(what, "agent") == 0 ? lend(t) : print_line(t);
}

static bool
is_word(const char *what)
{
	static const char *const words[] = {"new", "show", "public", "agent", "list"};

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (strcmp(what, words[i]) == 0)
			return true;
	return false;
}

static int
cmd_keys(const struct verb *verb, int argc, char **argv)
{
	static struct option_values words;
	struct tool t = {.json = false};
	const struct option options[] = {
	    {"--owner", "ID", "new: whose key it is, by the trust file; else this account's name",
		OPTION_TEXT, &t.owner},
	    {"--machine", NULL, "new: a log's or a witness's, not sealed; name its file",
		OPTION_FLAG, &t.machine},
	    {"--token", "URI",
		"new: the key is in this token (pkcs11:...?module-path=...) and stays there",
		OPTION_TEXT, &t.token},
	    {"--minutes", "N", "agent: how long it holds the key; 60", OPTION_TEXT, &t.minutes},
	    {"--json", NULL, "print JSON", OPTION_FLAG, &t.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &words);

	if (code >= 0)
		return code;
	const char *what = words.count > 0 ? words.values[0] : "";
	if (words.count < 1 || words.count > 2 || !is_word(what))
		return usage_error(verb,
		    "say `keys new`, `keys show`, `keys public`, `keys agent` or `keys list`");
	if (t.machine && words.count != 2)
		return usage_error(verb, "name the file of a machine's key");
	t.a = arena_new(KEYS_BYTES_MAX);
	if (!t.a)
		return EXIT_INTERNAL;
	if (strcmp(what, "list") == 0) {
		code = keys_list(t.a, words.count == 2 ? words.values[1] : NULL, t.json);
		arena_free(t.a);
		return code;
	}
	t.path = words.count == 2 ? words.values[1] : key_path(t.a);
	if (!t.path)
		code = usage_error(verb, "name the key's file, or set HOME or SLUICE_KEY");
	else
		code = run_word(&t, what, words.count == 1);
	arena_free(t.a);
	return code;
}

const struct verb VERB_KEYS = {
    .name = "keys",
    .summary = "makes, shows, lists and lends the keys that people sign with",
    .usage =
	"keys new [--owner ID] [FILE]\n       sluice keys show|public [--json] [FILE]\n"
	"       sluice keys new --machine FILE\n       sluice keys new --token URI [--owner ID | "
	"--machine] FILE\n       sluice keys agent [--minutes N] [FILE]\n"
	"       sluice keys list [--json] [TRUSTFILE]",
    .example = "sluice keys new --owner ann && sluice keys public",
    .run = cmd_keys,
};
