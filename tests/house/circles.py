#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds circles between the files of a library, as the linker sees them: which file needs what another defines.

    circles.py [--known FILE] [--folders] LIBRARY.a SOURCES

A circle is a set of files each of which needs, by way of the others, itself. Between folders there may be none. Within one folder
a circle may stand only where --known lists its files: a line each of the files, blank-separated, and behind ` # ` the reason. What
is listed and is none any more has to leave the list. --folders also prints which folder needs which.
Exit status 0 no other circles, 1 one, 2 the library can't be read.
"""
import argparse
import pathlib
import subprocess
import sys
from collections import defaultdict

DEFINED, NEEDED = frozenset("TDBRVWCGSi"), frozenset("Uwv")


class Tangle(Exception):
    """The library is not what it should be."""


def symbols(objects):
    """{file: (defined, needed)} of {file: its object's path}, by nm."""
    done = subprocess.run(["nm", "-A", "-P", *objects.values()], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Tangle(done.stderr.strip())
    found = {str(path): (set(), set()) for path in objects.values()}
    for line in done.stdout.splitlines():
        path, _, symbol = line.partition(": ")
        name, kind = symbol.split()[:2]
        defined, needed = found[path]
        (defined if kind in DEFINED else needed if kind in NEEDED else set()).add(name)
    return {file: found[str(path)] for file, path in objects.items()}


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


def objects_of(library, sources):
    """The objects that went into a library, where the build left them; those of sources that have gone may lie there still."""
    listed = subprocess.run(["ar", "t", library], capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        raise Tangle(listed.stderr.strip())
    folder = next(library.parent.glob(f"CMakeFiles/{library.stem.removeprefix('lib')}.dir"), library.parent)
    found = sorted(folder.rglob("*.o"))
    names = sorted(listed.stdout.split())
    sound = [path for path in found if (sources / path.relative_to(folder).with_suffix("")).is_file()]
    elsewhere = {path.name for path in sound}
    found = sound + [path for path in found if path.parent == folder and path.name in names and path.name not in elsewhere]
    if sorted(path.name for path in found) != names:
        raise Tangle(f"{library} holds {len(names)} objects, {folder} {len(found)}: build it anew")
    return {str(path.relative_to(folder)).removesuffix(".o"): path for path in found}


def show_circle(text, group, edges):
    print(text)
    for file in sorted(group):
        for other in sorted(set(edges[file]) & set(group)):
            print(f"    {file} needs {other}: {' '.join(sorted(edges[file][other])[:6])}")


def folder_of(file):
    """A generated file, which lies beside its folders, is one by itself."""
    parent = pathlib.PurePath(file).parent
    return file if parent == pathlib.PurePath(".") else str(parent)


def folders(edges):
    """{folder: {folder: names}}; a library without folders has none."""
    out = defaultdict(lambda: defaultdict(set))
    if all("/" not in file for file in edges):
        return out
    for file, others in edges.items():
        for other, names in others.items():
            if folder_of(file) != folder_of(other):
                out[folder_of(file)][folder_of(other)] |= names
    return out


def known_circles(path):
    """The sets of files that may be circles."""
    if path is None:
        return []
    out = []
    for line in path.read_text().splitlines():
        files, _, reason = line.partition(" # ")
        if not reason.strip():
            raise Tangle(f"{path}: a line without a reason: {line}")
        out.append(set(files.split()))
    return out


def complaints(files, edges, known):
    """One text for each circle that may not be."""
    between = folders(edges)
    for group in circles(sorted(between), between):
        yield f"folders in a circle: {' '.join(sorted(group))}", group, between
    found = [set(group) for group in circles(sorted(files), edges)]
    for group in found:
        if group not in known:
            yield f"files in a circle: {' '.join(sorted(group))}", group, edges
    for group in known:
        if group not in found:
            yield f"listed, and no circle: {' '.join(sorted(group))}", [], edges


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--known", type=pathlib.Path, help="circles that may be")
    parser.add_argument("--folders", action="store_true", help="which folder needs which")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("sources", type=pathlib.Path)
    options = parser.parse_args()
    try:
        files = symbols(objects_of(options.library, options.sources))
        known = known_circles(options.known)
    except Tangle as fault:
        print(fault, file=sys.stderr)
        return 2
    edges = uses(files)
    if len(files) < 2 or not edges:
        print(f"{options.library}: {len(files)} files need nothing of each other", file=sys.stderr)
        return 2
    wrong = list(complaints(files, edges, known))
    for text, group, needs in wrong:
        show_circle(text, group, needs)
    if options.folders:
        for folder, others in sorted(folders(edges).items()):
            print(*(f"{folder} needs {other}: {len(names)} names" for other, names in sorted(others.items())), sep="\n")
    print(f"{len(files)} files, {len(known)} known circles, {len(wrong)} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
