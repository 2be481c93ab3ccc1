/* SPDX-License-Identifier: MIT */
/* access.c: who a token or a password belongs to, and fresh ones. */
#include "access.h"

#include "ascii.h"
#include "clock.h"

#include <sodium.h>
#include <stdio.h>

#define TOKEN_BYTES 32
#define TOKEN_PREFIX "slu_"
#define ID_BYTES_MAX 64
#define PASSWORD_BYTES_MAX 1024
#define PASSWORD_CHARACTERS_MIN 12

static const struct {
	const char *name;
	enum right right;
} RIGHTS[] = {
    {"check", RIGHT_CHECK},
    {"submit", RIGHT_SUBMIT | RIGHT_READ},
    {"read", RIGHT_READ},
    {"read-all", RIGHT_READ | RIGHT_READ_ALL},
    {"approve", RIGHT_APPROVE},
    {"metrics", RIGHT_METRICS},
};

const char ACCESS_RIGHTS_HELP[] =
    "the rights are check, submit, read, read-all, approve and metrics";

/* The right of this name in the file, or RIGHT_REFUSED. */
static unsigned
access_right(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(RIGHTS); i++)
		if (str_is(name, RIGHTS[i].name))
			return RIGHTS[i].right;
	return RIGHT_REFUSED;
}

bool
access_id_is_plain(struct str id)
{
	for (size_t i = 0; i < id.n; i++) {
		char c = id.p[i];
		if (!ascii_letter(c) && !ascii_digit(c) && (i == 0 || !strchr("-_.@", c) || !c))
			return false;
	}
	return id.n > 0 && id.n <= ID_BYTES_MAX;
}

/* -- what the readers of the file share ------------------------------------------------------ */

bool
access_take_rights(const struct json_doc *d, const struct json_node *list,
    const struct json_node *at, unsigned *rights, struct err_list *errs)
{
	if (!list || list->kind != JSON_ARRAY || list->count == 0)
		return json_complain(
		    d, list ? list : at, errs, NULL, "'rights' must be a list of rights");
	for (const struct json_node *r = json_first(d, list); r; r = json_next(d, r)) {
		unsigned right = json_is_text(r) ? access_right(r->text) : RIGHT_REFUSED;
		if (right == RIGHT_REFUSED)
			return json_complain(d, r, errs, ACCESS_RIGHTS_HELP, "this is not a right");
		*rights |= right;
	}
	return true;
}

bool
access_members_known(const struct json_doc *d, const struct json_node *n, const char *const *names,
    size_t count, struct err_list *errs)
{
	for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m)) {
		bool known = false;
		for (size_t i = 0; i < count; i++)
			known = known || str_is(m->text, names[i]);
		if (!known)
			return json_complain(d, m, errs, "docs/service.md describes the file",
			    "unknown member '%.*s'", STR_ARG(m->text));
	}
	return true;
}

/* -- finding --------------------------------------------------------------------------------- */

static bool
let_in(const struct access_entry *e, int64_t now_us, struct caller *out)
{
	if (!e || now_us >= e->until_us)
		return false;
	*out = (struct caller){
	    .rights = e->rights, .until_us = e->until_us, .by = e->by, .credential = e->credential};
	snprintf(out->id, sizeof(out->id), "%s", e->id);
	return true;
}

bool
access_find(const struct access *access, struct str token, int64_t now_us, struct caller *out)
{
	const struct access_entry *found = NULL;
	struct digest d;

	digest_of(token, &d);
	for (size_t i = 0; i < access->count; i++) {
		const struct access_entry *e = &access->entries[i];
		if (sodium_memcmp(d.bytes, e->credential.bytes, DIGEST_BYTES) == 0 &&
		    e->by == ACCESS_TOKEN)
			found = e;
	}
	return let_in(found, now_us, out);
}

bool
access_find_person(const struct access *access, struct str id, struct str password, int64_t now_us,
    struct caller *out)
{
	/* Of no password: what is compared where nobody has this name. */
	static const char NOBODY[crypto_pwhash_STRBYTES] =
	    "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
	    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
	const struct access_entry *found = NULL;

