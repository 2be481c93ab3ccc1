#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Compares what tree-sitter (through the gate) and CPython read in the same programs.

    compare.py --facts build/release/gate_facts [--verbose] FOLDER_OR_FILE ...

The program given by --facts reads `LENGTH\\n` and that many bytes, again and again, and answers `R REASON` (refused by the gate's
byte or tree rules), `X` (unreadable), or the facts' lines, then a line `.`. A silent difference is a text that the gate neither
refuses nor reads as CPython does; one is enough to fail.
"""
import argparse, os, subprocess, sys, warnings
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from facts import facts

warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)


class Gate:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, source):
        self.process.stdin.write(b"%d\n" % len(source) + source)
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line == b".\n":
                return lines
            lines.append(line.rstrip(b"\n").decode("utf-8", "surrogatepass"))
        raise SystemExit("the gate died on %r" % source[:200])


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for base, folders, names in os.walk(path):
            folders.sort()
            yield from (os.path.join(base, n) for n in sorted(names) if n.endswith(".py"))


def judge(gate, source):
    """identical, refused, unreadable, invalid (CPython refuses it), or different with what differs"""
    seen = gate.read(source)
    try:
        real = facts(source.decode("utf-8"))
    except (SyntaxError, ValueError, UnicodeDecodeError, RecursionError, MemoryError):
        return "invalid", ""
    if seen and seen[0].startswith("R "):
        return "refused", seen[0][2:]
    if seen == ["X"]:
        return "unreadable", ""
    mine, theirs = Counter(seen), Counter(real)
    missing = theirs - mine
    unknown = mine.pop("S ?", 0)
    extra = mine - theirs
    strings = [line for line in missing.elements() if line.startswith("S ")]
    if len(strings) == unknown:
        missing = Counter({k: v for k, v in missing.items() if not k.startswith("S ")})
    if missing or extra:
        return "different", "missing %s, extra %s" % (list(missing)[:4], list(extra)[:4])
    return "identical", ""


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--facts", required=True)
    options.add_argument("--verbose", action="store_true")
    options.add_argument("paths", nargs="+")
    chosen = options.parse_args()
    gate, counts, reasons = Gate(chosen.facts), Counter(), Counter()
    for path in files(chosen.paths):
        verdict, why = judge(gate, open(path, "rb").read())
        counts[verdict] += 1
        if verdict == "refused":
            reasons[why] += 1
        if verdict == "different" or (chosen.verbose and verdict == "unreadable"):
            print("%s: %s %s" % (path, verdict, why))
    print(", ".join("%d %s" % (n, k) for k, n in sorted(counts.items())))
    print("refused by rule: " + ", ".join("%s %d" % (k, n) for k, n in reasons.most_common()))
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
