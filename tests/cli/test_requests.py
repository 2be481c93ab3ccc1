# SPDX-License-Identifier: MIT
"""Who asked for a run is who signed that: a person or an agent, and nobody whom a row names."""
import hashlib
import json
import unittest

import sluice
from engines import once
from owner import Owner

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
NOBODY = "the request is not signed"


class Requests(Owner):
    def file(self, requester="", agent=None, **head):
        """A trust file with ann, bob and rae; `requester`: the policy for which rae may ask, and nobody else."""
        head = {"apiVersion": "sluice/v1", **head}
        lines = [f"{key}: {value}" for key, value in head.items()] + ["people:"]
        for name in ("ann", "bob", "rae"):
            role, scope = ("requester", requester) if name == "rae" and requester else ("approver", "*")
            lines += [f"  - id: {name}", f"    name: {name.title()} of the tests", "    keys:",
                      f'      - {{public: "{self.person(name)}", from: 2020-01-01, until: 2099-01-01}}', "    roles:",
                      f'      - {{role: {role}, scope: "{scope}", from: 2020-01-01, until: 2099-01-01}}']
        if agent:
            made = self.call("keys", "new", "--machine", "--json", "nightly.key")
            lines += ["services:", f'  - {{name: nightly, purpose: agent, scope: {agent}, public: "{made.json["public"]}", '
                      "from: 2020-01-01, until: 2099-01-01}"]
        path = self.write("trust.yaml", "\n".join(lines) + "\n")
        path.chmod(0o644)
        self.env["SLUICE_TRUST"] = str(path)
        return path

    def asked(self, name, *more, verb="submit"):
        said = (self.by(name, verb, EXAMPLE / "task.yaml", "--json", *more) if name else
                self.call(verb, EXAMPLE / "task.yaml", "--json", *more))
        self.assertIn(said.code, (0, 11), said.err)
        return said.json["run_id"]

    def refused(self, said, words):
        self.assertEqual(said.code, 10, said.out + said.err)
        self.assertIn(words, said.err)

    def worker(self):
        return self.call("worker", "--once", "--json", "--trust-submitters")

    def waits(self, run):
        self.worker()
        self.assertEqual(self.shown(run)["state"], "awaiting_approval", self.shown(run))

    def shown(self, run):
        return self.call("runs", "show", run, "--json").json

    def record(self, run):
        return json.loads(self.plain(self.shown(run)["record_sha256"]))

    def words(self, name, run):
        return self.by(name, "approvals", "show", run, "--json").json["words"]

    def vote(self, name, run):
        return self.by(name, "approvals", "approve", run, "--words", self.words(name, run), "--reason", "read it line by line")

    def test_a_request_is_signed_and_everything_says_so(self):
        self.file()
        run = self.asked("rae")
        self.waits(run)
        shown = self.shown(run)
        self.assertEqual((shown["requester"], shown["requested_by"]["authenticated"], shown["separation_of_duties"]),
                         ("rae", True, True))
        page = self.by("ann", "approvals", "show", run)
        self.assertRegex(page.out, r"request +signed by Rae of the tests \(key [0-9a-f]{16}\)")
        subject = self.by("ann", "approvals", "show", run, "--json").json["subject"]
        self.assertEqual((subject["v"], subject["request"]), (4, shown["requested_by"]["request_sha256"]))
        self.refused(self.vote("rae", run), "'rae' asked for this run")
        self.assertEqual(self.vote("ann", run).code, 0)
        self.assertEqual(self.worker().json["status"], "answered")
        record = self.record(run)
        self.assertEqual((record["requested_by"]["id"], record["requested_by"]["authenticated"], record["separation_of_duties"]),
                         ("rae", True, True))
        said = self.call("ledger", "verify")
        self.assertNotIn("act", said.out + said.err)

    @once
    def test_without_a_signature_nothing_proves_that_two_people_took_part(self):
        self.file()
        run = self.asked(None)
        self.waits(run)
        self.assertIn("not signed: anybody with this account name", self.by("ann", "approvals", "show", run).out)
        shown = self.shown(run)
        self.assertEqual((shown["requested_by"]["authenticated"], shown["separation_of_duties"]), (False, False))
        self.assertIn(NOBODY, shown["separation_reason"])
        self.assertNotIn("request", self.by("ann", "approvals", "show", run, "--json").json["subject"])
        self.assertEqual(self.vote("ann", run).code, 0)
        self.assertEqual(self.worker().json["status"], "answered")
        record = self.record(run)
        self.assertEqual((record["requested_by"]["authenticated"], record["separation_of_duties"]), (False, False))
        self.assertIn(NOBODY, record["separation_reason"])

    def test_unsigned_requests_are_refused_where_the_file_says_so(self):
        self.file(requests="{signed: true}")
        self.refused(self.call("submit", EXAMPLE / "task.yaml"), NOBODY)
        self.refused(self.call("run", EXAMPLE / "task.yaml"), NOBODY)
        self.waits(self.asked("rae"))

    @once
    def test_whoever_comes_without_a_trust_file_is_refused_by_the_worker(self):
        trust = self.file(requests="{signed: true}")
        self.waits(self.asked("rae"))
        del self.env["SLUICE_TRUST"]
        run = self.asked(None)
        self.env["SLUICE_TRUST"] = str(trust)
        self.assertNotIn("answered", self.worker().out)
        shown = self.shown(run)
        self.assertEqual(shown["state"], "received")
        self.assertIn(NOBODY, json.dumps(shown["history"]))

    @once
    def test_who_is_named_asks_under_his_policy_alone(self):
        self.file(requester="data-analysis")
        self.refused(self.call("submit", EXAMPLE / "task.yaml"), "the trust file restricts who may ask for runs")
        self.refused(self.by("bob", "submit", EXAMPLE / "task.yaml"), "'bob' may not ask for runs under the policy 'data-analysis'")
        self.refused(self.by("rae", "submit", EXAMPLE / "task.yaml", "--policy", "file-transform"),
                     "'rae' may not ask for runs under the policy 'file-transform'")
        self.waits(self.asked("rae"))

    def test_an_agent_asks_with_a_key_of_its_own(self):
        self.file(agent="data-analysis")
        said = self.call("submit", EXAMPLE / "task.yaml", "--json", "--key", "nightly.key")
        self.assertEqual(said.code, 0, said.err)
        run = said.json["run_id"]
        self.waits(run)
        self.assertEqual((self.shown(run)["requester"], self.shown(run)["requested_by"]["authenticated"]), ("nightly", True))
        self.assertEqual(self.vote("rae", run).code, 0)
        self.assertEqual(self.worker().json["status"], "answered")
        self.refused(self.call("submit", EXAMPLE / "task.yaml", "--policy", "file-transform", "--key", "nightly.key"),
                     "'nightly' may not ask for runs under the policy 'file-transform'")
        mine = self.call("submit", EXAMPLE / "task.yaml", "--json", "--key", "nightly.key", "--idempotency-key", "again").json["run_id"]
        self.refused(self.call("runs", "cancel", run, "--key", "nightly.key"), "is over")
        self.refused(self.by("rae", "runs", "cancel", mine), "neither asked for this run nor holds the role 'operator'")
        self.assertNotEqual(self.call("runs", "cancel", mine).code, 0)
        self.assertEqual(self.call("runs", "cancel", mine, "--key", "nightly.key").code, 0)
        self.assertEqual(self.shown(mine)["state"], "cancelled")
        self.call("keys", "new", "--machine", "other.key")
        self.refused(self.call("submit", EXAMPLE / "task.yaml", "--key", "other.key"), "is not an agent's")

    # -- somebody who owns the database ------------------------------------------------------------

    def test_a_requester_who_was_changed_behind_the_signature(self):
        self.file()
        run = self.asked("rae")
        self.statement("UPDATE run SET requester_id = 'bob' WHERE id = ?", run)
        self.assertNotIn("answered", self.worker().out)
        shown = self.shown(run)
        self.assertEqual((shown["state"], shown["requested_by"]["authenticated"]), ("received", False))
        self.assertIn("'bob' as its requester, but 'rae' signed the request", shown["requested_by"]["refused"])
        self.assertIn(f"the run '{run}' was requested in another person's name", self.call("ledger", "verify").out)

    def test_an_end_that_nobody_signed_is_told(self):
        self.file()
        runs = {end: self.asked("rae") for end in ("flag", "state", "honest")}
        self.statement("UPDATE run SET cancel_requested = 1 WHERE id = ?", runs["flag"])
        self.statement("UPDATE run SET state = 'cancelled' WHERE id = ?", runs["state"])
        self.assertEqual(self.by("rae", "runs", "cancel", runs["honest"]).code, 0)
        said = self.call("ledger", "verify")
        self.assertEqual(said.code, 1)
        for end in ("flag", "state"):
            self.assertIn(f"the run '{runs[end]}' was cancelled without a signature", said.out + said.err)
        self.assertNotIn(runs["honest"], said.out + said.err)
        said = self.call("store", "verify")
        self.assertIn(f"'{runs['state']}' has a state that differs from its history", said.out + said.err)
        self.assertIn(f"'{runs['state']}' is over without an event that records it", said.out + said.err)
        self.assertNotIn(runs["honest"], said.out + said.err)

    def test_rows_of_what_was_signed_repeat_it(self):
        """Each column of a vote and of an act is held against the envelope, and a vote's time against its event."""
        self.file()
        run = self.asked("rae")
        self.waits(run)
        self.assertEqual(self.vote("ann", run).code, 0)
        self.assertEqual(self.call("store", "verify").code, 0)
        for table, column, value in (("approval_vote", "ticket", "CHG-1"), ("approval_vote", "reason", "another reason"),
                                     ("approval_vote", "voted_us", 1), ("approval_vote", "voted_us", 1 << 62),
                                     ("act", "target", "run_x"), ("act", "by_id", "bob"), ("act", "made_us", 1),
                                     ("act", "keyid", "x"), ("act", "kind", "cancel")):
            before = self.statement(f"SELECT {column} FROM {table}")[0]
            self.statement(f"UPDATE {table} SET {column} = ?", value)
            said = self.call("store", "verify")
            with self.subTest(table=table, column=column):
                self.assertEqual(said.code, 1)
                self.assertIn("its row differs from what was signed", said.out + said.err)
            self.statement(f"UPDATE {table} SET {column} = ?", before)
        self.assertEqual(self.call("store", "verify").code, 0)
        self.statement("UPDATE approval_vote SET voted_us = voted_us + 120000000")
        said = self.call("ledger", "verify")
        self.assertIn("the approval no longer has this vote of ", said.out + said.err)

    def test_the_inbox_shows_what_was_hashed(self):
        self.file()
        run = self.asked("rae")
        self.waits(run)
        self.statement("UPDATE run SET title = 'something harmless', reason = 'line 1: a word of mine' WHERE id = ?", run)
        said = self.by("ann", "approvals", "list").out
        self.assertIn("Load the orders into a table", said)
        self.assertIn("line 3: module 'sqlite3': databases need a reviewer", said)
        self.assertNotIn("harmless", said)
        self.assertNotIn("a word of mine", said)

    @once
    def test_a_stranger_names_no_program_of_this_machine_as_a_model(self):
        """Not as the model, and not as one that stands for a script that has no reply left."""
        self.file()
        made = self.folder / "made"
        command = {"provider": "command", "command": ["/bin/sh", "-c", f"touch {made}"]}
        script = {"provider": "script", "file": str(self.write("none.json", '{"replies": []}'))}
        fallen = {"recording": 1, "exchanges": [{"name": "plan_1", "max_tokens": 1, "messages": [], "failure": None, "prompt_tokens": 0,
                                                 "completion_tokens": 0, "reply": {"finish": "refusal", "text": "", "note": "", "model": "",
                                                                                   "id": "", "fingerprint": ""}}]}
        refuses = {"provider": "script", "file": str(self.write("fallen.json", json.dumps(fallen)))}
        for model in (command, {**refuses, "fallbacks": [command], "fall_back_on": ["refusal"]}, {**script, "repair": command}):
            task = self.write("task.yaml", json.dumps({"goal": "count", "policy": "pure-compute", "output": {"schema": {}},
                                                       "model": model}))
            said = self.by("rae", "submit", task, "--json")
            self.assertEqual(said.code, 0, said.err)
            self.call("worker", "--once", "--json")
            record = self.record(said.json["run_id"])
            self.assertIn("this worker takes no model settings from 'rae'", record["reason"])
            self.assertFalse(made.exists())

    @once
    def test_who_asked_is_put_out_of_the_approval(self):
        """Rae asks; behind that the rows say that bob did, so that rae may vote."""
        self.file()
        run = self.asked("rae")
        self.waits(run)
        rule, = self.statement("SELECT rule FROM approval WHERE run_id = ?", run)
        forged = rule.replace('"rae"', '"bob"')
        self.statement("UPDATE run SET requester_id = 'bob' WHERE id = ?", run)
        self.statement("UPDATE approval SET requester_id = 'bob', rule = ?, rule_sha256 = ? WHERE run_id = ?", forged,
                       hashlib.sha256(forged.encode()).hexdigest(), run)
        said = self.vote("rae", run)
        self.refused(said, "the run names 'bob' as its requester, but 'rae' signed the request")

    @once
    def test_a_request_that_was_taken_away_takes_the_approval_with_it(self):
        self.file()
        run = self.asked("rae")
        self.waits(run)
        self.assertEqual(self.vote("ann", run).code, 0)
        self.statement("DELETE FROM act WHERE kind = 'request'")
        self.assertNotIn('"answered"', self.worker().out)
        self.assertNotEqual(self.shown(run)["state"], "answered")
        self.assertNotEqual(self.call("ledger", "verify").code, 0)


if __name__ == "__main__":
    unittest.main()
