/* SPDX-License-Identifier: MIT */
/*
 * waive.h: which findings a waiver lets pass. Its form is in trust/waiver.h.
 *
 * A policy names a file of waivers; `sluice check` may be given another. Who may let what pass is
 * decided in one place, waivers_apply: also for the exceptions that people grant in the store.
 */
#ifndef POLICY_WAIVE_H
#define POLICY_WAIVE_H

#include "policy.h"
#include "waiver.h"

#define WAIVER_PATH_BYTES_MAX 1024

/* waivers_read of a file, judged by the policy that they are to be used with. */
bool waivers_open(struct arena *a, const struct policy *p, const char *path, struct waivers *out,
    struct err_list *errs);
/* Checks against the policy: they are for it, its rules are rules of the policy and may be waived,
 * none lasts longer than the policy lets it, no id stands twice (with those of `beside`). Where
 * `beside` is NULL they are the policy's own: those have an approver, no evidence, and no uses, as
 * nobody would count them. */
bool waivers_judge(struct arena *a, const struct policy *p, const struct waivers *w,
    const struct waivers *beside, struct err_list *errs);
const struct waivers *policy_waivers(const struct policy *p);
int64_t policy_waiver_days(const struct policy *p);

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
	struct str policy;       /* its id */
	const char *code_sha256; /* hex */
	struct str path;         /* as the caller names the file; empty: it has none */
	struct str requester;    /* a principal's id, or empty: what he approved does not hold */
	const struct waiver_people *people; /* who is who, or NULL */
};
/* Marks the findings that a waiver is for. One that nobody is known to have approved is for none. */
void waivers_apply(
    const struct waivers *w, const struct waiver_case *c, struct finding *findings, size_t count);

/* Reports those that are over, each at its place; false where there are any. */
bool waivers_not_expired(const struct waivers *w, int64_t now_us, struct err_list *errs);

/* `*` and `?` stop at a slash, `**` does not. A path that is absolute or goes up matches nothing.
 */
bool path_matches(struct str glob, struct str path);
/* The same of any text. Only in a path do stars stop at slashes, and is `?` a wildcard. */
bool glob_matches(struct str glob, struct str s, bool path);

#endif
