/* SPDX-License-Identifier: MIT */
/* leak_credentials.c: keys and tokens that their makers gave a prefix, so that they can be found.
 */
#include "leak.h"

enum alphabet {
	UPPER_DIGITS = 0,
	HEX,
	ALNUM,
	WORD,    /* and '_' */
	URL,     /* and '-' */
	DOTTED,  /* and '.' */
	BASE64,  /* and '+', '/', '=' */
	ESCAPED, /* and '%' */
};

static const struct shape {
	const char *prefix;
	uint8_t alphabet;
	uint16_t least, most; /* characters behind the prefix */
	const char *rule, *what;
} SHAPES[] = {
    {"AKIA", UPPER_DIGITS, 16, 16, "aws-access-key", "an AWS access key"},
    {"ASIA", UPPER_DIGITS, 16, 16, "aws-access-key", "an AWS access key"},
    {"ghp_", ALNUM, 36, 255, "github-token", "a GitHub token"},
    {"gho_", ALNUM, 36, 255, "github-token", "a GitHub token"},
    {"ghu_", ALNUM, 36, 255, "github-token", "a GitHub token"},
    {"ghs_", ALNUM, 36, 255, "github-token", "a GitHub token"},
    {"ghr_", ALNUM, 36, 255, "github-token", "a GitHub token"},
    {"github_pat_", WORD, 60, 255, "github-token", "a GitHub token"},
    {"glpat-", URL, 20, 255, "gitlab-token", "a GitLab token"},
    {"xoxb-", URL, 20, 255, "slack-token", "a Slack token"},
    {"xoxp-", URL, 20, 255, "slack-token", "a Slack token"},
    {"xoxa-", URL, 20, 255, "slack-token", "a Slack token"},
    {"xoxr-", URL, 20, 255, "slack-token", "a Slack token"},
    {"xoxs-", URL, 20, 255, "slack-token", "a Slack token"},
    {"xapp-", URL, 20, 255, "slack-token", "a Slack token"},
    {"hooks.slack.com/services/T", BASE64, 30, 255, "slack-webhook", "a Slack webhook"},
    {"sk_live_", ALNUM, 20, 255, "stripe-key", "a Stripe key"},
    {"rk_live_", ALNUM, 20, 255, "stripe-key", "a Stripe key"},
    {"whsec_", ALNUM, 24, 255, "stripe-key", "a Stripe key"},
    {"sk-ant-", URL, 20, 255, "anthropic-key", "an Anthropic key"},
    {"sk-proj-", URL, 20, 255, "openai-key", "an OpenAI key"},
    {"sk-svcacct-", URL, 20, 255, "openai-key", "an OpenAI key"},
    {"sk-", ALNUM, 40, 255, "openai-key", "an OpenAI key"},
    {"hf_", ALNUM, 30, 255, "hugging-face-token", "a Hugging Face token"},
    {"gsk_", ALNUM, 40, 255, "groq-key", "a Groq key"},
    {"AIza", URL, 35, 35, "google-key", "a Google API key"},
    {"GOCSPX-", URL, 28, 28, "google-secret", "a Google client secret"},
    {"ya29.", URL, 20, 512, "google-token", "a Google access token"},
    {"npm_", ALNUM, 36, 36, "npm-token", "an npm token"},
    {"pypi-AgE", URL, 50, 255, "pypi-token", "a PyPI token"},
    {"dckr_pat_", URL, 27, 255, "docker-token", "a Docker token"},
    {"dop_v1_", HEX, 64, 64, "digitalocean-token", "a DigitalOcean token"},
    {"SG.", DOTTED, 60, 80, "sendgrid-key", "a SendGrid key"},
    {"xkeysib-", URL, 60, 255, "brevo-key", "a Brevo key"},
    {"shpat_", HEX, 32, 32, "shopify-token", "a Shopify token"},
    {"shpss_", HEX, 32, 32, "shopify-token", "a Shopify secret"},
    {"sq0atp-", URL, 22, 22, "square-token", "a Square token"},
    {"hvs.", URL, 24, 255, "vault-token", "a Vault token"},
    {"dapi", HEX, 32, 34, "databricks-token", "a Databricks token"},
    {"lin_api_", ALNUM, 32, 64, "linear-key", "a Linear key"},
    {"ATATT3", URL, 60, 255, "atlassian-token", "an Atlassian token"},
    {"AccountKey=", BASE64, 80, 100, "azure-key", "an Azure storage key"},
    {"AGE-SECRET-KEY-1", UPPER_DIGITS, 58, 58, "age-key", "an age secret key"},
    {"sk-or-v1-", HEX, 64, 64, "openrouter-key", "an OpenRouter key"},
    {"xai-", ALNUM, 60, 100, "xai-key", "an xAI key"},
    {"SK", HEX, 32, 32, "twilio-key", "a Twilio key"},
    {"sig=", ESCAPED, 40, 80, "azure-signature", "a signature of an Azure address"},
};

