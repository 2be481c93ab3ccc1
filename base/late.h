/* SPDX-License-Identifier: MIT */
/*
 * late.h: a shared library that is loaded when it is first needed.
 *
 * Theory: libpq brings some twenty libraries with it (Kerberos, LDAP, OpenSSL), which cost every
 * start of a program 6 ms. A check of a policy takes less than that and does not need it. A program
 * of its own, as for the network, would put a protocol between a transaction and the code that
 * decides in it; a plug-in of our own would have to be found, installed and matched. So the
 * libraries are opened by the name that their ABI has, the first time a store is: a table of
 * function pointers, typed by the library's own header, is filled. The compiler checks each call as
 * if it were linked.
 */
#ifndef BASE_LATE_H
#define BASE_LATE_H

#include "err.h"

typedef void late_function(void);

struct late_library {
	const char *file, *package; /* its soname; Debian's package, for the remedy */
	const char *const *names;
	late_function **functions; /* as many as names, in their order */
	size_t count;
};

/* Safe to call again, and from any thread. ERR_SYSTEM where the library or a name is not there. */
bool late_load(const struct late_library *library, struct err *err);

/* For a table of functions written as a list of names: LATE_MEMBER declares its members. */
#define LATE_MEMBER(name) __typeof__(name) *name;
#define LATE_NAME(name) #name,

#endif
