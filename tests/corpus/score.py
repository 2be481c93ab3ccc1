#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scores the gate: which evasions it flags, which ordinary programs it lets pass, under policies A and B.

    score.py --sluice build/release/sluice [--verbose]

A is policies/data-analysis.yaml, B is tests/corpus/sinks-only.yaml. Corpora are tests/corpus/{evasions,benign,nearmiss} and, where
SLUICE_SHARED_DATA (or ../shared/data) exists, its evasions and benign programs. Flagged means denied or escalated.
"""
import argparse, json, os, subprocess, sys
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def programs(folder):
    found = []
    for base, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(base, n) for n in sorted(names) if n.endswith(".py")]
    return found


def verdicts(sluice, policy, files):
    out = {}
    for start in range(0, len(files), 50):
        part = files[start:start + 50]
        run = subprocess.run([sluice, "check", "--json", "--policy", policy] + part, capture_output=True)
        if run.returncode not in (0, 1, 10, 11):
            sys.exit("sluice check failed: " + run.stderr.decode())
        for entry in json.loads(run.stdout)["files"]:
            out[entry["path"]] = entry
    return out


def report(name, kind, found, verbose):
    flagged = [p for p, e in found.items() if e["verdict"] != "allow"]
    denied = [p for p in flagged if found[p]["verdict"] == "deny"]
    total = len(found)
    print("%-28s %-8s %5d programs, %5d flagged (%.2f %%), %d denied" % (name, kind, total, len(flagged), 100 * len(flagged) / max(total, 1), len(denied)))
    odd = [p for p in found if (p in flagged) != (kind == "evasion")]
    for path in odd if verbose else []:
        rules = Counter("%s: %s" % (f["rule"], f["message"]) for f in found[path]["findings"])
        print("    %s  %s" % (os.path.relpath(path, ROOT), "; ".join(rules)[:200]))


def main():
    options = argparse.ArgumentParser(description="score the gate")
    options.add_argument("--sluice", default=os.path.join(ROOT, "build/release/sluice"))
    options.add_argument("--verbose", action="store_true", help="list what is missed and what is flagged by mistake")
    chosen = options.parse_args()
    shared = os.environ.get("SLUICE_SHARED_DATA") or os.path.join(ROOT, "../shared/data")
    here = os.path.join(ROOT, "tests/corpus")
    corpora = [("own evasions", "evasion", here + "/evasions"), ("shared evasions", "evasion", shared + "/evasions"),
        ("own benign", "benign", here + "/benign"), ("own near misses", "benign", here + "/nearmiss"),
        ("shared benign", "benign", shared + "/benign")]
    for letter, policy in (("A", "policies/data-analysis.yaml"), ("B", "tests/corpus/sinks-only.yaml")):
        for name, kind, folder in corpora:
            files = programs(folder)
            if files:
                report(letter + " " + name, kind, verdicts(chosen.sluice, os.path.join(ROOT, policy), files), chosen.verbose)


main()