static bool
is_of(char c, enum alphabet alphabet)
{
	static const char *const ALSO[] = {[ALNUM] = "",
	    [WORD] = "_",
	    [URL] = "_-",
	    [DOTTED] = "_-.",
	    [BASE64] = "+/=",
	    [ESCAPED] = "+/=%"};

	if (alphabet == HEX)
		return ascii_hex(c) >= 0;
	if (alphabet == UPPER_DIGITS)
		return ascii_digit(c) || ascii_upper(c);
	return ascii_letter(c) || ascii_digit(c) || (c != '\0' && strchr(ALSO[alphabet], c));
}

static size_t
run_of(struct str text, size_t at, enum alphabet alphabet, size_t most)
{
	size_t n = 0;
	while (at + n < text.n && n < most && is_of(text.p[at + n], alphabet))
		n++;
	return n;
}

static struct leak_hit
shape_at(struct str text, size_t at, const struct shape *s)
{
	struct str prefix = str_from(s->prefix);
	if (text.p[at] != prefix.p[0] || !str_starts(str_slice(text, at, text.n), prefix))
		return (struct leak_hit){0};
	size_t n = run_of(text, at + prefix.n, (enum alphabet)s->alphabet, s->most),
	       end = at + prefix.n + n;
	bool goes_on = s->least == s->most && end < text.n && ascii_word(text.p[end]);
	if (n < s->least || goes_on)
		return (struct leak_hit){0};
	return (struct leak_hit){LEAK_CREDENTIAL, s->rule, s->what, prefix.n + n};
}

static struct leak_hit
private_key_at(struct str text, size_t at)
{
	struct str rest = str_slice(text, at, at + 64 < text.n ? at + 64 : text.n);
	size_t end = str_find(rest, STR("PRIVATE KEY"), 0), line = str_find(rest, STR("\n"), 0);
	if (!str_starts(rest, STR("-----BEGIN ")) || end == SIZE_MAX || line < end)
		return (struct leak_hit){0};
	return (struct leak_hit){LEAK_CREDENTIAL, "private-key", "a private key", end + 11};
}

static struct leak_hit
jwt_at(struct str text, size_t at)
{
	if (!str_starts(str_slice(text, at, text.n), STR("eyJ")))
		return (struct leak_hit){0};
	size_t header = run_of(text, at, URL, 4096), claims = at + header + 1;
	bool two = header >= 12 && claims < text.n && text.p[claims - 1] == '.' &&
		   str_starts(str_slice(text, claims, text.n), STR("eyJ"));
	size_t body = two ? run_of(text, claims, URL, 8192) : 0, signature = claims + body + 1;
	if (!two || signature > text.n || text.p[signature - 1] != '.')
		return (struct leak_hit){0};
	size_t n = run_of(text, signature, URL, 4096); /* none: it is not signed */
	bool whole = n >= 8 || (n == 0 && body >= 16);
	return (struct leak_hit){
	    LEAK_CREDENTIAL, "jwt", "a JSON Web Token", whole ? signature + n - at : 0};
}

/* scheme://name:password@host */
static struct leak_hit
password_at(struct str text, size_t at)
{
	if (!str_starts(str_slice(text, at, text.n), STR("://")))
		return (struct leak_hit){0};
	size_t colon = 0, i = at + 3;
	for (; i < text.n && i < at + 256 && (unsigned char)text.p[i] > ' ' &&
	       !strchr("/@\"'<>?#", text.p[i]);
	     i++)
		if (text.p[i] == ':' && !colon)
			colon = i;
	bool found = i < text.n && text.p[i] == '@' && colon > at + 3 && i > colon + 1;
	return (struct leak_hit){
	    LEAK_CREDENTIAL, "url-password", "a password in a URL", found ? i - at : 0};
}

/* -- secrets that only their names tell ------------------------------------------------------ */

static const char *const NAMES[] = {"password", "passwd", "passphrase", "pwd", "secret",
    "client_secret", "api_key", "apikey", "api-key", "access_token", "auth_token", "refresh_token",
    "private_key", "secret_key", "aws_secret_access_key", "secretaccesskey"};

static bool
starts_folded(struct str text, size_t at, const char *word)
{
	size_t i = 0;

	for (; word[i]; i++) {
		char c = at + i < text.n ? text.p[at + i] : '\0';
		if (ascii_to_lower(c) != word[i])
			return false;
	}
	return true;
}

