/* SPDX-License-Identifier: MIT */
/*
 * A finding's fingerprint is of its syntax: the simple statement that holds it, with every name and
 * operator as it is and every number and plain string as a hole of its type. So the same construct
 * in another file, on another line or with another constant has the same fingerprint, and any other
 * construct has not. A finding about the whole program is about all of its syntax.
 */
#include "hash.h"
#include "model.h"
#include "tree.h"

/* The deepest simple statement that holds the whole span, or the deepest node. */
static uint32_t
construct_at(const struct tree *t, uint32_t at, uint32_t end)
{
	static const uint8_t simple[] = {K_EXPRESSION_STATEMENT, K_IMPORT_STATEMENT,
	    K_IMPORT_FROM_STATEMENT, K_FUTURE_IMPORT_STATEMENT, K_ASSERT_STATEMENT,
	    K_DELETE_STATEMENT, K_RAISE_STATEMENT, K_RETURN_STATEMENT};
	uint32_t deepest = 0, statement = 0;

	for (uint32_t i = 0; i < t->count;) {
		const struct node *n = &t->nodes[i];

		if (n->start > at || n->end < end) {
			i = n->after;
			continue;
		}
		if (memchr(simple, n->kind, sizeof(simple)) != NULL)
			statement = i;
		deepest = i++;
	}
	return statement != 0 ? statement : deepest;
}

/* A string without replacement fields is a constant; one with them is code. */
static bool
is_plain_string(const struct tree *t, uint32_t node)
{
	for (uint32_t i = node + 1; i < t->nodes[node].after; i++)
		if (t->nodes[i].kind == K_INTERPOLATION)
			return false;
	return true;
}

/* In a string a blank is text, and so is what looks like a comment. */
static bool
has_layout(uint8_t kind)
{
	return kind != K_STRING && kind != K_STRING_CONTENT && kind != K_INTERPOLATION &&
	       kind != K_FORMAT_SPECIFIER;
}

/* Adds the text between two nodes, without layout: blanks, line continuations, comments. */
static void
add_between(struct hasher *h, struct str s, bool layout)
{
	for (size_t at = 0; at < s.n;) {
		size_t start = at;
		while (at < s.n && !(layout && memchr(" \t\n\r\f\\#", s.p[at], 7) != NULL))
			at++;
		hasher_add(h, s.p + start, at - start);
		if (at < s.n && s.p[at] == '#')
			while (at < s.n && s.p[at] != '\n')
				at++;
		else
			at++;
	}
	hasher_add(h, "", 1);
}

/* Operators, brackets and keywords, which the tree leaves out: `a < 5` is another construct than
 * `a > 5`. */
static void
add_tokens(struct hasher *h, const struct tree *t, uint32_t node)
{
	bool layout = has_layout(t->nodes[node].kind);
	size_t at = t->nodes[node].start;

	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		add_between(h, str_slice(t->source, at, t->nodes[c].start), layout);
		at = t->nodes[c].end;
	}
	add_between(h, str_slice(t->source, at, t->nodes[node].end), layout);
}

static void
add_node(struct hasher *h, const struct tree *t, uint32_t i, uint16_t base)
{
	const struct node *n = &t->nodes[i];
	const uint8_t head[] = {
	    n->kind, n->field, (uint8_t)((n->depth - base) >> 8), (uint8_t)(n->depth - base)};
	struct str text = tree_text(t, i);

	hasher_add(h, head, sizeof(head));
	if (n->after > i + 1) {
		add_tokens(h, t, i);
	} else if (n->kind != K_INTEGER && n->kind != K_FLOAT) {
		hasher_add(h, text.p, text.n);
		hasher_add(h, "", 1);
	}
}

static bool
fingerprint(const struct tree *t, struct finding *f)
{
	uint32_t root = f->whole ? 0 : construct_at(t, f->at, f->end);
	struct hasher *h = hasher_new();
	struct digest d;

	if (h == NULL)
		return false;
	hasher_add(h, "finding-2", 10);
	hasher_add(h, f->rule.p, f->rule.n);
	hasher_add(h, "", 1);
	for (uint32_t i = root; i < t->nodes[root].after;) {
		bool hole = t->nodes[i].kind == K_STRING && is_plain_string(t, i);
		if (hole) {
			const uint8_t head[] = {K_STRING, t->nodes[i].field};
			hasher_add(h, head, sizeof(head));
			i = t->nodes[i].after;
			continue;
		}
		add_node(h, t, i++, t->nodes[root].depth);
	}
	hasher_finish(h, &d);
	digest_hex(&d, f->fingerprint);
	return true;
}

/* Of those alone that may ever be excepted: what is denied stays denied. */
bool
fingerprint_findings(const struct tree *t, struct finding *findings, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (findings[i].decision == DECISION_ESCALATE && t->count > 0 &&
		    !fingerprint(t, &findings[i]))
			return false;
	return true;
}
