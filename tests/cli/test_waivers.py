# SPDX-License-Identifier: MIT
"""Waivers: what somebody answers for, for a while, passes and is told; and who can't have it so."""
import datetime
import hashlib
import json
import os
import pwd
import sqlite3

from engines import Stored

HEAD = "apiVersion: sluice/v1\nid: {}\nrevision: 1\nextends: [{}]\n"
POLICY = HEAD.format("team", "pure-compute") + """\
waivers: team.waivers.yaml
override:
  - {what: waivers, reason: "the audit answers for two old reports"}
  - {what: calls, reason: "what is denied may be waived here"}
calls:
  deny:
    - {name: sum, id: no-sum, waivable: true}
    - {name: max, id: no-max}
  escalate:
    - {name: abs, id: ask-abs}
    - {name: min, id: ask-min, waivable: false}
"""
CODE = "import json\nprint(json.dumps(sum([1, 2])))\n"
ASKS = "import json\nprint(json.dumps(abs(-3)))\n"


def day(offset):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=offset)).strftime("%Y-%m-%d")


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Waivers(Stored):
    def setUp(self):
        super().setUp()
        self.write("team.yaml", POLICY)
        self.waive()
        self.write("a.py", CODE)

    def waiver(self, **more):
        one = {"id": "W-1", "rule": "no-sum", "scope": {"code": sha(CODE)}, "reason": "it was reviewed in March",
               "ticket": "T-7", "owner": "ann", "approver": "bob", "created": day(-1), "expires": day(30), **more}
        return {k: v for k, v in one.items() if v is not None}

    def waive(self, *waivers, name="team.waivers.yaml"):
        return self.write(name, {"apiVersion": "sluice-waivers/v1", "waivers": list(waivers)})

    def check(self, *words, policy="team.yaml", file="a.py"):
        said = self.call("check", "--policy", policy, *words, "--json", file)
        self.assertEqual(said.err, "")
        return said.code, said.json["files"][0]

    def broken(self, message, *words, policy="team.yaml", place="team.waivers.yaml"):
        said = self.call("check", "--policy", policy, *words, "a.py")
        self.assertEqual((said.code, said.out), (2, ""), said.err)
        self.assertIn(message, said.err)
        self.assertTrue(said.err.startswith(place), said.err)

    # -- what is waived --------------------------------------------------------------------------

    def test_a_waived_denial_is_told_and_decides_nothing(self):
        self.assertEqual(self.check()[0], 1)
        self.waive(self.waiver())
        code, file = self.check()
        self.assertEqual((code, file["verdict"]), (0, "allow"))
        finding, = file["findings"]
        self.assertEqual((finding["rule"], finding["decision"], finding["waived"], finding["waiver"]),
                         ("no-sum", "deny", True, "W-1"))
        said = self.call("check", "--policy", "team.yaml", "a.py")
        self.assertIn("a.py:2:18: deny, waived by W-1: ", said.out)
        self.assertIn(f"waiver 'W-1' until {day(30)}, owner ann, approver bob, ticket T-7: it was reviewed in March\n",
                      said.out)
        self.assertTrue(said.out.endswith("a.py: allow, 1 waived\n"))

    def test_each_kind_of_scope(self):
        self.write("b.py", ASKS)
        print_ = self.check(file="b.py")[1]["findings"][0]["fingerprint"]
        for scope, files in [({"code": sha(ASKS)}, ["b.py"]), ({"path": "b.*"}, ["b.py", "./b.py"]),
                             ({"fingerprint": print_}, ["b.py"])]:
            self.waive(self.waiver(rule="ask-abs", scope=scope))
            for file in files:
                with self.subTest(scope=scope, file=file):
                    self.assertEqual(self.check(file=file)[0], 0)
        self.write("b.py", ASKS.replace("-3", "-4"))
        self.assertEqual(self.check(file="b.py")[0], 0, "constants are open in a fingerprint")
        self.write("b.py", ASKS.replace("json.dumps(abs(-3))", "json.dumps(abs(-3), indent=1)"))
        self.assertEqual(self.check(file="b.py")[0], 1)

    def test_a_fingerprint_waives_no_denial(self):
        self.write("loose.yaml", POLICY.replace("id: team", "id: loose").replace(
            "deny:\n    - {name: sum, id: no-sum, waivable: true}", "escalate:\n    - {name: sum, id: no-sum}").replace(
                "    - {name: max, id: no-max}\n  escalate:\n", ""))
        print_ = self.check(policy="loose.yaml")[1]["findings"][0]["fingerprint"]
        self.waive(self.waiver(scope={"fingerprint": print_}))
        self.assertEqual(self.check(policy="loose.yaml")[0], 0)
        code, file = self.check()
        self.assertEqual(code, 1)
        self.assertNotIn("waiver", file["findings"][0])

    def test_other_findings_stand(self):
        self.write("b.py", CODE + "max(1, 2)\n")
        self.waive(self.waiver(scope={"path": "b.py"}))
        code, file = self.check(file="b.py")
        self.assertEqual((code, file["verdict"]), (1, "deny"))
        self.assertEqual([f.get("waived", False) for f in file["findings"]], [True, False])

    def test_a_file_that_is_named_is_beside_the_policy_s_own(self):
        self.waive(self.waiver())
        self.write("b.py", CODE + ASKS)
        self.waive(self.waiver(id="W-2", rule="ask-abs", scope={"path": "b.py"}),
                   self.waiver(id="W-3", scope={"path": "b.py"}), name="mine.yaml")
        code, file = self.check("--waivers", "mine.yaml", file="b.py")
        self.assertEqual((code, [f["waiver"] for f in file["findings"]]), (0, ["W-3", "W-2"]))
        self.waive(self.waiver(), name="mine.yaml")
        self.broken("two waivers have the id 'W-1'", "--waivers", "mine.yaml", place="mine.yaml")

    # -- what is not -----------------------------------------------------------------------------

    def test_an_expired_waiver_waives_nothing_and_is_named(self):
        self.waive(self.waiver(created=day(-60), expires=day(0)))
        code, file = self.check()
        self.assertEqual((code, file["findings"][0]["expired_waiver"]), (1, "W-1"))
        self.assertNotIn("waived", file["findings"][0])
        self.assertIn("deny, waiver expired: W-1: ", self.call("check", "--policy", "team.yaml", "a.py").out)

    def test_one_that_begins_tomorrow_waives_nothing_today(self):
        self.waive(self.waiver(created=day(1)))
        code, file = self.check()
        self.assertEqual(code, 1)
        self.assertNotIn("expired_waiver", file["findings"][0])

    def test_no_path_leads_out(self):
        self.waive(self.waiver(scope={"path": "sub/**"}))
        self.write("sub/a.py", CODE)
        table = [("sub/a.py", 0), ("sub/../a.py", 1), ("sub/../sub/a.py", 1), (self.folder / "sub" / "a.py", 1), ("a.py", 1)]
        for path, code in table:
            with self.subTest(path=path):
                self.assertEqual(self.check(file=path)[0], code)
        self.assertEqual(self.call("check", "--policy", "team.yaml", "-", stdin=CODE.encode()).code, 1)

    def test_what_hides_or_can_not_be_read_is_never_waived(self):
        for rule in ("syntax.error", "source.encoding", "text.dunder"):
            self.waive(self.waiver(rule=rule, scope={"path": "*"}))
            self.broken(f"'{rule}' can't be waived")
        self.waive()
        self.write("any.yaml", HEAD.format("any", "team") + "override: [{what: calls, reason: it may be waived}]\n"
                   "calls: {deny: [{name: eval, id: no-eval, waivable: true}]}\n")
        self.waive(self.waiver(id="W-2", rule="no-eval", scope={"path": "*"}), name="mine.yaml")
        self.write("b.py", "eval('1')\n")
        self.assertEqual(self.check("--waivers", "mine.yaml", policy="any.yaml", file="b.py")[0], 0)
        self.write("b.py", "import builtins\ngetattr(builtins, 'ev' + 'al')('1')\n")
        code, file = self.check("--waivers", "mine.yaml", policy="any.yaml", file="b.py")
        self.assertEqual(code, 1)
        self.assertFalse([f for f in file["findings"] if f["evasion"] and f.get("waived")])

    def test_comments_suppress_nothing(self):
        for comment in ("# sluice: waive no-sum W-1", "# nosec", "# noqa", "# type: ignore"):
            self.write("b.py", f"x = sum([1])  {comment}\n")
            self.assertEqual(self.check(file="b.py")[0], 1)

    def test_too_many_findings_are_not_waived_away(self):
        self.write("b.py", "sum([1])\n" * 500)
        self.waive(self.waiver(scope={"path": "b.py"}))
        code, file = self.check(file="b.py")
        self.assertEqual((code, file["verdict"]), (1, "deny"))
        self.assertTrue(all(f["waived"] for f in file["findings"]))

    # -- files that are wrong --------------------------------------------------------------------

    def test_mistakes_are_told_at_their_places(self):
        for more, message in [
            ({"rule": "no-sun"}, "waiver 'W-1': neither policy 'team' nor the gate has a rule 'no-sun'"),
            ({"rule": "no-max"}, "waiver 'W-1': policy 'team' does not let 'no-max' be waived"),
            ({"rule": "ask-min"}, "waiver 'W-1': policy 'team' does not let 'ask-min' be waived"),
            ({"rule": "import.denied"}, "waiver 'W-1': policy 'team' does not let 'import.denied' be waived"),
            ({"expires": day(90)}, "waiver 'W-1' lasts longer than 90 days"),
            ({"approver": "ANN"}, "the owner of waiver 'W-1' also approves it"),
            ({"expires": None}, "missing 'expires'"),
            ({"approver": None}, "neither 'approver' nor 'evidence'"),
            ({"owner": "an n"}, "expected text that matches"),
        ]:
            with self.subTest(message=message):
                self.waive(self.waiver(**more))
                self.broken(message)
        self.write("rule.yaml", POLICY.replace("id: team", "id: rule").replace("waived here\"}", "waived here\"}\n"
                   "  - {what: rules, reason: there are some}") + "rules:\n  - {id: flat, call: round, otherwise: deny}\n"
                   "  - {id: deep, call: divmod, otherwise: deny, unless: {arg: {0: {below: 5}}}}\n")
        self.waive(self.waiver(rule="flat"))
        self.broken("does not let 'flat' be waived", policy="rule.yaml")
        self.waive(self.waiver(rule="deep"))
        self.assertEqual(self.check(policy="rule.yaml")[0], 1)
        self.waive(self.waiver(rule="no-sun"))
        self.assertIn("help: did you mean 'no-sum'?", self.call("check", "--policy", "team.yaml", "a.py").err)
        self.waive(self.waiver(), self.waiver())
        self.broken("two waivers have the id 'W-1'")

    def test_a_policy_says_how_long_one_may_last(self):
        self.write("team.yaml", POLICY.replace("waivers: team.waivers.yaml",
                                               "waivers: {file: team.waivers.yaml, max_days: 30}"))
        self.waive(self.waiver(expires=day(28)))
        self.assertEqual(self.check()[0], 0)
        self.waive(self.waiver())
        self.broken("waiver 'W-1' lasts longer than 30 days")
        self.write("child.yaml", HEAD.format("child", "team") + "waivers: {max_days: 31}\n")
        self.waive(self.waiver(expires=day(28)))
        self.broken("'max_days' loosens 'waivers' of the extended policy", policy="child.yaml", place="child.yaml")
        self.write("child.yaml", HEAD.format("child", "team") + "waivers: {max_days: 7}\n")
        self.broken("waiver 'W-1' lasts longer than 7 days", policy="child.yaml")

    def test_no_file_no_policy(self):
        (self.folder / "team.waivers.yaml").unlink()
        self.broken("team.yaml:5:10: error: can't read the waivers 'team.waivers.yaml'", place="team.yaml")
        for name in ("../x.yaml", "/etc/x.yaml", "a/x.yaml"):
            self.write("team.yaml", POLICY.replace("team.waivers.yaml", name))
            self.broken("waivers", place="team.yaml")

    def test_to_let_somebody_waive_is_to_loosen(self):
        for parent, text, message in [
            ("pure-compute", "waivers: team.waivers.yaml\n", "'team.waivers.yaml' loosens 'waivers'"),
            ("pure-compute", "calls: {deny: [{name: eval, waivable: true}]}\n", "'eval' loosens 'calls'"),
            ("pure-compute", "calls: {deny: [{name: open, waivable: true}]}\n", "'open' loosens 'calls'"),
            ("team", "calls: {escalate: [{name: min, waivable: true}]}\n", "'min' loosens 'calls'"),
            ("pure-compute", "rules: [{id: r, call: socket.socket, otherwise: deny, waivable: true}]\n",
             "'r' loosens 'rules'"),
            ("pure-compute", "rules: [{id: r, call: socket.socket, otherwise: escalate}]\n", "'r' loosens 'rules'"),
        ]:
            with self.subTest(text=text):
                self.write("child.yaml", HEAD.format("child", parent) + text)
                self.broken(message, policy="child.yaml", place="child.yaml")
        self.write("child.yaml", HEAD.format("child", "pure-compute") +
                   "imports: {deny: [{module: socket, waivable: true}]}\n")
        self.broken("the denial of 'socket' can't be waived", policy="child.yaml", place="child.yaml")
        self.write("child.yaml", HEAD.format("child", "team") + "calls: {deny: [{name: sum, id: no-sum, waivable: false}]}\n")
        self.waive(self.waiver())
        self.broken("policy 'child' does not let", policy="child.yaml")

    # -- reports ---------------------------------------------------------------------------------

    def test_sarif_has_it_as_a_suppression(self):
        self.write("b.py", CODE + "max(1, 2)\n")
        self.waive(self.waiver(scope={"path": "b.py"}))
        said = self.call("check", "--policy", "team.yaml", "--format", "sarif", "b.py")
        first, second = said.json["runs"][0]["results"]
        self.assertEqual((first["level"], second["level"]), ("error", "error"))
        suppression, = first["suppressions"]
        self.assertEqual((suppression["kind"], suppression["status"]), ("external", "accepted"))
        self.assertIn("it was reviewed in March (waiver W-1, owner ann, approver bob, expires ",
                      suppression["justification"])
        self.assertEqual(second["suppressions"], [])
        self.sarif_is_valid(said.out)

    def sarif_is_valid(self, text):
        schema = os.environ.get("SLUICE_SARIF_SCHEMA")
        if schema:
            self.write("log.sarif", text)
            judged = self.call("schema", "validate", schema, "log.sarif")
            self.assertEqual(judged.code, 0, judged.out + judged.err)

    def test_authors_see_them(self):
        self.waive(self.waiver())
        self.assertRegex(self.call("policy", "render", "team.yaml").out,
                         rf"waivers: at most 90 days\n  W-1: no-sum until {day(30)} +# team.waivers.yaml:1\n")
        shown = self.call("policy", "show", "team.yaml", "--json").json
        self.assertEqual([w["id"] for w in shown["waivers"]], ["W-1"])
        self.assertEqual(self.call("schema", "print", "waivers").json["title"], "Waivers of Sluice")
        self.write("before.yaml", POLICY.replace("waivers: team.waivers.yaml\n", ""))
        told = self.call("policy", "diff", "before.yaml", "team.yaml")
        self.assertEqual(told.code, 1)
        self.assertIn("waiver 'W-1'", told.out)
        self.assertEqual(self.call("policy", "diff", "team.yaml", "before.yaml").code, 0)

    def test_explain_knows_them(self):
        said = self.call("policy", "explain", "a.py", "--policy", "team.yaml")
        self.assertEqual((said.code, said.out.splitlines()[0]), (1, "a.py: deny by team"))
        self.waive(self.waiver())
        said = self.call("policy", "explain", "a.py", "--policy", "team.yaml")
        self.assertEqual((said.code, said.out.splitlines()[0]), (0, "a.py: allow by team"))
        self.assertIn("deny, waived by W-1", said.out)
        said = self.call("policy", "explain", "a.py", "--policy", "team.yaml", "--json")
        self.assertEqual((said.json["verdict"], said.json["findings"][0]["waiver"]), ("allow", "W-1"))

    def test_an_expired_waiver_breaks_the_policy_s_tests(self):
        self.write("team.test.yaml", "apiVersion: sluice-test/v1\npolicy: team\ncases:\n"
                   "  - {name: sums, code: 'sum([1])', expect: deny, findings: {no-sum: 1}}\n")
        self.waive(self.waiver())
        self.assertEqual(self.call("policy", "test").code, 0)
        self.waive(self.waiver(created=day(-60), expires=day(0)))
        said = self.call("policy", "test")
        self.assertEqual(said.code, 2)
        self.assertRegex(said.err, r"team.waivers.yaml:1:\d+: error: waiver 'W-1' has expired")

    def test_the_digest_is_of_the_waivers_too(self):
        def digest():
            return self.call("policy", "show", "team.yaml", "--json").json["sha256"]

        before = digest()
        self.waive(self.waiver())
        self.assertNotEqual(before, digest())

    # -- runs ------------------------------------------------------------------------------------

    def task(self, code=CODE, **more):
        self.write("code.py", code)
        self.write("task.json", {"goal": "add", "policy": "./team.yaml", "output": {"schema": {}}, **more})

    def content(self, digest):
        with sqlite3.connect(self.folder / "store" / "store.db") as db:
            return db.execute("SELECT bytes FROM content WHERE sha256 = ?", (digest,)).fetchone()[0]

    def run_it(self, *words):
        return self.call("run", "task.json", "--code", "code.py", "--json", *words)

    def test_a_run_stands_on_the_policy_s_waivers_and_says_so(self):
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople: []\n")
        self.task()
        self.assertEqual(self.run_it().code, 10)
        self.waive(self.waiver())
        run = self.run_it()
        self.assertEqual((run.code, run.json["answer"]), (0, 3), run.out + run.err)
        waiver, = run.json["waivers"]
        self.assertEqual({k: waiver[k] for k in ("id", "rule", "owner", "approver", "ticket")},
                         {"id": "W-1", "rule": "no-sum", "owner": "ann", "approver": "bob", "ticket": "T-7"})
        self.assertEqual(run.json["findings"][0]["waiver"], "W-1")
        stored = self.call("runs", "show", run.json["run_id"], "--json").json
        subject = json.loads(self.content(stored["subject_sha256"]))
        self.assertEqual((subject["v"], subject["verdict"], subject["waivers"]), (2, "allow", run.json["waivers"]))
        receipt = self.call("receipt", "show", run.json["run_id"])
        self.assertIn("no-sum: deny, waived by W-1, 1 time", receipt.out, receipt.err)

    def test_nobody_brings_waivers_of_his_own(self):
        self.waive(self.waiver(), name="mine.yaml")
        self.task()
        for verb in ("run", "submit"):
            said = self.call(verb, "task.json", "--code", "code.py", "--waivers", "mine.yaml")
            self.assertEqual((said.code, said.out), (2, ""))
            self.assertIn("takes no option '--waivers'", said.err)
        self.task(waivers="mine.yaml")
        said = self.run_it()
        self.assertEqual(said.code, 2)
        self.assertIn("unknown key 'waivers'", said.err)
        self.waive(self.waiver(), name="inputs.waivers.yaml")
        (self.folder / "inputs.waivers.yaml").rename(self.folder / "taken.yaml")
        self.task(inputs=[{"path": "taken.yaml", "name": "team.waivers.yaml"}])
        self.assertEqual(self.run_it().code, 10)

    def test_a_path_is_no_scope_for_a_run(self):
        self.waive(self.waiver(scope={"path": "**"}))
        self.task()
        self.assertEqual(self.run_it().code, 10)

    def test_who_approved_it_does_not_run_it(self):
        self.task()
        self.waive(self.waiver())
        stored = self.call("runs", "show", self.run_it().json["run_id"], "--json").json
        requester = stored["requester"].removeprefix("login:")
        self.waive(self.waiver(approver=requester))
        said = self.run_it()
        self.assertEqual(said.code, 10, requester + said.err)
        account = pwd.getpwuid(os.getuid()).pw_name
        self.assertNotIn(account, requester, "the ledger has a pseudonym")
        for written in (account, account.upper(), account + "."):
            self.waive(self.waiver(approver=written))
            self.assertEqual(self.run_it().code, 10, written)
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople:\n  - {id: b.miller, name: Robert Miller, "
                   f"login: {account}, keys: [], roles: []}}\n")
        for owner, approver in (("ann", "b.miller"), ("ann", account), ("ann", "Robert.Miller"), ("b.miller", account)):
            self.waive(self.waiver(owner=owner, approver=approver))
            said = self.call("run", "task.json", "--code", "code.py", "--trust", "trust.yaml")
            self.assertEqual(said.code, 10, approver + said.err)
        self.waive(self.waiver(owner=requester))
        self.assertEqual(self.run_it().code, 0)

    def test_another_file_between_submission_and_run_changes_nothing(self):
        self.task()
        asked = self.call("submit", "task.json", "--code", "code.py", "--json").json["run_id"]
        self.waive(self.waiver())
        self.call("worker", "--once")
        self.assertEqual(self.call("runs", "show", asked, "--json").json["state"], "refused")

    def test_the_stored_waivers_are_the_ones_that_were_submitted(self):
        self.task()
        self.waive(self.waiver())
        asked = self.call("submit", "task.json", "--code", "code.py", "--json").json["run_id"]
        self.waive()
        self.call("worker", "--once")
        self.assertEqual(self.call("runs", "show", asked, "--json").json["state"], "answered")

    def test_another_program_is_not_the_one_that_was_waived(self):
        self.waive(self.waiver())
        self.task(CODE + "# one byte more\n")
        self.assertEqual(self.run_it().code, 10)

    def test_an_escalation_that_is_waived_asks_nobody(self):
        self.task(ASKS)
        self.assertEqual(self.run_it().code, 11)
        self.waive(self.waiver(rule="ask-abs", scope={"code": sha(ASKS)}))
        run = self.run_it()
        self.assertEqual((run.code, run.json["answer"]), (0, 3), run.out)
        self.task(ASKS, review=True)
        self.assertEqual(self.run_it().code, 11, "the task still wants a person")

    def test_a_denial_waived_beside_an_escalation_still_asks(self):
        code = CODE + "abs(1)\n"
        self.waive(self.waiver(scope={"code": sha(code)}))
        self.task(code)
        run = self.run_it()
        self.assertEqual(run.code, 11, run.out)
        self.assertIn("[ask-abs]", run.json["reason"])
