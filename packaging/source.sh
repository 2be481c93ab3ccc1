#!/bin/sh
# SPDX-License-Identifier: MIT
# The source of the last commit with the two npm packages that are compiled in, as build/package/sluice-VERSION.tar.gz: it builds
# with nothing but Debian's packages. The same commit gives the same bytes.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(sluice VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=sluice-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive --format=tar --prefix="$name/" HEAD | tar -x -C "$work"
mkdir "$work/$name/node_modules"
cp -R node_modules/tree-sitter node_modules/tree-sitter-python "$work/$name/node_modules/"
# Compiled for other machines, and never used.
rm -rf "$work/$name/node_modules/"*/prebuilds
chmod -R u=rwX,go=rX "$work"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" --format=gnu -C "$work" -c "$name" |
	gzip -9n >"build/package/$name.tar.gz"
