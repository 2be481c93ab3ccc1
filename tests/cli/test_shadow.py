# SPDX-License-Identifier: MIT
"""Shadow mode: what is tried beside the policy in force is told, recorded, and decides nothing."""
import hashlib
import json
import sqlite3

from engines import Stored

HEAD = "apiVersion: sluice/v1\nid: {}\nrevision: 1\nextends: [{}]\n"
TRIED = HEAD.format("tried", "pure-compute") + """\
imports:
  deny: [{module: math, message: "no figures"}]
calls:
  deny: [{name: print, id: no-print, remedy: "return it"}]
rules:
  - id: small-range
    call: range
    unless: {arg: {0: {below: 10}}}
    otherwise: deny
"""
NOW = HEAD.format("now", "pure-compute") + "shadow: [tried]\n"
NEXT = HEAD.format("next", "pure-compute") + """\
calls:
  deny: [{name: sum, id: no-sum}]
"""
CODE = "import math\nprint(math.pi, range(11))\n"


class Shadow(Stored):
    def setUp(self):
        super().setUp()
        self.write("now.yaml", NOW)
        self.write("tried.yaml", TRIED)
        self.write("next.yaml", NEXT)
        self.write("a.py", CODE)

    def check(self, *words, policy="now.yaml", file="a.py"):
        said = self.call("check", "--policy", policy, *words, "--json", file)
        self.assertEqual(said.err, "")
        return said.code, said.json["files"][0]

    def rules(self, file, **wanted):
        return [f["rule"] for f in file["findings"] if all(f.get(k) == v for k, v in wanted.items())]

    # -- what is told ---------------------------------------------------------------------------------

    def test_a_candidate_is_told_and_decides_nothing(self):
        code, file = self.check()
        self.assertEqual((code, file["verdict"]), (0, "allow"))
        self.assertEqual(self.rules(file), ["import.denied", "no-print", "small-range"])
        self.assertEqual(self.rules(file, shadow=True), self.rules(file))
        shadow, = file["shadow"]
        self.assertEqual((shadow["policy"], shadow["revision"], shadow["verdict"]), ("tried", 1, "deny"))
        self.assertTrue(all(f["policy_sha256"] == shadow["sha256"] for f in file["findings"]))

    def test_what_decides_stays_what_it_is(self):
        self.write("b.py", CODE + "eval('1')\n")
        code, file = self.check(file="b.py")
        self.assertEqual((code, file["verdict"], self.rules(file)[0]), (1, "deny", "call.denied"))
        self.assertNotIn("shadow", file["findings"][0])
        self.assertEqual(self.rules(file, shadow=True), self.rules(file)[1:])

    def test_a_text_that_can_not_be_read_is_denied_by_all(self):
        self.write("b.py", "def f(:\n")
        code, file = self.check("--shadow", "next.yaml", file="b.py")
        self.assertEqual((code, [s["verdict"] for s in file["shadow"]]), (1, ["deny", "deny"]))
        self.assertEqual(self.rules(file), ["syntax.error"])

    def test_people_see_it_apart(self):
        said = self.call("check", "--policy", "now.yaml", "--shadow", "next.yaml", "a.py")
        self.assertIn("a.py:2:1: deny, in shadow of tried@1: 'print'", said.out.replace(" the policy does not allow", ""))
        self.assertTrue(said.out.endswith("a.py: allow, 3 in shadow; tried@1: deny; next@1: allow\n"), said.out)

    def test_a_looser_policy_can_be_tried(self):
        self.write("loose.yaml", HEAD.format("loose", "pure-compute") + "override: [{what: calls, reason: tried alone}]\n"
                   "calls: {allow: [{name: eval}]}\n")
        self.write("b.py", "eval('1')\n")
        code, file = self.check("--shadow", "loose.yaml", policy="pure-compute", file="b.py")
        self.assertEqual((code, file["verdict"], file["shadow"][0]["verdict"]), (1, "deny", "allow"))
        self.assertEqual(self.rules(file, shadow=True), [])

    def refused(self, text, message):
        self.write("child.yaml", HEAD.format("child", "pure-compute") + text)
        said = self.call("check", "--policy", "child.yaml", "a.py")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertIn(message, said.err)

    def test_an_entry_has_no_mode(self):
        self.refused("calls: {deny: [{name: print, mode: shadow}]}\n", "'mode'")

    # -- candidates ------------------------------------------------------------------------------

    def test_a_candidate_is_tried_whole(self):
        self.write("b.py", "print(sum([1]))\n")
        code, file = self.check("--shadow", "next.yaml", "--shadow", "strict-regulated", policy="pure-compute", file="b.py")
        self.assertEqual((code, file["verdict"]), (0, "allow"))
        self.assertEqual([(s["policy"], s["verdict"]) for s in file["shadow"]],
                         [("next", "deny"), ("strict-regulated", "allow")])
        self.assertEqual([(f["rule"], f["policy"]) for f in file["findings"]], [("no-sum", "next")])

    def test_a_policy_names_its_candidates(self):
        self.write("now.yaml", HEAD.format("now", "pure-compute") + "shadow: [next]\n")
        self.write("child.yaml", HEAD.format("child", "now"))
        self.write("b.py", "print(sum([1]))\n")
        self.assertEqual([s["policy"] for s in self.check(policy="now.yaml", file="b.py")[1]["shadow"]], ["next"])
        self.assertNotIn("shadow", self.check(policy="child.yaml", file="b.py")[1])

    def test_two_policies_may_try_each_other(self):
        self.write("now.yaml", HEAD.format("now", "pure-compute") + "shadow: [later, now]\n")
        self.write("later.yaml", HEAD.format("later", "now") + "shadow: [now]\n")
        self.assertEqual([s["policy"] for s in self.check(policy="now.yaml")[1]["shadow"]], ["later", "now"])

    def test_an_unknown_candidate_is_an_error_at_its_place(self):
        self.refused("shadow: [nxt]\n", "child.yaml:5:10: error: policy 'nxt' is unknown")
        said = self.call("check", "--policy", "pure-compute", "--shadow", "nxt", "a.py")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertIn("policy 'nxt' is unknown", said.err)

    def test_a_broken_candidate_is_an_error(self):
        self.write("next.yaml", NEXT + "limits: {wall_s: 1e9}\n")
        self.refused("shadow: [next]\n", "next.yaml:7:")

    def test_what_the_policy_in_force_finds_too_is_not_told_twice(self):
        rules = HEAD.format("{}", "pure-compute") + "rules: [{{id: no-sum, call: sum, otherwise: deny}}{}]\n"
        self.write("rules.yaml", rules.format("rules", ""))
        self.write("hard.yaml", rules.format("hard", ", {id: no-abs, call: abs, otherwise: deny}"))
        self.write("b.py", "n = 3\nwhile abs(n) > 0:\n    n -= 1\nsum([n])\n")
        code, file = self.check("--shadow", "hard.yaml", policy="rules.yaml", file="b.py")
        self.assertEqual((code, [(f["rule"], f["line"]) for f in file["findings"]]), (1, [("no-sum", 4), ("no-abs", 2)]))

    def test_a_model_is_told_nothing_of_it(self):
        said = self.call("policy", "show", "now.yaml", "--prompt")
        self.assertNotIn("small-range", said.out)
        self.assertNotIn("return it", said.out)
        self.assertEqual(self.call("policy", "show", "now.yaml", "--json").json["shadow"], {"policies": ["tried"]})

    # -- runs ------------------------------------------------------------------------------------

    def task(self, **more):
        self.write("code.py", "import json\nprint(json.dumps(sum([1, 2])))\n")
        self.write("task.json", {"goal": "add", "policy": "./now.yaml", "output": {"schema": {}}, **more})

    def content(self, digest):
        with sqlite3.connect(self.folder / "store" / "store.db") as db:
            return db.execute("SELECT bytes FROM content WHERE sha256 = ?", (digest,)).fetchone()[0]

    def test_a_run_s_record_and_findings_keep_what_the_candidates_said(self):
        self.task(shadow=["./next.yaml"])
        run = self.call("run", "task.json", "--code", "code.py", "--json")
        self.assertEqual(run.code, 0, run.out + run.err)
        said = [(s["policy"], s["verdict"]) for s in run.json["shadow"]]
        self.assertEqual(said, [("tried", "deny"), ("next", "deny")])
        self.assertEqual({f["rule"] for f in run.json["findings"]}, {"no-print", "no-sum"})
        stored = self.call("runs", "show", run.json["run_id"], "--json").json
        counted = {t["policy"]: t["rules"] for t in self.call("runs", "shadow", "--json").json}
        self.assertEqual(counted, {"tried": [{"rule": "no-print", "decision": "deny", "runs": 1}],
                                   "next": [{"rule": "no-sum", "decision": "deny", "runs": 1}]})
        subject = json.loads(self.content(stored["subject_sha256"]))
        self.assertEqual((subject["v"], subject["verdict"], len(subject["shadow"])), (2, "allow", 2))

    def test_a_worker_finds_all_candidates_in_the_stored_task(self):
        self.write("now.yaml", HEAD.format("now", "pure-compute") + "shadow: [tried, next]\n")
        self.write("later.yaml", HEAD.format("later", "now"))
        self.task(shadow=["./later.yaml", "strict-regulated"])
        asked = self.call("submit", "task.json", "--code", "code.py", "--json")
        self.assertEqual(asked.code, 0, asked.err)
        for name in ("now.yaml", "tried.yaml", "next.yaml", "later.yaml"):
            (self.folder / name).unlink()
        done = self.call("worker", "--once", "--json")
        self.assertEqual(done.json["status"], "answered", done.out + done.err)
        stored = self.call("runs", "show", done.json["run_id"], "--json").json
        subject = json.loads(self.content(stored["subject_sha256"]))
        self.assertEqual([s["policy"] for s in subject["shadow"]], ["tried", "next", "later", "strict-regulated"])

    def test_a_run_without_shadow_has_the_subject_that_it_always_had(self):
        self.task()
        task = json.loads((self.folder / "task.json").read_text())
        self.write("task.json", {**task, "policy": "pure-compute"})
        run = self.call("run", "task.json", "--code", "code.py", "--json").json
        stored = self.call("runs", "show", run["run_id"], "--json").json
        subject = json.loads(self.content(stored["subject_sha256"]))
        self.assertEqual(subject["v"], 1)
        self.assertNotIn("shadow", subject)
        self.assertNotIn("shadow", run)

    def test_a_model_s_program_is_not_sent_back_for_what_is_in_shadow(self):
        self.write("replies.json", {"replies": []})
        self.task()
        run = self.call("run", "task.json", "--code", "code.py", "--json").json
        self.assertEqual((run["status"], run["attempts"]), ("answered", 1))

    def test_a_task_s_candidate_that_is_unknown_is_an_error_at_its_place(self):
        self.write("code.py", "print(1)\n")
        self.write("task.yaml", "goal: add\npolicy: pure-compute\nshadow: [nxt]\noutput: {schema: {}}\n")
        said = self.call("run", "task.yaml", "--code", "code.py")
        self.assertEqual(said.code, 2)
        self.assertIn("task.yaml:3:10: error: policy 'nxt' is unknown", said.err)

    def test_the_receipt_names_what_was_in_shadow(self):
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople: []\n")
        self.task()
        run = self.call("run", "task.json", "--code", "code.py", "--json").json
        said = self.call("receipt", "show", run["run_id"])
        self.assertIn("no-print: deny, in shadow of tried, 1 time", said.out, said.err)

    def test_what_would_have_changed_is_counted(self):
        self.assertEqual(self.call("runs", "shadow").out, "no policy was tried in shadow mode\n")
        self.task(shadow=["./next.yaml"])
        runs = [self.call("run", "task.json", "--code", "code.py", "--json").json["run_id"] for _ in range(2)]
        self.write("code.py", "print(1)\n")
        runs.append(self.call("run", "task.json", "--code", "code.py", "--json").json["run_id"])
        self.write("code.py", "eval('1')\n")
        self.assertEqual(self.call("run", "task.json", "--code", "code.py").code, 10)
        tried, later = sorted(self.call("runs", "shadow", "--json").json, key=lambda t: t["policy"] != "tried")
        self.assertEqual((tried["policy"], tried["runs"], later["policy"], later["runs"]), ("tried", 4, "next", 4))
        self.assertEqual({(v["was"], v["would_be"]): v["count"] for v in later["verdicts"]},
                         {("deny", "deny"): 1, ("allow", "deny"): 2, ("allow", "allow"): 1})
        flipped, = [v["runs"] for v in later["verdicts"] if (v["was"], v["would_be"]) == ("allow", "deny")]
        self.assertEqual(set(flipped), set(runs[:2]))
        self.assertEqual(later["rules"], [{"rule": "no-sum", "decision": "deny", "runs": 2}])
        self.assertEqual(tried["rules"], [{"rule": "no-print", "decision": "deny", "runs": 3}])
        said = self.call("runs", "shadow").out
        self.assertRegex(said, r"next revision 1, sha256 [0-9a-f]{12}…, tried on 4 runs\n")
        self.assertRegex(said, r"  allow    -> deny          2  run_\w+, run_\w+\n")
        self.assertIn("  rule no-sum: deny, in 2 runs\n", said)
        self.assertEqual(self.call("runs", "shadow", "--limit", "1", "--json").json[0]["runs"], 1)
        self.assertEqual(self.call("runs", "shadow", "--state", "no").code, 2)

    def test_digests_tell_a_candidate_from_another(self):
        before = self.check("--shadow", "next.yaml")[1]["shadow"][1]["sha256"]
        self.write("next.yaml", NEXT + "# another\n")
        after = self.check("--shadow", "next.yaml")[1]["shadow"][1]["sha256"]
        self.assertNotEqual(before, after)
        self.assertEqual(len(hashlib.sha256().hexdigest()), len(after))
