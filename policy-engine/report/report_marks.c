/* SPDX-License-Identifier: MIT */
/* The parts of a finding that all formats share. */
#include "report.h"

const char *
report_level(const struct finding *f)
{
	if (!finding_decides(f))
		return "note";
	switch (f->decision) {
	case DECISION_ALLOW:
		return "note";
	case DECISION_ESCALATE:
		return "warning";
	case DECISION_DENY:
	default:
		return "error";
	}
}

size_t
report_line_start(struct str source, size_t at)
{
	while (at > 0 && source.p[at - 1] != '\n')
		at--;
	return at;
}

bool
report_marks(const struct check_result *r, struct digest *marks)
{
	for (size_t k = 0; k < r->verdict.count; k++) {
		const struct finding *f = &r->verdict.findings[k];
		size_t start = report_line_start(r->source, f->at);
		size_t end = str_find(r->source, STR("\n"), start);
		struct str line =
		    str_trim(str_slice(r->source, start, end == SIZE_MAX ? r->source.n : end));
		struct hasher *h = hasher_new();

		if (h == NULL)
			return false;
		hasher_add(h, f->rule.p, f->rule.n);
		hasher_add(h, "", 1);
		hasher_add(h, line.p, line.n);
		hasher_finish(h, &marks[k]);
	}
	return true;
}

size_t
report_nth(const struct digest *marks, size_t k)
{
	size_t nth = 1;

	for (size_t i = 0; i < k; i++)
		nth += digest_eq(&marks[i], &marks[k]);
	return nth;
}
