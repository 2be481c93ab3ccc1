/* SPDX-License-Identifier: MIT */
/*
 * approver.h: who decides, and about what. Shared by the parts of `sluice approvals`.
 *
 * The store is not believed: whatever is shown or signed is hashed again here, beginning with the
 * digest of the subject that the approval names.
 */
#ifndef CLI_APPROVER_H
#define CLI_APPROVER_H

#include "actions.h"
#include "question.h"

#define APPROVER_BYTES_MAX ((size_t)1 << 30)

/* Reads the owner that the key file names; for display only. */
void approver_look(struct call *w);
/* Finds the key's owner in the trust file, before a signature: the signature proves it. */
bool approver_name(struct call *w);
/* Unlocks the key; false where it is nobody's or does not count now. */
bool approver_unlock(struct call *w);
/* An envelope over the statement, in w->a: by the ssh-agent that holds the key, else by the passphrase.
 */
bool approver_sign(struct call *w, struct str statement, struct str *envelope);

/* An act of this kind, said now about this target, signed as approver_sign does. `terms`: the text
 * of a canonical JSON object, or NULL for none. */
struct act_words {
	enum act_kind kind;
	const char *target, *terms;
	struct str reason;
};
bool approver_act(struct call *w, const struct act_words *words, struct str *envelope);

/* The same with the reason of the options; `terms` may be empty. */
bool approver_say(
    struct call *w, enum act_kind kind, const char *target, struct str terms, struct str *envelope);

/* `revoke ID`, of what is granted until it is taken back: delegations, exceptions. */
int approver_revoke(struct call *w, enum act_kind kind,
    bool (*revoke)(struct store *s, struct str envelope, struct err *err));

/* `id`: of an approval, or a run's newest. */
bool question_load(struct call *w, const char *id, struct question *out);
/* May this person see the votes? Blind rules show them to who has voted, and when it is decided. */
bool question_shows_votes(const struct call *w, const struct question *q);

/* Pieces of the screen. */
void draw_field(struct buf *out, const char *name, struct str text);
void draw_format(struct buf *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The code with numbered lines, findings and comments below theirs, and every character that is
 * not plain ASCII as `[U+202E]`. */
void draw_code(const struct call *w, const struct question *q, struct buf *out);
void draw_facts(struct call *w, const struct question *q, struct buf *out);
void draw_needs(const struct call *w, const struct question *q, struct buf *out);
void question_json(const struct call *w, const struct question *q, struct json_writer *j);

#endif
