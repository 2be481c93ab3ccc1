/* SPDX-License-Identifier: MIT */
#include "spending.h"

void
spending_init(struct spending *s, const struct model_spec *spec)
{
	*s = (struct spending){
	    .budget_requests = spec->budget_requests,
	    .budget_tokens = spec->budget_tokens,
	    .budget_micros = spec->budget_micros,
	};
	spending_price(s, spec);
}

void
spending_price(struct spending *s, const struct model_spec *spec)
{
	const int64_t cached =
	    spec->price_cached_micros > 0 ? spec->price_cached_micros : spec->price_in_micros;

	if (s->price_in_micros == spec->price_in_micros &&
	    s->price_out_micros == spec->price_out_micros && s->price_cached_micros == cached)
		return;
	s->price_in_micros = spec->price_in_micros;
	s->price_out_micros = spec->price_out_micros;
	s->price_cached_micros = cached;
	s->before = s->account;
	s->before_estimated_out = s->estimated_out;
}

static bool
used_up(int64_t used, int64_t budget, const char *unit, struct err *err)
{
	if (budget <= 0 || used < budget)
		return false;
	err_set(err, ERR_LIMIT, "the budget for the model is used up: %lld of %lld %s",
	    (long long)used, (long long)budget, unit);
	err_help(err, "raise the task's budget, or make the goal smaller");
	return true;
}

bool
spending_allows(const struct spending *s, struct err *err)
{
	const struct model_account *a = &s->account;
	int64_t tokens = a->usage.prompt_tokens + a->usage.completion_tokens + a->estimated_tokens;

	return !used_up(a->usage.requests, s->budget_requests, "requests", err) &&
	       !used_up(tokens, s->budget_tokens, "tokens", err) &&
	       !used_up(a->cost_micros, s->budget_micros, "millionths of its currency", err);
}

static int64_t
price_of(int64_t tokens, int64_t micros_per_million)
{
	int64_t product;

	if (__builtin_mul_overflow(tokens, micros_per_million, &product))
		return INT64_MAX / 4;
	return product / 1000000;
}

/* From the totals, so that what is rounded off is less than one unit for each change of prices. */
static void
reckon(struct spending *s)
{
	struct model_account *a = &s->account, *b = &s->before;
	int64_t in = a->usage.prompt_tokens - b->usage.prompt_tokens;
	int64_t out = a->usage.completion_tokens - b->usage.completion_tokens;
	int64_t cached = a->cached_tokens - b->cached_tokens;
	int64_t guessed = a->estimated_tokens - b->estimated_tokens;
	int64_t guessed_out = s->estimated_out - s->before_estimated_out;

	a->cost_micros = b->cost_micros +
			 price_of(in - cached + guessed - guessed_out, s->price_in_micros) +
			 price_of(cached, s->price_cached_micros) +
			 price_of(out + guessed_out, s->price_out_micros);
}

void
spending_add_tokens(struct spending *s, int64_t prompt, int64_t cached, int64_t completion)
{
	s->account.usage.prompt_tokens += prompt;
	s->account.cached_tokens += cached < prompt ? cached : prompt;
	s->account.usage.completion_tokens += completion;
	reckon(s);
}

void
spending_add_estimate(struct spending *s, size_t request_bytes)
{
	s->account.estimated_tokens += (int64_t)(request_bytes / BYTES_PER_TOKEN);
	reckon(s);
}

void
spending_add_reply_estimate(struct spending *s, size_t reply_bytes)
{
	int64_t tokens = (int64_t)(reply_bytes / BYTES_PER_TOKEN);

	s->account.estimated_tokens += tokens;
	s->estimated_out += tokens;
	reckon(s);
}
