/* SPDX-License-Identifier: MIT */
/* sluice trust: which people and keys this installation trusts, with which rights, and until
 * when. */
#include "actions.h"

#include "trust.h"

#include <inttypes.h>
#include <stdio.h>

#define SOON_US (INT64_C(30) * 86400 * 1000000)
#define WARNINGS_MAX 200

struct tool {
	struct arena *a;
	const struct trust *trust;
	const char *path;
	int64_t now_us;
	const char *warnings[WARNINGS_MAX];
	size_t warning_count;
	struct call *c;
};

static void
warn(struct tool *t, const char *text)
{
	if (text && t->warning_count < WARNINGS_MAX)
		t->warnings[t->warning_count++] = text;
}

static const char *
state_of(const struct tool *t, int64_t from_us, int64_t until_us, int64_t revoked_us)
{
	const char *standing = key_standing(from_us, until_us, revoked_us, t->now_us);
	bool soon = strcmp(standing, "valid") == 0 && until_us - t->now_us < SOON_US;

	return soon ? "soon over" : standing;
}

static bool
is_now(const char *state)
{
	return strcmp(state, "valid") == 0 || strcmp(state, "soon over") == 0;
}

static size_t
warn_of_keys(struct tool *t, const struct person *p)
{
	size_t good = 0;

	for (size_t i = 0; i < p->key_count; i++) {
		const struct person_key *k = &p->keys[i];
		const char *state = state_of(t, k->from_us, k->until_us, k->revoked_us);
		good += is_now(state);
		if (strcmp(state, "soon over") == 0)
			warn(t, arena_printf(t->a, "the key %.16s of '%.*s' ends on %s", k->id,
				    STR_ARG(p->id), day_of(k->until_us).text));
	}
	return good;
}

static size_t
warn_of_roles(struct tool *t, const struct person *p)
{
	size_t good = 0;

	for (size_t i = 0; i < p->role_count; i++) {
		const struct person_role *r = &p->roles[i];
		const char *state = state_of(t, r->from_us, r->until_us, 0);
		good += is_now(state);
		if (strcmp(state, "soon over") == 0)
			warn(
			    t, arena_printf(t->a, "the role '%.*s' of '%.*s' for '%.*s' ends on %s",
				   STR_ARG(r->role), STR_ARG(p->id), STR_ARG(r->scope),
				   day_of(r->until_us).text));
	}
	return good;
}

static bool
signs_policies(const struct tool *t, const struct trust_service *s)
{
	return s->purpose == SERVICE_POLICY &&
	       is_now(state_of(t, s->from_us, s->until_us, s->revoked_us));
}

/* So many could sign a bundle of policies now; two keys of one name are one. */
static int64_t
count_signers(struct tool *t)
{
	int64_t signers = 0;

	for (size_t i = 0; i < t->trust->service_count; i++) {
		const struct trust_service *s = &t->trust->services[i], *other = s;
		bool again = false;

		if (!signs_policies(t, s))
			continue;
		while (!again && other > t->trust->services) {
			other--;
			again = signs_policies(t, other) && str_eq(other->name, s->name);
		}
		signers += !again;
		if (s->until_us - t->now_us < SOON_US)
			warn(t,
			    arena_printf(t->a,
				"the key %.16s of '%.*s' ends on %s: its signatures are refused from then on",
				s->id, STR_ARG(s->name), day_of(s->until_us).text));
	}
	return signers;
}

static void
warn_of_policies(struct tool *t)
{
	const struct trust_policies *p = &t->trust->policies;
	int64_t signers = count_signers(t);

	if (p->signed_only && signers < p->signatures)
		warn(t, arena_printf(t->a,
			    "a bundle of policies needs %" PRId64 " signers, and %" PRId64
			    " could sign one now",
			    p->signatures, signers));
}

static void
find_warnings(struct tool *t)
{
	size_t able = 0;

	for (size_t i = 0; i < t->trust->count; i++) {
		const struct person *p = &t->trust->people[i];
		size_t keys = warn_of_keys(t, p), roles = warn_of_roles(t, p);
		able += keys > 0 && roles > 0;
		if (roles > 0 && keys == 0)
			warn(
			    t, arena_printf(t->a, "'%.*s' has a role, but no key that is valid now",
				   STR_ARG(p->id)));
	}
	warn_of_policies(t);
	if (!t->trust->requests_signed && !requests_are_restricted(t->trust))
		warn(t,
		    "anybody can request a run in another person's name; set `requests: {signed: true}`");
	if (able == 0)
		warn(t, "nobody can approve anything now");
	else if (able == 1 && !t->trust->solo)
		warn(t, "only one person can approve now");
	if (t->trust->solo)
		warn(t, "solo: one person may approve their own runs; there is no separation of "
			"duties");
}

static void
put_span(struct tool *t, int64_t from_us, int64_t until_us, const char *state)
{
	json_put_text(&t->c->j, "from", day_of(from_us).text);
	json_put_text(&t->c->j, "until", day_of(until_us).text);
	json_put_text(&t->c->j, "state", state);
}

