# SPDX-License-Identifier: MIT
"""Two programs on one store, the newer with a schema of one step more: a rolling upgrade loses nothing, and nothing runs twice."""
import os
import subprocess
import unittest

import sluice
from engines import BY_STDIN, PASSPHRASE, Stored

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
NEXT = os.environ["SLUICE_NEXT"]
NEWER = r"the store has version \d+, and this program knows \d+"
SLOW = "n = 0\nfor i in range(3_000_000):\n    n += i\nprint(n)\n"


class Upgrade(Stored):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"], "bob": ["approver"]})
        for name in ("orders.csv", "replies.json", "task.yaml"):
            self.write(name, (EXAMPLE / name).read_bytes())
        self.write("quick.py", "print(1)\n")
        self.write("slow.py", SLOW)

    def next(self, *words, **options):
        """By the newer program."""
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env, **options.pop("env", {}),
               "LD_PRELOAD": os.environ["SLUICE_TEST_PRELOAD"]}
        return sluice.Said(subprocess.run([NEXT, *map(str, words)], cwd=self.folder, capture_output=True, check=False, timeout=240,
                                          env=env, input=options.pop("stdin", b"")))

    def start(self, program):
        process = subprocess.Popen([program, "worker"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder,
                                   env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env})
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def must(self, said, code=0):
        self.assertEqual(said.code, code, said.out + said.err)
        return said

    def submit(self, code):
        return self.must(self.call("submit", "--code", code, "--policy", "pure-compute", "--json")).json["run_id"]

    def waiting(self):
        return self.must(self.call("run", "task.yaml", "--json"), 11).json["run_id"]

    def approve(self, call, run):
        def by_ann(*words):
            return self.must(call(*words, "--key", self.folder / "ann.key", stdin=PASSPHRASE, env=BY_STDIN))

        words = by_ann("approvals", "show", run, "--json").json["words"]
        by_ann("approvals", "approve", run, "--words", words, "--reason", "read it line by line")

    def test_a_rolling_upgrade(self):
        waiting, approved = self.waiting(), self.waiting()
        self.approve(self.call, approved)
        slow = self.submit("slow.py")
        old = self.start(sluice.PROGRAM)
        self.until(lambda: self.states()[slow] in ("running", "ran", "validated", "answered"))
        queued = [self.submit("quick.py") for _ in range(3)]
        self.must(self.next("runs", "list"))  # this upgrades the store
        refused = self.call("submit", "--code", "quick.py", "--policy", "pure-compute")
        self.assertNotEqual(refused.code, 0)
        self.assertRegex(refused.err, NEWER)
        new = self.start(NEXT)
        self.assertEqual(old.wait(timeout=120), refused.code)
        self.assertRegex(old.stderr.read().decode(), NEWER)
        self.approve(self.next, waiting)
        everything = [waiting, approved, slow, *queued]
        self.until(lambda: {self.states()[run] for run in everything} == {"answered"}, lambda: self.next("runs", "list").out)
        for run in everything:
            went = [step["to"] for step in self.must(self.next("runs", "show", run, "--json")).json["history"]]
            self.assertEqual((went.count("running"), went.count("answered")), (1, 1), went)
        self.assertIsNone(new.poll())
        self.must(self.next("store", "verify"))
        self.assertIn(" 0 problems", self.next("ledger", "verify", env={"SLUICE_TRUST": ""}).out)


if __name__ == "__main__":
    unittest.main()
