/* SPDX-License-Identifier: MIT */
/*
 * pages_oidc.c: to an identity provider, and back from it.
 *
 * Theory: what a sign-in is begun with (state, nonce, verifier) is sealed into a cookie of the browser
 * that began it, so nobody can fill a table of ours, and nobody ends a sign-in that another browser
 * began. An answer of the provider is taken once.
 */
#include "login.h"
#include "pages.h"
#include "routes.h"

#include "clock.h"

#include <sodium.h>

#define FLOW_US INT64_C(600000000)

struct flow {
	char state[OIDC_WORD_BYTES], nonce[OIDC_WORD_BYTES], verifier[OIDC_WORD_BYTES];
	int64_t until_us; /* of clock_us */
	struct digest credential;
};
#define SEALED_BYTES (crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + sizeof(struct flow))
#define BASE64URL sodium_base64_VARIANT_URLSAFE_NO_PADDING
#define COOKIE_BYTES sodium_base64_ENCODED_LEN(SEALED_BYTES, BASE64URL)

static const char *
flow_cookie(const struct serving *s)
{
	return s->o->certificate ? "__Host-sluice-login" : "sluice-login";
}

static void
random_word(char out[OIDC_WORD_BYTES])
{
	uint8_t bytes[32];

	random_bytes(bytes, sizeof(bytes));
	sodium_bin2base64(out, OIDC_WORD_BYTES, bytes, sizeof(bytes), BASE64URL);
}

/* Lax: the way back begins at another site. */
static bool
put_cookie(
    struct request *r, const char *value, int64_t seconds, struct answer *out, struct err *err)
{
	const char *cookie = arena_printf(r->a,
	    "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%lld%s", flow_cookie(r->serving), value,
	    (long long)seconds, r->serving->o->certificate ? "; Secure" : "");

	answer_header(out, "Set-Cookie", cookie);
	return cookie || err_memory(err);
}

static bool
seal(struct request *r, const struct flow *f, struct answer *out, struct err *err)
{
	uint8_t sealed[SEALED_BYTES];
	char text[COOKIE_BYTES];

	random_bytes(sealed, crypto_secretbox_NONCEBYTES);
	crypto_secretbox_easy(sealed + crypto_secretbox_NONCEBYTES, (const unsigned char *)f,
	    sizeof(*f), sealed, r->serving->oidc.seal);
	sodium_bin2base64(text, sizeof(text), sealed, sizeof(sealed), BASE64URL);
	return put_cookie(r, text, FLOW_US / 1000000, out, err);
}

static bool
unseal(struct request *r, const struct access_provider *p, struct flow *out)
{
	struct str text = request_cookie(r, flow_cookie(r->serving));
	uint8_t sealed[SEALED_BYTES];
	size_t n;

	return sodium_base642bin(
		   sealed, sizeof(sealed), text.p, text.n, NULL, &n, NULL, BASE64URL) == 0 &&
	       n == sizeof(sealed) &&
	       crypto_secretbox_open_easy((unsigned char *)out,
		   sealed + crypto_secretbox_NONCEBYTES, n - crypto_secretbox_NONCEBYTES, sealed,
		   r->serving->oidc.seal) == 0 &&
	       clock_us() < out->until_us && digest_eq(&out->credential, &p->credential);
}

/* -- there ----------------------------------------------------------------------------------- */

static bool
write_address(struct arena *a, const struct access_provider *p, const struct oidc_places *at,
    const struct flow *f, char **out)
{
	const bool query = str_find(at->authorization, STR("?"), 0) != SIZE_MAX;
	uint8_t digest[crypto_hash_sha256_BYTES];
	char challenge[OIDC_WORD_BYTES];
	struct buf url;

	crypto_hash_sha256(digest, (const unsigned char *)f->verifier, strlen(f->verifier));
	sodium_bin2base64(challenge, sizeof(challenge), digest, sizeof(digest), BASE64URL);
	buf_init(&url, 8192);
	buf_str(&url, at->authorization);
	buf_text(&url, query ? "&" : "?");
	buf_text(&url, "response_type=code&client_id=");
	form_encode(&url, p->client_id);
	buf_text(&url, "&redirect_uri=");
	form_encode(&url, p->redirect);
	buf_text(&url, "&scope=");
	form_encode(&url, p->scope);
	buf_printf(&url, "&state=%s&nonce=%s&code_challenge=%s&code_challenge_method=S256",
	    f->state, f->nonce, challenge);
	*out = url.failed ? NULL : arena_text(a, buf_view(&url));
	buf_release(&url);
	return *out != NULL;
}

