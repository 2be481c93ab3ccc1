# SPDX-License-Identifier: MIT
"""Stops where the gate sees other facts in a Python file than CPython does.

compare.py --gate GATE_FACTS [--all] PATH ...    (files, or folders with .py files)

Both must see the same imports, calls, names with their roles, attributes, texts, definitions, and
the same home of each name, in the same scope and block. A text that the gate refuses never runs:
it is counted by rule. A text that only CPython refuses does no harm: it is counted too. Exit codes:
0 no difference, 1 a difference, 70 the gate's program died.
"""
import argparse
import collections
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cpython_facts

REFUSALS = (SyntaxError, ValueError, RecursionError, MemoryError)


class Gate:
    """gate_facts as a process that answers one text after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "--frames"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def facts(self, data):
        """(facts, refusals) of some bytes; EOFError where the program died."""
        pipe = self.process.stdin
        pipe.write(b"%d\n" % len(data) + data)
        pipe.flush()
        facts, refusals = [], []
        for line in self.process.stdout:
            if line == b"E\n":
                return facts, refusals
            parts = line.decode("utf-8").rstrip("\n").split("\t")
            if parts[0] == "refused":
                refusals.append((parts[2], int(parts[1])))
            elif not parts[0].startswith("F "):
                facts.append((parts[0], int(parts[1])) + tuple(parts[2:]))
        raise EOFError("the gate's program died")


def key(fact):
    """A fact without its line: CPython has no true lines within f-strings."""
    return (fact[0],) + tuple(str(part) for part in fact[2:])


def gather(facts):
    """Facts by key, each with its lines. Homes count once a scope."""
    out, seen = collections.defaultdict(list), set()
    for fact in facts:
        if fact[0] == "lives":
            if fact in seen or fact[5] == "__class__":  # that cell appears by itself
                continue
            seen.add(fact)
            fact = fact[:3] + ("",) + fact[4:]
        out[key(fact)].append(fact[1])
    return out


def postpones_annotations(facts):
    return any(f[0] == "import" and f[5:7] == ("__future__", "annotations") for f in facts)


def forgive_unknown(hidden, shown):
    """The gate says that it does not know a text with \\N{...}: any text may be meant."""
    for fact in [f for f in shown if f[0] == "text" and f[-1] == "unknown"]:
        same = [f for f in hidden if f[:4] == fact[:4]]
        taken = shown.pop(fact)
        for other in same:
            while taken and hidden[other]:
                taken.pop()
                hidden[other].pop()
        if taken:
            shown[fact] = taken
    return {f: lines for f, lines in hidden.items() if lines}


def differences(gate, cpython):
    """(what only CPython sees, what only the gate sees), each {fact: lines}. Since 3.12 CPython takes comprehensions into the scope
    around them, and where there is one its symbol tables can't be compared."""
    if sys.version_info >= (3, 12) and any("<comprehension>" in fact[2] for fact in gate):
        gate, cpython = ([fact for fact in facts if fact[0] != "lives"] for facts in (gate, cpython))
    ours, theirs = gather(gate), gather(cpython)
    hidden = {k: v[len(ours.get(k, ())) :] for k, v in theirs.items()}
    shown = {k: v[len(theirs.get(k, ())) :] for k, v in ours.items()}
    hidden = {k: v for k, v in hidden.items() if v}
    shown = {k: v for k, v in shown.items() if v}
    if postpones_annotations(cpython):  # then its symbol tables lack their names
        shown = {k: v for k, v in shown.items() if k[0] != "lives"}
    return forgive_unknown(hidden, shown), shown


def show(path, side, facts):
    for fact, lines in sorted(facts.items(), key=lambda item: item[1])[:8]:
        words = " ".join(part or "-" for part in fact)
        print(f"{path}:{lines[0]}: {side}: {words}")


def files(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, names, entries in os.walk(path):
            names.sort()
            yield from (os.path.join(folder, e) for e in sorted(entries) if e.endswith(".py"))


def cpython_sees(data):
    try:
        return cpython_facts.facts(data.decode("utf-8"))
    except REFUSALS:
        return None


def compare(gate, path, count, rules):
    """Counts the file; true where both see the same, or nothing of it can run."""
    with open(path, "rb") as file:
        data = file.read()
    ours, refusals = gate.facts(data)
    theirs = cpython_sees(data)
    count["files"] += 1
    if refusals:
        count["both refuse" if theirs is None else "refused, though valid"] += 1
        if theirs is not None:
            rules[refusals[0][0]].append(f"{path}:{refusals[0][1]}")
        return True
    if theirs is None:
        count["only CPython refuses"] += 1
        return True
    hidden, shown = differences(ours, theirs)
    count["different" if hidden or shown else "the same"] += 1
    count["facts"] += len(theirs)
    show(path, "only CPython sees", hidden)
    show(path, "only the gate sees", shown)
    return not hidden and not shown


def run(options, result):
    gate = Gate(options.gate)
    count, rules = collections.Counter(), collections.defaultdict(list)
    clean = True
    for path in files(options.paths):
        try:
            clean = compare(gate, path, count, rules) and clean
        except (EOFError, BrokenPipeError):
            print(f"{path}: the gate's program died, exit code {gate.process.wait()}")
            result.append(70)
            return
        if not clean and not options.all:
            break
    for what, n in sorted(count.items()):
        print(f"{n:9} {what}")
    for rule, places in sorted(rules.items()):
        print(f"{len(places):9} valid files refused by {rule}, the first at {places[0]}")
    result.append(0 if clean and count["files"] else 1)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--gate", required=True, help="the program gate_facts")
    parser.add_argument("--all", action="store_true", help="go on after a difference")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    result = []
    cpython_facts.deep(lambda: run(options, result))
    return result[0] if result else 70


if __name__ == "__main__":
    sys.exit(main())
