/* SPDX-License-Identifier: MIT */
#include "path.h"

/* `file:x` needs no slashes to be an address; blanks before it and line ends in it are left out by
 * what reads it. */
bool
path_is_address(struct str path)
{
	size_t behind = 0;

	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';

		if (c == ':')
			return behind > 0;
		if (c == '\t' || c == '\r' || c == '\n' || (c <= ' ' && behind == 0))
			continue;
		if (!letter &&
		    (behind == 0 || ((c < '0' || c > '9') && c != '+' && c != '-' && c != '.')))
			return false;
		behind++;
	}
	return false;
}

/* A part `..`, a root, a home folder, an address. */
bool
path_leaves(struct str path)
{
	struct str rest = path, part;

	if (path.n > 0 && (path.p[0] == '/' || path.p[0] == '~'))
		return true;
	if (path_is_address(path) || (path.n > 0 && memchr(path.p, '\\', path.n) != NULL))
		return true;
	while (str_cut(&rest, '/', &part))
		if (str_is(part, "..") && rest.p != NULL)
			return true;
	return false;
}

bool
path_extension(struct str path, struct str *out)
{
	size_t dot = path.n;

	while (dot > 0 && path.p[dot - 1] != '.' && path.p[dot - 1] != '/')
		dot--;
	if (dot == 0 || path.p[dot - 1] != '.')
		return false;
	*out = str_slice(path, dot, path.n);
	return true;
}
