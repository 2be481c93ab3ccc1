#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a folder of its own, moves nothing by hand, builds embed.c with pkg-config alone and runs it.
# usage: installed.sh BUILD_DIR SOURCE_DIR CC
set -eu
build=$1 source=$2 cc=$3
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
# What runs here goes into a store of its own.
export SLUICE_STORE="sqlite:$place/store.db"
cmake --install "$build" --prefix "$place/usr" >/dev/null
pc=$(find "$place/usr" -name sluice.pc)
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --define-variable=prefix="$place/usr" \
	--define-variable=libdir="$(dirname "$(dirname "$pc")")" \
	--define-variable=includedir="$place/usr/include/sluice" --cflags --libs sluice)
# The program lives where the parts are found from its own place.
# shellcheck disable=SC2086 # a list of words
"$cc" -std=c17 -Wall -Wextra -Werror -o "$place/usr/bin/embed" "$source/tests/library/embed.c" $flags
printf 'import json\nprint(json.dumps({"sum": sum(range(101))}, separators=(",", ":")))\n' >"$place/program.py"
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")") "$place/usr/bin/embed" "$place/program.py"
"$place/usr/bin/sluice" run --code "$place/program.py" --policy pure-compute
