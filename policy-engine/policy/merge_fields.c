/* SPDX-License-Identifier: MIT */
/* Members of objects, read as a table says. */
#include "merge.h"

_Static_assert(
    sizeof(enum decision) == sizeof(unsigned) && sizeof(enum severity) == sizeof(unsigned) &&
	sizeof(enum wall) == sizeof(unsigned) && sizeof(enum waivable) == sizeof(unsigned),
    "a choice is kept as an unsigned");

/*
 * The schema takes 2.0 and 1e3 for integers, and one of any length. What can't be kept exactly is
 * refused, for whoever takes it for nothing lets more through than was written.
 */
static bool
read_amount(struct merge *m, const struct json_node *n, int64_t *out)
{
	return json_int(n, out) ||
	       merge_complain(m, n,
		   "write it without fraction and exponent, with at most 18 digits",
		   "the number %.*s is not a plain integer", STR_ARG(json_source(m->doc, n)));
}

/* A span as the schema has judged it: digits and one of s, m, h, d. */
static int64_t
read_span(struct str text)
{
	static const char units[] = "smhd";
	static const int64_t seconds[] = {1, 60, 3600, 86400};
	const char *unit = memchr(units, text.p[text.n - 1], sizeof(units) - 1);
	int64_t amount;

	(void)str_number(str_slice(text, 0, text.n - 1), &amount);
	return unit != NULL ? amount * seconds[unit - units] * 1000000 : 0;
}

static unsigned
read_choice(const struct merge_field *f, struct str word)
{
	for (unsigned i = 0; i < f->word_count; i++)
		if (f->words[i] != NULL && str_is(word, f->words[i]))
			return i;
	return 0;
}

static unsigned
read_choices(struct merge *m, const struct merge_field *f, const struct json_node *list)
{
	unsigned bits = 0;

	JSON_EACH(n, m->doc, list)
		bits |= 1u << read_choice(f, n->text);
	return bits;
}

/* As Python writes it. */
static struct str
read_value(const struct merge *m, const struct json_node *n)
{
	return n->kind == JSON_TRUE    ? STR("True")
	       : n->kind == JSON_FALSE ? STR("False")
	       : n->kind == JSON_NULL  ? STR("None")
	       : json_is_text(n)       ? n->text
				       : json_source(m->doc, n);
}

static void
read_words(struct merge *m, enum field_kind kind, const struct json_node *said, struct words *out)
{
	if (!merge_fits(m, said, out->count))
		return;
	JSON_EACH_SAID(n, m->doc, said) {
		struct str word = kind == FIELD_SYMBOLS  ? merge_symbol(m, n->text)
				  : kind == FIELD_VALUES ? read_value(m, n)
							 : n->text;

		m->failed = !words_add(m->arena, out, word) || m->failed;
	}
}

bool
merge_field(
    struct merge *m, const struct json_node *n, const struct merge_field *f, union field_value *out)
{
	switch (f->kind) {
	case FIELD_AMOUNT:
		if (!read_amount(m, n, &out->amount))
			return false;
		out->amount *= f->unit;
		break;
	case FIELD_SPAN:
		out->amount = read_span(n->text);
		break;
	case FIELD_FLAG:
		out->flag = f->words != NULL ? read_choice(f, n->text) > 0 : n->kind == JSON_TRUE;
		break;
	case FIELD_GIVEN:
		out->flag = true;
		break;
	case FIELD_CHOICE:
		out->choice = read_choice(f, n->text);
		break;
	case FIELD_CHOICES:
		out->choice = read_choices(m, f, n);
		break;
	case FIELD_WORDS:
	case FIELD_SYMBOLS:
	case FIELD_VALUES:
		read_words(m, f->kind, n, &out->words);
		break;
	case FIELD_TEXT:
	default:
		out->text = n->text;
		break;
	}
	return true;
}

void
merge_fields(struct merge *m, const struct json_node *object, const struct merge_field *fields,
    size_t count, void *out)
{
	for (const struct merge_field *f = fields;
	     object->kind == JSON_OBJECT && f < fields + count; f++) {
		const struct json_node *n = json_get(m->doc, object, f->name);
		char *at = (char *)out + f->at;
		union field_value value;

		memcpy(&value, at, f->size);
		if (n != NULL && merge_field(m, n, f, &value))
			memcpy(at, &value, f->size);
	}
}
