/* SPDX-License-Identifier: MIT */
#include "events.h"

#include "clock.h"
#include "record.h"

#define DATA_BYTES_MAX ((size_t)1 << 16)
#define FIELDS_MAX 32

static const struct {
	const char *type, *says;
} KINDS[EVENT_COUNT] = {
#define EVENT(ID, TYPE, SAYS) [EVENT_##ID] = {TYPE, SAYS},
#define FIELD(ID, NEED, KIND, NAME, SAYS)
#include "events.def"
#undef EVENT
#undef FIELD
};

#define MUST true
#define MAY false
static const struct event_field FIELDS[] = {
#define EVENT(ID, TYPE, SAYS)
#define FIELD(ID, NEED, KIND, NAME, SAYS) {EVENT_##ID, NEED, DATA_##KIND, #NAME, SAYS},
#include "events.def"
#undef EVENT
#undef FIELD
};
#undef MUST
#undef MAY

const char *
event_type(enum event_kind k)
{
	return (size_t)k < EVENT_COUNT ? KINDS[k].type : NULL;
}

const char *
event_says(enum event_kind k)
{
	return (size_t)k < EVENT_COUNT ? KINDS[k].says : NULL;
}

enum event_kind
event_kind_of(struct str type)
{
	for (size_t i = EVENT_NONE + 1; i < EVENT_COUNT; i++)
		if (str_is(type, KINDS[i].type))
			return (enum event_kind)i;
	return EVENT_NONE;
}

const struct event_field *
event_fields(enum event_kind k, size_t *count)
{
	size_t first = 0;

	while (first < ARRAY_LENGTH(FIELDS) && FIELDS[first].event != k)
		first++;
	*count = 0;
	while (first + *count < ARRAY_LENGTH(FIELDS) && FIELDS[first + *count].event == k)
		++*count;
	return &FIELDS[first];
}

/* -- writing --------------------------------------------------------------------------------- */

static bool
is_plain(unsigned char c)
{
	return c > 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '%';
}

void
event_word(struct str word, struct buf *out)
{
	size_t end = out->n + WORD_BYTES_MAX;

	size_t plain = 0;

	while (plain < word.n && plain < WORD_BYTES_MAX && is_plain((unsigned char)word.p[plain]))
		plain++;
	buf_str(out, str_slice(word, 0, plain));
	for (size_t i = plain; i < word.n; i++) {
		unsigned char c = (unsigned char)word.p[i];
		if (out->n + (is_plain(c) ? 1 : 3) > end || out->failed)
			return;
		if (is_plain(c))
			buf_char(out, word.p[i]);
		else
			buf_printf(out, "%%%02X", c);
	}
}

static void
put_word(struct buf *out, struct str word)
{
	buf_char(out, '"');
	event_word(word, out);
	buf_char(out, '"');
}

static bool
is_there(const struct event_field *f, const struct event_value *v)
{
	return v && ((f->kind == DATA_NUMBER && (f->must || v->number != 0)) || v->text.n > 0 ||
			v->count > 0);
}

static void
put_value(const struct event_field *f, const struct event_value *v, struct buf *out)
{
	if (f->kind == DATA_NUMBER) {
		buf_number(out, v->number);
		return;
	}
	if (f->kind != DATA_WORDS) {
		put_word(out, v->text);
		return;
	}
	buf_char(out, '[');
	for (size_t i = 0; i < v->count; i++) {
		if (i > 0)
			buf_char(out, ',');
		put_word(out, str_from(v->items[i]));
	}
	buf_char(out, ']');
}

static const struct event_value *
value_of(const struct event_field *f, const struct event_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (values[i].name && strcmp(values[i].name, f->name) == 0)
			return &values[i];
	return NULL;
}

static bool
all_are_known(enum event_kind k, const struct event_value *values, size_t count, struct err *err)
{
	size_t field_count;
	const struct event_field *fields = event_fields(k, &field_count);

	for (size_t i = 0; i < count; i++) {
		size_t at = 0;
		while (at < field_count && strcmp(fields[at].name, values[i].name) != 0)
			at++;
		if (at == field_count)
			return err_set(err, ERR_INTERNAL, "the event type '%s' has no field '%s'",
			    event_type(k), values[i].name);
	}
	return true;
}

bool
event_data(enum event_kind k, const struct event_value *values, size_t count, struct buf *out,
    struct err *err)
{
	size_t field_count;
	const struct event_field *fields = event_fields(k, &field_count);
	bool first = true;

	if (!all_are_known(k, values, count, err))
		return false;
	buf_char(out, '{');
	for (size_t i = 0; i < field_count; i++) {
		const struct event_value *v = value_of(&fields[i], values, count);
		if (!is_there(&fields[i], v)) {
			if (fields[i].must)
				return err_set(err, ERR_INTERNAL, "the event '%s' lacks '%s'",
				    event_type(k), fields[i].name);
			continue;
		}
		buf_text(out, first ? "\"" : ",\"");
		buf_text(out, fields[i].name);
		buf_text(out, "\":");
		put_value(&fields[i], v, out);
		first = false;
	}
	buf_char(out, '}');
	return !out->failed || err_memory(err);
}

