/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <stdio.h>
#include <stdlib.h>

static bool
read_trust(struct arena *a, struct place *p, struct err_list *errs)
{
	struct err err;

	if (!p->trust_path)
		return true;
	if (!trust_load(a, p->trust_path, &p->trust, errs))
		return false;
	store_believe(p->store, p->trust);
	return (trust_is_in_force(p->store, p->trust, &err) || err_list_add(errs, &err));
}

bool
place_open(struct arena *a, const char *where, const char *trust, const char *key,
    struct place *out, struct err_list *errs)
{
	const char *usual = getenv("SLUICE_KEY");
	struct err err;

	*errs = (struct err_list){.count = 0};
	*out = (struct place){.any_time = out->any_time,
	    .trust_path = trust ? trust : trust_path(a),
	    .key = key || !usual || !*usual ? key : usual};
	if (!(out->any_time ? store_open_at_any_time : store_open)(a, where, &out->store, &err))
		return err_list_add(errs, &err);
	if (store_is_read_only(out->store))
		fputs("note: the store is open read-only\n", stderr);
	if (read_trust(a, out, errs))
		return true;
	place_close(out);
	return false;
}

void
place_close(struct place *p)
{
	store_close(p->store);
	p->store = NULL;
}

bool
key_ask(
    struct arena *a, const char *prompt, const char *path, struct secret_key **out, struct err *err)
{
	struct str passphrase;

	if (!passphrase_ask(a, prompt, false, &passphrase, err))
		return false;
	bool good = key_open(a, path, passphrase, out, err);
	secret_wipe(passphrase);
	return good;
}
