#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the conformance cases against a program that answers as `sluice check` does.

    SLUICE=build/release/sluice tests/conformance/run.py [FILE.yaml...]

The exit code is 0 where all hold, 1 where one does not, 77 where PyYAML is missing.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("PyYAML is not here")
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
HEADER = "apiVersion: sluice/v1\nid: p\nrevision: 1\n"
KEYS = {"name", "policy", "whole", "beside", "program", "expect", "findings", "obligations", "without_box", "error", "errors", "says", "test"}
PLACE = re.compile(r"^[^\s:]*p\.yaml:(\d+):(\d+): error: (.*)$", re.M)


def findings_of(case, key="findings"):
    pairs = []
    for rule, lines in case.get(key, {}).items():
        pairs += [(rule, line) for line in (lines if isinstance(lines, list) else [lines])]
    return sorted(pairs)


def call(folder, *words):
    return subprocess.run([os.environ["SLUICE"], *words], cwd=folder, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "NO_COLOR": "1"}, check=False)


def judge_error(case, said):
    if said.returncode != 2:
        return f"loads, with {said.stdout[:200]}"
    places = [(int(line), int(column), text) for line, column, text in PLACE.findall(said.stderr)]
    if not places or list(places[0][:2]) != case["error"]:
        return f"error at {[list(p[:2]) for p in places]}: {said.stderr[:300]}"
    if len(places) != case.get("errors", 1):
        return f"{len(places)} errors: {said.stderr[:600]}"
    return None if case.get("says", "") in said.stderr else f"says {places[0][2]}"


def judge_program(case, said):
    if said.returncode == 2:
        return f"does not load: {said.stderr[:300]}"
    checked = json.loads(said.stdout)["files"][0]
    counted = [f for f in checked["findings"] if not f.get("shadow") and not f.get("waived")]
    got = sorted((f["rule"], f["line"]) for f in counted)
    if checked["verdict"] != case["expect"]:
        return f"is {checked['verdict']}: {got}"
    if "findings" in case and got != findings_of(case):
        return f"has {got}"
    owed = sorted((o["rule"], o["line"]) for o in checked["obligations"])
    if owed != findings_of(case, "obligations"):
        return f"rests on {owed}"
    return None


def run(case, header, folder):
    unknown = set(case) - KEYS
    if unknown or ("error" in case) == ("expect" in case):
        return f"is no case: {sorted(unknown)}"
    for name, text in case.get("beside", {}).items():
        (folder / name).write_text(text)
    (folder / "p.yaml").write_text(case["whole"] if "whole" in case else header + case["policy"])
    (folder / "program.py").write_text(case.get("program", "x = 1\n"))
    if case.get("test"):
        said = call(folder, "policy", "test", "p.yaml")
        return None if {0: "pass", 1: "fail", 2: "broken"}.get(said.returncode) == case["expect"] else said.stdout + said.stderr
    box = ["--without-box"] if case.get("without_box") else []
    said = call(folder, "check", "--policy", "p.yaml", "--json", *box, "program.py")
    return judge_error(case, said) if "error" in case else judge_program(case, said)


def main():
    files = [pathlib.Path(f) for f in sys.argv[1:]] or sorted(HERE.glob("*.yaml"))
    count = failed = 0
    for file in files:
        document = yaml.safe_load(file.read_text())
        names = [case["name"] for case in document["cases"]]
        if len(set(names)) != len(names):
            print(f"{file.name}: two cases have one name")
            failed += 1
        for case in document["cases"]:
            with tempfile.TemporaryDirectory() as folder:
                wrong = run(case, document.get("header", HEADER), pathlib.Path(folder))
            count += 1
            if wrong is not None:
                failed += 1
                print(f"{file.name}: {case['name']}: {wrong}")
    print(f"{count} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
