# SPDX-License-Identifier: MIT
"""A halt and a cancellation end what runs, at once and on every worker, and nothing is answered after them.

SLUICE_HALT_TRIALS says how often (the CMake target `bench_halt` asks for 50). The times are printed; only a generous bound is
asserted, for a machine may be busy.
"""
import json
import os
import pathlib
import select
import signal
import subprocess
import time
import unittest

import sluice
from engines import Stored

TRIALS = int(os.environ.get("SLUICE_HALT_TRIALS", "3"))
BOUND_S = 5
WORKERS = 2
BUSY = "import time\ntime.sleep(60)\n"
QUICK = "print(sum(range({})))\n"


def children_of(pids):
    """All processes below these, by /proc."""
    parents = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
    below, more = set(), set(pids)
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - below
        below |= more
    return below


def opened(pids):
    """What tells of each one's end, even where its number is another's by then."""
    fds = []
    for pid in pids:
        try:
            fds.append(os.pidfd_open(pid))
        except ProcessLookupError:
            continue
    return fds


def wait_for_all(fds):
    poll = select.poll()
    for fd in fds:
        poll.register(fd, select.POLLIN)
    left = len(fds)
    until = time.monotonic() + 30
    while left and time.monotonic() < until:
        for fd, _ in poll.poll(1000):
            poll.unregister(fd)
            os.close(fd)
            left -= 1
    return time.monotonic()


def told(what, spans):
    spans = sorted(spans)
    at = [spans[min(len(spans) - 1, int(len(spans) * q))] * 1000 for q in (0.5, 0.99, 1)]
    print(f"{what}: {len(spans)} trials, p50 {at[0]:.0f} ms, p99 {at[1]:.0f} ms, max {at[2]:.0f} ms")


class Halt(Stored):
    def setUp(self):
        super().setUp()
        self.trust({"opa": ["operator"], "opb": ["operator"], "ann": ["approver"]})
        self.write("task.json", {"goal": "count", "policy": "data-analysis", "output": {"schema": {}},
                                 "limits": {"wall_s": 20}})
        self.write("busy.py", BUSY)
        self.workers = [self.start("worker") for _ in range(WORKERS)]

    def start(self, *words):
        process = subprocess.Popen([sluice.PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}, cwd=self.folder)
        self.addCleanup(process.wait)
        self.addCleanup(process.send_signal, signal.SIGKILL)
        return process

    def done(self, *words, by=None):
        said = self.by(by, *words) if by else self.call(*words)
        self.assertEqual(said.code, 0, (words, said.out, said.err))
        return said

    def submit(self, code):
        return self.done("submit", "task.json", "--code", code, "--json").json["run_id"]

    def listed(self):
        return {run["run_id"]: run["state"] for run in self.done("runs", "list", "--limit", "1000", "--json").json}

    def wait_until(self, holds, what):
        until = time.monotonic() + 60
        while not holds():
            self.assertLess(time.monotonic(), until, what)
            time.sleep(0.02)

    def boxes(self):
        """The interpreters that run by now."""
        return [pid for pid in children_of([w.pid for w in self.workers])
                if b"/app/python" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]

    def running(self, runs):
        def both():
            try:
                return all(self.states()[run] == "running" for run in runs) and len(self.boxes()) >= len(runs)
            except OSError:
                return False
        self.wait_until(both, "the programs never began")

    def timed(self, *words, by=None):
        """The command, and how long after it was given the last process below the workers ended."""
        processes = opened(children_of([w.pid for w in self.workers]))
        began = time.monotonic()
        self.done(*words, by=by)
        span = wait_for_all(processes) - began
        self.assertLess(span, BOUND_S)
        return span

    def go_on(self):
        for operator, code in (("opa", 11), ("opb", 0)):
            said = self.by(operator, "resume", "--reason", "the cause is found")
            self.assertEqual(said.code, code, said.err)

    # -- a halt ------------------------------------------------------------------------------------

    def test_a_halt_ends_what_runs(self):
        spans = []
        for _ in range(TRIALS):
            runs = [self.submit("busy.py") for _ in range(WORKERS)]
            self.running(runs)
            spans.append(self.timed("halt", "--reason", "something is wrong", by="opa"))
            self.wait_until(lambda: all(self.states()[run] == "halted" for run in runs), self.states())
            self.assertEqual(self.boxes(), [])
            self.go_on()
        told(f"halt, {self.engine}, {WORKERS} workers", spans)
        shown = self.done("runs", "show", runs[0], "--json").json
        self.assertEqual((shown["state"], shown["reason"], shown["exit_code"]), ("halted", "the store was halted", 17))
        self.assertIn("run.halted", self.done("ledger", "search", "--type", "run.halted").out)

    def test_nothing_is_answered_after_a_halt(self):
        """Runs of every length, so that a halt comes upon each step of one."""
        for i in range(4):
            self.write(f"quick-{i}.py", QUICK.format(10 ** (i + 3)))
        for trial in range(TRIALS):
            runs = [self.submit(f"quick-{i % 4}.py") for i in range(8)]
            self.wait_until(lambda: "answered" in [self.states()[run] for run in runs], "none was answered")
            time.sleep(trial % 7 * 0.03)
            self.done("halt", "--reason", "something is wrong", by="opa")
            at_once = self.listed()
            self.wait_until(lambda: not {"running", "ran", "validated"} & set(self.states().values()), self.states())
            time.sleep(1)
            later = self.listed()
            self.assertEqual([run for run in later if later[run] == "answered" != at_once[run]], [])
            self.assertEqual([run for run in later if later[run] in ("running", "ran", "validated")], [])
            self.go_on()
            self.wait_until(lambda: set(self.states().values()) <= {"answered", "halted"}, self.states())
        self.answers_stand_before_halts()

    def answers_stand_before_halts(self):
        """By the ledger: from each halt to the next resumption no answer."""
        said = self.done("ledger", "search", "--limit", "10000", "--json")
        halted = False
        for event in map(json.loads, said.out.splitlines()):
            if event["type"] == "mode.changed":
                halted = event["data"]["mode"] == "halt"
            self.assertFalse(halted and event["type"] == "run.answered", event)

    def test_in_a_halted_store_nobody_approves(self):
        self.write("one.py", "import sqlite3\nprint(1)\n")
        run = self.submit("one.py")
        self.wait_until(lambda: self.states()[run] == "awaiting_approval", self.states())
        self.done("halt", "--reason", "something is wrong", by="opa")
        words = self.by("ann", "approvals", "show", run, "--json").json["words"]
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "read it line by line")
        self.assertNotEqual(said.code, 0)
        self.assertIn("the store is halted: nothing is approved until it resumes", said.err)
        said = self.by("ann", "approvals", "reject", run, "--reason", "the table is never closed")
        self.assertEqual(said.code, 0, said.err)
        self.assertEqual(self.listed()[run], "rejected")

    # -- a cancellation ----------------------------------------------------------------------------

    def test_a_cancellation_ends_one_run(self):
        spans = []
        for _ in range(TRIALS):
            run = self.submit("busy.py")
            self.running([run])
            spans.append(self.timed("runs", "cancel", run))
            self.wait_until(lambda: self.states()[run] == "cancelled", self.states())
        told(f"cancel, {self.engine}", spans)
        shown = self.done("runs", "show", run, "--json").json
        self.assertEqual(shown["exit_code"], 17)


if __name__ == "__main__":
    unittest.main()
