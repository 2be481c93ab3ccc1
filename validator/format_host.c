/* SPDX-License-Identifier: MIT */
/* format_host.c: addresses and names of hosts, and of people at them. */
#include "format_text.h"

enum {
	NAME_BYTES_MAX = 253,
	LABEL_BYTES_MAX = 63,
	LOCAL_BYTES_MAX = 64,
};

bool
is_ipv4(struct str s)
{
	struct str rest = s, octet;
	int count = 0;
	if (s.n > 0 && s.p[s.n - 1] == '.')
		return false;
	for (; str_cut(&rest, '.', &octet); count++) {
		int value = 0;
		if (octet.n == 0 || octet.n > 3 || (octet.n > 1 && octet.p[0] == '0'))
			return false;
		for (size_t i = 0; i < octet.n; i++) {
			if (!ascii_digit(octet.p[i]))
				return false;
			value = value * 10 + (octet.p[i] - '0');
		}
		if (value > 255)
			return false;
	}
	return count == 4;
}

/* Groups of up to four hexadecimal digits between colons; an IPv4 address counts for the last two.
 * -1: wrong. */
static int
count_groups(struct str s, bool last)
{
	int count = 0;
	if (s.n == 0)
		return 0;
	for (size_t from = 0; from <= s.n;) {
		size_t end = str_find(s, STR(":"), from);
		end = end == SIZE_MAX ? s.n : end;
		struct str group = str_slice(s, from, end);
		bool dotted = last && end == s.n && str_find(group, STR("."), 0) != SIZE_MAX;
		if (dotted && is_ipv4(group))
			return count + 2;
		if (group.n == 0 || group.n > 4)
			return -1;
		for (size_t i = 0; i < group.n; i++)
			if (ascii_hex(group.p[i]) < 0)
				return -1;
		count++;
		from = end + 1;
	}
	return count;
}

bool
is_ipv6(struct str s)
{
	if (s.n < 2 || s.n > 45)
		return false;
	size_t gap = str_find(s, STR("::"), 0);
	if (gap == SIZE_MAX)
		return count_groups(s, true) == 8;
	int left = count_groups(str_slice(s, 0, gap), false);
	int right = count_groups(str_slice(s, gap + 2, s.n), true);
	return left >= 0 && right >= 0 && left + right < 8;
}

static bool
is_label(struct str s)
{
	if (s.n == 0 || s.n > LABEL_BYTES_MAX || s.p[0] == '-' || s.p[s.n - 1] == '-')
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_letter(s.p[i]) && !ascii_digit(s.p[i]) && s.p[i] != '-')
			return false;
	bool encoded = s.n > 4 && (s.p[0] | 0x20) == 'x' && (s.p[1] | 0x20) == 'n' &&
		       s.p[2] == '-' && s.p[3] == '-';
	return !encoded || is_a_label(s);
}

bool
is_hostname(struct str s)
{
	if (s.n == 0 || s.n > NAME_BYTES_MAX)
		return false;
	for (size_t from = 0; from <= s.n;) {
		size_t end = str_find(s, STR("."), from);
		end = end == SIZE_MAX ? s.n : end;
		if (!is_label(str_slice(s, from, end)))
			return false;
		from = end + 1;
	}
	return true;
}

static bool
is_atom_char(char c, bool unicode)
{
	if ((unsigned char)c >= 0x80)
		return unicode;
	return ascii_letter(c) || ascii_digit(c) || (c && strchr("!#$%&'*+-/=?^_`{|}~", c));
}

static bool
is_dotted(struct str s, bool unicode)
{
	for (size_t i = 0; i < s.n; i++) {
		bool dot = s.p[i] == '.';
		if (!dot && !is_atom_char(s.p[i], unicode))
			return false;
		if (dot && (i == 0 || i + 1 == s.n || s.p[i - 1] == '.'))
			return false;
	}
	return s.n > 0;
}

static bool
is_quoted(struct str s, bool unicode)
{
	if (s.n < 2 || s.p[0] != '"' || s.p[s.n - 1] != '"')
		return false;
	for (size_t i = 1; i + 1 < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c == '\\' && i + 2 < s.n && s.p[i + 1] >= ' ' && s.p[i + 1] < 0x7f)
			i++;
		else if (c < ' ' || c == 0x7f || c == '"' || c == '\\' || (c >= 0x80 && !unicode))
			return false;
	}
	return true;
}

static bool
is_domain(struct str s, bool unicode)
{
	if (s.n > 2 && s.p[0] == '[' && s.p[s.n - 1] == ']') {
		struct str inner = str_slice(s, 1, s.n - 1);
		if (str_starts(inner, STR("IPv6:")))
			return is_ipv6(str_slice(inner, 5, inner.n));
		return is_ipv4(inner);
	}
	if (!unicode || utf8_invalid_at(s) < s.n)
		return is_hostname(s);
	return str_is_ascii(s) ? is_hostname(s) : s.n <= 4 * NAME_BYTES_MAX && is_dotted(s, true);
}

static bool
is_address(struct str s, bool unicode)
{
	size_t at = s.n;
	while (at > 0 && s.p[at - 1] != '@')
		at--;
	if (at < 2 || at - 1 > LOCAL_BYTES_MAX)
		return false;
	struct str local = str_slice(s, 0, at - 1), domain = str_slice(s, at, s.n);
	return (is_dotted(local, unicode) || is_quoted(local, unicode)) &&
	       is_domain(domain, unicode);
}

bool
is_email(struct str s)
{
	return is_address(s, false);
}

bool
is_idn_email(struct str s)
{
	return is_address(s, true);
}
