/* SPDX-License-Identifier: MIT */
/*
 * One check by deletion: each entry is taken out of the file, the rest is loaded, and both are
 * compared. An entry without which the policy decides the same, and says the same, is for show:
 * it stands twice, contradicts another one, repeats what is extended, or is never asked.
 */
#include "lint_parts.h"

#include "compare.h"

#define TRIAL_BYTES_MAX ((size_t)256 << 20)
#define TRIAL_TEXT_MAX ((size_t)16 << 20)
/* Entries times values of the file: more would take minutes. */
#define TRIAL_STEPS_MAX ((size_t)8 << 20)

struct trial {
	const struct json_node *without;
	const char *noun;
	struct str name;
	const struct json_node *at;
	const struct lint_entry *entry; /* NULL: it has no words of its own */
	const struct lint_rule *rule;   /* NULL: of no rule */
};

struct trials {
	struct trial *items;
	size_t count, capacity;
};

static void
add(struct lint *l, struct trials *all, struct trial one)
{
	struct trial *t =
	    arena_push(l->arena, &all->items, &all->count, &all->capacity, sizeof(*t));

	if (t == NULL)
		l->failed = true;
	else
		*t = one;
}

static void
add_words(struct lint *l, struct trials *all, const struct json_node *list, struct trial usual)
{
	for (const struct json_node *n = json_first(l->doc, list);
	     n != NULL && list->kind == JSON_ARRAY; n = json_next(l->doc, n)) {
		usual.without = usual.at = n;
		usual.name = n->text;
		add(l, all, usual);
	}
}

static const char *
noun_of(enum section s)
{
	static const char *const nouns[SECTIONS] = {[SECTION_IMPORTS] = "module",
	    [SECTION_BUILTINS] = "builtin",
	    [SECTION_ATTRIBUTES] = "attribute",
	    [SECTION_CAPABILITIES] = "capability",
	    [SECTION_CALLS] = "call"};

	return nouns[s];
}

/* Of an entry with many names, each by itself. */
static void
list_entries(struct lint *l, struct trials *all)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		const struct json_node *names = json_get(l->doc, e->node, "name");
		bool many = names != NULL && names->kind == JSON_ARRAY && names->count > 1;

		add(l, all,
		    (struct trial){many ? e->name_node : e->node, noun_of(e->section), e->name,
			e->name_node, e, NULL});
		add_words(
		    l, all, json_get(l->doc, e->node, "also"), (struct trial){.noun = "name"});
	}
}

static void
list_rules(struct lint *l, struct trials *all)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct lint_rule *r = &l->rules[i];
		const struct json_node *calls = json_get(l->doc, r->node, "call");

		add(l, all, (struct trial){r->node, "rule", r->id->text, r->id, NULL, r});
		if (calls != NULL && calls->count > 1)
			add_words(l, all, calls, (struct trial){.noun = "call", .rule = r});
	}
}

static void
list_others(struct lint *l, struct trials *all)
{
	const struct json_node *overrides = json_get(l->doc, l->root, "override");

	JSON_EACH(n, l->doc, overrides) {
		const struct json_node *what = json_get(l->doc, n, "what");

		add(l, all, (struct trial){n, "the override of", what->text, what, NULL, NULL});
	}
	add_words(l, all, lint_get(l, "files", "read"), (struct trial){.noun = "the folder"});
	add_words(l, all, lint_get(l, "files", "write"), (struct trial){.noun = "the pattern"});
}

/* The document but for one element of its lists, as JSON. */
static void
put_rest(struct json_writer *w, const struct json_doc *d, const struct json_node *n,
    const struct json_node *without)
{
	if (n->kind == JSON_OBJECT) {
		json_object(w);
		JSON_EACH(m, d, n) {
			json_name_str(w, m->text);
			put_rest(w, d, m + 1, without);
		}
		json_end_object(w);
	} else if (n->kind == JSON_ARRAY) {
		json_array(w);
		JSON_EACH(m, d, n)
			if (m != without)
				put_rest(w, d, m, without);
		json_end_array(w);
	} else {
		json_tree(w, d, n);
	}
}

static bool
text_of_rest(struct lint *l, struct arena *a, const struct json_node *without, struct str *out)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, TRIAL_TEXT_MAX);
	json_writer_init(&w, &text, false);
	put_rest(&w, l->doc, l->root, without);
	return buf_keep(&text, a, out);
}

/* The policy with this text for its file's; NULL where it can't stand, or (l->failed) where memory ran
 * out. */
static struct policy *
load_text(struct lint *l, struct arena *a, struct str text)
{
	const struct policy_texts *open = l->subject->texts;
	struct policy_texts texts = *open;
	struct policy_source *items = arena_array(a, 1 + open->count, sizeof(*items));
	struct err_list *errs = arena_alloc(a, sizeof(*errs));
	struct policy *p = NULL;

	if (items == NULL || errs == NULL) {
		l->failed = true;
		return NULL;
	}
	items[0] = (struct policy_source){.name = str_from(l->subject->path), .text = text};
	for (size_t i = 0; i < open->count; i++)
		items[i + 1] = open->items[i];
	texts.items = items;
	texts.count = 1 + open->count;
	(void)policy_load(a, l->subject->path, l->subject->folder, &texts, &p, errs);
	l->failed = errs->count > 0 && errs->items[0].code == ERR_MEMORY;
	return p;
}

