/* SPDX-License-Identifier: MIT */
/*
 * token_file.c: a key file that says where its key is.
 *
 * It holds no secret, and nobody is believed by it: what it says of the public key is compared with
 * the token, and whose key it is, is the trust file's to say.
 */
#include "file.h"
#include "secret.h"
#include "token.h"

#include <stdlib.h>

#define TOKEN_FILE_BYTES_MAX ((size_t)4 << 10)
#define TOKEN_KIND "sluice-token-key"
#define MEMBERS 5

bool
token_file_read(
    struct arena *a, const char *path, bool *is_token, struct token_file *out, struct err *err)
{
	const struct json_limits limits = {(size_t)16 << 10, 2, 64, 20};
	struct json_doc d;
	struct str text;

	*is_token = false;
	if (!file_read_private(a, path, limits.bytes, &text, err) ||
	    !json_parse(a, text, path, &limits, &d, NULL, err))
		return false;
	const struct json_node *root = json_root(&d);
	if (!str_is(json_get_text(&d, root, "kind", STR("")), TOKEN_KIND))
		return true;
	*is_token = true;
	out->owner = json_get_text(&d, root, "owner", STR(""));
	out->uri = arena_text(a, json_get_text(&d, root, "uri", STR("")));
	if (!out->uri)
		return err_memory(err);
	if (root->count != MEMBERS || text.n > TOKEN_FILE_BYTES_MAX || !*out->uri) {
		err_set(err, ERR_INPUT, "'%s' is not a key file", path);
		return err_help(err, "`sluice keys new --token` makes one");
	}
	return public_key_read(json_get_text(&d, root, "public", STR("")), &out->public_key, err) ||
	       err_wrap(err, "'%s'", path);
}

bool
token_file_open(const char *path, const struct token_file *file, struct str pin,
    struct secret_key **out, struct err *err)
{
	struct token *t;

	*out = NULL;
	if (!token_open(file->uri, pin, &t, err))
		return err_wrap(err, "'%s'", path);
	if (memcmp(token_public(t), &file->public_key, sizeof(file->public_key)) != 0)
		return err_set(
		    err, ERR_INPUT, "the token's key differs from the one in '%s'", path);
	*out = key_of_token(t, err);
	return *out != NULL;
}

static void
write_file(const struct token_file *file, struct buf *out)
{
	struct buf text;
	struct json_writer w;

	buf_init(&text, 128);
	public_key_write(&file->public_key, &text);
	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_number(&w, "v", 1);
	json_put_text(&w, "kind", TOKEN_KIND);
	json_put_str(&w, "owner", file->owner);
	json_put_str(&w, "public", buf_view(&text));
	json_put_text(&w, "uri", file->uri);
	json_end_object(&w);
	buf_char(out, '\n');
	buf_release(&text);
}

bool
key_of_token_save(struct arena *a, const char *path, const char *uri, struct str owner,
    struct public_key *made, struct err *err)
{
	struct token_file file = {.owner = owner, .uri = uri};
	struct str pin = STR("");
	struct token *t;
	struct buf text;

	bool good = (owner.n > 0 ? passphrase_ask(a, "the token's PIN: ", false, &pin, err)
				 : token_pin(a, uri, &pin, err)) &&
		    token_open(uri, pin, &t, err);
	secret_wipe(pin);
	if (!good)
		return false;
	*made = file.public_key = *token_public(t);
	buf_init(&text, TOKEN_FILE_BYTES_MAX);
	write_file(&file, &text);
	good = text.failed ? err_memory(err) : file_write_private(path, buf_view(&text), err);
	buf_release(&text);
	return good;
}
