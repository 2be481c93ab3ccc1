/* SPDX-License-Identifier: MIT */
/* Which finding a waiver lets pass: here and nowhere else. */
#include "waiver.h"

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

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The next letter of a name that tells people apart, or 0. */
static char
letter(struct str name, size_t *at)
{
	while (*at < name.n && memchr(" ._-", name.p[*at], 4) != NULL)
		++*at;
	return *at == name.n || name.p[*at] == '@' ? '\0' : lower(name.p[(*at)++]);
}

bool
waiver_same_person(struct str a, struct str b)
{
	struct str login = STR("login:");
	size_t i = 0, k = 0;
	char one;

	a = str_starts(a, login) ? str_slice(a, login.n, a.n) : a;
	b = str_starts(b, login) ? str_slice(b, login.n, b.n) : b;
	do {
		one = letter(a, &i);
		if (one != letter(b, &k))
			return false;
	} while (one != '\0');
	return true;
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

/* Whoever asks for a run lets nothing of it pass himself, and nobody what he answers for. */
static bool
is_by_another(const struct waiver *w, const struct waiver_case *c)
{
	return (c->requester.n == 0 || !are_one(c->people, w->approver, c->requester)) &&
	       !are_one(c->people, w->approver, w->owner);
}

static bool
is_for(const struct waiver *w, const struct finding *f, const struct waiver_case *c)
{
	return f->waivable && !f->evasion && str_eq(w->rule, f->rule) && is_in_scope(w, f, c) &&
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
