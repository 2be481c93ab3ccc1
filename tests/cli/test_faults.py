# SPDX-License-Identifier: MIT
"""Calls of the system fail in turn under the program (tests/fault/nth_fails.c): it says so, and loses nothing.

SLUICE_FAULTS=N tries N places of each kind of call in each scene; the usual few keep the test short.
"""
import collections
import functools
import json
import os
import pathlib
import random
import subprocess
import sys
import unittest

import sluice
from engines import BY_STDIN, PASSPHRASE, Stored

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "planner"))
from fake_provider import Provider, Reply, completion  # noqa: E402

LIBRARY = os.environ["SLUICE_TEST_FAULTS"]
PLACES = int(os.environ.get("SLUICE_FAULTS", "3"))
DRIVER = pathlib.Path(sluice.PROGRAM).parent / "store_driver"
TASK = sluice.SOURCE / "examples" / "conversion" / "task.yaml"
HELD = 'import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect("a.db").execute("select 1").fetchall()))\n'
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

    def under(self, fault, *words, **options):
        """The program with a fault, in a group of processes of its own."""
        preload = " ".join(filter(None, (LIBRARY, os.environ.get("SLUICE_TEST_PRELOAD"))))
        done = subprocess.run([sluice.PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120,
                              start_new_session=True, input=options.get("stdin", b""),
                              env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env, **options.get("env", {}),
                                   "LD_PRELOAD": preload, **fault})
        return sluice.Said(done)

    def counts(self, *words, **options):
        path = self.folder / "counts"
        said = self.under({"FAULT_COUNT": str(path)}, *words, **options)
        lines = dict(line.split() for line in path.read_text().splitlines())
        return said, {kind: int(lines[kind]) for kind in KINDS}

    def places(self, count):
        """The first and the last, and some between."""
        usual = {1, count} | {self.chance.randint(1, count) for _ in range(PLACES - 2)}
        return sorted(n for n in usual if n > 0)

    def attempt(self, scene, good, words, failures=FAILURES, **options):
        """`words(n)` is the nth call of its kind; it ends as ever (`good`, or its code), or as a failure that is told."""
        whole, counts = self.counts(*words(0), **options)
        if good is None:
            good = functools.partial(lambda code, said: said.code == code, whole.code)
        self.assertTrue(good(whole), whole.out + whole.err)
        n = 0
        for kind, count in counts.items():
            for at in self.places(count) if count else []:
                # A server that stays away is asked again for ten seconds, each time: once is enough of that.
                for more in ("", "+") if self.engine == "sqlite" else ("",):
                    n += 1
                    fault = f"{kind}:{at}{more}"
                    with self.subTest(scene=scene, fault=fault, of=count):
                        said = self.under({"FAULT": fault}, *words(n), **options)
                        self.seen[scene, kind, "as ever" if good(said) else said.code] += 1
                        if os.environ.get("SLUICE_FAULTS_SHOW"):
                            print(scene, fault, said.code, said.err.strip().splitlines()[-2:], flush=True)
                        if good(said):
                            continue
                        self.assertIn(said.code, failures, said.out + said.err)
                        told = said.err if said.code == 127 else "error: " in said.err or said.out.strip()
                        self.assertTrue(told, "it says nothing")
        return n

    def whole(self, states):
        """Nothing is lost or damaged: what was begun is ended by the next worker, and all of it verifies."""
        subprocess.run([DRIVER, "lose", self.store], check=True, env={"PATH": "/usr/bin:/bin", **self.env})
        self.call("worker", "--once")
        for words in (("ledger", "verify"), ("store", "verify")):
            said = self.call(*words)
            self.assertEqual(said.code, 0, said.out + said.err)
        runs = self.call("runs", "list", "--limit", "1000", "--json").json
        self.assertLessEqual({run["state"] for run in runs}, states)
        if os.environ.get("SLUICE_FAULTS_SHOW"):
            print(collections.Counter(run["state"] for run in runs), self.seen)

    def test_a_run(self):
        whole = self.call("run", TASK, "--json").json["answer"]
        self.attempt("run", lambda said: said.code == 0 and json.loads(said.out)["answer"] == whole,
                     lambda n: ("run", TASK, "--json", "--idempotency-key", f"run-{n}"))
        self.whole({"answered", "failed"})

    def test_a_run_in_a_store_that_is_new(self):
        def words(n):
            self.env["SLUICE_STORE"] = f"sqlite:{self.folder}/new-{n}.db"
            self.env["SLUICE_LOG_KEY"] = f"{self.folder}/new-{n}.key"
            return "run", TASK, "--json"

        if self.engine != "sqlite":
            self.skipTest("a schema of the tests' server is there before its store")
        n = self.attempt("new store", None, words)
        for i in range(n + 1):
            words(i)
            again = self.call("run", TASK)
            self.assertEqual(again.code, 0, again.out + again.err)

    def test_a_goal_that_a_provider_serves(self):
        provider = Provider()
        replies = [Reply(body=completion(json.dumps(reply))) for reply in (
            {"thinking": "a number", "plan": {"steps": ["print 1"]}}, {"code": "print(1)", "thinking": "x"})]
        self.write("key", "sk-test-4242-not-a-real-key").chmod(0o600)
        task = self.write("task.yaml", json.dumps({
            "apiVersion": "sluice/v1", "goal": "print 1", "policy": "pure-compute", "output": {"schema": {"const": 1}},
            "model": {"provider": "openai", "model": "m", "key_file": "key", "retries": 0,
                      "url": f"http://127.0.0.1:{provider.port}/v1"}}))

        def words(n):
            provider.play(*replies)
            return "run", task, "--json", "--idempotency-key", f"goal-{n}"

        self.attempt("goal", None, words)
        self.whole({"answered", "failed"})

    def test_a_vote(self):
        self.trust({"ann": ["approver"]})
        code = self.write("code.py", HELD)
        waits = []

        def words(n):
            run = self.call("run", "--code", code, "--policy", "data-analysis", "--json")
            self.assertEqual(run.code, 11, run.err)
            waits.append(run.json["run_id"])
            shown = self.call("approvals", "show", waits[-1], "--json").json
            return ("approvals", "approve", waits[-1], "--words", shown["words"], "--reason", "read line by line",
                    "--key", self.folder / "ann.key")

        self.attempt("vote", None, words, stdin=PASSPHRASE, env=BY_STDIN)
        for run in waits:  # who was told that it failed says it again, where it is not there
            state = self.call("approvals", "show", run, "--json").json["state"]
            self.assertIn(state, ("pending", "approved", "used"))
        self.whole({"answered", "awaiting_approval", "failed"})

    def test_a_hook_denies_whatever_fails(self):
        if self.engine != "sqlite":
            self.skipTest("a hook has no store")
        for code in ("import os\nos.system('id')\n", "print(1)\n"):
            # An agent's host takes any code but 2 for a hook that has nothing to say.
            self.attempt("hook", None, lambda n: ("hook", "generic", "--policy", "pure-compute"), {2},
                         stdin=json.dumps({"code": code}).encode())

    def test_the_queue_and_what_is_read(self):
        code = str(self.write("code.py", "import json\nprint(json.dumps(1))\n"))
        self.attempt("submit", None, lambda n: ("submit", TASK, "--idempotency-key", f"submit-{n}"))

        def words(n):
            self.assertEqual(self.call("submit", TASK, "--idempotency-key", f"worker-{n}").code, 0)
            return "worker", "--once"

        self.attempt("worker", None, words)
        for call in (("runs", "list"), ("ledger", "verify"), ("store", "verify"), ("approvals", "list"),
                      ("check", "--policy", "data-analysis", code), ("policy", "list"),
                      ("policy", "show", "data-analysis"), ("doctor",)):
            # A file that can't be read is a damaged one, and a program that can't be parsed a denied one.
            self.attempt(" ".join(call[:2]), None, lambda n, call=call: call, FAILURES | {1})
        self.whole({"answered", "failed"})


if __name__ == "__main__":
    unittest.main()
