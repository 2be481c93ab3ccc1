#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every benign program through `sluice run` under the shipped data-analysis policy: the gate lets it pass, the sandbox and the
interpreter's own rules let it work, and it prints what it prints without them. False alarms that are known stand in
known-alarms.json, with the reason (`3.13 only:` for one interpreter); they must be stopped, and one that no longer is must be taken out.

    governed.py --sluice build/release/sluice [PROGRAM.py ...]

Exit 0 when all do, 1 when one does not, 2 when the call is wrong, 77 where the packages are missing.
"""
import argparse
import hashlib
import importlib.util
import json
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import own_store  # noqa: E402,F401
import packs  # noqa: E402

KNOWN = {name: why for name, why in json.loads((HERE / "known-alarms.json").read_text()).items()
         if " only: " not in why or why.startswith(packs.VERSION + " only: ")}


def complaint(sluice, name, recorded):
    """What is wrong with a governed run of the program, or None."""
    words = [sluice, "run", "--code", packs.files("benign") / name, "--policy", "data-analysis", "--json"]
    for data in sorted((HERE / "benign/data").iterdir()):
        words += ["--input", data]
    done = subprocess.run(words, capture_output=True, check=False)
    if not done.stdout:
        return done.stderr.decode()[:300]
    run = json.loads(done.stdout)
    execution = run["execution"]
    if name in KNOWN:
        outcome = "leaks" if run["leaks"] else execution["outcome"] if execution else run["status"]
        return None if outcome in ("escalated", "refused", "violation", "leaks") else f"{outcome}: no longer a false alarm"
    if execution is None:
        return f"{run['status']}: {run['reason']}"
    if execution["outcome"] != "ok" or execution["violations"]:
        return f"{execution['outcome']}: {run['reason']} {execution['violations']}"
    digest = hashlib.sha256(run["stdout"].encode()).hexdigest()
    return None if digest == recorded else "it prints something else"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sluice", required=True)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    if not all(map(importlib.util.find_spec, ["numpy", "pandas", "matplotlib"])):
        print("skipped: numpy, pandas or matplotlib is missing")
        return 77
    index = packs.benign()
    packs.files("benign")  # before there are threads
    names = sorted(options.programs or index)
    with ThreadPoolExecutor(2) as pool:
        complaints = list(pool.map(lambda name: complaint(options.sluice, name, index[name]), names))
    for name, text in zip(names, complaints):
        if text:
            print(f"not ok {name}: {text}")
    failed = sum(text is not None for text in complaints)
    alarms = sum(name in KNOWN for name in names)
    print(f"{len(names)} programs, {failed} failed, {alarms} known false alarms")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
