/* SPDX-License-Identifier: MIT */
/*
 * waiver.h: findings that people answer for, for a while. A part of trust.h.
 *
 * There is one form of an entry (waivers.schema.json; docs/waivers.md). As canonical JSON it is what
 * people sign when they grant an exception in the inbox; in a file, kept in git, the same entry has its
 * `evidence` beside it: that proposal and those votes. An entry of a policy's own file may name an
 * `approver` in place of it: then whoever answers for the policy's bytes answers for it.
 *
 * A waiver that was only read lets nothing pass: `approver` is empty until somebody is known to have
 * approved it.
 */
#ifndef TRUST_WAIVER_H
#define TRUST_WAIVER_H

#include "json.h"

#define WAIVERS_API "sluice-waivers/v1"
#define WAIVER_DAYS_USUAL 90 /* from creation to expiry, where the policy says nothing else */
#define WAIVER_EVIDENCE_MAX ((size_t)1 << 18)
#define EXCEPTION_DAYS_MAX 90
#define EXCEPTION_USES_MAX 1000000
#define EXCEPTION_REASON_MIN 30

struct waiver {
	struct str id, rule;
	struct str policy;                  /* for which: an id, or "*"; empty in a policy's file */
	struct str code, fingerprint, path; /* its scope: exactly one; digests in hex, or a glob */
	struct str reason, ticket, owner, proposed_by; /* ticket, proposed_by: may be empty */
	int64_t from_us, until_us; /* UTC; until is the first moment without it */
	int64_t max_uses;    /* runs, which a store counts; 0: it is used where nothing runs */
	struct str evidence; /* evidence_write's text, or empty */
	struct str approver; /* ids of who approved it, with ", " between; empty: nobody */
	const char *file;    /* where it stands, or NULL */
	unsigned line, column;
};

struct waivers {
	struct waiver *items;
	size_t count, capacity;
};

struct str waivers_schema(void);
/* Adds the waivers of a text. All mistakes at once, each at its place. Verifies nothing. */
bool waivers_read(
    struct arena *a, struct str text, const char *file, struct waivers *out, struct err_list *errs);
/* A file of this one waiver and its evidence: JSON, one member a line. */
bool waiver_export(struct arena *a, const struct waiver *w, struct str *out, struct err *err);
/* Two spellings of one name are one person, and so is the account of that name ("login:ann"):
 * letters' case, blanks, '.', '_', '-' and what follows an '@' make nobody another. */
bool waiver_same_person(struct str a, struct str b);

/* -- signed ---------------------------------------------------------------------------------- */

/*
 * The terms that people sign to let a finding pass: the subject of an approval of the kind
 * "exception", and not the run that showed the need for it. They are an entry by fingerprint, for a
 * policy or all, so many times, by a named proposer, without evidence and approver.
 */
bool exception_write(struct arena *a, const struct waiver *w, struct str *out, struct err *err);
/* Strictly: the bytes must be exactly what exception_write would write. */
bool exception_read(struct arena *a, struct str json, struct waiver *out, struct err *err);

struct evidence; /* trust.h */
struct trust;
/* What shows that people decided, but for the subject, as one text, which stands in an entry; and back,
 * with the entry's own terms as the subject. */
bool evidence_write(struct arena *a, const struct evidence *e, struct str *out, struct err *err);
bool evidence_read(struct arena *a, const struct waiver *w, struct evidence *out, struct err *err);
/*
 * Did people grant it, by their signatures and this trust file, under a rule of the exception's own
 * scope? `now_us` is when it is used: no key of theirs is revoked by then. Fills `out` from the
 * signed text, of which alone all else may be taken, and its approver from the votes; whether that is
 * in time, and used up, is the caller's to ask. ERR_REFUSED says what is missing.
 */
bool exception_holds(struct arena *a, const struct trust *trust, const struct evidence *e,
    int64_t now_us, struct waiver *out, struct err *err);
/* And did the proposer whom the text names sign exactly these bytes, in an act of that kind? */
bool exception_proposed(struct arena *a, const struct trust *trust, const struct evidence *e,
    int64_t now_us, const struct waiver *w, struct err *err);
/* Is it for this finding under this policy, of a run that none of its approvers asked for? Of a fingerprint
 * alone. */
bool exception_covers(const struct waiver *w, struct str policy, struct str requester,
    struct str rule, struct str fingerprint);

#endif
