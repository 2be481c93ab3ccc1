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
flags=$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --cflags --libs sluice)
# The programs stand elsewhere: the library finds its parts from its own place, which is not the one it was built for.
# shellcheck disable=SC2086 # a list of words
"$cc" -std=c17 -Wall -Wextra -Werror -o "$place/embed" "$source/tests/library/embed.c" $flags
# shellcheck disable=SC2086
"$cc" -std=c17 -Wall -Wextra -Werror -o "$place/check" "$source/examples/library/check.c" $flags
printf 'import json\nprint(json.dumps({"sum": sum(range(101))}, separators=(",", ":")))\n' >"$place/program.py"
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")")
export LD_LIBRARY_PATH
"$place/embed" "$place/program.py"
# Nobody can look into a type, and the header stands alone; the library shows what it declares, and nothing else.
[ "$(ls "$place/usr/include/sluice")" = sluice.h ]
for type in sluice_task sluice_result; do
	# shellcheck disable=SC2086
	if printf '#include <sluice.h>\nint main(void) { return (int)sizeof(%s); }\n' $type | "$cc" -std=c17 -x c -fsyntax-only - $flags 2>/dev/null; then
		echo "$type is not opaque"
		exit 1
	fi
done
grep -o 'sluice_[a-z_]*(' "$place/usr/include/sluice/sluice.h" | tr -d '(' | sort -u >"$place/declared"
nm -D --defined-only "$(dirname "$(dirname "$pc")")/libsluice.so" | awk '$2 == "T" {print $3}' | sort >"$place/shown"
diff "$place/declared" "$place/shown"
for caller in "$place/check" "python3 $source/examples/library/check.py"; do
	$caller pure-compute "$place/program.py" | grep '"verdict": "allow"'
	printf 'import os\nos.system("id")\n' >"$place/other.py"
	code=0
	$caller pure-compute "$place/other.py" >"$place/said" || code=$?
	[ $code = 10 ]
	grep '"verdict": "deny"' "$place/said"
	$caller no-such-policy "$place/other.py" >"$place/said" || code=$?
	[ $code = 2 ]
	grep '"errors":\[{"message":"policy .no-such-policy. is unknown"' "$place/said"
done
unset LD_LIBRARY_PATH
"$place/usr/bin/sluice" run --code "$place/program.py" --policy pure-compute
