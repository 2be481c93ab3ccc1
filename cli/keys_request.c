/* SPDX-License-Identifier: MIT */
/* sluice keys request: signs what `POST /v1/requests` wrote down, and nothing that is no request. */
#include "actions.h"

#include "act.h"
#include "file.h"

#include <stdio.h>

#define FILE_BYTES_MAX ((size_t)8 << 20)

struct written {
	struct str statement, task;
	struct act act;
};

/* The statement's digest is that of the list of files, so the signer can inspect the list. */
static bool
read_written(struct call *c, const char *path, struct written *out)
{
	char sha256[DIGEST_HEX_BYTES];
	struct json_doc d, terms;
	struct str text;

	if (!file_read(c->a, path, FILE_BYTES_MAX, &text, &c->err) ||
	    !json_parse(c->a, text, path, &JSON_LIMITS, &d, NULL, &c->err))
		return false;
	out->statement = json_get_text(&d, json_root(&d), "statement", STR(""));
	out->task = json_get_text(&d, json_root(&d), "task", STR(""));
	if (!act_read(c->a, out->statement, &out->act, &c->err) ||
	    !json_parse(c->a, out->act.terms, path, &JSON_LIMITS, &terms, NULL, &c->err))
		return false;
	digest_hex_of(out->task, sha256);
	if (out->act.kind != ACT_REQUEST)
		return err_set(
		    &c->err, ERR_REFUSED, "'%.200s' is not a request, so it was not signed", path);
	return str_is(json_get_text(&terms, json_root(&terms), "task", STR("")), sha256) ||
	       err_set(&c->err, ERR_REFUSED,
		   "the request in '%.200s' is not about the files that it lists", path);
}

static bool
tell(struct call *c, const struct written *w)
{
	const struct json_node *list;
	struct json_doc d;
	struct buf out;

	if (!json_parse(c->a, w->task, "the task", &JSON_LIMITS, &d, NULL, &c->err))
		return false;
	buf_init(&out, FILE_BYTES_MAX);
	buf_printf(&out, "a request for the run %.*s\n", STR_ARG(w->act.target));
	list = json_get(&d, json_root(&d), "files");
	JSON_EACH(f, &d, list) {
		buf_text(&out, "  ");
		buf_visible(&out, json_get_text(&d, f, "sha256", STR("")), 64);
		buf_line(&out, "  ", json_get_text(&d, f, "path", STR("")), 200);
	}
	buf_line(&out, "signing as ", w->act.printed_name, 200);
	bool good = !out.failed || err_memory(&c->err);
	(void)!fwrite(out.p, 1, out.n, stderr);
	buf_release(&out);
	return good;
}

/* A person's key asks for its passphrase; a machine's is open. */
static bool
sign_it(struct call *c, const char *path, struct str statement, struct buf *out)
{
	struct secret_key *key;
	struct key_file file;
	struct err machines;

	if (key_look(c->a, path, &file, &c->err))
		return statement_sign(c->a, path, statement, out, &c->err);
	if (!log_key_open(path, &key, &machines))
		return false;
	bool good = envelope_sign(key, statement, out, &c->err);
	key_free(key);
	return good;
}

int
keys_request(struct call *c)
{
	const char *path = c->o->key ? c->o->key : key_path(c->a);
	struct written w;
	struct buf out;

	buf_init(&out, ENVELOPE_BYTES_MAX);
	bool good =
	    path || err_set(&c->err, ERR_USAGE, "name your key file by --key or SLUICE_KEY");
	good = good && read_written(c, word(c, 0), &w) && tell(c, &w) &&
	       sign_it(c, path, w.statement, &out);
	buf_char(&out, '\n');
	if (good)
		return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
	buf_release(&out);
	return call_fail(c);
}
