# SPDX-License-Identifier: MIT
"""PostgreSQL: each role does its work with the rights that `sluice store roles` gives it, and nothing that is another's. SQLite:
an auditor reads a file that can't be written."""
import os
import shutil
import secrets
import subprocess
import unittest

import sluice
from engines import Refused, Stored

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
POLICY = """\
apiVersion: sluice/v1
id: one-eye
title: data work, and one person for what it leaves open
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
override:
  - {what: escalation, reason: "one person decides here"}
escalation: {needs: [{role: approver, n: 1}]}
"""
ROLES = ("submit", "approve", "work", "sequence", "audit")
DENIED = "permission denied"

# Statements that stopped, spoilt or bent a store when everybody had one role, and who may speak them at all. What somebody may
# speak a guard refuses, or `ledger verify` sees.
STATEMENTS = [
    ("INSERT INTO ledger_checkpoint VALUES (1, repeat('0', 64), 'junk', now_us())", {"sequence": "signed note"}),
    ("INSERT INTO ledger_event SELECT seq + 1, time_us, type, actor, run_id, approval_id, 'x', 1, leaf_sha256, leaf_sha256, body "
     "FROM ledger_event ORDER BY seq DESC LIMIT 1", {"sequence": None}),
    ("UPDATE ledger_pending SET body = '{}'", {}),
    ("DELETE FROM ledger_pending", {"sequence": "0 rows"}),
    ("UPDATE meta SET value = '9999' WHERE name = 'version'",
     {r: "the version changes only with the schema" for r in ("approve", "work", "sequence")}),
    ("UPDATE meta SET value = 'x' WHERE name = 'origin'",
     {r: "a log gets a new name only when it is opened again" for r in ("approve", "work", "sequence")}),
    ("UPDATE meta SET value = 'x' WHERE name = 'trust'",
     {r: "this role may not change this setting" for r in ("approve", "work", "sequence")}),
    ("UPDATE meta SET value = 'x' WHERE name = 'log_key'",
     {"approve": "this role may not change this setting", "work": "this role may not change this setting",
      "sequence": "a new key of the log must first be announced and signed"}),
    ("UPDATE meta SET value = 'x' WHERE name = 'account_salt'",
     {"approve": "this role may not change this setting", "work": "this role may not change this setting",
      "sequence": "the salt of the pseudonyms does not change"}),
    ("UPDATE meta SET value = '4102444800000000' WHERE name = 'clock_us'",
     {r: "the latest time seen does not go back" for r in ("approve", "work", "sequence")}),
    ("UPDATE meta SET value = 'drain' WHERE name = 'mode'",
     {r: "only a signed act changes the mode" for r in ("approve", "work", "sequence")}),
    ("DELETE FROM meta", {}),
    ("DELETE FROM content_key", {"approve": "only an erasure destroys a key"}),
    ("UPDATE content_key SET bytes = '\\x00'", {}),
    ("SELECT bytes FROM content_key", {"approve": "rows", "work": "rows", "sequence": "rows"}),
    ("DELETE FROM job", {r: "a run in progress keeps its job" for r in ("approve", "work", "sequence")}),
    ("UPDATE approval_comment SET resolved_us = now_us(), resolved_by = 'ann'", {"approve": "0 rows"}),
    ("INSERT INTO run_author SELECT id, revision, 'ann' FROM run WHERE state = 'awaiting_approval'",
     {r: "an author must be named when the code is made" for r in ("approve", "work", "sequence")}),
    ("UPDATE principal SET disabled_us = now_us()", {}),
    ("UPDATE principal_key SET revoked_us = now_us()", {}),
    ("INSERT INTO role_grant SELECT 'ann', 'operator', '*', 0, 9223372036854775807, value FROM meta WHERE name = 'trust'", {}),
    ("DELETE FROM role_grant", {}),
    ("UPDATE run SET cancel_requested = 1, version = version + 1",
     {"approve": "only an act that its requester or an operator signed cancels a run with a signed request"}),
    ("UPDATE run SET state = 'cancelled', version = version + 1",
     {r: "nobody asked to cancel this run" for r in ("approve", "work", "sequence")}),
    ("UPDATE run SET state = 'halted', version = version + 1",
     {r: "nobody has halted the store since the run began" for r in ("approve", "work", "sequence")}),
    ("UPDATE run SET output_sha256 = task_sha256, version = version + 1",
     {r: "an output does not change once it is validated" for r in ("approve", "work", "sequence")}),
    ("INSERT INTO legal_hold (id, matter, run_id, reason, placed_by, placed_us) SELECT 'h', 'm', id, 'for a reason of mine', 'ann', "
     "now_us() FROM run LIMIT 1", {"approve": None}),
    ("UPDATE retention_class SET keep_us = floor_us", {"approve": None}),
    ("UPDATE retention_class SET floor_us = 0, keep_us = 0", {"approve": None}),
    ("UPDATE outbox SET sent_us = now_us()", {"work": "rows", "sequence": "rows"}),
    ("INSERT INTO approval_vote SELECT * FROM approval_vote", {"approve": "0 rows"}),
    ("INSERT INTO effect SELECT id, 1, 'run', id, 1, 'begun', now_us(), NULL FROM run",
     {"work": "the run is not in the state for this effect", "sequence": "the run is not in the state for this effect"}),
    ("TRUNCATE run CASCADE", {}),
    ("DROP TRIGGER guard_update ON run", {}),
    ("ALTER TABLE run DISABLE TRIGGER ALL", {}),
    ("CREATE TRIGGER a BEFORE INSERT ON run FOR EACH ROW EXECUTE FUNCTION guard_truncate()", {}),
    ("CREATE TABLE more ()", {}),
    ("SET session_replication_role = replica", {}),
]


