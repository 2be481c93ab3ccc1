#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every benign program at a service, under the rules of the shipped data-analysis policy, in boxes that are forked from a warm
interpreter: the gate lets it pass, the sandbox and the interpreter's own rules let it work, and it prints what it prints without them.
False alarms that are known stand in known-alarms.json, with the reason (`3.13 only:` for one interpreter); they must be stopped, and one
that no longer is must be taken out.

    governed.py --sluice build/release/sluice [PROGRAM.py ...]

Exit 0 when all do, 1 when one does not, 2 when the call is wrong, 77 where the packages are missing.
"""
import argparse
import hashlib
import importlib.util
import json
import pathlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
import own_store  # noqa: E402,F401
import packs  # noqa: E402
from local_service import Service  # noqa: E402

KNOWN = {name: why for name, why in json.loads((HERE / "known-alarms.json").read_text()).items()
         if " only: " not in why or why.startswith(packs.VERSION + " only: ")}


POLICY = """\
apiVersion: sluice/v1
id: governed
revision: 1
extends: [data-analysis]
executor: {start: forked, packages: true, warm: [pandas, matplotlib.pyplot]}
override: [{what: executor, reason: an interpreter that is warm serves them all}]
"""
INPUTS = [{"name": data.name, "text": data.read_text("utf-8")} for data in sorted((HERE / "benign/data").iterdir())]


def complaint(service, name, recorded):
    """What is wrong with a governed run of the program, or None."""
    run = service.run(code=(packs.files("benign") / name).read_text("utf-8"), inputs=INPUTS, output={"framing": "text", "schema": {}})
    if name in KNOWN:
        return None if run["state"] != "answered" else "answered: no longer a false alarm"
    if run["state"] != "answered":
        return f"{run['state']}: {run['reason']} {run['findings']}"
    digest = hashlib.sha256(run["answer"].encode()).hexdigest()
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
    with tempfile.TemporaryDirectory() as place, Service(options.sluice, place + "/service", POLICY) as service, ThreadPoolExecutor(2) as pool:
        complaints = list(pool.map(lambda name: complaint(service, name, index[name]), names))
    for name, text in zip(names, complaints):
        if text:
            print(f"not ok {name}: {text}")
    failed = sum(text is not None for text in complaints)
    alarms = sum(name in KNOWN for name in names)
    print(f"{len(names)} programs, {failed} failed, {alarms} known false alarms")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
