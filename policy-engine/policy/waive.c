/* SPDX-License-Identifier: MIT */
/* Which finding a waiver lets pass: here and nowhere else. */
#include "waive.h"

#include "file.h"
#include "model.h"
#include "yaml.h"

#include <inttypes.h>
#include <stdio.h>

#define DAY_US (INT64_C(86400) * 1000000)

static bool
is_free(struct str glob, size_t at)
{
	return at < glob.n && glob.p[at] == '*';
}

/* "..", a first slash, and what a shell would expand lead out of the folder of the call. */
static bool
stays_below(struct str path)
{
	struct str rest = path, step;

	if (path.n == 0 || path.n > WAIVER_PATH_BYTES_MAX || path.p[0] == '/' || path.p[0] == '~')
		return false;
	while (str_cut(&rest, '/', &step))
		if (str_is(step, "..") || step.n == 0)
			return false;
	return true;
}

/*
 * The last star that stops at slashes and the last that does not are remembered: where what follows
 * does not fit, the inner one takes a byte more, and where it can't, the outer one. A step ends
 * where its slash is, and what stands before an outer star was matched as early as it can be, so
 * that no earlier star has to be tried again. Time is at most the glob's length times the square of
 * the path's, and of a text with one kind of stars the product of both.
 */
bool
glob_matches(struct str glob, struct str s, bool path)
{
	size_t g = 0, p = 0;
	size_t star = SIZE_MAX, star_at = 0, cross = SIZE_MAX, cross_at = 0;

	while (p < s.n || g < glob.n) {
		if (is_free(glob, g)) {
			bool crosses = !path || is_free(glob, g + 1);

			while (is_free(glob, g))
				g++;
			if (crosses) {
				cross = g, cross_at = p;
				star = SIZE_MAX;
			} else {
				star = g, star_at = p;
			}
		} else if (p < s.n && g < glob.n &&
			   (glob.p[g] == s.p[p] || (path && glob.p[g] == '?' && s.p[p] != '/'))) {
			g++, p++;
		} else if (star != SIZE_MAX && star_at < s.n && s.p[star_at] != '/') {
			g = star, p = ++star_at;
		} else if (cross != SIZE_MAX && cross_at < s.n) {
			g = cross, p = ++cross_at;
			star = SIZE_MAX;
		} else {
			return false;
		}
	}
	return true;
}

bool
path_matches(struct str glob, struct str path)
{
	while (str_starts(path, STR("./")))
		path = str_slice(path, 2, path.n);
	return stays_below(path) && stays_below(glob) && glob_matches(glob, path, true);
}

static bool
is_in_scope(const struct waiver *w, const struct finding *f, const struct waiver_case *c)
{
	if (w->code.n > 0)
		return c->code_sha256 != NULL && str_is(w->code, c->code_sha256);
	if (w->fingerprint.n > 0) /* constants are open in it: of what is denied there is none */
		return f->decision == DECISION_ESCALATE && f->fingerprint[0] != '\0' &&
		       str_is(w->fingerprint, f->fingerprint);
	return w->path.n > 0 && path_matches(w->path, c->path);
}

static bool
goes_by(const struct waiver_person *p, struct str name)
{
	return waiver_same_person(p->id, name) ||
	       (p->login.n > 0 && waiver_same_person(p->login, name)) ||
	       (p->name.n > 0 && waiver_same_person(p->name, name));
}

/* One that goes by a name of the other: a store remembers an account that the trust file gave to
 * somebody since as another principal. */
static bool
share_a_name(const struct waiver_person *a, const struct waiver_person *b)
{
	return goes_by(a, b->id) || (b->login.n > 0 && goes_by(a, b->login)) ||
	       (b->name.n > 0 && goes_by(a, b->name));
}

static bool
are_one(const struct waiver_people *people, struct str a, struct str b)
{
	if (waiver_same_person(a, b))
		return true;
	for (size_t i = 0; people != NULL && i < people->count; i++)
		for (size_t k = 0; goes_by(&people->items[i], a) && k < people->count; k++)
			if (goes_by(&people->items[k], b) &&
			    share_a_name(&people->items[i], &people->items[k]))
				return true;
	return false;
}

/* Whoever asks for a run lets nothing of it pass himself, and nobody alone what he answers for: who
 * proposed it has signed, too. */
static bool
is_by_another(const struct waiver *w, const struct waiver_case *c)
{
	struct str rest = w->approver, one;
	bool other = w->proposed_by.n > 0 && !are_one(c->people, w->proposed_by, w->owner);

	if (rest.n == 0)
		return false;
	while (str_cut(&rest, ',', &one)) {
		if (c->requester.n > 0 && are_one(c->people, one, c->requester))
			return false;
		other = other || !are_one(c->people, one, w->owner);
	}
	return other;
}

