/* SPDX-License-Identifier: MIT */
/*
 * waiver.h: findings that somebody answers for, for a while.
 *
 * Waivers stand in a YAML file (waivers.schema.json; docs/waivers.md), outside the code that they
 * are for. A policy names its file; `sluice check` may be given another. Who may let what pass is
 * decided in one place, waivers_apply: also for the exceptions that people grant in the store,
 * which are waivers by fingerprint that stand in no file.
 */
#ifndef POLICY_WAIVER_H
#define POLICY_WAIVER_H

#include "policy.h"

#define WAIVER_DAYS_USUAL 90 /* from creation to expiry, where the policy says nothing else */
#define WAIVERS_MAX 1000     /* of a file */
#define WAIVER_PATH_BYTES_MAX 1024

struct waiver {
	struct str id, rule;
	struct str code, fingerprint, path; /* its scope: exactly one; digests in hex, or a glob */
	struct str reason, ticket, owner, approver; /* ticket may be empty; approver: by votes */
	int64_t from_us, until_us;                  /* UTC; until is the first moment without it */
	const char *file;                           /* where it stands, or NULL */
	unsigned line, column;
};

struct waivers {
	struct waiver *items;
	size_t count, capacity;
};

/* Adds the waivers of a text. All mistakes at once, each at its place. */
bool waivers_read(
    struct arena *a, struct str text, const char *file, struct waivers *out, struct err_list *errs);
/* The same of a file, and judged by the policy that they are to be used with. */
bool waivers_open(struct arena *a, const struct policy *p, const char *path, struct waivers *out,
    struct err_list *errs);
/* Checks against the policy: its rules are rules of the policy and may be waived, none lasts
 * longer than the policy lets it, no id stands twice (with those of `beside`, or NULL). */
bool waivers_judge(struct arena *a, const struct policy *p, const struct waivers *w,
    const struct waivers *beside, struct err_list *errs);
const struct waivers *policy_waivers(const struct policy *p);
int64_t policy_waiver_days(const struct policy *p);
struct str waivers_schema(void);

/* Somebody under all names that the caller knows; each but the id may be empty. */
struct waiver_person {
	struct str id, login, name;
};

struct waiver_people {
	const struct waiver_person *items;
	size_t count;
};

struct waiver_case {             /* what a finding is of */
	int64_t now_us;          /* UTC; 0: no waiver holds */
	const char *code_sha256; /* hex */
	struct str path;         /* as the caller names the file; empty: it has none */
	struct str requester;    /* a principal's id, or empty: what he approved does not hold */
	const struct waiver_people *people; /* who is who, or NULL */
};
/* Marks the findings that a waiver is for. */
void waivers_apply(
    const struct waivers *w, const struct waiver_case *c, struct finding *findings, size_t count);

/* Reports those that are over, each at its place; false where there are any. */
bool waivers_not_expired(const struct waivers *w, int64_t now_us, struct err_list *errs);

/* Two spellings of one name are one person, and so is the account of that name ("login:ann"):
 * letters' case, blanks, '.', '_', '-' and what follows an '@' make nobody another. */
bool waiver_same_person(struct str a, struct str b);
/* `*` and `?` stop at a slash, `**` does not. A path that is absolute or goes up matches nothing.
 */
bool path_matches(struct str glob, struct str path);
/* The same of any text. Only in a path do stars stop at slashes, and is `?` a wildcard. */
bool glob_matches(struct str glob, struct str s, bool path);

#endif
