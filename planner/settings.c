/* SPDX-License-Identifier: MIT */
/* settings.c: what is wrong with a model's settings, before anything is asked or stored. */
#include "leak.h"
#include "provider.h"

#include <string.h>
#include <sys/stat.h>

#define KEY_LIKE_BYTES 32 /* no file is called by so many letters and digits alone */

struct fault {
	const char **at;
	struct err *err;
};

static bool
wrong(struct fault *f, const char *at, const char *message, const char *help)
{
	*f->at = at;
	err_set(f->err, ERR_INPUT, "%s", message);
	return err_help(f->err, "%s", help);
}

static bool
is_key_like(struct str path)
{
	struct str name = path;
	size_t letters = 0, digits = 0;

	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/')
			name = str_slice(path, i + 1, path.n);
	if (name.n == 0)
		return false;
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i], low = (char)(c | 0x20);
		letters += low >= 'a' && low <= 'z';
		digits += c >= '0' && c <= '9';
	}
	return leak_credentials_at(name, 0).length > 0 ||
	       (name.n >= KEY_LIKE_BYTES && letters > 0 && digits > 0 &&
		   letters + digits == name.n);
}

/* A file that is missing here may be on the worker's machine. sluice-model checks again when it reads the key. */
static bool
is_private(struct fault *f, const char *at, struct str path)
{
	char name[4096];
	struct stat st;

	if (path.n >= sizeof(name))
		return true;
	memcpy(name, path.p, path.n);
	name[path.n] = '\0';
	if (stat(name, &st) != 0 || !S_ISREG(st.st_mode) || (st.st_mode & 077) == 0)
		return true;
	return wrong(f, at, "other users may read the file with the model's key",
	    "chmod 600 it; if others may have read it, change the key too");
}

/* A key in place of its path would reach the task, the store and the ledger: it is refused here. */
static bool
names_files(struct fault *f, const struct model_spec *s)
{
	const char *const help =
	    "write the path of a file of mode 0600 that holds the key, and change the key: others may "
	    "have read it here";

	if (is_key_like(s->key_file))
		return wrong(
		    f, "key_file", "model.key_file looks like a key, not like a path", help);
	if (is_key_like(s->proxy_key_file))
		return wrong(f, "proxy_key_file",
		    "model.proxy_key_file looks like a key, not like a path", help);
	return is_private(f, "key_file", s->key_file) &&
	       is_private(f, "proxy_key_file", s->proxy_key_file);
}

/* The part between "//" and the path. */
static struct str
authority(struct str url)
{
	size_t from = str_find(url, STR("://"), 0), to;

	if (from == SIZE_MAX)
		return STR("");
	for (to = from + 3; to < url.n && !strchr("/?#", url.p[to]); to++)
		;
	return str_slice(url, from + 3, to);
}

static bool
is_address(struct fault *f, const char *at, struct str url)
{
	struct str host = authority(url);

	if (url.n == 0)
		return true;
	if (!str_starts(url, STR("https://")) && !str_starts(url, STR("http://")))
		return wrong(f, at, "a model's address begins with neither https:// nor http://",
		    "write https://HOST/..., or http:// for a server of this machine");
	if (host.n == 0 || memchr(host.p, ' ', host.n))
		return wrong(f, at, "a model's address names no server", "write https://HOST/...");
	if (memchr(host.p, '@', host.n))
		return wrong(f, at, "a model's address holds a name or a password",
		    "put the key into a file of mode 0600, and name it in key_file or "
		    "proxy_key_file");
	return true;
}

static bool
fits_together(struct fault *f, const struct model_spec *s)
{
	if (s->client_cert.n > 0 && s->client_key.n == 0)
		return wrong(f, "client_cert", "model.client_cert has no key",
		    "name its key in model.client_key");
	if (s->client_key.n > 0 && s->client_cert.n == 0)
		return wrong(f, "client_key", "model.client_key has no certificate",
		    "name its certificate in model.client_cert");
	if (s->pinned_key.n > 0 && !str_starts(s->pinned_key, STR("sha256//")))
		return wrong(f, "pinned_key", "model.pinned_key is not a pin",
		    "write sha256// and the digest of the server's public key in Base64");
	if (s->proxy_key_file.n > 0 && s->proxy.n == 0)
		return wrong(f, "proxy_key_file", "model.proxy_key_file has no proxy",
		    "name it in model.proxy, or leave the key out");
	if (str_is(s->provider, "script") && s->file.n == 0)
		return wrong(f, "provider", "the provider 'script' needs a file of replies",
		    "name it in model.file");
	return true;
}

/* Refuses settings that only a model behind an HTTP API has. */
static bool
is_for_remote(struct fault *f, const struct model_spec *s)
{
	bool local = str_is(s->provider, "script") || str_is(s->provider, "command");

	if (local && s->temperature.n > 0)
		return wrong(
		    f, "temperature", "this provider can't be told a temperature", "leave it out");
	if (local && s->effort.n > 0)
		return wrong(f, "effort", "this provider can't be told an effort", "leave it out");
	return true;
}

bool
model_settings(struct arena *a, const struct model_spec *spec, const char **at, struct err *err)
{
	struct fault f = {at, err};
	struct model_spec tried = *spec;
	struct provider *p;

	if (!names_files(&f, spec) || !is_address(&f, "url", spec->url) ||
	    !is_address(&f, "proxy", spec->proxy) || !fits_together(&f, spec) ||
	    !is_for_remote(&f, spec))
		return false;
	/* Replies are read with the task's other files; profiles may be those of a worker elsewhere. */
	if (str_is(spec->provider, "script") || spec->profile_file.n > 0)
		return true;
	*at = "provider";
	tried.record_file = STR("");
	tried.fallback_count = 0; /* each is looked at by itself */
	tried.repair = NULL;
	return provider_open(a, &tried, &p, err);
}
