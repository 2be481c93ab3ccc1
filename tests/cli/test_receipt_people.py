# SPDX-License-Identifier: MIT
"""Each way in which people let a run through, proved afterwards to somebody who has the receipt and a trust file alone."""
import base64
import ctypes
import datetime
import json
import unittest

import sluice
from engines import BY_STDIN, PASSPHRASE, Stored

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
REASON = "it sums one file in a table that is kept in memory"
PEOPLE = {"rita": ["requester"], "ann": ["approver"], "bob": ["approver"], "dan": ["auditor"], "gus": ["break_glass"]}
POLICY = """\
apiVersion: sluice/v1
id: careful
title: data work, and people for what it leaves open
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
override:
  - {what: escalation, reason: "who decides here is this test's matter"}
  - {what: output, reason: "a person looks at what leaks"}
"""


def soon(days):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).date().isoformat()


def signature(seed, message):
    """Ed25519, by the library that the product signs with."""
    sodium = ctypes.CDLL("libsodium.so.23")
    public, secret, out = (ctypes.create_string_buffer(n) for n in (32, 64, 64))
    assert sodium.crypto_sign_seed_keypair(public, secret, seed) == 0
    assert sodium.crypto_sign_detached(out, None, message, ctypes.c_ulonglong(len(message)), secret) == 0
    return out.raw


class ByPeople(Stored):
    people, more = PEOPLE, {}

    def setUp(self):
        super().setUp()
        self.trust(self.people, **self.more)
        self.assertEqual(self.call("trust", "init", "own.yaml").code, 0)
        own = (self.folder / "own.yaml").read_text()
        path = self.folder / "trust.yaml"
        path.write_text(path.read_text() + own[own.index("services:"):])
        for name in ("orders.csv", "replies.json"):
            self.write(name, (EXAMPLE / name).read_bytes())

    def done(self, name, *words):
        said = self.by(name, *words)
        self.assertEqual(said.code, 0, said.out + said.err)
        return said

    def ask(self, name="rita", rules="escalation: {needs: [{role: approver, n: 1}]}\n", code=11):
        self.write("careful.yaml", POLICY + rules)
        self.write("task.yaml", (EXAMPLE / "task.yaml").read_text().replace("policy: data-analysis",
                                                                            "policy: ./careful.yaml"))
        said = self.by(name, "run", "task.yaml", "--json")
        self.assertEqual(said.code, code, said.out + said.err)
        return said.json["run_id"]

    def approve(self, name, what, *more):
        words = self.by(name, "approvals", "show", what, "--json").json["words"]
        return self.done(name, "approvals", "approve", what, "--words", words, "--reason", REASON, *more)

    def work(self):
        done = self.call("worker", "--once", "--json")
        self.assertEqual(done.json["status"], "answered", done.out + done.err)

    def receipt(self, run):
        """Its predicate, and what a verifier finds who has nothing else."""
        said = self.call("receipt", "export", run)
        self.assertEqual(said.code, 0, said.err)
        self.write("receipt.json", said.out)
        far = {"SLUICE_STORE": f"sqlite:{self.folder}/none/store.db", "SLUICE_LOG_KEY": f"{self.folder}/none.key"}
        judged = self.call("receipt", "verify", "--json", "receipt.json", "--trust", "trust.yaml", env=far)
        self.assertFalse((self.folder / "none").exists())
        found = {f["what"]: f for f in judged.json["findings"]}
        self.assertEqual(judged.code, 0, judged.out + judged.err)
        shown = self.call("receipt", "show", "receipt.json")
        self.assertEqual(shown.code, 0, shown.err)
        return json.loads(base64.b64decode(json.loads(said.out)["payload"]))["predicate"], found, shown.out


