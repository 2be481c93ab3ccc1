#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole runs of one small program, side by side.

    cold.py --sluice build/release/sluice [--rounds N] [--stored N] [--also NAME=SLUICE ...] [--services]

In each round, in turns: bare Python, bubblewrap around it, and `sluice run` with its store on the disk: a fresh process each, from
exec to exit. It prints times as ratios to the median of bare Python, processor time of all processes, blocks that were written,
and by strace, where that is installed, the syncs of a run. --stored runs are in each store before the first round. --also names
another build's program, with a store of its own. --services puts a running service of each tier of sandboxes beside them, as
`sluice run --service` and as one call over its socket, from the request's first byte to the answer's last.
"""
import argparse
import contextlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import local_service  # noqa: E402

PYTHON = ["/usr/bin/python3.11", "-I", "-S", "-B"]
BLOCK_BYTES = 512  # what ru_oublock counts
SYNC_RUNS = 24  # more than the runs between two that make keys
PROGRAM = "print(1)\n"
SCHEMA = '{"type": "integer"}\n'


def plain_bwrap(program):
    return ["bwrap", "--unshare-all", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib",
            "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
            "--ro-bind", program, "/program.py", "--", *PYTHON, "/program.py"]


class Way:
    """One way to run the program, and what it took each time."""

    def __init__(self, name, command, store=None):
        self.name, self.command = name, command
        self.environment = {"PATH": os.environ["PATH"], "HOME": os.path.dirname(command[-1])}
        if store:
            self.environment.update(SLUICE_STORE="sqlite:" + store, HOME=os.path.dirname(store))
        self.times, self.blocks = [], []

    def run(self, before=()):
        done = subprocess.run([*before, *self.command], env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(f"{self.name}: exit status {done.returncode}: {done.stderr.decode(errors='replace')[:500]}")

    def measure(self):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        self.run()
        end, after = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        self.times.append((end - start) * 1000)
        self.blocks.append(after.ru_oublock - before.ru_oublock)

    def syncs(self, folder):
        """On average: the write-ahead log is moved in some runs, and keys are made in some."""
        strace = shutil.which("strace")
        if not strace or "run" not in self.command:
            return "-"
        log = os.path.join(folder, "syncs")
        count = 0
        for _ in range(SYNC_RUNS):
            self.run([strace, "-f", "-qq", "-e", "trace=fsync,fdatasync,sync_file_range", "-o", log])
            with open(log, encoding="utf-8") as file:
                count += sum("sync(" in line for line in file)
        return f"{count / SYNC_RUNS:.1f}"


TIERS = ("fresh", "pooled", "forked")


def serving(sluice, tier, folder, workers=1):
    """A service whose boxes begin as the tier says."""
    return local_service.Service(sluice, folder, f"apiVersion: sluice/v1\nid: {tier}\nrevision: 1\nextends: [data-analysis]\n"
                                 f"executor: {{start: {tier}}}\noverride: [{{what: executor, reason: measured here}}]\n", workers)


class Handed(Way):
    """`sluice run --service`."""

    def __init__(self, name, command, at):
        super().__init__(name, command)
        self.environment.update(SLUICE_SERVICE="unix:" + at.socket, SLUICE_TOKEN_FILE=str(at.folder / "token"))

    def syncs(self, folder):
        return "-"


class Called(Way):
    """One call over the service's socket."""

    def __init__(self, name, at):
        super().__init__(name, ["call", "run"])
        self.service = at
        self.task = {"code": PROGRAM, "output": {"schema": json.loads(SCHEMA)}}

    def run(self, before=()):
        record = self.service.run(**self.task)
        if record.get("answer") != 1:
            sys.exit(f"{self.name}: {record}")

    def syncs(self, folder):
        return "-"


def at(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def show(ways, folder):
    base = statistics.median(ways[0].times)
    print("| way | median ms | ratio | p95 | p99 | KiB written | syncs |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for way in ways:
        print(f"| {way.name} | {statistics.median(way.times):.1f} | {statistics.median(way.times) / base:.2f} | "
              f"{at(way.times, 0.95) / base:.2f} | {at(way.times, 0.99) / base:.2f} | {statistics.mean(way.blocks) * BLOCK_BYTES / 1024:.0f} | {way.syncs(folder)} |")


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def ways_of(args, folder):
    program = write(os.path.join(folder, "program.py"), PROGRAM)
    schema = write(os.path.join(folder, "schema.json"), SCHEMA)
    ways = [Way("`python3 -I -S -B`", [*PYTHON, program])]
    if shutil.which("bwrap"):
        ways.append(Way("bubblewrap around it", plain_bwrap(program)))
    named = [("`sluice run`", args.sluice)] + [tuple(other.split("=", 1)) for other in args.also]
    for i, (name, sluice) in enumerate(named):
        ways.append(Way(name, [os.path.abspath(sluice), "run", "--code", program, "--schema", schema, "--policy",
                               "data-analysis", "--json"], os.path.join(folder, f"store{i}.db")))
    return ways


def services_of(args, folder, until):
    program, schema = os.path.join(folder, "program.py"), os.path.join(folder, "schema.json")
    sluice = os.path.abspath(args.sluice)
    for tier in TIERS:
        at = until.enter_context(serving(sluice, tier, os.path.join(folder, tier)))
        yield Handed(f"`sluice run --service`, {tier}", [sluice, "run", "--code", program, "--schema", schema, "--json"], at)
        yield Called(f"one call to a service, {tier}", at)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--stored", type=int, default=20)
    parser.add_argument("--also", action="append", default=[], metavar="NAME=SLUICE")
    parser.add_argument("--services", action="store_true")
    parser.add_argument("--folder", help="where the stores are made (a temporary folder)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder, contextlib.ExitStack() as until:
        ways = ways_of(args, folder)
        if args.services:
            ways += services_of(args, folder, until)
        for way in ways:
            for _ in range(args.stored if way.command[1] == "run" else 2):
                way.run()
        for i in range(args.rounds):
            for way in ways[i % len(ways):] + ways[:i % len(ways)]:
                way.measure()
        show(ways, folder)
        print(f"\n{args.rounds} rounds, {args.stored} runs stored before, load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
