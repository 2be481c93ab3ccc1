/* SPDX-License-Identifier: MIT */
/* sluice policy explain: why a program gets its verdict. */
#include "author.h"

#include "clock.h"
#include "file.h"
#include "suite.h"
#include "why.h"

#include <stdlib.h>

#define CODE_BYTES_MAX ((size_t)16 << 20)

/* FILE or FILE:LINE; a file whose name ends like a line is meant where it is there. */
static bool
split(struct arena *a, const char *word, const char **path, unsigned *line)
{
	const char *colon = strrchr(word, ':');
	char *end;

	*path = word;
	*line = 0;
	if (!colon || colon == word || colon[1] < '1' || colon[1] > '9' || file_exists(word))
		return true;
	unsigned long n = strtoul(colon + 1, &end, 10);
	if (*end || n > 10000000)
		return true;
	*line = (unsigned)n;
	*path = arena_printf(a, "%.*s", (int)(colon - word), word);
	return *path != NULL;
}

int
policy_explain(struct call *w)
{
	struct str rule = str_from(w->o->rule), code;
	struct why e = {.now_us = clock_utc_us()};
	struct policy *p;
	const char *path;
	unsigned line;

	if (!split(w->a, word(w, 0), &path, &line))
		return print_no_memory();
	if (!policy_open(w->a, w->o->policy, NULL, &p, &w->errs))
		return call_fail(w);
	if (rule.n > 0 && !policy_has_rule(p, rule))
		return call_error(w, "neither policy '%s' nor the gate has a rule '%s'",
		    w->o->policy, w->o->rule);
	if (!file_read(w->a, path, CODE_BYTES_MAX, &code, &w->err))
		return call_fail(w);
	if (!why_find(w->a, p, path, code, line, rule, &e, &w->errs, &w->err))
		return call_fail(w);
	call_begin(w);
	if (w->o->json)
		why_json(&e, &w->j);
	else
		why_render(&e, w->colour, &w->out);
	return call_end(w, e.verdict.decision == DECISION_ALLOW ? EXIT_ANSWERED : EXIT_FINDINGS);
}
