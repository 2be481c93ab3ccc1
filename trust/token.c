/* SPDX-License-Identifier: MIT */
#include "token.h"

#include "file.h"
#include "late.h"
#include "secret.h"

#include <assert.h>
#include <p11-kit/p11-kit.h>
#include <p11-kit/uri.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIN_FD "SLUICE_PIN_FD"
#define PIN_BYTES_MAX 256
#define SLOTS_MAX 64
#define URI_ATTRIBUTES_MAX 8
#define ID_BYTES_MAX 256
#define POINT_BYTES_MAX 64

#define P11_LIST(F)                                                                                \
	F(p11_kit_uri_new)                                                                         \
	F(p11_kit_uri_parse)                                                                       \
	F(p11_kit_uri_free)                                                                        \
	F(p11_kit_uri_any_unrecognized)                                                            \
	F(p11_kit_uri_match_token_info)                                                            \
	F(p11_kit_uri_get_attributes)                                                              \
	F(p11_kit_uri_get_module_path)                                                             \
	F(p11_kit_uri_get_pin_source)                                                              \
	F(p11_kit_uri_get_pin_value)                                                               \
	F(p11_kit_module_load)                                                                     \
	F(p11_kit_module_initialize)                                                               \
	F(p11_kit_strerror)

static struct {
	P11_LIST(LATE_MEMBER)
} p11;

static const char *const names[] = {P11_LIST(LATE_NAME)};

struct token {
	struct token *next;
	char *uri;
	pid_t process; /* whose session it is */
	CK_FUNCTION_LIST *module;
	CK_SLOT_ID slot;
	CK_SESSION_HANDLE session;
	CK_OBJECT_HANDLE key;
	struct public_key public_key;
	bool refused; /* the PIN was wrong */
};

static struct token *tokens;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static bool
p11_load(struct err *err)
{
	static_assert(sizeof(p11) == sizeof(names), "a table of function pointers alone");
	const struct late_library library = {"libp11-kit.so.0", "libp11-kit0", names,
	    (late_function **)(void *)&p11, ARRAY_LENGTH(names)};

	return late_load(&library, err);
}

static bool
failed(CK_RV rv, const char *what, struct err *err)
{
	return err_set(err, ERR_SYSTEM, "the token: %s: %s", what, p11.p11_kit_strerror(rv));
}

/* -- the URI --------------------------------------------------------------------------------- */

static bool
judge_uri(P11KitUri *u, struct err *err)
{
	const char *module = p11.p11_kit_uri_get_module_path(u);

	if (p11.p11_kit_uri_any_unrecognized(u))
		return err_set(err, ERR_INPUT, "the token's URI has unknown parts");
	if (p11.p11_kit_uri_get_pin_value(u)) {
		err_set(err, ERR_INPUT, "a URI must not contain a PIN");
		return err_help(err, "leave `pin-value` out; see docs/key-ceremony.md");
	}
	if (module && *module == '/')
		return true;
	err_set(err, ERR_INPUT, "the token's URI must name its module by an absolute path");
	return err_help(err, "add '?module-path=/usr/lib/...' to it");
}

static bool
parse_uri(const char *text, P11KitUri **out, struct err *err)
{
	if (!p11_load(err))
		return false;
	P11KitUri *u = p11.p11_kit_uri_new();
	if (!u)
		return err_memory(err);
	bool good = p11.p11_kit_uri_parse(text, P11_KIT_URI_FOR_ANY, u) == P11_KIT_URI_OK ||
		    err_set(err, ERR_INPUT, "'%.100s' is not a token's URI (RFC 7512)", text);
	if (good && judge_uri(u, err)) {
		*out = u;
		return true;
	}
	p11.p11_kit_uri_free(u);
	return false;
}

static bool
read_pin(struct arena *a, const char *source, struct str *out, struct err *err)
{
	const char *path = strncmp(source, "file:", 5) == 0 ? source + 5 : source;

	if (*path != '/')
		return err_set(err, ERR_INPUT, "'pin-source' must name a file by an absolute path");
	if (!file_read_private(a, path, PIN_BYTES_MAX, out, err))
		return false;
	*out = str_trim(*out);
	return true;
}

