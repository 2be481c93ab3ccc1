/* SPDX-License-Identifier: MIT */
/* request.c: what a request needs, whichever way it came: its memory, its store, who asks. */
#include "microhttpd_api.h"
#include "serving.h"

#include <stdio.h>

bool
request_begin(struct request *r, struct serving *s)
{
	*r = (struct request){
	    .serving = s, .trust = belief_now(&s->belief), .a = arena_new(REQUEST_BYTES_MAX)};
	r->loads.cache = s->loaded;
	trace_begin(NULL, &r->trace);
	return r->a != NULL;
}

void
request_end(struct request *r)
{
	request_give_store(r);
	buf_release(&r->page);
	arena_free(r->a);
	loads_end(&r->loads);
}

void
request_give_store(struct request *r)
{
	if (r->pooled.store)
		stores_give(&r->serving->stores, r->pooled, true);
	r->pooled.store = NULL;
}

struct store *
request_store(struct request *r, struct err *err)
{
	if (r->pooled.store)
		return r->pooled.store;
	if (!stores_take(&r->serving->stores, &r->pooled, err))
		r->pooled.store = NULL;
	else
		store_believe(r->pooled.store, r->trust);
	return r->pooled.store;
}

bool
request_named(struct request *r, struct store **s, char **id, struct err *err)
{
	*s = request_store(r, err);
	*id = arena_text(r->a, r->parts[0]);
	return *s && (*id || err_memory(err));
}

bool
request_principal(struct request *r, char id[STORE_ID_BYTES], struct err *err)
{
	const struct trust *t = r->trust;
	struct store *s = request_store(r, err);
	char login[CALLER_ID_BYTES + 8];

	if (!s)
		return false;
	if (r->login)
		return principal_of_login(s, r->login, id, err);
	if (t && trust_asker(t, str_from(r->who->id))) {
		size_t n = strlen(r->who->id);
		if (n >= STORE_ID_BYTES)
			return err_set(err, ERR_INPUT, "the id '%s' is too long", r->who->id);
		memcpy(id, r->who->id, n + 1);
		return true;
	}
	snprintf(login, sizeof(login), "token:%s", r->who->id);
	return principal_of_login(s, login, id, err);
}

const char *
request_header(const struct request *r, const char *name)
{
	return r->connection ? mhd.MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name)
			     : NULL;
}

bool
request_keep(struct request *r, struct buf *text, struct str *out, struct err *err)
{
	bool good = (!text->failed && arena_copy(r->a, buf_view(text), out)) || err_memory(err);

	buf_release(text);
	return good;
}
