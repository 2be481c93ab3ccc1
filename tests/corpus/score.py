#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scores the gate: which evasions it flags, which ordinary programs it lets pass, under policies A and B.

    score.py --sluice build/release/sluice [--policy A] [--verbose] [--classes] [--save FILE] [--against FILE]

A is policies/data-analysis.yaml, B is tests/corpus/sinks-only.yaml. Corpora are tests/corpus/{evasions,oracle/holes,benign,nearmiss} and, where
SLUICE_SHARED_DATA (or ../shared/data) exists, its evasions and benign programs. Flagged means denied or escalated. An evasion with
the verdict "obligation" is allowed only in a box that holds what the text leaves open; governed.py shows that the box does.

`--against` exits with 1 where an ordinary program passed then and does not now, or an evasion that was flagged is now allowed
without an obligation.
"""
import argparse
import json
import os
import sys
from collections import Counter, defaultdict

import packs
import verdicts

HERE = verdicts.ROOT / "tests/corpus"
POLICIES = {"A": verdicts.ROOT / "policies/data-analysis.yaml", "B": HERE / "sinks-only.yaml"}


def corpora():
    """(name, kind, folder)"""
    shared = verdicts.shared()
    found = [("own evasions", "evasion", packs.files("evasions")), ("own holes", "evasion", packs.files("oracle/holes")),
             ("shared evasions", "evasion", shared / "evasions"),
             ("own benign", "benign", packs.files("benign")), ("own near misses", "benign", packs.files("nearmiss")),
             ("shared benign", "benign", shared / "benign")]
    return [corpus for corpus in found if corpus[2].is_dir()]


def capabilities():
    """What each own evasion claims, {path: capability}."""
    return {str(packs.files("evasions") / entry["file"]): entry["capability"] for entry in packs.evasions()}


def show_classes(found, claims):
    table = defaultdict(Counter)
    for path, entry in found.items():
        table[claims.get(path, "unnamed")][verdicts.verdict(entry)] += 1
    for claim, count in sorted(table.items()):
        print("    %-14s" % claim + "".join("%6d %s" % (count[word], word) for word in ("deny", "escalate", "obligation", "allow")))


def report(name, kind, found, options):
    count = Counter(map(verdicts.verdict, found.values()))
    flagged, total = count["escalate"] + count["deny"], len(found)
    print("%-28s %-8s %5d programs, %5d flagged (%.2f %%), %d denied, %d allowed with an obligation"
          % (name, kind, total, flagged, 100 * flagged / max(total, 1), count["deny"], count["obligation"]))
    for path, entry in found.items() if options.verbose else ():
        if verdicts.passes(verdicts.verdict(entry)) == (kind == "evasion"):
            rules = Counter("%s: %s" % (f["rule"], f["message"]) for f in entry["findings"] + entry.get("obligations", [])
                            if "message" in f)
            print("    %s %s  %s" % (verdicts.verdict(entry), os.path.relpath(path, verdicts.ROOT), "; ".join(rules)[:200]))


def worse(old, new, key):
    """What is wrong with a verdict that was another one, or None."""
    if "evasion" in key.split("/", 1)[0]:
        bad = not verdicts.passes(old) and new in ("allow", "absent") or old == "obligation" and new == "allow"
    else:
        bad = verdicts.passes(old) and not verdicts.passes(new)
    return f"{old} -> {new}" if bad else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verdicts.add_options(parser)
    parser.add_argument("--policy", default="A,B", help="A, B, or both with a comma; or a policy's file")
    parser.add_argument("--verbose", action="store_true", help="list what is missed and what is flagged by mistake")
    parser.add_argument("--classes", action="store_true", help="the verdicts on evasions by what they claim")
    options = parser.parse_args()
    said, claims = {}, capabilities()
    for letter in options.policy.split(","):
        for name, kind, folder in corpora():
            policy = POLICIES.get(letter, letter)
            found = verdicts.check(options.sluice, policy, verdicts.programs(folder))
            report(letter + " " + name, kind, found, options)
            if options.classes and kind == "evasion":
                show_classes(found, claims)
            for path, entry in found.items():
                said["%s %s/%s" % (letter, name, os.path.relpath(path, folder))] = verdicts.verdict(entry)
    return verdicts.keep(options, said, worse, lambda key: key.split()[0] in options.policy.split(","))


if __name__ == "__main__":
    sys.exit(main())
