/* SPDX-License-Identifier: MIT */
/* The task file as the service takes it: with the bytes of its files, and its schema as it is. */
#include "remote.h"

#include "file.h"
#include "yaml.h"

#define FILE_BYTES_MAX ((size_t)128 << 20)

struct sending {
	struct call *call;
	struct json_writer w;
	struct json_doc doc; /* of the task file */
	const char *file;    /* its path, or NULL */
	struct buf bytes;
	struct err *err;
};

/* Passes on the other members of an input unchanged: the service judges them. */
static void
put_more(struct sending *q, const struct json_node *input)
{
	JSON_EACH(n, &q->doc, input)
		if (!str_is(n->text, "path") && !str_is(n->text, "name")) {
			json_name_str(&q->w, n->text);
			json_tree(&q->w, &q->doc, n + 1);
		}
}

static bool
put_input(struct sending *q, const char *path, struct str name, const struct json_node *more)
{
	struct str bytes;

	if (!path)
		return err_memory(q->err);
	if (!file_read(q->call->a, path, FILE_BYTES_MAX, &bytes, q->err))
		return false;
	buf_clear(&q->bytes);
	base64_write(bytes.p, bytes.n, &q->bytes);
	json_object(&q->w);
	json_put_str(&q->w, "name", name);
	json_put_str(&q->w, "base64", buf_view(&q->bytes));
	if (more)
		put_more(q, more);
	json_end_object(&q->w);
	return !q->bytes.failed || err_memory(q->err);
}

/* A file's path, or an object that has it. */
static bool
put_listed(struct sending *q, const struct json_node *n)
{
	bool bare = n->kind != JSON_OBJECT;
	const struct json_node *path = bare ? n : json_get(&q->doc, n, "path");
	const struct json_node *name = bare ? NULL : json_get(&q->doc, n, "name");
	char *at;

	if (!path || !json_is_text(path))
		return json_err(
		    &q->doc, n, q->err, "an input must be a file's path, or have a 'path'");
	at = arena_text(q->call->a, path->text);
	return put_input(q, at ? path_beside(q->call->a, q->file, at) : NULL,
	    name ? name->text
	    : at ? str_from(path_base(at))
		 : STR(""),
	    bare ? NULL : n);
}

static bool
put_inputs(struct sending *q, const struct json_node *listed)
{
	const struct option_values *given = &q->call->o->input;
	bool good = true;

	if (!listed && given->count == 0)
		return true;
	json_open_array(&q->w, "inputs");
	if (listed && listed->kind != JSON_ARRAY)
		return json_err(&q->doc, listed, q->err, "'inputs' must be a list of files");
	JSON_EACH(n, &q->doc, listed)
		good = good && put_listed(q, n);
	for (size_t i = 0; good && i < given->count; i++)
		good = put_input(q, given->values[i], str_from(path_base(given->values[i])), NULL);
	json_end_array(&q->w);
	return good;
}

/* The schema itself goes, whether it stands in the task or in a file. */
static bool
put_schema(struct sending *q, const char *path)
{
	struct str text;
	struct json_doc schema;

	if (!path)
		return err_memory(q->err);
	if (!file_read(q->call->a, path, YAML_BYTES_MAX, &text, q->err) ||
	    !json_parse(q->call->a, text, path, &JSON_LIMITS, &schema, NULL, q->err))
		return false;
	json_name(&q->w, "schema");
	json_tree(&q->w, &schema, json_root(&schema));
	return true;
}

static bool
put_output(struct sending *q, const struct json_node *output)
{
	const char *given = q->call->o->schema;
	const struct json_node *schema = output ? json_get(&q->doc, output, "schema") : NULL;
	bool good = true;

	if (!output && !given)
		return true;
	json_open_object(&q->w, "output");
	JSON_EACH(n, &q->doc, output)
		if (n + 1 != schema) {
			json_name_str(&q->w, n->text);
			json_tree(&q->w, &q->doc, n + 1);
		}
	if (given)
		good = put_schema(q, given);
	else if (schema && json_is_text(schema)) {
		char *path = arena_text(q->call->a, schema->text);
		good = put_schema(q, path ? path_beside(q->call->a, q->file, path) : NULL);
	} else if (schema) {
		json_name(&q->w, "schema");
		json_tree(&q->w, &q->doc, schema);
	}
	json_end_object(&q->w);
	return good;
}

/* Passes on a member of the task file, unless an option replaces it. */
static bool
put_member(struct sending *q, const struct json_node *name)
{
	const struct options *o = q->call->o;
	const struct {
		const char *name;
		bool passes;
	} apart[] = {{"apiVersion", true}, {"inputs", true}, {"output", true}, {"goal", o->goal},
	    {"policy", o->policy}, {"profile", o->profile}};

	for (size_t i = 0; i < ARRAY_LENGTH(apart); i++)
		if (apart[i].passes && str_is(name->text, apart[i].name))
			return true;
	if (str_is(name->text, "model")) {
		json_err(&q->doc, name, q->err, "the service chooses the model");
		return err_help(q->err, "remove 'model', or run the task without --service");
	}
	json_name_str(&q->w, name->text);
	json_tree(&q->w, &q->doc, name + 1);
	return true;
}

static bool
put_file(struct sending *q)
{
	const struct json_node *root = q->file ? json_root(&q->doc) : NULL;

	if (root && root->kind != JSON_OBJECT)
		return json_err(&q->doc, root, q->err, "a task must be an object");
	JSON_EACH(n, &q->doc, root)
		if (!put_member(q, n))
			return false;
	return put_inputs(q, root ? json_get(&q->doc, root, "inputs") : NULL) &&
	       put_output(q, root ? json_get(&q->doc, root, "output") : NULL);
}

static bool
put_code(struct sending *q)
{
	struct str code;

	if (!q->call->o->code)
		return true;
	if (!file_read(q->call->a, q->call->o->code, FILE_BYTES_MAX, &code, q->err))
		return false;
	json_put_str(&q->w, "code", code);
	return true;
}

static bool
write_body(struct sending *q, struct buf *out)
{
	const struct options *o = q->call->o;
	const struct {
		const char *name, *value;
	} given[] = {{"goal", o->goal}, {"policy", o->policy}, {"profile", o->profile},
	    {"idempotency_key", o->idempotency_key}};

	json_writer_init(&q->w, out, false);
	json_object(&q->w);
	for (size_t i = 0; i < ARRAY_LENGTH(given); i++)
		if (given[i].value)
			json_put_text(&q->w, given[i].name, given[i].value);
	if (!put_file(q) || !put_code(q))
		return false;
	json_end_object(&q->w);
	return !out->failed ||
	       err_set(q->err, ERR_LIMIT, "the task and its files are longer than %zu MiB",
		   out->max >> 20);
}

static bool
read_task(struct sending *q, struct err_list *errs)
{
	struct str text;

	if (!q->file)
		return true;
	if (!file_read(q->call->a, q->file, YAML_BYTES_MAX, &text, q->err))
		return err_list_add(errs, q->err);
	return yaml_parse(q->call->a, text, q->file, &q->doc, errs);
}

bool
remote_task(struct call *c, struct buf *out)
{
	struct sending q = {.call = c, .file = word(c, 0), .err = &c->err};
	bool good;

	if (!read_task(&q, &c->errs))
		return false;
	buf_init(&q.bytes, out->max);
	good = write_body(&q, out) || err_list_add(&c->errs, &c->err);
	buf_release(&q.bytes);
	return good;
}
