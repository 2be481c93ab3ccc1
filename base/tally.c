/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include <stdlib.h>

#define NUMBER_BYTES_MAX 20

void
tally_init(struct tally *t, size_t max_bytes)
{
	*t = (struct tally){.max = max_bytes};
}

void
tally_release(struct tally *t)
{
	free(t->text);
	free(t->lines);
	t->text = NULL;
	t->lines = NULL;
}

/* Room for `more` bytes of text. */
static bool
reserve(struct tally *t, size_t more)
{
	size_t capacity = t->capacity > 0 ? t->capacity : 4096;
	char *text;

	t->full = t->full || more > t->max - t->n;
	t->failed = t->failed || t->full;
	if (t->failed)
		return false;
	if (t->n + more <= t->capacity)
		return true;
	while (capacity < t->n + more)
		capacity *= 2;
	text = realloc(t->text, capacity);
	if (text == NULL) {
		t->failed = true;
		return false;
	}
	t->text = text;
	t->capacity = capacity;
	return true;
}

void
tally_put(struct tally *t, const char *p, size_t n)
{
	if (n == 0 || !reserve(t, n))
		return;
	memcpy(t->text + t->n, p, n);
	t->n += n;
}

void
tally_text(struct tally *t, const char *z)
{
	tally_put(t, z, strlen(z));
}

static size_t
write_number(size_t number, char out[NUMBER_BYTES_MAX])
{
	size_t at = NUMBER_BYTES_MAX, n;

	if (number < 10) { /* as nearly all are */
		out[0] = (char)('0' + number);
		return 1;
	}
	do {
		out[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	n = NUMBER_BYTES_MAX - at;
	memmove(out, out + at, n);
	return n;
}

void
tally_number(struct tally *t, size_t number)
{
	char text[NUMBER_BYTES_MAX];

	tally_put(t, text, write_number(number, text));
}

/* The order of keys is the order of the texts' first bytes. */
static uint64_t
key_of(const char *p, size_t n)
{
	uint64_t key = 0;

	for (size_t i = 0; i < sizeof(key); i++)
		key = key << 8 | (i < n ? (unsigned char)p[i] : 0);
	return key;
}

void
tally_end(struct tally *t)
{
	if (!t->failed && t->line_count == t->line_capacity) {
		size_t capacity = t->line_capacity > 0 ? 2 * t->line_capacity : 256;
		void *lines = realloc(t->lines, capacity * sizeof(*t->lines));

		t->failed = lines == NULL;
		if (lines != NULL) {
			t->lines = lines;
			t->line_capacity = capacity;
		}
	}
	if (t->failed)
		return;
	t->lines[t->line_count++] = (struct tally_line){key_of(t->text + t->open, t->n - t->open),
	    (uint32_t)t->open, (uint32_t)(t->n - t->open)};
	t->open = t->n;
}

int
tally_order(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n > 0 ? memcmp(a.p, b.p, n) : 0;

	return order != 0 ? order : (a.n > b.n) - (a.n < b.n);
}

static struct str
line_text(const struct tally *t, const struct tally_line *line)
{
	return (struct str){t->text + line->at, line->n};
}

static int
compare(const void *left, const void *right, void *tally)
{
	const struct tally_line *a = left, *b = right;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return tally_order(line_text(tally, a), line_text(tally, b));
}

/* How many lines from `at` on are the same. */
static size_t
run_length(struct tally *t, size_t at)
{
	size_t n = 1;

	while (at + n < t->line_count && compare(&t->lines[at], &t->lines[at + n], t) == 0)
		n++;
	return n;
}

bool
tally_finish(struct tally *t, char **text, size_t *n)
{
	size_t room = t->n + t->line_count * (NUMBER_BYTES_MAX + 2);
	char *out = t->failed ? NULL : malloc(room + 1), *at = out;
	size_t same;

	*text = NULL;
	*n = 0;
	if (out == NULL)
		return false;
	if (t->line_count > 1)
		qsort_r(t->lines, t->line_count, sizeof(*t->lines), compare, t);
	for (size_t i = 0; i < t->line_count; i += same) {
		struct str line = line_text(t, &t->lines[i]);

		same = run_length(t, i);
		if (line.n > 0)
			memcpy(at, line.p, line.n);
		at += line.n;
		*at++ = ' ';
		at += write_number(same, at);
		*at++ = '\n';
	}
	*text = out;
	*n = (size_t)(at - out);
	t->n = t->open = t->line_count = 0;
	return true;
}

bool
tally_next(struct str *text, struct tally_entry *out)
{
	const char *end = text->n > 0 ? memchr(text->p, '\n', text->n) : NULL;
	const char *digits = end;
	size_t place = 1;

	*out = (struct tally_entry){{"", 0}, 0};
	if (end == NULL)
		return false;
	for (; digits > text->p && digits[-1] >= '0' && digits[-1] <= '9'; place *= 10)
		out->count += (size_t)(*--digits - '0') * place;
	if (digits == end || digits == text->p || digits[-1] != ' ')
		return false;
	out->what = (struct str){text->p, (size_t)(digits - 1 - text->p)};
	text->n -= (size_t)(end + 1 - text->p);
	text->p = end + 1;
	return true;
}
