/* SPDX-License-Identifier: MIT */
#include "access.h"

#include "clock.h"
#include "file.h"
#include "json.h"
#include "yaml.h"

#include <sodium.h>

#define FILE_BYTES_MAX ((size_t)1 << 20)
#define TOKEN_BYTES 32
#define TOKEN_PREFIX "slu_"
#define ID_BYTES_MAX 64

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

static unsigned
right_of(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(RIGHTS); i++)
		if (str_is(name, RIGHTS[i].name))
			return RIGHTS[i].right;
	return RIGHT_REFUSED;
}

static bool
rights_help(struct err *err)
{
	return err_help(err, "the rights are check, submit, read, read-all, approve and metrics");
}

static bool
id_is_plain(struct str id)
{
	for (size_t i = 0; i < id.n; i++) {
		char c = id.p[i];
		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
			c == '.'))
			return false;
	}
	return id.n > 0 && id.n <= ID_BYTES_MAX;
}

static bool
take_rights(const struct json_doc *d, const struct json_node *n, struct access_token *t,
    struct err_list *errs)
{
	const struct json_node *list = json_get(d, n, "rights");

	if (!list || list->kind != JSON_ARRAY || list->count == 0)
		return json_complain(
		    d, list ? list : n, errs, NULL, "'rights' must be a list of rights");
	for (const struct json_node *r = json_first(d, list); r; r = json_next(d, r)) {
		unsigned right = json_is_text(r) ? right_of(r->text) : RIGHT_REFUSED;
		if (right == RIGHT_REFUSED)
			return json_complain(d, r, errs,
			    "the rights are check, submit, read, read-all, approve and metrics",
			    "this is no right");
		t->rights |= right;
	}
	return true;
}

static bool
members_are_known(const struct json_doc *d, const struct json_node *n, struct err_list *errs)
{
	static const char *const NAMES[] = {"id", "sha256", "rights", "until"};

	for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m)) {
		bool known = false;
		for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
			known = known || str_is(m->text, NAMES[i]);
		if (!known)
			return json_complain(d, m, errs,
			    "a token has 'id', 'sha256', 'rights' and 'until'",
			    "'%.*s' is not known here", STR_ARG(m->text));
	}
	return true;
}

static bool
take_token(struct arena *a, const struct json_doc *d, const struct json_node *n,
    struct access_token *t, struct err_list *errs)
{
	const struct json_node *until = json_get(d, n, "until");
	struct str id = json_get_text(d, n, "id", STR(""));

	if (n->kind != JSON_OBJECT)
		return json_complain(d, n, errs, NULL, "a token must be an object");
	if (!members_are_known(d, n, errs))
		return false;
	if (!id_is_plain(id))
		return json_complain(d, n, errs, "use a-z, 0-9, '-', '_' and '.', at most 64",
		    "a token's 'id' is missing, or no plain name");
	if (!digest_read(json_get_text(d, n, "sha256", STR("")), &t->sha256))
		return json_complain(d, n, errs, "`sluice serve token` prints it",
		    "the 'sha256' of token '%.*s' is missing, or no digest", STR_ARG(id));
	t->until_us = INT64_MAX;
	if (until && (!json_is_text(until) ||
			 !clock_read(until->text.p, until->text.n, &t->until_us)))
		return json_complain(
		    d, until, errs, "write it as 2027-01-31", "'until' is no date");
	t->id = arena_text(a, id);
	return t->id && take_rights(d, n, t, errs);
}

bool
access_load(struct arena *a, const char *path, struct access *out, struct err_list *errs)
{
	const struct json_node *list, *root;
	struct json_doc doc;
	struct str text;
	struct err err;

	*out = (struct access){.count = 0};
	if (!file_read_private(a, path, FILE_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	if (!yaml_parse(a, text, path, &doc, errs))
		return false;
	root = json_root(&doc);
	list = json_get(&doc, root, "tokens");
	if (!list || list->kind != JSON_ARRAY)
		return json_complain(
		    &doc, root, errs, "`sluice serve token` prints one", "'tokens' must be a list");
	out->tokens = arena_array(a, list->count + 1, sizeof(*out->tokens));
	if (!out->tokens) {
		err_memory(&err);
		return err_list_add(errs, &err);
	}
	for (const struct json_node *n = json_first(&doc, list); n; n = json_next(&doc, n))
		if (!take_token(a, &doc, n, &out->tokens[out->count++], errs))
			return false;
	return true;
}

const struct access_token *
access_find(const struct access *access, struct str token, int64_t now_us)
{
	const struct access_token *found = NULL;
	struct digest d;

	digest_of(token, &d);
	for (size_t i = 0; i < access->count; i++)
		if (sodium_memcmp(d.bytes, access->tokens[i].sha256.bytes, DIGEST_BYTES) == 0)
			found = &access->tokens[i];
	return found && now_us < found->until_us ? found : NULL;
}

bool
access_new(const char *id, const char *rights, const char *until, struct buf *token,
    struct buf *lines, struct err *err)
{
	struct str rest = str_from(rights), one;
	uint8_t bytes[TOKEN_BYTES];
	char hex[TOKEN_BYTES * 2 + 1], sha256[DIGEST_HEX_BYTES];
	int64_t end_us;

	if (!id_is_plain(str_from(id))) {
		err_set(err, ERR_USAGE, "'%.60s' is no id of a token", id);
		return err_help(err, "use a-z, 0-9, '-', '_' and '.', at most 64");
	}
	if (until && !clock_read(until, strlen(until), &end_us))
		return err_set(err, ERR_USAGE, "'%.40s' is no date; write it as 2027-01-31", until);
	random_bytes(bytes, sizeof(bytes));
	sodium_bin2hex(hex, sizeof(hex), bytes, sizeof(bytes));
	buf_text(token, TOKEN_PREFIX);
	buf_text(token, hex);
	sodium_memzero(bytes, sizeof(bytes));
	sodium_memzero(hex, sizeof(hex));
	digest_hex_of(buf_view(token), sha256);
	buf_printf(lines, "  - id: %s\n    sha256: %s\n    rights: [", id, sha256);
	for (bool first = true; str_cut(&rest, ',', &one); first = false) {
		one = str_trim(one);
		if (right_of(one) == RIGHT_REFUSED) {
			err_set(err, ERR_USAGE, "'%.*s' is no right", STR_ARG(one));
			return rights_help(err);
		}
		buf_printf(lines, "%s%.*s", first ? "" : ", ", STR_ARG(one));
	}
	buf_text(lines, "]\n");
	if (until)
		buf_printf(lines, "    until: %s\n", until);
	return !token->failed && !lines->failed ? true : err_memory(err);
}