/* -- the body -------------------------------------------------------------------------------- */

struct event_text { /* what the form is of; a time is a stamp there */
	struct event_row row;
	struct str time;
};

#define M(as, member) MEMBER_AS(as, struct event_text, row.member)
FORM(mono_form, struct event_text, M("boot", boot), M("us", mono_us));
FORM(writer_form, struct event_text, M("id", writer), M("seq", writer_seq));
/* In the order that is canonical. */
FORM(event_form, struct event_text, M("actor", actor),
    MEMBER_OR_MISSING("approval", struct event_text, row.approval),
    MEMBER_OF("data", FIELD_JSON, struct event_text, row.data),
    {.name = "mono", .kind = FIELD_PART, .form = &mono_form}, M("prev", prev_sha256),
    MEMBER_OR_MISSING("run", struct event_text, row.run), M("seq", seq),
    MEMBER(struct event_text, time), M("type", type), {.name = "v", .kind = FIELD_VERSION},
    {.name = "writer", .kind = FIELD_PART, .form = &writer_form});

void
event_body(const struct event_row *e, struct buf *out)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct event_text text = {*e, {stamp, 0}};
	struct json_writer w;

	clock_stamp_of(e->time_us, stamp);
	text.time = str_from(stamp);
	json_writer_init(&w, out, false);
	record_put_item(&w, &event_form, &text);
}

void
event_commit(const uint8_t salt[COMMIT_SALT_BYTES], struct str words, struct digest *out)
{
	digest_of_parts(
	    (const struct str[]){{(const char *)salt, COMMIT_SALT_BYTES}, {"\0", 1}, words}, 3,
	    out);
}

/* -- reading --------------------------------------------------------------------------------- */

static const struct json_limits BODY_LIMITS = {
    .bytes = DATA_BYTES_MAX + 4096, .depth = 4, .nodes = 1000, .number_bytes = 20};

static bool
is_word(struct str s)
{
	size_t n = s.n < WORD_BYTES_MAX ? s.n : WORD_BYTES_MAX;

	for (size_t i = 0; i < n; i++)
		if (!is_plain((unsigned char)s.p[i]) && s.p[i] != '%')
			return false;
	return s.n > 0 && s.n <= WORD_BYTES_MAX;
}

static bool
is_value(const struct event_field *f, const struct json_doc *d, const struct json_node *n)
{
	struct digest digest;
	int64_t number;

	switch (f->kind) {
	case DATA_DIGEST:
	case DATA_COMMIT:
		return n->kind == JSON_STRING && digest_read(n->text, &digest);
	case DATA_WORD:
		return n->kind == JSON_STRING && is_word(n->text);
	case DATA_NUMBER:
		return json_int(n, &number);
	case DATA_WORDS:
		if (n->kind != JSON_ARRAY || n->count == 0)
			return false;
		for (const struct json_node *i = json_first(d, n); i; i = json_next(d, i))
			if (i->kind != JSON_STRING || !is_word(i->text))
				return false;
		return true;
	case DATA_NONE:
	default:
		return false;
	}
}

static bool
read_data(
    const struct json_doc *d, const struct json_node *data, enum event_kind k, struct err *err)
{
	size_t count, known = 0;
	const struct event_field *fields = event_fields(k, &count);

	if (!data || data->kind != JSON_OBJECT)
		return err_set(err, ERR_INPUT, "an event has no data");
	for (size_t i = 0; i < count; i++) {
		const struct json_node *n = json_get(d, data, fields[i].name);
		known += n != NULL;
		if (n ? !is_value(&fields[i], d, n) : fields[i].must)
			return err_set(err, ERR_INPUT,
			    "in the event '%s', '%s' is missing or has the wrong type",
			    event_type(k), fields[i].name);
	}
	return known == data->count ||
	       err_set(err, ERR_INPUT, "the event '%s' has unknown fields", event_type(k));
}

static bool
read_time(struct str time, int64_t *us)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (!clock_read(time.p, time.n, us))
		return false;
	clock_stamp_of(*us, stamp);
	return str_is(time, stamp);
}

static bool
read_body(struct arena *a, const struct json_doc *d, struct event_row *e)
{
	struct event_text text = {.row = {.seq = -1}};
	struct digest prev;
	struct err ignored;

	if (!record_read(a, d, json_root(d), &event_form, &text, &ignored))
		return false;
	*e = text.row;
	const struct str words[] = {
	    e->actor, e->prev_sha256, e->type, e->boot, e->writer, text.time};
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (!is_word(words[i]))
			return false;
	return (!e->approval.p || is_word(e->approval)) && (!e->run.p || is_word(e->run)) &&
	       digest_read(e->prev_sha256, &prev) && read_time(text.time, &e->time_us) &&
	       e->seq >= 0 && e->writer_seq >= 1;
}

