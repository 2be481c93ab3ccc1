/* SPDX-License-Identifier: MIT */
#include "recording.h"

#include "ceilings.h"
#include "file.h"
#include "record.h"

struct recording {
	struct arena *a;
	const char *path;
	struct provider_traits traits;
	struct str *exchanges; /* each as JSON */
	size_t count, capacity;
};

static const struct {
	enum err_code code;
	const char *name;
} CODES[] = {
    {ERR_USAGE, "usage"},
    {ERR_INPUT, "input"},
    {ERR_LIMIT, "limit"},
    {ERR_MEMORY, "memory"},
    {ERR_SYSTEM, "system"},
    {ERR_SANDBOX, "sandbox"},
    {ERR_PROVIDER, "provider"},
    {ERR_INTERNAL, "internal"},
};

const char *
recording_code_name(enum err_code code)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CODES); i++)
		if (CODES[i].code == code)
			return CODES[i].name;
	return "internal";
}

enum err_code
recording_code(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CODES); i++)
		if (str_is(name, CODES[i].name))
			return CODES[i].code;
	return ERR_INTERNAL;
}

static bool
save(const struct recording *r, struct err *err)
{
	struct json_writer w;
	struct buf out;

	buf_init(&out, SCRIPT_BYTES_MAX);
	json_writer_init(&w, &out, false);
	json_object(&w);
	json_put_number(&w, "recording", 1);
	json_put_bool(&w, "free_form", r->traits.free_form);
	json_put_bool(&w, "sends_schema", r->traits.sends_schema);
	json_open_array(&w, "exchanges");
	for (size_t i = 0; i < r->count; i++)
		json_raw(&w, r->exchanges[i]);
	json_end_array(&w);
	json_end_object(&w);
	buf_char(&out, '\n');
	bool good = !out.failed ||
		    err_set(err, ERR_LIMIT, "the recording is larger than %zu bytes", out.max);
	good = good && file_write(r->path, buf_view(&out), err);
	buf_release(&out);
	return good || err_wrap(err, "the recording '%s'", r->path);
}

bool
recording_open(struct arena *a, struct str path, const struct provider_traits *traits,
    struct recording **out, struct err *err)
{
	struct recording *r = arena_alloc(a, sizeof(*r));

	if (!r || !(r->path = arena_text(a, path)))
		return err_memory(err);
	r->a = a;
	r->traits = *traits;
	*out = r;
	return save(r, err);
}

FORM(message_form, struct message, MEMBER(struct message, role), MEMBER(struct message, text));

static void
write_request(const struct model_request *request, struct json_writer *w)
{
	json_put_text(w, "name", request->name);
	json_put_number(w, "max_tokens", request->max_tokens);
	record_put_list(w, "messages", &message_form, request->messages, request->count);
}

#define M(member) MEMBER(struct model_reply, member)
FORM(reply_form, struct model_reply,
    MEMBER_WORD("finish", struct model_reply, finish, finish_name, NULL), M(text), M(note),
    M(model), M(id), M(fingerprint));

static void
write_reply(const struct model_reply *reply, struct json_writer *w)
{
	record_put_object(w, "reply", &reply_form, reply);
	json_name(w, "failure");
	json_null(w);
}

static void
write_failure(const struct err *err, struct json_writer *w)
{
	json_name(w, "reply");
	json_null(w);
	json_open_object(w, "failure");
	json_put_text(w, "code", recording_code_name(err->code));
	json_put_text(w, "message", err->message);
	json_put_text(w, "help", err->help);
	json_end_object(w);
}

bool
recording_add(struct recording *r, const struct recorded *exchange, struct err *err)
{
	struct str *slot =
	    arena_push(r->a, &r->exchanges, &r->count, &r->capacity, sizeof(*r->exchanges));
	struct json_writer w;
	struct buf text;

	if (!slot)
		return err_memory(err);
	buf_init(&text, SCRIPT_BYTES_MAX);
	json_writer_init(&w, &text, false);
	json_object(&w);
	write_request(exchange->request, &w);
	if (exchange->err)
		write_failure(exchange->err, &w);
	else
		write_reply(exchange->reply, &w);
	json_put_number(&w, "prompt_tokens", exchange->prompt_tokens);
	json_put_number(&w, "completion_tokens", exchange->completion_tokens);
	json_end_object(&w);
	bool good = !text.failed && arena_copy(r->a, buf_view(&text), slot);
	buf_release(&text);
	return good ? save(r, err) : err_memory(err);
}
