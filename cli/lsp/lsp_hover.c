/* SPDX-License-Identifier: MIT */
/* lsp_hover.c: what a name under the cursor is, and what the policy decides about it. */
#include "lsp.h"

#include "why.h"

#define LIST_MAX 8 /* names that a hover lists */

struct counting {
	size_t all, open;
	struct buf *out;
};

static void
count_member(void *context, struct str name, const struct table_member *m)
{
	struct counting *c = context;

	c->all++;
	if (m->capabilities == 0 && m->kind != MEMBER_MODULE)
		return;
	if (c->open++ < LIST_MAX)
		buf_printf(c->out, "%s`%.*s`", c->open == 1 ? "" : ", ", STR_ARG(name));
}

static void
say_module(struct buf *out, struct str name, const struct policy *p)
{
	struct table_module m = table_module(name);
	struct counting c = {.out = out};

	buf_printf(out, "module `%.*s`", STR_ARG(name));
	if (!m.known) {
		buf_text(out, ": not in the interpreter's table");
		return;
	}
	if (m.capabilities) {
		buf_text(out, ", all of it: ");
		lsp_put_capabilities(out, m.capabilities);
	}
	buf_text(out, "\n\nWith authority, or leading to modules: ");
	table_members(name, count_member, &c);
	buf_printf(out, "%s of %zu public names", c.open == 0 ? "none" : "", c.all);
	if (c.open > LIST_MAX)
		buf_printf(out, " (and %zu more)", c.open - LIST_MAX);
	if (p)
		buf_printf(out, "\n\n`%.*s` says **%s**", STR_ARG(policy_id(p)),
		    decision_name(policy_import(p, name, NULL)));
}

/* Entries name a builtin by its module. */
static void
say_decision(
    struct buf *out, struct str symbol, bool builtin, unsigned capabilities, const struct policy *p)
{
	const struct policy_rule *rule;
	const struct name_rule *call;
	struct buf whole;
	unsigned which;

	buf_init(&whole, 1 << 12);
	buf_printf(&whole, "%s%.*s", builtin ? "builtins." : "", STR_ARG(symbol));
	call = call_rule_for(p, buf_view(&whole));
	rule = condition_rule_for(p, buf_view(&whole));
	buf_release(&whole);
	if (call)
		buf_printf(out, "\n\na `calls` entry says **%s**", decision_name(call->decision));
	if (rule)
		buf_printf(out, "\n\nrule `%.*s` checks its arguments", STR_ARG(rule->id));
	if (capabilities && !call && !rule)
		buf_printf(out, "\n\nits capabilities: **%s**",
		    decision_name(capabilities_decide(p, capabilities, &which)));
}

/* A dotted name, or a builtin. */
static bool
say_symbol(struct buf *out, struct str symbol, const struct policy *p)
{
	struct str module, name;
	struct table_member m;

	dotted_split(symbol, &module, &name);
	bool builtin = module.n == 0;
	module = builtin ? STR("builtins") : module;
	m = table_member(module, name);
	if (m.kind == MEMBER_NONE)
		return false;
	buf_printf(out, "`%.*s` of `%.*s`: %s%s", STR_ARG(name), STR_ARG(module),
	    m.kind == MEMBER_CLASS    ? "a class"
	    : m.kind == MEMBER_MODULE ? "a module"
				      : "a function or value",
	    m.is_private ? ", private" : "");
	if (m.capabilities) {
		buf_text(out, ", with authority: ");
		lsp_put_capabilities(out, m.capabilities);
	}
	if (m.target.n > 0)
		buf_printf(out, "\n\nIt is `%.*s`", STR_ARG(m.target));
	if (p)
		say_decision(out, symbol, builtin, m.capabilities, p);
	return true;
}

/* -- policies -------------------------------------------------------------------------------- */

