# SPDX-License-Identifier: MIT
"""policy explain: why, and why not."""

import unittest

from sluice import Case, call

POLICY = """\
apiVersion: sluice/v1
id: p
revision: 1
imports: {allow: [math, {module: os, api: [sep]}]}
builtins: {allow: [print]}
calls: {deny: [{name: slice}]}
rules:
  - id: small
    call: [range, slice]
    unless:
      - arg: {"0": {below: 10}, step: {absent: true}}
      - arg: {"0": {one_of: [a, b]}}
    otherwise: deny
    unknown: escalate
  - id: frames
    call: .to_csv
    packages: [pandas]
    otherwise: deny
"""
CODE = """\
from os import system as s
import math
t = s
t('id')
n = 15
range(n, step=1)
range(9)
range(math.floor(2))
print(1)
"""


class PolicyExplain(Case):
    def try_it(self, *words, code=CODE):
        self.write("p.yaml", POLICY)
        self.write("x.py", code)
        return call("policy", "explain", *words, "--policy", "p.yaml", cwd=self.folder)

    def test_the_way_of_a_name_is_followed(self):
        said = self.try_it("x.py:4")
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertEqual(said.out, """\
x.py: deny by p

x.py:4:1: deny: the policy does not allow 'system' of module 'os' [import.api]
    4 | t('id')
      | ^
help: use a public name of the module that the policy allows

what was asked:
  4:1 `t` <- `t = s` line 3 <- `from os import system as s` line 1 -> os.system
    import 'os' (p.yaml:4) says allow, for the names in its 'api'
""")

    def test_the_first_predicate_that_fails_is_marked(self):
        said = self.try_it("x.py:6", "--rule", "small")
        self.assertEqual(said.out, """\
x.py: deny by p

x.py:6:1: deny: the policy does not allow 'range' to be used like this [small]
    6 | range(n, step=1)
      | ^^^^^

what was asked:
  6:1 `range` -> builtins.range
    rule 'small', call 'range' (p.yaml:8) asks
        condition 1, argument '0' fails, first of all: n, that is 15
        condition 1, argument 'step' fails: 1, that is 1
      condition 1 fails
        condition 2, argument '0' fails, first of all: n, that is 15
      condition 2 fails
    no condition holds, so rule 'small' says deny
""")

    def test_what_is_allowed_is_explained_too(self):
        said = self.try_it("x.py:7")
        self.assertIn("""\
  7:1 `range` -> builtins.range
    rule 'small', call 'range' (p.yaml:8) asks
        condition 1, argument '0' holds: 9, that is 9
        condition 1, argument 'step' holds: it is not given
      condition 1 holds
        condition 2, argument '0' fails, first of all: 9, that is 9
      condition 2 fails
    so rule 'small' says allow
""", said.out)
        self.assertIn("  9:1 `print` -> builtins.print\n    builtin 'print' (p.yaml:5) says allow\n",
                      self.try_it("x.py:9").out)

    def test_what_can_not_be_told_is_said(self):
        said = self.try_it("x.py:8", "--rule", "small")
        self.assertIn("""\
        condition 1, argument '0' can't be told, first of all: math.floor(2)
        condition 1, argument 'step' holds: it is not given
      condition 1 can't be told
""", said.out)
        self.assertIn("    no condition certainly holds, so rule 'small' says escalate\n", said.out)

    def test_a_default_is_named(self):
        self.assertIn("  1:8 `heapq`\n    the default of imports (said nowhere) says deny\n",
                      self.try_it("x.py", code="import heapq\n").out)

    def test_why_not(self):
        said = self.try_it("x.py", "--rule", "frames")
        self.assertEqual(said.out, """\
x.py: deny by p

what was asked:
  'frames' found nothing: nothing that reaches it mentions .to_csv
  it is only for programs that import pandas
""")
        said = self.try_it("x.py", "--rule", "small", code="slice(1)\n")
        self.assertEqual(said.out, """\
x.py: deny by p

what was asked:
  'small' found nothing: nothing that reaches it mentions range, slice
  the call entry 'slice' decides before it: deny
""")
        said = self.try_it("x.py:3", "--rule", "import.star")
        self.assertTrue(said.out.endswith("what was asked:\n  'import.star' found nothing on line 3\n"))

    def test_nothing_to_explain_is_said(self):
        said = self.try_it("x.py", code="x = 1\n")
        self.assertEqual((said.code, said.out), (
            0, "x.py: allow by p\n\nwhat was asked:\n  nothing: no name here is the policy's matter\n"))

    def test_json(self):
        report = self.try_it("x.py:6", "--json").json
        self.assertEqual((report["policy"], report["verdict"]), ("p", "deny"))
        self.assertEqual([f["rule"] for f in report["findings"]], ["small"])
        mention = report["mentions"][0]
        self.assertEqual((mention["line"], mention["text"], mention["is"]), (6, "range", "builtins.range"))
        failed = [s for s in mention["asked"] if s.get("first_failed")]
        self.assertEqual([(s["entry"], s["line"], s["value"]) for s in failed], [
            ("rule 'small', condition 1, argument '0'", 11, "n, that is 15"),
            ("rule 'small', condition 2, argument '0'", 12, "n, that is 15")])
        way = self.try_it("x.py:4", "--json").json["mentions"][0]
        self.assertEqual(way["from"], [{"text": "t = s", "line": 3}, {"text": "from os import system as s", "line": 1}])

    def test_text_that_can_not_be_read_has_findings_alone(self):
        said = self.try_it("x.py", code="f(\n")
        self.assertIn("[syntax.error]", said.out)
        self.assertTrue(said.out.endswith("\nwhat was asked:\n  nothing: no name here is the policy's matter\n"))

    def test_mistakes(self):
        self.write("x.py", CODE)
        for words, message in [
            (["x.py"], "`sluice policy explain` needs --policy NAME"),
            (["x.py", "--policy", "pure-compute", "--rule", "no-such"],
             "neither policy 'pure-compute' nor the gate has a rule 'no-such'"),
        ]:
            said = call("policy", "explain", *words, cwd=self.folder)
            self.assertEqual((said.code, said.err), (
                2, f"sluice: error: {message}\nhelp: `sluice policy explain --help` tells more\n"))


if __name__ == "__main__":
    unittest.main()
