#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""The value oracle: each value that an expression takes under CPython must be one that the gate believed possible.

    believed.py --gate build/release/gate_values [--sluice S] [--sample N] [--only TEXT] [SET ...]

SET is benign (tests/corpus/benign), holes (oracle/holes: programs that a wrong belief once let pass), evasions (those of
tests/corpus/evasions that the gate allows, with an obligation or without one), foreign (public benchmarks of the shared data,
with the examples of their docstrings called) or a file; the default is benign and holes.
Programs run in the corpus's scratch box, with each expression of which the gate claims something observed. A wrong belief
counts where the gate allows the program, without an obligation or with one: what it refuses never runs. --sample takes every
Nth program, by the digest of its text. --falsify makes each belief about a text or a number wrong, and demands that this is
noticed wherever such an expression is observed.

Exit status 0 no wrong belief that counts, 1 one, 2 usage, 77 this machine can't run the programs.
"""
import argparse
import ast
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import box
import foreign
import packs
import verdicts
import verify

HERE = pathlib.Path(__file__).resolve().parent
A_BOX = 40
NOT_RUNNABLE = 77
EXAMPLE = re.compile(r"^\s*>>> ([^\n]+)$", re.MULTILINE)
INPUTS = {"benign": HERE / "benign/data", "holes": HERE / "evasions/inputs", "evasions": HERE / "evasions/inputs"}
CORPORA = {"benign": "benign", "holes": "oracle/holes", "evasions": "evasions"}


class Job:
    def __init__(self, group, identifier, text):
        self.group, self.id, self.text = group, identifier, text
        self.beliefs = b""


def with_examples(text):
    """A benchmark's function defines and runs nothing: its docstring's examples are called behind it."""
    calls = [line.strip() for line in EXAMPLE.findall(text)]
    behind = ""
    for call in calls[:12]:
        try:
            runs = ast.parse(call).body
        except SyntaxError:
            continue
        behind += f"try:\n    {call}\nexcept Exception as error:\n    print(error)\n" if runs else ""
    return text.rstrip("\n") + "\n" + behind


def gather(name):
    if name in INPUTS:
        folder = packs.files(CORPORA[name])
        return [Job(name, str(path.relative_to(folder)), path.read_bytes()) for path in sorted(folder.rglob("*.py"))]
    if name == "foreign":
        files = sorted((verdicts.shared() / "foreign-programs").glob("*.jsonl"))
        return [Job(name, p.id, with_examples(p.code).encode()) for p in foreign.load(files) if p.valid]
    return [Job("file", name, pathlib.Path(name).read_bytes())]


def believe(gate, job):
    """Asks the gate; false where it refuses the text."""
    done = subprocess.run([gate], input=job.text, capture_output=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{job.id}: {gate} ended with {done.returncode}: {done.stderr.decode()[:200]}")
    job.beliefs = done.stdout
    return not done.stdout.startswith(b'{"refused"')


def falsify(job):
    """Makes those beliefs wrong that are about a text or a number alone."""
    rows = [json.loads(row) for row in job.beliefs.splitlines()]
    for row in rows:
        for claim in row["may"] if all(c["is"] in ("text", "integer") for c in row["may"]) else ():
            claim["false"] = True
            if claim["is"] == "text":
                claim["parts"].insert(0, "x00")
            else:
                claim["value"] += 1 << 40
    job.beliefs = b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def unnoticed(jobs, told):
    """How many programs have a falsified belief that was observed and not noticed, or none at all."""
    dull = 0
    for job in jobs:
        noticed = sum("at" in row for row in told[job.id])
        observed = sum(row.get("falsified", 0) for row in told[job.id])
        print(f"{job.id}: {noticed} of {observed} falsified beliefs noticed")
        dull += noticed != observed or not observed
    return dull


def furnish(scratch, jobs):
    """The programs and their claims, where the box shows them under /srv/oracle, and a working directory for each."""
    place = scratch.root / "srv/oracle"
    place.mkdir()
    shutil.copy(HERE / "oracle/watch.py", place)
    rows = []
    for number, job in enumerate(jobs):
        (place / f"{number}.py").write_bytes(job.text)
        (place / f"{number}.json").write_bytes(job.beliefs)
        inside = f"/home/analyst/w/{number}"
        folder = scratch.root / "analyst/w" / str(number)
        if job.group in INPUTS:
            shutil.copytree(INPUTS[job.group], folder)
        else:
            folder.mkdir(parents=True)
        (folder / "main.py").write_bytes(job.text)
        rows.append({"id": job.id, "program": f"/srv/oracle/{number}.py", "beliefs": f"/srv/oracle/{number}.json",
                     "folder": inside})
    (place / "jobs.json").write_text(json.dumps(rows))


def observe(jobs, fonts):
    """What watch.py says of the programs, {id: rows}; and which of them printed the box's secret."""
    with box.Box(None, fonts) as scratch:
        furnish(scratch, jobs)
        command = [box.PYTHON, "-B", "/srv/oracle/watch.py", "/srv/oracle"]
        output, late = scratch.run_command(command, 30 + 9 * len(jobs))
        told = {job.id: [] for job in jobs}
        for row in output.splitlines():
            if row.startswith("{"):
                entry = json.loads(row)
                told[entry["id"]].append(entry)
        secret = scratch.tokens["secret"]
        reached = set()
        for number, job in enumerate(jobs):
            printed = scratch.root / "analyst/w" / f"{number}.out"
            if printed.is_file() and secret in printed.read_text("utf-8", "replace"):
                reached.add(job.id)
    silent = [job.id for job in jobs if not told[job.id]]
    if silent or late:
        raise SystemExit(f"no answer for {silent or 'the last programs'}: {output[-500:]}")
    return told, reached