bool
event_read(struct arena *a, struct str body, struct event_row *out, struct err *err)
{
	struct json_doc d;

	*out = (struct event_row){.seq = -1};
	if (!json_parse_canonical(a, body, "event", &BODY_LIMITS, &d, err))
		return false;
	if (!read_body(a, &d, out))
		return err_set(
		    err, ERR_INPUT, "an event's members are missing, unknown or of the wrong type");
	enum event_kind k = event_kind_of(out->type);
	const struct json_node *data = json_get(&d, json_root(&d), "data");
	if (k == EVENT_NONE)
		return err_set(err, ERR_INPUT, "there is no event type '%.*s'", STR_ARG(out->type));
	out->doc = d;
	return read_data(&d, data, k, err);
}

struct str
event_said(const struct event_row *e, const char *field)
{
	return json_get_text(
	    &e->doc, json_get(&e->doc, json_root(&e->doc), "data"), field, STR(""));
}

int64_t
event_number(const struct event_row *e, const char *field, int64_t otherwise)
{
	return json_get_number(
	    &e->doc, json_get(&e->doc, json_root(&e->doc), "data"), field, otherwise);
}

/* -- the page -------------------------------------------------------------------------------- */

static const char *
kind_name(enum data_kind k)
{
	static const char *const names[] = {[DATA_NONE] = "",
	    [DATA_DIGEST] = "digest",
	    [DATA_COMMIT] = "commitment",
	    [DATA_WORD] = "word",
	    [DATA_NUMBER] = "number",
	    [DATA_WORDS] = "words"};

	return names[k];
}

#define FIELDS_SHARED 3 /* fewer are told again */

static bool
same_fields(enum event_kind a, enum event_kind b)
{
	size_t count, other;
	const struct event_field *x = event_fields(a, &count), *y = event_fields(b, &other);

	if (count != other)
		return false;
	for (size_t i = 0; i < count; i++)
		if (x[i].must != y[i].must || x[i].kind != y[i].kind ||
		    strcmp(x[i].name, y[i].name) != 0 || strcmp(x[i].says, y[i].says) != 0)
			return false;
	return count >= FIELDS_SHARED;
}

static void
page_of(enum event_kind k, struct buf *out)
{
	size_t count, first = EVENT_NONE + 1;
	const struct event_field *fields = event_fields(k, &count);

	while (first < k && !same_fields((enum event_kind)first, k))
		first++;
	buf_printf(out, "\n### `%s`\n\n%s.\n", event_type(k), event_says(k));
	if (first < k) {
		buf_printf(out, "\nThe fields of `%s`.\n", event_type((enum event_kind)first));
		return;
	}
	if (count > 0)
		buf_text(out, "\n| field | kind | meaning |\n| --- | --- | --- |\n");
	for (size_t i = 0; i < count; i++)
		buf_printf(out, "| `%s`%s | %s | %s |\n", fields[i].name,
		    fields[i].must ? "" : " (may)", kind_name(fields[i].kind), fields[i].says);
}

void
events_page(struct buf *out)
{
	buf_text(out,
	    "<!-- made by `sluice ledger events`; don't edit it by hand -->\n"
	    "# Events of the ledger\n\n"
	    "Each event is one line of canonical JSON (RFC 8785). Besides `data`, whose fields "
	    "depend on the type,\nevery event has:\n\n"
	    "| member | meaning |\n| --- | --- |\n"
	    "| `actor` | the person's id in the trust file, a worker's id, or `sweep` for the "
	    "store's own clock |\n"
	    "| `approval`, `run` | the approval or the run, if the event concerns one |\n"
	    "| `mono` | `boot`: the id of the machine's boot; `us`: its monotonic clock, in "
	    "microseconds |\n"
	    "| `prev` | the hash of the previous leaf; for the first event, 64 zeros |\n"
	    "| `seq` | the event's position in the log, from 0 |\n"
	    "| `time` | the database's clock, in UTC, with microseconds |\n"
	    "| `type`, `v` | the event's type; the version of this format, 1 |\n"
	    "| `writer` | `id` and `seq`: the process that wrote it, and a count; a missing number "
	    "means a missing event |\n\n"
	    "A *digest* is the SHA-256 of a content in hex. A *commitment* is SHA-256 of a random "
	    "salt of 32 bytes, a zero byte\nand the text that a person wrote. The text and the "
	    "salt are kept outside the log and can be erased; the commitment stays.\nA *word* is an id or a "
	    "fixed term, never text that a person wrote.\n");
	for (size_t i = EVENT_NONE + 1; i < EVENT_COUNT; i++)
		page_of((enum event_kind)i, out);
}
