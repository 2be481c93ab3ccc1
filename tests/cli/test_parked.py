# SPDX-License-Identifier: MIT
"""A session's cell that waits for people: approved, it runs in the session that still lives, or its owner is told why not."""
import os
import pty
import subprocess
import time
import unittest

from sluice import PROGRAM
from test_approvals import PASSPHRASE, REASON, Approvals

WAITS = "import sqlite3\nprint('rows', sqlite3.connect(':memory:').execute('select 41').fetchall(), x)\n\n"


class Parked(Approvals):
    def begin(self, *words):
        """A session at a terminal, which signs with rae's key."""
        self.ours, theirs = pty.openpty()
        secret, given = os.pipe()
        os.write(given, PASSPHRASE * 20)
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env(), "SLUICE_PASSPHRASE_FD": str(secret)}
        self.said = open(self.folder / "said", "wb")
        if "SLUICE_TEST_PRELOAD" in os.environ:
            env["LD_PRELOAD"] = os.environ["SLUICE_TEST_PRELOAD"]
        self.child = subprocess.Popen([PROGRAM, "session", "--policy", "data-analysis", "--key", "rae.key", *words], stdin=theirs,
                                      stdout=self.said, stderr=subprocess.STDOUT, cwd=self.folder, env=env, pass_fds=[secret])
        for fd in (theirs, secret, given):
            os.close(fd)
        self.addCleanup(self.end)

    def end(self):
        if self.child.poll() is None:
            os.write(self.ours, b"\x04")
            self.child.wait(timeout=60)
        if not self.said.closed:
            os.close(self.ours)
            self.said.close()
        return self.heard()

    def heard(self):
        return (self.folder / "said").read_text()

    def wait_for(self, text, seconds=60):
        until = time.monotonic() + seconds
        while text not in self.heard() and time.monotonic() < until:
            time.sleep(0.05)
        self.assertIn(text, self.heard())

    def type(self, text, answer):
        os.write(self.ours, text.encode())
        self.wait_for(answer)

    def park(self):
        self.begin()
        self.type("x = 5\nprint('first', x)\n\n", "\nfirst 5\n")
        self.type(WAITS, "waits for people; once approved")
        listed = self.sluice("runs", "list", "--json", env=self.env()).json
        return next(r["run_id"] for r in listed if r["state"] == "awaiting_approval")

    def test_approved_it_runs_in_the_session_and_is_what_the_next_cell_finds(self):
        run = self.park()
        self.assertEqual(self.approve("ann", run).code, 0)
        self.wait_for("rows [(41,)] 5")
        # The gate judges what follows together with the database, so that it is people's again.
        self.type("print(sqlite3.__name__, x + 1)\n\n", "an earlier cell, line 4 of the session: module 'sqlite3'")
        later = next(r["run_id"] for r in self.sluice("runs", "list", "--json", env=self.env()).json)
        self.assertEqual(self.approve("bob", later).code, 0)
        self.wait_for("sqlite3 6")
        shown = self.sluice("runs", "show", run, "--json", env=self.env()).json
        self.assertEqual((shown["state"], shown["answer"]), ("answered", "rows [(41,)] 5\n"))
        self.assertIn(f"run '{run}' was approved and runs now", self.end())

    def test_no_worker_is_quicker_than_the_session(self):
        run = self.park()
        self.assertEqual(self.approve("ann", run).code, 0)
        for _ in range(3):
            self.work()
        self.wait_for("rows [(41,)] 5")

    def test_where_another_cell_has_run_since_a_worker_runs_the_bytes_that_were_signed(self):
        run = self.park()
        self.type("x = 99\nprint('second', x)\n\n", "\nsecond 99\n")
        self.assertEqual(self.approve("ann", run).code, 0)
        self.wait_for("other cells have run since")
        until = time.monotonic() + 60
        while self.state(run) == "approved" and time.monotonic() < until:
            self.work()
            time.sleep(0.2)
        shown = self.sluice("runs", "show", run, "--json", env=self.env()).json
        self.assertEqual((shown["state"], shown["answer"]), ("answered", "first 5\nrows [(41,)] 5\n"))
        self.type("print('still', x)\n\n", "still 99")
        self.assertNotIn("rows", self.end())

    def test_who_asks_for_a_cell_does_not_approve_it(self):
        run = self.park()
        said = self.by("rae", "approvals", "approve", run, "--words", self.words(run), "--reason", REASON)
        self.assertEqual(said.code, 10, said.err)
        self.work()
        time.sleep(1)
        self.type("print('on', x)\n\n", "on 5")
        self.assertEqual(self.state(run), "awaiting_approval")
        self.assertNotIn("rows", self.heard())

    def test_a_rejected_cell_is_told_and_never_runs(self):
        run = self.park()
        self.assertEqual(self.by("ann", "approvals", "reject", run, "--reason", REASON).code, 0)
        self.wait_for(f"run '{run}' is rejected")
        self.type("print('on', x)\n\n", "on 5")
        self.assertNotIn("rows", self.end())

    def test_an_edit_runs_as_it_was_edited_or_apart(self):
        """What a reviewer changed is judged again and signed again; the session runs those bytes and no others."""
        run = self.park()
        edited = self.write("edited.py", "x = 5\nprint('first', x)\npass\n" + WAITS.strip().replace("select 41", "select 42") + "\n")
        self.done("ann", "approvals", "edit", run, "--code", edited, "--reason", REASON)
        until = time.monotonic() + 60
        while self.state(run) != "awaiting_approval" and time.monotonic() < until:
            self.work()
            time.sleep(0.2)
        said = self.by("bob", "approvals", "approve", run, "--words", self.words(run), "--reason", REASON)
        self.assertEqual(said.code, 0, said.err)
        self.wait_for("rows [(42,)] 5")
        self.assertNotIn("[(41,)]", self.end())

    def test_at_the_end_of_a_session_its_owner_is_told_what_still_waits(self):
        run = self.park()
        self.assertIn(f"run '{run}' still waits, and this session is over", self.end())
        self.assertEqual(self.approve("ann", run).code, 0)
        until = time.monotonic() + 60
        while self.state(run) == "approved" and time.monotonic() < until:
            self.work()
            time.sleep(0.2)
        self.assertEqual(self.state(run), "answered")


del Approvals  # its tests are elsewhere

if __name__ == "__main__":
    unittest.main()
