# SPDX-License-Identifier: MIT
"""What people say is believed by their signatures. Here somebody writes the database with the service's role, all guards standing, or
calls the program with keys and trust files of his own: nothing goes on by it, and `ledger verify` names what nobody signed."""
import base64
import hashlib
import json
import os
import secrets
import subprocess
import time
import unittest

import sluice
from engines import Refused, Stored

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
ACT = ("INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
       "VALUES ('act_{n}', '{kind}', '{target}', '{by}', '{keyid}', '{sha256}', {made}, now_us())")


def canonical(thing):
    return json.dumps(thing, sort_keys=True, separators=(",", ":")).encode()


class Acts(Stored):
    people = {"rae": ["requester"], "ann": ["approver"], "bob": ["approver"], "opa": ["operator"], "opb": ["operator"],
              "ida": ["custodian"], "jon": ["custodian"], "kim": ["redactor"]}

    def setUp(self):
        super().setUp()
        self.trust(self.people)

    def done(self, name, *words):
        said = self.by(name, *words)
        self.assertEqual(said.code, 0, said.out + said.err)
        return said

    # -- the service's role ------------------------------------------------------------------------

    def rows(self, statement):
        """What the statement says; None where the database refuses it."""
        if self.engine == "postgresql":
            try:
                return self.connected("SET search_path = store").say(statement)
            except Refused:
                return None
        done = subprocess.run([os.environ["SLUICE_TEST_APPLICATION"], self.folder / "store" / "store.db", statement],
                              capture_output=True, check=False)
        if done.returncode:
            return None
        return [tuple(line.split("\t")) for line in done.stdout.decode().splitlines()]

    def one(self, statement):
        found = self.rows(statement)
        self.assertTrue(found, statement)
        return found[0][0]

    def act(self, kind, target, by, **changes):
        """The rows of an act in somebody's name: an envelope as it has to be, but for a signature of chance."""
        made = int(time.time() * 1000000)
        keyid = self.keyid(by)
        store = self.one("SELECT value FROM meta WHERE name = 'origin'")
        predicate = {"by": by, "kind": kind, "made_us": made, "meaning": "this store may go on", "nonce": secrets.token_hex(8),
                     "printed_name": f"{by.title()} of the tests", "reason": "the cause is found", "store": store,
                     "terms": "{}", **changes}
        statement = {"_type": "https://in-toto.io/Statement/v1",
                     "subject": [{"name": target, "digest": {"sha256": hashlib.sha256(canonical(predicate)).hexdigest()}}],
                     "predicateType": "urn:sluice:act:v1", "predicate": predicate}
        envelope = canonical({"payload": base64.b64encode(canonical(statement)).decode(),
                              "payloadType": "application/vnd.in-toto+json",
                              "signatures": [{"keyid": keyid, "sig": base64.b64encode(secrets.token_bytes(64)).decode()}]})
        return self.act_row(kind, target, by, keyid, envelope, made)

    def act_row(self, kind, target, by, keyid, envelope, made):
        sha256 = hashlib.sha256(envelope).hexdigest()
        blob = f"x'{envelope.hex()}'" if self.engine == "sqlite" else f"'\\x{envelope.hex()}'"
        stored = self.rows("INSERT INTO content (sha256, size, media_type, bytes, made_us) VALUES "
                           f"('{sha256}', {len(envelope)}, 'application/vnd.dsse+json', {blob}, now_us())")
        self.assertIsNotNone(stored)
        return self.rows(ACT.format(n=secrets.token_hex(8), kind=kind, target=target, by=by, keyid=keyid, sha256=sha256, made=made))

    def keyid(self, name):
        data = self.person(name).removeprefix("ed25519:")
        return hashlib.sha256(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))).hexdigest()

    def problems(self):
        return self.call("ledger", "verify").out

    # -- halted is halted --------------------------------------------------------------------------

    def stays_halted(self):
        said = self.by("rae", "submit", EXAMPLE / "task.yaml")
        self.assertNotEqual(said.code, 0, said.out)
        self.assertIn("halted", said.err)
        self.assertNotIn("answered", self.call("worker", "--once", "--json").out)

    def test_a_halt_against_the_services_role(self):
        self.done("opa", "halt", "--reason", "something is wrong")
        run = "UPDATE meta SET value = 'run' WHERE name = 'mode'"
        halt = "(SELECT envelope_sha256 FROM act WHERE kind = 'halt')"
        for statement in (
                run,
                "UPDATE meta SET value = 'drain' WHERE name = 'mode'",
                "UPDATE meta SET name = 'old_mode' WHERE name = 'mode'",
                "DELETE FROM meta WHERE name = 'mode'",
                "INSERT INTO meta (name, value) VALUES ('mode2', 'run')",
                "DELETE FROM act",
                "UPDATE act SET kind = 'resume'",
                "UPDATE act SET made_us = 0",
                f"UPDATE content SET bytes = NULL, erased_us = now_us() WHERE sha256 = {halt}",
                f"DELETE FROM content WHERE sha256 = {halt}",
                f"INSERT INTO act SELECT 'act_x', 'resume', 'store', 'opb', 'k', {halt}, now_us(), now_us()",
                "INSERT INTO role_grant (principal_id, role, scope, from_us, until_us, trust_sha256) SELECT 'ann', 'operator', '*', "
                "0, 9000000000000000, value FROM meta WHERE name = 'trust'",
                "UPDATE principal_key SET revoked_us = 1 WHERE principal_id = 'opa'",
        ):
            with self.subTest(statement):
                self.rows(statement)
                self.stays_halted()
        # Two operators seem to say so: bytes of no act, then acts with signatures of chance.
        for by in ("opa", "opb"):
            self.act_row("resume", "store", by, self.keyid(by), secrets.token_bytes(40), int(time.time() * 1000000))
        self.assertIsNotNone(self.rows(run))
        self.stays_halted()
        for by in ("opa", "opb"):
            self.act("resume", "store", by)
            self.act("drain", "store", by)
            self.act("resume", "store", by, meaning="this store may go on; after a halt, with a second operator")
        self.rows(run)
        self.stays_halted()
        self.assertNotEqual(self.by("ann", "resume", "--reason", "the cause is found").code, 0)
        said = self.problems()
        self.assertIn("9 acts, but 1 events of type act.made", said)
        # One operator signs, and a row seconds him.
        self.assertEqual(self.by("opa", "resume", "--reason", "the cause is found").code, 11)
        self.act("resume", "store", "opb")
        self.rows(run)
        self.stays_halted()
        self.done("opb", "resume", "--reason", "the cause is found")
        self.done("rae", "submit", EXAMPLE / "task.yaml")

    # -- what is held is held ----------------------------------------------------------------------

    def hold(self):
        self.write("one.py", "print(1)\n")
        asked = self.by("rae", "run", "--code", "one.py", "--policy", "pure-compute", "--json")
        self.assertEqual(asked.code, 0, asked.err)
        run = asked.json["run_id"]
        return run, self.done("ida", "hold", "place", "--matter", "case-7", "--run", run, "--reason", "a court asks for it",
                              "--json").json["hold"]

    def erases_nothing(self, *words):
        said = self.by("jon", "retention", "sweep")
        if words:
            self.assertNotEqual(said.code, 0, said.out)
            self.assertIn(words[0], said.err)
        self.assertEqual(str(self.one("SELECT count(*) FROM content WHERE erased_us IS NOT NULL")), "0")

    def test_holds_and_times_against_the_services_role(self):
        run, hold = self.hold()
        lifted = (f"UPDATE legal_hold SET lifted_by = 'jon', lifted_us = now_us(), lift_reason = 'the case is closed' WHERE id = '{hold}'")
        for statement in (
                "DELETE FROM legal_hold",
                "UPDATE legal_hold SET run_id = NULL",
                "UPDATE legal_hold SET from_us = 1, until_us = 2",
                "UPDATE content_use SET floor_until_us = 0, made_us = 0",
                "UPDATE content SET made_us = 0",
                "INSERT INTO erasure (id, kind, sha256, class, key_id, actor, begun_us) SELECT 'ers_x', 'content', c.sha256, 'output', "
                "c.key_id, 'jon', now_us() FROM content c JOIN content_use u ON u.sha256 = c.sha256 AND u.class = 'output' LIMIT 1",
                "INSERT INTO redaction (id, run_id, approval_id, subject_sha256, asked_by, asked_us, begun_us) SELECT 'rdc_x', id, id, "
                "task_sha256, 'ida', now_us(), now_us() FROM run LIMIT 1",
                "UPDATE retention_class SET floor_us = 0, keep_us = 0 WHERE name = 'evidence'",
        ):
            with self.subTest(statement):
                self.rows(statement)
                self.erases_nothing()
        self.assertIsNotNone(self.rows(lifted))
        self.erases_nothing("no valid act by a custodian lifts the hold")
        self.act("lift", hold, "jon")
        self.erases_nothing("no valid act by a custodian lifts the hold")
        said = self.problems()
        self.assertIn("acts, but", said)
        self.assertEqual(self.done("jon", "hold", "lift", hold, "--reason", "the case is closed").code, 0)
        self.assertIsNotNone(self.rows("UPDATE retention_class SET floor_us = 0, keep_us = 0 WHERE name = 'output'"))
        self.erases_nothing("no valid act by a custodian sets how long 'output' is kept")
        self.act("retention", "output", "ida", terms='{"floor_us":0,"keep_us":0,"redact_us":0}')
        self.erases_nothing("no valid act by a custodian sets how long 'output' is kept")
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "answered")

    # -- what was said about an approval -------------------------------------------------------------

    def waiting(self):
        asked = self.by("rae", "run", EXAMPLE / "task.yaml", "--json")
        self.assertEqual(asked.code, 11, asked.err)
        run = asked.json["run_id"]
        shown = self.done("ann", "approvals", "show", run, "--json").json
        return run, self.one(f"SELECT id FROM approval WHERE run_id = '{run}'"), shown["words"]

    def approve(self, name, run, words):
        return self.by(name, "approvals", "approve", run, "--words", words, "--reason", "read it line by line")

    def test_comments_and_vetoes_against_the_services_role(self):
        run, approval, words = self.waiting()
        self.done("bob", "approvals", "comment", run, "where does this come from?", "--must-resolve")
        comment = self.one("SELECT id FROM approval_comment")
        for statement in (
                "DELETE FROM approval_comment",
                "UPDATE approval_comment SET must_resolve = 0",
                "UPDATE approval_comment SET author_id = 'rae'",
                "UPDATE approval_comment SET body = 'fine'",
                f"UPDATE approval SET state = 'approved', decided_us = now_us(), use_until_us = now_us() + use_for_us WHERE id = '{approval}'",
                f"UPDATE run SET state = 'approved', version = version + 1 WHERE id = '{run}'",
                f"UPDATE approval_comment SET resolved_us = now_us(), resolved_by = 'bob' WHERE id = '{comment}'",
        ):
            with self.subTest(statement):
                self.rows(statement)
                self.assertNotIn("answered", self.call("worker", "--once", "--json").out)
        self.act("resolve", comment, "bob")
        self.assertEqual(self.approve("ann", run, words).code, 0)
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "awaiting_approval")
        self.assertNotIn("answered", self.call("worker", "--once", "--json").out)
        # Things in others' names only stop, and are told.
        self.rows("INSERT INTO approval_comment (id, approval_id, author_id, body, must_resolve, made_us) VALUES ('cmt_x', "
                  f"'{approval}', 'ann', 'I have doubts', 1, now_us())")
        said = self.problems()
        self.assertIn(f"a comment on the approval '{approval}' was made without a signature", said)
        self.assertNotEqual(self.by("rae", "approvals", "resolve", comment).code, 0)
        self.done("bob", "approvals", "resolve", comment)
        self.done("opa", "approvals", "resolve", "cmt_x")
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "approved")

    def test_rows_that_end_something_are_told(self):
        run, approval, _ = self.waiting()
        self.rows(f"UPDATE approval SET state = 'withdrawn' WHERE id = '{approval}'")
        self.done("ann", "approvals", "delegate", "add", "--to", "bob", "--role", "approver", "--until", "2026-12-01", "--reason", "away")
        self.rows("UPDATE delegation SET revoked_us = now_us()")
        self.rows("UPDATE meta SET value = 'halt' WHERE name = 'mode'")
        said = self.problems()
        self.assertIn(f"the approval '{approval}' was withdrawn without a signature", said)
        self.assertIn("was revoked without a signature", said)
        self.assertIn("the store's mode 'halt' was changed without a signature", said)
        self.assertNotEqual(self.call("runs", "show", run, "--json").json["state"], "answered")

    # -- the command line --------------------------------------------------------------------------

    def stranger(self):
        """A trust file of his own, in which two strangers hold every role."""
        lines = ["apiVersion: sluice/v1", "people:"]
        for name in ("mal", "moe"):
            lines += [f"  - id: {name}", f"    name: {name.title()} of the tests", "    keys:",
                      f'      - {{public: "{self.person(name)}", from: 2020-01-01, until: 2099-01-01}}', "    roles:"]
            lines += [f'      - {{role: {role}, scope: "*", from: 2020-01-01, until: 2099-01-01}}' for role in
                      ("operator", "custodian", "redactor", "approver")]
        path = self.write("own.yaml", "\n".join(lines) + "\n")
        path.chmod(0o644)
        return path

    def refused(self, name, *words):
        said = self.by(name, *words)
        self.assertNotIn(said.code, (0, 11), said.out)
        self.assertIn("sluice: error: ", said.err)

    def test_who_may_not_by_the_command_line(self):
        run, _, words = self.waiting()
        why = ("--reason", "as I please, at once")
        self.done("bob", "approvals", "comment", run, "where does this come from?", "--must-resolve")
        comment = self.one("SELECT id FROM approval_comment")
        lent = self.done("ann", "approvals", "delegate", "add", "--to", "bob", "--role", "approver", "--until", "2026-12-01").out.strip()
        _, hold = self.hold()
        for name, *call in (
                ("ann", "halt", *why), ("ida", "drain", *why), ("rae", "resume", *why), ("mal", "halt", *why),
                ("ann", "hold", "place", "--matter", "m", "--run", run, *why), ("ann", "hold", "lift", hold, *why),
                ("ida", "hold", "lift", hold, *why), ("mal", "hold", "lift", hold, *why),
                ("ann", "retention", "set", "output", "--floor", "0d", *why), ("ann", "retention", "sweep"),
                ("kim", "redact", "propose", run, *why), ("rae", "approvals", "resolve", comment),
                ("ann", "approvals", "withdraw", run, *why), ("ann", "approvals", "withdraw", run, "--vote", *why),
                ("ann", "approvals", "revoke", run, *why), ("mal", "approvals", "comment", run, "let it pass"),
                ("kim", "approvals", "delegate", "revoke", lent), ("opa", "halt", "--reason", "so"),
                ("ann", "approvals", "break-glass", "review", run, "--justified", *why)):
            with self.subTest((name, *call)):
                self.refused(name, *call)
        self.assertEqual(self.rows("SELECT kind FROM act WHERE kind NOT IN ('request', 'comment', 'hold', 'exception', 'people')"), [])
        self.assertEqual(self.approve("ann", run, words).code, 0)
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "awaiting_approval")

    def test_a_strangers_trust_file_lets_nothing_go_on(self):
        own = self.stranger()
        _, hold = self.hold()
        self.done("opa", "halt", "--reason", "something is wrong")
        for name in ("mal", "moe"):
            self.by(name, "resume", "--reason", "the cause is found", "--trust", own)
            self.by(name, "hold", "lift", hold, "--reason", "the case is closed", "--trust", own)
            self.by(name, "retention", "set", "output", "--floor", "0d", "--keep", "0d", "--reason", "a day is enough", "--trust", own)
        self.stays_halted()
        self.by("jon", "retention", "sweep")
        self.erases_nothing()


if __name__ == "__main__":
    unittest.main()
