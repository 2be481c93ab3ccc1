/* SPDX-License-Identifier: MIT */
/* oidc.c: what is asked of an identity provider, and whether its answers are believed. */
#include "oidc.h"

#include "ascii.h"
#include "clock.h"
#include "jwt.h"
#include "planner.h"

#include <sodium.h>
#include <stdio.h>

#define TIMEOUT_MS 10000
#define REPLY_BYTES_MAX ((size_t)256 << 10)
#define REQUEST_BYTES_MAX ((size_t)64 << 10)
#define SAID_FRESH_US INT64_C(600000000)
#define SKEW_S 60
#define TOKEN_AGE_S 600 /* it was asked for a moment ago */
#define SUBJECT_BYTES_MAX 72

static const struct json_limits REPLY_LIMITS = {REPLY_BYTES_MAX, 16, 20000, 32};

void
oidc_begin(struct oidc *o)
{
	pthread_mutex_init(&o->lock, NULL);
	random_bytes(o->seal, sizeof(o->seal));
	buf_init(&o->said, REPLY_BYTES_MAX);
}

void
oidc_end(struct oidc *o)
{
	buf_release(&o->said);
	pthread_mutex_destroy(&o->lock);
}

bool
oidc_is_first(struct oidc *o, struct str text)
{
	struct digest d;
	bool first = true;

	digest_of(text, &d);
	pthread_mutex_lock(&o->lock);
	for (size_t i = 0; i < OIDC_USED_MAX; i++)
		first = first && !digest_eq(&o->used[i], &d);
	o->used[o->used_count++ % OIDC_USED_MAX] = d;
	pthread_mutex_unlock(&o->lock);
	return first;
}

void
form_encode(struct buf *out, struct str text)
{
	static const char HEX[] = "0123456789ABCDEF";

	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];
		if (ascii_word((char)c) || (c && strchr("-.~", c))) {
			buf_char(out, (char)c);
		} else {
			buf_char(out, '%');
			buf_char(out, HEX[c >> 4]);
			buf_char(out, HEX[c & 15]);
		}
	}
}

static bool
refuse(struct err *err, const char *why)
{
	return err_set(err, ERR_REFUSED, "the identity provider: %s", why);
}

/* -- asking ---------------------------------------------------------------------------------- */

static bool
ask(struct arena *a, const struct access_provider *p, struct planner_post *post, struct str *reply,
    struct err *err)
{
	int64_t status = 0;

	post->ca_file = p->ca_file;
	post->timeout_ms = TIMEOUT_MS;
	post->reply = reply;
	if (!planner_post(a, post, &status, err))
		return err_wrap(err, "the identity provider");
	if (reply->n > REPLY_BYTES_MAX)
		return refuse(err, "its answer is too long");
	return status == 200 ||
	       err_set(err, ERR_REFUSED, "the identity provider answered %lld at '%.*s'",
		   (long long)status, STR_ARG(post->url));
}

static bool
get_json(struct arena *a, const struct access_provider *p, struct str url, struct str bearer,
    struct json_doc *out, struct str *reply, struct err *err)
{
	const char *authorization = arena_printf(a, "Bearer %.*s", STR_ARG(bearer));
	const struct planner_header headers[] = {
	    {"accept", STR("application/json")}, {"authorization", str_from(authorization)}};
	struct planner_post post = {
	    .url = url, .get = true, .headers = headers, .header_count = bearer.n > 0 ? 2 : 1};

	return (authorization || err_memory(err)) && ask(a, p, &post, reply, err) &&
	       json_parse(
		   a, *reply, "the identity provider's answer", &REPLY_LIMITS, out, NULL, err);
}

static bool
lists(const struct json_doc *d, const struct json_node *list, const char *word)
{
	for (const struct json_node *n = list && list->kind == JSON_ARRAY ? json_first(d, list)
									  : NULL;
	     n; n = json_next(d, n))
		if (n->kind == JSON_STRING && str_is(n->text, word))
			return true;
	return false;
}

/* Another issuer's document would lead codes and secrets of ours to it. */
static bool
read_places(const struct json_doc *d, const struct access_provider *p, struct oidc_places *out,
    struct err *err)
{
	const struct json_node *root = json_root(d);
	const struct json_node *names =
	    json_get(d, root, "authorization_response_iss_parameter_supported");
	const struct json_node *ways = json_get(d, root, "token_endpoint_auth_methods_supported");
	const struct {
		const char *name;
		struct str *to;
		bool needed;
	} places[] = {
	    {"authorization_endpoint", &out->authorization, true},
	    {"token_endpoint", &out->token, true},
	    {"jwks_uri", &out->keys, true},
	    {"userinfo_endpoint", &out->userinfo, false},
	    {"end_session_endpoint", &out->end_session, false},
	};

