/* SPDX-License-Identifier: MIT */
#include "record.h"

#define ID_BYTES_MAX 400
#define RECORD_VERSION 1
#define TEXT_BYTES_MAX ((size_t)16 << 10)

bool
is_digest(struct str s)
{
	if (s.n != DIGEST_HEX_BYTES - 1)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= '0' && s.p[i] <= '9') && !(s.p[i] >= 'a' && s.p[i] <= 'f'))
			return false;
	return true;
}

/* A name that is shown to people: one line, and nothing in it that they can't see. */
static bool
is_id(struct str s)
{
	if (s.n == 0 || s.n > ID_BYTES_MAX)
		return false;
	for (size_t at = 0; at < s.n;) {
		int32_t c = utf8_next(s, &at);
		if (c < 0x20 || codepoint_is_invisible((uint32_t)c))
			return false;
	}
	return true;
}

static bool
is_text(struct str s)
{
	return s.n <= TEXT_BYTES_MAX && utf8_invalid_at(s) == s.n &&
	       (s.n == 0 || !memchr(s.p, '\0', s.n));
}

static bool
fits(enum field_kind kind, struct str s)
{
	switch (kind) {
	case FIELD_ID:
	case FIELD_IDS:
		return is_id(s);
	case FIELD_TEXT:
		return is_text(s);
	case FIELD_DIGEST:
	case FIELD_DIGESTS:
		return is_digest(s);
	case FIELD_NUMBER:
	case FIELD_BOOL:
	case FIELD_VERSION:
	case FIELD_PART:
	case FIELD_PARTS:
	case FIELD_NONE:
	default:
		return false;
	}
}

static void *
place(void *record, size_t at)
{
	return (char *)record + at;
}

static const void *
look(const void *record, size_t at)
{
	return (const char *)record + at;
}

static bool
not_as_wanted(
    const struct json_doc *d, const struct json_node *n, const struct field *f, struct err *err)
{
	static const char *const wanted[] = {[FIELD_NONE] = "nothing",
	    [FIELD_ID] = "1 to 400 bytes of characters that can be seen",
	    [FIELD_TEXT] = "a text of at most 16 KiB",
	    [FIELD_NUMBER] = "a whole number that is not negative",
	    [FIELD_BOOL] = "true or false",
	    [FIELD_DIGEST] = "a SHA-256 in lower-case hex",
	    [FIELD_IDS] = "a list of names",
	    [FIELD_DIGESTS] = "a list of SHA-256 in lower-case hex",
	    [FIELD_VERSION] = "1",
	    [FIELD_PART] = "an object",
	    [FIELD_PARTS] = "a list of objects"};

	return json_err(d, n, err, "'%s' must be %s", f->name, wanted[f->kind]);
}

static bool
read_list(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct field *f, void *record)
{
	if (n->kind != JSON_ARRAY || n->count > RECORD_LIST_MAX)
		return false;
	struct str *items = arena_array(a, n->count + 1, sizeof(*items));
	size_t *count = place(record, f->count_at);
	const struct str **list = place(record, f->at);
	if (!items)
		return false;
	*list = items;
	*count = 0;
	for (const struct json_node *i = json_first(d, n); i; i = json_next(d, i)) {
		if (i->kind != JSON_STRING || !fits(f->kind, i->text))
			return false;
		items[(*count)++] = i->text;
	}
	return true;
}

static bool
read_version(const struct json_node *n)
{
	int64_t version;

	return n->kind == JSON_NUMBER && json_int(n, &version) && version == RECORD_VERSION;
}

static bool
read_digest(const struct json_node *n, char *to)
{
	if (n->kind != JSON_STRING || !is_digest(n->text))
		return false;
	memcpy(to, n->text.p, n->text.n);
	to[n->text.n] = '\0';
	return true;
}

static bool
read_value(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct field *f, void *record)
{
	void *to = place(record, f->at);
	int64_t *number = to;
	struct str *text = to;
	bool *flag = to;

	switch (f->kind) {
	case FIELD_ID:
	case FIELD_TEXT:
		*text = n->text;
		return n->kind == JSON_STRING && fits(f->kind, n->text);
	case FIELD_DIGEST:
		return read_digest(n, to);
	case FIELD_NUMBER:
		return n->kind == JSON_NUMBER && json_int(n, number) && *number >= 0;
	case FIELD_BOOL:
		*flag = n->kind == JSON_TRUE;
		return n->kind == JSON_TRUE || n->kind == JSON_FALSE;
	case FIELD_IDS:
	case FIELD_DIGESTS:
		return read_list(a, d, n, f, record);
	case FIELD_VERSION:
		return read_version(n);
	case FIELD_PART:
	case FIELD_PARTS:
	case FIELD_NONE:
	default:
		return false;
	}
}

