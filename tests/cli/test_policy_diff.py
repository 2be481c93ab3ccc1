# SPDX-License-Identifier: MIT
"""policy diff: what another policy decides otherwise, and for which programs."""

import hashlib
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
  import 'random': deny -> allow
  limit 'wall_s': 5 -> 9
  output, 'leaks': deny -> escalate
  rule 'small', as 'value': no -> yes
  rule 'small', a condition: no such condition -> 0 below=20 optional
  attribute 'shuffle': deny -> by the table
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
      small at 1:1: 'range' is used in a way that the policy does not allow
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
        for words, message in [(["--over", "empty"], "sluice: error: no program is in 'empty'\n"),
                               (["--over", "no.py"], "sluice: error: can't open 'no.py': No such file or directory\n"
                                "help: there is no such file; look at the path's spelling and at the folder it starts from\n")]:
            said = self.try_it(*words)
            self.assertEqual((said.code, said.err), (2, message))


if __name__ == "__main__":
    unittest.main()
