/* SPDX-License-Identifier: MIT */
/* What is said and done about an approval besides a vote. Each of these is somebody's: the key is
 * unlocked to prove whose. */
#include "approver.h"

#include "file.h"

#include <inttypes.h>
#include <stdio.h>

#define CODE_BYTES_MAX ((size_t)1 << 20)

static int
done(const struct approver *w, const char *id, const char *what)
{
	struct json_writer j;
	struct buf out;

	buf_init(&out, 1 << 16);
	if (w->o->json) {
		json_writer_init(&j, &out, true);
		json_object(&j);
		json_put_text(&j, "id", id);
		json_put_text(&j, "done", what);
		json_end_object(&j);
		buf_char(&out, '\n');
	} else {
		buf_printf(&out, "%s: %s\n", id, what);
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static struct str
reason_given(const struct approver *w)
{
	return str_from(w->o->reason);
}

static bool
reason_required(const struct approver *w, struct err *err)
{
	return str_trim(reason_given(w)).n > 0 || err_set(err, ERR_USAGE, "say why: --reason TEXT");
}

static bool
read_lines(const struct approver *w, int64_t *from, int64_t *to, struct err *err)
{
	int n = 0;

	*from = *to = 0;
	if (!w->o->lines)
		return true;
	n = sscanf(w->o->lines, "%" SCNd64 ":%" SCNd64, from, to);
	if (n == 1)
		*to = *from;
	return (n >= 1 && *from >= 1 && *to >= *from) ||
	       err_set(err, ERR_USAGE, "--lines takes a line, or two: 12:14");
}

int
approvals_say(struct approver *w)
{
	const char *id = w->o->words.values[1];
	int64_t from, to;
	struct err err;

	if (!read_lines(w, &from, &to, &err) || !approver_unlock(w, &err) ||
	    !approvals_comment(w->place.store, id, w->me, str_from(w->o->words.values[2]), from, to,
		w->o->must_resolve, &err))
		return print_error(&err);
	return done(w, id, "commented");
}

/* What was missing may have been the last thing. */
static bool
decide_now(struct approver *w, const char *approval, struct err *err)
{
	enum approval_state now;

	return approvals_decide(w->place.store, w->a, w->place.trust, approval, w->me, &now, err);
}

/* The approval that a comment belongs to, among those that wait for nothing but votes. */
static const char *
approval_of(struct approver *w, const char *comment)
{
	const struct approval_filter f = {.state = APPROVAL_PENDING, .limit = 1000};
	struct stored_approval *all;
	size_t count;
	struct err err;

	if (!approvals_list(w->place.store, w->a, &f, &all, &count, &err))
		return NULL;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < all[i].comment_count; k++)
			if (strcmp(all[i].comments[k].id, comment) == 0)
				return all[i].id;
	return NULL;
}

int
approvals_settle(struct approver *w)
{
	const char *comment = w->o->words.values[1], *approval;
	struct err err;

	if (!approver_unlock(w, &err) || !approvals_resolve(w->place.store, comment, w->me, &err))
		return print_error(&err);
	approval = approval_of(w, comment);
	if (approval && !decide_now(w, approval, &err))
		return print_error(&err);
	return done(w, comment, "resolved");
}

int
approvals_take_back(struct approver *w)
{
	const char *id = w->o->words.values[1];
	struct err err;

	if (!reason_required(w, &err) || !approver_unlock(w, &err))
		return print_error(&err);
	if (!w->o->vote)
		return approvals_withdraw(w->place.store, id, w->me, reason_given(w), &err)
			   ? done(w, id, "withdrawn")
			   : print_error(&err);
	if (!approvals_withdraw_vote(w->place.store, id, w->me, reason_given(w), &err) ||
	    !decide_now(w, id, &err))
		return print_error(&err);
	return done(w, id, "your vote is withdrawn");
}

int
approvals_undo(struct approver *w)
{
	const char *id = w->o->words.values[1];
	struct err err;

	if (!reason_required(w, &err) || !approver_unlock(w, &err) ||
	    !approvals_revoke(w->place.store, id, w->me, reason_given(w), &err))
		return print_error(&err);
	return done(w, id, "revoked");
}

int
approvals_rewrite(struct approver *w)
{
	const char *id = w->o->words.values[1];
	char sha256[DIGEST_HEX_BYTES];
	struct str code;
	struct err err;

	if (!w->o->code)
		return usage_error(w->verb, "name the new code: --code FILE");
	if (!file_read(w->a, w->o->code, CODE_BYTES_MAX, &code, &err) ||
	    !approver_unlock(w, &err) ||
	    !content_put(w->place.store, code, "text/x-python", sha256, &err) ||
	    !approvals_edit(w->place.store, id, w->me, sha256, &err))
		return print_error(&err);
	return done(w, id, "edited: you are an author now, and the gate checks it again");
}
