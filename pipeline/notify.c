/* SPDX-License-Identifier: MIT */
#include "notify.h"
#include "outbox.h"

#include "clock.h"
#include "file.h"
#include "planner.h"

#include <inttypes.h>
#include <stdio.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define SECRET_BYTES_MAX 4096
#define BODY_BYTES_MAX 16384
#define TIMEOUT_MS 5000

static bool
read_secret(struct arena *a, const struct notify *n, struct str *out, struct err *err)
{
	struct str bytes;

	if (!n->url || !*n->url)
		return err_set(err, ERR_USAGE, "a webhook needs an address");
	if (!n->secret_file || !*n->secret_file)
		return err_set(err, ERR_USAGE,
		    "a webhook needs a secret, so that its receiver can verify the notices");
	if (!file_read_private(a, n->secret_file, SECRET_BYTES_MAX, &bytes, err))
		return false;
	*out = str_trim(bytes);
	if (out->n >= NOTIFY_SECRET_MIN)
		return true;
	err_set(err, ERR_INPUT, "the webhook's secret has fewer than %d bytes", NOTIFY_SECRET_MIN);
	err_help(err, "head -c 32 /dev/urandom | base64 > FILE");
	return err_place(err, n->secret_file, 0, 0, 0);
}

bool
notify_check(const struct notify *n, struct err *err)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct str secret;
	bool good = a ? read_secret(a, n, &secret, err) : err_memory(err);

	arena_free(a);
	return good;
}

/* The template with what stands in the notice put in. */
static void
write_link(const char *template, const struct json_doc *d, struct json_writer *w)
{
	static const char *const names[] = {"run", "approval"};
	struct str rest = str_from(template);
	struct buf link;

	buf_init(&link, BODY_BYTES_MAX);
	while (rest.n > 0) {
		bool put = false;
		for (size_t i = 0; i < ARRAY_LENGTH(names) && !put; i++) {
			char mark[16];
			snprintf(mark, sizeof(mark), "{%s}", names[i]);
			put = str_starts(rest, str_from(mark));
			if (put) {
				buf_str(&link, json_get_text(d, json_root(d), names[i], STR("")));
				rest = str_slice(rest, strlen(mark), rest.n);
			}
		}
		if (!put) {
			buf_char(&link, rest.p[0]);
			rest = str_slice(rest, 1, rest.n);
		}
	}
	w->out->failed = w->out->failed || link.failed;
	json_put_str(w, "link", buf_view(&link));
	buf_release(&link);
}

static bool
write_body(struct arena *a, const struct notify *n, const struct notice *notice, struct buf *out,
    struct err *err)
{
	struct json_doc d;
	struct json_writer w;

	if (!json_parse(a, notice->body, "a notice", &JSON_LIMITS, &d, NULL, err))
		return false;
	const struct json_node *root = json_root(&d);
	json_writer_init(&w, out, false);
	json_format(&w, "{id: %s", notice->id);
	for (const struct json_node *m = json_first(&d, root); m; m = json_next(&d, m)) {
		json_name_str(&w, m->text);
		json_tree(&w, &d, m + 1);
	}
	if (n->link && *n->link)
		write_link(n->link, &d, &w);
	json_end_object(&w);
	return !out->failed || err_set(err, ERR_LIMIT, "a notice is too large");
}

static void
sign(struct str secret, const char *stamp, struct str body, char out[DIGEST_HEX_BYTES + 4])
{
	struct digest digest;
	char hex[DIGEST_HEX_BYTES];
	struct buf text;

	buf_init(&text, BODY_BYTES_MAX + 64);
	buf_printf(&text, "%s.", stamp);
	buf_str(&text, body);
	digest_keyed(secret, buf_view(&text), &digest);
	digest_hex(&digest, hex);
	buf_release(&text);
	snprintf(out, DIGEST_HEX_BYTES + 4, "v1=%s", hex);
}

/* False where it was not taken; `err` says why. */
static bool
send(struct arena *a, const struct notify *n, struct str secret, const struct notice *notice,
    struct err *err)
{
	char stamp[24], signature[DIGEST_HEX_BYTES + 4];
	struct buf body;
	int64_t status = 0;

	buf_init(&body, BODY_BYTES_MAX);
	bool good = write_body(a, n, notice, &body, err);
	if (good) {
		snprintf(stamp, sizeof(stamp), "%" PRId64, clock_utc_us() / 1000000);
		sign(secret, stamp, buf_view(&body), signature);
		const struct planner_header headers[] = {
		    {"content-type", STR("application/json")},
		    {"sluice-id", str_from(notice->id)},
		    {"sluice-timestamp", str_from(stamp)},
		    {"sluice-signature", str_from(signature)},
		};
		const struct planner_post post = {.url = str_from(n->url),
		    .body = buf_view(&body),
		    .ca_file = str_from(n->ca_file),
		    .headers = headers,
		    .header_count = ARRAY_LENGTH(headers),
		    .timeout_ms = n->timeout_ms > 0 ? n->timeout_ms : TIMEOUT_MS};
		good = planner_post(a, &post, &status, err);
	}
	buf_release(&body);
	if (good && (status < 200 || status > 299))
		return err_set(err, ERR_PROVIDER, "the server answered %" PRId64, status);
	return good;
}

static bool
deliver_next(struct store *s, const struct notify *n, struct str secret,
    struct notify_report *report, struct err *err)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct notice notice;
	struct err why = {0};
	bool good = a ? outbox_next(s, a, &notice, err) : err_memory(err);

	store_turn_give(s);
	bool sent = good && send(a, n, secret, &notice, &why);
	store_turn_take(s);
	if (sent) {
		report->delivered++;
		good = outbox_done(s, notice.id, err);
	} else if (good) {
		report->failed++;
		good = outbox_failed(s, notice.id, str_from(why.message), err);
	}
	arena_free(a);
	return good;
}

bool
notify_deliver(struct store *s, const struct notify *n, size_t limit, struct notify_report *out,
    struct err *err)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct str secret;
	bool good = a ? read_secret(a, n, &secret, err) : err_memory(err);

	*out = (struct notify_report){.delivered = 0};
	for (size_t i = 0; good && i < limit; i++)
		good = deliver_next(s, n, secret, out, err);
	arena_free(a);
	return good || err->code == ERR_NONE;
}
