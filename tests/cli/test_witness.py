# SPDX-License-Identifier: MIT
"""Checkpoints go to a witness by themselves; one that refuses stops what would start."""
import json
import os
import re
import socket
import sqlite3
import subprocess
import unittest
from contextlib import closing

from engines import Stored
from test_serve import Served

NAME = "witness.example.net"


class Witnessed(Stored):
    """A log with a run, and a witness's place."""

    def setUp(self):
        super().setUp()
        self.program = self.write("a.py", "print(1)\n")
        self.assertEqual(self.run_it().code, 0)
        (self.folder / "w").mkdir(mode=0o700)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.name_all()

    def run_it(self):
        return self.call("run", "--code", self.program, "--policy", "pure-compute")

    def service(self, *words):
        said = self.call(*words).out
        return re.search(r"name: (\S+),", said)[1], re.search(r"ed25519:[\w-]{43}", said)[0]

    def name_all(self):
        """The trust files: of the witness, and of the log."""
        head = "apiVersion: sluice/v1\npeople: []\nservices:\n"
        line = '  - {name: %s, purpose: %s, public: "%s", from: 2026-01-01, until: 2100-01-01%s}\n'
        log = self.service("ledger", "key")
        self.logs = self.write("logs.yaml", head + line % (log[0], "log", log[1], ""))
        self.logs.chmod(0o600)
        own = self.service("witness", "status", *self.place())
        url = f', url: "http://127.0.0.1:{self.port}"'
        self.all = self.write("all.yaml", head + line % (log[0], "log", log[1], "") + line % (log[0], "receipt", log[1], "")
                              + line % (own[0], "witness", own[1], url) + "witnesses: 1\n")
        self.all.chmod(0o600)

    def place(self):
        return "--folder", self.folder / "w", "--name", NAME, "--trust", self.logs

    def begin_witness(self):
        program = [os.environ["SLUICE"], "witness", "serve", *map(str, self.place()), "--port", str(self.port)]
        served = subprocess.Popen(program, stderr=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (served.terminate(), served.wait(), served.stderr.close()))
        self.assertIn("the witness listens", served.stderr.readline())
        return served

    def push(self):
        return self.call("ledger", "push", "--trust", self.all)


