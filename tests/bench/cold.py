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
import http.client
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

PYTHON = ["/usr/bin/python3.11", "-I", "-S", "-B"]
BLOCK_BYTES = 512  # what ru_oublock counts
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
        """Of four runs on average: the write-ahead log is moved in some of them."""
        strace = shutil.which("strace")
        if not strace or "run" not in self.command:
            return "-"
        log = os.path.join(folder, "syncs")
        count = 0
        for _ in range(4):
            self.run([strace, "-f", "-qq", "-e", "trace=fsync,fdatasync,sync_file_range", "-o", log])
            with open(log, encoding="utf-8") as file:
                count += sum("sync(" in line for line in file)
        return f"{count / 4:.1f}"


TIERS = ("fresh", "pooled", "forked")


class Local(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.host)


class Service:
    """A service whose boxes begin as the tier says."""

    def __init__(self, sluice, tier, folder, workers=1):
        self.folder, self.socket = folder, os.path.join(folder, "socket")
        os.mkdir(folder)
        policy = write(os.path.join(folder, "policy.yaml"),
                       f"apiVersion: sluice/v1\nid: {tier}\nrevision: 1\nextends: [data-analysis]\n"
                       f"executor: {{start: {tier}}}\noverride: [{{what: executor, reason: measured here}}]\n")
        made = subprocess.run([sluice, "serve", "token", "--for", "bench", "--rights", "submit,read"], check=True,
                              capture_output=True, text=True)
        self.token = made.stdout.strip()
        tokens = write(os.path.join(folder, "tokens.yaml"), "tokens:\n" + made.stderr.split("\n", 1)[1])
        for path in (tokens, write(os.path.join(folder, "token"), self.token)):
            os.chmod(path, 0o600)
        self.process = subprocess.Popen(
            [sluice, "serve", "--tokens", tokens, "--listen", "unix:" + self.socket, "--policy", policy, "--store",
             f"sqlite:{folder}/store.db", "--workers", str(workers), "--rate", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={"PATH": os.environ["PATH"], "HOME": folder})
        if "listening" not in self.process.stdout.readline():
            self.process.wait()
            sys.exit("the service did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Handed(Way):
    """`sluice run --service`."""

    def __init__(self, name, command, service):
        super().__init__(name, command)
        self.environment.update(SLUICE_SERVICE="unix:" + service.socket,
                                SLUICE_TOKEN_FILE=os.path.join(service.folder, "token"))

    def syncs(self, folder):
        return "-"


class Called(Way):
    """One call over the service's socket."""

    def __init__(self, name, service):
        super().__init__(name, ["call", "run"])
        self.service = service
        self.body = json.dumps({"code": PROGRAM, "output": {"schema": json.loads(SCHEMA)}})

    def run(self, before=()):
        connection = Local(self.service.socket)
        connection.request("POST", "/v1/runs", self.body, {
            "Authorization": f"Bearer {self.service.token}", "Prefer": "wait=30", "Host": "localhost"})
        record = json.loads(connection.getresponse().read())
        connection.close()
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
        service = until.enter_context(Service(sluice, tier, os.path.join(folder, tier)))
        yield Handed(f"`sluice run --service`, {tier}", [sluice, "run", "--code", program, "--schema", schema, "--json"], service)
        yield Called(f"one call to a service, {tier}", service)


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
