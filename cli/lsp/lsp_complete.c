/* SPDX-License-Identifier: MIT */
/* lsp_complete.c: what can stand where the cursor is. */
#include "lsp.h"

#include "table.h"

enum item_kind {
	ITEM_FUNCTION = 3,
	ITEM_CLASS = 7,
	ITEM_MODULE = 9,
	ITEM_PROPERTY = 10,
	ITEM_VALUE = 12,
	ITEM_FILE = 17
};

struct completing {
	struct lsp_call *c;
	struct json_writer *w;
	struct lsp_place place;
	struct str text, prefix;
	size_t from, to; /* what an item replaces */
	size_t count;
	bool more;
};

static void
offer(struct completing *o, struct str label, enum item_kind kind, struct str detail)
{
	if (!str_starts(label, o->prefix))
		return;
	if (o->count == LSP_ITEMS_MAX) {
		o->more = true;
		return;
	}
	o->count++;
	json_object(o->w);
	json_put_str(o->w, "label", label);
	json_put_number(o->w, "kind", kind);
	if (detail.n > 0)
		json_put_str(o->w, "detail", detail);
	json_open_object(o->w, "textEdit");
	lsp_put_range(o->w, o->text, o->from, o->to);
	json_put_str(o->w, "newText", label);
	json_end_object(o->w);
	json_end_object(o->w);
}

/* -- names of the interpreter ---------------------------------------------------------------- */

static void
offer_modules(struct completing *o)
{
	struct str name;

	for (size_t at = 0; !o->more && table_next_module(o->prefix, &at, &name);) {
		struct buf detail;

		buf_init(&detail, 1 << 10);
		lsp_put_capabilities(&detail, table_module(name).capabilities);
		offer(o, name, ITEM_MODULE, buf_view(&detail));
		buf_release(&detail);
	}
}

static void
offer_member(void *context, struct str name, const struct table_member *m)
{
	struct completing *o = context;

	if (m->kind != MEMBER_MODULE)
		offer(o, name, m->kind == MEMBER_CLASS ? ITEM_CLASS : ITEM_FUNCTION,
		    m->capabilities ? STR("with authority") : STR(""));
}

/* `pandas.read` and what may follow: the prefix is the part behind the last dot. */
static void
offer_symbols(struct completing *o)
{
	struct str module, name;

	dotted_split(o->prefix, &module, &name);
	if (module.n == 0) {
		table_members(STR("builtins"), offer_member, o);
		offer_modules(o);
		return;
	}
	o->from += o->prefix.n - name.n;
	o->prefix = name;
	table_members(module, offer_member, o);
}

static void
offer_attributes(struct completing *o)
{
	struct table_attribute known;
	struct str name;

	if (o->prefix.n == 0)
		return;
	for (size_t at = 0; !o->more && table_next_attribute(o->prefix, &at, &name, &known);)
		offer(o, name, ITEM_PROPERTY, STR(""));
}

/* -- policies, keys, values ------------------------------------------------------------------ */

static void
offer_policies(struct completing *o)
{
	struct str *names;
	size_t count;
	struct err none;

	if (policies_shipped(o->c->a, &names, &count, &none))
		for (size_t i = 0; i < count; i++)
			offer(o, names[i], ITEM_FILE, STR("policy"));
}

static void
offer_key(void *context, struct str key, struct str says)
{
	offer(context, key, ITEM_PROPERTY, says);
}

static void
offer_value(void *context, struct str value)
{
	offer(context, value, ITEM_VALUE, STR(""));
}

static void
offer_by_schema(struct completing *o, const struct lsp_file *f)
{
	struct str schema = f->kind == LSP_SUITE ? suite_schema() : policy_schema_text();
	struct lsp_schema s;

	if (!lsp_schema_at(o->c->a, schema, o->place.keys, o->place.depth, &s, &o->c->err))
		return;
	if (o->place.is_key)
		lsp_schema_keys(&s, offer_key, o);
	lsp_schema_values(&s, offer_value, o);
}

static bool
last_key_is(const struct lsp_place *p, const char *name)
{
	return p->depth > 0 && str_is(p->keys[p->depth - 1], name);
}

static void
offer_all(struct completing *o, const struct lsp_file *f)
{
	static const char *const lists[] = {"allow", "escalate", "deny"};
	const struct lsp_place *p = &o->place;
	bool listed = false;

	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++)
		listed = listed || last_key_is(p, lists[i]);
	if (last_key_is(p, "extends"))
		offer_policies(o);
	else if ((last_key_is(p, "api") || last_key_is(p, "also")) && p->module.n > 0)
		table_members(p->module, offer_member, o);
	else if (last_key_is(p, "module") || last_key_is(p, "packages") ||
		 (p->depth == 2 && listed && str_is(p->keys[0], "imports")))
		offer_modules(o);
	else if (last_key_is(p, "call") ||
		 (last_key_is(p, "name") && p->depth == 3 && str_is(p->keys[0], "calls")))
		offer_symbols(o);
	else if (p->depth == 2 && listed && str_is(p->keys[0], "builtins"))
		table_members(STR("builtins"), offer_member, o);
	else if (p->depth == 2 && listed && str_is(p->keys[0], "attributes"))
		offer_attributes(o);
	offer_by_schema(o, f);
}

void
lsp_complete(struct lsp_call *c, struct json_writer *w)
{
	struct completing o = {.c = c, .w = w};
	const struct lsp_file *f = lsp_file_of(c);

	json_object(w);
	json_open_array(w, "items");
	if (f && (f->kind == LSP_POLICY || f->kind == LSP_SUITE)) {
		o.text = lsp_file_text(f);
		o.to = lsp_offset(c, o.text);
		lsp_place_find(o.text, o.to, &o.place);
		o.prefix = o.place.prefix;
		o.from = o.to - o.prefix.n;
		offer_all(&o, f);
	}
	json_end_array(w);
	json_put_bool(w, "isIncomplete", o.more);
	json_end_object(w);
}
