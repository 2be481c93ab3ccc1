#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts what the gate says of programs that nobody wrote for it: public benchmarks, as JSON lines of {id, code}.

    foreign.py [--policy data-analysis] [--save FILE] [--against FILE] [--list escalate,deny] [FILE.jsonl ...]

The files are those of foreign-programs/ in the shared data. A program counts when the policy admits each module that it
imports; programs with a star import are counted by themselves. `--against` compares with saved verdicts, and exits with 1
where a program passed then and does not now, whether or not its imports still count.

Exit status 0 as it should be, 1 a program no longer passes, 77 the data is not here.
"""
import argparse
import ast
import json
import pathlib
import sys
import tempfile
from collections import Counter

import verdicts

NOT_HERE = 77


class Program:
    def __init__(self, origin, identifier, code):
        self.origin, self.id, self.code = origin, identifier, code
        self.imports, self.star, self.valid = set(), False, True
        self._read()

    def _read(self):
        try:
            tree = ast.parse(self.code)
        except (SyntaxError, ValueError):
            self.valid = False
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.imports.update((name.name, None) for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                module = "." * node.level + (node.module or "")
                self.star = self.star or node.names[0].name == "*"
                self.imports.update((module, name.name if name.name != "*" else None) for name in node.names)


def load(files):
    out = []
    for file in files:
        for row in file.read_text("utf-8").splitlines():
            entry = json.loads(row)
            out.append(Program(file.stem, entry["id"], entry["code"]))
    return out


def probes(module, member):
    """Statements one of which the gate must let pass for the policy to admit the import."""
    if module.startswith("."):
        return []
    out = [f"import {module}\n"]
    return out + [f"from {module} import {member}\n"] if member else out


def written(folder, texts):
    """The texts as files, {text: path}."""
    folder.mkdir()
    out = {}
    for text in texts:
        out[text] = str(folder / f"{len(out)}.py")
        pathlib.Path(out[text]).write_text(text, "utf-8")
    return out


def judged(options, folder, texts):
    """What the gate says of each text, {text: entry}."""
    paths = written(folder, texts)
    said = verdicts.check(options.sluice, verdicts.policy_file(options.policy), paths.values(), options.extra)
    return {text: said[path] for text, path in paths.items()}


def admits(options, folder, found):
    """The imports of the programs that the policy admits."""
    wanted = {pair for program in found for pair in program.imports}
    tried = judged(options, folder, sorted({text for pair in wanted for text in probes(*pair)}))
    return {pair for pair in wanted if any(tried[text]["verdict"] == "allow" for text in probes(*pair))}


def show(options, found, entries, admitted):
    groups = {}
    for program in found:
        if program.valid and program.imports <= admitted:
            name = "star imports" if program.star else program.origin
            groups.setdefault(name, []).append(program)
    counted = [p for name, group in groups.items() if name != "star imports" for p in group]
    for name, group in sorted(groups.items()):
        print(verdicts.line(name, [verdicts.verdict(entries[p.code]) for p in group]))
    print(verdicts.line("all but star imports", [verdicts.verdict(entries[p.code]) for p in counted]))
    print(f"left out: {sum(not p.valid for p in found)} that are no Python, "
          f"{sum(p.valid and not p.imports <= admitted for p in found)} with imports that the policy does not admit")
    for word in ("deny", "escalate", "obligation"):
        count = verdicts.rules([entries[p.code] for p in counted], (word,))
        print(f"{word} by rule: " + (", ".join(f"{rule} {n}" for rule, n in count.most_common()) or "none"))
    for program in counted:
        entry = entries[program.code]
        if verdicts.verdict(entry) in options.list.split(","):
            said = Counter(f"{f['line']}: {f['message']} [{f['rule']}]" for f in entry["findings"])
            print(f"{verdicts.verdict(entry)} {program.id}: " + "; ".join(said)[:240])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verdicts.add_options(parser)
    parser.add_argument("--policy", default="data-analysis", help="a shipped policy, or a file")
    parser.add_argument("--list", default="", help="name the programs with these verdicts")
    parser.add_argument("--extra", nargs="*", default=[], help="more options for sluice check, without the dashes")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    options.extra = ["--" + word for word in options.extra]
    return options


def main():
    options = arguments()
    files = options.files or sorted((verdicts.shared() / "foreign-programs").glob("*.jsonl"))
    if not files:
        print(f"skipped: no programs in {verdicts.shared() / 'foreign-programs'}")
        return NOT_HERE
    found = load(files)
    with tempfile.TemporaryDirectory(prefix="foreign-") as place:
        admitted = admits(options, pathlib.Path(place) / "imports", found)
        entries = judged(options, pathlib.Path(place) / "programs", sorted({p.code for p in found if p.valid}))
    show(options, found, entries, admitted)
    said = {p.id: verdicts.verdict(entries[p.code]) for p in found if p.valid}
    return verdicts.keep(options, said, lambda old, new, _: f"{old} -> {new}"
                         if verdicts.passes(old) and not verdicts.passes(new) else None)


if __name__ == "__main__":
    sys.exit(main())
