/* SPDX-License-Identifier: MIT */
/*
 * gate_values: what the gate believes of each expression of a Python file, for believed.py.
 *
 * Reads one text on stdin and prints a JSON object a line, {"start", "end", "may": [VALUE ...]}, for each node of which the
 * gate claims something; start and end are bytes of the text. The expression's value must be one of `may`:
 *
 *	{"is": "text", "parts": [PART ...]}    a string; a PART is "x" and the hex of its UTF-8, or "h" and letters: some
 *	                                       text of which only this is known: n it is a number, a date or the like;
 *	                                       e it may be empty, d may hold dots, o may hold ':' and '~', s may hold '/'
 *	{"is": "bytes", "parts": [PART ...]}
 *	{"is": "integer", "value": N}          that number;  {"is": "plain"} a number, a truth value, None
 *	{"is": "none"}
 *	{"is": "symbol", "name": "os.path"}    a module, or that member of one;  {"is": "result", "name"} what a call of it gave
 *	{"is": "function"|"class"|"object", "start": N}   of the file, by where its definition begins; an object of the class
 *	{"is": "made"}                         what decorators made of a definition of the file
 *	{"is": "container", "start", "end", "of": [VALUE ...]}   what the display or comprehension at this place made; each
 *	                                       element (of a dictionary, each value) is one of `of`; without `of`, anything
 *	{"is": "method"}                       a bound method;  
 *
 * {"refused": true} says that the text has no facts. This file is all that must change with the engine.
 */
#include "file.h"
#include "flow.h"

#include <stdio.h>
#include <stdlib.h>

#define SOURCE_BYTES_MAX ((size_t)1 << 20)

static void
put_parts(const char *is, struct str s, const char *behind)
{
	printf("{\"is\":\"%s\",\"parts\":[\"x", is);
	for (size_t i = 0; i < s.n; i++)
		printf("%02x", (unsigned char)s.p[i]);
	printf("\"%s]}", behind);
}

static void put_values(struct facts *f, const struct value *v, unsigned depth);

static void
put_container(struct facts *f, uint32_t node, unsigned depth)
{
	const struct tree *t = f->tree;
	const struct container *c = f->container_of[node];
	const struct value *of = c == NULL ? NULL : c->is_dictionary ? &c->items : &c->elements;

	printf("{\"is\":\"container\",\"start\":%u,\"end\":%u", t->nodes[node].start,
	    t->nodes[node].end);
	if (of != NULL && depth > 0 && !of->unknown) {
		printf(",\"of\":");
		put_values(f, of, depth - 1);
	}
	printf("}");
}

static void
put_atom(struct facts *f, struct atom a, unsigned depth)
{
	static const char *const kinds[] = {[ATOM_MODULE] = "symbol",
	    [ATOM_SYMBOL] = "symbol",
	    [ATOM_RESULT] = "result",
	    [ATOM_FUNCTION] = "function",
	    [ATOM_CLASS] = "class",
	    [ATOM_OBJECT] = "object",
	    [ATOM_METHOD] = "method"};

	switch (a.kind) {
	case ATOM_STRING:
		put_parts("text", facts_name(f, a.id), "");
		break;
	case ATOM_PREFIX:
		put_parts("text", facts_name(f, a.id), ",\"hedos\"");
		break;
	case ATOM_TEXT:
		put_parts("text", STR(""), ",\"hedos\"");
		break;
	case ATOM_BYTES:
		put_parts("bytes", facts_name(f, a.id), "");
		break;
	case ATOM_BINARY:
		put_parts("bytes", STR(""), ",\"hedos\"");
		break;
	case ATOM_INTEGER:
		printf("{\"is\":\"integer\",\"value\":%lld}", (long long)facts_integer(f, a.id));
		break;
	case ATOM_PLAIN:
		printf("{\"is\":\"%s\"}", a.id == PLAIN_NONE ? "none" : "plain");
		break;
	case ATOM_LITERAL:
		put_container(f, a.id, depth);
		break;
	case ATOM_MODULE:
	case ATOM_SYMBOL:
	case ATOM_RESULT:
		printf("{\"is\":\"%s\",\"name\":\"%.*s\"}", kinds[a.kind],
		    STR_ARG(facts_name(f, a.id)));
		break;
	case ATOM_FUNCTION:
	case ATOM_CLASS:
	case ATOM_OBJECT:
		if (a.kind != ATOM_OBJECT &&
		    f->tree->nodes[f->tree->nodes[f->scopes[a.id].node].parent].kind ==
			K_DECORATED_DEFINITION)
			printf("{\"is\":\"made\"}");
		else
			printf("{\"is\":\"%s\",\"start\":%u}", kinds[a.kind],
			    f->tree->nodes[f->scopes[a.id].node].start);
		break;
	default:
		printf("{\"is\":\"%s\"}", kinds[a.kind]);
		break;
	}
}

static void
put_values(struct facts *f, const struct value *v, unsigned depth)
{
	printf("[");
	for (unsigned i = 0; i < v->count; i++) {
		printf("%s", i > 0 ? "," : "");
		put_atom(f, v->atoms[i], depth);
	}
	printf("]");
}

int
main(void)
{
	struct arena *a = arena_new((size_t)1 << 30);
	char *p = malloc(SOURCE_BYTES_MAX);
	struct tree t = {.source = {p, p == NULL ? 0 : fread(p, 1, SOURCE_BYTES_MAX, stdin)}};
	struct facts f = {0};

	if (a == NULL || p == NULL || !tree_parse(a, t.source, &t))
		return EXIT_FAILURE;
	if (t.fault != TREE_OK || !facts_collect(a, &t, &f) || !flow_solve(&f) || f.unsettled)
		printf("{\"refused\":true}\n");
	else
		for (uint32_t i = 1; i < t.count; i++) {
			if (f.values[i].unknown || f.values[i].count == 0)
				continue; /* it may be anything */
			printf(
			    "{\"start\":%u,\"end\":%u,\"may\":", t.nodes[i].start, t.nodes[i].end);
			put_values(&f, &f.values[i], 2);
			printf("}\n");
		}
	arena_free(a);
	free(p);
	return EXIT_SUCCESS;
}
