/* SPDX-License-Identifier: MIT */
/* caller.c: identifies the sender of a request. */
#include "microhttpd_api.h"
#include "serving.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>

struct cookies {
	const char *name;
	struct str value;
	unsigned count;
};

static enum MHD_Result
see_cookie(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
	struct cookies *c = context;
	struct str rest = str_from(value), one, key;

	(void)kind;
	if (strcasecmp(name, "Cookie") != 0)
		return MHD_YES;
	while (str_cut(&rest, ';', &one)) {
		if (!str_cut(&one, '=', &key) || !str_is(str_trim(key), c->name))
			continue;
		c->value = str_trim(one);
		c->count++;
	}
	return MHD_YES;
}

/* Two of one name: one of them was put there by another site of the same domain. */
struct str
request_cookie(const struct request *r, const char *name)
{
	struct cookies c = {.name = name, .value = STR("")};

	mhd.MHD_get_connection_values(r->connection, MHD_HEADER_KIND, see_cookie, &c);
	return c.count == 1 ? c.value : STR("");
}

/* Over TLS a browser lets nobody but this very host set a name that begins so. */
const char *
session_cookie(const struct serving *s)
{
	return s->o->certificate ? "__Host-sluice" : "sluice";
}

const char *
request_address(struct request *r)
{
	const union MHD_ConnectionInfo *info =
	    mhd.MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *at = info ? info->client_addr : NULL;
	char text[INET6_ADDRSTRLEN] = "local", *kept;

	if (at && at->sa_family == AF_INET)
		inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)at)->sin_addr, text,
		    sizeof(text));
	else if (at && at->sa_family == AF_INET6)
		inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)at)->sin6_addr,
		    text, sizeof(text));
	kept = arena_text(r->a, str_from(text));
	return kept ? kept : "local";
}
