/* SPDX-License-Identifier: MIT */
/* The acts about an approval besides a vote. Each has an author: the key is
 * unlocked to prove whose. */
#include "approver.h"

#include "file.h"

#include <inttypes.h>
#include <stdio.h>

#define CODE_BYTES_MAX ((size_t)1 << 20)

static int
done(struct call *w, const char *id, const char *what)
{
	call_begin(w);
	if (w->o->json) {
		json_object(&w->j);
		json_put_text(&w->j, "id", id);
		json_put_text(&w->j, "done", what);
		json_end_object(&w->j);
	} else {
		buf_printf(&w->out, "%s: %s\n", id, what);
	}
	return call_print(w);
}

static struct str
reason_given(const struct call *w)
{
	return str_from(w->o->reason);
}

static bool
reason_required(struct call *w)
{
	return str_trim(reason_given(w)).n > 0 ||
	       err_set(&w->err, ERR_USAGE, "say why: --reason TEXT");
}

static bool
read_lines(struct call *w, int64_t *from, int64_t *to)
{
	struct str lines = w->o->lines ? str_from(w->o->lines) : STR("");
	int64_t both[2] = {0};

	*from = *to = 0;
	if (!w->o->lines)
		return true;
	if (str_number(lines, &both[0]))
		both[1] = both[0];
	else if (!str_numbers(lines, ':', both))
		both[0] = 0;
	*from = both[0];
	*to = both[1];
	return (*from >= 1 && *to >= *from) ||
	       err_set(&w->err, ERR_USAGE, "--lines takes a line, or two: 12:14");
}

/* The approval's own id, where a run's was named: an act is about that. */
static const char *
approval_named(struct call *w)
{
	struct stored_approval *a = arena_alloc(w->a, sizeof(*a));

	if (!a) {
		err_memory(&w->err);
		return NULL;
	}
	return approvals_get(w->place.store, w->a, word(w, 0), a, &w->err) ? a->id : NULL;
}

int
approvals_say(struct call *w)
{
	char id[STORE_ID_BYTES];
	struct comment_words words = {
	    .id = id, .body = str_from(word(w, 1)), .must_resolve = w->o->must_resolve};
	struct str terms, envelope;
	const char *approval;

	store_id("cmt", id);
	if (!read_lines(w, &words.line_from, &words.line_to) || !(approval = approval_named(w)) ||
	    !comment_terms(w->a, &words, &terms, &w->err) ||
	    !approver_say(w, ACT_COMMENT, approval, terms, &envelope) ||
	    !approvals_comment(w->place.store, envelope, words.body, &w->err))
		return call_fail(w);
	return done(w, word(w, 0), "commented");
}

/* Decides now if nothing is missing any more. */
static bool
decide_now(struct call *w, const char *approval)
{
	enum approval_state now;

	return approvals_decide(
	    w->place.store, w->a, w->place.trust, approval, w->me, &now, &w->err);
}

/* The approval that a comment belongs to, among those that wait for nothing but votes. */
static const char *
approval_of(struct call *w, const char *comment)
{
	const struct approval_filter f = {.state = APPROVAL_PENDING, .limit = 1000};
	struct stored_approval *all;
	size_t count;

	if (!approvals_list(w->place.store, w->a, &f, &all, &count, &w->err))
		return NULL;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < all[i].comment_count; k++)
			if (strcmp(all[i].comments[k].id, comment) == 0)
				return all[i].id;
	return NULL;
}

int
approvals_settle(struct call *w)
{
	const char *comment = word(w, 0), *approval;
	struct str envelope;

	if (!approver_say(w, ACT_RESOLVE, comment, STR(""), &envelope) ||
	    !approvals_resolve(w->place.store, envelope, &w->err))
		return call_fail(w);
	approval = approval_of(w, comment);
	if (approval && !decide_now(w, approval))
		return call_fail(w);
	return done(w, comment, "resolved");
}

/* Says it about the approval that was named; `does` is what the store makes of it. */
static bool
say_of_approval(struct call *w, enum act_kind kind, struct str terms,
    bool (*does)(struct store *s, struct str envelope, struct err *err))
{
	const char *approval = approval_named(w);
	struct str envelope;

	return approval && approver_say(w, kind, approval, terms, &envelope) &&
	       does(w->place.store, envelope, &w->err);
}

int
approvals_take_back(struct call *w)
{
	const char *id = word(w, 0);

	if (!reason_required(w))
		return call_fail(w);
	if (!w->o->vote)
		return say_of_approval(w, ACT_WITHDRAW, STR(""), approvals_withdraw)
			   ? done(w, id, "withdrawn")
			   : call_fail(w);
	if (!say_of_approval(w, ACT_WITHDRAW_VOTE, STR(""), approvals_withdraw_vote) ||
	    !decide_now(w, id))
		return call_fail(w);
	return done(w, id, "your vote is withdrawn");
}

int
approvals_undo(struct call *w)
{
	if (!reason_required(w) || !say_of_approval(w, ACT_REVOKE, STR(""), approvals_revoke))
		return call_fail(w);
	return done(w, word(w, 0), "revoked");
}

int
approvals_rewrite(struct call *w)
{
	char sha256[DIGEST_HEX_BYTES];
	struct str code, terms;

	if (!file_read(w->a, w->o->code, CODE_BYTES_MAX, &code, &w->err) ||
	    !content_put(w->place.store, code, "text/x-python", sha256, &w->err) ||
	    !edit_terms(w->a, sha256, &terms, &w->err) ||
	    !say_of_approval(w, ACT_EDIT, terms, approvals_edit))
		return call_fail(w);
	return done(w, word(w, 0), "edited: you are an author now, and the gate checks it again");
}