static bool
read_parts(struct arena *a, const struct json_doc *d, const struct json_node *list,
    const struct field *f, void *record, struct err *err)
{
	void **to = place(record, f->at);
	size_t *count = place(record, f->count_at);

	if (list->kind != JSON_ARRAY || list->count > RECORD_LIST_MAX)
		return not_as_wanted(d, list, f, err);
	char *items = arena_array(a, list->count + 1, f->size);
	if (!items)
		return err_memory(err);
	*to = items;
	*count = 0;
	for (const struct json_node *i = json_first(d, list); i; i = json_next(d, i)) {
		if (!record_read(a, d, i, f->parts, f->part_count, items + *count * f->size, err))
			return false;
		(*count)++;
	}
	return true;
}

static bool
read_member(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct field *f, void *record, struct err *err)
{
	if (f->kind == FIELD_PART)
		return record_read(a, d, n, f->parts, f->part_count, record, err);
	if (f->kind == FIELD_PARTS)
		return read_parts(a, d, n, f, record, err);
	return read_value(a, d, n, f, record) || not_as_wanted(d, n, f, err);
}

bool
record_shape(const struct json_doc *d, const struct json_node *object, const char *const *names,
    size_t count, struct err *err)
{
	if (!object || object->kind != JSON_OBJECT)
		return err_set(err, ERR_INPUT, "an object is missing");
	for (size_t i = 0; i < count; i++)
		if (!json_get(d, object, names[i]))
			return json_err(d, object, err, "'%s' is missing", names[i]);
	if (object->count != count)
		return json_err(d, object, err, "there is a member that has no meaning");
	return true;
}

bool
record_read(struct arena *a, const struct json_doc *d, const struct json_node *object,
    const struct field *fields, size_t count, void *record, struct err *err)
{
	if (!object || object->kind != JSON_OBJECT)
		return err_set(err, ERR_INPUT, "an object is missing");
	for (size_t i = 0; i < count; i++) {
		const struct json_node *n = json_get(d, object, fields[i].name);
		if (!n)
			return json_err(d, object, err, "'%s' is missing", fields[i].name);
		if (!read_member(a, d, n, &fields[i], record, err))
			return false;
	}
	if (object->count != count)
		return json_err(d, object, err, "there is a member that has no meaning");
	return true;
}

static bool
write_list(struct json_writer *w, const struct field *f, const void *record)
{
	const struct str *const *items = look(record, f->at);
	const size_t *count = look(record, f->count_at);

	json_array(w);
	for (size_t i = 0; i < *count; i++) {
		if (i == RECORD_LIST_MAX || !fits(f->kind, (*items)[i]))
			return false;
		json_str(w, (*items)[i]);
	}
	json_end_array(w);
	return true;
}

static bool
write_value(struct json_writer *w, const struct field *f, const void *record)
{
	const void *from = look(record, f->at);
	const struct str *text = from;
	const int64_t *number = from;
	const bool *flag = from;

	switch (f->kind) {
	case FIELD_ID:
	case FIELD_TEXT:
		json_str(w, *text);
		return fits(f->kind, *text);
	case FIELD_DIGEST:
		json_text(w, from);
		return is_digest(str_from(from));
	case FIELD_NUMBER:
		json_number(w, *number);
		return *number >= 0;
	case FIELD_BOOL:
		json_bool(w, *flag);
		return true;
	case FIELD_IDS:
	case FIELD_DIGESTS:
		return write_list(w, f, record);
	case FIELD_VERSION:
		json_number(w, RECORD_VERSION);
		return true;
	case FIELD_PART:
	case FIELD_PARTS:
	case FIELD_NONE:
	default:
		return false;
	}
}

static bool
write_parts(struct json_writer *w, const struct field *f, const void *record, struct err *err)
{
	const void *const *from = look(record, f->at);
	const size_t *count = look(record, f->count_at);

	if (*count > RECORD_LIST_MAX)
		return err_set(
		    err, ERR_LIMIT, "'%s' has more than %d entries", f->name, RECORD_LIST_MAX);
	json_array(w);
	for (size_t i = 0; i < *count; i++)
		if (!record_write(w, f->parts, f->part_count, look(*from, i * f->size), err))
			return false;
	json_end_array(w);
	return true;
}

static bool
write_member(struct json_writer *w, const struct field *f, const void *record, struct err *err)
{
	if (f->kind == FIELD_PART)
		return record_write(w, f->parts, f->part_count, record, err);
	if (f->kind == FIELD_PARTS)
		return write_parts(w, f, record, err);
	return write_value(w, f, record) ||
	       err_set(err, ERR_INPUT, "'%s' can't be written as it is", f->name);
}

bool
record_write(struct json_writer *w, const struct field *fields, size_t count, const void *record,
    struct err *err)
{
	json_object(w);
	for (size_t i = 0; i < count; i++) {
		json_name(w, fields[i].name);
		if (!write_member(w, &fields[i], record, err))
			return false;
	}
	json_end_object(w);
	return true;
}

bool
record_finish(struct arena *a, struct buf *out, struct str *text, struct err *err)
{
	bool good = !out->failed ? json_canonical_text(a, buf_view(out), text, err)
				 : err_set(err, ERR_LIMIT, "more than %zu bytes", out->max);

	buf_release(out);
	return good;
}
