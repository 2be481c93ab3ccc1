#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stops where the gate's C code names what belongs to Python's libraries: such knowledge is data.

    library_names.py [--words FILE] [--count] [FOLDER ...]

FOLDER is policy-engine/ where none is given. Names are those of policy-engine/library/python-3.11.txt: modules, their members,
and the attributes of their classes. A string of C names a library where

  * it is one such name, or a list of them with blanks between: "to_csv", "keys values items";
  * or a dotted name whose first part is a module stands anywhere in it: "... use pandas.read_csv".

Words that are Python's grammar, or the gate's own vocabulary of policies and reports, stand in words.txt with the folder where
they may be said.

Exit status 0 none, 1 some, each printed with its place.
"""
import argparse
import fnmatch
import pathlib
import re
import sys
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "policy-engine/library/python-3.11.txt"
TOKEN = re.compile(r"""/\*.*?\*/ | //[^\n]* | ^[ \t]*\#[ \t]*(?:include|error)[^\n]* | '(?:\\.|[^'\\])+' | "(?:\\.|[^"\\\n])*" """,
                   re.DOTALL | re.MULTILINE | re.VERBOSE)
BETWEEN = re.compile(r"\s*")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\Z")
DOTTED = re.compile(r"(?<![\w./-])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
FILE_ENDINGS = ("c", "h", "py", "yaml", "json", "txt", "csv", "md", "html", "org", "com")
MARKS = re.compile(r"[/!^@:=(].*")
GROUP = re.compile(r"\d+")


PACKS = {path.stem for path in (ROOT / "policy-engine/library/packs").glob("*.txt")}


class Names:
    """`words` are those that count: of libraries with a pack the attributes are thousands of ordinary words."""

    def __init__(self, table):
        self.modules, self.members, self.words = set(), set(), set()
        attributes, groups = [], {}
        for line in table.read_text("utf-8").splitlines():
            kind, _, rest = line.partition("\t")
            if kind == "m":
                name, _, members = rest.partition("\t")
                self.modules.add(name)
                found = {MARKS.sub("", word.lstrip("!^")) for word in members.split("\t")[-1].split()}
                self.members.update(found)
                self.words.update(() if name.split(".")[0] in PACKS else found)
            elif kind == "a":
                attributes = [word.split("/") for word in rest.split()]
            elif kind == "g":
                number, _, packages = rest.partition("\t")
                groups[int(number)] = set(packages.split())
        self.members.update(name for name, _ in attributes)
        self.words.update(name for name, facts in attributes if not groups[int(GROUP.search(facts)[0])] <= PACKS)
        self.tops = {module.split(".")[0] for module in self.modules}
        if len(self.modules) < 100 or len(self.members) < 10000:
            raise SystemExit(f"{table} has {len(self.modules)} modules and {len(self.members)} names: it is not read as it should be")

    def has(self, word):
        parts = word.split(".")
        if len(parts) > 1:
            return parts[0] in self.tops and parts[-1] not in FILE_ENDINGS or parts[0] in ("builtins", "__builtins__")
        return word in self.modules or word in (self.members if word.startswith("__") else self.words)

    def in_text(self, text):
        """The names of libraries in one string of C."""
        words = re.split(r"[\s,]+", text.strip())
        if words != [""] and all(NAME.match(word) and self.has(word) for word in words):
            return words
        return [word for word in DOTTED.findall(text) if self.has(word)]


def strings(source):
    """(line, text) of each string, those that stand side by side as one."""
    out, end = [], -1
    for token in TOKEN.finditer(source):
        if token[0][0] != '"':
            continue
        text = token[0][1:-1].replace(r"\n", " ").replace(r"\t", " ").replace(r"\"", '"').replace(r"\\", "\\")
        if out and BETWEEN.fullmatch(source, end, token.start()):
            out[-1] = (out[-1][0], out[-1][1] + text)
        else:
            out.append((source.count("\n", 0, token.start()) + 1, text))
        end = token.end()
    return out


def load_words(path):
    """[(pattern of files, words)]: lines `policy/* : name type`; # begins a comment."""
    out = []
    for line in path.read_text("utf-8").splitlines():
        where, colon, words = line.partition("#")[0].partition(":")
        if colon:
            out.append((where.strip(), set(words.split())))
    return out


def allowed(rules, file):
    return {word for pattern, words in rules if fnmatch.fnmatch(file, pattern) for word in words}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=pathlib.Path, default=pathlib.Path(__file__).with_name("words.txt"))
    parser.add_argument("--count", action="store_true", help="print how often each folder and word is found, and no places")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, default=[ROOT / "policy-engine"])
    options = parser.parse_args()
    names, rules = Names(TABLE), load_words(options.words)
    folders, words, seen, used = Counter(), Counter(), 0, set()
    for folder in options.folders:
        for path in sorted(folder.rglob("*.[ch]")):
            file = str(path.relative_to(folder))
            may = allowed(rules, file)
            for line, text in strings(path.read_text("utf-8")):
                seen += 1
                found = names.in_text(text)
                used.update(may.intersection(found))
                found = [word for word in found if word not in may]
                if not found:
                    continue
                folders[file.rpartition("/")[0]] += len(found)
                words.update(found)
                if not options.count:
                    print(f"{path}:{line}: {' '.join(found[:8])}{' ...' if len(found) > 8 else ''}")
    if options.count:
        print("folders:", dict(folders.most_common()))
        print("words:", dict(words.most_common(400)))
    idle = sorted({word for _, listed in rules for word in listed} - used)
    if idle:
        print(f"{options.words.name}: allowed, and said nowhere: {' '.join(idle)}")
    print(f"{seen} strings, {sum(words.values())} times a name of a library, {len(words)} different ones")
    if not seen:
        raise SystemExit("no string of C was found")
    return 1 if words or idle else 0


if __name__ == "__main__":
    sys.exit(main())
