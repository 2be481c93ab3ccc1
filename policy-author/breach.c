/* SPDX-License-Identifier: MIT */
/*
 * breach.c: what the box stopped, as a finding.
 *
 * A breach is told in the words of the rule that the text could not decide: its message, its
 * remedy, its line. Nothing of what the program had in hand when it was stopped is in them, so a
 * model may be told of it wherever it may be told of the policy.
 */
#include "box.h"

#include "judge.h"

static const struct breach {
	const char *rule, *message, *remedy;
	enum wall wall;
	bool evasion; /* no program does it by mistake */
} BREACHES[] = {
    {"files.read", "the policy does not allow programs to read this file",
	"open the task's files by their plain names", WALL_FILES, false},
    {"files.write", "the policy does not allow programs to write this file",
	"write to a plain name that the policy's `files` lists, such as 'result.csv'", WALL_FILES,
	false},
    {"import.denied", "the policy does not allow this module",
	"use a module that the policy allows", WALL_NONE, false},
    {"builtin.denied", "the policy does not allow this builtin", "write it without the builtin",
	WALL_NONE, false},
    {"attribute.denied", "the policy does not allow this attribute",
	"write object.name with a name that the policy allows", WALL_ATTRIBUTES, true},
    {"attribute.dunder", "this attribute belongs to the interpreter",
	"write it without the attribute", WALL_ATTRIBUTES, true},
    {"attribute.store", "the policy does not allow setting this attribute",
	"keep the value in a dictionary", WALL_ATTRIBUTES, true},
    {"capability.code", "the program turns data into code", "write the calculation itself",
	WALL_NONE, true},
    {"capability.introspect", "the program uses internals of the interpreter",
	"write it without them", WALL_NONE, true},
    {"capability.native", "the program uses native code or raw memory",
	"use ordinary lists, arrays and data frames", WALL_NONE, false},
    {"capability.deserialise", "the program builds objects from bytes", "use JSON or CSV",
	WALL_NONE, false},
    {"capability.process", "the program tries to start or reach another process", "do it in Python",
	WALL_NONE, false},
    {"capability.network", "the program tries to use the network", "read the task's input files",
	WALL_NONE, false},
    {"capability.environment", "the program changes the environment", "use a variable", WALL_NONE,
	false},
    {"syntax.hidden", "the program differs from the text that the gate read",
	"write it in an ordinary way", WALL_NONE, true},
};

static const struct breach *
find(struct str rule)
{
	for (size_t i = 0; i < ARRAY_LENGTH(BREACHES); i++)
		if (str_is(rule, BREACHES[i].rule))
			return &BREACHES[i];
	return NULL;
}

/* The line's text, without the blanks at its ends. A line that is not known, or not there, is no
 * place: the finding has none. */
static void
place(struct finding *f, struct str code, int64_t line)
{
	size_t at = 0, end;

	if (line < 1)
		return;
	for (int64_t i = 1; i < line; i++) {
		size_t next = str_find(code, STR("\n"), at);

		if (next == SIZE_MAX)
			return;
		at = next + 1;
	}
	end = str_find(code, STR("\n"), at);
	end = end == SIZE_MAX ? code.n : end;
	while (at < end && (code.p[at] == ' ' || code.p[at] == '\t'))
		at++;
	f->at = (uint32_t)at;
	f->end = (uint32_t)end;
	finding_place(f, code);
}

/* The obligation that the line broke: one of this very rule, or of names of attributes. */
static const struct finding *
broken(const struct policy_verdict *v, enum wall wall, const struct broken_rule *b)
{
	for (size_t i = 0; i < v->obligation_count; i++) {
		const struct finding *o = &v->obligations[i];

		if (wall != WALL_NONE && o->wall == wall && o->line == b->line &&
		    (wall == WALL_ATTRIBUTES || str_eq(o->rule, b->rule)))
			return o;
	}
	return NULL;
}

bool
policy_breach(const struct policy_verdict *v, const struct broken_rule *b, struct finding *out)
{
	const struct breach *known = find(b->rule);
	const struct finding *o;

	if (known == NULL)
		return false;
	o = broken(v, known->wall, b);
	*out = (struct finding){.rule = o != NULL ? o->rule : str_from(known->rule),
	    .decision = DECISION_DENY,
	    .severity = known->evasion ? SEVERITY_CRITICAL : SEVERITY_HIGH,
	    .message = str_from(known->message),
	    .remedy = str_from(known->remedy),
	    .evasion = known->evasion};
	if (o != NULL) {
		out->at = o->at;
		out->end = o->end;
		finding_place(out, b->code);
	} else {
		place(out, b->code, b->line);
	}
	return true;
}
