#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds circles between the files of a library, as the linker sees them: which file needs what another defines.

    circles.py [--most 2] [--folders] LIBRARY.a

A circle is a set of files each of which needs, by way of the others, itself. --folders also prints which folder needs which.
Exit status 0 no circle of more than --most files, 1 one, 2 the library can't be read.
"""
import argparse
import pathlib
import re
import subprocess
import sys
from collections import defaultdict

MEMBER = re.compile(r"^(?P<name>\S+\.o(?:bj)?):$")
DEFINED, NEEDED = frozenset("TDBRVWCGSi"), frozenset("Uwv")


class Tangle(Exception):
    """The library is not what it should be."""


def symbols(objects):
    """{file: (defined, needed)} of object files, by nm."""
    out = {}
    for path in objects:
        done = subprocess.run(["nm", "-P", path], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Tangle(done.stderr.strip())
        defined, needed = set(), set()
        for line in done.stdout.splitlines():
            name, kind = line.split()[:2]
            (defined if kind in DEFINED else needed if kind in NEEDED else set()).add(name)
        out[path] = (defined, needed)
    return out


def uses(files):
    """{file: {file: names}}: what each needs of another."""
    home = {name: file for file, (defined, _) in files.items() for name in defined}
    out = defaultdict(lambda: defaultdict(set))
    for file, (_, needed) in files.items():
        for name in needed:
            if name in home and home[name] != file:
                out[file][home[name]].add(name)
    return out


def circles(nodes, edges):
    """The strongly connected components of more than one node, by Tarjan's algorithm without recursion."""
    number, low, stack, out = {}, {}, [], []
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(edges.get(root, ())))]
        number[root] = low[root] = len(number)
        stack.append(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    work.append((other, iter(edges.get(other, ()))))
                    break
                if other in stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    out += [stack[at:]] if len(stack) - at > 1 else []
                    del stack[at:]
    return sorted(out, key=len, reverse=True)


def objects_of(library):
    """The objects that went into a library, where the build left them."""
    listed = subprocess.run(["ar", "t", library], capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        raise Tangle(listed.stderr.strip())
    folder = next(library.parent.glob(f"CMakeFiles/{library.stem.removeprefix('lib')}.dir"), library.parent)
    found = sorted(folder.rglob("*.o"))
    names = sorted(listed.stdout.split())
    stale = {path.name for path in found} - set(names)
    found = [path for path in found if path.name not in stale]
    if sorted(path.name for path in found) != names:
        raise Tangle(f"{library} holds {len(names)} objects, {folder} {len(found)}: build it anew")
    return {str(path.relative_to(folder)).removesuffix(".o"): path for path in found}


def show_circle(group, edges):
    print(f"circle of {len(group)} files: {' '.join(sorted(group))}")
    for file in sorted(group):
        for other in sorted(set(edges[file]) & set(group)):
            print(f"    {file} needs {other}: {' '.join(sorted(edges[file][other])[:6])}")


def show_folders(edges):
    between = defaultdict(set)
    for file, others in edges.items():
        for other, names in others.items():
            pair = (str(pathlib.PurePath(file).parent), str(pathlib.PurePath(other).parent))
            between[pair] |= names if pair[0] != pair[1] else set()
    for (folder, other), names in sorted(between.items()):
        if names:
            back = " (and back)" if between.get((other, folder)) else ""
            print(f"{folder} needs {other}: {len(names)} names{back}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=2, help="files that a circle may have")
    parser.add_argument("--folders", action="store_true", help="which folder needs which")
    parser.add_argument("library", type=pathlib.Path)
    options = parser.parse_args()
    try:
        objects = objects_of(options.library)
        named = {path: name for name, path in objects.items()}
        files = {named[path]: both for path, both in symbols(objects.values()).items()}
    except Tangle as fault:
        print(fault, file=sys.stderr)
        return 2
    edges = uses(files)
    if len(files) < 2 or not edges:
        print(f"{options.library}: {len(files)} files need nothing of each other", file=sys.stderr)
        return 2
    found = circles(sorted(files), edges)
    for group in found:
        if len(group) > options.most:
            show_circle(group, edges)
    if options.folders:
        show_folders(edges)
    print(f"{len(files)} files, circles of {', '.join(str(len(g)) for g in found) or 'no'} files")
    return 1 if any(len(group) > options.most for group in found) else 0


if __name__ == "__main__":
    sys.exit(main())
