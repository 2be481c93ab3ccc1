/* SPDX-License-Identifier: MIT */
/* form.c: what a page sends: fields and files. */
#include "http.h"
#include "microhttpd_api.h"

#define FORM_CHUNK_BYTES 65536

struct form_reading {
	struct arena *a;
	struct form_field *first, **last, *open;
	struct buf value;
	bool failed;
};

/* Typed text arrives with the form encoding's line ends, not the user's own (HTML, 4.10.21). */
static void
mend_lines(struct str *text)
{
	char *p = (char *)(uintptr_t)text->p;
	size_t to = 0;

	for (size_t i = 0; i < text->n; i++)
		if (p[i] != '\r' || i + 1 == text->n || p[i + 1] != '\n')
			p[to++] = p[i];
	text->n = to;
}

static bool
end_field(struct form_reading *f)
{
	bool good = !f->open ||
		    (!f->value.failed && arena_copy(f->a, buf_view(&f->value), &f->open->value));

	buf_clear(&f->value);
	if (good && f->open && !f->open->file)
		mend_lines(&f->open->value);
	f->open = NULL;
	return good;
}

static struct form_field *
add_field(struct form_reading *f, const char *name, const char *file)
{
	struct form_field *field = arena_alloc(f->a, sizeof(*field));

	if (!field || !(field->name = arena_text(f->a, str_from(name))))
		return NULL;
	field->file = file ? arena_text(f->a, str_from(file)) : NULL;
	*f->last = field;
	f->last = &field->next;
	f->open = field;
	return field;
}

static enum MHD_Result
take_field(void *context, enum MHD_ValueKind kind, const char *name, const char *file,
    const char *type, const char *coding, const char *data, uint64_t at, size_t size)
{
	struct form_reading *f = context;

	(void)kind;
	(void)type;
	(void)coding;
	if (at == 0)
		f->failed = f->failed || !end_field(f) || !add_field(f, name ? name : "", file);
	buf_add(&f->value, data, size);
	return f->failed || f->value.failed ? MHD_NO : MHD_YES;
}

bool
form_read(struct request *r, struct form_field **out, struct err *err)
{
	struct form_reading f = {.a = r->a, .last = &f.first};
	struct MHD_PostProcessor *p =
	    mhd.MHD_create_post_processor(r->connection, FORM_CHUNK_BYTES, take_field, &f);
	bool good = true;

	*out = NULL;
	if (!p)
		return r->body.n == 0 || err_set(err, ERR_USAGE, "this is not a form");
	buf_init(&f.value, TASK_BYTES_MAX);
	if (r->body.n > 0)
		good = mhd.MHD_post_process(p, r->body.p, r->body.n) == MHD_YES;
	mhd.MHD_destroy_post_processor(p);
	f.failed = f.failed || !end_field(&f);
	buf_release(&f.value);
	*out = f.first;
	return (good && !f.failed) || err_set(err, ERR_USAGE, "the form can't be read");
}

struct str
form_get(const struct form_field *f, const char *name)
{
	for (; f; f = f->next)
		if (strcmp(f->name, name) == 0)
			return f->value;
	return STR("");
}
