/* SPDX-License-Identifier: MIT */
/*
 * A build of Sluice in which the gate, or mechanisms of it, can be switched off: for measuring, never for use. The linker puts
 * these functions before those of the gate (--wrap, -DSLUICE_ABLATION=ON); the product has neither them nor the variable.
 * SLUICE_GATE_WITHOUT lists names with commas. What is switched off gives its conservative answer: "not known".
 */
#include "flow.h"
#include "judge.h"

#include <stdlib.h>

static bool
ablated(const char *name)
{
	struct str all = str_from(
		       getenv("SLUICE_GATE_WITHOUT") != NULL ? getenv("SLUICE_GATE_WITHOUT") : ""),
		   one;

	while (str_cut(&all, ',', &one))
		if (str_is(one, name))
			return true;
	return false;
}

/* clang-format off */
#define SWITCH(type, function, parameters, arguments, off, otherwise)                                                          \
	type __real_##function parameters;                                                                                     \
	type __wrap_##function parameters;                                                                                     \
	type __wrap_##function parameters                                                                                      \
	{                                                                                                                      \
		return (off) ? (otherwise) : __real_##function arguments;                                                      \
	}

/* What is certainly the program's own. */
SWITCH(bool, is_own_object, (const struct judge *j, uint32_t n), (j, n), ablated("own"), false)
/* Places that only look, or only write. */
SWITCH(bool, is_only_shown, (const struct judge *j, uint32_t n), (j, n), ablated("shown"), false)
SWITCH(bool, is_only_written, (const struct judge *j, uint32_t n), (j, n), ablated("shown"), false)
/* Keys that a dictionary of keywords can't have; x.__dict__ and vars(x) of the program's own. */
SWITCH(bool, keys_lack, (const struct judge *j, uint32_t n, struct str name), (j, n, name), ablated("keys"), false)
SWITCH(bool, are_fields_kept, (const struct judge *j, uint32_t n), (j, n), ablated("fields"), false)
/* Texts that are a table's expression, or name attributes. */
SWITCH(enum truth, is_plain_expression, (struct judge *j, struct str s), (j, s), ablated("expressions"), TRUTH_UNKNOWN)
SWITCH(enum truth, names_safe_attribute, (struct judge *j, struct str s), (j, s), ablated("attributes"), TRUTH_UNKNOWN)
/* Containers that hold what is written in them; constant texts and numbers. */
SWITCH(bool, flow_is_changed, (const struct facts *f, uint32_t n), (f, n), ablated("dictionaries"), true)
SWITCH(bool, fold_text, (const struct facts *f, const struct value *v, struct str *o), (f, v, o), ablated("texts"), false)

bool __real_policy_check_at(const struct policy *p, struct arena *a, struct str code, const struct check_setting *at,
    struct policy_verdict *out, struct err *err);
bool __wrap_policy_check_at(const struct policy *p, struct arena *a, struct str code, const struct check_setting *at,
    struct policy_verdict *out, struct err *err);

/* The whole gate: what the text is stays on the record, and decides nothing. */
bool
__wrap_policy_check_at(const struct policy *p, struct arena *a, struct str code, const struct check_setting *at,
    struct policy_verdict *out, struct err *err)
{
	if (!__real_policy_check_at(p, a, code, at, out, err))
		return false;
	if (!ablated("gate"))
		return true;
	out->decision = DECISION_ALLOW;
	out->count = out->obligation_count = 0;
	return out->facts.n > 0 || policy_facts(a, code, &out->facts, err);
}
