/* SPDX-License-Identifier: MIT */
/*
 * A pattern and a text, with a NUL between them. What is refused says why, within the pattern; a
 * search twice says the same; what is known agrees with the oracle, and so does the pattern as
 * alternative to nothing and inside a group.
 */
#include "regex_oracle.h"
#include "tape.h"

#define ARENA_BYTES_MAX (256u << 20)
#define FUEL 1000000u
#define WRAPPED_BYTES_MAX (REGEX_PATTERN_BYTES_MAX + 32)

/* The last makes the other matcher answer. */
static const char *const AROUND[][2] = {{"(?:(?:", "))"}, {"[]|(?:", ")"}, {"(?:", ")(?=)"}};

static enum regex_result
search(struct arena *a, const struct regex *r, struct str text)
{
	struct regex_scratch scratch = {.a = a};
	uint64_t fuel = FUEL, again = FUEL;
	enum regex_result first = regex_search(r, &scratch, text, &fuel);
	MUST(regex_search(r, &scratch, text, &again) == first && fuel == again);
	return first;
}

/* The pattern within `around` must find what the pattern alone finds. */
static void
check_wrapped(struct arena *a, const char *const around[2], struct str pattern, struct str text,
    enum regex_result expected)
{
	char wrapped[WRAPPED_BYTES_MAX];
	struct regex_problem problem = {0};
	struct regex *r = NULL;
	int n =
	    snprintf(wrapped, sizeof(wrapped), "%s%.*s%s", around[0], STR_ARG(pattern), around[1]);
	if (!regex_compile(a, (struct str){wrapped, (size_t)n}, &r, &problem))
		return;
	enum regex_result found = search(a, r, text);
	MUST(found == REGEX_UNKNOWN || expected == REGEX_UNKNOWN || found == expected);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size}, pattern;
	struct regex *r = NULL;
	struct regex_problem problem = {0};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	if (a && str_cut(&text, '\0', &pattern) && utf8_invalid_at(text) == text.n) {
		if (!regex_compile(a, pattern, &r, &problem)) {
			MUST(problem.message && problem.at <= pattern.n);
		} else {
			enum regex_result found = search(a, r, text),
					  truth = oracle_search(a, pattern, text);
			MUST(found == REGEX_UNKNOWN || truth == REGEX_UNKNOWN || found == truth);
			for (size_t i = 0; i < ARRAY_LENGTH(AROUND); i++)
				check_wrapped(a, AROUND[i], pattern, text, found);
		}
	}
	arena_free(a);
	return 0;
}
