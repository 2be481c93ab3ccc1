# SPDX-License-Identifier: MIT
"""Exceptions that nobody granted, or that were granted for something else: whoever owns the database writes what he likes, with
all guards put back behind him, and no code runs by it."""
import base64
import datetime
import hashlib
import json

from engines import once
from owner import Owner

ASKED = "import sqlite3\nprint(1)\n"
OTHER = "import sqlite3\nprint(2)\nsqlite3.connect(':memory:').close()\n"
REASON = "read it line by line"
WHY = "the monthly totals need a table in memory"


def soon(days):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).date().isoformat()


def canonical(thing):
    return json.dumps(thing, sort_keys=True, separators=(",", ":")).encode()


class Exceptions(Owner):
    def setUp(self):
        super().setUp()
        self.trust({"rita": ["requester"], "ann": ["approver", "requester"], "bob": ["approver", "requester"],
                    "opa": ["operator"]})
        self.write("task.json", {"goal": "print", "policy": "data-analysis", "output": {"schema": {}}})
        self.write("asked.py", ASKED)
        self.write("other.py", OTHER)

    def run_it(self, code="asked.py"):
        said = self.by("rita", "run", "task.json", "--code", code, "--json")
        return said.code, said.json

    def answered(self, code="asked.py"):
        exit_code, run = self.run_it(code)
        self.assertEqual(exit_code, 0, run)
        return run["run_id"]

    def waits(self, words="", code="asked.py"):
        """The run escalates, says why, and nothing of it has run."""
        exit_code, run = self.run_it(code)
        self.assertEqual(exit_code, 11, run)
        self.assertIn(words, run["reason"])
        shown = self.call("runs", "show", run["run_id"], "--json").json
        self.assertNotIn("running", [step["to"] for step in shown["history"]])
        return run["run_id"]

    def finding(self, run):
        found, = self.by("ann", "approvals", "show", run, "--json").json["findings"]
        return found

    def propose(self, code="asked.py", uses=5):
        run = self.waits(code=code)
        said = self.by("ann", "approvals", "exception", "propose", run, "--finding", self.finding(run)["fingerprint"],
                       "--owner", "bob", "--until", soon(30), "--uses", uses, "--reason", WHY)
        self.assertEqual(said.code, 0, said.err)
        return said.out.split()[0]

    def approval(self, exception):
        return self.statement("SELECT approval_id FROM exception WHERE id = ?", exception)[0]

    def grant(self, exception):
        approval = self.approval(exception)
        words = self.by("bob", "approvals", "show", approval, "--json").json["words"]
        said = self.by("bob", "approvals", "approve", approval, "--words", words, "--reason", REASON)
        self.assertEqual(said.code, 0, said.err)

    def granted(self, **more):
        exception = self.propose(**more)
        self.grant(exception)
        return exception

    # -- as it should be ---------------------------------------------------------------------------

    def test_what_was_granted_lets_that_code_pass(self):
        self.granted(uses=2)
        self.answered()
        self.waits(code="other.py")
        self.answered()
        self.waits("it is used up")

    @once
    def test_another_policys_exception_is_no_use(self):
        self.granted()
        self.write("task.json", {"goal": "print", "policy": "text-processing", "output": {"schema": {}}})
        self.assertNotEqual(self.run_it()[0], 0)

    def test_who_grants_it_for_all_policies_may_do_so_for_all(self):
        run = self.waits()
        lines = (self.folder / "trust.yaml").read_text().replace('{role: approver, scope: "*"',
                                                                 '{role: approver, scope: "data-analysis"')
        self.adopt(lines)
        said = self.by("ann", "approvals", "exception", "propose", run, "--finding", self.finding(run)["fingerprint"],
                       "--owner", "bob", "--scope", "*", "--until", soon(30), "--uses", "5", "--reason", WHY)
        self.assertEqual(said.code, 0, said.err)
        approval = self.approval(said.out.split()[0])
        words = self.by("bob", "approvals", "show", approval, "--json").json["words"]
        said = self.by("bob", "approvals", "approve", approval, "--words", words, "--reason", REASON)
        self.assertIn("holds no role that this rule asks for", said.err)

    # -- nobody signed -----------------------------------------------------------------------------

    def stamp(self, approval):
        """The rows say that it was decided."""
        self.statement("UPDATE approval SET state = 'consumed', decided_us = opened_us + 1, use_until_us = opened_us + 1 + "
                       "use_for_us, consumed_us = opened_us + 1, consumed_token = 0 WHERE id = ?", approval)

    def vote(self, approval, envelope, voter="bob"):
        """A row for a vote, whatever the envelope holds."""
        self.content(envelope)
        need, = self.statement("SELECT name FROM approval_need WHERE approval_id = ?", approval)
        keyid, = self.statement("SELECT keyid FROM principal_key WHERE principal_id = ?", voter)
        self.statement("INSERT INTO approval_vote (id, approval_id, requester_id, solo, subject_sha256, voter_id, need, "
                       "decision, reason, ticket, keyid, envelope_sha256, voted_us) SELECT ?, id, requester_id, solo, "
                       "subject_sha256, ?, ?, 'approve', 'read it line by line', '', ?, ?, opened_us + 1 FROM approval "
                       "WHERE id = ?", "vot_" + hashlib.sha256(envelope).hexdigest()[:20], voter, need, keyid,
                       hashlib.sha256(envelope).hexdigest(), approval)

    def envelope(self, approval, voter="bob", **changes):
        """As bob would sign it, with a signature of chance."""
        rule, = self.statement("SELECT rule FROM approval WHERE id = ?", approval)
        subject, = self.statement("SELECT subject_sha256 FROM approval WHERE id = ?", approval)
        keyid, = self.statement("SELECT keyid FROM principal_key WHERE principal_id = ?", voter)
        asked = json.loads(rule)
        vote = {"approval": asked["approval"], "round": asked["round"], "nonce": asked["nonce"], "kind": asked["kind"],
                "rule_sha256": hashlib.sha256(rule.encode()).hexdigest(), "voter": voter,
                "printed_name": f"{voter.title()} of the tests", "need": asked["needs"][0]["name"], "on_behalf": "",
                "decision": "approve", "meaning": "", "reason": REASON, "ticket": "", "voted_us": asked["opened_us"] + 1,
                "expires_us": asked["decide_by_us"], "displayed": [], **changes}
        statement = {"_type": "https://in-toto.io/Statement/v1",
                     "subject": [{"name": asked["run"], "digest": {"sha256": subject}}],
                     "predicateType": "urn:sluice:approval-vote:v1", "predicate": vote}
        return canonical({"payload": base64.b64encode(canonical(statement)).decode(),
                          "payloadType": "application/vnd.in-toto+json",
                          "signatures": [{"keyid": keyid, "sig": base64.b64encode(bytes(range(64))).decode()}]})

    def test_rows_that_say_so_are_no_grant(self):
        self.stamp(self.approval(self.propose()))
        self.waits("is not in force: the exception")

    @once
    def test_a_vote_with_a_signature_of_chance(self):
        approval = self.approval(self.propose())
        self.vote(approval, self.envelope(approval))
        self.stamp(approval)
        self.waits("the signature does not hold")

    @once
    def test_a_vote_that_was_signed_for_something_else(self):
        """Bob's own signature, on his approval of a run."""
        run = self.waits()
        words = self.by("bob", "approvals", "show", run, "--json").json["words"]
        self.by("bob", "approvals", "approve", run, "--words", words, "--reason", REASON)
        signed, = self.statement("SELECT c.bytes FROM approval_vote v JOIN content c ON c.sha256 = v.envelope_sha256")
        approval = self.approval(self.propose())
        self.statement("UPDATE approval_vote SET approval_id = ?, subject_sha256 = (SELECT subject_sha256 FROM approval a "
                       "WHERE a.id = approval_vote.approval_id) WHERE voter_id = 'bob'", approval)
        self.assertTrue(signed)
        self.stamp(approval)
        self.waits("it is for another subject")

    @once
    def test_a_rule_that_asks_fewer(self):
        """Signed by one, where the policy asks two: with the rule that asked for two in its place, and with its own."""
        exception = self.granted()
        approval = self.approval(exception)
        rule, = self.statement("SELECT rule FROM approval WHERE id = ?", approval)
        more = json.loads(rule)
        more["needs"][0]["n"] = 2
        self.statement("UPDATE approval SET rule = ? WHERE id = ?", canonical(more).decode(), approval)
        self.waits("another rule")

    @once
    def test_a_proposer_who_grants_it_himself(self):
        """The authors are taken out of the rule, so that ann's own vote would do."""
        approval = self.approval(self.propose())
        rule = json.loads(self.statement("SELECT rule FROM approval WHERE id = ?", approval)[0])
        rule["authors"] = [author for author in rule["authors"] if author != "ann"]
        self.statement("UPDATE approval SET rule = ?, rule_sha256 = ? WHERE id = ?", canonical(rule).decode(),
                       hashlib.sha256(canonical(rule)).hexdigest(), approval)
        words = self.by("ann", "approvals", "show", approval, "--json").json["words"]
        self.statement("DELETE FROM run_author WHERE principal_id = 'ann'")
        self.by("ann", "approvals", "approve", approval, "--words", words, "--reason", REASON)
        self.stamp(approval)
        self.waits("is not in force: the exception")

    @once
    def test_a_proposal_that_nobody_signed(self):
        """Bob votes for what he has put into ann's mouth: her name stands in the text, her signature nowhere."""
        exception = self.granted()
        self.answered()
        self.statement("DELETE FROM act WHERE kind = 'exception' AND target = ?", exception)
        self.waits("no valid signature shows that 'ann' proposed it")

    @once
    def test_a_proposal_of_another_text(self):
        """Ann's signed proposal of one exception under another one's name."""
        first, second = self.propose(), self.granted(code="other.py")
        self.statement("DELETE FROM act WHERE target = ?", second)
        self.statement("UPDATE act SET target = ? WHERE target = ?", second, first)
        self.waits("no valid signature shows that 'ann' proposed it", code="other.py")

    @once
    def test_a_key_that_was_revoked_since(self):
        self.granted()
        self.answered()
        lines = (self.folder / "trust.yaml").read_text().split("\n")
        at = lines.index("  - id: bob") + 3
        lines[at] = lines[at].replace("}", ", revoked: 2021-01-01}")
        self.adopt("\n".join(lines))
        self.waits("revoked")

    @once
    def test_a_worker_without_a_trust_file_grants_nothing(self):
        self.granted()
        self.env["SLUICE_TRUST"] = ""
        said = self.call("run", "task.json", "--code", "asked.py", "--json")
        self.assertEqual(said.code, 11, said.out)

    # -- granted for something else ----------------------------------------------------------------

    def other_print(self):
        run = self.waits(code="other.py")
        return self.finding(run)

    @once
    def test_other_code_by_another_fingerprint(self):
        exception = self.granted()
        found = self.other_print()
        self.statement("UPDATE exception SET rule = ?, fingerprint = ? WHERE id = ?", found["rule"], found["fingerprint"],
                       exception)
        self.waits(code="other.py")
        self.answered()

    @once
    def test_other_code_by_another_text(self):
        """The row, and the text that was signed, in its place and under its own digest."""
        exception = self.granted()
        approval = self.approval(exception)
        found = self.other_print()
        old, = self.statement("SELECT subject_sha256 FROM approval WHERE id = ?", approval)
        text = json.loads(self.statement("SELECT bytes FROM content WHERE sha256 = ?", old)[0])
        text["scope"]["fingerprint"] = found["fingerprint"]
        new = self.content(canonical(text))
        self.statement("UPDATE exception SET fingerprint = ? WHERE id = ?", found["fingerprint"], exception)
        for table, column in (("approval_vote", "approval_id"), ("approval", "id")):
            self.statement(f"UPDATE {table} SET subject_sha256 = ? WHERE {column} = ?", new, approval)
        self.waits("it is for another subject", code="other.py")
        self.statement("UPDATE content SET bytes = ? WHERE sha256 = ?", canonical(text), old)
        for table, column in (("approval_vote", "approval_id"), ("approval", "id")):
            self.statement(f"UPDATE {table} SET subject_sha256 = ? WHERE {column} = ?", old, approval)
        self.waits("damaged", code="other.py")

    @once
    def test_another_exceptions_votes(self):
        """A second exception, whose row names the first one's approval."""
        first = self.granted()
        second = self.propose(code="other.py")
        self.statement("UPDATE exception SET approval_id = ? WHERE id = ?", self.approval(first), second)
        self.waits("no valid signature shows that 'ann' proposed it", code="other.py")

    @once
    def test_a_longer_time_and_more_uses(self):
        exception = self.granted(uses=1)
        self.answered()
        self.statement("UPDATE exception SET uses_max = 1000, until_us = until_us + 5000000000000 WHERE id = ?", exception)
        self.waits("it is used up")
        self.statement("UPDATE exception SET uses = 0 WHERE id = ?", exception)
        self.statement("DELETE FROM exception_use WHERE exception_id = ?", exception)
        code, run = self.run_it()
        self.assertNotEqual(code, 0)
        self.assertIn("is used up", run["reason"])

    def test_one_that_was_revoked(self):
        exception = self.granted()
        self.assertEqual(self.by("bob", "approvals", "exception", "revoke", exception).code, 0)
        self.statement("UPDATE exception SET revoked_us = NULL WHERE id = ?", exception)
        code, run = self.run_it()
        self.assertNotEqual(code, 0)
        self.assertIn("revoked", run["reason"])

    @once
    def test_all_policies_instead_of_one(self):
        exception = self.granted()
        self.statement("UPDATE exception SET policy = '*' WHERE id = ?", exception)
        policy = ("apiVersion: sluice/v1\nid: mine\ntitle: t\nrevision: 1\ninterpreter: [cpython-3.11, cpython-3.13]\n"
                  "extends: [data-analysis]\n")
        self.write("mine.yaml", policy)
        self.write("task.json", {"goal": "print", "policy": "./mine.yaml", "output": {"schema": {}}})
        self.waits("is not in force: it was granted for another policy")

    # -- in a file ---------------------------------------------------------------------------------

    def exported(self, **more):
        """The file of an exception that was granted, as what JSON has it."""
        said = self.by("ann", "approvals", "exception", "export", self.granted(**more))
        self.assertEqual(said.code, 0, said.err)
        self.written = said.out
        return json.loads(said.out)

    def checked(self, file, code="asked.py", policy="data-analysis"):
        self.write("w.yaml", file)
        return self.call("check", "--policy", policy, "--waivers", "w.yaml", code)

    def changed(self, file, **members):
        return {**file, "waivers": [{**file["waivers"][0], **members}]}

    def evidence(self, file, change):
        """The file with other evidence."""
        evidence = json.loads(file["waivers"][0]["evidence"])
        change(evidence)
        return self.changed(file, evidence=canonical(evidence).decode())

    def refused(self, file, words, code=10):
        said = self.checked(file)
        self.assertEqual((said.code, said.out), (code, ""), said.err)
        self.assertIn(words, said.err)
        self.assertTrue(said.err.startswith("w.yaml:1:"), said.err)

    def test_what_the_inbox_granted_holds_in_a_file(self):
        """One entry: the bytes that people signed are those of the file but for its evidence."""
        file = self.exported()
        entry = dict(file["waivers"][0])
        evidence = json.loads(entry.pop("evidence"))
        subject, = self.statement("SELECT a.subject_sha256 FROM approval a JOIN exception e ON e.approval_id = a.id")
        self.assertEqual(hashlib.sha256(canonical(entry)).hexdigest(), subject)
        self.assertEqual(sorted(evidence), ["decided_us", "delegations", "proposal", "rule", "votes"])
        said = self.checked(file)
        self.assertEqual(said.code, 0, said.err)
        self.assertIn(f"waived by {entry['id']}", said.out)
        self.assertIn("approver bob", said.out)
        self.assertEqual(self.checked(file, code="other.py").code, 1)
        self.assertIn('\n      "owner": "bob",\n', self.written)  # a member a line, which git compares
        self.write("as-printed.waivers.yaml", self.written)
        self.assertEqual(self.call("check", "--policy", "data-analysis", "--waivers", "as-printed.waivers.yaml", "asked.py").code, 0)
        self.answered()

    @once
    def test_only_what_is_in_force_becomes_a_file(self):
        def refused(exception, standing):
            said = self.by("ann", "approvals", "exception", "export", exception)
            self.assertEqual((said.code, said.out), (10, ""), said.err)
            self.assertIn(f"the exception '{exception}' is {standing}", said.err)

        refused(self.propose(code="other.py"), "proposed")
        exception = self.granted(uses=1)
        self.answered()
        refused(exception, "used up")
        self.assertEqual(self.by("bob", "approvals", "exception", "revoke", exception).code, 0)
        refused(exception, "revoked")

    @once
    def test_a_file_is_for_its_policy(self):
        said = self.checked(self.exported(), policy="text-processing")
        self.assertEqual(said.code, 2, said.err)
        self.assertIn("is for policy 'data-analysis', not for 'text-processing'", said.err)

    @once
    def test_a_file_that_says_something_else_than_people_signed(self):
        file, print_ = self.exported(), self.other_print()["fingerprint"]
        later = soon(60) + "T00:00:00.000000Z"
        for change in ({"rule": "call.escalated"}, {"scope": {"fingerprint": print_}}, {"uses": 6},
                       {"expires": later}, {"created": "2026-01-01T00:00:00.000000Z", "expires": "2026-03-01T00:00:00.000000Z"},
                       {"owner": "opa"}, {"reason": WHY + "!"}, {"id": "exc_other"}, {"ticket": "T-1"}):
            with self.subTest(change=change):
                self.refused(self.changed(file, **change), "it is for another subject")
        self.refused(self.changed(file, policy="*"), "it was granted for another policy")
        self.refused(self.changed(file, proposed_by="rita"), "it is for another subject")
        self.refused(self.changed(file, proposed_by="opa"), "the person who proposed it could have granted it alone")
        self.refused(self.changed(file, scope={"path": "**"}), "an exception is for a finding by its fingerprint", 2)

    @once
    def test_evidence_of_another_entry(self):
        first, second = self.exported(), self.exported(code="other.py")
        self.refused(self.changed(first, evidence=second["waivers"][0]["evidence"]), "it is for another subject")
        other = json.loads(second["waivers"][0]["evidence"])
        self.refused(self.evidence(first, lambda e: e.update(proposal=other["proposal"])),
                     "no valid signature shows that 'ann' proposed it")
        self.refused(self.evidence(second, lambda e: e.update(rule=json.loads(first["waivers"][0]["evidence"])["rule"])), "another rule")
        self.refused(self.evidence(first, lambda e: e.update(votes=other["votes"])), "it is for another subject")

    @once
    def test_evidence_that_says_too_little(self):
        file = self.exported()
        self.refused(self.evidence(file, lambda e: e.update(votes=[])), "has 0 of 1 approvals")
        self.refused(self.evidence(file, lambda e: e["rule"]["needs"].clear()), "need")
        self.refused(self.evidence(file, lambda e: e.update(proposal=e["votes"][0])),
                     "no valid signature shows that 'ann' proposed it")
        self.refused(self.evidence(file, lambda e: e["rule"].update(authors=["rita"])),
                     "the person who proposed it could have granted it alone")
        self.refused(self.changed(file, evidence="{}"), "the evidence: ", 2)
        self.refused(self.changed(file, evidence=" " + file["waivers"][0]["evidence"]), "the evidence: ", 2)
        self.env["SLUICE_TRUST"] = ""
        self.refused(file, "no trust file says whose signatures count\n")

    @once
    def test_a_policys_own_file_takes_no_evidence(self):
        """A run counts uses in its store; nobody would count those of a policy's file."""
        file = self.exported()
        self.write("mine.waivers.yaml", self.changed(file, policy="mine"))
        self.write("mine.yaml", "apiVersion: sluice/v1\nid: mine\nrevision: 1\nextends: [data-analysis]\n"
                                "waivers: mine.waivers.yaml\noverride:\n  - {what: waivers, reason: 'our own file of them'}\n")
        said = self.call("check", "--policy", "mine.yaml", "asked.py")
        self.assertEqual(said.code, 2, said.out)
        self.assertIn("a policy's own waivers have an approver, and neither 'evidence' nor 'uses'", said.err)

    @once
    def test_who_granted_it_asks_for_no_run_by_it(self):
        self.granted()
        said = self.by("bob", "run", "task.json", "--code", "asked.py", "--json")
        self.assertEqual(said.code, 11, said.out)
        said = self.by("ann", "run", "task.json", "--code", "asked.py", "--json")
        self.assertEqual(said.code, 0, said.out)


if __name__ == "__main__":
    import unittest
    unittest.main()