bool
token_pin(struct arena *a, const char *uri, struct str *out, struct err *err)
{
	const char *number = getenv(PIN_FD), *source;
	P11KitUri *u = NULL;

	if (!parse_uri(uri, &u, err))
		return false;
	source = p11.p11_kit_uri_get_pin_source(u);
	bool good = source              ? read_pin(a, source, out, err)
		    : number && *number ? secret_from(a, PIN_FD, number, out, err)
					: err_set(err, ERR_USAGE, "there is no PIN for the token");
	p11.p11_kit_uri_free(u);
	return good ||
	       err_help(err,
		   "name a file that holds it with `pin-source=file:PATH` in the key's URI, or " PIN_FD
		   " a descriptor");
}

/* -- the token ------------------------------------------------------------------------------- */

/* The module runs inside this process: a user who may write to it gets the key and the PIN. */
static bool
is_safe(const char *path, struct err *err)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return err_sys(err, "can't load the module '%.200s'", path);
	if (S_ISREG(st.st_mode) && (st.st_uid == 0 || st.st_uid == geteuid()) &&
	    (st.st_mode & (S_IWGRP | S_IWOTH)) == 0)
		return true;
	err_set(err, ERR_REFUSED, "other users may write to the module '%.200s'", path);
	return err_help(err, "it must belong to root, and no one else may write to it");
}

static bool
load_module(struct token *t, const char *path, struct err *err)
{
	CK_RV rv;

	if (!is_safe(path, err))
		return false;
	t->module = p11.p11_kit_module_load(path, 0);
	if (!t->module) {
		err_set(err, ERR_SYSTEM, "can't load the module '%.200s'", path);
		return err_help(err, "install the token's driver, or correct `module-path`");
	}
	rv = p11.p11_kit_module_initialize(t->module);
	return rv == CKR_OK || rv == CKR_CRYPTOKI_ALREADY_INITIALIZED ||
	       failed(rv, "can't start the module", err);
}

static bool
find_slot(struct token *t, P11KitUri *u, struct err *err)
{
	CK_SLOT_ID slots[SLOTS_MAX];
	CK_ULONG count = SLOTS_MAX, fit = 0;
	CK_RV rv = t->module->C_GetSlotList(CK_TRUE, slots, &count);

	if (rv != CKR_OK)
		return failed(rv, "can't list its slots", err);
	for (CK_ULONG i = 0; i < count; i++) {
		CK_TOKEN_INFO info;
		if (t->module->C_GetTokenInfo(slots[i], &info) != CKR_OK ||
		    !p11.p11_kit_uri_match_token_info(u, &info))
			continue;
		t->slot = slots[i];
		fit++;
	}
	if (fit == 1)
		return true;
	err_set(
	    err, ERR_INPUT, fit == 0 ? "no token matches the URI" : "several tokens match the URI");
	return err_help(err,
	    "name one token with `token`, `serial` or `slot-id` in the URI; check that it is plugged in");
}

static bool
log_in(struct token *t, struct str pin, struct err *err)
{
	CK_RV rv = t->module->C_OpenSession(t->slot, CKF_SERIAL_SESSION, NULL, NULL, &t->session);

	if (rv != CKR_OK)
		return failed(rv, "it can't open a session", err);
	rv = t->module->C_Login(
	    t->session, CKU_USER, (CK_UTF8CHAR *)(uintptr_t)pin.p, (CK_ULONG)pin.n);
	if (rv == CKR_OK || rv == CKR_USER_ALREADY_LOGGED_IN)
		return true;
	t->refused = rv == CKR_PIN_INCORRECT || rv == CKR_PIN_INVALID || rv == CKR_PIN_LEN_RANGE ||
		     rv == CKR_PIN_LOCKED;
	failed(rv, "it refuses the PIN", err);
	return err_help(err, "a few wrong PINs lock a token, so this PIN is not tried again");
}