static bool
is_for(const struct waiver *w, const struct finding *f, const struct waiver_case *c)
{
	return f->waivable && !f->evasion && str_eq(w->rule, f->rule) && is_in_scope(w, f, c) &&
	       (w->policy.n == 0 || str_is(w->policy, "*") || str_eq(w->policy, c->policy)) &&
	       is_by_another(w, c);
}

void
waivers_apply(
    const struct waivers *w, const struct waiver_case *c, struct finding *findings, size_t count)
{
	if (c->now_us <= 0)
		return;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < w->count && !findings[i].waived; k++) {
			const struct waiver *one = &w->items[k];

			if (c->now_us < one->from_us || !is_for(one, &findings[i], c))
				continue;
			findings[i].waived = c->now_us < one->until_us;
			if (findings[i].waived || findings[i].waiver == NULL)
				findings[i].waiver = one;
		}
}

/* -- against a policy ------------------------------------------------------------------------ */

/* A mistake at the waiver's place; `help` may be NULL. False. */
static bool __attribute__((format(printf, 4, 5)))
wrong(const struct waiver *w, struct err_list *errs, const char *help, const char *format, ...)
{
	struct err err = {.code = ERR_INPUT};
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(err.message, sizeof(err.message), format, ap);
	va_end(ap);
	err_place(&err, w->file, w->line, w->column, 1);
	if (help != NULL)
		err_help(&err, "%s", help);
	return err_list_add(errs, &err);
}

/* One that could never let anything pass is a mistake of whoever wrote it. */
static bool
judge_rule(struct arena *a, const struct policy *p, const struct waiver *w, struct err_list *errs)
{
	struct str meant;

	if (!policy_has_rule(p, w->rule)) {
		meant = policy_closest_rule(a, p, w->rule);
		return wrong(w, errs,
		    meant.n == 0 ? NULL : arena_printf(a, "did you mean '%.*s'?", STR_ARG(meant)),
		    "waiver '%.*s': neither policy '%.*s' nor the gate has a rule '%.*s'",
		    STR_ARG(w->id), STR_ARG(p->id), STR_ARG(w->rule));
	}
	if (rule_is_never_waived(w->rule))
		return wrong(w, errs,
		    "the gate refuses text with more than one possible reading, whatever a waiver says",
		    "waiver '%.*s': '%.*s' can't be waived", STR_ARG(w->id), STR_ARG(w->rule));
	return policy_may_waive(p, w->rule) ||
	       wrong(w, errs, "a denying rule can be waived if it has 'waivable: true'",
		   "waiver '%.*s': policy '%.*s' does not let '%.*s' be waived", STR_ARG(w->id),
		   STR_ARG(p->id), STR_ARG(w->rule));
}

/* Those who answer for a policy answer for its waivers, and nobody counts how often they are used. */
static bool
judge_own(const struct waiver *w, struct err_list *errs)
{
	return (w->evidence.n == 0 && w->max_uses == 0) ||
	       wrong(w, errs, "give the file to 'sluice check --waivers'",
		   "waiver '%.*s': a policy's own waivers have an approver, and neither 'evidence' nor 'uses'",
		   STR_ARG(w->id));
}

static bool
has_id(const struct waivers *w, size_t count, struct str id)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(w->items[i].id, id))
			return true;
	return false;
}

bool
waivers_judge(struct arena *a, const struct policy *p, const struct waivers *w,
    const struct waivers *beside, struct err_list *errs)
{
	bool whole = true;

	for (size_t i = 0; i < w->count; i++) {
		const struct waiver *one = &w->items[i];

		whole = judge_rule(a, p, one, errs) && whole;
		if (beside == NULL)
			whole = judge_own(one, errs) && whole;
		if (one->policy.n > 0 && !str_is(one->policy, "*") && !str_eq(one->policy, p->id))
			whole = wrong(one, errs, "leave 'policy' out in a policy's own file",
			    "waiver '%.*s' is for policy '%.*s', not for '%.*s'", STR_ARG(one->id),
			    STR_ARG(one->policy), STR_ARG(p->id));
		if (one->until_us - one->from_us > p->waiver_days * DAY_US)
			whole = wrong(one, errs,
			    "the policy limits how long a waiver lasts: 'waivers: {max_days: ..}'",
			    "waiver '%.*s' lasts longer than %" PRId64 " days", STR_ARG(one->id),
			    p->waiver_days);
		if (has_id(w, i, one->id) ||
		    (beside != NULL && has_id(beside, beside->count, one->id)))
			whole = wrong(one, errs,
			    "records refer to a waiver by its id, so ids must differ",
			    "two waivers have the id '%.*s'", STR_ARG(one->id));
	}
	return whole;
}

bool
waivers_open(struct arena *a, const struct policy *p, const char *path, struct waivers *out,
    struct err_list *errs)
{
	struct err err;
	struct str text;

	if (!file_read(a, path, YAML_BYTES_MAX, &text, &err))
		return err_list_add(errs, &err);
	return waivers_read(a, text, path, out, errs) &&
	       waivers_judge(a, p, out, &p->waivers, errs);
}
