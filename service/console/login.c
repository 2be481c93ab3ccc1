/* SPDX-License-Identifier: MIT */
/* login.c: common to all ways to sign in: the session and its cookie, and the delay after failed
 * attempts. */
#include "login.h"

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

/* Behind a socket everybody has the same address: nobody is told apart by it. */
static int64_t
free_of(const char *address)
{
	return strcmp(address, "local") == 0 ? INT64_MAX : FREE_OF_ADDRESS;
}

struct knocking {
	struct str who;
	int64_t free;
};

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
