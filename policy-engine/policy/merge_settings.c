/* SPDX-License-Identifier: MIT */
/* What a policy says to the other layers: ceilings, guarantees, the output, prompts, waivers. */
#include "merge.h"

static void
merge_limit(struct merge *m, const struct json_node *section, const char *name, int64_t unit,
    int64_t *limit)
{
	const struct json_node *n = json_get(m->doc, section, name);
	int64_t amount;

	if (!merge_int(m, n, &amount))
		return;
	if (amount * unit > *limit && !merge_may_loosen(m, SECTION_LIMITS, n, str_from(name)))
		return;
	*limit = amount * unit;
}

static void
merge_limits(struct merge *m, const struct json_node *section)
{
	struct policy_limits *l = &m->policy->limits;

	merge_limit(m, section, "wall_s", 1000, &l->wall_ms);
	merge_limit(m, section, "cpu_s", 1000, &l->cpu_ms);
	merge_limit(m, section, "memory_mb", 1 << 20, &l->memory_bytes);
	merge_limit(m, section, "processes", 1, &l->processes);
	merge_limit(m, section, "open_files", 1, &l->open_files);
	merge_limit(m, section, "file_mb", 1 << 20, &l->file_bytes);
	merge_limit(m, section, "files_mb", 1 << 20, &l->disk_bytes);
	merge_limit(m, section, "inodes", 1, &l->disk_inodes);
	merge_limit(m, section, "output_kb", 1024, &l->output_bytes);
	merge_limit(m, section, "artifacts", 1, &l->artifacts);
	merge_limit(m, section, "artifacts_mb", 1 << 20, &l->artifact_bytes);
}

/* A flag that lets more through where it is set. */
static void
merge_flag(
    struct merge *m, enum section section, const struct json_node *n, bool wanted, bool *flag)
{
	if (n != NULL && (!wanted || *flag || merge_may_loosen(m, section, n, n[-1].text)))
		*flag = wanted;
}

static void
merge_evasion(struct merge *m, const struct json_node *section)
{
	const struct json_node *n = json_get(m->doc, section, "on_evasion");

	merge_flag(m, SECTION_ESCALATION, n, n != NULL && str_is(n->text, "escalate"),
	    &m->policy->escalates_evasion);
}

static void
merge_prompt(struct merge *m, const struct json_node *section)
{
	const struct json_node *rows = json_get(m->doc, section, "sample_rows");
	const struct json_node *output = json_get(m->doc, section, "program_output");
	int64_t amount;

	if (merge_int(m, rows, &amount) &&
	    (amount <= m->policy->sample_rows ||
		merge_may_loosen(m, SECTION_PROMPT, rows, STR("sample_rows"))))
		m->policy->sample_rows = amount;
	merge_flag(m, SECTION_PROMPT, output, output != NULL && output->kind == JSON_TRUE,
	    &m->policy->program_output);
}

static void
merge_executor(struct merge *m, const struct json_node *executor)
{
	merge_words(m, json_get(m->doc, executor, "require"), &m->policy->requires);
	merge_words(m, json_get(m->doc, executor, "escalate"), &m->policy->wants);
}

static void
merge_output(struct merge *m, const struct json_node *output)
{
	struct policy *p = m->policy;
	const struct json_node *framing = json_get(m->doc, output, "framing");
	const struct json_node *leaks = json_get(m->doc, output, "leaks");

	if (framing != NULL && (str_eq(framing->text, p->framing) || p->framing.n == 0 ||
				   merge_may_loosen(m, SECTION_OUTPUT, framing, STR("framing"))))
		p->framing = merge_keep(m, framing->text);
	if (leaks != NULL && (merge_decision(leaks->text) <= p->leaks ||
				 merge_may_loosen(m, SECTION_OUTPUT, leaks, STR("leaks"))))
		p->leaks = merge_decision(leaks->text);
}

void
merge_settings(struct merge *m, const struct json_node *root)
{
	const struct json_node *escalation = json_get(m->doc, root, "escalation");

	merge_limits(m, json_get(m->doc, root, "limits"));
	merge_escalation(m, escalation);
	merge_evasion(m, escalation);
	merge_prompt(m, json_get(m->doc, root, "prompt"));
	merge_executor(m, json_get(m->doc, root, "executor"));
	merge_output(m, json_get(m->doc, root, "output"));
	merge_files(m, json_get(m->doc, root, "files"));
}

/* Where waivers stand is read behind the merge (load.c), once what they are of is known. */
void
merge_waivers(struct merge *m, const struct json_node *n)
{
	struct policy *p = m->policy;
	bool plain = n != NULL && n->kind != JSON_OBJECT;
	const struct json_node *file = plain ? n : json_get(m->doc, n, "file");
	const struct json_node *days = json_get(m->doc, n, "max_days");
	int64_t amount;

	if (file != NULL)
		(void)merge_may_loosen(m, SECTION_WAIVERS, file, file->text);
	if (merge_int(m, days, &amount) &&
	    (amount <= policy_waiver_days(p) ||
		merge_may_loosen(m, SECTION_WAIVERS, days, STR("max_days"))))
		p->waiver_days = amount;
}