/* The policy's own entry with an `api`, and not what a pack says of the module; or NULL. */
static const struct name_rule *
api_of(const struct policy *p, struct str module)
{
	for (size_t i = 0; p != NULL && i < p->imports.count; i++) {
		const struct name_rule *r = &p->imports.items[i];

		if (str_eq(r->name, module) && r->has_api && r->described == NULL)
			return r;
	}
	return NULL;
}

static void
say_replaced(struct lint *l, const struct policy *extended, const struct lint_entry *e)
{
	const struct name_rule *now = api_of(l->policy, e->name),
			       *before = now != NULL ? api_of(extended, e->name) : NULL;
	struct buf lost;

	buf_init(&lost, (size_t)1 << 16);
	for (size_t i = 0; before != NULL && i < before->api.count; i++)
		if (!words_have(&now->api, before->api.items[i]) &&
		    !words_have(&now->also, before->api.items[i]))
			buf_printf(
			    &lost, "%s%.*s", lost.n > 0 ? " " : "", STR_ARG(before->api.items[i]));
	if (lost.n > 0)
		lint_say(l, e->name_node,
		    "the 'api' of '%.*s' takes the place of the extended policy's, which has: %.*s",
		    STR_ARG(e->name), STR_ARG(buf_view(&lost)));
	buf_release(&lost);
}

/* The names that an `api` takes away from the one that it replaces. */
void
look_api_replaced(struct lint *l)
{
	const struct json_node *extends = json_get(l->doc, l->root, "extends");
	struct arena *a = extends != NULL ? arena_new(TRIAL_BYTES_MAX) : NULL;
	const struct policy *extended;
	struct json_writer w;
	struct buf text;
	struct str kept;

	if (a == NULL)
		return;
	buf_init(&text, TRIAL_TEXT_MAX);
	json_writer_init(&w, &text, false);
	json_format(&w, "{apiVersion: sluice/v1, id: extended, revision: %u, extends:", 1u);
	json_tree(&w, l->doc, extends);
	json_end_object(&w);
	l->failed = !buf_keep(&text, a, &kept) || l->failed;
	extended = l->failed ? NULL : load_text(l, a, kept);
	for (size_t i = 0; extended != NULL && i < l->entry_count; i++)
		if (l->entries[i].section == SECTION_IMPORTS &&
		    l->entries[i].decision == DECISION_ALLOW)
			say_replaced(l, extended, &l->entries[i]);
	arena_free(a);
}

/* The message and help of the entry that decides on the name. */
static struct name_rule
words_on(const struct policy *p, const struct trial *t, struct str symbol)
{
	const struct name_rule *module = import_rule_for(p, t->name);
	const struct name_rule *call = call_rule_for(p, symbol);

	if (t->entry->section == SECTION_CALLS && call != NULL)
		return *call;
	if (t->entry->section == SECTION_IMPORTS && module != NULL)
		return (struct name_rule){.message = module->message, .remedy = module->remedy};
	return (struct name_rule){.severity = SEVERITY_HIGH};
}

static bool
says_the_same(struct lint *l, const struct trial *t, const struct policy *rest)
{
	struct name_rule now, then;
	struct str symbol;

	if (t->entry == NULL)
		return true;
	symbol = lint_symbol(l, t->name);
	now = words_on(l->policy, t, symbol);
	then = words_on(rest, t, symbol);
	return str_eq(now.message, then.message) && str_eq(now.remedy, then.remedy) &&
	       (now.message.n == 0 || now.severity == then.severity);
}

/* A rule without conditions decides as a default may, and tells why. */
static bool
is_told(const struct lint *l, const struct lint_rule *r, struct str call)
{
	const struct name_rule *first = call_rule_for(l->policy, call);

	return r->model->message.n > 0 && (first == NULL || first->decision == DECISION_ALLOW);
}

static bool
has_words(struct lint *l, const struct trial *t)
{
	const struct lint_rule *r = t->rule;
	bool told = false;

	if (r == NULL || r->model == NULL)
		return false;
	if (t->without != r->node)
		return is_told(l, r, lint_symbol(l, t->name));
	for (size_t i = 0; i < r->model->calls.count && !told; i++)
		told = is_told(l, r, r->model->calls.items[i]);
	return told;
}

static void
try_without(struct lint *l, const struct trial *t)
{
	struct arena *a = arena_new(TRIAL_BYTES_MAX);
	struct str text;
	const struct policy *rest = NULL;
	struct comparison changes;
	struct err err;

	l->failed = l->failed || a == NULL || !text_of_rest(l, a, t->without, &text);
	if (!l->failed)
		rest = load_text(l, a, text);
	if (rest != NULL && !l->failed) {
		if (!compare_policies(a, l->policy, rest, &changes, &err))
			l->failed = true;
		else if (changes.count == 0 && says_the_same(l, t, rest))
			lint_say(l, t->at, "removing %s '%.*s' changes no decision", t->noun,
			    STR_ARG(t->name));
	}
	arena_free(a);
}

void
look_idle(struct lint *l)
{
	struct trials all = {.count = 0};

	list_entries(l, &all);
	list_rules(l, &all);
	list_others(l, &all);
	if (all.count * l->doc->count > TRIAL_STEPS_MAX) {
		lint_say(l, NULL, "the policy has %zu entries: too many to test each one's effect",
		    all.count);
		return;
	}
	for (size_t i = 0; i < all.count && !l->failed; i++)
		if (!has_words(l, &all.items[i]))
			try_without(l, &all.items[i]);
}