@unittest.skipIf(os.environ.get("SLUICE_TEST_ENGINE") != "postgresql", "of PostgreSQL: a SQLite file's owner has all rights")
class Roles(Stored):
    def setUp(self):
        super().setUp()
        self.prefix = "r" + secrets.token_hex(6)
        self.trust({"rita": ["requester"], "ann": ["approver", "operator"], "olaf": ["operator"]})
        self.write("one-eye.yaml", POLICY)
        self.write("orders.csv", (EXAMPLE / "orders.csv").read_bytes())
        self.write("replies.json", (EXAMPLE / "replies.json").read_bytes())
        self.write("task.yaml", (EXAMPLE / "task.yaml").read_text().replace("policy: data-analysis", "policy: ./one-eye.yaml"))
        self.owner = dict(self.env)
        done = self.call("runs", "list")
        self.assertEqual(done.code, 0, done.err)
        printed = self.call("store", "roles", "--schema", "store", "--prefix", self.prefix)
        self.assertEqual(printed.code, 0, printed.err)
        self.administrator = self.connected("")
        self.administrator.say(printed.out)
        self.administrator.say(printed.out)  # once more changes nothing
        for role in ROLES:
            self.addCleanup(self.administrator.say, f"DROP OWNED BY {self.prefix}_{role}; DROP ROLE {self.prefix}_{role}")

    def role(self, name):
        self.env = {**self.owner, "SLUICE_STORE": self.store.replace("user=sluice", f"user={self.prefix}_{name}")}

    def must(self, said, code=0):
        self.assertEqual(said.code, code, said.out + said.err)
        return said

    def asked(self):
        self.role("submit")
        return self.must(self.by("rita", "submit", "task.yaml", "--json")).json["run_id"]

    def waiting(self):
        run = self.asked()
        self.role("sequence")
        self.must(self.call("worker", "--once", "--json"), 11)
        return run

    def state(self, run):
        return self.must(self.call("runs", "show", run, "--json")).json["state"]

    def test_a_run_from_its_question_to_its_receipt(self):
        run = self.waiting()
        self.role("approve")
        words = self.must(self.by("ann", "approvals", "show", run, "--json")).json["words"]
        self.must(self.by("ann", "approvals", "comment", run, "what is the table for?"))
        self.must(self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "read it line by line"))
        self.role("sequence")
        self.must(self.call("worker", "--once", "--json"))
        self.role("audit")
        self.assertEqual(self.state(run), "answered")
        self.assertIn("permission denied", self.call("runs", "show", run, "--json").json["sealed"])
        verified = self.call("ledger", "verify")
        self.assertEqual(verified.code, 0, verified.out + verified.err)
        self.assertIn("open read-only", verified.err)
        self.must(self.call("ledger", "tail"))
        self.must(self.call("approvals", "list"))

    def test_people_halt_resume_hold_and_cancel(self):
        run = self.asked()
        self.role("approve")
        self.must(self.by("ann", "halt", "--reason", "something is wrong here"))
        for name in ("ann", "olaf"):
            self.by(name, "resume", "--reason", "it was nothing after all")
        self.must(self.by("rita", "runs", "cancel", run, "--reason", "not needed any more"))
        self.assertEqual(self.state(run), "cancelled")

    def test_who_only_reads_changes_nothing(self):
        self.role("audit")
        said = self.by("rita", "submit", "task.yaml")
        self.assertNotEqual(said.code, 0)
        self.assertIn("this store is open read-only", said.err)

    def test_a_role_without_rights_is_told_what_to_do(self):
        self.env = {**self.owner, "SLUICE_STORE": self.store.replace("user=sluice", f"user={self.prefix}_audit")}
        self.administrator.say(f"REVOKE ALL ON ALL TABLES IN SCHEMA store FROM {self.prefix}_audit")
        said = self.call("runs", "list")
        self.assertIn("sluice store roles", said.err)
        self.administrator.say(f"REVOKE ALL ON SCHEMA store FROM {self.prefix}_audit")
        said = self.call("runs", "list")
        self.assertIn("sluice store roles", said.err)

    # -- statements --------------------------------------------------------------------------------

    def speak(self, role, statement):
        """The statement in a transaction that is rolled back: what the server said."""
        connection = self.connected("SET search_path = store, pg_temp", user=f"{self.prefix}_{role}")
        connection.say("BEGIN")
        try:
            connection.say(statement)
            return ""
        except Refused as refused:
            return str(refused)
        finally:
            connection.say("ROLLBACK")

    def test_statements_of_each_role(self):
        self.waiting()
        self.asked()
        spoken = effective = 0
        for statement, may in STATEMENTS:
            for role in ROLES:
                said = self.speak(role, statement)
                spoken += 1
                with self.subTest(role=role, statement=statement, said=said):
                    if role not in may:
                        self.assertRegex(said, "permission denied|must be owner")
                    elif may[role] not in (None, "rows", "0 rows"):
                        self.assertIn(may[role], said)
                    elif may[role] is None:
                        effective += not said
        print(f"{spoken} statements by {len(ROLES)} roles, {effective} not refused")


