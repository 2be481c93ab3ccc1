/* SPDX-License-Identifier: MIT */
/* record_write.c: a struct as JSON, by its form. */
#include "record.h"

#include "clock.h"

#define RECORD_VERSION 1

static const void *
look(const void *record, size_t at)
{
	return (const char *)record + at;
}

static size_t
most_of(const struct member *f)
{
	return f->most ? f->most : RECORD_LIST_MAX;
}

/* A number that may be null is so below 0; one that may be missing, where it is 0. */
static bool
number_is_empty(const struct member *f, int64_t number)
{
	return f->or_null ? number < 0 : number == 0;
}

static int64_t
number_of(const struct member *f, const void *from)
{
	switch ((int)f->kind) {
	case FIELD_SHORT:
		return *(const int *)from;
	case FIELD_COUNT:
		return (int64_t) * (const size_t *)from;
	case FIELD_BOOL:
		return *(const bool *)from;
	default:
		return *(const int64_t *)from;
	}
}

static void
write_time(struct json_writer *w, int64_t us)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(us, stamp);
	json_text(w, stamp);
}

static bool
is_empty(const struct member *f, const void *record)
{
	const void *from = look(record, f->at);

	switch ((int)f->kind) {
	case FIELD_ID:
	case FIELD_TEXT:
	case FIELD_STRING:
	case FIELD_JSON:
		return ((const struct str *)from)->n == 0;
	case FIELD_DIGEST:
	case FIELD_CHARS:
		return !*(const char *)from;
	case FIELD_TIME:
		return *(const int64_t *)from == 0;
	case FIELD_LITERAL:
	case FIELD_OBJECT:
	case FIELD_STRINGS:
		return !*(const void *const *)from;
	case FIELD_NUMBER:
	case FIELD_INTEGER:
	case FIELD_SHORT:
	case FIELD_COUNT:
	case FIELD_BOOL:
		return number_is_empty(f, number_of(f, from));
	default:
		return false;
	}
}

static bool
write_list(struct json_writer *w, const struct member *f, const void *record)
{
	const struct str *const *items = look(record, f->at);
	const size_t *count = look(record, f->count_at);

	json_array(w);
	for (size_t i = 0; i < *count; i++) {
		if (f->kind == FIELD_JSONS)
			json_raw(w, (*items)[i]);
		else
			json_str(w, (*items)[i]);
		if (f->kind != FIELD_STRINGS &&
		    (i == most_of(f) ||
			(f->kind != FIELD_JSONS && !field_fits(f->kind, (*items)[i]))))
			return false;
	}
	json_end_array(w);
	return true;
}

static bool
write_text(struct json_writer *w, const struct member *f, const void *from)
{
	const struct str *text = from;

	switch ((int)f->kind) {
	case FIELD_JSON:
		json_raw(w, *text);
		return text->n > 0;
	case FIELD_DIGEST:
	case FIELD_CHARS:
		json_text(w, from);
		return f->kind == FIELD_CHARS || is_digest(str_from(from));
	case FIELD_LITERAL:
		json_text(w, *(const char *const *)from);
		return true;
	case FIELD_WORD:
		json_text(w, f->word(*(const unsigned *)from));
		return true;
	default:
		json_str(w, *text);
		return field_fits(f->kind, *text);
	}
}

static bool
write_value(struct json_writer *w, const struct member *f, const void *record)
{
	const void *from = look(record, f->at);

	switch ((int)f->kind) {
	case FIELD_NUMBER:
	case FIELD_INTEGER:
	case FIELD_SHORT:
	case FIELD_COUNT:
		json_number(w, number_of(f, from));
		return f->kind != FIELD_NUMBER || number_of(f, from) >= 0;
	case FIELD_BOOL:
		json_bool(w, *(const bool *)from);
		return true;
	case FIELD_SET:
		json_bool(w, *(const int64_t *)from != 0);
		return true;
	case FIELD_TIME:
		write_time(w, *(const int64_t *)from);
		return true;
	case FIELD_IDS:
	case FIELD_DIGESTS:
	case FIELD_JSONS:
	case FIELD_STRINGS:
		return write_list(w, f, record);
	case FIELD_VERSION:
		json_number(w, RECORD_VERSION);
		return true;
	default:
		return write_text(w, f, from);
	}
}

/* Without `err` whatever there is is written: record_put. */
static bool
write_parts(struct json_writer *w, const struct member *f, const void *record, struct err *err)
{
	const void *const *from = look(record, f->at);
	const size_t *count = look(record, f->count_at);

	if (err && *count > most_of(f))
		return err_set(
		    err, ERR_LIMIT, "'%s' has more than %zu entries", f->name, most_of(f));
	json_array(w);
	for (size_t i = 0; i < *count; i++)
		if (!record_write(w, f->form, look(*from, i * f->form->size), err))
			return false;
	json_end_array(w);
	return true;
}

static bool
write_member(struct json_writer *w, const struct member *f, const void *record, struct err *err)
{
	if (f->or_null && is_empty(f, record)) {
		json_null(w);
		return true;
	}
	if (f->kind == FIELD_PART)
		return record_write(w, f->form, look(record, f->at), err);
	if (f->kind == FIELD_OBJECT)
		return record_write(w, f->form, *(const void *const *)look(record, f->at), err);
	if (f->kind == FIELD_PARTS)
		return write_parts(w, f, record, err);
	return write_value(w, f, record) || !err ||
	       err_set(err, ERR_INPUT, "'%s' can't be written as it is", f->name);
}

static bool
write_members(struct json_writer *w, const struct form *form, const void *record, struct err *err)
{
	for (size_t i = 0; i < form->count; i++) {
		if (form->fields[i].or_missing && is_empty(&form->fields[i], record))
			continue;
		json_name(w, form->fields[i].name);
		if (!write_member(w, &form->fields[i], record, err))
			return false;
	}
	return true;
}

bool
record_write(struct json_writer *w, const struct form *form, const void *record, struct err *err)
{
	json_object(w);
	if (!write_members(w, form, record, err))
		return false;
	json_end_object(w);
	return true;
}

void
record_put(struct json_writer *w, const struct form *form, const void *record)
{
	(void)write_members(w, form, record, NULL);
}

void
record_put_item(struct json_writer *w, const struct form *form, const void *record)
{
	json_object(w);
	record_put(w, form, record);
	json_end_object(w);
}

void
record_put_object(
    struct json_writer *w, const char *name, const struct form *form, const void *record)
{
	json_name(w, name);
	if (record)
		record_put_item(w, form, record);
	else
		json_null(w);
}

void
record_put_list(struct json_writer *w, const char *name, const struct form *form,
    const void *records, size_t count)
{
	json_open_array(w, name);
	for (size_t i = 0; i < count; i++)
		record_put_item(w, form, look(records, i * form->size));
	json_end_array(w);
}

bool
record_finish(struct arena *a, struct buf *out, struct str *text, struct err *err)
{
	bool good = !out->failed ? json_canonical_text(a, buf_view(out), text, err)
				 : err_set(err, ERR_LIMIT, "more than %zu bytes", out->max);

	buf_release(out);
	return good;
}

bool
record_text(struct arena *a, const struct form *form, const void *record, size_t bytes_max,
    struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, bytes_max);
	json_writer_init(&w, &text, false);
	if (record_write(&w, form, record, err))
		return record_finish(a, &text, out, err);
	buf_release(&text);
	return false;
}
