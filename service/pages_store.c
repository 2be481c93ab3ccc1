/* SPDX-License-Identifier: MIT */
/* pages_store.c: the store's switch, and what people have granted for a while: exceptions and delegations. */
#include "act_draft.h"
#include "pages.h"

#define WORDS_MAX 30

static const char *const MODE_NAMES[] = {
    [STORE_HALT] = "Halt", [STORE_DRAIN] = "Drain", [STORE_RUN] = "Resume"};

static void
put_words_said(struct request *r, struct json_writer *w, const struct mode_word *said, size_t count,
    int64_t now)
{
	const struct trust *t = r->serving->trust;

	json_open_array(w, "said");
	for (size_t i = count; i-- > 0 && count - i <= WORDS_MAX;) {
		const struct person *p = t ? trust_person(t, said[i].by) : NULL;
		json_object(w);
		json_put_text(w, "what", MODE_NAMES[said[i].mode]);
		json_put_str(w, "by", p ? p->name : said[i].by);
		json_put_str(w, "why", said[i].reason);
		json_put_bool(w, "void", !said[i].counts);
		put_moment(w, "when", said[i].made_us, now);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_operators(struct request *r, struct json_writer *w, int64_t now)
{
	const struct trust *t = r->serving->trust;

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
	json_put_bool(&p.w, "halted", mode == STORE_HALT);
	put_operators(r, &p.w, store_now_us(s));
	put_words_said(r, &p.w, said, count, store_now_us(s));
	return page_end(r, &p, "store", out, err);
}
