# SPDX-License-Identifier: MIT
"""policy diff: what another policy decides otherwise, and for which programs."""

import hashlib
import itertools
import json
import unittest

from sluice import Case, call

BEFORE = """\
apiVersion: sluice/v1
id: p
revision: 1
imports: {allow: [math, heapq, {module: json, api: [dumps]}], escalate: [{module: sqlite3}]}
builtins: {allow: [print, len]}
attributes: {deny: [shuffle]}
capabilities: {escalate: [file-read]}
limits: {wall_s: 5, cpu_s: 5}
rules:
  - id: small
    call: range
    unless: {arg: {"0": {below: 10}}}
    otherwise: deny
    unknown: escalate
"""
AFTER = """\
apiVersion: sluice/v1
id: p
revision: 2
imports: {allow: [math, random, {module: json, api: [dumps, loads]}, sqlite3]}
builtins: {allow: [print, id]}
capabilities: {deny: [file-read]}
limits: {wall_s: 9, cpu_s: 3}
output: {leaks: escalate}
executor: {require: [network_none]}
rules:
  - id: small
    call: range
    as: [value]
    unless: {arg: {"0": {below: 20, optional: true}}}
    otherwise: escalate
    unknown: escalate
"""


class PolicyDiff(Case):
    def try_it(self, *words, before=BEFORE, after=AFTER):
        self.write("a.yaml", before)
        self.write("b.yaml", after)
        return call("policy", "diff", "a.yaml", "b.yaml", *words, cwd=self.folder)

    def test_decisions_are_compared_deny_to_allow_first(self):
        said = self.try_it()
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertEqual(said.out, """\
p revision 1 -> p revision 2
loosened:
  'id': deny -> allow
  'json.loads': deny -> allow
  attribute 'shuffle': deny -> allow
  import 'random': deny -> allow
  limit 'wall_s': 5 -> 9
  output, 'account': deny -> escalate
  output, 'card': deny -> escalate
  output, 'control': deny -> escalate
  output, 'credential': deny -> escalate
  output, 'email': deny -> escalate
  output, 'person': deny -> escalate
  output, 'sensitive': deny -> escalate
  rule 'small', as 'value': no -> yes
  rule 'small', a condition: no such condition -> 0 below=20 optional
  rule 'small', otherwise: deny -> escalate
  import 'sqlite3': escalate -> allow
tightened:
  'len': allow -> deny
  capability 'file-read': escalate -> deny
  import 'heapq': allow -> deny
  limit 'cpu_s': 5 -> 3
  rule 'small', a condition: 0 below=10 -> no such condition
  running without the guarantee 'network_none': yes -> no
""")

    def test_the_same_policy_decides_the_same(self):
        said = self.try_it(after=BEFORE)
        self.assertEqual((said.code, said.out), (0, "p revision 1 -> p revision 1\nthey decide the same\n"))

    def test_what_is_only_tightened_is_good(self):
        said = self.try_it(after=BEFORE.replace("print, len", "print"))
        self.assertEqual((said.code, said.out), (
            0, "p revision 1 -> p revision 1\ntightened:\n  'len': allow -> deny\n"))

    def test_verdicts_flip_over_programs(self):
        self.write("code/a.py", "import heapq\n")
        self.write("code/deep/b.py", "import random\n")
        self.write("code/deep/c.py", "import math\n")
        self.write("code/d.py", "import sqlite3\n")
        self.write("code/e.txt", "import heapq\n")
        self.write("f.py", "range(100)\n")
        said = self.try_it("--over", "code", "--over", "f.py")
        self.assertEqual(said.code, 1)
        self.assertTrue(said.out.endswith("""\
5 programs, 4 with another verdict
  deny -> allow  code/deep/b.py
      import.denied at 1:8: the policy does not allow module 'random'
  deny -> escalate  f.py
      small at 1:1: the policy does not allow 'range' to be used like this
  escalate -> allow  code/d.py
      import.escalated at 1:8: module 'sqlite3' needs a reviewer
  allow -> deny  code/a.py
      import.denied at 1:8: the policy does not allow module 'heapq'
"""), said.out)

    def test_json(self):
        self.write("f.py", "import random\n")
        report = self.try_it("--over", "f.py", "--json").json
        self.assertEqual((report["before"]["revision"], report["after"]["revision"]), (1, 2))
        self.assertEqual(report["loosened"], True)
        self.assertEqual(report["changes"][0],
                         {"direction": "loosened", "what": "'id'", "before": "deny", "after": "allow"})
        self.assertEqual((report["programs"], report["flips"]), (1, [{
            "path": "f.py", "sha256": hashlib.sha256(b"import random\n").hexdigest(), "before": "deny", "after": "allow",
            "finding_count": 1, "findings": [{"rule": "import.denied", "line": 1, "column": 8,
                                              "message": "the policy does not allow module 'random'"}]}]))

    def test_mistakes(self):
        self.write("empty/x.txt", "")
        for words, message in [(["--over", "empty"], "sluice: error: there is no program in 'empty'\n"),
                               (["--over", "no.py"], "sluice: error: can't open 'no.py': No such file or directory\n"
                                "help: there is no such file; look at the path's spelling and at the folder it starts from\n")]:
            said = self.try_it(*words)
            self.assertEqual((said.code, said.err), (2, message))

    # What a policy may say of each thing, in any of which another may say something else upon it.
    SAID = {
        ("limits",): [{name: n} for name in ("wall_s", "memory_mb", "artifacts") for n in (1, 2, 3)],
        ("escalation", "expire"): ["1h", "2h"],
        ("escalation", "remind"): ["1h", "2h"],
        ("escalation", "use"): ["1h", "2h"],
        ("escalation", "blind"): [True, False],
        ("escalation", "on_evasion"): ["refuse", "escalate"],
        ("escalation", "reason"): [{"min": 10}, {"min": 20}, {"ticket": "^A-[0-9]+$"}, {"ticket": "^B-[0-9]+$"}],
        ("prompt",): [{"sample_rows": 0}, {"sample_rows": 3}, {"program_output": True}, {"program_output": False}],
        ("executor", "require"): [["network_none"], ["network_none", "cpu"]],
        ("executor", "escalate"): [["network_none"], ["network_none", "cpu"]],
        ("executor", "packages"): [False, True, ["numpy"], ["numpy", "pandas"]],
        ("output",): [{"framing": "json"}, {"framing": "csv"}, {"leaks": "deny"}, {"leaks": "escalate"}, {"leaks": "allow"},
                      {"leaks": {"email": "escalate"}}, {"leaks": {"email": "allow", "card": "escalate"}}],
        ("data",): [{"sensitive": ["iban"]}, {"sensitive": ["iban", "*mail*"]}],
        ("tier",): ["pure", "native"],
        ("imports", "default"): ["deny", "escalate"],
        ("imports", "allow"): [[{"module": "shutil", "api": ["copy"]}], [{"module": "shutil", "api": ["copy", "move"]}], ["shutil"],
                               [{"module": "shutil", "api": ["copy"], "also": ["chown"]}], [{"module": "shutil", "api": ["ignore_patterns"]}]],
        ("builtins", "default"): ["deny", "escalate", "allow"],
        ("attributes", "default"): ["deny", "escalate", "allow"],
        ("attributes", "unknown"): ["escalate", "enforce"],
        ("attributes",): [{"allow": ["shuffle"]}, {"escalate": ["shuffle"]}, {"deny": ["shuffle"]}],
        ("capabilities",): [{d: ["file-read"]} for d in ("allow", "escalate", "deny")],
        ("builtins",): [{d: ["len"]} for d in ("allow", "escalate", "deny")],
        ("files",): [{"read": ["inputs"]}, {"read": ["/data"]}, {"read": ["/data/in"]}, {"write": ["*"]},
                     {"write": ["*.csv"]}, {"write": ["out/*.csv"]}, {"unknown": "deny"}, {"unknown": "escalate"}],
    }
    NEEDS = [[{"role": "analyst"}], [{"role": "analyst", "n": 2}], [{"role": "owner"}],
             [{"role": "analyst", "scope": "c"}], [{"role": "analyst", "name": "first"}],
             [{"role": "analyst"}, {"role": "owner"}], [{"role": "owner"}, {"role": "analyst", "n": 2}],
             [{"role": "analyst"}, {"role": "break_glass"}],
             [{"role": "analyst"}, {"role": "break_glass", "scope": "c"}]]

    def policy(self, name, place, value, **more):
        said = {"apiVersion": "sluice/v1", "id": name, "revision": 1, **more}
        if place is not None:
            *sections, last = place
            at = said
            for key in sections:
                at = at.setdefault(key, {})
            at[last] = {**at[last], **value} if isinstance(at.get(last), dict) else value
        self.write(f"{name}.yaml", json.dumps(said))

    def assert_agreed(self, place, before, after, **people):
        base = {"imports": {"allow": ["math"]}, **people}
        upon = {"extends": ["p"]}
        reason = "the test wants to see what this would let through"
        excuses = [{"what": place[0], "reason": reason}]
        self.policy("p", None if before is None else place, before, **json.loads(json.dumps(base)))
        self.policy("c", place, after, **upon)
        loads = call("policy", "diff", "p.yaml", "c.yaml", "--json", cwd=self.folder)
        self.policy("c", place, after, override=excuses, **upon)
        said = call("policy", "diff", "p.yaml", "c.yaml", "--json", cwd=self.folder)
        with self.subTest(place=place, before=before, after=after):
            self.assertIn(said.code, (0, 1), said.err)
            self.assertEqual(loads.code == 2, said.json["loosened"], loads.err + said.out)
            if loads.code == 2:
                self.assertIn("loosens '", loads.err)

    def test_the_loader_and_the_comparison_agree_on_what_loosens(self):
        people = {"escalation": {"needs": [{"role": "analyst"}]}}
        for place, values in self.SAID.items():
            for before, after in itertools.product([None, *values], values):
                self.assert_agreed(place, before, after, **people)

    def test_a_default_that_allows_does_not_allow_what_a_name_can_do(self):
        for section, name in (("builtins", "eval"), ("attributes", "gi_frame"), ("attributes", "to_csv"), ("attributes", "__class__")):
            for decision in ("allow", "escalate"):
                self.assert_agreed((section,), {"default": "allow"}, {decision: [name]})
                said = call("policy", "diff", "p.yaml", "c.yaml", cwd=self.folder)
                self.assertIn("loosened:", said.out, (name, decision))

    def test_they_agree_on_who_approves(self):
        for before, after in itertools.product(self.NEEDS, self.NEEDS):
            self.assert_agreed(("escalation", "needs"), before, after)

    def test_who_first_names_people_need_not_say_why_but_where_that_is_locked(self):
        needs = [{"role": "analyst"}]
        self.policy("p", None, None, imports={"allow": ["math"]})
        self.policy("c", ("escalation", "needs"), needs, extends=["p"])
        said = call("policy", "diff", "p.yaml", "c.yaml", cwd=self.folder)
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertIn("loosened:\n  who approves: nobody -> 1 analyst for *\n", said.out)
        self.policy("p", None, None, imports={"allow": ["math"]}, locked=["escalation"])
        said = call("policy", "diff", "p.yaml", "c.yaml", cwd=self.folder)
        self.assertEqual(said.code, 2)
        self.assertIn("'needs' loosens 'escalation', which is locked", said.err)

    def test_an_inherited_profile_names_no_other_people_than_its_policy_does_now(self):
        few, many = [{"role": "analyst"}], [{"role": "analyst"}, {"role": "owner"}]
        excuse = {"override": [{"what": "escalation", "reason": "one is enough for quick questions"}]}
        self.policy("p", None, None, imports={"allow": ["math"]}, escalation={"needs": many},
                    profiles={"quick": {"escalation": {"needs": few}, **excuse}})
        self.policy("c", None, None, extends=["p"],
                    escalation={"needs": [{"role": "analyst", "n": 2}, {"role": "owner"}]})
        shown = call("policy", "render", "c.yaml", cwd=self.folder)
        self.assertEqual((shown.code, shown.err), (0, ""))
        self.assertNotIn("needs: 1 analyst", shown.out)


if __name__ == "__main__":
    unittest.main()
