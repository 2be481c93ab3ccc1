/* SPDX-License-Identifier: MIT */
/* json_reader.h: the state of json_parse, and how it says what is wrong. Private to base. */
#ifndef BASE_JSON_READER_H
#define BASE_JSON_READER_H

#include "json_lex.h"
#include "json_tape.h"

struct reader {
	const char *p, *end;
	struct str source;
	struct tape tape;
	const struct json_limits *limits;
	const char *file;
	struct json_problem problem;
	struct err *err;
};

static inline size_t
reader_offset(const struct reader *r, const char *p)
{
	return (size_t)(p - r->source.p);
}

/* Each of these fills r->problem and r->err, with a place, and returns false. */
bool fail_tape(struct reader *r); /* for what r->tape.fault says, at r->p */
bool fail_bytes(struct reader *r);
bool fail_utf8(struct reader *r, size_t at);
bool fail_bom(struct reader *r, size_t bytes);
bool fail_empty(struct reader *r);
bool fail_truncated(struct reader *r);
bool fail_trailing(struct reader *r);
/* Something else than `expected` stands at r->p. */
bool fail_expected(struct reader *r, const char *expected, const char *help);
bool fail_number(struct reader *r, enum number_fault fault, const char *stop);
bool fail_string(struct reader *r, enum json_fault fault, const char *stop);
bool fail_duplicate(
    struct reader *r, const struct json_node *first, const struct json_node *second);

#endif