class Several(ByPeople):
    def test_a_vote_that_ssh_agent_signs(self):
        run = self.ask()
        self.env["SSH_AUTH_SOCK"] = self.ssh_agent()
        lent = self.call("keys", "agent", "ann.key", stdin=PASSPHRASE, env=BY_STDIN)
        self.assertEqual(lent.code, 0, lent.err)
        words = self.by("ann", "approvals", "show", run, "--json").json["words"]
        voted = self.call("approvals", "approve", run, "--words", words, "--reason", REASON, "--key", "ann.key", stdin=b"")
        self.assertEqual(voted.code, 0, voted.out + voted.err)
        self.work()
        _, found, _ = self.receipt(run)
        self.assertEqual(found["approvals"]["detail"], "1 with 1 signed vote")

    def test_who_asked_is_who_signed_the_request(self):
        first = self.ask()
        self.approve("ann", first)
        self.work()
        older, _, _ = self.receipt(first)
        run = self.ask()
        self.approve("ann", run)
        self.work()
        predicate, found, shown = self.receipt(run)
        self.assertEqual(found["request"]["detail"], "signed by Rita of the tests")
        self.assertIn("signed: see the finding", shown)

        def nobody(p):
            del p["request"]

        def anothers(p):
            p["request"] = older["request"]

        def in_bobs_name(p):
            p["run"]["requester"] = p["subject"]["requester"] = "bob"

        def for_another_task(p):
            p["task"] = p["subject"]["task"] = "0" * 64

        def unknown_to_the_subject(p):
            p["subject"]["request"] = "0" * 64

        def unknown_to_the_log(p):
            p["log"]["events"] = [e for e in p["log"]["events"] if '"act.made"' not in e["body"]]

        for change, words in ((nobody, "the request that the decision names is missing"), (anothers, "the request belongs to another run"),
                              (in_bobs_name, "'rita' signed the request"), (for_another_task, "the request is for another task"),
                              (unknown_to_the_subject, "names another request"), (unknown_to_the_log, "does not record the request")):
            found = self.signed_again(change)
            self.assertFalse(found["request"]["good"], change.__name__)
            self.assertIn(words, found["request"]["detail"], change.__name__)

    def test_a_lent_role(self):
        lent = self.done("ann", "approvals", "delegate", "add", "--to", "dan", "--role", "approver", "--until", soon(2),
                         "--reason", "away for two days").out.strip()
        run = self.ask()
        self.approve("dan", run, "--on-behalf", "ann")
        self.work()
        # Taken back afterwards: what was decided before stands.
        self.done("ann", "approvals", "delegate", "revoke", lent)
        predicate, found, shown = self.receipt(run)
        self.assertEqual(found["approvals"]["detail"], "1 with 1 signed vote")
        self.assertEqual(found["votes"]["detail"], "exactly the votes in the log")
        self.assertEqual(len(predicate["approvals"][0]["delegations"]), 1)
        self.assertIn("on behalf of ann", shown)

    def test_an_emergency(self):
        run = self.ask(rules="escalation: {needs: [{role: approver, n: 2}, {role: break_glass}]}\n")
        words = self.by("gus", "approvals", "show", run, "--json").json["words"]
        self.done("gus", "approvals", "break-glass", run, "--words", words, "--incident", "INC-7", "--reason",
                  "the payment run at six fails without these totals")
        self.work()
        predicate, found, shown = self.receipt(run)
        kinds = {a["rule"]["kind"]: a["state"] for a in predicate["approvals"]}
        self.assertEqual(kinds["break_glass"], "consumed")
        self.assertNotEqual(kinds.get("execute", "superseded"), "consumed")
        self.assertIn("signed vote", found["approvals"]["detail"])
        self.assertIn("break_glass, consumed", shown)

    def test_an_exception(self):
        run = self.ask()
        findings = self.done("ann", "approvals", "show", run, "--json").json["findings"]
        granted = []
        for print_ in sorted({f["fingerprint"] for f in findings}):
            said = self.done("ann", "approvals", "exception", "propose", run, "--finding", print_[:12], "--owner", "bob",
                             "--until", soon(30), "--uses", "5", "--reason", "the monthly totals need a table in memory")
            granted.append(said.out.split()[0])
            for listed in self.done("bob", "approvals", "exception", "list", "--json").json:
                if listed["state"] == "proposed":
                    self.approve("bob", listed["approval"])
        self.done("rita", "approvals", "withdraw", run, "--reason", "asked again under the exception")
        run = self.ask(code=0)
        predicate, found, shown = self.receipt(run)
        self.assertEqual(sorted(predicate["subject"]["exceptions"]), sorted(granted))
        self.assertEqual({a["rule"]["kind"] for a in predicate["approvals"]}, {"exception"})
        self.assertEqual(found["votes"]["detail"], "none, as in the log")
        self.assertIn("exception, consumed", shown)
        self.assertIn("what this exception lets through", " ".join(shown.split()))
        self.assertEqual(sorted({e["exception"] for e in predicate["findings"]["excepted"]}), sorted(granted))
        self.exceptions_are_what_was_signed()

    def test_votes_on_an_exception_that_was_proposed_for_the_same_run(self):
        for needed, state in ((1, "granted"), (2, "proposed")):
            with self.subTest(state=state):
                run = self.ask(rules=f"escalation: {{needs: [{{role: approver, n: {needed}}}]}}\n")
                print_ = self.done("ann", "approvals", "show", run, "--json").json["findings"][0]["fingerprint"]
                self.done("ann", "approvals", "exception", "propose", run, "--finding", print_[:12], "--owner", "bob",
                          "--until", soon(30), "--uses", "5", "--reason", "the monthly totals need a table in memory")
                ours = [e for e in self.done("bob", "approvals", "exception", "list", "--json").json
                        if e["state"] == "proposed"]
                self.approve("bob", ours[-1]["approval"])
                told = {e["approval"]: e for e in self.done("bob", "approvals", "exception", "list", "--json").json}
                self.assertEqual(told[ours[-1]["approval"]]["state"], state)
                for name in ("ann", "bob")[:needed]:
                    self.approve(name, run)
                self.work()
                predicate, found, _ = self.receipt(run)
                self.assertEqual([a["rule"]["kind"] for a in predicate["approvals"]], ["execute"])
                self.assertEqual(found["votes"]["detail"], "exactly the votes in the log")

    def exceptions_are_what_was_signed(self):
        """Whoever has the log's key may sign another receipt; what people signed he can't make fit it."""
        other = "0" * 64

        def another_finding(p):
            p["findings"]["excepted"][0]["fingerprint"] = other

        def another_rule(p):
            p["findings"]["excepted"][0]["rule"] = "call.escalated"

        def another_rule_in_the_summary(p):
            for rule in p["findings"]["rules"]:
                rule["rule"] = "call.escalated" if "waived" in rule["decision"] else rule["rule"]

        def another_text(p):
            p["findings"]["excepted"][0]["fingerprint"] = other
            for approval in p["approvals"]:
                approval["subject"]["scope"]["fingerprint"] = other

        def another_policy(p):
            p["policy"]["id"] = p["subject"]["policy"]["id"] = "other"

        def asked_for_by_who_granted_it(p):
            p["run"]["requester"] = p["subject"]["requester"] = "bob"

        def one_exception_for_another(p):
            p["findings"]["excepted"][0]["exception"] = "exc_00000000000000000000000000"

        def a_longer_time(p):
            for approval in p["approvals"]:
                approval["subject"]["expires"] = approval["subject"]["expires"].replace(".000000Z", ".000001Z")

        def no_votes(p):
            for approval in p["approvals"]:
                approval["votes"] = []

        for change, words in ((another_finding, "is not for the finding that it let pass"),
                              (another_rule, "is not for the finding that it let pass"),
                              (another_rule_in_the_summary, "is for another rule"),
                              (another_text, "it is for another subject"),
                              (another_policy, "is not for the finding that it let pass"),
                              (asked_for_by_who_granted_it, "is not for the finding that it let pass"),
                              (one_exception_for_another, "is not for the finding that it let pass"),
                              (a_longer_time, "it is for another subject"),
                              (no_votes, "has 0 of 1 approvals")):
            found = self.signed_again(change)
            self.assertFalse(found["approvals"]["good"], change.__name__)
            self.assertIn(words, found["approvals"]["detail"], change.__name__)

    def signed_again(self, change):
        """The receipt with something else in it, signed by the stolen key of the log."""
        receipt = json.loads((self.folder / "receipt.json").read_text().split("\n")[0])
        statement = json.loads(base64.b64decode(receipt["payload"]))
        change(statement["predicate"])
        payload = json.dumps(statement, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        kind = receipt["payloadType"].encode()
        signed = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
        seed = base64.b64decode(json.loads((self.folder / "log.key").read_text())["seed"])
        receipt["payload"] = base64.b64encode(payload).decode()
        receipt["signatures"][0]["sig"] = base64.b64encode(signature(seed, signed)).decode()
        self.write("forged.json", json.dumps(receipt, sort_keys=True, separators=(",", ":")))
        judged = self.call("receipt", "verify", "--json", "forged.json", "--trust", "trust.yaml")
        self.assertEqual(judged.code, 1, judged.err)
        found = {f["what"]: f for f in judged.json["findings"]}
        self.assertTrue(found["signature"]["good"], found)
        return found

    def test_an_output_that_people_released(self):
        self.write("leak.py", 'import json\nprint(json.dumps({"key": "AKIA" + "IOSFODNN7EXAMPLE"}))\n')
        self.write("careful.yaml", POLICY + "escalation: {needs: [{role: approver, n: 1}]}\noutput: {leaks: escalate}\n")
        said = self.by("rita", "run", "--code", "leak.py", "--goal", "x", "--policy", "./careful.yaml", "--json")
        self.assertEqual(said.code, 11, said.out + said.err)
        run = said.json["run_id"]
        self.approve("ann", run)
        self.work()
        predicate, found, shown = self.receipt(run)
        self.assertEqual([a["rule"]["kind"] for a in predicate["approvals"]], ["release_output"])
        self.assertEqual(predicate["subject"]["output"], predicate["output"]["sha256"])
        self.assertEqual(found["approvals"]["detail"], "1 with 1 signed vote")
        self.assertIn("release_output, consumed", shown)
        self.assertIn("I allow its release, once, as it is", " ".join(shown.split()))

    def test_a_rejection(self):
        run = self.ask()
        self.done("bob", "approvals", "reject", run, "--reason", "no database for this")
        predicate, found, _ = self.receipt(run)
        self.assertEqual(predicate["run"]["state"], "rejected")
        self.assertEqual(found["votes"]["detail"], "exactly the votes in the log")


class Alone(ByPeople):
    people, more = {"ann": ["approver"]}, {"solo": "true"}

    def test_one_person_s_own_run_says_so(self):
        run = self.ask("ann")
        self.approve("ann", run)
        self.work()
        predicate, _, shown = self.receipt(run)
        self.assertIs(predicate["solo"], True)
        self.assertIn("no separation of duties: one person asked and decided", shown)


if __name__ == "__main__":
    unittest.main()
