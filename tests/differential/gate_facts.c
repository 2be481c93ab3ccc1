/* SPDX-License-Identifier: MIT */
/* The gate's side of the comparison: reads `LENGTH\n` and the text, prints facts or why there are
 * none, then ".". */
#include "policy.h"

#include <stdio.h>
#include <stdlib.h>

#define ARENA_BYTES ((size_t)2 << 30)

/* The first finding of the byte and tree rules: those are the ones that refuse what two parsers
 * read differently. */
static const struct finding *
refusal(const struct policy_verdict *v)
{
	for (size_t i = 0; i < v->count; i++)
		if (str_starts(v->findings[i].rule, STR("source.")) ||
		    str_starts(v->findings[i].rule, STR("syntax.")))
			return &v->findings[i];
	return NULL;
}

static void
answer(const struct policy *p, struct str code)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct policy_verdict v;
	const struct finding *f;
	struct err err = {0};
	struct buf out;

	if (a == NULL)
		exit(70);
	buf_init(&out, ARENA_BYTES);
	if (!policy_check(p, a, code, &v, &err))
		puts("R memory");
	else if ((f = refusal(&v)) != NULL)
		printf("R %.*s\n", STR_ARG(f->rule));
	else if (!policy_facts(a, code, &out, &err))
		puts("X");
	else
		fwrite(out.p, 1, out.n, stdout);
	puts(".");
	fflush(stdout);
	buf_release(&out);
	arena_free(a);
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct err_list errs = {0};
	struct policy *p;
	char line[32];

	if (a == NULL || !policy_load(a, argc > 1 ? argv[1] : SLUICE_POLICY, NULL, &p, &errs))
		return 2;
	while (fgets(line, sizeof(line), stdin) != NULL) {
		size_t n = strtoul(line, NULL, 10);
		char *text = malloc(n + 1);

		if (text == NULL || fread(text, 1, n, stdin) != n)
			return 2;
		answer(p, (struct str){text, n});
		free(text);
	}
	arena_free(a);
	return 0;
}
