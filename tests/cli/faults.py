# SPDX-License-Identifier: MIT
"""A program under whose calls of the system one kind fails in turn (tests/fault/nth_fails.c), for test_faults*.py.

SLUICE_FAULTS=N tries N places of each kind of call in each scene; the usual few keep the test short.
"""
import collections
import functools
import os
import random
import subprocess

import sluice
from engines import Stored

LIBRARY = os.environ["SLUICE_TEST_FAULTS"]
PLACES = int(os.environ.get("SLUICE_FAULTS", "3"))
TASK = sluice.SOURCE / "examples" / "conversion" / "task.yaml"
KINDS = ("memory", "open", "read", "write", "sync", "process", "connect")
# What the program may end with besides its usual code: a run that the machine did not let run, or that
# a provider did not serve, an error of the store or the files, and a lack of memory. With 127 the C
# library itself ends a process that it has no memory for a thread's own data for, and says so.
FAILURES = {2, 10, 13, 16, 70, 127}


class Faults(Stored):
    def setUp(self):
        super().setUp()
        self.chance = random.Random(3)
        self.seen = collections.Counter()

    def surroundings(self, fault, **more):
        preload = " ".join(filter(None, (LIBRARY, os.environ.get("SLUICE_TEST_PRELOAD"))))
        return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env, **more, "LD_PRELOAD": preload, **fault}

    def under(self, fault, *words, **options):
        """The program with a fault, in a group of processes of its own."""
        done = subprocess.run([sluice.PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120,
                              start_new_session=True, input=options.get("stdin", b""),
                              env=self.surroundings(fault, **options.get("env", {})))
        return sluice.Said(done)

    def counts(self, *words, **options):
        path = self.folder / "counts"
        return self.under({"FAULT_COUNT": str(path)}, *words, **options), self.counted(path)

    def counted(self, path):
        lines = dict(line.split() for line in path.read_text().splitlines())
        return {kind: int(lines[kind]) for kind in KINDS}

    def places(self, count):
        """The first and the last, and some between."""
        usual = {1, count} | {self.chance.randint(1, count) for _ in range(PLACES - 2)}
        return sorted(n for n in usual if n > 0)

    def faults(self, counts):
        """One fault for each place of each kind, alone and from there on."""
        for kind, count in counts.items():
            for at in self.places(count) if count else []:
                # A server that stays away is asked again for ten seconds, each time: once is enough of that.
                for more in ("", "+") if self.engine == "sqlite" else ("",):
                    yield f"{kind}:{at}{more}"

    def told(self, fault, said, failures=FAILURES):
        """It ended as a failure that says what failed."""
        self.assertIn(said.code, failures, said.out + said.err)
        told = said.err if said.code == 127 else "error: " in said.err or said.out.strip()
        self.assertTrue(told, "it says nothing")

    def attempt(self, scene, good, words, failures=FAILURES, **options):
        """`words(n)` is the nth call of its kind; it ends as ever (`good`, or its code), or as a failure that is told."""
        self.under({}, *words(0), **options)  # the store is new for the first, and has more calls
        whole, counts = self.counts(*words(1), **options)
        if good is None:
            good = functools.partial(lambda code, said: said.code == code, whole.code)
        self.assertTrue(good(whole), whole.out + whole.err)
        n = 1
        for n, fault in enumerate(self.faults(counts), 2):
            with self.subTest(scene=scene, fault=fault):
                said = self.under({"FAULT": fault}, *words(n), **options)
                self.seen[scene, fault.split(":")[0], "as ever" if good(said) else said.code] += 1
                if os.environ.get("SLUICE_FAULTS_SHOW"):
                    print(scene, fault, said.code, said.err.strip().splitlines()[-2:], flush=True)
                if not good(said):
                    self.told(fault, said, failures)
        return n

    def whole(self, states):
        """Nothing is lost or damaged: what was begun is ended by the next worker, and all of it verifies."""
        self.lose()
        self.call("worker", "--once")
        for words in (("ledger", "verify"), ("store", "verify")):
            said = self.call(*words)
            self.assertEqual(said.code, 0, said.out + said.err)
        runs = self.call("runs", "list", "--limit", "1000", "--json").json
        self.assertEqual([run for run in runs if run["state"] not in states], [])
        if os.environ.get("SLUICE_FAULTS_SHOW"):
            print(collections.Counter(run["state"] for run in runs), self.seen)
