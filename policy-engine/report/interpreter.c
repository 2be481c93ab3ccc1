/* SPDX-License-Identifier: MIT */
/*
 * What the policy asks of the interpreter itself. The same entries that the check reads become the
 * lists that the import hook and the audit hook hold a program to, so that the two can't disagree.
 * A list that the policy leaves open is left out.
 */
#include "model.h"

static void
put_modules(const struct policy *p, struct json_writer *w)
{
	json_name(w, "modules");
	json_array(w);
	json_str(w, STR("__future__")); /* no module, but a word to the compiler */
	for (size_t i = 0; i < p->import_count; i++)
		if (p->imports[i].decision != DECISION_DENY &&
		    policy_has_package(p, p->imports[i].module))
			json_str(w, p->imports[i].module);
	json_end_array(w);
}

static struct str
builtin_name(struct str symbol)
{
	return str_starts(symbol, STR("builtins."))
		   ? str_slice(symbol, strlen("builtins."), symbol.n)
		   : STR("");
}

/* Rules alone let a builtin be that neither a list nor an entry speaks of: where one of them may
 * let a call pass. */
static void
put_ruled_builtins(const struct policy *p, const struct policy_rule *r, struct json_writer *w)
{
	bool passes = r->kind == RULE_CALLS &&
		      (r->unless_count > 0 || r->as != 0 || r->otherwise != DECISION_DENY);

	for (size_t i = 0; passes && i < r->calls.count; i++) {
		struct str symbol = r->calls.items[i], name = builtin_name(symbol);

		if (name.n > 0 && condition_rule_for(p, symbol) == r && !call_rule_for(p, symbol) &&
		    !name_rule_find(&p->builtins, name))
			json_str(w, name);
	}
}

/* A builtin is there where its list, a call entry or a rule about its arguments lets it be. */
static void
put_builtins(const struct policy *p, struct json_writer *w)
{
	json_name(w, "builtins");
	json_array(w);
	for (size_t i = 0; i < p->builtins.count; i++)
		if (p->builtins.items[i].decision != DECISION_DENY)
			json_str(w, p->builtins.items[i].name);
	for (size_t i = 0; i < p->call_count; i++) {
		struct str name = builtin_name(p->calls[i].name);
		const struct name_rule *listed = name_rule_find(&p->builtins, name);
		if (name.n > 0 && p->calls[i].decision != DECISION_DENY && !listed)
			json_str(w, name);
	}
	for (size_t i = 0; i < p->rule_count; i++)
		put_ruled_builtins(p, &p->rules[i], w);
	json_end_array(w);
}

static void
put_folder(struct json_writer *w, const char *name, bool open)
{
	json_name(w, name);
	json_array(w);
	if (open)
		json_str(w, STR("."));
	json_end_array(w);
}

static bool
opens_files(const struct policy *p)
{
	const struct call_rule *open = call_rule_for(p, STR("builtins.open"));

	return open && open->decision != DECISION_DENY;
}

bool
policy_interpreter(const struct policy *p, struct json_writer *w)
{
	if (p->import_default != DECISION_DENY || p->builtins.otherwise != DECISION_DENY ||
	    p->capability_default != DECISION_DENY)
		return false;
	json_object(w);
	put_modules(p, w);
	put_builtins(p, w);
	put_folder(w, "read", opens_files(p));
	put_folder(w, "write", opens_files(p));
	json_end_object(w);
	return true;
}
