/* SPDX-License-Identifier: MIT */
/*
 * key_file.c: a key at rest.
 *
 * The sealed part is the seed and the digest of the owner's id, so that neither the owner nor the
 * public key beside it can be changed without the passphrase: after opening, both are compared.
 */
#include "secret.h"
#include "ssh_key.h"
#include "token.h"

#include "file.h"

#include <sodium.h>
#include <stdlib.h>

#define KEY_FILE_BYTES_MAX ((size_t)16 << 10)
#define OWNER_BYTES_MAX 64
#define PLAIN_BYTES (KEY_SEED_BYTES + DIGEST_BYTES)
#define BOX_BYTES (PLAIN_BYTES + crypto_secretbox_MACBYTES)
#define BASE64_BYTES 192 /* holds the longest of the three */
#define KDF_NAME "argon2id13"
#define BOX_NAME "xsalsa20poly1305"

struct sealed {
	uint8_t salt[crypto_pwhash_SALTBYTES];
	uint8_t nonce[crypto_secretbox_NONCEBYTES];
	uint8_t box[BOX_BYTES];
};

const char *
key_path(struct arena *a)
{
	const char *set = getenv("SLUICE_KEY"), *config = getenv("XDG_CONFIG_HOME"),
		   *home = getenv("HOME");

	if (set && *set)
		return set;
	if (config && *config == '/')
		return arena_printf(a, "%s/sluice/key.json", config);
	return home && *home == '/' ? arena_printf(a, "%s/.config/sluice/key.json", home) : NULL;
}

static void
put_base64(struct json_writer *w, const char *name, const uint8_t *p, size_t n)
{
	char text[BASE64_BYTES];

	sodium_bin2base64(text, sizeof(text), p, n, sodium_base64_VARIANT_ORIGINAL);
	json_put_text(w, name, text);
}

static bool
get_base64(const struct json_doc *d, const struct json_node *object, const char *name, uint8_t *p,
    size_t n)
{
	struct str text = json_get_text(d, object, name, STR(""));

	return base64_read(text, p, n);
}

static bool
make_box_key(struct str passphrase, const uint8_t salt[crypto_pwhash_SALTBYTES],
    uint8_t out[crypto_secretbox_KEYBYTES], struct err *err)
{
	if (crypto_pwhash(out, crypto_secretbox_KEYBYTES, passphrase.p, passphrase.n, salt,
		crypto_pwhash_OPSLIMIT_MODERATE, crypto_pwhash_MEMLIMIT_MODERATE,
		crypto_pwhash_ALG_ARGON2ID13) == 0)
		return true;
	err_set(err, ERR_MEMORY, "there is not enough memory to derive a key from the passphrase");
	return err_help(err, "Argon2id briefly needs %u MiB",
	    (unsigned)(crypto_pwhash_MEMLIMIT_MODERATE >> 20));
}

static void
digest_of_owner(struct str owner, uint8_t out[DIGEST_BYTES])
{
	struct digest d;

	digest_of(owner, &d);
	memcpy(out, d.bytes, DIGEST_BYTES);
}

static bool
seal(const struct secret_key *k, struct str owner, struct str passphrase, struct sealed *out,
    struct err *err)
{
	uint8_t box_key[crypto_secretbox_KEYBYTES], plain[PLAIN_BYTES];

	randombytes_buf(out->salt, sizeof(out->salt));
	randombytes_buf(out->nonce, sizeof(out->nonce));
	if (!make_box_key(passphrase, out->salt, box_key, err))
		return false;
	memcpy(plain, k->seed, KEY_SEED_BYTES);
	digest_of_owner(owner, plain + KEY_SEED_BYTES);
	crypto_secretbox_easy(out->box, plain, sizeof(plain), out->nonce, box_key);
	sodium_memzero(plain, sizeof(plain));
	sodium_memzero(box_key, sizeof(box_key));
	return true;
}

static void
write_key(
    const struct secret_key *k, struct str owner, const struct sealed *sealed, struct buf *out)
{
	struct json_writer w;
	struct buf public_key;

	buf_init(&public_key, BASE64_BYTES);
	public_key_write(&k->public_key, &public_key);
	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_number(&w, "v", 1);
	json_put_text(&w, "kind", "sluice-key");
	json_put_str(&w, "owner", owner);
	json_put_str(&w, "public", buf_view(&public_key));
	json_put_text(&w, "kdf", KDF_NAME);
	json_put_number(&w, "opslimit", (int64_t)crypto_pwhash_OPSLIMIT_MODERATE);
	json_put_number(&w, "memlimit", (int64_t)crypto_pwhash_MEMLIMIT_MODERATE);
	put_base64(&w, "salt", sealed->salt, sizeof(sealed->salt));
	json_put_text(&w, "box", BOX_NAME);
	put_base64(&w, "nonce", sealed->nonce, sizeof(sealed->nonce));
	put_base64(&w, "sealed", sealed->box, sizeof(sealed->box));
	json_end_object(&w);
	buf_char(out, '\n');
	buf_release(&public_key);
}

bool
key_save(const struct secret_key *k, const char *path, struct str owner, struct str passphrase,
    struct err *err)
{
	struct sealed sealed;
	struct buf text;

