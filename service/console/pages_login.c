/* SPDX-License-Identifier: MIT */
/* pages_login.c: signing in. */
#include "login.h"
#include "pages.h"
#include "routes.h"

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
	json_format(&p.w, "challenge: %s, demo: %d", challenge, r->serving->o->demo);
	put_fault(&p.w, fault);
	return page_end(r, &p, "login", out, err);
}

bool
page_login(struct request *r, struct answer *out, struct err *err)
{
	return show_login(r, out, NULL, err);
}

/* -- attempts -------------------------------------------------------------------------------- */

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
		return err_set(
		    fault, ERR_REFUSED, "Too many people are signing in. Try again in a second.");
	case DOOR_REFUSED:
	default:
		login_failed(r, id);
		out->status = 403;
		return err_set(fault, ERR_REFUSED, "The id or password is wrong.");
	}
}

static bool
by_token(struct request *r, const struct form_field *form, struct caller *who, struct answer *out,
    struct err *fault)
{
	if (door_token(&r->serving->door, str_trim(form_get(form, "token")), who))
		return true;
	out->status = 403;
	return err_set(fault, ERR_REFUSED, "The token is unknown or has expired.");
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