/* The cookie is for the name that the provider sends people back to. */
static bool
name_is_canonical(struct request *r, const struct access_provider *p, struct err *fault)
{
	size_t from = str_find(p->redirect, STR("://"), 0) + 3;
	struct str rest = str_slice(p->redirect, from, p->redirect.n), host;

	return (str_cut(&rest, '/', &host) && str_is(host, request_header(r, "Host"))) ||
	       err_set(fault, ERR_REFUSED, "To sign in, open this page at %.*s.",
		   (int)(from + host.n), p->redirect.p);
}

/* Programs that speak with the provider are few at once, however many knock. */
static bool
may_ask(struct oidc *o, struct answer *out, struct err *fault)
{
	pthread_mutex_lock(&o->lock);
	bool good = o->busy < OIDC_BUSY_MAX;
	o->busy += good;
	pthread_mutex_unlock(&o->lock);
	if (good)
		return true;
	out->status = 503;
	answer_header(out, "Retry-After", "2");
	return err_set(
	    fault, ERR_REFUSED, "Too many people are signing in. Try again in two seconds.");
}

static void
has_asked(struct oidc *o)
{
	pthread_mutex_lock(&o->lock);
	o->busy--;
	pthread_mutex_unlock(&o->lock);
}

static bool
discover(struct request *r, const struct access_provider *p, struct oidc_places *at,
    struct answer *out, struct err *fault)
{
	if (!may_ask(&r->serving->oidc, out, fault))
		return false;
	bool good = oidc_discover(&r->serving->oidc, r->a, p, at, fault);
	has_asked(&r->serving->oidc);
	return good;
}

/* The log records the provider's error; the user learns only that signing in failed. */
static bool
turn_away(struct request *r, struct answer *out, struct err *fault, struct err *err)
{
	if (out->status == 0)
		out->status = 403;
	return show_login(r, out, fault, err);
}

bool
page_to_provider(struct request *r, struct answer *out, struct err *err)
{
	struct access_provider p;
	struct oidc_places at;
	struct flow f = {.until_us = clock_us() + FLOW_US};
	struct err fault;
	char *url;

	if (!door_provider(&r->serving->door, r->a, &p))
		return answer_missing(out, err, "page", STR("/login/oidc"));
	if (!name_is_canonical(r, &p, &fault) || !login_may_try(r, STR(""), out, &fault) ||
	    !discover(r, &p, &at, out, &fault))
		return turn_away(r, out, &fault, err);
	random_word(f.state);
	random_word(f.nonce);
	random_word(f.verifier);
	f.credential = p.credential;
	return (write_address(r->a, &p, &at, &f, &url) || err_memory(err)) &&
	       seal(r, &f, out, err) && answer_go(out, url);
}

/* -- and back -------------------------------------------------------------------------------- */

static bool
judge_answer(struct request *r, const struct access_provider *p, struct flow *f, struct err *fault)
{
	const char *state = request_query(r, "state"), *why = request_query(r, "error");
	const char *issuer = request_query(r, "iss");

	if (!unseal(r, p, f) || !state || strlen(state) != OIDC_WORD_BYTES - 1 ||
	    sodium_memcmp(state, f->state, OIDC_WORD_BYTES - 1) != 0)
		return err_set(fault, ERR_REFUSED,
		    "This sign-in started in another browser or took too long. Start again.");
	if (!oidc_is_first(&r->serving->oidc, str_from(state)))
		return err_set(fault, ERR_REFUSED, "This sign-in was already used. Start again.");
	if (issuer && !str_is(p->issuer, issuer))
		return err_set(fault, ERR_REFUSED,
		    "The answer came from another identity provider than the one asked.");
	if (why)
		return err_set(fault, ERR_REFUSED, "The identity provider says: %.80s", why);
	return request_query(r, "code") ||
	       err_set(fault, ERR_REFUSED, "The identity provider sent no code.");
}