def sampled(job, every):
    return int(hashlib.sha256(job.text).hexdigest()[:8], 16) % every == 0


def gate_verdicts(options, jobs):
    with tempfile.TemporaryDirectory(prefix="believed-") as place:
        files = {}
        for number, job in enumerate(jobs):
            file = pathlib.Path(place) / f"{number}.py"
            file.write_bytes(job.text)
            files[job.id] = str(file)
        said = verdicts.check(options.sluice, verdicts.policy_file(options.policy), files.values())
        return {identifier: verdicts.verdict(said[file]) for identifier, file in files.items()}


def say(job, row):
    at = ":".join(map(str, row["at"]))
    print(f"wrong belief {job.group}/{job.id}:{at}: '{row['text']}' was {row['type']} {row['observed']}, "
          f"believed {json.dumps(row['believed'])[:300]}")


def judge(options, jobs, told, reached):
    """Prints what is wrong; the number of wrong beliefs that count."""
    decided = gate_verdicts(options, jobs)
    wrong, counted = {}, 0
    for job in jobs:
        rows = [row for row in told[job.id] if "observed" in row and "at" in row]
        if rows:
            wrong[job.id] = rows
            counts = verdicts.passes(decided[job.id])
            counted += len(rows) if counts else 0
            for row in rows if counts or options.refused else ():
                say(job, row)
        for row in told[job.id]:
            if "broken" in row:
                raise SystemExit(f"{job.id}: {row['broken']}")
        if job.group == "holes":
            word = "reaches the secret" if job.id in reached else "REACHES NOTHING"
            print(f"hole {job.id}: {decided[job.id]}, {word}, {len(rows)} wrong beliefs")
            counted += job.id not in reached
    ends = [row for rows in told.values() for row in rows if "expressions" in row]
    for row in ends:
        if row["ended"] and options.errors:
            print(f"{row['id']} ended by {row['ended']}")
    late = sum("late" in row for rows in told.values() for row in rows)
    print(f"{len(jobs)} programs, {late} of them cut off by the clock, {sum(e['ended'] is not None for e in ends)} ended by an "
          f"error; {sum(e['expressions'] for e in ends)} expressions with a belief, {sum(e['observed'] for e in ends)} observed, "
          f"{sum(e['values'] for e in ends)} values")
    passed = sum(verdicts.passes(decided[i]) for i in wrong)
    print(f"wrong beliefs in {len(wrong)} programs, {passed} of them allowed; {counted} count")
    return counted


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gate", required=True, help="the program gate_values")
    parser.add_argument("--sluice", default=str(verdicts.ROOT / "build/release/sluice"))
    parser.add_argument("--policy", default="data-analysis")
    parser.add_argument("--sample", type=int, default=1, metavar="N")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--refused", action="store_true", help="also print wrong beliefs about refused programs")
    parser.add_argument("--falsify", action="store_true", help="make beliefs wrong, and see whether that is noticed")
    parser.add_argument("--errors", action="store_true", help="name the programs that an error ended")
    parser.add_argument("sets", nargs="*", default=["benign", "holes"], metavar="SET")
    return parser.parse_args()


def chosen(options):
    jobs = [job for name in options.sets for job in gather(name) if options.only in job.id]
    jobs = [job for job in jobs if job.group == "holes" or sampled(job, options.sample)]
    if "evasions" in options.sets:
        decided = gate_verdicts(options, jobs)
        jobs = [job for job in jobs if job.group != "evasions" or verdicts.passes(decided[job.id])]
    return jobs


def main():
    options = arguments()
    lack = box.missing() or ", ".join(map(bytes.decode, verify.lacking_libraries()))
    if lack:
        print("skipped: this machine lacks " + lack)
        return NOT_RUNNABLE
    jobs = chosen(options)
    if not jobs:
        raise SystemExit("no program to run")
    with concurrent.futures.ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as place:
        understood = list(pool.map(lambda job: believe(options.gate, job), jobs))
        print(f"{len(jobs) - sum(understood)} programs have no facts")
        jobs = [job for job, known in zip(jobs, understood) if known]
        for job in jobs if options.falsify else ():
            falsify(job)
        fonts = verify.font_cache(pathlib.Path(place))
        told, reached = {}, set()
        for part in pool.map(lambda at: observe(jobs[at : at + A_BOX], fonts), range(0, len(jobs), A_BOX)):
            told.update(part[0])
            reached |= part[1]
    bad = unnoticed(jobs, told) if options.falsify else judge(options, jobs, told, reached)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
