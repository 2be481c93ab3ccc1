# SPDX-License-Identifier: MIT
"""Runs that a worker has in hand together, and writes down together: each keeps what it is promised alone."""
import base64
import collections
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

import sluice
from engines import Stored, once

MANY = 24


def keys_used(store):
    with contextlib.closing(sqlite3.connect(store)) as at:
        return [key for table in ("content", "ledger_words")
                for key, in at.execute(f"SELECT key_id FROM {table} WHERE key_id IS NOT NULL")]


def state_in(cut, run):
    with contextlib.closing(sqlite3.connect(cut / "store.db")) as at:
        return at.execute("SELECT state FROM run WHERE id = ?", (run,)).fetchone()[0]


class Together(Stored):
    def setUp(self):
        super().setUp()
        self.write("policy.yaml", "apiVersion: sluice/v1\nid: many\nrevision: 1\nextends: [data-analysis]\nexecutor: {start: forked}\nlimits: {cpu_s: 2, wall_s: 10}\n"
                                  "override: [{what: executor, reason: many at once}]\n")
        self.given = {}

    def submit(self, code, *words, answer=None):
        self.write("code.py", code)
        said = self.call("submit", "--code", "code.py", "--policy", "policy.yaml", "--json", *words)
        self.assertEqual(said.code, 0, said.out + said.err)
        run = said.json["run_id"]
        self.given[run] = answer
        return run

    def submit_many(self, count=MANY):
        return [self.submit(f"print({n})\n", answer=n) for n in range(count)]

    def worker(self, *words, env=None, **options):
        return subprocess.Popen([sluice.PROGRAM, "worker", "--json", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env, **(env or {})}, cwd=self.folder, **options)

    def shown(self, run):
        return self.call("runs", "show", run, "--json").json

    def whole(self):
        for words in (("ledger", "verify"), ("store", "verify")):
            said = self.call(*words)
            self.assertEqual(said.code, 0, said.out + said.err)

    def all_answered(self):
        for run, answer in self.given.items():
            shown = self.shown(run)
            self.assertEqual(shown["state"], "answered", shown)
            self.assertEqual(shown["answer"], answer)
            steps = collections.Counter(step["to"] for step in shown["history"])
            self.assertEqual(steps["answered"], 1, shown["history"])
        self.whole()

    @once
    def test_many_runs_are_answered(self):
        runs = self.submit_many()
        worker = self.worker("--once")
        out, err = worker.communicate(timeout=240)
        self.assertEqual(worker.returncode, 0, out + err)
        self.assertEqual({json.loads(line)["run_id"] for line in out.splitlines()}, set(runs))
        self.all_answered()

    def test_one_signature_covers_many_ends(self):
        """Of runs whose quick programs fail, all in hand at once: each end waits a moment for the others'."""
        runs = [self.submit(f"raise SystemExit({n + 1})\n") for n in range(MANY)]
        out, err = self.worker("--once", "--programs", str(MANY)).communicate(timeout=240)
        self.assertEqual({self.shown(run)["state"] for run in runs}, {"failed"}, out + err)
        self.whole()
        receipts = [self.call("receipt", "export", run).json for run in runs]
        logs = [json.loads(base64.b64decode(receipt["payload"]))["predicate"]["log"] for receipt in receipts]
        heads = {log["checkpoint"] for log in logs}
        self.assertLess(len(heads), MANY, "one signature a run")

    @once
    def test_one_that_fails_fails_alone(self):
        self.submit_many(6)
        ends = {self.submit("print('no')\nraise ValueError('on purpose')\n"): "failed",
                self.submit("import os\nprint(os.getpid())\n"): "refused",
                self.submit("import time\ntime.sleep(60)\n"): "failed"}
        gone = self.submit("print(0)\n")
        self.assertEqual(self.call("runs", "cancel", gone).code, 0)
        ends[gone] = "cancelled"
        for run in ends:
            del self.given[run]
        self.submit_many(6)
        out, err = self.worker("--once").communicate(timeout=240)
        self.assertEqual({run: self.shown(run)["state"] for run in ends}, ends, out + err)
        self.all_answered()

    @once
    def test_a_long_program_holds_up_no_quick_one(self):
        slow = self.submit("import time\ntime.sleep(60)\n")
        del self.given[slow]
        self.submit_many(12)
        worker = self.worker("--once", "--programs", "2")
        told = [json.loads(line) for line in worker.stdout]
        worker.communicate(timeout=240)
        self.assertEqual([one["run_id"] for one in told].index(slow), 12, "quick ones waited for it")
        self.assertIn(told[-1]["execution"]["outcome"], ("wall_timeout", "cpu_limit"))
        self.all_answered()

    @once
    def test_what_is_cancelled_while_it_waits_for_its_place_never_begins(self):
        for _ in range(8):
            slow, waits = self.submit("import time\ntime.sleep(19)\n"), self.submit("print('it began')\n")
            worker = self.worker("--once", "--programs", "1")
            until = time.monotonic() + 10
            while self.shown(waits)["state"] != "running" and time.monotonic() < until:
                time.sleep(0.05)
            time.sleep(1)  # had it the place, it would be over
            self.call("runs", "cancel", waits)
            waited = self.shown(slow)["state"] == "running" and self.shown(waits)["state"] in ("running", "cancelled")
            self.call("runs", "cancel", slow)
            out, err = worker.communicate(timeout=240)
            told = {one["run_id"]: one for one in map(json.loads, out.splitlines())}
            if waited and waits in told and told.get(slow, {}).get("execution"):
                break  # else the long one was known to be long before the other was taken, or waited itself
        else:
            self.fail("none had to wait")
        self.assertEqual((told[waits]["status"], told[waits]["execution"]), ("cancelled", None), err)
        self.whole()

    def test_killed_at_any_moment_it_has_lost_nothing_that_it_told(self):
        chance = random.Random(11)
        for _ in range(8):
            self.submit_many(8)
            worker = self.worker()
            time.sleep(chance.uniform(0.1, 1.5))
            worker.send_signal(signal.SIGKILL)
            out, _ = worker.communicate()
            for line in out.split("\n")[:-1]:  # the last one may be cut
                one = json.loads(line)
                self.assertEqual(one["status"], "answered", one)
                self.assertEqual(self.shown(one["run_id"])["state"], "answered")
            self.lose()
        worker = self.worker("--once")
        out, err = worker.communicate(timeout=240)
        self.assertEqual(worker.returncode, 0, out + err)
        self.all_answered()

    def test_what_is_told_and_what_begins_is_on_the_disk(self):
        """As a power cut would leave it, each time a program is given to a box, and each time that an end is told."""
        if self.engine != "sqlite":
            self.skipTest("of SQLite, whose files are this program's")
        self.submit_many()
        folder = self.folder / "store"
        for name in ("disk", "cuts"):
            (folder / name).mkdir()
        for file in folder.glob("store.db*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, folder / "disk")
        worker = self.worker("--once", env={"LD_PRELOAD": os.environ["SLUICE_TEST_POWER_CUT"], "POWER_CUT": str(folder)})
        out, err = worker.communicate(timeout=240)
        self.assertEqual(worker.returncode, 0, out + err)
        self.all_answered()
        cuts = sorted((folder / "cuts").iterdir())
        self.assertEqual(collections.Counter(cut.suffix for cut in cuts), {".code": MANY, ".told": MANY})
        for cut in cuts:
            at = sqlite3.connect(cut / "store.db")
            states = collections.Counter(state for state, in at.execute("SELECT state FROM run"))
            answered = states["answered"]
            begun = answered + states["running"] + states["ran"] + states["validated"]
            self.assertGreaterEqual(begun if cut.suffix == ".code" else answered, int(cut.stem), (cut.name, states))
            keys = {key for key, in sqlite3.connect(cut / "store.db.vault").execute("SELECT id FROM content_key")}
            used = {key for key, in at.execute("SELECT key_id FROM content WHERE key_id IS NOT NULL")}
            self.assertLessEqual(used, keys, f"{cut.name}: contents whose keys are lost")

    def test_a_power_cut_takes_nothing_of_runs_that_are_alone(self):
        if self.engine != "sqlite":
            self.skipTest("of SQLite, whose files are this program's")
        def run(env=None):
            said = self.call("run", "--code", "code.py", "--policy", "data-analysis", "--json", env=env)
            self.assertEqual(said.code, 0, said.out + said.err)
            return said.json["run_id"]
        self.write("code.py", "print(1)\n")
        run()
        folder = self.folder / "store"
        (folder / "disk").mkdir()
        for file in folder.glob("store.db*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, folder / "disk")
        for n in range(20):  # more than one of them makes keys
            shutil.rmtree(folder / "cuts", ignore_errors=True)
            (folder / "cuts").mkdir()
            last = run({"LD_PRELOAD": os.environ["SLUICE_TEST_POWER_CUT"], "POWER_CUT": str(folder)})
            for cut, states in ((folder / "cuts" / "1.code", ("running",)), (folder / "cuts" / "1.told", ("answered",))):
                self.assertIn(state_in(cut, last), states, (n, cut.name))
                used = keys_used(cut / "store.db")
                made = {key for key, in sqlite3.connect(cut / "store.db.vault").execute("SELECT id FROM content_key")}
                self.assertLessEqual(set(used), made, f"{n}: contents whose keys are lost")
        # What the last run took from the vault was not synced there: after the cut nobody takes it again.
        spare = sqlite3.connect(folder / "cuts" / "1.told" / "store.db.vault").execute("SELECT id FROM spare")
        self.assertTrue({key for key, in spare} & set(used), "no key that is in use looks unused")
        for _ in range(3):
            run({"SLUICE_STORE": f"sqlite:{folder}/cuts/1.told/store.db"})
        used = keys_used(folder / "cuts" / "1.told" / "store.db")
        self.assertEqual(len(used), len(set(used)), "a key seals two contents")

    def test_a_copy_of_the_vault_gives_no_key_twice(self):
        if self.engine != "sqlite":
            self.skipTest("of SQLite, whose vault keeps unused keys")
        self.write("code.py", "print(1)\n")
        folder = self.folder / "store"

        def run():
            said = self.call("run", "--code", "code.py", "--policy", "data-analysis", "--json")
            self.assertEqual(said.code, 0, said.out + said.err)
        run()
        (folder / "copy").mkdir()
        for file in folder.glob("store.db.vault*"):
            shutil.copy(file, folder / "copy")
        for _ in range(2):
            run()
        for file in folder.glob("store.db.vault*"):
            file.unlink()  # its number is free for the next file
        for file in (folder / "copy").iterdir():
            if not file.name.endswith("-shm"):
                shutil.copy(file, folder)
        for _ in range(2):
            run()
        used = keys_used(folder / "store.db")
        self.assertEqual(len(used), len(set(used)), "a key seals two contents")

    def test_a_disk_that_fails_answers_nobody(self):
        if self.engine != "sqlite":
            self.skipTest("the server writes its files itself")
        for n, fault in enumerate(("sync:4+", "sync:9+", "write:60+", "write:400+")):
            with self.subTest(fault=fault):
                self.submit_many(8)
                preload = os.environ["SLUICE_TEST_FAULTS"]
                worker = self.worker("--once", env={"LD_PRELOAD": preload, "FAULT": fault}, start_new_session=True)
                out, err = worker.communicate(timeout=240)
                told = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
                for one in told:
                    self.assertEqual(one["status"] == "answered", self.shown(one["run_id"])["state"] == "answered", one)
                self.assertLess(len(told), 8 * (n + 1), out + err)
                self.lose()
                time.sleep(0.1)
        self.lose()
        out, err = self.worker("--once").communicate(timeout=240)
        self.all_answered()

    def test_two_workers_share_the_queue(self):
        self.submit_many(2 * MANY)
        workers = [self.worker("--once"), self.worker("--once")]
        told = [json.loads(line)["run_id"] for worker in workers for line in worker.communicate(timeout=240)[0].splitlines()]
        self.assertEqual(sorted(told), sorted(self.given))
        self.all_answered()


if __name__ == "__main__":
    unittest.main()
