/* SPDX-License-Identifier: MIT */
/*
 * script.c: the provider whose replies stand in a file, one after another: {"replies": [...]}, or a
 * recording (recording.h).
 *
 * A recording says for each exchange what was asked; a run that asks for something else has taken
 * another way, and that is an error rather than a reply to the wrong question.
 */
#include "ceilings.h"
#include "file.h"
#include "judge.h"
#include "recording.h"

struct script {
	const char *path;
	struct json_doc doc;
	const struct json_node *next; /* NULL when used up */
	uint32_t used;
	bool recorded;
};

static bool
is_true(const struct json_node *n)
{
	return n && n->kind == JSON_TRUE;
}

static bool
find_first(struct script *s, struct provider_traits *traits, struct err *err)
{
	const struct json_node *root = json_root(&s->doc);
	const struct json_node *replies = json_get(&s->doc, root, "replies");
	const struct json_node *exchanges = json_get(&s->doc, root, "exchanges");

	*traits = (struct provider_traits){.free_form = true};
	if (!replies == !exchanges)
		return json_err(
		    &s->doc, root, err, "a script holds either 'replies' or 'exchanges'");
	s->next = json_first(&s->doc, replies ? replies : exchanges);
	s->recorded = exchanges != NULL;
	if (s->recorded) {
		traits->free_form = is_true(json_get(&s->doc, root, "free_form"));
		traits->sends_schema = is_true(json_get(&s->doc, root, "sends_schema"));
	}
	return true;
}

static bool
script_open(struct arena *a, const struct model_spec *spec, void **state,
    struct provider_traits *traits, struct err *err)
{
	const struct embedded schema = EMBEDDED(script_schema);
	struct script *s = arena_alloc(a, sizeof(*s));
	struct str text;

	if (!s || !(s->path = arena_text(a, spec->file)))
		return err_memory(err);
	if (spec->file.n == 0) {
		err_set(err, ERR_INPUT, "the provider 'script' needs a file of replies");
		return err_help(err, "name it in model.file");
	}
	text = spec->replies;
	if (text.n == 0 && !file_read(a, s->path, SCRIPT_BYTES_MAX, &text, err))
		return err_wrap(err, "the model's script");
	*state = s;
	if (judge_document(a, text, s->path, schema, &s->doc, err) && find_first(s, traits, err))
		return true;
	return err_help(
	    err, "a script of replies is {\"replies\": [...]}, each an object or a string");
}

static bool
used_up(const struct script *s, struct err *err)
{
	err_set(err, ERR_PROVIDER, "the script of replies '%s' is used up: it has %u", s->path,
	    (unsigned)s->used);
	err_place(err, s->path, 0, 0, 0);
	return err_help(err, "the run asked the model once more than the script foresees; "
			     "add a reply, or find out why");
}

static void
play_reply(const struct script *s, struct model_reply *out)
{
	out->text = s->next->kind == JSON_STRING ? s->next->text : json_source(&s->doc, s->next);
	out->finish = str_trim(out->text).n > 0 ? FINISH_STOP : FINISH_EMPTY;
	out->model = STR("script");
}

static bool
play_failure(const struct script *s, const struct json_node *failure, struct err *err)
{
	struct str message = json_get_text(&s->doc, failure, "message", STR(""));
	struct str help = json_get_text(&s->doc, failure, "help", STR(""));

	err_set(err, recording_code(json_get_text(&s->doc, failure, "code", STR(""))), "%.*s",
	    STR_ARG(message));
	return help.n > 0 ? err_help(err, "%.*s", STR_ARG(help)) : false;
}

static bool
play_exchange(const struct script *s, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	const struct json_doc *d = &s->doc;
	const struct json_node *reply = json_get(d, s->next, "reply"),
			       *failure = json_get(d, s->next, "failure");
	struct str name = json_get_text(d, s->next, "name", STR(""));

	if (!str_is(name, request->name)) {
		json_err(d, s->next, err,
		    "the recording goes on with '%.*s', and the run asks for '%s'", STR_ARG(name),
		    request->name);
		err->code = ERR_PROVIDER;
		return err_help(
		    err, "the task, the policy or this program has changed since it was made");
	}
	spending_add_tokens(spending, json_get_number(&s->doc, s->next, "prompt_tokens", 0), 0,
	    json_get_number(&s->doc, s->next, "completion_tokens", 0));
	if (!reply || reply->kind != JSON_OBJECT)
		return play_failure(s, failure, err);
	*out = (struct model_reply){
	    .finish = finish_find(json_get_text(d, reply, "finish", STR(""))),
	    .text = json_get_text(d, reply, "text", STR("")),
	    .note = json_get_text(d, reply, "note", STR("")),
	    .model = json_get_text(d, reply, "model", STR("")),
	    .id = json_get_text(d, reply, "id", STR("")),
	    .fingerprint = json_get_text(d, reply, "fingerprint", STR("")),
	};
	return true;
}

static bool
script_ask(void *state, struct arena *scratch, const struct model_request *request,
    struct spending *spending, struct model_reply *out, struct err *err)
{
	struct script *s = state;
	bool good = true;

	(void)scratch;
	if (!s->next)
		return used_up(s, err);
	spending->account.usage.requests++;
	watch_tell(request->watch, PLANNER_ASKING, spending->account.usage.requests);
	if (s->recorded)
		good = play_exchange(s, request, spending, out, err);
	else
		play_reply(s, out);
	s->next = json_next(&s->doc, s->next);
	s->used++;
	return good;
}

const struct provider_kind PROVIDER_SCRIPT = {"script", script_open, script_ask};
