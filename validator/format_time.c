/* SPDX-License-Identifier: MIT */
/* format_time.c: dates, times and durations of RFC 3339. */
#include "format_text.h"

/* Two digits at `at`, or -1. */
static int
two(struct str s, size_t at)
{
	if (at + 2 > s.n || !ascii_digit(s.p[at]) || !ascii_digit(s.p[at + 1]))
		return -1;
	return (s.p[at] - '0') * 10 + (s.p[at + 1] - '0');
}

static bool
has(struct str s, size_t at, char c)
{
	return at < s.n && s.p[at] == c;
}

static int
days_in(int year, int month)
{
	static const int DAYS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return DAYS[month - 1] + (month == 2 && leap);
}

bool
is_date(struct str s)
{
	int century = two(s, 0), year = two(s, 2), month = two(s, 5), day = two(s, 8);
	if (s.n != 10 || century < 0 || year < 0 || !has(s, 4, '-') || !has(s, 7, '-'))
		return false;
	return month >= 1 && month <= 12 && day >= 1 && day <= days_in(century * 100 + year, month);
}

/* Minutes east of UTC of what stands at `at` up to the end. */
static bool
read_offset(struct str s, size_t at, int *minutes)
{
	*minutes = 0;
	if (at + 1 == s.n && (s.p[at] | 0x20) == 'z')
		return true;
	int hour = two(s, at + 1), minute = two(s, at + 4);
	if (at + 6 != s.n || (s.p[at] != '+' && s.p[at] != '-') || s.p[at + 3] != ':')
		return false;
	*minutes = (hour * 60 + minute) * (s.p[at] == '-' ? -1 : 1);
	return hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
}

bool
is_time(struct str s)
{
	int hour = two(s, 0), minute = two(s, 3), second = two(s, 6), offset = 0;
	if (!has(s, 2, ':') || !has(s, 5, ':') || hour < 0 || minute < 0 || second < 0)
		return false;
	size_t at = 8;
	if (has(s, at, '.')) {
		at++;
		while (at < s.n && ascii_digit(s.p[at]))
			at++;
		if (at == 9)
			return false;
	}
	if (!read_offset(s, at, &offset) || hour > 23 || minute > 59 || second > 60)
		return false;
	/* A leap second is the last of a day in UTC. */
	int utc = ((hour * 60 + minute - offset) % 1440 + 1440) % 1440;
	return second < 60 || utc == 1439;
}

bool
is_date_time(struct str s)
{
	return s.n > 11 && (s.p[10] | 0x20) == 't' && is_date(str_slice(s, 0, 10)) &&
	       is_time(str_slice(s, 11, s.n));
}

/* Numbers with these units, in this order and without a gap. */
static bool
read_units(struct str s, size_t *at, const char *units)
{
	bool any = false;
	const char *rest = units;
	while (*at < s.n && ascii_digit(s.p[*at])) {
		while (*at < s.n && ascii_digit(s.p[*at]))
			(*at)++;
		const char *unit = *at < s.n && s.p[*at] ? strchr(rest, s.p[*at]) : NULL;
		if (!unit || (any && unit != rest))
			return false;
		rest = unit + 1;
		any = true;
		(*at)++;
	}
	return any;
}

bool
is_duration(struct str s)
{
	size_t at = 1;
	if (s.n < 3 || s.p[0] != 'P')
		return false;
	if (s.p[s.n - 1] == 'W')
		return read_units(s, &at, "W") && at == s.n;
	if (s.p[1] != 'T' && !read_units(s, &at, "YMD"))
		return false;
	if (at < s.n && s.p[at] == 'T') {
		at++;
		if (!read_units(s, &at, "HMS"))
			return false;
	}
	return at == s.n;
}
