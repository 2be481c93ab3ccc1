/* SPDX-License-Identifier: MIT */
/* The checks: one table for what they are called, what they say, and who looks. */
#include "lint_parts.h"

static const struct lint_check CHECKS[] = {
    {"entry-idle", LINT_WARNING, "an entry that changes no decision",
	"readers believe that it matters, and nobody notices when the entry that really decides changes",
	"remove it, or write what you meant", look_idle},
    {"name-unknown", LINT_ERROR, "a name that does not exist",
	"a misspelled name denies nothing and allows nothing",
	"check the spelling, or name the 'venv' that has it", look_unknown_name},
    {"name-authority", LINT_WARNING, "a name with authority that no rule restricts",
	"programs may use it with any argument", "add a rule for its arguments, or remove the name",
	look_authority},
    {"default-allow", LINT_WARNING, "names that no list mentions are allowed",
	"programs may use names that nobody considered, and those that a later Python adds",
	"set 'default: deny' and list what programs need", look_default_allow},
    {"policy-id", LINT_WARNING, "the id differs from the file's name",
	"reports and records use the id, and 'extends' finds files by name",
	"name the file after the id", look_id},
    {"policy-revision", LINT_ERROR, "the text changed, but the revision did not rise",
	"records then give two policies one name, and a bundle's revision must rise",
	"raise 'revision' by one", look_revision},
    {"import-unmounted", LINT_ERROR, "a module of a package, but no packages in the box",
	"programs pass the gate and fail at their first line",
	"set 'executor: {packages: true}' and 'tier: native', or remove the module",
	look_import_packages},
    {"import-api-private", LINT_WARNING, "a private name of a module",
	"private names give access to other modules, and change without notice",
	"use the public name", look_api_private},
    {"import-api-replaced", LINT_NOTE, "an 'api' that replaces the extended policy's",
	"lists of names do not add up: names that only the parent lists are refused",
	"list these names too, or remove the entry", look_api_replaced},
    {"import-pack-unused", LINT_WARNING, "an installed pack that the policy does not admit",
	"the names are admitted without the review, and without the pack's version",
	"add 'pack: true', or remove the pack", look_pack_unused},
    {"attribute-interpreter", LINT_ERROR, "an attribute of the interpreter",
	"such names give access to every module from any object", "remove it",
	look_attribute_dunder},
    {"capability-network", LINT_WARNING, "the network, which no sandbox provides",
	"programs pass the gate, or cost a reviewer's time, and then fail",
	"deny it; give programs their data as inputs", look_capability_network},
    {"rule-message", LINT_WARNING, "a refusal without a message",
	"people and models see that something is refused, but not why", "add a 'message'",
	look_rule_message},
    {"rule-unknown-allow", LINT_WARNING, "values that the gate cannot determine are allowed",
	"every computed value passes the rule", "set 'unknown: escalate'", look_unknown_allow},
    {"rule-otherwise-allow", LINT_WARNING, "a rule that refuses nothing",
	"the call passes whether its conditions hold or not", "set 'otherwise: deny'",
	look_otherwise_allow},
    {"rule-method-common", LINT_WARNING, "a rule for a name that many classes have",
	"it also applies to methods of unrelated objects", "add 'packages'", look_rule_common},
    {"rule-waivable", LINT_WARNING, "a critical refusal that can be waived",
	"a waiver holds for weeks, and nobody is asked again",
	"remove 'waivable', or lower the severity", look_rule_waivable},
    {"condition-always", LINT_WARNING, "a condition that always holds", "the rule refuses nothing",
	"write a condition that can fail, or remove the rule", look_always},
    {"predicate-matches-regex", LINT_WARNING, "a pattern that looks like a regular expression",
	"in 'matches' only '*' is special, so the pattern probably matches nothing",
	"use '*' and plain characters, or 'one_of'", look_matches_regex},
    {"files-kept", LINT_WARNING, "'files' and 'limits' disagree about results",
	"written files are lost, or disk space is reserved for none",
	"set 'artifacts' and 'artifacts_mb', or 'write: []'", look_files_kept},
    {"output-leaks", LINT_WARNING, "leaks are allowed",
	"credentials and sensitive input values leave with the answer", "set 'leaks: escalate'",
	look_leaks},
    {"escalation-nobody", LINT_WARNING, "no person is named to decide",
	"escalated runs wait until they expire",
	"add 'escalation: {needs: [{role: approver, n: 1}]}'", look_needs},
    {"escalation-remind", LINT_WARNING, "the reminder comes too late", "nobody is reminded",
	"set 'remind' to less than 'expire'", look_remind},
    {"escalation-ticket-none", LINT_ERROR, "a ticket pattern that matches nothing",
	"nothing can be approved", "write the full form: '^OPS-[0-9]+$'", look_ticket},
    {"executor-pure-packages", LINT_ERROR, "the tier is 'pure', but packages are available",
	"the packages' C code bypasses the interpreter's restrictions",
	"set 'tier: native', or remove the packages", look_pure_packages},
    {"executor-warm", LINT_WARNING, "a module is loaded in advance that no program may import",
	"every sandbox loads it, and none can use it", "remove it from 'warm'", look_warm},
    {"waiver-expired", LINT_ERROR, "a waiver has expired",
	"the finding that it waived counts again, although the file lists the waiver",
	"fix the program, or have the waiver approved again under a new id", look_waiver_expired},
    {"text-invisible", LINT_ERROR, "a text with invisible characters",
	"a reviewer sees another text than the one in force", "write plain characters",
	look_invisible},
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
lint_level_name(unsigned level)
{
	static const char *const names[] = {
	    [LINT_ERROR] = "error", [LINT_WARNING] = "warning", [LINT_NOTE] = "note"};

	return level < ARRAY_LENGTH(names) ? names[level] : names[0];
}
