#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints how many lines of C each room of the gate has: what `sluice check` links, and the headers that it includes.

    rooms.py [--most LINES] LIBRARY.a SOURCES VERB.o

LIBRARY.a is the gate's, SOURCES its folder, VERB.o the object of the verb `check`. An object counts if the verb needs it, by way of
others of the library; a header if a source that counts includes it. Lines are those of the files: code, comments and blanks. What is
made while building (tables, policies) and the programs that make it are not counted.

Exit status 0 done, 1 more lines than --most, 2 the library can't be read.
"""
import argparse
import pathlib
import re
import sys
from collections import defaultdict

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import circles  # noqa: E402

INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
LOADS = {"policy_load"}  # policies are loaded for the verb by what all verbs share


def linked(files, needed):
    """The files that hold these symbols, and what they need."""
    home = {name: file for file, (defined, _) in files.items() for name in defined}
    found, work = set(), list(needed)
    while work:
        file = home.get(work.pop())
        if file is not None and file not in found:
            found.add(file)
            work += files[file][1]
    return found


def with_headers(sources, names):
    """The paths of the sources, and of the headers below the same folder that they include."""
    headers = {path.name: path for path in sources.rglob("*.h")} | {path.name: path for path in sources.rglob("*.def")}
    found, work = set(), [sources / name for name in names if (sources / name).is_file()]
    while work:
        path = work.pop()
        if path not in found:
            found.add(path)
            work += [headers[name] for name in INCLUDE.findall(path.read_text()) if name in headers]
    return found


def table(sources, paths):
    """{room: (files, lines)}; what stands in no room is ".". """
    rooms = defaultdict(lambda: [0, 0])
    for path in paths:
        room = rooms[str(path.relative_to(sources).parent)]
        room[0] += 1
        room[1] += path.read_text().count("\n")
    return rooms


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, metavar="LINES", help="fail where there are more")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("verb", type=pathlib.Path)
    options = parser.parse_args()
    try:
        files = circles.symbols(circles.objects_of(options.library, options.sources))
        needed = circles.symbols({"verb": options.verb})["verb"][1] | LOADS
    except circles.Tangle as fault:
        print(fault, file=sys.stderr)
        return 2
    rooms = table(options.sources, with_headers(options.sources, linked(files, needed)))
    lines = sum(room[1] for room in rooms.values())
    if lines == 0:
        print(f"{options.verb} needs nothing of {options.library}", file=sys.stderr)
        return 2
    print("| room | files | lines |\n|---|---|---|")
    for name, (count, size) in sorted(rooms.items(), key=lambda room: -room[1][1]):
        print(f"| {name} | {count} | {size:,} |")
    print(f"| all | {sum(room[0] for room in rooms.values())} | {lines:,} |")
    return 1 if options.most is not None and lines > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
