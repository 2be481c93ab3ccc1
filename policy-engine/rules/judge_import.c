/* SPDX-License-Identifier: MIT */
/* Imports, and what a dotted name of a library may be used for. */
#include "judge.h"

/* capabilities_decide, told to the watch. */
static enum decision
judge_capabilities(struct judge *j, unsigned capabilities, unsigned *which)
{
	const struct policy *p = j->policy;

	for (unsigned i = 0; i < CAPABILITIES && j->watch != NULL; i++) {
		const struct name_rule *r =
		    name_rule_find(&p->capabilities, str_from(capability_name(i)));

		if ((capabilities & 1u << i) != 0 && r != NULL)
			judge_tell(j, r, r->decision);
		else if ((capabilities & 1u << i) != 0)
			judge_tell(j, &p->capabilities.otherwise, p->capabilities.otherwise);
	}
	return capabilities_decide(p, capabilities, which);
}

struct ruling
capability_ruling(
    struct judge *j, unsigned capabilities, struct str what, const char *id, const char *before)
{
	static const struct {
		const char *rule, *does, *remedy;
		enum severity severity;
	} words[CAPABILITIES] = {
	    {"capability.process", "reaches processes", "do the work in Python", SEVERITY_CRITICAL},
	    {"capability.network", "reaches the network", "read one of the task's input files",
		SEVERITY_CRITICAL},
	    {"capability.file-read", "reads files", "read the inputs with open() or pandas",
		SEVERITY_HIGH},
	    {"capability.file-write", "writes files", "write results with open() or pandas",
		SEVERITY_CRITICAL},
	    {"capability.code", "turns data into code",
		"write the code directly, or look up a function "
		"in a dictionary",
		SEVERITY_CRITICAL},
	    {"capability.native", "runs native code or touches memory",
		"use ordinary lists, arrays and data frames", SEVERITY_CRITICAL},
	    {"capability.deserialise", "builds objects from bytes", "use JSON or CSV",
		SEVERITY_HIGH},
	    {"capability.environment", "reads or changes the environment",
		"read the value from the task's inputs, or write it as a literal", SEVERITY_HIGH},
	    {"capability.introspect", "gives access to the interpreter's internals",
		"use names directly, and keep your own values in dictionaries", SEVERITY_HIGH},
	    {"capability.exhaust", "can exhaust the machine", "limit the work by a constant",
		SEVERITY_HIGH},
	};
	unsigned which;
	enum decision d = judge_capabilities(j, capabilities, &which);
	struct ruling r = ruling_of(j, d, id != NULL ? id : words[which].rule, words[which].remedy,
	    "%s'%.*s' %s", before, STR_ARG(what), words[which].does);

	r.severity = id == NULL ? words[which].severity : r.severity;
	return r;
}

static struct ruling
symbol_capability_ruling(struct judge *j, unsigned capabilities, struct str what)
{
	unsigned rest = without_files(j, capabilities);

	if (rest == 0 && effects_have(effects_of(what), EFFECT_FILE))
		return ruling_allow();
	if (rest == 0 && capabilities != 0)
		return ruling_of_unknown_file(j, (capabilities & CAP_WRITE) != 0, what);
	return capability_ruling(j, rest, what, NULL, "");
}

static struct str
admit_remedy(struct judge *j, struct str package)
{
	const char *text = arena_printf(j->arena,
	    "use a module that the policy allows; '%.*s' has no pack: `sluice library admit "
	    "%.*s` drafts one for review",
	    STR_ARG(package), STR_ARG(package));

	j->failed = j->failed || text == NULL;
	return str_from(text);
}