/* -- the key --------------------------------------------------------------------------------- */

/* The one object of a class that fits; *found false where there is none or are several. */
static bool
find_object(struct token *t, CK_ATTRIBUTE *wanted, CK_ULONG count, CK_OBJECT_HANDLE *out,
    CK_ULONG *found, struct err *err)
{
	CK_OBJECT_HANDLE objects[2] = {0};
	CK_RV rv = t->module->C_FindObjectsInit(t->session, wanted, count);

	*found = 0;
	if (rv != CKR_OK)
		return failed(rv, "can't search its objects", err);
	rv = t->module->C_FindObjects(t->session, objects, 2, found);
	(void)t->module->C_FindObjectsFinal(t->session);
	*out = objects[0];
	return rv == CKR_OK || failed(rv, "can't search its objects", err);
}

static bool
find_key(struct token *t, P11KitUri *u, struct err *err)
{
	CK_OBJECT_CLASS class = CKO_PRIVATE_KEY;
	CK_KEY_TYPE type = CKK_EC_EDWARDS;
	CK_ATTRIBUTE wanted[URI_ATTRIBUTES_MAX + 2] = {
	    {CKA_CLASS, &class, sizeof(class)}, {CKA_KEY_TYPE, &type, sizeof(type)}};
	CK_ULONG named = 0, count = 2, found;
	const CK_ATTRIBUTE *of_uri = p11.p11_kit_uri_get_attributes(u, &named);

	for (CK_ULONG i = 0; i < named && count < ARRAY_LENGTH(wanted); i++)
		if (of_uri[i].type != CKA_CLASS)
			wanted[count++] = of_uri[i];
	if (!find_object(t, wanted, count, &t->key, &found, err))
		return false;
	if (found == 1)
		return true;
	err_set(err, ERR_INPUT,
	    found == 0 ? "the token has no such Ed25519 key"
		       : "several keys of the token match the URI");
	return err_help(err, "name one key with `object` or `id` in the URI");
}

/* A key that can be copied out is no better kept than a file. */
static bool
is_kept(struct token *t, struct err *err)
{
	CK_BBOOL sensitive = CK_FALSE, extractable = CK_TRUE;
	CK_ATTRIBUTE asked[] = {{CKA_SENSITIVE, &sensitive, sizeof(sensitive)},
	    {CKA_EXTRACTABLE, &extractable, sizeof(extractable)}};
	CK_RV rv = t->module->C_GetAttributeValue(t->session, t->key, asked, ARRAY_LENGTH(asked));

	if (rv != CKR_OK)
		return failed(rv, "it does not say how it keeps the key", err);
	if (sensitive && !extractable)
		return true;
	err_set(err, ERR_INPUT, "this key can be copied out of its token");
	return err_help(err, "create a key in the token that is sensitive and not extractable");
}

/* As an octet string of DER, or bare. */
static bool
read_point(struct token *t, CK_OBJECT_HANDLE object, struct err *err)
{
	uint8_t point[POINT_BYTES_MAX];
	CK_ATTRIBUTE asked = {CKA_EC_POINT, point, sizeof(point)};
	CK_RV rv = t->module->C_GetAttributeValue(t->session, object, &asked, 1);
	size_t head = 0;

	if (rv != CKR_OK)
		return failed(rv, "it does not give the public key", err);
	if (asked.ulValueLen == PUBLIC_KEY_BYTES + 2 && point[0] == 0x04 &&
	    point[1] == PUBLIC_KEY_BYTES)
		head = 2;
	else if (asked.ulValueLen != PUBLIC_KEY_BYTES)
		return err_set(err, ERR_INPUT, "the token's public key has another form");
	memcpy(t->public_key.bytes, point + head, PUBLIC_KEY_BYTES);
	return crypto_core_ed25519_is_valid_point(t->public_key.bytes) == 1 ||
	       err_set(err, ERR_INPUT, "the token's public key is not a valid point of the curve");
}