static void
put_person(struct tool *t, const struct person *p)
{
	json_object(&t->c->j);
	json_put_str(&t->c->j, "id", p->id);
	json_put_str(&t->c->j, "name", p->name);
	json_put_str(&t->c->j, "login", p->login);
	json_open_array(&t->c->j, "keys");
	for (size_t i = 0; i < p->key_count; i++) {
		const struct person_key *k = &p->keys[i];
		json_object(&t->c->j);
		json_put_text(&t->c->j, "keyid", k->id);
		put_span(t, k->from_us, k->until_us,
		    state_of(t, k->from_us, k->until_us, k->revoked_us));
		json_end_object(&t->c->j);
	}
	json_end_array(&t->c->j);
	json_open_array(&t->c->j, "roles");
	for (size_t i = 0; i < p->role_count; i++) {
		const struct person_role *r = &p->roles[i];
		json_object(&t->c->j);
		json_put_str(&t->c->j, "role", r->role);
		json_put_str(&t->c->j, "scope", r->scope);
		put_span(t, r->from_us, r->until_us, state_of(t, r->from_us, r->until_us, 0));
		json_end_object(&t->c->j);
	}
	json_end_array(&t->c->j);
	json_end_object(&t->c->j);
}

static void
put_document(struct tool *t)
{
	json_object(&t->c->j);
	json_put_text(&t->c->j, "file", t->path);
	json_put_text(&t->c->j, "sha256", t->trust->sha256);
	json_put_str(&t->c->j, "origin", t->trust->origin);
	json_put_bool(&t->c->j, "solo", t->trust->solo);
	json_open_object(&t->c->j, "policies");
	json_put_bool(&t->c->j, "signed", t->trust->policies.signed_only);
	json_put_number(&t->c->j, "signatures", t->trust->policies.signatures);
	json_put_bool(&t->c->j, "shipped", t->trust->policies.shipped);
	json_end_object(&t->c->j);
	json_open_array(&t->c->j, "people");
	for (size_t i = 0; i < t->trust->count; i++)
		put_person(t, &t->trust->people[i]);
	json_end_array(&t->c->j);
	json_open_array(&t->c->j, "warnings");
	for (size_t i = 0; i < t->warning_count; i++)
		json_text(&t->c->j, t->warnings[i]);
	json_end_array(&t->c->j);
	json_end_object(&t->c->j);
}

static void
draw_person(struct tool *t, const struct person *p)
{
	buf_printf(&t->c->out, "\n%.*s, %.*s", STR_ARG(p->id), STR_ARG(p->name));
	if (p->login.n > 0)
		buf_printf(&t->c->out, ", login %.*s", STR_ARG(p->login));
	buf_char(&t->c->out, '\n');
	for (size_t i = 0; i < p->key_count; i++) {
		const struct person_key *k = &p->keys[i];
		buf_printf(&t->c->out, "  key   %-29.16s %s to %s  %s\n", k->id,
		    day_of(k->from_us).text, day_of(k->until_us).text,
		    state_of(t, k->from_us, k->until_us, k->revoked_us));
	}
	for (size_t i = 0; i < p->role_count; i++) {
		const struct person_role *r = &p->roles[i];
		const char *what =
		    arena_printf(t->a, "%.*s for %.*s", STR_ARG(r->role), STR_ARG(r->scope));
		buf_printf(&t->c->out, "  role  %-29s %s to %s  %s\n", what ? what : "",
		    day_of(r->from_us).text, day_of(r->until_us).text,
		    state_of(t, r->from_us, r->until_us, 0));
	}
}

static void
draw_warnings(struct tool *t)
{
	for (size_t i = 0; i < t->warning_count; i++)
		buf_printf(&t->c->out, "warning: %s\n", t->warnings[i]);
}

static void
draw(struct tool *t, bool all)
{
	buf_printf(&t->c->out, "%s: %zu %s, sha256 %s\n", t->path, t->trust->count,
	    t->trust->count == 1 ? "person" : "people", t->trust->sha256);
	if (t->trust->policies.signed_only)
		buf_printf(&t->c->out, "policies: signed by %" PRId64 "%s\n",
		    t->trust->policies.signatures,
		    t->trust->policies.shipped ? ", or shipped with this program" : "");
	for (size_t i = 0; all && i < t->trust->count; i++)
		draw_person(t, &t->trust->people[i]);
	if (all && t->warning_count > 0)
		buf_char(&t->c->out, '\n');
	draw_warnings(t);
}

static int
look_at(struct call *c, bool all)
{
	struct tool t = {.c = c,
	    .a = c->a,
	    .path = word(c, 0)    ? word(c, 0)
		    : c->o->trust ? c->o->trust
				  : trust_path(c->a),
	    .now_us = c->now_us};
	struct trust *trust;

	if (!t.path)
		return call_error(c, "there is no trust file: name one, or set SLUICE_TRUST");
	if (!trust_load(c->a, t.path, &trust, &c->errs)) {
		int code = call_fail(c);
		return all ? code : EXIT_FINDINGS;
	}
	t.trust = trust;
	find_warnings(&t);
	call_begin(c);
	if (c->o->json)
		put_document(&t);
	else
		draw(&t, all);
	return call_print(c);
}

int
trust_show(struct call *c)
{
	return look_at(c, true);
}

int
trust_check(struct call *c)
{
	return look_at(c, false);
}
