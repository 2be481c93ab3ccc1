/* SPDX-License-Identifier: MIT */
/* pages_store.c: the store's switch, and what people have granted for a while: exceptions and delegations. */
#include "act_draft.h"
#include "pages.h"
#include "record.h"
#include "routes.h"

#define WORDS_MAX 30

static void
put_said(struct request *r, struct json_writer *w, const struct mode_word *said, int64_t now)
{
	const struct person *p = r->trust ? trust_person(r->trust, said->by) : NULL;

	json_put_text(w, "turn", act_rule(store_mode_act(said->mode))->name);
	json_put_str(w, "by", p ? p->name : said->by);
	json_format(w, "why: %.*s, void: %d", STR_ARG(said->reason), !said->counts);
	put_moment(w, "when", said->made_us, now);
}

static void
put_words_said(struct request *r, struct json_writer *w, const struct mode_word *said, size_t count,
    int64_t now)
{
	json_open_array(w, "said");
	for (size_t i = count; i-- > 0 && count - i <= WORDS_MAX;) {
		json_object(w);
		put_said(r, w, &said[i], now);
		json_end_object(w);
	}
	json_end_array(w);
}

/* How many have said that it may go on after a halt, and the one; a second one's word ends the halt. */
static void
put_agreed(struct request *r, struct json_writer *w, const struct mode_word *said, size_t count,
    int64_t now)
{
	while (count > 0 && said[count - 1].until_us <= now)
		count--;
	json_put_number(w, "agreed", count > 0);
	if (count == 0)
		return;
	json_format(w, "mine: %d, wish: {", str_is(said[count - 1].by, r->who->id));
	put_said(r, w, &said[count - 1], now);
	put_moment(w, "until", said[count - 1].until_us, now);
	json_end_object(w);
}

static void
put_operators(struct request *r, struct json_writer *w, int64_t now)
{
	const struct trust *t = r->trust;

	json_open_array(w, "operators");
	for (size_t i = 0; t && i < t->count; i++)
		if (person_holds(&t->people[i], STR("operator"), STR("*"), now))
			json_str(w, t->people[i].name);
	json_end_array(w);
}

bool
page_store(struct request *r, struct answer *out, struct err *err)
{
	struct store *s = request_store(r, err);
	struct mode_word *said;
	struct page_data p;
	enum store_mode mode;
	size_t count;

	if (!s || !store_mode_get(s, &mode, err) ||
	    !store_mode_words(s, r->a, &said, &count, err) ||
	    !page_begin(r, &p, "The gate", "at_store", err))
		return false;
	if (mode == STORE_RUN)
		put_act(&p.w, "drain", "drain", STR("store"));
	if (mode != STORE_HALT)
		put_act(&p.w, "halt", "halt", STR("store"));
	if (mode != STORE_RUN)
		put_act(&p.w, "resume", "resume", STR("store"));
	if (mode == STORE_HALT) {
		json_open_object(&p.w, "halted");
		put_agreed(r, &p.w, said, count, store_now_us(s));
		json_end_object(&p.w);
	}
	put_operators(r, &p.w, store_now_us(s));
	put_words_said(r, &p.w, said, count, store_now_us(s));
	return page_end(r, &p, "store", out, err);
}

/* -- what is granted for a while ------------------------------------------------------------- */

#define E struct stored_exception
FORM(exception_form, E, MEMBER_AS("id", E, terms.id), MEMBER_AS("rule", E, terms.rule),
    MEMBER_AS("policy", E, terms.policy), MEMBER_AS("owner", E, terms.owner),
    MEMBER_AS("proposed_by", E, terms.proposed_by), MEMBER_AS("reason", E, terms.reason),
    MEMBER(E, uses), MEMBER_AS("max_uses", E, terms.max_uses), MEMBER(E, approval));

static void
put_exception(struct json_writer *w, const struct stored_exception *e, int64_t now)
{
	const char *standing = exception_standing(e, now);
	bool ends = strcmp(standing, "granted") == 0 || strcmp(standing, "proposed") == 0;

	json_object(w);
	record_put(w, &exception_form, e);
	json_format(
	    w, "standing: %s, mark: %s", standing, strcmp(standing, "granted") == 0 ? "allow" : "");
	json_put_str(w, "print", str_slice(e->terms.fingerprint, 0, 12));
	put_moment(w, "until", e->terms.until_us, now);
	if (ends)
		put_act(w, "end", "end_exception", e->terms.id);
	json_end_object(w);
}

bool
page_exceptions(struct request *r, struct answer *out, struct err *err)
{
	struct store *s = request_store(r, err);
	struct stored_exception *all;
	struct page_data p;
	size_t count;

	if (!s || !exceptions_list(s, r->a, NULL, &all, &count, err) ||
	    !page_begin(r, &p, "Exceptions", "at_exceptions", err))
		return false;
	json_open_array(&p.w, "exceptions");
	for (size_t i = count; i-- > 0;)
		put_exception(&p.w, &all[i], store_now_us(s));
	json_end_array(&p.w);
	return page_end(r, &p, "exceptions", out, err);
}

bool
request_delegations(
    struct request *r, const char *person, struct delegation **out, size_t *count, struct err *err)
{
	struct store *s = request_store(r, err);
	struct str *envelopes;
	struct envelope e;
	struct err skipped;
	size_t all;

	if (!s || !delegations_list(s, r->a, person, &envelopes, &all, err))
		return false;
	*out = arena_array(r->a, all + 1, sizeof(**out));
	*count = 0;
	for (size_t i = 0; *out && i < all; i++)
		if (envelope_read(r->a, envelopes[i], &e, &skipped) &&
		    delegation_read(r->a, e.payload, &(*out)[*count], &skipped))
			++*count;
	return *out || err_memory(err);
}

FORM(delegation_form, struct delegation, MEMBER(struct delegation, id),
    MEMBER(struct delegation, from), MEMBER(struct delegation, to), MEMBER(struct delegation, role),
    MEMBER(struct delegation, scope), MEMBER(struct delegation, reason));

static bool
put_delegations(struct request *r, struct json_writer *w, int64_t now, struct err *err)
{
	struct delegation *all;
	size_t count;

	if (!request_delegations(r, NULL, &all, &count, err))
		return false;
	json_open_array(w, "delegations");
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		record_put(w, &delegation_form, &all[i]);
		put_moment(w, "since", all[i].from_us, now);
		put_moment(w, "until", all[i].until_us, now);
		put_act(w, "end", "end_delegation", all[i].id);
		json_end_object(w);
	}
	json_end_array(w);
	return true;
}

/* The roles that the person of the session holds now. */
static void
put_roles(struct request *r, struct json_writer *w, int64_t now)
{
	const struct person *p = r->trust ? trust_person(r->trust, str_from(r->who->id)) : NULL;

	json_open_array(w, "roles");
	for (size_t i = 0; p && i < p->role_count; i++)
		if (now >= p->roles[i].from_us && now < p->roles[i].until_us)
			json_format(w, "{held: %.*s, for: %.*s}", STR_ARG(p->roles[i].role),
			    STR_ARG(p->roles[i].scope));
	json_end_array(w);
}

bool
page_delegations(struct request *r, struct answer *out, struct err *err)
{
	struct store *s = request_store(r, err);
	struct page_data p;

	if (!s || !page_begin(r, &p, "Delegations", "at_delegations", err) ||
	    !put_delegations(r, &p.w, store_now_us(s), err))
		return false;
	put_roles(r, &p.w, store_now_us(s));
	put_people(r, &p.w, true);
	return page_end(r, &p, "delegations", out, err);
}