static struct ruling
rule_module(struct judge *j, struct str module)
{
	const struct policy *p = j->policy;
	const struct name_rule *rule = import_rule_for(p, module);
	enum decision d = rule != NULL ? rule->decision : p->imports.otherwise;
	struct table_module m = table_module(module);
	struct ruling r;

	if (str_is(module, "__future__"))
		return ruling_allow();
	judge_tell(j, rule != NULL ? (const void *)rule : (const void *)&p->imports.otherwise,
	    (unsigned)d);
	if (d == DECISION_ALLOW && rule == NULL && m.capabilities != 0)
		return symbol_capability_ruling(j, m.capabilities, module);
	r = ruling_of(j, d, d == DECISION_DENY ? "import.denied" : "import.escalated", "",
	    d == DECISION_DENY ? "the policy does not allow module '%.*s'"
			       : "module '%.*s' needs a reviewer",
	    STR_ARG(module));
	if (rule == NULL && d != DECISION_ALLOW && !table_module(dotted_top(module)).known)
		r.remedy = admit_remedy(j, dotted_top(module));
	if (rule != NULL && d != DECISION_ALLOW) {
		if (rule->message.n > 0)
			r.message = ruling_of(j, DECISION_DENY, "", "", "module '%.*s': %.*s",
			    STR_ARG(module), STR_ARG(rule->message))
					.message;
		r.remedy = rule->remedy;
		r.waivable = rule->waivable;
	}
	return r;
}

bool
is_undescribed(struct str symbol)
{
	struct str top;

	return str_cut(&symbol, '.', &top) && symbol.n > 0 && !table_module(top).known;
}

bool
is_undescribed_module(const struct judge *j, struct str symbol)
{
	const struct facts *f = j->facts;

	if (!is_undescribed(symbol))
		return false;
	if (import_rule_find(j->policy, symbol) != NULL)
		return true;
	FACTS_EACH(m, f, imports)
		if (m->level == 0 && name_is_below(facts_name(f, m->module), symbol))
			return true;
	return false;
}

/* 'norm.*' in the api: the name with all behind it. */
static const struct str *
find_whole(const struct judge *j, const struct name_rule *rule, struct str name)
{
	char *all = arena_printf(j->arena, "%.*s.*", STR_ARG(name));

	return all != NULL ? words_find(&rule->api, str_from(all)) : NULL;
}

/* Whether the api gives away what stands behind a name, as 'norm.pdf' or 'norm.*' does. */
static bool
is_given_behind(
    const struct judge *j, const struct name_rule *rule, struct str first, struct str rest)
{
	return rest.n == first.n || words_have(&rule->api, rest) ||
	       find_whole(j, rule, first) != NULL;
}

/* The longest dotted prefix that is a module; the rest is behind it. Of what nobody knows it is the
 * package. */
static struct str
module_of(const struct policy *p, struct str symbol, struct str *rest)
{
	struct str top;

	for (size_t at = symbol.n; at > 0; at--) {
		struct str head = str_slice(symbol, 0, at);

		if (at < symbol.n && symbol.p[at] != '.')
			continue;
		if (at < symbol.n &&
		    (table_module(head).known || import_rule_find(p, head) != NULL)) {
			*rest = str_slice(symbol, at + 1, symbol.n);
			return head;
		}
	}
	*rest = symbol;
	return str_cut(rest, '.', &top) ? top : (struct str){"", 0};
}

static struct ruling
call_ruling(struct judge *j, const struct name_rule *rule, struct str symbol)
{
	struct ruling r;

	symbol = str_starts(symbol, STR("builtins.")) ? str_slice(symbol, 9, symbol.n) : symbol;
	r = ruling_of(j, rule->decision,
	    rule->decision == DECISION_DENY ? "call.denied" : "call.escalated", "",
	    rule->decision == DECISION_DENY ? "the policy does not allow '%.*s'"
					    : "'%.*s' needs a reviewer",
	    STR_ARG(symbol));

	if (rule->decision == DECISION_ALLOW)
		return r;
	if (rule->id.n > 0) {
		r.rule = NULL;
		r.id = rule->id;
	}
	if (rule->message.n > 0)
		r.message = ruling_of(j, DECISION_DENY, "", "", "'%.*s': %.*s", STR_ARG(symbol),
		    STR_ARG(rule->message))
				.message;
	r.remedy = rule->remedy;
	r.severity = rule->severity;
	r.waivable = rule->waivable;
	return r;
}

