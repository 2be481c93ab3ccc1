/* SPDX-License-Identifier: MIT */
#include "artifacts.h"

static bool
is_text(struct str bytes)
{
	size_t look = bytes.n < 4096 ? bytes.n : 4096;
	struct str head = str_slice(bytes, 0, look);

	for (size_t i = 0; i < head.n; i++) {
		unsigned char c = (unsigned char)head.p[i];
		if (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f')
			return false;
	}
	/* A code point may be cut where the look ends. */
	size_t bad = utf8_invalid_at(head);
	return bad == head.n || (look < bytes.n && head.n - bad < 4);
}

const char *
mime_of(struct str bytes)
{
	static const struct {
		struct str mark;
		const char *mime;
	} marks[] = {
	    {{"\x89PNG\r\n\x1a\n", 8}, "image/png"},
	    {{"\xff\xd8\xff", 3}, "image/jpeg"},
	    {{"GIF87a", 6}, "image/gif"},
	    {{"GIF89a", 6}, "image/gif"},
	    {{"%PDF-", 5}, "application/pdf"},
	    {{"PK\x03\x04", 4}, "application/zip"},
	    {{"\x1f\x8b", 2}, "application/gzip"},
	    {{"BZh", 3}, "application/x-bzip2"},
	    {{"\xfd"
	      "7zXZ\0",
		 6},
		"application/x-xz"},
	    {{"PAR1", 4}, "application/vnd.apache.parquet"},
	    {{"SQLite format 3\0", 16}, "application/vnd.sqlite3"},
	    {{"\x7f"
	      "ELF",
		 4},
		"application/x-executable"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++)
		if (str_starts(bytes, marks[i].mark))
			return marks[i].mime;
	if (str_starts(bytes, STR("RIFF")) && bytes.n >= 12 && memcmp(bytes.p + 8, "WEBP", 4) == 0)
		return "image/webp";
	if (!is_text(bytes))
		return "application/octet-stream";
	struct str text = str_trim(bytes);
	if (str_starts(text, STR("<svg")) ||
	    (str_starts(text, STR("<?xml")) &&
		str_find(str_slice(text, 0, text.n < 1024 ? text.n : 1024), STR("<svg"), 0) !=
		    SIZE_MAX))
		return "image/svg+xml";
	return "text/plain";
}
