/* SPDX-License-Identifier: MIT */
/* record.c: a struct read from JSON, by its form. */
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

bool
field_fits(enum field_kind kind, struct str s)
{
	switch ((int)kind) {
	case FIELD_ID:
	case FIELD_IDS:
		return is_id(s);
	case FIELD_TEXT:
		return is_text(s);
	case FIELD_DIGEST:
	case FIELD_DIGESTS:
		return is_digest(s);
	case FIELD_STRING:
	case FIELD_STRINGS:
		return true;
	default:
		return false;
	}
}

static void *
place(void *record, size_t at)
{
	return (char *)record + at;
}

static bool
not_as_wanted(
    const struct json_doc *d, const struct json_node *n, const struct member *f, struct err *err)
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
	    [FIELD_PARTS] = "a list of objects",
	    [FIELD_STRING] = "a text",
	    [FIELD_CHARS] = "a short text",
	    [FIELD_LITERAL] = "nothing",
	    [FIELD_INTEGER] = "a whole number",
	    [FIELD_SHORT] = "a whole number of 32 bits",
	    [FIELD_COUNT] = "a whole number that is not negative",
	    [FIELD_WORD] = "nothing",
	    [FIELD_OBJECT] = "an object",
	    [FIELD_JSON] = "an object",
	    [FIELD_JSONS] = "a list of objects",
	    [FIELD_STRINGS] = "a list of texts",
	    [FIELD_SET] = "nothing",
	    [FIELD_TIME] = "nothing"};

	return json_err(d, n, err, "'%s' must be %s", f->name, wanted[f->kind]);
}

static size_t
most_of(const struct member *f)
{
	return f->most ? f->most : RECORD_LIST_MAX;
}

static bool
read_list(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct member *f, void *record)
{
	bool objects = f->kind == FIELD_JSONS;

	if (n->kind != JSON_ARRAY || n->count > most_of(f))
		return false;
	struct str *items = arena_array(a, n->count + 1, sizeof(*items));
	size_t *count = place(record, f->count_at);
	const struct str **list = place(record, f->at);
	if (!items)
		return false;
	*list = items;
	*count = 0;
	for (const struct json_node *i = json_first(d, n); i; i = json_next(d, i)) {
		if (i->kind != (objects ? JSON_OBJECT : JSON_STRING) ||
		    (!objects && !field_fits(f->kind, i->text)))
			return false;
		items[(*count)++] = objects ? json_source(d, i) : i->text;
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
read_chars(const struct json_node *n, char *to, size_t size)
{
	if (n->kind != JSON_STRING || n->text.n >= size)
		return false;
	if (n->text.n)
		memcpy(to, n->text.p, n->text.n);
	to[n->text.n] = '\0';
	return true;
}

static bool
read_number(const struct json_node *n, enum field_kind kind, void *to)
{
	int64_t number;

	if (n->kind != JSON_NUMBER || !json_int(n, &number))
		return false;
	if (kind == FIELD_SHORT) {
		*(int *)to = (int)number;
		return number >= INT32_MIN && number <= INT32_MAX;
	}
	if (kind == FIELD_COUNT)
		*(size_t *)to = (size_t)number;
	else
		*(int64_t *)to = number;
	return kind == FIELD_INTEGER || number >= 0;
}

static bool
read_value(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct member *f, void *record)
{
	void *to = place(record, f->at);

	switch ((int)f->kind) {
	case FIELD_ID:
	case FIELD_TEXT:
	case FIELD_STRING:
		*(struct str *)to = n->text;
		return n->kind == JSON_STRING && field_fits(f->kind, n->text);
	case FIELD_JSON:
		*(struct str *)to = json_source(d, n);
		return n->kind == JSON_OBJECT;
	case FIELD_DIGEST:
		return read_chars(n, to, DIGEST_HEX_BYTES) && is_digest(n->text);
	case FIELD_CHARS:
		return read_chars(n, to, f->size);
	case FIELD_NUMBER:
	case FIELD_INTEGER:
	case FIELD_SHORT:
	case FIELD_COUNT:
		return read_number(n, f->kind, to);
	case FIELD_BOOL:
		*(bool *)to = n->kind == JSON_TRUE;
		return n->kind == JSON_TRUE || n->kind == JSON_FALSE;
	case FIELD_IDS:
	case FIELD_DIGESTS:
	case FIELD_JSONS:
	case FIELD_STRINGS:
		return read_list(a, d, n, f, record);
	case FIELD_VERSION:
		return read_version(n);
	default:
		return false;
	}
}

static bool
read_parts(struct arena *a, const struct json_doc *d, const struct json_node *list,
    const struct member *f, void *record, struct err *err)
{
	void **to = place(record, f->at);
	size_t *count = place(record, f->count_at);

	if (list->kind != JSON_ARRAY || list->count > most_of(f))
		return not_as_wanted(d, list, f, err);
	char *items = arena_array(a, list->count + 1, f->form->size);
	if (!items)
		return err_memory(err);
	*to = items;
	*count = 0;
	for (const struct json_node *i = json_first(d, list); i; i = json_next(d, i)) {
		if (!record_read(a, d, i, f->form, items + *count * f->form->size, err))
			return false;
		(*count)++;
	}
	return true;
}

static bool
read_object(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct member *f, void *record, struct err *err)
{
	void *object = arena_alloc(a, f->form->size);

	if (!object)
		return err_memory(err);
	*(void **)place(record, f->at) = object;
	return record_read(a, d, n, f->form, object, err);
}

static bool
read_member(struct arena *a, const struct json_doc *d, const struct json_node *n,
    const struct member *f, void *record, struct err *err)
{
	if (f->or_null && n->kind == JSON_NULL)
		return true;
	if (f->kind == FIELD_PART)
		return record_read(a, d, n, f->form, place(record, f->at), err);
	if (f->kind == FIELD_OBJECT)
		return read_object(a, d, n, f, record, err);
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
    const struct form *form, void *record, struct err *err)
{
	size_t missing = 0;

	if (!object || object->kind != JSON_OBJECT)
		return err_set(err, ERR_INPUT, "an object is missing");
	for (size_t i = 0; i < form->count; i++) {
		const struct member *f = &form->fields[i];
		const struct json_node *n = json_get(d, object, f->name);
		if (!n && !f->or_missing)
			return json_err(d, object, err, "'%s' is missing", f->name);
		if (n && !read_member(a, d, n, f, record, err))
			return false;
		missing += !n;
	}
	if (object->count != form->count - missing)
		return json_err(d, object, err, "there is a member that has no meaning");
	return true;
}