	if (owner.n == 0 || owner.n > OWNER_BYTES_MAX)
		return err_set(
		    err, ERR_INPUT, "a key's owner must have 1 to %d characters", OWNER_BYTES_MAX);
	if (passphrase.n == 0)
		return err_set(err, ERR_INPUT, "a key must have a passphrase");
	if (!sodium_ready(err) || !seal(k, owner, passphrase, &sealed, err))
		return false;
	buf_init(&text, KEY_FILE_BYTES_MAX);
	write_key(k, owner, &sealed, &text);
	bool good = !text.failed ? file_write_private(path, buf_view(&text), err) : err_memory(err);
	buf_release(&text);
	return good;
}

static bool
no_key_file(const char *path, struct err *err)
{
	err_set(err, ERR_INPUT, "'%s' is not a key file", path);
	return err_help(err, "`sluice keys new` makes one");
}

static bool
number_is(const struct json_doc *d, const char *name, int64_t wanted)
{
	return json_get_number(d, json_root(d), name, wanted - 1) == wanted;
}

static bool
text_is(const struct json_doc *d, const char *name, const char *wanted)
{
	return str_is(json_get_text(d, json_root(d), name, STR("")), wanted);
}

static bool
read_key(
    struct arena *a, const char *path, struct key_file *out, struct sealed *sealed, struct err *err)
{
	const struct json_limits limits = {KEY_FILE_BYTES_MAX, 2, 64, 20};
	struct json_doc d;
	struct str text;

	if (!file_read_private(a, path, KEY_FILE_BYTES_MAX, &text, err))
		return false;
	if (!json_parse(a, text, path, &limits, &d, NULL, err))
		return false;
	const struct json_node *root = json_root(&d);
	out->owner = json_get_text(&d, root, "owner", STR(""));
	if (!text_is(&d, "kind", "sluice-key") || root->count != 11 || out->owner.n == 0 ||
	    out->owner.n > OWNER_BYTES_MAX)
		return no_key_file(path, err);
	if (!number_is(&d, "v", 1) || !text_is(&d, "kdf", KDF_NAME) ||
	    !text_is(&d, "box", BOX_NAME) ||
	    !number_is(&d, "opslimit", (int64_t)crypto_pwhash_OPSLIMIT_MODERATE) ||
	    !number_is(&d, "memlimit", (int64_t)crypto_pwhash_MEMLIMIT_MODERATE))
		return err_set(err, ERR_INPUT, "'%s' is sealed in an unknown way", path);
	if (!get_base64(&d, root, "salt", sealed->salt, sizeof(sealed->salt)) ||
	    !get_base64(&d, root, "nonce", sealed->nonce, sizeof(sealed->nonce)) ||
	    !get_base64(&d, root, "sealed", sealed->box, sizeof(sealed->box)))
		return no_key_file(path, err);
	return public_key_read(json_get_text(&d, root, "public", STR("")), &out->public_key, err) ||
	       err_wrap(err, "'%s'", path);
}

/* `sealed` has the secret, or `token` says where it is. */
static bool
look(struct arena *a, const char *path, struct key_file *out, struct sealed *sealed,
    struct token_file *token, struct err *err)
{
	*out = (struct key_file){.in_token = false};
	if (str_ends(str_from(path), STR(SSH_PUBLIC_FILE)))
		return security_key_look(a, path, out, err);
	if (!token_file_read(a, path, &out->in_token, token, err))
		return false;
	if (!out->in_token)
		return read_key(a, path, out, sealed, err);
	out->owner = token->owner;
	out->public_key = token->public_key;
	return token->owner.n > 0 ||
	       err_set(err, ERR_INPUT, "'%s' is a machine's key, not a person's", path);
}

bool
key_look(struct arena *a, const char *path, struct key_file *out, struct err *err)
{
	struct token_file token;
	struct sealed sealed;

	return look(a, path, out, &sealed, &token, err);
}

static bool
unseal(const struct sealed *sealed, struct str passphrase, uint8_t plain[PLAIN_BYTES],
    const char *path, struct err *err)
{
	uint8_t box_key[crypto_secretbox_KEYBYTES];

	if (!make_box_key(passphrase, sealed->salt, box_key, err))
		return false;
	bool good =
	    crypto_secretbox_open_easy(plain, sealed->box, BOX_BYTES, sealed->nonce, box_key) == 0;
	sodium_memzero(box_key, sizeof(box_key));
	return good || err_set(err, ERR_INPUT, "the passphrase does not open '%s'", path);
}

bool
key_open(struct arena *a, const char *path, struct str passphrase, struct secret_key **out,
    struct err *err)
{
	uint8_t plain[PLAIN_BYTES], owner[DIGEST_BYTES];
	struct token_file token;
	struct sealed sealed;
	struct key_file file;

	*out = NULL;
	if (!sodium_ready(err) || !look(a, path, &file, &sealed, &token, err))
		return false;
	if (public_key_is_security(&file.public_key))
		return err_set(err, ERR_USAGE,
		    "'%s' is a security key's, which signs statements of its owner alone, through ssh-agent",
		    path);
	if (file.in_token)
		return token_file_open(path, &token, passphrase, out, err);
	if (!unseal(&sealed, passphrase, plain, path, err))
		return false;
	digest_of_owner(file.owner, owner);
	struct secret_key *k = key_of_seed(plain, err);
	bool same = sodium_memcmp(plain + KEY_SEED_BYTES, owner, sizeof(owner)) == 0;
	sodium_memzero(plain, sizeof(plain));
	if (!k)
		return false;
	if (!same || memcmp(&k->public_key, &file.public_key, sizeof(file.public_key)) != 0) {
		key_free(k);
		return err_set(err, ERR_INPUT,
		    "'%s' was changed: its owner or public key differs from the sealed one", path);
	}
	*out = k;
	return true;
}