/* The public half is an object of its own, with the same id. */
static bool
find_public(struct token *t, struct err *err)
{
	CK_OBJECT_CLASS class = CKO_PUBLIC_KEY;
	uint8_t id[ID_BYTES_MAX];
	CK_ATTRIBUTE asked = {CKA_ID, id, sizeof(id)};
	CK_OBJECT_HANDLE half;
	CK_ULONG found;
	CK_RV rv = t->module->C_GetAttributeValue(t->session, t->key, &asked, 1);

	if (rv != CKR_OK)
		return failed(rv, "it does not give the key's id", err);
	CK_ATTRIBUTE wanted[] = {{CKA_CLASS, &class, sizeof(class)}, asked};
	if (!find_object(t, wanted, ARRAY_LENGTH(wanted), &half, &found, err))
		return false;
	return found == 1 ? read_point(t, half, err)
			  : err_set(err, ERR_INPUT,
				"the token has no public key with the key's id, or several");
}

/* -- one login a process --------------------------------------------------------------------- */

static bool
start(struct token *t, struct str pin, struct err *err)
{
	P11KitUri *u = NULL;

	if (!parse_uri(t->uri, &u, err))
		return false;
	bool good = load_module(t, p11.p11_kit_uri_get_module_path(u), err) &&
		    find_slot(t, u, err) && log_in(t, pin, err) && find_key(t, u, err) &&
		    is_kept(t, err) && find_public(t, err);
	p11.p11_kit_uri_free(u);
	if (!good && t->session)
		(void)t->module->C_CloseSession(t->session);
	return good;
}

static struct token *
known(const char *uri)
{
	for (struct token *t = tokens; t; t = t->next)
		if (t->process == getpid() && strcmp(t->uri, uri) == 0)
			return t;
	return NULL;
}

static bool
open_one(const char *uri, struct str pin, struct token **out, struct err *err)
{
	struct token *t = known(uri);

	*out = t;
	if (t && t->refused)
		return err_set(err, ERR_INPUT, "the token has already refused this PIN");
	if (t && t->session)
		return true;
	if (!t && (!(t = calloc(1, sizeof(*t))) || !(t->uri = strdup(uri)))) {
		free(t);
		return err_memory(err);
	}
	if (!*out) {
		t->process = getpid();
		t->next = tokens;
		tokens = *out = t;
	}
	if (start(t, pin, err))
		return true;
	t->session = 0;
	return false;
}

bool
token_open(const char *uri, struct str pin, struct token **out, struct err *err)
{
	pthread_mutex_lock(&one_at_a_time);
	bool good = sodium_ready(err) && open_one(uri, pin, out, err);
	pthread_mutex_unlock(&one_at_a_time);
	return good;
}

const struct public_key *
token_public(const struct token *t)
{
	return &t->public_key;
}

static bool
sign(struct token *t, struct str bytes, uint8_t out[SIGNATURE_BYTES], struct err *err)
{
	CK_MECHANISM eddsa = {CKM_EDDSA, NULL, 0};
	CK_ULONG n = SIGNATURE_BYTES;
	CK_RV rv = t->module->C_SignInit(t->session, &eddsa, t->key);

	if (rv == CKR_OK)
		rv = t->module->C_Sign(
		    t->session, (CK_BYTE *)(uintptr_t)bytes.p, (CK_ULONG)bytes.n, out, &n);
	if (rv == CKR_OK && n == SIGNATURE_BYTES)
		return key_verify(&t->public_key, bytes, out) ||
		       err_set(err, ERR_SYSTEM, "the token gave a signature that does not hold");
	(void)t->module->C_CloseSession(t->session);
	t->session = 0; /* it may have been taken out: the next who opens it starts anew */
	return failed(rv, "it does not sign", err);
}

bool
token_sign(struct token *t, struct str bytes, uint8_t out[SIGNATURE_BYTES], struct err *err)
{
	pthread_mutex_lock(&one_at_a_time);
	bool good = t->session ? sign(t, bytes, out, err)
			       : err_set(err, ERR_SYSTEM, "the token was removed");
	pthread_mutex_unlock(&one_at_a_time);
	return good;
}
