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
	*out = (struct place){.trust_path = trust ? trust : trust_path(a),
	    .key = key || !usual || !*usual ? key : usual};
	if (!store_open(a, where, &out->store, &err))
		return err_list_add(errs, &err);
	if (store_is_read_only(out->store))
		fputs("note: the store is open for reading alone\n", stderr);
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

static bool
owner_of_key(struct arena *a, const struct place *p, char id[STORE_ID_BYTES], struct err *err)
{
	const struct person_key *known;
	const struct person *person;
	struct secret_key *key;
	char keyid[KEYID_BYTES];
	struct str passphrase;

	if (!p->trust)
		return err_set(
		    err, ERR_USAGE, "a key was named, but no trust file says whose it is");
	if (!passphrase_ask(a, "passphrase: ", false, &passphrase, err))
		return false;
	bool good = key_open(a, p->key, passphrase, &key, err);
	secret_wipe(passphrase);
	if (!good)
		return false;
	public_key_id(key_public(key), keyid);
	key_free(key);
	person = trust_key(p->trust, keyid, store_now_us(p->store), &known, err);
	if (!person)
		return false;
	if (person->id.n >= STORE_ID_BYTES)
		return err_set(err, ERR_INPUT, "the person's id is too long");
	memcpy(id, person->id.p, person->id.n);
	id[person->id.n] = '\0';
	return true;
}

bool
place_requester(struct arena *a, const struct place *p, char id[STORE_ID_BYTES], struct err *err)
{
	char *login;

	if (p->key)
		return owner_of_key(a, p, id, err);
	return work_login(a, &login, err) && principal_of_login(p->store, login, id, err);
}
