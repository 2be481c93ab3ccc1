/* SPDX-License-Identifier: MIT */
#include "runtime.h"

#include "wire.h"

#define LIBRARIES "/usr/lib/" SANDBOX_TRIPLET

static const struct runtime_place tree[] = {
    {RUNTIME_STDLIB, true, false},
    {LIBRARIES, true, false},
    {"/usr/share/zoneinfo", false, false},
    {"/usr/lib/python3/dist-packages", true, true},
    {"/usr/share/matplotlib", false, true},
    {"/usr/share/fonts", false, true},
    {"/usr/share/fontconfig", false, true},
    {"/etc/alternatives/libblas.so.3-" SANDBOX_TRIPLET, false, true},
    {"/etc/alternatives/liblapack.so.3-" SANDBOX_TRIPLET, false, true},
    {"/etc/alternatives/libopenblas.so.0-" SANDBOX_TRIPLET, false, true},
    {"/etc/fonts", false, true},
    {"/etc/matplotlibrc", false, true},
};

/* The loader lies in /lib64. */
const struct runtime_link RUNTIME_LINKS[] = {
    {"/lib", "usr/lib"}, {"/lib64", &LIBRARIES[1]}, {NULL, NULL}};
const char *const RUNTIME_DEVICES[] = {"/dev/null", "/dev/zero", "/dev/urandom", NULL};
const char *const RUNTIME_FOLDERS[] = {
    WIRE_WORK, "/tmp", "/dev/shm", "/run/disk", "/run/inputs", NULL};

const struct runtime_place *
runtime_place(size_t i, bool packages)
{
	for (size_t k = 0; k < sizeof(tree) / sizeof(*tree); k++)
		if ((packages || !tree[k].packages) && i-- == 0)
			return &tree[k];
	return NULL;
}
