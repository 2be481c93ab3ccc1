# SPDX-License-Identifier: MIT
"""Runs whose processes are killed: nothing is lost, nothing happens twice, and another worker goes on."""
import collections
import os
import pathlib
import random
import re
import signal
import subprocess
import time
import unittest

import sluice
from engines import Stored, once, postgresql

TASK = sluice.SOURCE / "examples" / "conversion" / "task.yaml"
BUSY = "import time\ntime.sleep(60)\n"
KILLS = 24


def pending(process, number):
    """Whether a signal was sent and not taken yet."""
    held = re.search(r"ShdPnd:\s*(\w+)", pathlib.Path(f"/proc/{process}/status").read_text())[1]
    return int(held, 16) >> (number - 1) & 1


class Survival(Stored):
    def start(self, *words):
        return subprocess.Popen([sluice.PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}, cwd=self.folder)

    def runs(self):
        listed = self.call("runs", "list", "--limit", "1000", "--json")
        self.assertEqual(listed.code, 0, listed.err)
        return listed.json

    def test_killed_at_any_moment_a_run_is_finished_by_another_worker(self):
        chance = random.Random(7)
        scratch = self.folder / "tmp"
        scratch.mkdir()
        self.env["TMPDIR"] = str(scratch)
        self.assertEqual(self.call("runs", "list").code, 0)  # the schema is there
        began = time.monotonic()
        whole = self.call("run", TASK, "--json")
        self.assertEqual(whole.code, 0, whole.err)
        span = time.monotonic() - began
        for i in range(KILLS):
            process = self.start("run", TASK, "--idempotency-key", f"killed-{i}")
            time.sleep(chance.uniform(0, 1.1 * span))
            process.send_signal(signal.SIGKILL)
            process.wait()
        left = collections.Counter(run["state"] for run in self.runs())
        self.assertEqual(list(scratch.iterdir()), [], "killed workers left something to read")
        self.lose()
        worker = self.call("worker", "--once")
        self.assertEqual(worker.code, 0, worker.err)
        for run in self.runs():
            self.assertEqual(run["state"], "answered", (run, left))
            shown = self.call("runs", "show", run["run_id"], "--json").json
            answered = [step for step in shown["history"] if step["to"] == "answered"]
            self.assertEqual(len(answered), 1, shown)
            self.assertEqual(shown["output_sha256"], self.call(
                "runs", "show", whole.json["run_id"], "--json").json["output_sha256"])
        print(f"{KILLS} kills within {span * 1000:.0f} ms left: {dict(left)}")

    def test_a_day_later_the_next_run_starts(self):
        """Nobody was there to sign what the last run left in the ledger: the next one does it."""
        if self.engine != "sqlite":
            self.skipTest("of SQLite alone, whose clock is the program's")
        self.assertEqual(self.call("run", TASK).code, 0)
        later = self.write("later", "90000")
        clock = {"LD_PRELOAD": str(pathlib.Path(sluice.PROGRAM).parent / "tests" / "store" / "libfake_clock.so"),
                 "FAKE_CLOCK": str(later)}
        self.assertTrue(os.path.exists(clock["LD_PRELOAD"]))
        said = self.call("run", TASK, "--json", env=clock)
        self.assertEqual(said.code, 0, said.out + said.err)
        shown = self.call("runs", "list", "--json", env=clock).json
        self.assertNotEqual(shown[0]["created"][:10], shown[1]["created"][:10])

    def test_the_same_key_again_is_the_same_run(self):
        first = self.call("run", TASK, "--idempotency-key", "k", "--json")
        again = self.call("run", TASK, "--idempotency-key", "k", "--json")
        self.assertEqual((first.code, again.code), (0, 0), again.err)
        self.assertIn("this key was used for run", again.err)
        self.assertEqual(len(self.runs()), 1)
        other = self.call("run", sluice.SOURCE / "examples" / "repair" / "task.yaml", "--idempotency-key", "k")
        self.assertEqual(other.code, 2)
        self.assertIn("the idempotency key 'k' was already used for another task", other.err)

    def test_workers_share_a_queue(self):
        for i in range(12):
            self.assertEqual(self.call("submit", TASK, "--idempotency-key", f"shared-{i}").code, 0)
        workers = [self.start("worker", "--once") for _ in range(4)]
        self.assertEqual([worker.wait(timeout=120) for worker in workers], [0] * 4)
        for run in self.runs():
            self.assertEqual(run["state"], "answered")
            history = self.call("runs", "show", run["run_id"], "--json").json["history"]
            self.assertEqual([step["to"] for step in history].count("running"), 1)

    def test_lost_connections_lose_no_run(self):
        """The server ends the workers' connections again and again: each run goes on, and none fails."""
        if self.engine != "postgresql":
            self.skipTest("SQLite has no connections")
        for i in range(8):
            self.assertEqual(self.call("submit", TASK, "--idempotency-key", f"cut-{i}").code, 0)
        for _ in range(2):
            worker = self.start("worker")
            self.addCleanup(worker.wait)
            self.addCleanup(worker.kill)
        chance = random.Random(11)
        ended = 0
        for _ in range(8):
            self.until(lambda: len(postgresql(f"SELECT pid FROM pg_stat_activity WHERE datname = '{self.database}'")) >= 2)
            time.sleep(chance.uniform(0.2, 0.7))
            ended += postgresql(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.database}'").count(("t",))
        self.assertGreater(ended, 8)
        self.until(lambda: set(self.states().values()) == {"answered"}, self.states)
        told = [(run["state"], run["reason"]) for run in self.runs() if run["state"] != "answered"]
        self.assertEqual(told, [])

    @once
    def test_a_worker_tells_by_its_exit_code_what_came_of_its_runs(self):
        self.assertEqual(self.call("worker", "--once").code, 0)
        self.write("task.json", {"goal": "print", "policy": "data-analysis", "output": {"schema": {}}})
        for code, words in ((0, "print(1)\n"), (14, "print(1 / 0)\n"), (10, "import os\nos.system('ls')\n"),
                            (11, "import sqlite3\nprint(1)\n")):
            self.write("code.py", words)
            self.assertEqual(self.call("submit", "task.json", "--code", "code.py").code, 0)
            self.assertIsNone(self.runs()[0]["exit_code"])
            self.assertEqual(self.call("worker", "--once").code, code)
            self.assertEqual(self.runs()[0]["exit_code"], None if code == 11 else code)

    def test_a_worker_without_the_logs_key_leaves_its_runs_to_others(self):
        self.assertEqual(self.call("submit", TASK).code, 0)
        keyless = {"SLUICE_LOG_KEY": f"{self.folder}/none.key", "SLUICE_WORKER_KEY": f"{self.folder}/log.key.worker"}
        for i in range(7):  # more often than a run has attempts
            alone = self.call("worker", "--once", env=keyless)
            if self.engine == "sqlite":  # nobody else has the key
                self.assertEqual((alone.code, self.runs()[0]["state"]), (2, "received"))
                self.assertIn("can't sign a receipt here", alone.err)
            else:
                self.assertEqual((alone.code, self.runs()[0]["state"]), (0 if i else 2, "validated"))
                self.assertIn("" if i else "waits for a worker with the log's key", alone.err)
            self.lose()
        self.assertEqual(self.call("worker", "--once").code, 0)
        self.assertEqual(self.runs()[0]["state"], "answered")

    def test_a_run_that_waits_in_the_queue_can_be_cancelled(self):
        run = self.call("submit", TASK, "--json").json["run_id"]
        cancelled = self.call("runs", "cancel", run, "--reason", "no longer needed")
        self.assertEqual((cancelled.code, cancelled.out), (0, f"{run} cancelled\n"))
        self.assertEqual(self.call("worker", "--once").out, "")
        self.assertEqual(self.runs()[0]["state"], "cancelled")

    @once
    def test_whoever_runs_it_may_interrupt_it(self):
        self.write("task.json", {"goal": "wait", "policy": "data-analysis", "output": {"schema": {}}})
        self.write("code.py", BUSY)
        process = subprocess.Popen([sluice.PROGRAM, "run", "task.json", "--code", "code.py"], stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, cwd=self.folder, env={"PATH": "/usr/bin:/bin", **self.env})
        self.until_running()
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=30)[1].decode()
        self.assertEqual(process.returncode, 17, told)
        self.assertIn("was interrupted and cancelled", told)
        self.assertEqual(self.runs()[0]["state"], "cancelled")
        self.assertEqual(self.call("store", "verify").code, 0)

    def test_a_worker_that_is_stopped_twice_leaves_its_run_to_others(self):
        """It has no word in whether the run ends."""
        self.write("task.json", {"goal": "wait", "policy": "data-analysis", "output": {"schema": {}}})
        self.write("code.py", BUSY)
        self.assertEqual(self.call("submit", "task.json", "--code", "code.py").code, 0)
        process = self.start("worker")
        self.until_running()
        process.send_signal(signal.SIGTERM)
        self.until(lambda: not pending(process.pid, signal.SIGTERM))
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)
        self.assertEqual(self.runs()[0]["state"], "running")
        history = self.call("runs", "show", self.runs()[0]["run_id"], "--json").json["history"]
        self.assertIn("it was interrupted", str(history[-1]))

    def until_running(self):
        self.until(lambda: "running" in self.states().values())

    @once
    def test_without_a_place_to_write_nothing_runs(self):
        if self.engine != "sqlite":
            self.skipTest("of SQLite alone")
        (self.folder / "file").write_text("")
        said = self.sluice("run", TASK, env={"SLUICE_STORE": f"sqlite:{self.folder}/file/store.db"})
        self.assertEqual(said.code, 2)
        self.assertIn("file", said.err)
        self.assertEqual(said.out, "")

    def test_a_task_is_kept_whole(self):
        """What was submitted is what runs, whatever happens to its files."""
        for name in ("leads.csv", "replies.json", "task.yaml"):
            self.write(name, (TASK.parent / name).read_bytes())
        self.assertEqual(self.call("submit", "task.yaml").code, 0)
        self.write("leads.csv", "day,leads,paid\n")
        (self.folder / "task.yaml").unlink()
        (self.folder / "replies.json").unlink()
        worker = self.call("worker", "--once")
        self.assertIn("answered", worker.out, worker.err)


if __name__ == "__main__":
    unittest.main()