@unittest.skipIf(os.environ.get("SLUICE_TEST_ENGINE") == "postgresql", "of SQLite")
class ReadOnly(Stored):
    def setUp(self):
        super().setUp()
        self.write("orders.csv", (EXAMPLE / "orders.csv").read_bytes())
        self.write("replies.json", (EXAMPLE / "replies.json").read_bytes())
        self.write("task.yaml", (EXAMPLE / "task.yaml").read_text())
        asked = self.call("submit", "task.yaml", "--json")
        self.assertEqual(asked.code, 0, asked.err)
        self.run_id = asked.json["run_id"]
        self.assertEqual(self.call("ledger", "checkpoint").code, 0)

    def mounted(self, *words):
        """The call where the store's folder is mounted for reading alone."""
        script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
        done = subprocess.run(
            ["unshare", "-m", "sh", "-c", script, "sh", self.folder / "store", sluice.PROGRAM, *words], capture_output=True,
            env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.folder), **self.env}, check=False)
        if b"unshare" in done.stderr or b"mount" in done.stderr:
            self.skipTest("no mounts here: " + done.stderr.decode())
        return sluice.Said(done)

    def read(self, call):
        verified = call("ledger", "verify")
        self.assertEqual(verified.code, 0, verified.out + verified.err)
        self.assertIn("note: the store is open read-only", verified.err)
        self.assertIn(self.run_id, call("runs", "list", "--json").out)
        shown = call("runs", "show", self.run_id, "--json")
        self.assertEqual(shown.code, 0, shown.err)
        refused = call("runs", "cancel", self.run_id, "--reason", "from a copy")
        self.assertNotEqual(refused.code, 0)
        self.assertIn("open read-only", refused.err)

    def test_a_read_only_mount(self):
        self.read(self.mounted)

    def test_another_account_with_a_copy(self):
        if os.geteuid() != 0:
            self.skipTest("needs another account")
        place = self.folder / "audit"
        shutil.copytree(self.folder / "store", place)
        for path in place.iterdir():
            path.chmod(0o444)
        place.chmod(0o555)
        self.folder.chmod(0o755)

        def call(*words):
            return sluice.Said(subprocess.run(
                ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", sluice.PROGRAM, *words],
                capture_output=True, check=False,
                env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SLUICE_STORE": f"sqlite:{place}/store.db"}))

        if b"denied" in subprocess.run(["setpriv", "--reuid=nobody", "--clear-groups", sluice.PROGRAM, "version"],
                                       capture_output=True, check=False).stderr:
            self.skipTest("the program is not for other accounts here")
        self.read(call)


if __name__ == "__main__":
    unittest.main()
