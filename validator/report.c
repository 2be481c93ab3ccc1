/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>

enum {
	KNOWN_LISTED_MAX = 12,
};

/* The names that the object of the last unknown key might have had. */
struct known {
	uint32_t unit, object;
	size_t count;
	struct str names[REPORT_NAMES_MAX];
};

struct report {
	struct run *r;
	struct cause **causes; /* sorted by place, without what is said twice */
	size_t count;
	struct known *known;
};

static uint64_t
sort_key(const struct run *r, const struct cause *c)
{
	return (uint64_t)r->d->nodes[c->node].at << 32 | c->node;
}

struct sortable {
	uint64_t key;
	struct cause *cause;
};

static int
compare_u32(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int
by_place(const void *a, const void *b)
{
	const struct sortable *x = a, *y = b;
	if (x->key != y->key)
		return x->key > y->key ? 1 : -1;
	int order = compare_u32(x->cause->unit, y->cause->unit);
	order = order ? order : compare_u32(x->cause->op, y->cause->op);
	order = order ? order : compare_u32(x->cause->code, y->cause->code);
	order = order ? order : compare_u32(x->cause->kind, y->cause->kind);
	return order ? order : compare_u32(x->cause->detail, y->cause->detail);
}

static bool
says_the_same(const struct cause *a, const struct cause *b)
{
	if (a->node != b->node || a->kind != b->kind)
		return false;
	if (a->kind == CAUSE_UNKNOWN)
		return true;
	return a->unit == b->unit && a->op == b->op && a->code == b->code && a->detail == b->detail;
}

static bool
sort_causes(struct report *p)
{
	struct run *r = p->r;
	struct sortable *s = arena_array(r->a, r->cause_count + 1, sizeof(*s));
	p->causes = arena_array(r->a, r->cause_count + 1, sizeof(struct cause *));
	if (!s || !p->causes)
		return false;
	for (size_t i = 0; i < r->cause_count; i++)
		s[i] = (struct sortable){sort_key(r, &r->causes[i]), &r->causes[i]};
	qsort(s, r->cause_count, sizeof(*s), by_place);
	for (size_t i = 0; i < r->cause_count; i++)
		if (p->count == 0 || !says_the_same(p->causes[p->count - 1], s[i].cause))
			p->causes[p->count++] = s[i].cause;
	return true;
}

static struct str
missing_name(const struct run *r, const struct cause *c)
{
	return value_text(r->s->docs[r->s->units[c->unit].doc], c->detail);
}

/* A missing key and an unknown one of nearly the same name are one mistake: the first then says
 * nothing. */
static struct str
take_missing(struct report *p, uint32_t object, struct str word)
{
	struct str names[REPORT_NAMES_MAX] = {{0}};
	struct cause *owners[REPORT_NAMES_MAX] = {0};
	size_t count = 0;
	for (size_t i = 0; i < p->count && count < REPORT_NAMES_MAX; i++) {
		struct cause *c = p->causes[i];
		if (!c || c->kind != CAUSE_MISSING || c->node != object)
			continue;
		names[count] = missing_name(p->r, c);
		owners[count++] = c;
	}
	struct str close = text_closest(word, names, count);
	for (size_t i = 0; i < count; i++)
		if (close.n > 0 && str_eq(names[i], close))
			for (size_t k = 0; k < p->count; k++)
				if (p->causes[k] == owners[i])
					p->causes[k] = NULL;
	return close;
}

static const struct known *
known_names(struct report *p, uint32_t unit, uint32_t object)
{
	if (!p->known) {
		p->known = arena_alloc(p->r->a, sizeof(*p->known));
		if (!p->known)
			return NULL;
		p->known->object = NO_NODE;
	}
	struct known *k = p->known;
	if (k->unit == unit && k->object == object)
		return k;
	k->unit = unit;
	k->object = object;
	k->count = suggest_names(p->r, unit, object, k->names);
	return k;
}

static void
add_known(struct buf *b, const struct known *k)
{
	if (k->count == 0 || k->count > KNOWN_LISTED_MAX)
		return;
	buf_text(b, k->count == 1 ? "the only other key is " : "other keys are ");
	for (size_t i = 0; i < k->count; i++) {
		buf_text(b, i == 0 ? "'" : i + 1 == k->count ? " and '" : ", '");
		buf_visible(b, k->names[i], REPORT_TEXT_CODEPOINTS);
		buf_char(b, '\'');
	}
}

static void
add_unknown_help(struct report *p, const struct cause *c, struct schema_issue *issue, struct buf *b)
{
	const struct json_node *name = &p->r->d->nodes[c->node];
	struct str close = take_missing(p, name->parent, name->text);
	const struct known *k = known_names(p, c->unit, name->parent);
	if (close.n == 0 && k)
		close = text_closest(name->text, k->names, k->count);
	if (close.n > 0)
		buf_printf(b, "did you mean '%.*s'?", STR_ARG(close));
	else if (k)
		add_known(b, k);
	issue->expected = close;
}

static bool
build_help(struct report *p, const struct cause *c, struct schema_issue *issue)
{
	struct buf b;
	buf_init(&b, 1u << 16);
	if (c->kind == CAUSE_UNKNOWN && c->code != OP_UNEVALUATED_ITEMS) {
		add_unknown_help(p, c, issue, &b);
	} else if (c->kind == CAUSE_PLAIN) {
		struct str close = suggest_value(p->r, c);
		if (close.n > 0)
			buf_printf(&b, "did you mean '%.*s'?", STR_ARG(close));
	}
	return buf_keep(&b, p->r->a, &issue->help);
}

/* The keyword is the name before its value; what is false has none. */
static struct str
keyword_name(const struct run *r, const struct cause *c, uint32_t node)
{
	const struct json_doc *schema = r->s->docs[r->s->units[c->unit].doc];
	if (c->code == OP_FALSE)
		return STR("false");
	return schema->nodes[node - 1].text;
}

static bool
build_pointers(struct run *r, const struct cause *c, struct schema_issue *issue)
{
	struct buf b;
	uint32_t node = cause_keyword(r->s, c);
	buf_init(&b, 1u << 20);
	issue->keyword = keyword_name(r, c, node);
	const struct json_doc *schema = r->s->docs[r->s->units[c->unit].doc];
	json_pointer(schema, &schema->nodes[node], &b);
	bool ok = !b.failed && arena_copy(r->a, buf_view(&b), &issue->schema);
	buf_clear(&b);
	const struct json_node *n = &r->d->nodes[c->node];
	json_pointer(r->d, n->flags & JSON_NAME ? n + 1 : n, &b);
	ok = ok && !b.failed && arena_copy(r->a, buf_view(&b), &issue->instance);
	buf_release(&b);
	return ok;
}

/* Lines and columns of places in rising order, each from the one before. */
struct place {
	size_t at;
	unsigned line, column;
};

static void
move_to(struct place *p, struct str source, size_t at)
{
	unsigned line = 1, column = 1;
	if (at < p->at)
		*p = (struct place){0, 1, 1};
	text_place(str_slice(source, p->at, source.n), at - p->at, &line, &column);
	p->column = line == 1 ? p->column + column - 1 : column;
	p->line += line - 1;
	p->at = at;
}

static unsigned
node_width(const struct json_doc *d, const struct json_node *n)
{
	if (n->kind >= JSON_ARRAY)
		return 1;
	struct str text = str_slice(d->source, n->at, n->end);
	size_t end = str_find(text, STR("\n"), 0);
	size_t width = utf8_length(str_slice(text, 0, end == SIZE_MAX ? text.n : end));
	return width > 0 ? (unsigned)width : 1;
}

static bool
build_issue(
    struct report *p, const struct cause *c, struct place *place, struct schema_issue *issue)
{
	struct run *r = p->r;
	const struct json_node *n = &r->d->nodes[c->node];
	move_to(place, r->d->source, n->at);
	issue->line = place->line;
	issue->column = place->column;
	issue->width = node_width(r->d, n);
	return build_pointers(r, c, issue) && message_build(r, c, issue) && build_help(p, c, issue);
}

/* An unknown key may take a missing one's place, which stands before it: so those are paired first.
 */
static bool
pair_renames(struct report *p, struct schema_issue *scratch)
{
	for (size_t i = 0; i < p->count && i < REPORT_ISSUES_MAX * 4; i++) {
		struct cause *c = p->causes[i];
		if (c && c->kind == CAUSE_UNKNOWN && c->code != OP_UNEVALUATED_ITEMS &&
		    !build_help(p, c, &scratch[i]))
			return false;
	}
	return true;
}

bool
report_build(struct run *r, struct schema_report *out)
{
	struct report p = {.r = r};
	struct place place = {0, 1, 1};
	if (!sort_causes(&p))
		return false;
	size_t most = p.count < REPORT_ISSUES_MAX ? p.count : REPORT_ISSUES_MAX;
	size_t pairs = p.count < REPORT_ISSUES_MAX * 4 ? p.count : REPORT_ISSUES_MAX * 4;
	out->issues = arena_array(r->a, most + 1, sizeof(*out->issues));
	struct schema_issue *paired = arena_array(r->a, pairs + 1, sizeof(*paired));
	if (!out->issues || !paired || !pair_renames(&p, paired))
		return false;
	out->more = r->causes_lost;
	for (size_t i = 0; i < p.count; i++) {
		const struct cause *c = p.causes[i];
		if (!c)
			continue;
		if (out->count == REPORT_ISSUES_MAX) {
			out->more++;
			continue;
		}
		struct schema_issue *issue = &out->issues[out->count++];
		if (!build_issue(&p, c, &place, issue))
			return false;
		if (i < REPORT_ISSUES_MAX * 4 && paired[i].help.n > 0) {
			issue->help = paired[i].help;
			issue->expected = paired[i].expected;
		}
	}
	return true;
}
