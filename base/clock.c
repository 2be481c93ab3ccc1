/* SPDX-License-Identifier: MIT */
#include "clock.h"

#include <stdio.h>
#include <time.h>

#define SECOND_US INT64_C(1000000)
#define DAY_SECONDS INT64_C(86400)

int64_t
clock_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * SECOND_US + t.tv_nsec / 1000;
}

int64_t
clock_utc_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * SECOND_US + t.tv_nsec / 1000;
}

/* Rounded down, also below zero. */
static int64_t
floor_div(int64_t n, int64_t by)
{
	return n / by - (n % by < 0);
}

/* The reverse of days_since_1970. */
static void
date_of(int64_t days, int *year, int *month, int *day)
{
	int64_t since_0 = days + 719468; /* since March 1st of year 0 */
	int64_t era = floor_div(since_0, 146097), of_era = since_0 - era * 146097;
	int64_t years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
	int of_year = (int)(of_era - (365 * years + years / 4 - years / 100));
	int from_march = (5 * of_year + 2) / 153;

	*day = of_year - (153 * from_march + 2) / 5 + 1;
	*month = from_march < 10 ? from_march + 3 : from_march - 9;
	*year = (int)(era * 400 + years) + (*month < 3);
}

static char *
put_digits(char *out, int value, int count, char behind)
{
	for (int i = count; i-- > 0; value /= 10)
		out[i] = (char)('0' + value % 10);
	out[count] = behind;
	return out + count + 1;
}

/* By hand: a log writes one with each event, and strftime takes a lock and asks for the locale. */
void
clock_stamp_of(int64_t utc_us, char out[CLOCK_STAMP_BYTES])
{
	int64_t seconds = floor_div(utc_us, SECOND_US), days = floor_div(seconds, DAY_SECONDS);
	int of_day = (int)(seconds - days * DAY_SECONDS), year, month, day;

	date_of(days, &year, &month, &day);
	if (year >= 0 && year <= 9999)
		out = put_digits(out, year, 4, '-');
	else
		out += snprintf(out, CLOCK_STAMP_BYTES, "%d-", year);
	out = put_digits(out, month, 2, '-');
	out = put_digits(out, day, 2, 'T');
	out = put_digits(out, of_day / 3600, 2, ':');
	out = put_digits(out, of_day / 60 % 60, 2, ':');
	out = put_digits(out, of_day % 60, 2, '.');
	out = put_digits(out, (int)(utc_us - seconds * SECOND_US), 6, 'Z');
	*out = '\0';
}

void
clock_stamp(char out[CLOCK_STAMP_BYTES])
{
	clock_stamp_of(clock_utc_us(), out);
}

/* The text that is left to read. */
struct reader {
	const char *p, *end;
};

static bool
take_digits(struct reader *r, int count, int *out)
{
	*out = 0;
	for (int i = 0; i < count; i++, r->p++) {
		if (r->p == r->end || *r->p < '0' || *r->p > '9')
			return false;
		*out = *out * 10 + (*r->p - '0');
	}
	return true;
}

static bool
take(struct reader *r, char c)
{
	if (r->p == r->end || (*r->p != c && (c < 'A' || *r->p != (c | 0x20))))
		return false;
	r->p++;
	return true;
}

static bool
is_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days since 1970; years begin in March, so that a leap day is the last of one. */
static int64_t
days_since_1970(int year, int month, int day)
{
	int from_march = (month + 9) % 12, years = month < 3 ? year - 1 : year;
	int64_t of_year = (153 * from_march + 2) / 5 + day - 1;

	years += 400; /* so that no division is of a negative number */
	return (int64_t)years * 365 + years / 4 - years / 100 + years / 400 + of_year - 865565;
}

static bool
take_date(struct reader *r, int64_t *days)
{
	static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int year, month, day;

	if (!take_digits(r, 4, &year) || !take(r, '-') || !take_digits(r, 2, &month) ||
	    !take(r, '-') || !take_digits(r, 2, &day) || month < 1 || month > 12 || day < 1)
		return false;
	*days = days_since_1970(year, month, day);
	return day <= lengths[month - 1] + (month == 2 && is_leap(year));
}

/* One to nine digits; what is finer than a microsecond is dropped. */
static bool
take_fraction(struct reader *r, int64_t *us)
{
	int64_t scale = SECOND_US / 10;
	int digits = 0;

	*us = 0;
	if (!take(r, '.'))
		return true;
	for (; r->p < r->end && *r->p >= '0' && *r->p <= '9'; r->p++, digits++) {
		*us += (*r->p - '0') * scale;
		scale /= 10;
	}
	return digits > 0 && digits <= 9;
}

static bool
take_offset(struct reader *r, int *minutes)
{
	int hour, minute, sign = 1;

	*minutes = 0;
	if (take(r, 'Z'))
		return true;
	if (take(r, '-'))
		sign = -1;
	else if (!take(r, '+'))
		return false;
	if (!take_digits(r, 2, &hour) || !take(r, ':') || !take_digits(r, 2, &minute))
		return false;
	*minutes = sign * (hour * 60 + minute);
	return hour < 24 && minute < 60;
}

bool
clock_read(const char *text, size_t n, int64_t *utc_us)
{
	struct reader r = {text, text + n};
	int hour = 0, minute = 0, second = 0, offset = 0;
	int64_t days, us = 0;

	*utc_us = 0;
	if (!take_date(&r, &days))
		return false;
	if (r.p < r.end &&
	    (!take(&r, 'T') || !take_digits(&r, 2, &hour) || !take(&r, ':') ||
		!take_digits(&r, 2, &minute) || !take(&r, ':') || !take_digits(&r, 2, &second) ||
		!take_fraction(&r, &us) || !take_offset(&r, &offset)))
		return false;
	if (r.p != r.end || hour > 23 || minute > 59 || second > 59)
		return false;
	int64_t seconds =
	    days * DAY_SECONDS + hour * INT64_C(3600) + (minute - offset) * INT64_C(60) + second;
	*utc_us = seconds * SECOND_US + us;
	return true;
}
