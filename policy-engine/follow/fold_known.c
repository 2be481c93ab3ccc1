/* SPDX-License-Identifier: MIT */
/*
 * Objects of libraries whose text is known in kind: dates and times, digests, random identifiers;
 * and what a parser of arguments gives.
 * They are known by the call that made them; what has been through an operator of the file, or came
 * from elsewhere (a column of dates gives columns of texts), is not.
 */
#include "fold.h"
#include "shape.h"

bool
fold_is_date(struct str symbol)
{
	return str_is_one_of(symbol,
	    "datetime.datetime datetime.datetime.now datetime.datetime.today "
	    "datetime.datetime.utcnow datetime.datetime.strptime datetime.datetime.fromisoformat "
	    "datetime.datetime.fromtimestamp datetime.datetime.combine datetime.date "
	    "datetime.date.today datetime.date.fromisoformat datetime.date.fromtimestamp "
	    "pandas.Timestamp pandas.Timestamp.now pandas.Timestamp.today");
}

static bool
is_digest(struct str symbol)
{
	return str_is_one_of(symbol,
	    "hashlib.md5 hashlib.sha1 hashlib.sha224 hashlib.sha256 hashlib.sha384 hashlib.sha512 "
	    "hashlib.blake2b hashlib.blake2s hashlib.sha3_256 hashlib.sha3_512 hashlib.new");
}

/* What str() makes of the result of a call. */
static bool
result_text(struct facts *f, uint32_t symbol_id, struct value *out)
{
	struct str symbol = facts_name(f, symbol_id);

	if (fold_is_date(symbol))
		*out = fold_some_number(f);
	else if (str_is(symbol, "uuid.uuid4"))
		*out = fold_hole(f, HOLE_EMPTY);
	else
		return false;
	return true;
}

struct value
fold_shown(struct facts *f, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_RESULT);
	struct value out = *v;

	if (a != NULL)
		result_text(f, a->id, &out);
	return out;
}

/* %Y-%m-%d: numbers, names of days and months; no zone, whose name anybody may give, and nothing
 * that has a slash. */
bool
fold_date_format(struct str format, struct pieces *p)
{
	for (size_t i = 0; i < format.n; i++) {
		if (format.p[i] != '%') {
			pieces_text(p, str_slice(format, i, i + 1));
			continue;
		}
		i += i + 1 < format.n && format.p[i + 1] == '-' ? 2 : 1;
		if (i >= format.n)
			return false;
		if (strchr("YmdHMSfjyUWVGuwIF", format.p[i]) != NULL)
			pieces_hole(p, (char)HOLE_NUMBER);
		else if (strchr("bBaAp", format.p[i]) != NULL)
			pieces_hole(p, (char)(HOLE | HOLE_EMPTY));
		else if (format.p[i] == '%')
			pieces_text(p, STR("%"));
		else
			return false;
	}
	return true;
}

/* date.strftime(format), time.strftime(format) */
struct value
fold_formatted_date(struct facts *f, uint32_t arguments)
{
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR("format"), &spread);
	struct pieces p;
	struct str format;

	if (first == 0 || spread || value_only(facts_value(f, first), ATOM_STRING) == NULL ||
	    !fold_text(f, facts_value(f, first), &format))
		return value_unknown();
	pieces_init(&p);
	if (fold_date_format(format, &p))
		return pieces_made(f, &p);
	pieces_release(&p);
	return value_unknown();
}

static bool
method_of_date(struct facts *f, struct str name, uint32_t arguments, struct value *out)
{
	unsigned count = fold_count_arguments(f, arguments);

	if (str_is(name, "strftime"))
		*out = fold_formatted_date(f, arguments);
	else if (count > 0)
		return false;
	else if (str_is_one_of(name, "isoformat ctime"))
		*out = str_is(name, "ctime") ? fold_hole(f, HOLE_OTHER) : fold_some_number(f);
	else if (str_is_one_of(name, "timestamp weekday isoweekday toordinal"))
		*out = value_of(ATOM_PLAIN, 0);
	else if (str_is(name, "date"))
		*out = value_of(ATOM_RESULT, names_add(&f->names, STR("datetime.date")));
	else
		return false;
	return true;
}

/* A method of such an object; false where it is something else. */
bool
fold_known_method(struct facts *f, uint32_t function, uint32_t arguments, struct value *out)
{
	const struct tree *t = f->tree;
	const struct atom *a;
	struct str name, symbol;

	if (t->nodes[function].kind != K_ATTRIBUTE)
		return false;
	a = value_only(facts_value(f, tree_child(t, function, F_OBJECT)), ATOM_RESULT);
	if (a == NULL)
		return false;
	symbol = facts_name(f, a->id);
	name = tree_text(t, tree_child(t, function, F_ATTRIBUTE));
	if (fold_is_date(symbol))
		return method_of_date(f, name, arguments, out);
	if (!is_digest(symbol) || !str_is(name, "hexdigest"))
		return false;
	*out = fold_hole(f, HOLE_EMPTY);
	return true;
}

/* parser.parse_args(...), whatever the words are. */
bool
fold_options(struct facts *f, uint32_t function, uint32_t arguments, struct value *out)
{
	const struct tree *t = f->tree;
	const struct atom *a;
	bool spread;

	if (t->nodes[function].kind != K_ATTRIBUTE ||
	    !str_is(tree_text(t, tree_child(t, function, F_ATTRIBUTE)), "parse_args"))
		return false;
	a = value_only(facts_value(f, tree_child(t, function, F_OBJECT)), ATOM_RESULT);
	if (a == NULL || !str_is(facts_name(f, a->id), "argparse.ArgumentParser") ||
	    facts_find_argument(f, arguments, 1, STR("namespace"), &spread) != 0 || spread)
		return false;
	*out = value_of(ATOM_RESULT, names_add(&f->names, STR("argparse.Namespace")));
	return true;
}

/* An attribute of such an object. */
bool
fold_known_attribute(struct facts *f, uint32_t symbol_id, struct str name, struct value *out)
{
	struct str symbol = facts_name(f, symbol_id);

	if (fold_is_date(symbol) &&
	    str_is_one_of(name, "year month day hour minute second microsecond quarter week"))
		*out = value_of(ATOM_PLAIN, 0);
	else if (str_is(symbol, "uuid.uuid4") && str_is(name, "hex"))
		*out = fold_hole(f, HOLE_EMPTY);
	else
		return false;
	return true;
}

/* A date moved by a span is a date. */
bool
fold_moved_date(struct facts *f, const struct value *date, const struct value *span)
{
	const struct atom *a = value_only(date, ATOM_RESULT), *b = value_only(span, ATOM_RESULT);

	return a != NULL && b != NULL && fold_is_date(facts_name(f, a->id)) &&
	       str_is_one_of(facts_name(f, b->id), "datetime.timedelta pandas.Timedelta");
}
