/* SPDX-License-Identifier: MIT */
/*
 * effects.h: what functions of Python and its libraries do with their arguments, as data.
 *
 * effects.txt has one line a symbol: its dotted name, ".method" for a method of containers and
 * texts, "=keyword", or "@attribute" that programs set, and words, each of which is listed here. docs/gate.md describes the format. What has no
 * line gives its result, and its arguments escape.
 */
#ifndef POLICY_EFFECTS_H
#define POLICY_EFFECTS_H

#include "text.h"

#include <assert.h>

/* clang-format off */
#define EFFECTS(X)                                                                                 \
	X(SHOWS, "shows")         /* keeps nothing of its arguments, calls nothing with them; of `=keyword`: a text that is only drawn */ \
	X(TEXT, "text")           /* gives some text */                                            \
	X(BINARY, "octets")       /* gives some bytes */                                           \
	X(NUMBER, "number")       /* gives a number, a truth value or None */                      \
	X(NONE, "none")           /* beside "number": gives None */\
	X(COUNTS, "counts")       /* gives numbers, one for each number as key; of an unchecked array: it has one dimension */ \
	X(COPY, "copy")           /* gives a new list of its argument's elements */                \
	X(DICT, "dict")           /* gives a dictionary of its keywords */                         \
	X(ELEMENT, "element")     /* gives an element of its arguments */                          \
	X(ROWS, "rows")           /* gives rows of elements of its arguments; with "number", behind a number; of an unchecked array: it has two dimensions */ \
	X(STORE, "store")         /* puts its arguments into the container */                      \
	X(EXTEND, "extend")       /* puts the elements of its arguments into the container; of `file`: each argument is one, or a part of it */ \
	X(IMPORT, "import")       /* gives the module that its first argument names; of `.name`: libraries keep a module so */\
	X(GETATTR, "getattr")     /* gives an attribute by name */                                 \
	X(SETATTR, "setattr")     /* sets or deletes an attribute by name */                       \
	X(FIELDS, "fields")       /* sets fields by names that the text doesn't show */            \
	X(SUPER, "super")                                                                          \
	X(CLASSOF, "classof")     /* gives the class of its argument */                            \
	X(STR, "str")             /* gives the text of its argument */                             \
	X(CALLS, "calls")         /* calls its first argument, or `=keyword`, with elements */       \
	X(BUFFER, "buffer")       /* gives an open file or a buffer */                             \
	X(FUNCTION, "function")   /* gives a function */                                           \
	X(STREAM, "stream")       /* a standard stream */                                          \
	X(BASE, "base")           /* a class that brings its children no authority; of `.method`: they may define it */ \
	X(SAME, "same")           /* a decorator that gives back what it decorates, or a property of it */              \
	X(CLASSMETHOD, "class")   /* classmethod */                                                \
	X(KEEPS, "keeps")         /* a decorator that tells nobody of the class; with `function`: its result gets another function's fields */                     \
	X(RECORD, "record")       /* of `@attribute`: a field's name; of `.method`: adds a class */    \
	X(REFLECTS, "reflects")   /* reads variables by names that the text doesn't show */        \
	X(DECODES, "decodes")     /* runs annotations or texts as types */                         \
	X(ASKS, "asks")           /* of a package: asks attributes of what it gets; of a method: is asked */ \
	X(FILE, "file")           /* its first argument, or `=keyword`, names a file */            \
	X(OPENS, "opens")         /* opens files whose names its arguments do not show; of `=keyword`: may name a file, whatever function gets it */ \
	X(MODE, "mode")           /* its second argument, or `=keyword`, says how to open */        \
	X(WRITES, "writes")       /* that it writes */                                             \
	X(TARGET, "target")       /* the second argument names a file that it writes */            \
	X(ENDING, "ending")       /* it adds an ending to a name that has none, or makes a folder */ \
	X(AUTHORITY, "authority") /* of `=keyword`, `@attribute`: reaches a program, a module, memory; so of a definition */ \
	X(INERT, "inert")         /* of `.__name__`: reading it leads nowhere; so setting `@name`; of `.method`: makes nothing of a class */ \
	X(PROTOCOL, "protocol")   /* of `.__name__`: a class may define it; only Python asks it */ \
	X(SAFEGUARD, "safeguard") /* of `=keyword`: guards memory where it is True */              \
	X(PROPERTIES, "properties") /* its second argument, all where it extends, may hold such keywords */ \
	X(TEMPLATE, "template")   /* a method of texts that reads attributes as its text says; of a package: its functions and methods run texts as Python */   \
	X(SOURCE, "data-source")  /* gives texts that come from elsewhere, or are made of numbers */ \
	X(TEXTLESS, "textless")   /* of a module, a function: gives no text but those of the program */ \
	X(UNCHECKED, "unchecked") /* of a package: its native code believes what its objects hold; of `.attribute`: an array by which it indexes; of a function: a tuple of three */ \
	X(INDEXES, "indexes") /* of a package: its native code indexes by `unchecked` arrays */ \
	X(FRESH, "fresh")         /* gives an array of its own; of `.attribute`: no part of its object */ \
	X(LABEL, "label")         /* its texts are names, which run only where code is made of what they name */ \
	X(PART, "part")           /* of a package: it comes with the first that it brings; of properties: the fourth argument; of `.name`: it gives a record's fields */ \
	X(KEYS, "names-fields")   /* texts and keys that it is given become names of fields */     \
	X(STARTS, "starts")       /* of a package, a function: some of its keywords start programs */

/* Each word is a bit. */
enum effect_at {
#define X(name, word) EFFECT_AT_##name,
	EFFECTS(X)
#undef X
	EFFECTS_END
};
static_assert(EFFECTS_END <= 64, "the last word has a bit");
#define X(name, word) static const uint64_t EFFECT_##name = 1ull << EFFECT_AT_##name;
EFFECTS(X)
#undef X
/* clang-format on */

/* The symbol's effects as bits; 0 where the data has none. */
uint64_t effects_of(struct str symbol);
/* Of `.method` or `=keyword`: its name behind the mark. */
uint64_t effects_of_named(const char *mark, struct str name);
static inline uint64_t
effects_of_keyword(struct str name)
{
	return effects_of_named("=", name);
}
static inline uint64_t
effects_of_method_named(struct str name)
{
	return effects_of_named(".", name);
}
/* The words of its line: those that begin with `+` are packages that a package brings. */
struct str effects_brings(struct str package);
/* The package that this one is a part of: the first that it brings, or itself. */
struct str effects_whole(struct str package);
static inline bool
effects_have(uint64_t effects, uint64_t any)
{
	return (effects & any) != 0;
}

/* It keeps nothing of its arguments, and what it gives holds nothing of them. */
static inline bool
effects_only_show(uint64_t effects)
{
	return effects_have(effects, EFFECT_SHOWS) &&
	       effects_have(effects, EFFECT_NUMBER | EFFECT_TEXT | EFFECT_BINARY | EFFECT_STR);
}

#endif
