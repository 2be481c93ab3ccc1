/* SPDX-License-Identifier: MIT */
/* The checks: one table for what they are called, what they say, and who looks. */
#include "lint_parts.h"

static const struct lint_check CHECKS[] = {
    {"entry-idle", LINT_WARNING, "an entry without which the policy decides the same",
	"it looks as if it mattered, and nobody sees when what decides in its place changes",
	"take it away, or write what was meant", look_idle},
    {"name-unknown", LINT_ERROR, "a name that nothing has",
	"a misspelled denial denies nothing, and a misspelled allowance allows nothing",
	"check the name, or name the 'venv' that has it", look_unknown_name},
    {"name-authority", LINT_WARNING, "a name with authority, and no rule looks at it",
	"it may be used with any argument", "add a rule for its arguments, or take the name away",
	look_authority},
    {"default-allow", LINT_WARNING, "whatever no list names is allowed",
	"what nobody thought of, and what a later Python adds, comes in unseen",
	"set 'default: deny' and list what is needed", look_default_allow},
    {"policy-id", LINT_WARNING, "the id is not the file's name",
	"reports and records use the id, and 'extends' finds files by name",
	"name the file as the id", look_id},
    {"policy-revision", LINT_ERROR, "the text changed and the revision did not rise",
	"two policies then bear one name in the records, and a bundle's revision must rise",
	"raise 'revision' by one", look_revision},
    {"import-unmounted", LINT_ERROR, "a package's module, and no packages",
	"the program passes the gate and fails at its first line",
	"set 'executor: {packages: true}' and 'tier: native', or drop the module",
	look_import_packages},
    {"import-api-private", LINT_WARNING, "a name that the module keeps private",
	"private names lead to other modules and change without notice", "use the public name",
	look_api_private},
    {"import-api-replaced", LINT_NOTE, "an 'api' that replaces the extended policy's",
	"lists of names do not add up: what the parent's lists and this one does not is refused",
	"list these names too, or take the entry away", look_api_replaced},
    {"attribute-interpreter", LINT_ERROR, "an attribute of the interpreter",
	"such names lead from any object to all modules", "take it away", look_attribute_dunder},
    {"capability-network", LINT_WARNING, "the network, which no sandbox gives",
	"programs pass the gate, or cost a reviewer's time, and then fail",
	"deny it; give programs their data as inputs", look_capability_network},
    {"rule-message", LINT_WARNING, "a refusal without a message",
	"people and models are told that, but not why", "add a 'message'", look_rule_message},
    {"rule-unknown-allow", LINT_WARNING, "what can't be told is allowed",
	"any value passes that is computed rather than written", "set 'unknown: escalate'",
	look_unknown_allow},
    {"rule-otherwise-allow", LINT_WARNING, "a rule that refuses nothing",
	"its conditions are asked in vain, and the call passes in any case",
	"set 'otherwise: deny'", look_otherwise_allow},
    {"rule-method-common", LINT_WARNING, "a rule for a name that many classes have",
	"it judges methods of objects that nobody meant", "add 'packages'", look_rule_common},
    {"rule-waivable", LINT_WARNING, "a critical refusal that may be waived",
	"a waiver stands beside the code for weeks, and nobody is asked again",
	"drop 'waivable', or the severity that it contradicts", look_rule_waivable},
    {"condition-always", LINT_WARNING, "a condition that always holds", "the rule refuses nothing",
	"ask for something, or drop the rule", look_always},
    {"predicate-matches-regex", LINT_WARNING, "a pattern that looks like a regular expression",
	"in 'matches' only the star is special, so it will hardly hold",
	"use '*' and plain characters, or 'one_of'", look_matches_regex},
    {"files-kept", LINT_WARNING, "'files' and 'limits' do not agree on results",
	"what is written is lost, or room is kept for nothing",
	"set 'artifacts' and 'artifacts_mb', or 'write: []'", look_files_kept},
    {"output-leaks", LINT_WARNING, "leaks are allowed",
	"credentials and marked values of the inputs leave with the answer",
	"set 'leaks: escalate'", look_leaks},
    {"escalation-nobody", LINT_WARNING, "nobody decides",
	"runs that escalate wait until they expire",
	"add 'escalation: {needs: [{role: approver, n: 1}]}'", look_needs},
    {"escalation-remind", LINT_WARNING, "the reminder comes too late", "nobody is reminded",
	"set 'remind' to less than 'expire'", look_remind},
    {"escalation-ticket-none", LINT_ERROR, "a ticket's pattern that holds for nothing",
	"nothing can be approved", "write the form out: '^OPS-[0-9]+$'", look_ticket},
    {"executor-pure-packages", LINT_ERROR, "the tier is pure, with packages",
	"their C code undoes what the interpreter's wall holds",
	"set 'tier: native', or mount none", look_pure_packages},
    {"executor-warm", LINT_WARNING, "a module is kept ready that no program may import",
	"each sandbox pays for what none can use", "take it out of 'warm'", look_warm},
    {"waiver-expired", LINT_ERROR, "a waiver has expired",
	"what it let pass decides again, and the file says otherwise",
	"mend the program, or have it approved again under a new id", look_waiver_expired},
    {"text-invisible", LINT_ERROR, "a text with characters that a reader does not see",
	"what is reviewed is not what is there", "write plain characters", look_invisible},
};

const struct lint_check *
lint_checks(size_t *count)
{
	*count = ARRAY_LENGTH(CHECKS);
	return CHECKS;
}

const struct lint_check *
lint_check_find(struct str id)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CHECKS); i++)
		if (str_is(id, CHECKS[i].id))
			return &CHECKS[i];
	return NULL;
}

const char *
lint_level_name(enum lint_level level)
{
	static const char *const names[] = {
	    [LINT_ERROR] = "error", [LINT_WARNING] = "warning", [LINT_NOTE] = "note"};

	return (unsigned)level < ARRAY_LENGTH(names) ? names[level] : names[0];
}
