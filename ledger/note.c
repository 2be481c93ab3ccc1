/* SPDX-License-Identifier: MIT */
/*
 * note.c: signed notes, strictly.
 *
 * A note is its text, an empty line, and lines `— NAME BASE64`, where the bytes are four of a hash
 * of the key and the signature. Nothing may stand before, between or behind them, so that one
 * checkpoint has one form.
 */
#include "note.h"

#include <inttypes.h>
#include <stdio.h>

#define DASH "\xe2\x80\x94 "
#define SIGNATURE_FIELD_MAX 512

bool
note_name_is_good(struct str name)
{
	for (size_t at = 0; at < name.n;) {
		int32_t c = utf8_next(name, &at);
		bool blank = c == 0x20 || c == 0x85 || c == 0xa0 || c == 0x1680 ||
			     (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f ||
			     c == 0x3000;
		if (c < 0 || blank || c == '+' || codepoint_is_invisible((uint32_t)c))
			return false;
	}
	return name.n > 0 && name.n <= NOTE_NAME_BYTES_MAX;
}

void
note_keyhash(struct str name, enum note_kind kind, const struct public_key *key, uint8_t out[4])
{
	const char mark[] = {'\n', (char)kind};
	struct digest d;

	digest_of_parts((const struct str[]){name, {mark, sizeof(mark)},
			    {(const char *)key->bytes, sizeof(key->bytes)}},
	    3, &d);
	memcpy(out, d.bytes, 4);
}

/* -- writing --------------------------------------------------------------------------------- */

void
checkpoint_text(struct str origin, int64_t size, const struct digest *root, struct buf *out)
{
	buf_str(out, origin);
	buf_printf(out, "\n%" PRId64 "\n", size);
	base64_write(root->bytes, DIGEST_BYTES, out);
	buf_char(out, '\n');
}

static void
put_line(struct str name, const uint8_t *bytes, size_t n, struct buf *out)
{
	buf_text(out, DASH);
	buf_str(out, name);
	buf_char(out, ' ');
	base64_write(bytes, n, out);
	buf_char(out, '\n');
}

bool
note_sign_log(
    const struct secret_key *k, struct str name, struct str text, struct buf *out, struct err *err)
{
	uint8_t bytes[4 + SIGNATURE_BYTES];

	note_keyhash(name, NOTE_LOG, key_public(k), bytes);
	if (!key_sign(k, text, bytes + 4, err))
		return false;
	put_line(name, bytes, sizeof(bytes), out);
	return !out->failed || err_memory(err);
}

static void
cosigned_text(int64_t seconds, struct str text, struct buf *out)
{
	buf_printf(out, "cosignature/v1\ntime %" PRId64 "\n", seconds);
	buf_str(out, text);
}

bool
note_cosign(const struct secret_key *k, struct str name, int64_t time_us, struct str text,
    struct buf *out, struct err *err)
{
	uint8_t bytes[4 + 8 + SIGNATURE_BYTES];
	int64_t seconds = time_us / 1000000;
	struct buf all;

	buf_init(&all, NOTE_BYTES_MAX);
	cosigned_text(seconds, text, &all);
	note_keyhash(name, NOTE_COSIGNATURE, key_public(k), bytes);
	for (int i = 0; i < 8; i++)
		bytes[4 + i] = (uint8_t)((uint64_t)seconds >> (56 - 8 * i));
	bool good =
	    (!all.failed || err_memory(err)) && key_sign(k, buf_view(&all), bytes + 4 + 8, err);
	buf_release(&all);
	if (good)
		put_line(name, bytes, sizeof(bytes), out);
	return good && (!out->failed || err_memory(err));
}

/* -- reading --------------------------------------------------------------------------------- */

static bool
malformed(struct err *err, const char *what)
{
	return err_set(err, ERR_INPUT, "this is not a signed checkpoint: %s", what);
}

static bool
read_base64(struct arena *a, struct str text, struct str *out)
{
	size_t n = text.n / 4 * 3;
	char *bytes;

	if (text.n == 0 || text.n % 4 != 0 || text.n > SIGNATURE_FIELD_MAX)
		return false;
	n -= text.p[text.n - 1] == '=' ? 1 : 0;
	n -= text.p[text.n - 2] == '=' ? 1 : 0;
	bytes = arena_alloc(a, n);
	*out = (struct str){bytes, n};
	return bytes && base64_read(text, bytes, n);
}

static bool
read_signature(struct arena *a, struct str line, struct note_signature *out, struct err *err)
{
	struct str rest = line, bytes;

	if (!str_starts(line, STR(DASH)))
		return malformed(err, "a signature line does not begin with a dash");
	rest = str_slice(rest, sizeof(DASH) - 1, rest.n);
	if (!str_cut(&rest, ' ', &out->name) || !note_name_is_good(out->name))
		return malformed(err, "a signature has no name");
	if (!read_base64(a, rest, &bytes) || bytes.n <= sizeof(out->keyhash))
		return malformed(err, "a signature is not base64");
	memcpy(out->keyhash, bytes.p, sizeof(out->keyhash));
	out->signature = str_slice(bytes, sizeof(out->keyhash), bytes.n);
	return true;
}

bool
note_signatures_read(struct arena *a, struct str lines, struct note_signature *out, size_t max,
    size_t *count, struct err *err)
{
	struct str line;

	*count = 0;
	if (lines.n == 0 || lines.p[lines.n - 1] != '\n')
		return malformed(err, "its last line has no line feed");
	while (lines.n > 0 && str_cut(&lines, '\n', &line)) {
		if (*count == max)
			return malformed(err, "it has too many signatures");
		if (!read_signature(a, line, &out[(*count)++], err))
			return false;
	}
	return true;
}

/* As it is written: without a zero in front. */
bool
note_number(struct str text, int64_t *out)
{
	return str_number(text, out) && (text.p[0] != '0' || text.n == 1);
}

static bool
read_text(struct checkpoint *c, struct err *err)
{
	struct str rest = c->text, size, root;

	if (!str_cut(&rest, '\n', &c->origin) || !note_name_is_good(c->origin))
		return malformed(err, "its first line is not a log name");
	if (!str_cut(&rest, '\n', &size) || !note_number(size, &c->size))
		return malformed(err, "its second line is not a number of events");
	if (!str_cut(&rest, '\n', &root) || !base64_read(root, c->root.bytes, DIGEST_BYTES))
		return malformed(err, "its third line is not a root");
	return rest.n == 0 || malformed(err, "it has more than three lines");
}

bool
checkpoint_read(struct arena *a, struct str note, struct checkpoint *out, struct err *err)
{
	size_t text_end = str_find(note, STR("\n\n"), 0);

	*out = (struct checkpoint){.size = 0};
	if (note.n > NOTE_BYTES_MAX)
		return malformed(err, "it is too long");
	if (utf8_invalid_at(note) < note.n || text_end >= note.n)
		return malformed(err, "it is not a text followed by signatures");
	for (size_t i = 0; i < note.n; i++)
		if ((unsigned char)note.p[i] < 0x20 && note.p[i] != '\n')
			return malformed(err, "it contains a control character");
	out->text = str_slice(note, 0, text_end + 1);
	return read_text(out, err) &&
	       note_signatures_read(a, str_slice(note, text_end + 2, note.n), out->signatures,
		   ARRAY_LENGTH(out->signatures), &out->count, err);
}

/* -- verifying ------------------------------------------------------------------------------- */

static bool
verify_log(const struct checkpoint *c, const struct note_signature *s, const struct public_key *key)
{
	return s->signature.n == SIGNATURE_BYTES &&
	       key_verify(key, c->text, (const uint8_t *)s->signature.p);
}

static bool
verify_witness(const struct checkpoint *c, const struct note_signature *s,
    const struct public_key *key, int64_t *time_us)
{
	uint64_t seconds = 0;
	struct buf all;

	if (s->signature.n != 8 + SIGNATURE_BYTES)
		return false;
	for (int i = 0; i < 8; i++)
		seconds = seconds << 8 | (uint8_t)s->signature.p[i];
	if (seconds > INT64_MAX / 1000000)
		return false;
	buf_init(&all, NOTE_BYTES_MAX);
	cosigned_text((int64_t)seconds, c->text, &all);
	bool good =
	    !all.failed && key_verify(key, buf_view(&all), (const uint8_t *)s->signature.p + 8);
	buf_release(&all);
	*time_us = (int64_t)seconds * 1000000;
	return good;
}

bool
checkpoint_verify(const struct checkpoint *c, struct str name, const struct public_key *key,
    int64_t *time_us, struct err *err)
{
	uint8_t log[4], witness[4];

	*time_us = 0;
	note_keyhash(name, NOTE_LOG, key, log);
	note_keyhash(name, NOTE_COSIGNATURE, key, witness);
	for (size_t i = 0; i < c->count; i++) {
		const struct note_signature *s = &c->signatures[i];
		if (!str_eq(s->name, name))
			continue;
		bool by_log = memcmp(s->keyhash, log, sizeof(log)) == 0;
		if (!by_log && memcmp(s->keyhash, witness, sizeof(witness)) != 0)
			continue;
		if (by_log ? verify_log(c, s, key) : verify_witness(c, s, key, time_us))
			return true;
		return err_set(
		    err, ERR_REFUSED, "the signature of '%.*s' is not valid", STR_ARG(name));
	}
	return err_set(
	    err, ERR_INPUT, "there is no signature of '%.*s' by this key", STR_ARG(name));
}
