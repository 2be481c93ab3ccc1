# SPDX-License-Identifier: MIT
"""Asked for by one, approved by two others with their own keys, resumed by a worker in another process: and then with one byte
changed after the votes, wherever it may stand."""
import hashlib
import json
import os
import sqlite3
import subprocess
import unittest

import sluice
from engines import Stored, once
from owner import Owner

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
POLICY = """\
apiVersion: sluice/v1
id: two-eyes
title: data work, and two people for what it leaves open
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
override:
  - {what: escalation, reason: "two people decide here"}
escalation: {needs: [{role: approver, n: 2}]}
"""


class Governance(Owner):
    def setUp(self):
        super().setUp()
        self.trust({"rita": ["requester"], "ann": ["approver"], "bob": ["approver"], "carl": ["auditor"]})
        self.write("two-eyes.yaml", POLICY)
        self.write("orders.csv", (EXAMPLE / "orders.csv").read_bytes())
        self.write("replies.json", (EXAMPLE / "replies.json").read_bytes())
        self.write("task.yaml", (EXAMPLE / "task.yaml").read_text().replace("policy: data-analysis",
                                                                            "policy: ./two-eyes.yaml"))
        asked = self.by("rita", "run", "task.yaml", "--json")
        self.assertEqual(asked.code, 11, asked.err)
        self.run_id = asked.json["run_id"]

    def words(self):
        return self.by("ann", "approvals", "show", self.run_id, "--json").json["words"]

    def approve(self, name):
        return self.by(name, "approvals", "approve", self.run_id, "--words", self.words(), "--reason",
                       "read it line by line")

    def approved(self):
        for name in ("ann", "bob"):
            said = self.approve(name)
            self.assertEqual(said.code, 0, said.err)

    def state(self):
        return self.call("runs", "show", self.run_id, "--json").json["state"]

    def worker(self, **env):
        return self.call("worker", "--once", "--json", env=env)

    # -- as it should be ---------------------------------------------------------------------------

    def test_two_others_approve_and_a_worker_answers(self):
        self.assertEqual(self.state(), "awaiting_approval")
        self.assertEqual(self.worker().out, "")
        self.assertEqual(self.approve("ann").code, 0)
        self.assertEqual(self.state(), "awaiting_approval")
        self.assertEqual(self.worker().out, "")
        self.assertEqual(self.approve("bob").code, 0)
        self.assertEqual(self.state(), "approved")
        done = self.worker()
        self.assertEqual(done.json["status"], "answered", done.out + done.err)
        shown = self.call("runs", "show", self.run_id)
        self.assertIn("answered", shown.out)
        self.assertIn("customer", shown.out)
        self.assertEqual(self.worker().out, "")

    # -- who may not -------------------------------------------------------------------------------

    def refused(self, said, words):
        self.assertNotEqual(said.code, 0, said.out)
        self.assertIn(words, said.err)
        self.assertEqual(self.state(), "awaiting_approval")

    def test_nobody_approves_himself(self):
        self.refused(self.approve("rita"), "rita")

    def test_one_person_is_one_vote(self):
        self.assertEqual(self.approve("ann").code, 0)
        self.refused(self.approve("ann"), "this person has already voted")

    @once
    def test_a_role_is_needed(self):
        self.refused(self.approve("carl"), "carl")

    @once
    def test_the_words_are_needed(self):
        said = self.by("ann", "approvals", "approve", self.run_id, "--words", "babab-babab-babab-babab-babab-babab-babab-"
                       "babab", "--reason", "read it line by line")
        self.refused(said, "words")

    @once
    def test_a_reason_is_needed(self):
        self.refused(self.by("ann", "approvals", "approve", self.run_id, "--words", self.words(), "--reason", "."),
                     "reason")

    def test_one_rejection_ends_it(self):
        self.assertEqual(self.approve("ann").code, 0)
        said = self.by("bob", "approvals", "reject", self.run_id, "--reason", "the table is never closed")
        self.assertEqual(said.code, 0, said.err)
        self.assertEqual(self.state(), "rejected")
        self.assertEqual(self.worker().out, "")

    def test_a_store_without_its_guards_is_not_used(self):
        if self.engine != "sqlite":
            self.skipTest("of SQLite alone: PostgreSQL's guards can be put to sleep for a session")
        with sqlite3.connect(self.folder / "store" / "store.db", isolation_level=None) as db:
            name, = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' LIMIT 1").fetchone()
            db.execute(f'DROP TRIGGER "{name}"')
        said = self.worker()
        self.assertNotEqual(said.code, 0)
        self.assertIn("guards", said.err)

    def test_a_database_shell_writes_nothing(self):
        if self.engine != "sqlite":
            self.skipTest("of SQLite alone: PostgreSQL's guards are in the server")
        with sqlite3.connect(self.folder / "store" / "store.db", isolation_level=None) as db:
            for statement in ("UPDATE run SET state = 'answered'", "DELETE FROM approval", "DELETE FROM ledger_event",
                              "INSERT INTO act SELECT 'act_x', kind, target, by_id, keyid, envelope_sha256, 0, 0 FROM act"):
                with self.assertRaisesRegex(sqlite3.Error, "no such function: guard"):
                    db.execute(statement)

    # -- after the votes, somebody who owns the database changes one byte --------------------------------

    def read(self, column):
        return self.plain(self.statement(f"SELECT {column} FROM run WHERE id = ?", self.run_id)[0])

    def point(self, column, data):
        self.statement(f"UPDATE run SET {column} = ? WHERE id = ?", self.content(data), self.run_id)

    def repack(self, path, change, policy=None):
        """The stored task with one of its files changed, and everything that hangs on it made to fit."""
        task = json.loads(self.read("task_sha256"))
        for file in task["files"]:
            if file["path"] == path:
                old = self.plain(file["sha256"])
                new = change(old)
                self.assertNotEqual(old, new)
                file["sha256"] = self.content(new)
        if policy:
            task["policy_sha256"] = policy
        self.point("task_sha256", json.dumps(task, sort_keys=True, separators=(",", ":")).encode())

    def is_stopped(self, *words):
        done = self.worker()
        told = done.out + done.err
        self.assertNotIn("answered", told)
        self.assertTrue(any(word in told for word in words), told)
        self.assertNotEqual(self.state(), "answered")
        shown = self.call("runs", "show", self.run_id, "--json").json
        self.assertNotIn("running", [step["to"] for step in shown["history"]])

    @once
    def test_another_code(self):
        self.approved()
        self.point("code_sha256", self.read("code_sha256").replace(b'":memory:"', b'"orders.db"'))
        self.is_stopped("'box.code' differs")

    @once
    def test_another_input(self):
        self.approved()
        self.repack("inputs/orders.csv", lambda data: data + b"Mallory,1000000\n")
        self.is_stopped("the run's request is for another task")

    @once
    def test_another_limit(self):
        self.approved()
        self.repack("task.json", lambda data: data.replace(b'"wall_s": 10', b'"wall_s": 9')
                    .replace(b'"wall_s": 20', b'"wall_s": 19').replace(b'"wall_s": 5', b'"wall_s": 4'))
        self.is_stopped("the run's request is for another task")

    @once
    def test_another_policy(self):
        self.approved()
        self.repack("policy/two-eyes.yaml", lambda data: data.replace(b"revision: 1", b"revision: 2"))
        self.is_stopped("the policy is not the one that this run was requested under", "for another task")

    @once
    def test_another_policy_with_its_digest(self):
        self.approved()
        weaker = POLICY.replace("revision: 1", "revision: 2")
        self.write("weaker/two-eyes.yaml", weaker)
        shown = self.call("policy", "show", self.folder / "weaker" / "two-eyes.yaml", "--json").json
        digest = shown.get("sha256") or shown["digest"]
        self.repack("policy/two-eyes.yaml", lambda data: weaker.encode(), policy=digest)
        self.is_stopped("the run's request is for another task")

    @once
    def test_another_goal(self):
        self.approved()
        self.repack("task.json", lambda data: data.replace(b"Load the orders", b"Load all orders"))
        self.is_stopped("the run's request is for another task")

    def test_a_damaged_content(self):
        self.approved()
        code = self.read("code_sha256")
        self.statement("UPDATE content SET bytes = ? WHERE sha256 = ?", code.replace(b"import", b"import "),
                       hashlib.sha256(code).hexdigest())
        self.is_stopped("is damaged")

    def test_an_approval_without_its_votes(self):
        """The database says that it is approved, and nobody has signed."""
        self.statement("UPDATE approval SET state = 'approved', decided_us = opened_us, use_until_us = opened_us + "
                       "use_for_us WHERE run_id = ?", self.run_id)
        self.statement("UPDATE run SET state = 'approved' WHERE id = ?", self.run_id)
        self.statement("INSERT INTO job (id, run_id, state, priority, due_us, deadline_us) "
                       "VALUES ('job_1', ?, 'ready', 1, 0, 9000000000000000)",
                       self.run_id)
        self.is_stopped("nothing runs")

    @once
    def test_a_verdict_that_was_made_an_allow(self):
        """The database says that the policy allowed it: the gate is asked again."""
        self.statement("UPDATE run SET state = 'checked', verdict = 'allow' WHERE id = ?", self.run_id)
        self.statement("UPDATE approval SET state = 'superseded' WHERE run_id = ?", self.run_id)
        self.statement("INSERT INTO job (id, run_id, state, priority, due_us, deadline_us) "
                       "VALUES ('job_1', ?, 'ready', 1, 0, 9000000000000000)",
                       self.run_id)
        self.is_stopped("the exception that let this run pass its check is no longer in force")

    @once
    def test_a_worker_without_a_trust_file_leaves_it_to_others(self):
        self.approved()
        lost = self.worker(SLUICE_TRUST="")
        self.assertNotIn("answered", lost.out)
        self.assertIn("trust file", lost.err)
        self.assertEqual(self.state(), "approved")

    @once
    def test_a_delegation_of_junk_stops_nobody(self):
        """Whoever writes it into the database keeps no run from people's votes that lean on none."""
        self.approved()
        self.statement("INSERT INTO delegation (id, from_id, to_id, role, scope, envelope_sha256, from_us, until_us) VALUES "
                       "('del_1', 'ann', 'carl', 'approver', '*', ?, 1, 9000000000)", self.content(b"junk"))
        self.assertEqual(self.worker().json["status"], "answered")

    def test_a_key_that_was_revoked_after_the_vote(self):
        self.approved()
        trust = self.folder / "trust.yaml"
        lines = trust.read_text().split("\n")
        at = lines.index("  - id: ann") + 3
        lines[at] = lines[at].replace("}", ", revoked: 2021-01-01}")
        self.adopt("\n".join(lines))
        self.is_stopped("revoked")