static bool
find_caller(struct request *r, const struct access_provider *p, const struct flow *f,
    struct answer *out, struct caller *who, struct err *fault)
{
	const struct oidc_answer answer = {
	    str_from(request_query(r, "code")), str_from(f->nonce), str_from(f->verifier)};
	struct oidc *o = &r->serving->oidc;
	struct oidc_places at;

	if (!may_ask(o, out, fault))
		return false;
	bool good = oidc_discover(o, r->a, p, &at, fault);
	if (good && at.names_itself && !request_query(r, "iss"))
		good = err_set(fault, ERR_REFUSED, "The answer does not name its provider.");
	good = good && oidc_exchange(r->a, p, &at, &answer, who, fault);
	has_asked(o);
	return good;
}

/* The session's cookie is not sent on a way that began at the provider, so the browser sets out anew
 * from a page of ours. */
static bool
welcome(struct request *r, const struct caller *who, struct answer *out, struct err *err)
{
	struct page_data d;
	const char *home = page_home_of(who);

	answer_header(out, "Refresh", arena_printf(r->a, "0; url=%s", home));
	if (!page_begin(r, &d, "Signed in", "at_login", err))
		return false;
	json_format(
	    &d.w, "heading: %s, link: %s, link_words: %s", "You are signed in", home, "Go on");
	return page_end(r, &d, "passage", out, err);
}

bool
page_from_provider(struct request *r, struct answer *out, struct err *err)
{
	struct access_provider p;
	struct caller who;
	struct err fault;
	struct flow f;

	r->who = NULL;
	if (!door_provider(&r->serving->door, r->a, &p))
		return answer_missing(out, err, "page", STR("/login/oidc/back"));
	if (!login_may_try(r, STR(""), out, &fault))
		return turn_away(r, out, &fault, err);
	if (!put_cookie(r, "", 0, out, err))
		return false;
	if (!judge_answer(r, &p, &f, &fault) || !find_caller(r, &p, &f, out, &who, &fault)) {
		login_failed(r, STR(""));
		log_line(&r->trace, "signing in through the identity provider failed: %s",
		    fault.message);
		return turn_away(r, out, &fault, err);
	}
	return login_begin(r, &who, out, err) && welcome(r, &who, out, err);
}

/* A user who signed in through a provider may want to sign out there, too. */
bool
page_leave(struct request *r, const struct caller *who, struct answer *out, struct err *err)
{
	struct access_provider p;
	struct oidc_places at;
	struct page_data d;
	struct err ignored;
	struct buf url;

	if (who->by != ACCESS_PROVIDER || !door_provider(&r->serving->door, r->a, &p) ||
	    !discover(r, &p, &at, out, &ignored) || at.end_session.n == 0) {
		out->status = 0;
		return answer_go(out, "/login");
	}
	r->who = NULL;
	buf_init(&url, 8192);
	buf_str(&url, at.end_session);
	buf_text(&url, str_find(at.end_session, STR("?"), 0) != SIZE_MAX ? "&" : "?");
	buf_text(&url, "client_id=");
	form_encode(&url, p.client_id);
	const char *link = url.failed ? NULL : arena_text(r->a, buf_view(&url));
	buf_release(&url);
	if (!link)
		return err_memory(err);
	if (!page_begin(r, &d, "Signed out", "at_login", err))
		return false;
	json_format(&d.w, "heading: %s, link: %s, link_words: %s, again: true",
	    "You are signed out here", link, "Also sign out at the identity provider");
	return page_end(r, &d, "passage", out, err);
}

bool
page_sign_out(struct request *r, struct answer *out, struct err *err)
{
	struct form_field *form;

	if (!r->who)
		return answer_go(out, "/login");
	if (!page_form(r, &form, err))
		return false;
	sessions_end(&r->serving->sessions, r->session.id);
	return page_leave(r, &r->session.who, out, err);
}
