/* SPDX-License-Identifier: MIT */
/*
 * log_key.c: a key that a machine signs with, unasked.
 *
 * It can't be sealed by a passphrase that nobody is there to type. What keeps it is the file's
 * mode; what limits a thief is that a log's signature is worth no more than its witnesses'.
 */
#include "secret.h"
#include "token.h"

#include "file.h"

#include <sodium.h>

#define LOG_KEY_BYTES_MAX ((size_t)4 << 10)
#define LOG_KEY_KIND "sluice-log-key"

static void
write_key(const struct secret_key *k, struct buf *out)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, 128);
	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_number(&w, "v", 1);
	json_put_text(&w, "kind", LOG_KEY_KIND);
	public_key_write(&k->public_key, &text);
	json_put_str(&w, "public", buf_view(&text));
	buf_clear(&text);
	base64_write(k->seed, sizeof(k->seed), &text);
	json_put_str(&w, "seed", buf_view(&text));
	json_end_object(&w);
	buf_char(out, '\n');
	if (text.p)
		sodium_memzero(text.p, text.n);
	buf_release(&text);
}

bool
log_key_make(const char *path, struct err *err)
{
	struct secret_key *k = key_new(err);
	struct buf text;

	if (!k)
		return false;
	buf_init(&text, LOG_KEY_BYTES_MAX);
	write_key(k, &text);
	bool good = text.failed ? err_memory(err) : file_write_private(path, buf_view(&text), err);
	if (text.p)
		sodium_memzero(text.p, text.n);
	buf_release(&text);
	key_free(k);
	return good;
}

/* A key that is made of a seed need not be looked at as one that comes from elsewhere. */
static bool
is_written(const struct public_key *k, struct str text)
{
	struct buf written;

	buf_init(&written, 128);
	public_key_write(k, &written);
	bool same = str_eq(buf_view(&written), text);
	buf_release(&written);
	return same;
}

static struct secret_key *
read_key(struct arena *a, const char *path, struct str text, struct err *err)
{
	uint8_t seed[KEY_SEED_BYTES];
	struct json_doc d;

	if (!json_parse(a, text, path, &JSON_LIMITS, &d, NULL, err))
		return NULL;
	const struct json_node *root = json_root(&d);
	if (!str_is(json_get_text(&d, root, "kind", STR("")), LOG_KEY_KIND) ||
	    !base64_read(json_get_text(&d, root, "seed", STR("")), seed, sizeof(seed))) {
		err_set(err, ERR_INPUT, "this is not a log's key");
		err_place(err, path, 0, 0, 0);
		return NULL;
	}
	struct secret_key *k = key_of_seed(seed, err);
	sodium_memzero(seed, sizeof(seed));
	if (k && !is_written(&k->public_key, json_get_text(&d, root, "public", STR("")))) {
		err_set(err, ERR_INPUT, "the key's two halves don't belong together");
		err_place(err, path, 0, 0, 0);
		key_free(k);
		return NULL;
	}
	return k;
}

static struct secret_key *
open_token(struct arena *a, const char *path, const struct token_file *file, struct err *err)
{
	struct secret_key *k = NULL;
	struct str pin;

	if (file->owner.n > 0) {
		err_set(err, ERR_INPUT, "'%s' is a person's key; a machine must not sign with it",
		    path);
		return NULL;
	}
	if (token_pin(a, file->uri, &pin, err)) {
		(void)token_file_open(path, file, pin, &k, err);
		secret_wipe(pin);
	}
	return k;
}

static struct secret_key *
open_key(struct arena *a, const char *path, struct err *err)
{
	struct token_file file;
	struct secret_key *k;
	struct str text;
	bool is_token;

	if (!sodium_ready(err) || !token_file_read(a, path, &is_token, &file, err))
		return NULL;
	if (is_token)
		return open_token(a, path, &file, err);
	if (!file_read_private(a, path, LOG_KEY_BYTES_MAX, &text, err))
		return NULL;
	k = read_key(a, path, text, err);
	secret_wipe(text);
	return k;
}

bool
log_key_open(const char *path, struct secret_key **out, struct err *err)
{
	struct arena *a = arena_new((size_t)1 << 20);

	*out = NULL;
	if (!a)
		return err_memory(err);
	*out = open_key(a, path, err);
	arena_free(a);
	return *out != NULL;
}
