# SPDX-License-Identifier: MIT
"""Rules about forms and about the whole program, in every tool of an author."""

import ast
import hashlib
import json
import random
import re
import sys
import textwrap
import unittest

from sluice import SOURCE, Case, call

sys.path.insert(0, str(SOURCE / "tests/corpus"))
import packs  # noqa: E402

HEAD = """\
apiVersion: sluice/v1
id: {name}
revision: 1
extends: [data-analysis]
override: [{{what: rules, reason: "an example of the documentation"}}]
rules:
"""

POLICY = """\
apiVersion: sluice/v1
id: m
revision: 1
extends: [pure-compute]
rules:
  - id: big
    pattern: "range($N)"
    where: {N: {not: {below: 1000}}}
    inside: "for $I in $R: $$$B"
    otherwise: deny
    unknown: escalate
    message: "loops are short"
    tests:
      deny: ["for i in range(1000):\\n    pass"]
      escalate: ["import sys\\nfor i in range(len(sys.stdin.read())):\\n    pass"]
      allow: ["for i in range(10):\\n    pass", "x = range(5000)"]
  - id: loop
    pattern: |
      while True:
        $$$B
    otherwise: allow
  - id: loop-reads
    all_of: [{rule: loop}, {import: sys}]
    none_of: [{call: .close}]
    otherwise: deny
    message: "no loops over input"
    remedy: "use for"
    tests:
      deny: ["import sys\\nwhile True:\\n    break"]
      allow: ["import sys", "while True:\\n    break", "import sys\\nwhile True:\\n    sys.stdin.close()"]
"""
CODE = """\
import sys
for i in range(5000): pass
for i in range(10): pass
while True:
    break
"""

OPEN = """\
apiVersion: sluice/v1
id: p
revision: 1
imports: {default: allow}
builtins: {default: allow}
attributes: {default: allow}
capabilities: {default: allow}
rules:
"""
STATEMENTS = (ast.Assign, ast.AugAssign, ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Return, ast.Assert)
TYPED = (ast.AnnAssign, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Match)


def as_pattern(node, names):
    copy = ast.parse(textwrap.dedent(ast.unparse(node)))
    for x in ast.walk(copy):
        if isinstance(x, ast.Name) and x.id in names:
            x.id = f"METAVARIABLE{names.index(x.id)}"
    return ast.unparse(copy).replace("METAVARIABLE", "$V")


