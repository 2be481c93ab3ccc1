/* SPDX-License-Identifier: MIT */
/* sluice library admit: the draft of a pack, from a package's sources. */
#include "library_survey.h"

#include "file.h"

bool
surveyed_read(struct call *c, const char *package, struct str pack, struct surveyed *out)
{
	struct surveyed *s = out;
	const char *folder;

	*s = (struct surveyed){.a = arena_new(SURVEY_BYTES_MAX)};
	folder = !s->a         ? NULL
		 : !c->o->venv ? SURVEY_SYSTEM_FOLDER
			       : survey_folder(s->a, c->o->venv);
	if (!folder)
		return err_memory(&c->err);
	if (!survey_read(s->a, folder, package, &s->survey, &c->err))
		return false;
	return (survey_trace(&s->survey) &&
		   survey_take(&s->survey, pack, &s->words.reviewer, &s->count) &&
		   survey_reach_new(&s->survey, &s->reach)) ||
	       err_memory(&c->err);
}

void
surveyed_release(struct surveyed *s)
{
	arena_free(s->a);
	s->a = NULL;
}

struct str
pack_bare(struct str name)
{
	struct str rest = name, bare;

	str_cut(&rest, ':', &bare);
	rest = bare;
	str_cut(&rest, '(', &bare);
	return bare;
}

bool
pack_read(struct arena *a, const char *path, struct str *text, struct str *package,
    struct str *version, struct err *err)
{
	struct str rest, line = {"", 0}, word;

	if (!file_read(a, path, DRAFT_BYTES_MAX, text, err))
		return false;
	for (rest = *text; rest.n > 0 && !str_starts(line, STR("package "));)
		str_cut(&rest, '\n', &line);
	if (str_starts(line, STR("package "))) {
		str_cut(&line, ' ', &word);
		str_cut(&line, ' ', package);
		*version = line;
		return true;
	}
	(void)err_set(
	    err, ERR_INPUT, "'%s' is not a pack: it has no line 'package NAME VERSION'", path);
	return err_help(err, "write one with `sluice library admit PACKAGE --out FILE`");
}

static int
keep(struct call *c, const struct survey_count *count)
{
	if ((c->out.failed && !err_memory(&c->err)) ||
	    !file_write(c->o->out, buf_view(&c->out), &c->err))
		return call_fail(c);
	buf_clear(&c->out);
	buf_printf(&c->out,
	    "%s: %zu public names, %zu reach nothing risky, %zu names and imports wait for a person\n",
	    c->o->out, count->names, count->pure, count->waiting);
	buf_printf(&c->out, "they depend on %zu part%s of the package", count->parts,
	    count->parts == 1 ? "" : "s");
	if (count->decided > 0)
		buf_printf(&c->out, ", of which %zu are decided", count->decided);
	buf_printf(&c->out, ": sluice library review %s\n", c->o->out);
	if (count->stale > 0)
		buf_printf(&c->out,
		    "%zu decisions were about text that changed, and are open again\n",
		    count->stale);
	return call_print(c);
}

int
library_admit(struct call *c)
{
	struct str pack = {"", 0}, package, version;
	struct surveyed s = {0};
	bool fine;

	call_begin(c);
	buf_release(&c->out);
	buf_init(&c->out, DRAFT_BYTES_MAX);
	fine = (!c->o->pack || pack_read(c->a, c->o->pack, &pack, &package, &version, &c->err)) &&
	       surveyed_read(c, word(c, 0), pack, &s);
	s.words.chains = true;
	fine = fine && (survey_draft(&s.reach, &s.words, &c->out, &s.count) || err_memory(&c->err));
	surveyed_release(&s);
	if (!fine)
		return call_fail(c);
	return c->o->out ? keep(c, &s.count) : call_print(c);
}
