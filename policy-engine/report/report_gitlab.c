/* SPDX-License-Identifier: MIT */
/*
 * GitLab's Code Quality report, as docs.gitlab.com/ci/testing/code_quality describes it: an array
 * of objects with description, check_name, fingerprint, severity and location. Of two with one
 * fingerprint GitLab shows the first alone, so that the path and the how manieth are part of it;
 * the line's number is not, so that an old finding stays old when code above it moves.
 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>

static const char *
severity_of(const struct finding *f)
{
	static const char *const names[] = {[SEVERITY_CRITICAL] = "blocker",
	    [SEVERITY_HIGH] = "critical",
	    [SEVERITY_MEDIUM] = "major",
	    [SEVERITY_LOW] = "minor"};

	return f->decision == DECISION_ALLOW || !finding_decides(f) ? "info" : names[f->severity];
}

/* GitLab knows paths from the repository's root, without "./". */
static struct str
path_of(const struct check_result *r)
{
	struct str path = str_from(r->path);

	while (str_starts(path, STR("./")) && path.n > 2)
		path = str_slice(path, 2, path.n);
	return path;
}

/* The report has no place for why a finding decides nothing, but its words. */
static void
put_description(struct json_writer *w, const struct finding *f)
{
	struct buf text;

	buf_init(&text, 1 << 16);
	buf_str(&text, f->message);
	finding_standing(f, &text);
	json_put_str(w, "description", buf_view(&text));
	w->out->failed = w->out->failed || text.failed;
	buf_release(&text);
}

static void
put_finding(
    struct json_writer *w, const struct check_result *r, const struct digest *marks, size_t k)
{
	const struct finding *f = &r->verdict.findings[k];
	struct str path = path_of(r);
	char fingerprint[DIGEST_HEX_BYTES], nth[24];
	struct digest digest;

	(void)snprintf(nth, sizeof(nth), "%zu", report_nth(marks, k));
	const struct str parts[] = {
	    path, {"", 1}, {(const char *)marks[k].bytes, DIGEST_BYTES}, str_from(nth)};

	digest_of_parts(parts, ARRAY_LENGTH(parts), &digest);
	digest_hex(&digest, fingerprint);
	json_object(w);
	put_description(w, f);
	json_put_str(w, "check_name", f->rule);
	json_put_text(w, "fingerprint", fingerprint);
	json_put_text(w, "severity", severity_of(f));
	json_open_object(w, "location");
	json_put_str(w, "path", path);
	json_open_object(w, "lines");
	json_put_number(w, "begin", f->line);
	json_put_number(w, "end", f->end_line);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
}

void
report_gitlab(const struct check_result *results, size_t count, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_array(&w);
	for (size_t i = 0; i < count; i++) {
		size_t n = results[i].verdict.count;
		struct digest *marks = calloc(n + 1, sizeof(*marks));

		if (marks == NULL || !report_marks(&results[i], marks)) {
			out->failed = true;
			free(marks);
			return;
		}
		for (size_t k = 0; k < n; k++)
			put_finding(&w, &results[i], marks, k);
		free(marks);
	}
	json_end_array(&w);
	buf_char(out, '\n');
}
