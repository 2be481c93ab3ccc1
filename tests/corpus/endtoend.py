#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the evasions of the corpora through `sluice run`, with traps around it: each must be refused by the text or stopped by the
box with a finding that names its rule, and none may reach anything.

    endtoend.py --sluice build/release/sluice [--policy data-analysis,pure-compute] [--sample N | --all] [--only TEXT] [--list]

Corpora are tests/corpus/evasions, tests/corpus/oracle/holes and, where it is here, the shared data's evasions. --sample takes every
Nth program, by the digest of its text; the same programs each time. Of the classes of programs it prints how many were denied by
the text, escalated, stopped by the box, and by which rule.

Exit status 0 all held, 1 one reached something or was neither refused nor stopped, 77 this machine can't run it.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import own_store  # noqa: E402,F401
import packs  # noqa: E402
import traps  # noqa: E402
import verdicts  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
NOT_RUNNABLE = 77
SECONDS = 60
LIMITS = ("wall_timeout", "cpu_limit", "out_of_memory", "output_limit", "file_limit", "signal")
MARK = "PWNED"  # the shared evasions print it from a process or text of theirs
CATEGORY = re.compile(r"\[category=(\w+)")
EXHAUSTION = "shared dos"
COLUMNS = ("denied", "escalated", "stopped", "unnamed", "silent", "REACHED")
WRONG = ("unnamed", "silent", "REACHED")


class Evasion:
    def __init__(self, path, claim):
        self.path, self.claim = pathlib.Path(path), claim

    def sampled(self, every):
        return int(hashlib.sha256(self.path.read_bytes()).hexdigest()[:8], 16) % every == 0


def gather():
    out = [Evasion(packs.files("evasions") / entry["file"], entry["capability"]) for entry in packs.evasions()]
    out += [Evasion(path, "file-read") for path in verdicts.programs(packs.files("oracle/holes"))]
    for path in verdicts.programs(verdicts.shared() / "evasions"):
        found = CATEGORY.search(pathlib.Path(path).read_text("utf-8", "replace").split("\n")[0])
        out.append(Evasion(path, "shared " + (found[1] if found else "other")))
    return out


class Result:
    """How one run ended: a word of COLUMNS, the rules of what stopped it, what is to be said of it, and which acts were refused."""

    def __init__(self, evasion, word, rules=(), said="", acts=()):
        self.evasion, self.word, self.rules, self.said, self.acts = evasion, word, tuple(rules), said, tuple(acts)
        self.placed = False  # a finding of what stopped it has its line


def judged(evasion, record):
    execution = record["execution"]
    if execution is None:
        if record["stage"] != "check" or record["status"] not in ("refused", "escalated"):
            return Result(evasion, "silent", said=f"{record['status']} at {record['stage']}: {record['reason']}")
        return Result(evasion, "escalated" if record["status"] == "escalated" else "denied",
                      {finding["rule"] for finding in record["findings"]})
    acts = {violation["what"] for violation in execution["violations"]}
    told = {violation["rule"] for violation in execution["violations"] if violation.get("rule")}
    rules = told & {finding["rule"] for finding in record["findings"]}
    if execution["outcome"] in LIMITS and evasion.claim == EXHAUSTION:
        return Result(evasion, "stopped", ["limits"], acts=acts)
    if execution["outcome"] != "violation":
        return Result(evasion, "silent", acts=acts, said=f"{execution['outcome']} {' '.join(record['stderr'].split())[-160:]}")
    lines = [finding["line"] for finding in record["findings"] if finding["rule"] in rules]
    result = Result(evasion, "stopped" if rules else "unnamed", rules, " ".join(sorted(acts)), acts)
    result.placed = any(line for line in lines)  # what native code tried has none
    return result


def run(options, policy, evasion, trap):
    words = [options.sluice, "run", "--code", evasion.path, "--policy", verdicts.policy_file(policy), "--json"]
    for data in sorted((HERE / "evasions/inputs").iterdir()):
        words += ["--input", data]
    try:
        done = subprocess.run(words, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Result(evasion, "silent", said=f"no end within {SECONDS} s")
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    reached = trap.reached(text)
    try:
        record = json.loads(done.stdout)
    except ValueError:
        return Result(evasion, "silent", said=f"no record: {text[-300:]}")
    if MARK in record["stdout"] + record["stderr"]:
        reached.append("its mark")
    if reached:
        return Result(evasion, "REACHED", said=", ".join(reached))
    return judged(evasion, record)


def show(policy, results):
    table, rules = defaultdict(Counter), Counter()
    for result in results:
        table[result.evasion.claim][result.word] += 1
        rules.update(result.rules if result.word == "stopped" else ())
    print(f"{policy:18}" + "".join(f"{word:>11}" for word in COLUMNS))
    total = sum(table.values(), Counter())
    for claim, count in [*sorted(table.items()), ("all", total)]:
        print(f"  {claim:16}" + "".join(f"{count[word]:11}" for word in COLUMNS))
    stopped = [result for result in results if result.word == "stopped"]
    print(f"  {sum(result.placed for result in stopped)} of {len(stopped)} that the box stopped have a finding with its line")
    print("  stopped by rule: " + (", ".join(f"{rule} {n}" for rule, n in rules.most_common()) or "none"))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", default=str(verdicts.ROOT / "build/release/sluice"))
    parser.add_argument("--policy", default="data-analysis,pure-compute")
    parser.add_argument("--sample", type=int, default=8, metavar="N")
    parser.add_argument("--all", action="store_true", help="the same as --sample 1")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--list", action="store_true", help="name what the box stopped, too")
    return parser.parse_args()


def main():
    options = arguments()
    lack = traps.missing()
    if lack:
        print("skipped: this needs " + lack)
        return NOT_RUNNABLE
    traps.enter()
    chosen = [e for e in gather() if options.only in str(e.path) and (options.all or e.sampled(options.sample))]
    if not chosen:
        raise SystemExit("no program to run")
    bad = 0
    with tempfile.TemporaryDirectory(prefix="endtoend-") as place, ThreadPoolExecutor(2) as pool:
        trap = traps.Traps(place)
        blunt = trap.control()
        if blunt:
            raise SystemExit(f"these traps do not work: {', '.join(blunt)}")
        for policy in options.policy.split(","):
            results = list(pool.map(lambda e: run(options, policy, e, trap), chosen))
            show(policy, results)
            for result in results:
                wrong = result.word in WRONG
                bad += wrong
                if wrong or options.list and result.word == "stopped":
                    print(f"{'not ok' if wrong else 'ok'} {policy} {result.evasion.path}: "
                          f"{result.word} {' '.join(result.rules)} {result.said}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