class Asked(Stored):
    """The policy has no objection, and a person must decide all the same."""

    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.write("one.py", "print(1)\n")

    def decide(self, asked, call=None):
        self.assertEqual(asked.code, 11, asked.out + asked.err)
        run = asked.json["run_id"]
        words = self.by("ann", "approvals", "show", run, "--json").json["words"]
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "read it line by line")
        self.assertEqual(said.code, 0, said.err)
        done = (call or self.call)("worker", "--once", "--json")
        self.assertEqual(done.json["status"], "answered", done.out + done.err)

    def test_a_task_may_ask_for_a_review(self):
        source = sluice.SOURCE / "examples" / "conversion"
        for name in ("leads.csv", "replies.json"):
            self.write(name, (source / name).read_bytes())
        self.write("task.yaml", (source / "task.yaml").read_text() + "review: true\n")
        asked = self.call("run", "task.yaml", "--json")
        self.assertEqual(asked.json["reason"], "the task asks for a review")
        self.decide(asked)

    def without_groups(self, *words):
        """The same on a machine without control groups."""
        script = 'mount -t tmpfs none /sys/fs/cgroup && exec "$0" "$@"'
        done = subprocess.run(["unshare", "--mount", "/bin/sh", "-c", script, sluice.PROGRAM, *map(str, words)],
                              capture_output=True, cwd=self.folder, timeout=120, check=False,
                              env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", **self.env})
        return sluice.Said(done)

    @once
    def test_a_policy_may_ask_where_a_guarantee_is_missing(self):
        if os.geteuid() != 0:
            self.skipTest("only root can hide the control groups")
        wanted = "memory_total"
        if [g["state"] for g in self.without_groups("doctor", "--json").json["guarantees"] if g["guarantee"] == wanted] == [
                "enforced"]:
            self.skipTest("this machine bounds memory without control groups")
        self.write("careful.yaml", "apiVersion: sluice/v1\nid: careful\ntitle: t\nrevision: 1\ninterpreter: [cpython-3.11, cpython-3.13]\n"
                   f"extends: [pure-compute]\nexecutor: {{escalate: [{wanted}]}}\n")
        words = ("run", "--code", "one.py", "--policy", "./careful.yaml", "--json")
        if self.call(*words).code == 0:  # where the machine gives it, nobody is asked
            asked = self.without_groups(*words)
            self.assertEqual(asked.json["reason"], f"the policy requires '{wanted}', which this machine can't give")
            self.decide(asked, self.without_groups)

    @once
    def test_a_guarantee_that_is_none_is_an_error(self):
        self.write("wrong.yaml", "apiVersion: sluice/v1\nid: wrong\ntitle: t\nrevision: 1\ninterpreter: [cpython-3.11, cpython-3.13]\n"
                   "extends: [pure-compute]\nexecutor: {escalate: [teleportation]}\n")
        asked = self.call("run", "--code", "one.py", "--policy", "./wrong.yaml", "--json")
        self.assertEqual(asked.code, 13, asked.out)
        self.assertIn("'teleportation', which is not a guarantee's name", asked.json["reason"])


class Solo(Stored):
    """One person alone may approve his own runs, and everything says so."""

    def ask(self, **more):
        self.trust({"ann": ["approver"], **more}, solo="true")
        asked = self.by("ann", "run", EXAMPLE / "task.yaml", "--json")
        self.assertEqual(asked.code, 11, asked.err)
        return asked.json["run_id"]

    def test_his_own_approval_counts_and_is_marked(self):
        run = self.ask()
        shown = self.by("ann", "approvals", "show", run)
        self.assertIn("no separation of duties", shown.out)
        words = self.by("ann", "approvals", "show", run, "--json").json["words"]
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "read it line by line")
        self.assertEqual(said.code, 0, said.err)
        self.assertEqual(self.by("ann", "worker", "--once", "--json").json["status"], "answered")
        self.assertIn("no separation of duties", self.call("runs", "show", run).out)
        self.assertIs(self.call("runs", "show", run, "--json").json["separation_of_duties"], False)

    @once
    def test_a_second_person_ends_it(self):
        self.trust({"ann": ["approver"], "bob": ["approver"]}, solo="true")
        said = self.call("runs", "list")
        self.assertEqual(said.code, 2)
        self.assertIn("'solo' is for one person, but this file lists 2", said.err)


if __name__ == "__main__":
    unittest.main()