	if (!str_eq(json_get_text(d, root, "issuer", STR("")), p->issuer))
		return refuse(err, "its name differs from 'issuer' in the settings");
	for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
		*places[i].to = json_get_text(d, root, places[i].name, STR(""));
		if ((places[i].needed || places[i].to->n > 0) &&
		    !access_is_address(*places[i].to, true))
			return err_set(err, ERR_REFUSED,
			    "the identity provider: its '%s' is not an https address",
			    places[i].name);
	}
	out->names_itself = names && names->kind == JSON_TRUE;
	out->secret_in_body =
	    ways && !lists(d, ways, "client_secret_basic") && lists(d, ways, "client_secret_post");
	return true;
}

static bool
remembered(struct oidc *o, struct arena *a, const struct access_provider *p, struct str *out)
{
	pthread_mutex_lock(&o->lock);
	bool good = o->said.n > 0 && digest_eq(&o->said_of, &p->credential) &&
		    clock_us() - o->said_us < SAID_FRESH_US &&
		    arena_copy(a, buf_view(&o->said), out);
	pthread_mutex_unlock(&o->lock);
	return good;
}

static void
remember(struct oidc *o, const struct access_provider *p, struct str said)
{
	pthread_mutex_lock(&o->lock);
	buf_clear(&o->said);
	buf_str(&o->said, said);
	o->said_of = p->credential;
	o->said_us = clock_us();
	pthread_mutex_unlock(&o->lock);
}

bool
oidc_discover(struct oidc *o, struct arena *a, const struct access_provider *p,
    struct oidc_places *out, struct err *err)
{
	const char *slash = str_ends(p->issuer, STR("/")) ? "" : "/";
	const char *url =
	    arena_printf(a, "%.*s%s.well-known/openid-configuration", STR_ARG(p->issuer), slash);
	struct json_doc d;
	struct str said;

	*out = (struct oidc_places){.names_itself = false};
	if (!url)
		return err_memory(err);
	if (remembered(o, a, p, &said))
		return json_parse(a, said, url, &REPLY_LIMITS, &d, NULL, err) &&
		       read_places(&d, p, out, err);
	if (!get_json(a, p, str_from(url), STR(""), &d, &said, err) ||
	    !read_places(&d, p, out, err))
		return false;
	remember(o, p, said);
	return true;
}

/* -- the code for a token -------------------------------------------------------------------- */

static void
put_pair(struct buf *out, const char *name, struct str value)
{
	buf_printf(out, "%s%s=", out->n > 0 ? "&" : "", name);
	form_encode(out, value);
}

/* RFC 6749, 2.3.1: both halves are encoded as in a form, then joined. */
static bool
put_basic(struct arena *a, const struct access_provider *p, struct str *out, struct err *err)
{
	struct buf pair, line;

	buf_init(&pair, REQUEST_BYTES_MAX);
	buf_init(&line, REQUEST_BYTES_MAX);
	form_encode(&pair, p->client_id);
	buf_char(&pair, ':');
	form_encode(&pair, p->secret);
	buf_text(&line, "Basic ");
	base64_write(pair.p, pair.n, &line);
	bool good = (!pair.failed && !line.failed && arena_copy(a, buf_view(&line), out)) ||
		    err_memory(err);
	buf_release(&pair);
	buf_release(&line);
	return good;
}

static bool
trade(struct arena *a, const struct access_provider *p, const struct oidc_places *at,
    const struct oidc_answer *answer, struct json_doc *out, struct err *err)
{
	bool basic = p->secret.n > 0 && !at->secret_in_body;
	struct planner_header headers[] = {
	    {"content-type", STR("application/x-www-form-urlencoded")},
	    {"accept", STR("application/json")}, {"authorization", STR("")}};
	struct str body, reply;
	struct buf form;

	buf_init(&form, REQUEST_BYTES_MAX);
	put_pair(&form, "grant_type", STR("authorization_code"));
	put_pair(&form, "code", answer->code);
	put_pair(&form, "redirect_uri", p->redirect);
	put_pair(&form, "code_verifier", answer->verifier);
	if (!basic)
		put_pair(&form, "client_id", p->client_id);
	if (p->secret.n > 0 && !basic)
		put_pair(&form, "client_secret", p->secret);
	bool good = (!form.failed && arena_copy(a, buf_view(&form), &body)) || err_memory(err);
	buf_release(&form);
	if (!good || (basic && !put_basic(a, p, &headers[2].value, err)))
		return false;
	struct planner_post post = {
	    .url = at->token, .body = body, .headers = headers, .header_count = basic ? 3 : 2};
	return ask(a, p, &post, &reply, err) &&
	       json_parse(
		   a, reply, "the identity provider's tokens", &REPLY_LIMITS, out, NULL, err);
}

/* -- who it is ------------------------------------------------------------------------------- */

static bool
is_for_us(const struct json_doc *d, const struct access_provider *p)
{
	const struct json_node *aud = json_get(d, json_root(d), "aud");
	const struct json_node *azp = json_get(d, json_root(d), "azp");

	if (aud && aud->kind == JSON_ARRAY && aud->count == 1)
		aud = json_first(d, aud);
	return aud && aud->kind == JSON_STRING && str_eq(aud->text, p->client_id) &&
	       (!azp || (azp->kind == JSON_STRING && str_eq(azp->text, p->client_id)));
}