class PolicyRules(Case):
    def try_it(self, *words, policy=POLICY, code=CODE):
        self.write("m.yaml", policy)
        self.write("m.py", code)
        return call("policy", *words, cwd=self.folder)

    def test_coverage_and_mutants_see_all_of_them(self):
        said = self.try_it("test", "m.yaml", "--coverage", "--threshold", "100")
        self.assertEqual(said.code, 0, said.out)
        self.assertIn("m: coverage 100.0 % (15 of 15)", said.out)
        said = self.try_it("mutate", "m.yaml")
        self.assertEqual((said.code, said.out), (0, "m: 12 mutants, 12 seen by tests (100.0 %)\n"))

    def test_coverage_names_what_is_missing(self):
        policy = POLICY.replace(', "x = range(5000)"', "")
        said = self.try_it("test", "m.yaml", "--coverage", policy=policy)
        self.assertIn("m.yaml:9: rule 'big', inside 'for $I in $R: $$$B' never fails\n", said.out)
        policy = POLICY[:POLICY.index("    tests:\n      deny: [\"import")]
        said = self.try_it("test", "m.yaml", "--coverage", policy=policy)
        self.assertIn("""\
m.yaml:17: rule 'loop' never finds anything
m.yaml:22: rule 'loop-reads' never refuses
m.yaml:23: rule 'loop-reads', all_of, rule 'loop' is never met
m.yaml:24: rule 'loop-reads', none_of, call '.close' is never met
""", said.out)

    def test_explain_says_why_and_why_not(self):
        said = self.try_it("explain", "m.py", "--policy", "m.yaml", "--rule", "big")
        self.assertEqual(said.code, 1)
        self.assertIn("""\
  2:10 `range(5000)`
    rule 'big', pattern 'range($N)' (m.yaml:7) asks
        where 'N', not holds: 5000, that is 5000
""", said.out)
        self.assertIn("""\
        where 'N', not fails, first of all: 10, that is 10
      inside 'for $I in $R: $$$B' holds
    so rule 'big' finds nothing here
""", said.out)
        said = self.try_it("explain", "m.py", "--policy", "m.yaml", "--rule", "loop-reads")
        self.assertIn("""\
  4:1 `while True:`
        all_of, rule 'loop' holds: while True:
        all_of, import 'sys' holds: sys
        none_of, call '.close' fails: it is nowhere
    so rule 'loop-reads' says deny
""", said.out)
        said = self.try_it("explain", "m.py", "--policy", "m.yaml", "--rule", "big", code="x = 1\n")
        self.assertIn("  'big' found nothing: nothing there has its form\n", said.out)
        said = self.try_it("explain", "m.py", "--policy", "m.yaml", "--rule", "big", "--json")
        steps = [s for m in json.loads(said.out)["mentions"] for s in m["asked"]]
        self.assertIn({"entry": "rule 'big', where 'N', not", "file": "m.yaml", "line": 8,
                       "outcome": "fails", "first_failed": True, "value": "10, that is 10"}, steps)

    def test_a_finding_names_the_places_that_it_is_made_of(self):
        self.write("m.yaml", POLICY)
        self.write("m.py", CODE)
        said = call("check", "--policy", "m.yaml", "--json", "m.py", cwd=self.folder)
        found = json.loads(said.out)["files"][0]["findings"]
        self.assertEqual([(f["rule"], f["line"], f["message"]) for f in found], [
            ("big", 2, "loops are short"),
            ("loop-reads", 4, "no loops over input: rule 'loop' in line 4, import 'sys' in line 1, "
             "no call '.close'")])

    def test_render_shows_each_part_with_its_line(self):
        said = self.try_it("render", "m.yaml")
        lines = [" ".join(l.split()) for l in said.out.splitlines() if "m.yaml:" in l]
        self.assertEqual(lines, [
            "deny: big # m.yaml:6", "pattern 'range($N)' # m.yaml:7", "where 'N', not # m.yaml:8",
            "inside 'for $I in $R: $$$B' # m.yaml:9", "allow: loop # m.yaml:17",
            "pattern 'while True: ...' # m.yaml:18", "deny: loop-reads # m.yaml:22",
            "all_of, rule 'loop' # m.yaml:23", "all_of, import 'sys' # m.yaml:23",
            "none_of, call '.close' # m.yaml:24"])

    def test_diff_tells_what_a_rule_is_about(self):
        self.write("n.yaml", POLICY.replace("below: 1000", "below: 2000"))
        said = self.try_it("diff", "m.yaml", "n.yaml")
        self.assertEqual((said.code, said.out), (1, """\
m revision 1 -> m revision 1
loosened:
  rule 'big', about: the form 'range($N)' inside 'for $I in $R: $$$B', where N not below=1000 \
-> the form 'range($N)' inside 'for $I in $R: $$$B', where N not below=2000
"""))
        self.write("n.yaml", POLICY[:POLICY.index("rules:")] + "rules: []\n")
        said = self.try_it("diff", "n.yaml", "m.yaml")
        self.assertEqual((said.code, said.out), (0, """\
m revision 1 -> m revision 1
tightened:
  rule 'big': no such rule -> deny
  rule 'loop-reads': no such rule -> deny
"""))
        said = self.try_it("diff", "m.yaml", "n.yaml")
        self.assertEqual(said.code, 1)
        self.assertIn("  rule 'big': deny -> no such rule\n", said.out)

    def test_a_model_is_told(self):
        said = self.try_it("show", "m.yaml", "--prompt")
        self.assertIn("- code of the form `range($N)`: loops are short\n", said.out)
        self.assertIn("- rule 'loop', import 'sys', without call '.close': use for\n", said.out)
        self.assertNotIn("while True", said.out)

    def test_a_child_may_add_such_rules_and_not_replace_them(self):
        child = POLICY.replace("id: m\n", "id: c\n").replace("[pure-compute]", "[m]")
        self.write("m.yaml", POLICY)
        self.write("c.yaml", child[:child.index("  - id: loop\n")])
        said = call("check", "--policy", "c.yaml", "m.py", cwd=self.folder)
        self.assertEqual(said.code, 2)
        self.assertIn("c.yaml:6:5: error: 'big' loosens 'rules' of the extended policy", said.err)

    def test_a_flow_in_every_tool(self):
        policy = """\
apiVersion: sluice/v1
id: m
revision: 1
extends: [data-analysis]
rules:
  - id: rows-stay
    flow:
      from: [file-read, {call: sys.stdin.read}]
      to: output
      through: [len, .mean]
    otherwise: escalate
    tests:
      escalate: ["print(open('a.csv').read())", "import sys\\nprint(sys.stdin.read())"]
      allow: ["print(len(open('a.csv').read()))", "import pandas as pd\\nprint(pd.read_csv('a.csv').mean())"]
"""
        said = self.try_it("test", "m.yaml", "--coverage", "--threshold", "100", policy=policy)
        self.assertEqual(said.code, 0, said.out)
        self.assertIn("(7 of 7)", said.out)
        said = self.try_it("mutate", "m.yaml", policy=policy)
        self.assertEqual((said.code, said.out), (0, "m: 6 mutants, 6 seen by tests (100.0 %)\n"))
        said = self.try_it("render", "m.yaml", policy=policy)
        self.assertEqual([" ".join(l.split()) for l in said.out.splitlines() if "m.yaml:" in l], [
            "escalate: rows-stay # m.yaml:6", "from, capability 'file-read' # m.yaml:8",
            "from, call 'sys.stdin.read' # m.yaml:8", "to, output # m.yaml:9",
            "through, call 'len' # m.yaml:10", "through, call '.mean' # m.yaml:10"])
        said = self.try_it("explain", "m.py", "--policy", "m.yaml", "--rule", "rows-stay", policy=policy,
                           code="t = open('a.csv').read()\nprint(t)\n")
        self.assertIn("2:1: escalate: data flows where the policy does not allow it: it comes from line 1, 'open'",
                      said.out)
        self.assertIn("    so rule 'rows-stay' says escalate\n", said.out)
        self.write("n.yaml", policy.replace("[len, .mean]", "[len, .mean, sum]"))
        said = self.try_it("diff", "m.yaml", "n.yaml", policy=policy)
        self.assertEqual((said.code, said.out), (1, """\
m revision 1 -> m revision 1
loosened:
  rule 'rows-stay', about: from capability 'file-read', call 'sys.stdin.read'; to output; through call 'len', \
call '.mean' -> from capability 'file-read', call 'sys.stdin.read'; to output; through call 'len', call '.mean', \
call 'sum'
"""))
        said = self.try_it("show", "m.yaml", "--prompt", policy=policy)
        self.assertIn("- from capability 'file-read', from call 'sys.stdin.read', to output, but through call 'len', "
                      "but through call '.mean': ", said.out)
        said = self.try_it("show", "m.yaml", "--json", policy=policy)
        rules = {r["id"]: r for r in json.loads(said.out)["rules"]}
        self.assertEqual(rules["rows-stay"]["flow"], {
            "from": [{"capability": "file-read"}, {"call": "sys.stdin.read"}], "to": [{"output": "output"}],
            "through": [{"call": "len"}, {"call": ".mean"}]})

    def test_lint_knows_a_rule_that_is_only_a_part(self):
        said = self.try_it("lint", "m.yaml")
        self.assertNotIn("'loop'", said.out)
        self.assertIn("0 warnings", said.out)

    def test_a_waiver_of_the_whole_program_is_for_the_whole_program(self):
        policy = POLICY.replace("otherwise: deny\n    message: \"no loops", "otherwise: escalate\n    message: \"no loops")
        self.write("m.yaml", policy)
        prints = set()
        for text in [CODE, CODE.replace("i in range(5000)", "i in range(7)"), CODE.replace("import sys", "import sys, math")]:
            self.write("m.py", text.replace("range(5000)", "range(6)"))
            said = call("check", "--policy", "m.yaml", "--json", "m.py", cwd=self.folder)
            found = json.loads(said.out)["files"][0]["findings"]
            self.assertEqual([f["rule"] for f in found], ["loop-reads"])
            prints.add(found[0]["fingerprint"])
        self.assertEqual(len(prints), 2, "another constant is the same, another import is not")

    def test_statements_are_patterns_that_match_themselves(self):
        """Printed anew by Python, with metavariables for some of their names."""
        tried = 0
        # In an order that a new program does not change: the same ones are chosen, but for few.
        for file in sorted(packs.read(SOURCE / "tests/corpus/benign"), key=lambda file: hashlib.sha256(file.name.encode()).digest())[:20]:
            choose = random.Random(file.name)
            text = file.source.decode()
            nodes = [n for n in ast.walk(ast.parse(text)) if isinstance(n, STATEMENTS) and
                     not any(isinstance(x, TYPED) for x in ast.walk(n)) and
                     not ast.get_source_segment(text, n).startswith("elif") and  # a part of a statement, but for Python
                     not any(isinstance(x, ast.JoinedStr) and x.lineno != x.end_lineno  # one text, but for Python
                             for x in ast.walk(n))]
            rules = {}
            for number, node in enumerate(choose.sample(nodes, min(10, len(nodes)))):
                names = sorted({x.id for x in ast.walk(node) if isinstance(x, ast.Name)})
                chosen = choose.sample(names, min(2, len(names)))
                rules[f"r{number}"] = (node.lineno, as_pattern(node, chosen))
            self.write("p.yaml", OPEN + "".join(
                f"  - {{id: {name}, otherwise: escalate, pattern: {json.dumps(text)}}}\n"
                for name, (_, text) in rules.items()))
            self.write("p.py", text)
            said = call("check", "--policy", "p.yaml", "--json", "p.py", cwd=self.folder)
            self.assertEqual(said.err, "")
            found = {(f["rule"], f["line"]) for f in json.loads(said.out)["files"][0]["findings"]}
            for name, (line, form) in rules.items():
                self.assertIn((name, line), found, f"{file.name}: {form}")
                tried += 1
        self.assertGreater(tried, 100, "most files have ten statements to try")

    def test_a_rule_in_shadow_names_rules_in_force_and_in_shadow(self):
        self.write("s.yaml", """\
apiVersion: sluice/v1
id: s
revision: 1
extends: [pure-compute]
rules:
  - {id: form, pattern: "while True: $$$B", otherwise: escalate}
  - {id: other, pattern: "$X == $X", otherwise: deny, mode: shadow}
  - {id: whole, mode: shadow, all_of: [{rule: form}, {rule: other}], otherwise: deny}
""")
        self.write("s.py", "a = 1\nprint(a == a)\nwhile True:\n    break\n")
        said = call("check", "--policy", "s.yaml", "--json", "s.py", cwd=self.folder)
        found = json.loads(said.out)["files"][0]
        self.assertEqual(found["verdict"], "escalate")
        self.assertEqual([(f["rule"], f["line"], f.get("shadow", False)) for f in found["findings"]],
                         [("form", 3, False), ("other", 2, True), ("whole", 3, True)])

    def test_the_first_policy_of_the_documentation_loads(self):
        text = (SOURCE / "docs" / "policy.md").read_text()
        self.write("p.yaml", re.search(r"```yaml\n(apiVersion.*?)```", text, re.S).group(1))
        self.write("p.py", "print(1)\n")
        said = call("check", "--policy", "p.yaml", "p.py", cwd=self.folder)
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertIn("escalate: 'print': a reviewer looks at what is printed", said.out)

    def test_the_rules_in_the_documentation_pass_their_tests(self):
        counts = {}
        for page in ["policy.md", "policy-rules.md"]:
            text = (SOURCE / "docs" / page).read_text()
            blocks = [b for b in re.findall(r"```yaml\n(.*?)```", text, re.S) if b.startswith("- id:")]
            counts[page] = len(blocks)
            for number, block in enumerate(blocks):
                name = f"{page[:-3]}-{number}"
                self.write(f"{name}.yaml", HEAD.format(name=name) + textwrap.indent(block, "  "))
                said = call("policy", "test", f"{name}.yaml", cwd=self.folder)
                self.assertEqual((said.code, said.err), (0, ""), said.out + block)
        self.assertEqual(counts, {"policy.md": 1, "policy-rules.md": 6})


if __name__ == "__main__":
    unittest.main()
