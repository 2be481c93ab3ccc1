# SPDX-License-Identifier: MIT
"""What the text does not tell, and the box holds: the check names it, the run shows it, and what breaks it is a finding."""
import json
import unittest

from sluice import Case

POLICY = """\
apiVersion: sluice/v1
id: held
title: files by their plain names, whoever knows them
revision: 1
extends: [pure-compute]
override:
  - {what: calls, reason: "the task's input files are to be opened"}
  - {what: files, reason: "the task's input files are to be opened"}
files: {read: [inputs], write: ["*.csv"]}
calls: {allow: [{name: open}]}
"""
PROGRAM = """\
import json
with open('names.json') as file:
    names = json.load(file)
for name in names:
    with open(name) as file:
        size = len(file.read())
print(json.dumps({'size': size}))
"""
SCHEMA = {"type": "object", "required": ["size"]}
WHAT = "the program text does not show which file 'open' reads"
BROKEN = "the policy does not allow programs to read this file"
ASKED = "write the input's name as a literal in the call"
REMEDY = "open the task's files by their plain names"
OWED = {"rule": "files.read", "line": 5, "column": 15, "what": WHAT, "wall": "files"}


class Obligations(Case):
    def setUp(self):
        super().setUp()
        self.write("held.yaml", POLICY)
        self.write("program.py", PROGRAM)
        self.write("schema.json", SCHEMA)
        self.write("a.csv", "a,b\n")

    def check(self, *words, code=0):
        said = self.sluice("check", "--policy", "./held.yaml", *words, "program.py")
        self.assertEqual(said.code, code, said.out + said.err)
        return said

    def run_with(self, names, *words, code=0):
        self.write("names.json", names)
        said = self.sluice("run", "--code", "program.py", "--policy", "./held.yaml", "--schema", "schema.json", "--input",
                           "names.json", "--input", "a.csv", *words)
        self.assertEqual(said.code, code, said.out + said.err)
        return said

    # -- the check ---------------------------------------------------------------------------------

    def test_the_check_names_them(self):
        self.assertEqual(self.check().out,
                         f"program.py:5:15: allow, held by the box (files): {WHAT} [files.read]\n"
                         "    5 |     with open(name) as file:\n"
                         "      |               ^^^^\n\n"
                         "program.py: allow, 1 obligation\n")
        file = self.check("--json").json["files"][0]
        self.assertEqual((file["verdict"], file["findings"], file["obligations"]), ("allow", [], [OWED]))

    def test_without_a_box_a_person_decides(self):
        file = self.check("--json", "--without-box", code=1).json["files"][0]
        self.assertEqual((file["verdict"], file["obligations"]), ("escalate", []))
        found = file["findings"][0]
        self.assertEqual((found["rule"], found["line"], found["message"], found["remedy"]),
                         ("files.read", 5, WHAT, ASKED))

    def test_every_format_has_them_as_notes(self):
        sarif = json.loads(self.check("--format", "sarif").out)["runs"][0]["results"]
        self.assertEqual([(r["ruleId"], r["level"]) for r in sarif], [("files.read", "note")])
        junit = self.check("--format", "junit").out
        self.assertIn('failures="0"', junit)
        self.assertIn("line 5: allow, held by the box (files)", junit)
        self.assertTrue(self.check("--format", "github").out.startswith("::notice file=program.py,line=5,"))

    def test_a_suite_says_what_the_box_holds_or_that_it_holds_nothing(self):
        suite = "apiVersion: sluice-test/v1\npolicy: held\ncases:\n  - {name: c, file: program.py, expect: allow, obligations: %s}\n"
        for code, owed in [(0, "{files.read: 5}"), (1, "{}"), (1, "{files.read: 4}")]:
            self.write("held.test.yaml", suite % owed)
            said = self.sluice("policy", "test", "./held.yaml", "held.test.yaml")
            self.assertEqual(said.code, code, said.out + said.err)
            self.assertEqual("held by the box: nothing" in said.out, owed == "{}", said.out)
        self.write("program.py", "print(1)\n")
        self.write("held.test.yaml", suite % "{}")
        self.assertEqual(self.sluice("policy", "test", "./held.yaml", "held.test.yaml").code, 0)

    def test_authors_see_which_wall_holds(self):
        said = self.sluice("policy", "explain", "program.py:5", "--policy", "./held.yaml").out
        self.assertIn("allow, held by the box (files): " + WHAT, said)
        shown = json.loads(self.sluice("policy", "show", "./held.yaml", "--json").out)
        self.assertEqual(shown["files"], {"read": ["inputs"], "write": ["*.csv"], "unknown": "enforce"})
        rendered = self.sluice("policy", "render", "./held.yaml").out
        self.assertIn("files:\n  read: inputs", rendered)
        self.assertIn("  write: *.csv", rendered)
        self.assertIn("in the working directory: *.csv\n", self.sluice("policy", "show", "./held.yaml", "--prompt").out)

    def test_what_loosens_is_told(self):
        self.write("wider.yaml", POLICY.replace("read: [inputs]", "read: [inputs, /data]").replace("[\"*.csv\"]", "[a.csv]"))
        self.assertEqual(self.sluice("policy", "diff", "held.yaml", "wider.yaml").out,
                         "held revision 1 -> held revision 1\n"
                         "loosened:\n"
                         "  files, read '/data': no -> yes\n"
                         "tightened:\n"
                         "  files, write '*.csv': yes -> no\n")

    # -- the run -----------------------------------------------------------------------------------

    def test_a_run_that_keeps_to_them_answers(self):
        record = self.run_with(["a.csv"], "--json").json
        self.assertEqual((record["answer"], record["findings"], record["obligations"]), ({"size": 4}, [], [OWED]))
        shown = {g["guarantee"]: g["state"] for g in record["execution"]["guarantees"]}
        self.assertEqual(shown["files"], "enforced")

    def test_a_broken_one_is_a_finding_of_its_rule(self):
        record = self.run_with(["/etc/passwd"], "--json", code=10).json
        self.assertEqual((record["status"], record["stage"], record["evasion"]), ("refused", "run", False))
        self.assertEqual(record["reason"], f"line 5: {BROKEN} [files.read]")
        found = record["findings"]
        self.assertEqual([(f["rule"], f["decision"], f["line"], f["column"], f["message"], f["remedy"]) for f in found],
                         [("files.read", "deny", 5, 15, BROKEN, REMEDY)])
        self.assertEqual(record["execution"]["violations"][0]["rule"], "files.read")

    def test_a_person_sees_the_line(self):
        said = self.run_with(["/etc/passwd"], code=10).out
        self.assertIn("0 findings, 1 obligation of the box", said)
        self.assertIn(f"program.py:5:15: deny: {BROKEN} [files.read]", said)
        self.assertIn(f"help: {REMEDY}", said)

    def test_what_no_obligation_names_is_the_gate_s_own(self):
        self.write("held.yaml", POLICY.replace('write: ["*.csv"]', "write: [out.csv]"))
        self.write("program.py", "with open('other.csv', 'w') as file:\n    file.write('1')\nprint('{\"size\": 1}')\n")
        record = self.run_with([], "--json", code=10).json
        self.assertEqual([(f["rule"], f["line"]) for f in record["findings"]], [("files.write", 1)])
        self.assertEqual(record["obligations"], [])

    def test_names_of_attributes_are_held_too(self):
        self.write("held.yaml", "apiVersion: sluice/v1\nid: held\ntitle: names of attributes\nrevision: 1\n"
                   "extends: [pure-compute]\noverride: [{what: attributes, reason: the box holds them}]\n"
                   "attributes: {unknown: enforce}\n")
        self.write("program.py", "import json\nimport sys\n\n\ndef get(x, name):\n    return getattr(x, name)\n\n\n"
                   "print(json.dumps({'size': get(7, sys.stdin.read() or 'real')}))\n")
        self.write("a.csv", "")
        said = self.run_with([], "--json").json
        self.assertEqual([(o["rule"], o["line"], o["wall"]) for o in said["obligations"]],
                         [("reflection.unknown", 6, "attributes")])
        self.assertEqual(said["answer"], {"size": 7})
        self.write("program.py", (self.folder / "program.py").read_text().replace("'real'", "json.loads('[\"_' + '_class_getitem_' + '_\"]')[0]"))
        said = self.sluice("run", "--code", "program.py", "--policy", "./held.yaml", "--schema", "schema.json", "--json")
        self.assertEqual((said.code, said.json["stage"]), (10, "run"))
        self.assertEqual([(f["rule"], f["line"], f["evasion"]) for f in said.json["findings"]],
                         [("reflection.unknown", 6, True)])

    # -- the model ---------------------------------------------------------------------------------

    def test_a_model_is_told_and_repairs_it(self):
        plan = {"understanding": "Measure the files.", "steps": ["Read them"], "imports": ["json"],
                "inputs_used": ["names.json"], "output_shape": "an object", "risks": [], "feasible": True, "why_not": None}
        mended = PROGRAM.replace("for name in names:", "for name in [n for n in names if '/' not in n]:")
        self.write("replies.json", {"replies": [plan, {"rationale": "all of them", "code": PROGRAM},
                                                {"diagnosis": "a path", "change": "plain names", "code": mended,
                                                 "give_up": False}]})
        self.write("names.json", ["a.csv", "/etc/shadow"])
        self.write("task.yaml", {"apiVersion": "sluice/v1", "goal": "Measure the files.", "policy": "./held.yaml",
                                 "inputs": ["names.json", "a.csv"], "output": {"schema": SCHEMA},
                                 "model": {"provider": "script", "file": "replies.json"}})
        said = self.sluice("run", "task.yaml", "--json", "--record", "exchanges.json")
        self.assertEqual(said.code, 0, said.out + said.err)
        self.assertEqual((said.json["answer"], [h["cause"] for h in said.json["history"]]), ({"size": 4}, ["policy", None]))
        exchanges = (self.folder / "exchanges.json").read_text()
        self.assertIn(BROKEN, exchanges)
        self.assertNotIn("/etc/shadow", exchanges)  # what the program had in hand is data


if __name__ == "__main__":
    unittest.main()