	if (password.n > PASSWORD_BYTES_MAX)
		return false;
	for (size_t i = 0; i < access->count; i++)
		if (access->entries[i].password && str_is(id, access->entries[i].id))
			found = &access->entries[i];
	bool same =
	    crypto_pwhash_str_verify(found ? found->password : NOBODY, password.p, password.n) == 0;
	return found && same && let_in(found, now_us, out);
}

bool
access_find_key(const struct access *access, struct str id, int64_t now_us, struct caller *out)
{
	for (size_t i = 0; i < access->count; i++)
		if (access->entries[i].key && str_is(id, access->entries[i].id))
			return let_in(&access->entries[i], now_us, out);
	return false;
}

bool
access_confirm(const struct access *access, int64_t now_us, struct caller *c)
{
	const struct access_provider *p = access->provider;

	if (c->by == ACCESS_PROVIDER)
		return p && digest_eq(&p->credential, &c->credential) && now_us < c->until_us;
	for (size_t i = 0; i < access->count; i++) {
		const struct access_entry *e = &access->entries[i];
		if (e->by == c->by && digest_eq(&e->credential, &c->credential) &&
		    strcmp(e->id, c->id) == 0)
			return let_in(e, now_us, c);
	}
	return false;
}

/* -- fresh ones ------------------------------------------------------------------------------ */

static bool
begin_lines(const char *id, const char *until, struct err *err)
{
	int64_t end_us;

	if (!access_id_is_plain(str_from(id))) {
		err_set(err, ERR_USAGE, "'%.60s' is not an id", id);
		return err_help(err, "use letters, digits, '-', '_', '.' and '@', at most 64");
	}
	if (until && !clock_read(until, strlen(until), &end_us))
		return err_set(
		    err, ERR_USAGE, "'%.40s' is not a date; write it as 2027-01-31", until);
	return true;
}

static bool
end_lines(const char *rights, const char *until, struct buf *lines, struct err *err)
{
	struct str rest = str_from(rights), one;

	buf_text(lines, "    rights: [");
	for (bool first = true; str_cut(&rest, ',', &one); first = false) {
		one = str_trim(one);
		if (access_right(one) == RIGHT_REFUSED) {
			err_set(err, ERR_USAGE, "'%.*s' is not a right", STR_ARG(one));
			return err_help(err, "%s", ACCESS_RIGHTS_HELP);
		}
		buf_printf(lines, "%s%.*s", first ? "" : ", ", STR_ARG(one));
	}
	buf_text(lines, "]\n");
	if (until)
		buf_printf(lines, "    until: %s\n", until);
	return !lines->failed || err_memory(err);
}

bool
access_new(const char *id, const char *rights, const char *until, struct buf *token,
    struct buf *lines, struct err *err)
{
	uint8_t bytes[TOKEN_BYTES];
	char hex[TOKEN_BYTES * 2 + 1], sha256[DIGEST_HEX_BYTES];

	if (!begin_lines(id, until, err))
		return false;
	random_bytes(bytes, sizeof(bytes));
	sodium_bin2hex(hex, sizeof(hex), bytes, sizeof(bytes));
	buf_text(token, TOKEN_PREFIX);
	buf_text(token, hex);
	sodium_memzero(bytes, sizeof(bytes));
	sodium_memzero(hex, sizeof(hex));
	digest_hex_of(buf_view(token), sha256);
	buf_printf(lines, "  - id: %s\n    sha256: %s\n", id, sha256);
	return end_lines(rights, until, lines, err) && (!token->failed || err_memory(err));
}

bool
access_new_person(const char *id, const char *rights, const char *until, struct str password,
    struct buf *lines, struct err *err)
{
	char hash[crypto_pwhash_STRBYTES];

	if (!begin_lines(id, until, err))
		return false;
	if (utf8_length(password) < PASSWORD_CHARACTERS_MIN || password.n > PASSWORD_BYTES_MAX)
		return err_set(err, ERR_USAGE, "a password has from %d to %d characters",
		    PASSWORD_CHARACTERS_MIN, PASSWORD_BYTES_MAX);
	if (crypto_pwhash_str(hash, password.p, password.n, crypto_pwhash_OPSLIMIT_INTERACTIVE,
		crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
		return err_memory(err);
	buf_printf(lines, "  - id: %s\n    password: \"%s\"\n", id, hash);
	return end_lines(rights, until, lines, err);
}
