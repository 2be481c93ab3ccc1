# SPDX-License-Identifier: MIT
"""Calls of the system fail in turn under the program: it says so, and loses nothing."""
import json
import os
import pathlib
import sys
import unittest

import sluice
from engines import BY_STDIN, PASSPHRASE, once
from faults import FAILURES, TASK, Faults

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "planner"))
from fake_provider import Provider, Reply, completion  # noqa: E402

HELD = 'import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect("a.db").execute("select 1").fetchall()))\n'


class Verbs(Faults):
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

    @once
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

    @once
    def test_a_beginning(self):
        """The files are whole, or none is there and the next try makes them."""
        self.write("sales.csv", "region,customer,amount\nnorth,Ann Smith,12.5\nsouth,Bob Jones,\n")
        folders = []

        def words(n):
            folders.append(self.folder / f"beginning-{n}")
            return "init", "sales.csv", "--sensitive", "customer", "--out", folders[-1]

        def texts(folder):
            return {path.name.replace(folder.name, "NAME"): path.read_text().replace(folder.name, "NAME") for path in folder.iterdir()}

        self.attempt("init", None, words)
        whole = texts(folders[0])
        self.assertIn("sensitive: [\"customer\"]", whole["task.yaml"])
        for folder in folders:
            if folder.exists():
                self.assertEqual(texts(folder), whole)

    def test_a_forged_receipt_is_never_verified(self):
        self.trust({"ann": ["approver"]})
        own = self.folder / "own.yaml"
        self.assertEqual(self.call("trust", "init", own).code, 0)
        trust = self.folder / "trust.yaml"
        trust.write_text(trust.read_text() + own.read_text()[own.read_text().index("services:"):])
        run = self.call("run", TASK, "--json")
        self.assertEqual(run.code, 0, run.out + run.err)
        good, forged = self.folder / "good.json", self.folder / "forged.json"
        exported = self.call("receipt", "export", run.json["run_id"])
        self.assertEqual(exported.code, 0, exported.err)
        good.write_text(exported.out)
        payload = json.loads(exported.out)
        payload["payload"] = payload["payload"][:40] + ("A" if payload["payload"][40] != "A" else "B") + payload["payload"][41:]
        forged.write_text(json.dumps(payload))
        for file, code in ((good, 0), (forged, 1)):
            said = self.call("receipt", "verify", file)
            self.assertEqual((said.code, "NOT" in said.out), (code, code == 1), said.out + said.err)
            if self.engine == "sqlite":  # it opens no store
                self.attempt(f"receipt {file.name}", None, lambda n, file=file: ("receipt", "verify", file), FAILURES | {1})
        self.attempt("receipt of a run", None, lambda n: ("receipt", "verify", run.json["run_id"]), FAILURES | {1})

    def test_what_is_refused_is_never_let_through(self):
        code = self.write("code.py", "import os\nos.system('id')\n")
        held = self.write("held.py", HELD)
        wrong = self.write("wrong.json", '{"days": 3}')
        schema = self.write("schema.json", '{"type": "object", "properties": {"days": {"type": "array"}}}')
        for words, failures in ((("check", "--policy", "data-analysis", code), FAILURES | {1}),
                                (("check", "--policy", "data-analysis", held), FAILURES | {1, 11}),
                                (("schema", "validate", schema, wrong), FAILURES | {1}),
                                (("run", sluice.SOURCE / "examples/misfit/task.yaml"), FAILURES | {15}),
                                (("run", sluice.SOURCE / "examples/escalation/task.yaml"), FAILURES | {11})):
            self.assertNotEqual(self.call(*words).code, 0)
            if self.engine != "sqlite" and words[0] != "run":
                continue  # it opens no store
            self.attempt(" ".join(map(str, words[:2])), None, lambda n, words=words: words, failures)

    def test_the_queue_and_what_is_read(self):
        code = str(self.write("code.py", "import json\nprint(json.dumps(1))\n"))
        self.attempt("submit", None, lambda n: ("submit", TASK, "--idempotency-key", f"submit-{n}"))

        def words(n):
            self.assertEqual(self.call("submit", TASK, "--idempotency-key", f"worker-{n}").code, 0)
            return "worker", "--once"

        self.attempt("worker", None, words)
        self.assertIn(f" events in {self.store}\n", self.call("doctor").out)
        without = [("check", "--policy", "data-analysis", code), ("policy", "list"), ("policy", "show", "data-analysis"), ("doctor",)]
        for call in [("runs", "list"), ("ledger", "verify"), ("store", "verify"), ("approvals", "list"),
                     *(without if self.engine == "sqlite" else [])]:  # those open no store; doctor opens it as `runs list` does
            # A file that can't be read is a damaged one, and a program that can't be parsed a denied one.
            self.attempt(" ".join(call[:2]), None, lambda n, call=call: call, FAILURES | {1})
        self.whole({"answered", "failed"})


if __name__ == "__main__":
    unittest.main()
