/* SPDX-License-Identifier: MIT */
/* pages_login.c: signing in and out. */
#include "login.h"
#include "pages.h"

#include <inttypes.h>

#define FREE_OF_PERSON 5   /* wrong passwords of one name from one address, before it waits */
#define FREE_OF_ADDRESS 20 /* from one address */
#define FREE_OF_NAME 100   /* of one name, from anywhere */

const char *
page_home_of(const struct caller *who)
{
	return who->rights & RIGHT_APPROVE ? "/inbox"
	       : who->rights & RIGHT_READ  ? "/runs"
	       : who->rights & RIGHT_CHECK ? "/check"
					   : "/login";
}

bool
page_home(struct request *r, struct answer *out, struct err *err)
{
	(void)err;
	return answer_go(out, r->who ? page_home_of(r->who) : "/login");
}

bool
show_login(struct request *r, struct answer *out, const struct err *fault, struct err *err)
{
	struct access_provider provider;
	char challenge[CHALLENGE_BYTES];
	struct page_data p;

	r->who = NULL;
	if (!page_begin(r, &p, "Sign in", "at_login", err))
		return false;
	if (door_provider(&r->serving->door, r->a, &provider))
		json_put_str(&p.w, "provider", provider.issuer);
	login_challenge(r->serving, challenge);
	json_put_text(&p.w, "challenge", challenge);
	json_put_bool(&p.w, "demo", r->serving->o->demo);
	put_fault(&p.w, fault);
	return page_end(r, &p, "login", out, err);
}

bool
page_login(struct request *r, struct answer *out, struct err *err)
{
	return show_login(r, out, NULL, err);
}

bool
login_begin(struct request *r, const struct caller *who, struct answer *out, struct err *err)
{
	struct serving *s = r->serving;
	struct session session;
	const char *cookie;

	sessions_begin(&s->sessions, who, &session);
	cookie = arena_printf(r->a, "%s=%s; Path=/; HttpOnly; SameSite=Strict%s", session_cookie(s),
	    session.id, s->o->certificate ? "; Secure" : "");
	answer_header(out, "Set-Cookie", cookie);
	return cookie || err_memory(err);
}

/* -- attempts -------------------------------------------------------------------------------- */

struct knocking {
	struct str who;
	int64_t free;
};

/* Behind a socket everybody has the same address: nobody is told apart by it. */
static int64_t
free_of(const char *address)
{
	return strcmp(address, "local") == 0 ? INT64_MAX : FREE_OF_ADDRESS;
}

bool
login_may_try(struct request *r, struct str id, struct answer *out, struct err *fault)
{
	const char *address = request_address(r);
	const char *pair = arena_printf(r->a, "%s %.*s", address, STR_ARG(id));
	const char *name = arena_printf(r->a, "name %.*s", STR_ARG(id));
	const struct knocking all[] = {{str_from(address), free_of(address)},
	    {str_from(pair), FREE_OF_PERSON}, {str_from(name), FREE_OF_NAME}};
	int64_t wait_s = 0;

	for (size_t i = 0; i < (id.n > 0 ? ARRAY_LENGTH(all) : 1); i++) {
		int64_t s = door_wait(&r->serving->door, all[i].who, all[i].free);
		wait_s = s > wait_s ? s : wait_s;
	}
	if (wait_s == 0)
		return true;
	out->status = 429;
	answer_header(out, "Retry-After", arena_printf(r->a, "%" PRId64, wait_s));
	return err_set(fault, ERR_REFUSED,
	    "Too many attempts failed. Try again in %" PRId64 " seconds.", wait_s);
}

void
login_failed(struct request *r, struct str id)
{
	const char *address = request_address(r);
	struct door *d = &r->serving->door;

	door_failed(d, str_from(address), free_of(address));
	if (id.n == 0)
		return;
	door_failed(
	    d, str_from(arena_printf(r->a, "%s %.*s", address, STR_ARG(id))), FREE_OF_PERSON);
	door_failed(d, str_from(arena_printf(r->a, "name %.*s", STR_ARG(id))), FREE_OF_NAME);
}

static bool
by_password(struct request *r, const struct form_field *form, struct caller *who,
    struct answer *out, struct err *fault)
{
	struct str id = str_trim(form_get(form, "id"));

	if (!access_id_is_plain(id))
		id = STR("?"); /* nobody's, and it takes as long */
	if (!login_may_try(r, id, out, fault))
		return false;
	switch (door_password(&r->serving->door, id, form_get(form, "password"), who)) {
	case DOOR_OPEN:
		door_forgive(&r->serving->door,
		    str_from(arena_printf(r->a, "%s %.*s", request_address(r), STR_ARG(id))));
		return true;
	case DOOR_BUSY:
		out->status = 503;
		answer_header(out, "Retry-After", "1");
		return err_set(fault, ERR_REFUSED, "Many are signing in. Try again in a second.");
	case DOOR_REFUSED:
	default:
		login_failed(r, id);
		out->status = 403;
		return err_set(fault, ERR_REFUSED, "The id or the password is wrong.");
	}
}

static bool
by_token(struct request *r, const struct form_field *form, struct caller *who, struct answer *out,
    struct err *fault)
{
	if (door_token(&r->serving->door, str_trim(form_get(form, "token")), who))
		return true;
	out->status = 403;
	return err_set(fault, ERR_REFUSED, "No such token, or it has ended.");
}

bool
page_sign_in(struct request *r, struct answer *out, struct err *err)
{
	struct form_field *form;
	struct caller who;
	struct err fault;

	if (!form_read(r, &form, err))
		return false;
	bool good = form_get(form, "challenge").n > 0  ? login_by_key(r, form, &who, out, &fault)
		    : form_get(form, "password").n > 0 ? by_password(r, form, &who, out, &fault)
						       : by_token(r, form, &who, out, &fault);
	if (!good)
		return show_login(r, out, &fault, err);
	return login_begin(r, &who, out, err) && answer_go(out, page_home_of(&who));
}

bool
page_sign_out(struct request *r, struct answer *out, struct err *err)
{
	struct form_field *form;

	if (r->who && (!form_read(r, &form, err) || !page_word(r, form, err)))
		return false;
	if (!r->who)
		return answer_go(out, "/login");
	sessions_end(&r->serving->sessions, r->session.id);
	return page_leave(r, &r->session.who, out, err);
}