static size_t
skip(struct str text, size_t at, const char *signs)
{
	while (at < text.n && text.p[at] && strchr(signs, text.p[at]))
		at++;
	return at;
}

/* Words have no digits, and numbers no letters; a secret has both. */
static size_t
secret_length(struct str text, size_t at, size_t least)
{
	bool digit = false, letter = false;
	size_t n = 0;

	for (; at + n < text.n && n < 512; n++) {
		char c = text.p[at + n];
		if ((unsigned char)c <= ' ' || strchr("\"'`,;<>)}]\\", c))
			break;
		digit = digit || ascii_digit(c);
		letter = letter || (ascii_word(c) && !ascii_digit(c));
	}
	return n >= least && digit && letter ? n : 0;
}

/* name = value, name: "value" */
static struct leak_hit
assigned_at(struct str text, size_t at)
{
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++) {
		size_t end = at + strlen(NAMES[i]);
		if (!starts_folded(text, at, NAMES[i]))
			continue;
		size_t sign = skip(text, end, "\"'\\ ");
		if (sign >= text.n || (text.p[sign] != ':' && text.p[sign] != '='))
			continue;
		size_t from = skip(text, sign + 1, "\"'\\ ");
		size_t n = secret_length(text, from, 8);
		if (n > 0)
			return (struct leak_hit){LEAK_CREDENTIAL, "named-secret",
			    "a secret behind its name", from + n - at};
	}
	return (struct leak_hit){0};
}

static struct leak_hit
bearer_at(struct str text, size_t at)
{
	bool bearer = starts_folded(text, at, "bearer ");
	size_t n = bearer ? secret_length(text, at + 7, 20) : 0;

	return (struct leak_hit){
	    LEAK_CREDENTIAL, "bearer-token", "a bearer token", n > 0 ? n + 7 : 0};
}

/* Telegram: a number of 8 to 10 digits, a colon, AA and 33 more. Discord: 24.6.27. */
static struct leak_hit
bot_token_at(struct str text, size_t at)
{
	size_t digits = 0, name = run_of(text, at, URL, 40), end = at + name;

	while (at + digits < text.n && ascii_digit(text.p[at + digits]))
		digits++;
	size_t colon = at + digits;
	if (digits >= 8 && digits <= 10 && colon + 3 < text.n && text.p[colon] == ':' &&
	    text.p[colon + 1] == 'A' && text.p[colon + 2] == 'A' &&
	    run_of(text, colon + 1, URL, 64) == 35)
		return (struct leak_hit){
		    LEAK_CREDENTIAL, "telegram-token", "a Telegram bot's token", digits + 36};
	if (name >= 24 && name <= 28 && end < text.n && text.p[end] == '.' &&
	    strchr("MNO", text.p[at]) && run_of(text, end + 1, URL, 16) == 6 && end + 7 < text.n &&
	    text.p[end + 7] == '.') {
		size_t n = run_of(text, end + 8, URL, 64);
		if (n >= 27 && n <= 38)
			return (struct leak_hit){LEAK_CREDENTIAL, "discord-token",
			    "a Discord bot's token", name + 8 + n};
	}
	return (struct leak_hit){0};
}

void
leak_credentials_begin(bool begins[256])
{
	static const char OTHERS[] = ":-eMNO0123456789bB";

	for (const char *p = OTHERS; *p; p++)
		begins[(unsigned char)*p] = true;
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		begins[(unsigned char)NAMES[i][0]] = begins[(unsigned char)NAMES[i][0] & 0xdf] =
		    true;
	for (size_t i = 0; i < ARRAY_LENGTH(SHAPES); i++)
		begins[(unsigned char)SHAPES[i].prefix[0]] = true;
}

struct leak_hit
leak_credentials_at(struct str text, size_t at)
{
	struct leak_hit hit = {0};
	char c = text.p[at];
	if (c == ':')
		return password_at(text, at);
	if (c == '-')
		return private_key_at(text, at);
	if (at > 0 && text.p[at - 1] == '_')
		return assigned_at(text, at); /* db_password */
	if (!leak_begins(text, at))
		return hit;
	if (c == 'e' && (at == 0 || text.p[at - 1] != '-'))
		return jwt_at(text, at);
	for (size_t i = 0; i < ARRAY_LENGTH(SHAPES) && hit.length == 0; i++)
		if (SHAPES[i].prefix[0] == c)
			hit = shape_at(text, at, &SHAPES[i]);
	if (hit.length == 0)
		hit = bot_token_at(text, at);
	if (hit.length == 0)
		hit = bearer_at(text, at);
	return hit.length == 0 ? assigned_at(text, at) : hit;
}
