/* SPDX-License-Identifier: MIT */
/* note.h: how notes are made (C2SP signed-note, tlog-cosignature). Private to this folder, its
 * tests, and the witness. */
#ifndef STORE_NOTE_H
#define STORE_NOTE_H

#include "ledger.h"

#define NOTE_BYTES_MAX ((size_t)64 << 10)
#define NOTE_NAME_BYTES_MAX 256

enum note_kind { NOTE_LOG = 0x01, NOTE_COSIGNATURE = 0x04 }; /* signature types of the format */

bool note_name_is_good(struct str name); /* not empty, no blank, no plus sign, no control */
void note_keyhash(
    struct str name, enum note_kind kind, const struct public_key *key, uint8_t out[4]);
/* The three lines that are signed. */
void checkpoint_text(struct str origin, int64_t size, const struct digest *root, struct buf *out);
/* A signature's line, with its end; time_us of a cosignature is cut to a second. */
bool note_sign_log(
    const struct secret_key *k, struct str name, struct str text, struct buf *out, struct err *err);
bool note_cosign(const struct secret_key *k, struct str name, int64_t time_us, struct str text,
    struct buf *out, struct err *err);
/* A size, as notes and requests have it. */
bool note_number(struct str text, int64_t *out);
/* Reads lines of signatures alone, as a witness answers. */
bool note_signatures_read(struct arena *a, struct str lines, struct note_signature *out, size_t max,
    size_t *count, struct err *err);

#endif
