/* SPDX-License-Identifier: MIT */
/*
 * source.h: the bytes of a program, before any parser sees them.
 *
 * Two parsers read the text, tree-sitter here and CPython in the sandbox. What they could read
 * differently is refused here: encodings, line ends, invisible characters, tabs in indentation,
 * names that CPython would normalise.
 */
#ifndef POLICY_SOURCE_H
#define POLICY_SOURCE_H

#include "text.h"

#define SOURCE_BYTES_MAX ((size_t)256 << 10)
#define SOURCE_LINE_BYTES_MAX 131072
#define SOURCE_ODDITIES_MAX 50

enum oddity_kind {
	ODD_SIZE = 0,
	ODD_ENCODING, /* not strict UTF-8 */
	ODD_BOM,
	ODD_NUL,
	ODD_RETURN, /* a carriage return that ends no line */
	ODD_CONTROL,
	ODD_INVISIBLE,    /* bidirectional, zero width, line separators, tags */
	ODD_COOKIE,       /* a coding cookie that is not UTF-8's */
	ODD_TAB,          /* in indentation */
	ODD_CONTINUATION, /* a line of blanks and a backslash */
	ODD_LINE,         /* longer than SOURCE_LINE_BYTES_MAX */
	ODD_NAME, /* an identifier that CPython would rewrite (NFKC), or of a script that is not
		     admitted */
	ODDITIES,
};

struct oddity {
	enum oddity_kind kind;
	uint32_t at, end;
};

struct oddities { /* the first SOURCE_ODDITIES_MAX of a text */
	struct oddity items[SOURCE_ODDITIES_MAX];
	size_t count;
	bool unreadable; /* no parser may see it */
};

void source_check(struct str code, struct oddities *out);

#endif