static bool
is_now(const struct json_doc *d, int64_t now_s)
{
	const struct json_node *root = json_root(d);
	const struct json_node *begins = json_get(d, root, "nbf");
	int64_t made, ends, from = 0;

	return json_int(json_get(d, root, "exp"), &ends) &&
	       json_int(json_get(d, root, "iat"), &made) && (!begins || json_int(begins, &from)) &&
	       ends > now_s - SKEW_S && made <= now_s + SKEW_S && made >= now_s - TOKEN_AGE_S &&
	       from <= now_s + SKEW_S;
}

static bool
is_text_of(const struct json_doc *d, const char *name, struct str want)
{
	struct str have = json_get_text(d, json_root(d), name, STR(""));

	return want.n > 0 && have.n == want.n && sodium_memcmp(have.p, want.p, want.n) == 0;
}

static bool
judge(const struct json_doc *d, const struct access_provider *p, struct str nonce, struct err *err)
{
	struct str subject = json_get_text(d, json_root(d), "sub", STR(""));

	if (!is_text_of(d, "iss", p->issuer))
		return refuse(err, "another issuer made its token");
	if (!is_for_us(d, p))
		return refuse(err, "its token is for another audience");
	if (!is_now(d, clock_utc_us() / 1000000))
		return refuse(err, "its token has expired or is not yet valid; compare the clocks");
	if (!is_text_of(d, "nonce", nonce))
		return refuse(err, "its token belongs to another sign-in");
	for (size_t i = 0; i < subject.n; i++)
		if (subject.p[i] <= ' ' || subject.p[i] > '~')
			subject.n = 0;
	if (subject.n == 0 || subject.n > SUBJECT_BYTES_MAX)
		return refuse(err, "its token names no one, or not in plain text");
	return true;
}

/* Of the token, else of what the provider tells of the same person when it is asked. */
static bool
groups_of(struct arena *a, const struct access_provider *p, const struct oidc_places *at,
    const struct json_doc *token, struct str bearer, struct json_doc *told,
    const struct json_node **out, struct err *err)
{
	const char *name = arena_text(a, p->groups);
	struct str reply;

	if (!name)
		return err_memory(err);
	*told = *token;
	*out = json_get(told, json_root(told), name);
	if (*out || at->userinfo.n == 0 || bearer.n == 0)
		return true;
	if (!get_json(a, p, at->userinfo, bearer, told, &reply, err))
		return false;
	if (!str_eq(json_get_text(told, json_root(told), "sub", STR("")),
		json_get_text(token, json_root(token), "sub", STR(""))))
		return refuse(err, "its user information is about another person than its token");
	*out = json_get(told, json_root(told), name);
	return true;
}

static unsigned
rights_of(const struct access_provider *p, const struct json_doc *d, const struct json_node *groups)
{
	unsigned rights = RIGHT_REFUSED;

	for (const struct json_node *g =
		 groups && groups->kind == JSON_ARRAY ? json_first(d, groups) : NULL;
	     g; g = json_next(d, g))
		for (size_t i = 0; i < p->rights_count; i++)
			if (g->kind == JSON_STRING && str_eq(g->text, p->rights[i].name))
				rights |= p->rights[i].rights;
	return rights;
}

/* A colon stands in no id of the trust file and of no token, so a subject can take nobody's place. */
static void
name_caller(const struct access_provider *p, struct str subject, struct caller *out)
{
	snprintf(out->id, sizeof(out->id), "oidc:%.*s", STR_ARG(subject));
	for (size_t i = 0; i < p->people_count; i++)
		if (str_eq(p->people[i].subject, subject))
			snprintf(out->id, sizeof(out->id), "%s", p->people[i].id);
}

bool
oidc_exchange(struct arena *a, const struct access_provider *p, const struct oidc_places *at,
    const struct oidc_answer *answer, struct caller *out, struct err *err)
{
	struct json_doc tokens, keys, claims, told;
	const struct json_node *groups = NULL;
	struct str reply, bearer;

	if (!trade(a, p, at, answer, &tokens, err) ||
	    !get_json(a, p, at->keys, STR(""), &keys, &reply, err) ||
	    !jwt_verify(a, json_get_text(&tokens, json_root(&tokens), "id_token", STR("")), &keys,
		&claims, err) ||
	    !judge(&claims, p, answer->nonce, err))
		return false;
	bearer = json_get_text(&tokens, json_root(&tokens), "access_token", STR(""));
	if (!groups_of(a, p, at, &claims, bearer, &told, &groups, err))
		return false;
	*out = (struct caller){.rights = rights_of(p, &told, groups),
	    .until_us = INT64_MAX,
	    .by = ACCESS_PROVIDER,
	    .credential = p->credential};
	name_caller(p, json_get_text(&claims, json_root(&claims), "sub", STR("")), out);
	if (out->rights != RIGHT_REFUSED)
		return true;
	err_set(err, ERR_REFUSED, "no group of '%s' has rights here", out->id);
	return err_help(err, "the service's operator lists groups below 'oidc' in the token file");
}