static struct ruling
builtin_ruling(struct judge *j, struct str name)
{
	const struct name_rule *rule = name_rule_find(&j->policy->builtins, name);
	enum decision d = rule != NULL ? rule->decision : j->policy->builtins.otherwise;
	struct table_member m = table_member(STR("builtins"), name);

	judge_tell(j,
	    rule != NULL ? (const void *)rule : (const void *)&j->policy->builtins.otherwise,
	    (unsigned)d);
	if (rule == NULL && m.capabilities != 0 &&
	    name_usual(j->policy, SECTION_BUILTINS, name) < d)
		d = DECISION_ALLOW; /* what it can do is the stricter word */
	if (rule == NULL && d == DECISION_ALLOW && m.capabilities != 0)
		return symbol_capability_ruling(j, m.capabilities, name);
	return ruling_of(j, d, d == DECISION_DENY ? "builtin.denied" : "builtin.escalated", "",
	    d == DECISION_DENY ? "the policy does not allow the builtin '%.*s'"
			       : "the builtin '%.*s' needs a reviewer",
	    STR_ARG(name));
}

static struct ruling
undescribed_ruling(struct judge *j, struct str module, struct str name, struct str rest)
{
	struct ruling r = ruling_of(j, DECISION_DENY, "import.api", "",
	    "module '%.*s' has no pack, so '%.*s' may be a module that gives access to '%.*s'",
	    STR_ARG(module), STR_ARG(name), STR_ARG(rest));
	char *remedy = arena_printf(j->arena,
	    "if it is safe, list '%.*s' or '%.*s.*' in the policy's api of '%.*s'", STR_ARG(rest),
	    STR_ARG(name), STR_ARG(module));

	if (remedy != NULL)
		r.remedy = str_from(remedy);
	return r;
}

/* A pack tells which of its names are modules: `from ours import low`. */
static bool
is_module_of_pack(const struct judge *j, struct str module, struct str symbol)
{
	const struct policy *p = j->policy;

	for (size_t i = 0; i < p->pack_count; i++)
		if (name_rule_find(&p->packs[i].modules, module) == import_rule_find(p, module))
			return name_rule_find(&p->packs[i].modules, symbol) != NULL;
	return false;
}

static struct ruling
asked_ruling(struct judge *j, struct str module, struct str name)
{
	return ruling_of(j, DECISION_ESCALATE, "import.escalated", "",
	    "'%.*s' of module '%.*s' needs a reviewer, by its pack", STR_ARG(name),
	    STR_ARG(module));
}

static struct ruling
member_ruling(struct judge *j, struct str module, struct str rest, struct str symbol)
{
	size_t dot = str_find(rest, STR("."), 0);
	struct str name = dot == SIZE_MAX ? rest : str_slice(rest, 0, dot);
	const struct name_rule *rule = import_rule_find(j->policy, module);
	struct table_member m = table_member(module, name);
	struct ruling r = rule_module(j, module);
	const struct str *listed = NULL;
	const bool own = rule != NULL && str_eq(rule->name, module); /* not of its pack */

	if (r.decision != DECISION_ALLOW &&
	    !(rule == NULL && m.kind != MEMBER_NONE && m.capabilities == 0 &&
		j->policy->imports.otherwise == DECISION_ALLOW))
		return r;
	if (own && rule->decision == DECISION_ALLOW)
		listed = words_find(&rule->api, name);
	if (own && rule->decision == DECISION_ALLOW && listed == NULL)
		listed = words_find(&rule->also, name);
	if (own && rule->decision == DECISION_ALLOW && listed == NULL)
		listed = find_whole(j, rule, name);
	if (listed != NULL) {
		judge_tell(j, listed, DECISION_ALLOW);
		return is_undescribed(symbol) && !is_given_behind(j, rule, name, rest)
			   ? undescribed_ruling(j, module, name, rest)
			   : ruling_allow();
	}
	if (own && words_have(&rule->asked, rest.n == 0 ? name : rest))
		return asked_ruling(j, module, rest);
	if (own && rule->has_api && is_module_of_pack(j, module, symbol))
		return rule_module(j, symbol);
	if (own && rule->has_api)
		return ruling_of(j, DECISION_DENY, "import.api", "",
		    "the policy does not allow '%.*s' of module '%.*s'", STR_ARG(name),
		    STR_ARG(module));
	/* A module that it only imports is no member: glob.os is os, whatever glob.* may do. */
	if (rule != NULL && table_module(module).known && !is_dunder(name) &&
	    (m.is_private || str_starts(name, STR("_")) ||
		(m.kind == MEMBER_NONE &&
		    (m.capabilities == 0 || (table_module(name).known && !str_eq(name, module))))))
		return ruling_of(j, DECISION_DENY, "import.api", "",
		    "'%.*s' is not public in module '%.*s'", STR_ARG(name), STR_ARG(module));
	return m.capabilities != 0 ? symbol_capability_ruling(j, m.capabilities, symbol)
				   : ruling_allow();
}