class Witness(Witnessed):
    def test_it_signs_what_it_is_sent(self):
        self.begin_witness()
        said = self.push()
        self.assertEqual(said.code, 0, said.out + said.err)
        self.assertRegex(said.out, r"^witness\.example\.net: (\d+) of \d+ events\n$")
        self.run_it()
        self.assertEqual(self.push().code, 0)
        verified = self.call("ledger", "verify", "--trust", self.all)
        self.assertEqual(verified.code, 0, verified.out)

    def test_a_receipt_that_was_there_before_is_witnessed_too(self):
        self.begin_witness()
        trust = self.all
        run = re.search(r"run_\w+", self.run_it().out)[0]

        def judged(text):
            self.write("r.json", text).chmod(0o600)
            return self.sluice("receipt", "verify", str(self.folder / "r.json"), "--trust", trust,
                               env={"HOME": str(self.folder / "nowhere")})

        before = self.call("receipt", "export", run, "--trust", trust).out
        self.assertIn("unwitnessed", judged(before).out)
        self.assertEqual(self.push().code, 0)
        after = self.call("receipt", "export", run, "--trust", trust).out
        good = judged(after)
        self.assertEqual(good.code, 0, good.out)
        receipt, added = after.split("\n")
        self.assertEqual(receipt, before.rstrip("\n"))
        self.run_it()
        self.assertEqual(self.call("receipt", "export", run, "--trust", trust).out, after)
        for start in range(0, len(added), 7):
            other = "0" if added[start] != "0" else "1"
            bad = judged(receipt + "\n" + added[:start] + other + added[start + 1:])
            self.assertNotEqual(bad.code, 0, f"byte {start}: {bad.out}")
        another = re.search(r"run_\w+", self.run_it().out)[0]
        self.push()
        stranger = self.call("receipt", "export", another, "--trust", trust).out.split("\n")[1]
        self.assertNotEqual(judged(receipt + "\n" + stranger).code, 0)

    def test_a_worker_sends_by_itself_and_then_is_still(self):
        self.begin_witness()
        self.call("ledger", "checkpoint")
        for _ in range(3):
            done = self.call("worker", "--once", "--trust", self.all)
            self.assertEqual(done.code, 0, done.err)
            self.call("ledger", "checkpoint")
        types = [line for line in self.call("ledger", "search", "--type", "checkpoint.witnessed", "--json").out.splitlines()]
        self.assertEqual(len(types), 1)

    def test_one_that_is_away_is_asked_again_later(self):
        said = self.push()
        self.assertEqual(said.code, 1)
        self.assertIn("0 of ", said.out)
        self.assertIn("nobody answers there", said.out)
        self.assertIn("nobody answers there", self.call("ledger", "tail", "--trust", self.all).out)
        self.assertEqual(self.run_it().code, 0)
        self.begin_witness()
        self.assertEqual(self.push().code, 0)

    def test_one_that_has_seen_more_stops_what_would_start(self):
        if self.engine != "sqlite":
            self.skipTest("pg_dump's business")
        self.begin_witness()
        store, backup = self.folder / "store/store.db", self.folder / "backup.db"
        self.copied(store, backup)
        self.run_it()
        self.assertEqual(self.push().code, 0)
        lost = self.write("lost", self.call("ledger", "checkpoint").out)
        for file in [store, *store.parent.glob("store.db-*"), *self.folder.glob("log.key.seen")]:
            file.unlink()
        self.copied(backup, store)
        store.chmod(0o600)
        blind = self.run_it()  # nobody here can know
        self.assertEqual(blind.code, 0, blind.out + blind.err)
        said = self.push()
        self.assertEqual(said.code, 1)
        self.assertIn(f"{NAME}: REFUSES this log, nothing starts: ", said.out)
        refused = self.run_it()
        self.assertEqual(refused.code, 10)
        self.assertIn(f"the witness '{NAME}' refused the ledger", " ".join(refused.err.split()))
        self.assertEqual(self.push().code, 1)
        events = self.call("ledger", "search", "--type", "checkpoint.refused", "--json").out
        self.assertEqual(events.count("\n"), 1)
        done = self.call("ledger", "adopt", "log.example.org/2", "--reason", "restored from a backup", "--seen", lost)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(self.run_it().code, 0)
        self.name_all()

    def copied(self, source, target):
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)


class Fetched(Served, Witnessed):
    def test_a_service_gives_what_witnesses_added_to_who_asks_for_lines(self):
        self.begin_witness()
        self.serve("--workers", "0", SLUICE_TRUST=str(self.all))
        run = re.search(r"run_\w+", self.run_it().out)[0]
        path, lines = f"/v1/runs/{run}/receipt", {"Accept": "application/x-ndjson"}
        before = self.ask("GET", path, who="ops", headers=lines)
        self.assertEqual((before[0], before[1].count(b"\n")), (200, 0))
        self.assertEqual(self.push().code, 0)
        status, after, heads = self.ask("GET", path, who="ops", headers=lines)
        self.assertEqual((status, heads["Content-Type"]), (200, "application/x-ndjson"))
        self.assertEqual(after.decode(), self.call("receipt", "export", run, "--trust", self.all).out)
        receipt, added = after.split(b"\n")
        self.assertEqual((receipt, json.loads(added)["v"]), (before[1], 1))
        status, alone, heads = self.ask("GET", path, who="ops")
        self.assertEqual((status, heads["Content-Type"], alone), (200, "application/json", json.loads(receipt)))


if __name__ == "__main__":
    unittest.main()
