/* SPDX-License-Identifier: MIT */
#include "reason.h"

#include "regex.h"

#define TICKET_BYTES_MAX 256
#define TICKET_FUEL 1000000

static bool
is_blank(int32_t c)
{
	return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
	       c == 0x202f || c == 0x205f || c == 0x3000;
}

bool
reason_says_something(struct str reason, int64_t min, struct err *err)
{
	int32_t first = -1;
	bool varied = false;
	int64_t inner = 0, length = 0; /* blanks inside count, those at both ends do not */

	for (size_t at = 0; at < reason.n;) {
		int32_t c = utf8_next(reason, &at);
		if (is_blank(c) || codepoint_is_invisible((uint32_t)c)) {
			inner += is_blank(c) && length > 0;
			continue;
		}
		length += inner + 1;
		inner = 0;
		varied |= first >= 0 && c != first;
		first = c;
	}
	if (min <= 0 && length == 0)
		return true;
	if (length < min)
		return err_set(err, ERR_INPUT,
		    "the reason has %lld characters; the rule requires %lld", (long long)length,
		    (long long)min);
	return varied || min <= 1 || err_set(err, ERR_INPUT, "the reason repeats one character");
}

static bool
compile(struct arena *a, struct str pattern, struct regex **out, struct err *err)
{
	struct regex_problem problem;

	return regex_compile(a, pattern, out, &problem) ||
	       err_set(err, ERR_INPUT, "the ticket's pattern is not valid: %s", problem.message);
}

bool
ticket_pattern_holds(struct arena *a, struct str pattern, struct err *err)
{
	struct regex *regex;

	return pattern.n == 0 || compile(a, pattern, &regex, err);
}

bool
ticket_fits(struct arena *a, struct str pattern, struct str ticket, struct err *err)
{
	struct regex_scratch scratch = {.a = a};
	uint64_t fuel = TICKET_FUEL;
	struct regex *regex;

	if (pattern.n == 0)
		return true;
	if (ticket.n > TICKET_BYTES_MAX)
		return err_set(
		    err, ERR_INPUT, "a ticket may have at most %d bytes", TICKET_BYTES_MAX);
	if (!compile(a, pattern, &regex, err))
		return false;
	if (regex_search(regex, &scratch, ticket, &fuel) == REGEX_MATCH)
		return true;
	return err_set(err, ERR_INPUT, "the ticket '%.*s' does not match '%.*s'", STR_ARG(ticket),
	    STR_ARG(pattern));
}