struct ruling
rule_symbol(struct judge *j, struct str symbol, const struct policy_rule **with_condition)
{
	const struct name_rule *call = call_rule_for(j->policy, symbol);
	struct str rest, module, first;
	size_t dot;

	*with_condition = rule_in_play(j, symbol, NULL);
	if (call != NULL && (*with_condition == NULL || call->decision != DECISION_ALLOW)) {
		*with_condition = NULL;
		judge_tell(j, call, (unsigned)call->decision);
		return call_ruling(j, call, symbol);
	}
	if (call != NULL)
		judge_tell(j, call, (unsigned)call->decision);
	if (*with_condition != NULL)
		return ruling_allow();
	module = module_of(j->policy, symbol, &rest);
	dot = str_find(rest, STR("."), 0);
	first = dot == SIZE_MAX ? rest : str_slice(rest, 0, dot);
	if (str_is(module, "builtins"))
		return builtin_ruling(j, first);
	return member_ruling(j, module, rest, symbol);
}

/* A package, and those that it brings, at once or later. */
static void
add_package(struct judge *j, struct str module)
{
	struct str top = dotted_top(module), brought, all = effects_brings(top);

	j->has_undescribed =
	    j->has_undescribed || (!table_module(top).known && !str_is(top, "__future__"));
	if (all.n == 0 && !table_module(top).known) /* no data names it */
		return;
	if (!words_add(j->arena, &j->packages, top))
		j->failed = true;
	while (str_cut(&all, ' ', &brought))
		if (str_starts(brought, STR("+")) &&
		    !words_add(j->arena, &j->packages, str_slice(brought, 1, brought.n)))
			j->failed = true;
}

static void
judge_member_import(struct judge *j, const struct import *m)
{
	struct facts *f = j->facts;
	struct str module = facts_name(f, m->module), name = facts_name(f, m->member);
	struct value v = value_of_member(f, module, name);
	const struct policy_rule *condition = NULL;
	struct ruling r;

	if (v.count == 1 && v.atoms[0].kind == ATOM_MODULE)
		r = rule_module(j, facts_name(f, v.atoms[0].id));
	else if (is_dunder(name) && !is_inert(name))
		r = ruling_of(j, DECISION_DENY, "import.api", "",
		    "'%.*s' is not public in module '%.*s'", STR_ARG(name), STR_ARG(module));
	else
		r = rule_symbol(j, facts_name(f, v.atoms[0].id), &condition);
	if (v.count == 1 && v.atoms[0].kind == ATOM_SYMBOL && r.decision == DECISION_ALLOW &&
	    condition == NULL) {
		struct ruling home = rule_module(j, module);

		/* Through an allowed module or not at all: `from unlisted import listed` names the
		 * unlisted one. */
		if (home.decision < r.decision && table_module(module).capabilities == 0)
			r = home;
	}
	judge_node(j, m->node, &r);
}

void
judge_imports(struct judge *j)
{
	struct facts *f = j->facts;

	FACTS_EACH(m, f, imports)
		if (m->level == 0)
			add_package(j, facts_name(f, m->module));
	FACTS_EACH(m, f, imports) {
		struct str module = facts_name(f, m->module);
		struct ruling r = ruling_allow();

		j->mention = m->node;
		if (m->level > 0)
			r = ruling_of(j, DECISION_DENY, "import.relative",
			    "import by the full name", "a relative import");
		else if (m->star)
			r = ruling_of(j, DECISION_DENY, "import.star",
			    "import each name that you use",
			    "'from %.*s import *' hides which names it binds", STR_ARG(module));
		else if (m->member == 0)
			r = rule_module(j, module);
		else if (!m->future)
			judge_member_import(j, m);
		judge_node(j, m->node, &r);
	}
}