static const struct policy *
policy_of(struct lsp_call *c, const struct lsp_file *f)
{
	const char *path = lsp_policy_path(c->a, f);
	struct err_list errs = {.count = 0};
	struct policy_texts texts;
	struct policy *p = NULL;

	if (!path || !lsp_texts(c, &texts) || !policies_load(c->a, path, &texts, &p, &errs))
		return NULL;
	return p;
}

static bool
names_modules(const struct lsp_place *p)
{
	return (p->depth >= 2 && str_is(p->keys[0], "imports") &&
		   (p->depth == 2 || str_is(p->keys[p->depth - 1], "module"))) ||
	       (p->depth > 0 && str_is(p->keys[p->depth - 1], "packages"));
}

static bool
names_members(const struct lsp_place *p)
{
	return p->depth > 0 && p->module.n > 0 &&
	       (str_is(p->keys[p->depth - 1], "api") || str_is(p->keys[p->depth - 1], "also"));
}

/* The description of a key, or of what stands behind it. */
static bool
say_key(struct lsp_call *c, const struct lsp_file *f, struct lsp_place *p, struct buf *out)
{
	struct str schema = f->kind == LSP_SUITE ? suite_schema() : policy_schema_text(), says;
	struct lsp_schema s;

	if (p->depth == LSP_DEPTH_MAX)
		return false;
	p->keys[p->depth] = p->word;
	if (!lsp_schema_at(c->a, schema, p->keys, p->depth + 1, &s, &c->err))
		return false;
	says = lsp_schema_says(&s);
	buf_str(out, says);
	return says.n > 0;
}

static bool
hover_policy(struct lsp_call *c, const struct lsp_file *f, struct buf *out)
{
	struct str text = lsp_file_text(f);
	struct lsp_place p;
	struct buf dotted;

	lsp_place_find(text, lsp_offset(c, text), &p);
	if (p.word.n == 0)
		return false;
	const struct policy *policy = policy_of(c, f);
	if (names_members(&p)) {
		buf_init(&dotted, 1 << 12);
		buf_printf(&dotted, "%.*s.%.*s", STR_ARG(p.module), STR_ARG(p.word));
		bool known = say_symbol(out, buf_view(&dotted), policy);
		buf_release(&dotted);
		return known;
	}
	if (names_modules(&p) && !p.is_key) {
		say_module(out, p.word, policy);
		return true;
	}
	if (names_modules(&p) && table_module(p.word).known) {
		say_module(out, p.word, policy);
		return true;
	}
	return (p.is_key && say_key(c, f, &p, out)) || say_symbol(out, p.word, policy);
}

/* -- programs -------------------------------------------------------------------------------- */

/* The explanation of the line, as `policy explain` gives it. */
static bool
hover_program(struct lsp_call *c, const struct lsp_file *f, struct buf *out)
{
	struct str text = lsp_file_text(f);
	size_t at = lsp_offset(c, text);
	struct err_list errs = {.count = 0};
	struct policy *p;
	unsigned line, column;
	struct why e;

	text_place(text, at, &line, &column);
	if (!c->server->policy || !policy_open(c->a, c->server->policy, NULL, &p, &errs) ||
	    !why_find(c->a, p, f->path, text, line, STR(""), &e, &errs, &c->err) || e.count == 0)
		return false;
	buf_text(out, "```\n");
	why_render(&e, false, out);
	buf_text(out, "```");
	return true;
}

void
lsp_hover(struct lsp_call *c, struct json_writer *w)
{
	const struct lsp_file *f = lsp_file_of(c);
	struct buf says;

	buf_init(&says, 1 << 20);
	bool known =
	    f && (f->kind == LSP_PROGRAM ? hover_program(c, f, &says) : hover_policy(c, f, &says));
	if (known && !says.failed) {
		json_object(w);
		json_open_object(w, "contents");
		json_put_text(w, "kind", "markdown");
		json_put_str(w, "value", buf_view(&says));
		json_end_object(w);
		json_end_object(w);
	} else {
		json_null(w);
	}
	buf_release(&says);
}
