#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What one worker does with a queue: runs a second beside bubblewrap, and syncs a run.

    load.py --sluice SLUICE --counter LIBRARY [--queued 1 8 32 128] [--jobs print csv pandas] [--rounds N] [--also NAME=SLUICE ...]
                                                                                 (the CMake target `bench_load`)

For each job and length of the queue, in turns: bubblewrap around bare Python, started anew for each program and as many at once as
there are cores; then so many runs wait in a new store on the disk, and one `worker --once` with forked boxes drives them, from its exec to
its exit. Both are what they did in a second, medians of the rounds. The syncs are counted by LIBRARY
(tests/fault/nth_fails.c). It prints figures and judges none.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import cold

JOBS = {
    "print": ("print(1)\n", "[]"),
    "csv": ("import csv, io, json, statistics\n"
            "text = 'name,amount\\n' + ''.join(f'n{i},{i % 17}\\n' for i in range(300))\n"
            "amounts = []\n"
            "for row in csv.DictReader(io.StringIO(text)):\n    amounts.append(int(row['amount']))\n"
            "print(json.dumps(round(statistics.mean(amounts), 6)))\n", "[csv, io, json, statistics]"),
    "pandas": ("import pandas as pd\n"
               "frame = pd.DataFrame({'a': [1, 2, 3], 'b': [1, 1, 2]})\n"
               "print(int(frame['a'].sum()))\n", "[pandas]"),
}


def bare(folder, code):
    """The command of cold bubblewrap; pandas is found where the distribution has it."""
    program = folder / "bare.py"
    path = "import sys\nsys.path.append('/usr/lib/python3/dist-packages')\n" if "pandas" in code else ""
    program.write_text(path + code, encoding="utf-8")
    command = cold.plain_bwrap(str(program))
    return [*command[:2], "--ro-bind", "/etc/alternatives", "/etc/alternatives", *command[2:]]


def by_bubblewrap(command, count):
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda _: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), range(count)))
    return count / (time.monotonic() - began)


def by_worker(sluice, counter, folder, job, count):
    code, warm = JOBS[job]
    folder.mkdir()
    (folder / "code.py").write_text(code, encoding="utf-8")
    (folder / "policy.yaml").write_text(
        f"apiVersion: sluice/v1\nid: load\nrevision: 1\nextends: [data-analysis]\nexecutor: {{start: forked, warm: {warm}}}\n"
        "override: [{what: executor, reason: measured here}]\n", encoding="utf-8")
    env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(folder), "SLUICE_STORE": f"sqlite:{folder}/store.db",
           "SLUICE_LOG_KEY": f"{folder}/log.key"}

    def call(*words):
        done = subprocess.run([sluice, *words], cwd=folder, env=env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)
        return done.stdout

    for n in range(count):
        call("submit", "--code", "code.py", "--policy", "policy.yaml", "--idempotency-key", f"run-{n}")
    began = time.monotonic()
    done = subprocess.run([sluice, "worker", "--once"], cwd=folder, stdout=subprocess.DEVNULL, check=False, start_new_session=True,
                          env={**env, "LD_PRELOAD": counter, "FAULT_COUNT": str(folder / "counts")})
    whole = time.monotonic() - began
    states = {run["state"] for run in json.loads(call("runs", "list", "--limit", "1000", "--json"))}
    if done.returncode != 0 or states != {"answered"}:
        sys.exit(f"not every run was answered: {states}")
    counts = dict(line.split() for line in (folder / "counts").read_text(encoding="utf-8").splitlines())
    return count / whole, int(counts["sync"]) / count


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--sluice", required=True)
    words.add_argument("--counter", required=True)
    words.add_argument("--queued", type=int, nargs="+", default=[1, 8, 32, 128])
    words.add_argument("--jobs", nargs="+", choices=JOBS, default=list(JOBS))
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--also", nargs="+", default=[])
    said = words.parse_args()
    builds = {"sluice": said.sluice, **dict(other.split("=", 1) for other in said.also)}
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, one worker, forked boxes, {said.rounds} rounds\n")
    print("| job | queued | build | runs/s | bubblewrap/s | ratio | syncs a run |\n|---|---:|---|---:|---:|---:|---:|", flush=True)
    for job in said.jobs:
        for queued in said.queued:
            show(said, builds, job, queued)


def show(said, builds, job, queued):
    counter = os.path.abspath(said.counter)
    rates, syncs, plain = {name: [] for name in builds}, {name: [] for name in builds}, []
    with tempfile.TemporaryDirectory(prefix="sluice-bench-") as folder:
        folder = pathlib.Path(folder)
        command = bare(folder, JOBS[job][0])
        for n in range(said.rounds):
            plain.append(by_bubblewrap(command, 4 if job == "pandas" else 24))
            for name, sluice in builds.items():
                rate, synced = by_worker(os.path.abspath(sluice), counter, folder / f"{name}-{n}", job, queued)
                rates[name].append(rate)
                syncs[name].append(synced)
    for name in builds:
        rate, base = statistics.median(rates[name]), statistics.median(plain)
        print(f"| {job} | {queued} | {name} | {rate:.1f} | {base:.1f} | {rate / base:.2f} | {statistics.median(syncs[name]):.2f} |", flush=True)


if __name__ == "__main__":
    main()
