# SPDX-License-Identifier: MIT
"""policy test: what it runs, what it calls broken, and how it says so."""

import os
import subprocess
import unittest
import xml.etree.ElementTree as ET

from sluice import PROGRAM, Case, call

POLICY = """\
apiVersion: sluice/v1
id: p
revision: 1
imports: {allow: [math]}
builtins: {allow: [print, len]}
rules:
  - id: small
    call: range
    unless: {arg: {"0": {below: 10}}}
    otherwise: deny
    unknown: escalate
    message: "ten at most"
"""
TESTS = """\
    tests:
      deny: ["range(10)"]
      escalate: ["import math\\nrange(math.floor(2))"]
      allow: ["range(9)"]
"""
HEAD = "apiVersion: sluice-test/v1\npolicy: p\n"


class PolicyTest(Case):
    def try_it(self, suite=None, policy=POLICY, *words):
        self.write("p.yaml", policy)
        if suite is not None:
            self.write("p.test.yaml", suite)
        return call("policy", "test", *words, cwd=self.folder)

    def test_inline_samples_run(self):
        said = self.try_it(policy=POLICY + TESTS)
        self.assertEqual((said.code, said.out, said.err), (0, "p: 3 tests, all passed\n", ""))

    def test_a_failure_shows_want_got_and_the_line(self):
        said = self.try_it(policy=POLICY + '    tests: {allow: ["x = 1\\nrange(10)"]}\n')
        self.assertEqual(said.code, 1)
        self.assertEqual(said.err, "")
        self.assertEqual(said.out, """\
failed small allow 1 (p.yaml:13)
  want allow
  got  deny: small at line 2
code:2:1: deny: 'range': ten at most [small]
    2 | range(10)
      | ^^^^^

p: 1 test, 1 failed
""")

    def test_an_inline_sample_is_of_its_rule_alone(self):
        said = self.try_it(policy=POLICY + '    tests: {deny: ["import os\\nrange(10)"]}\n')
        self.assertEqual(said.code, 1)
        self.assertIn("  want deny, by small alone\n"
                      "  got  deny: import.denied at line 1, small at line 2\n", said.out)

    def test_an_allowed_program_is_shown_where_it_should_not_be(self):
        said = self.try_it(HEAD + "cases: [{name: a, code: \"import math\\nx = 1\", expect: deny,"
                           " findings: {import.denied: 1}}]\n")
        self.assertEqual(said.code, 1)
        self.assertEqual(said.out, """\
failed a (p.test.yaml:3)
  want deny: import.denied at line 1
  got  allow
     1 | import math
     2 | x = 1

p: 1 test, 1 failed
""")

    def test_rules_and_lines_are_exact(self):
        code = "import os\\nimport socket\\nimport json"
        for findings, good in [("{import.denied: [1, 2, 3]}", True), ("{import.denied: [1, 2]}", False),
                               ("{import.denied: [3, 2, 1]}", True), ("{import.denied: [1, 1, 2, 3]}", False),
                               ("{import.api: 1, import.denied: [2, 3]}", False)]:
            said = self.try_it(HEAD + f'cases: [{{name: a, code: "{code}", expect: deny, findings: {findings}}}]\n')
            self.assertEqual(said.code, 0 if good else 1, findings + said.out + said.err)

    def test_code_may_be_in_a_file(self):
        self.write("samples/a.py", "import math\n")
        said = self.try_it(HEAD + "cases: [{name: a, file: samples/a.py, expect: allow}]\n")
        self.assertEqual((said.code, said.out), (0, "p: 1 test, all passed\n"))

    def test_limits_are_tested(self):
        said = self.try_it(HEAD + "limits: {wall_s: 2}\ncases: [{name: a, code: x = 1, expect: allow}]\n",
                           POLICY + "limits: {wall_s: 3}\n")
        self.assertEqual(said.code, 1)
        self.assertEqual(said.out, "failed wall_s (p.test.yaml:3)\n  want 2\n  got  3\np: 2 tests, 1 failed\n")

    def test_what_can_not_fail_is_broken(self):
        case = "{name: a, code: x = 1, expect: allow}"
        for suite, message in [
            (None, "sluice: error: policy 'p' has no tests\n"
             "help: give its rules 'tests', or write a suite beside it: NAME.test.yaml\n"),
            (HEAD + "cases: []\n", "p.test.yaml:3:8: error: no cases\n    3 | cases: []\n      |        ^^\n"
             "help: a suite without cases tests nothing\n"),
            ("apiVersion: sluice-test/v1\npolicy: q\ncases: [" + case + "]\n",
             "p.test.yaml:2:9: error: the suite is for policy 'q', which 'p.yaml' is not\n"
             "    2 | policy: q\n      |         ^\n"),
            (HEAD + "cases: [{name: a, code: x = 1, expects: allow, expect: allow}]\n",
             "p.test.yaml:3:32: error: unknown key 'expects'\n"
             "    3 | cases: [{name: a, code: x = 1, expects: allow, expect: allow}]\n"
             "      |                                ^^^^^^^\nhelp: other keys are 'file', 'findings' and 'obligations'\n"),
            (HEAD + "cases: [{name: a, expect: allow}]\n",
             "p.test.yaml:3:9: error: case 'a' has no code\n    3 | cases: [{name: a, expect: allow}]\n"
             "      |         ^^^^^^^^^^^^^^^^^^^^^^^^\n"
             "help: give the program as 'code', or the name of its 'file'\n"),
            (HEAD + "cases: [{name: a, code: x = 1, file: a.py, expect: allow}]\n",
             "p.test.yaml:3:9: error: case 'a' has code and a file\n"
             "    3 | cases: [{name: a, code: x = 1, file: a.py, expect: allow}]\n"
             "      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
             "help: give the program as 'code', or the name of its 'file'\n"),
            (HEAD + "cases: [{name: a, code: x = 1, expect: allow, findings: {small: 1}}]\n",
             "p.test.yaml:3:57: error: case 'a' expects findings\n"
             "    3 | cases: [{name: a, code: x = 1, expect: allow, findings: {small: 1}}]\n"
             "      |                                                         ^^^^^^^^^^\n"
             "help: an allowed program has none\n"),
            (HEAD + "cases: [{name: a, code: range(10), expect: deny}]\n",
             "p.test.yaml:3:9: error: case 'a' does not say which findings\n"
             "    3 | cases: [{name: a, code: range(10), expect: deny}]\n"
             "      |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
             "help: name all of them: 'findings: {rule: line}'\n"),
            (HEAD + "cases: [{name: a, code: range(10), expect: deny, findings: {smal: 1}}]\n",
             "p.test.yaml:3:61: error: neither policy 'p' nor the gate has a rule 'smal'\n"
             "    3 | cases: [{name: a, code: range(10), expect: deny, findings: {smal: 1}}]\n"
             "      |                                                             ^^^^\n"
             "help: did you mean 'small'?\n"),
            (HEAD + "cases: [{name: a, file: b.py, expect: allow}]\n",
             "p.test.yaml:3:25: error: can't open 'b.py': No such file or directory\n"
             "    3 | cases: [{name: a, file: b.py, expect: allow}]\n"
             "      |                         ^^^^\n"),
            (HEAD + "cases: [" + case + ", " + case.replace("x = 1", "x = 2") + "]\n",
             "p.test.yaml:3:48: error: 'a' has the name of 'a'\n"
             "    3 | cases: [{name: a, code: x = 1, expect: allow}, {name: a, code: x = 2, expect: allow}]\n"
             "      |                                                ^\n"
             "help: the other one is in p.test.yaml, line 3\n"),
            (HEAD + "cases: [" + case + ", " + case.replace("name: a", "name: b") + "]\n",
             "p.test.yaml:3:48: error: 'b' has the code of 'a'\n"
             "    3 | cases: [{name: a, code: x = 1, expect: allow}, {name: b, code: x = 1, expect: allow}]\n"
             "      |                                                ^\n"
             "help: the other one is in p.test.yaml, line 3\n"),
            (HEAD + 'cases: [{name: a, code: "f(", expect: deny, findings: {import.denied: 1}}]\n',
             "p.test.yaml:3:9: error: the code of 'a' can't be read: line 1: the gate cannot parse this as Python\n"
             '    3 | cases: [{name: a, code: "f(", expect: deny, findings: {import.denied: 1}}]\n'
             "      |         ^\nhelp: where that is what is tested, expect 'syntax.error'\n"),
        ]:
            (self.folder / "p.test.yaml").unlink(missing_ok=True)
            said = self.try_it(suite)
            self.assertEqual((said.code, said.err), (2, message))

    def test_refused_syntax_can_be_expected(self):
        said = self.try_it(HEAD + 'cases: [{name: a, code: "f(", expect: deny, findings: {syntax.error: 1}}]\n')
        self.assertEqual((said.code, said.err), (0, ""))

    def test_a_suite_of_no_policy_is_broken(self):
        self.write("q.test.yaml", HEAD + "cases: []\n")
        said = self.try_it(policy=POLICY + TESTS)
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: the suite './q.test.yaml' belongs to no policy\n"
            "help: NAME.test.yaml tests the NAME.yaml beside it\n".replace("./", "")))
        self.assertEqual(call("policy", "test", "q.test.yaml", cwd=self.folder).code, 2)

    def test_a_folder_without_policies_is_broken(self):
        said = call("policy", "test", cwd=self.folder)
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: the folder '.' contains no policy\n"
            "help: name a policy, its file, or a folder with .yaml files\n"))

    def test_a_suite_alone_runs_alone(self):
        self.write("p.more.test.yaml", HEAD + "cases: [{name: a, code: import math, expect: allow}]\n")
        self.try_it(HEAD + "cases: [{name: b, code: x = 1, expect: allow}]\n", POLICY + TESTS)
        said = call("policy", "test", "p.more.test.yaml", cwd=self.folder)
        self.assertEqual(said.out, "p: 1 test, all passed\n")
        self.assertEqual(call("policy", "test", "p.yaml", cwd=self.folder).out, "p: 5 tests, all passed\n")
        self.assertEqual(call("policy", "test", self.folder).out, "p: 5 tests, all passed\n")

    def test_junit(self):
        said = self.try_it(HEAD + 'cases: [{name: "<&>", code: import os, expect: allow}]\n', POLICY + TESTS,
                           "--format", "junit")
        suite = ET.fromstring(said.out).find("testsuite")
        self.assertEqual(suite.attrib, {"name": "p", "tests": "4", "failures": "1", "errors": "0"})
        bad = suite.findall("testcase")[3]
        self.assertEqual(bad.attrib, {"classname": "p", "name": "<&>", "file": "p.test.yaml", "line": "3"})
        self.assertEqual(bad.find("failure").attrib["message"], "want allow; got deny: import.denied at line 1")

    def test_json(self):
        said = self.try_it(HEAD + "cases: [{name: a, code: import os, expect: allow}]\n", POLICY + TESTS, "--json")
        report = said.json["policies"][0]
        self.assertEqual((report["name"], report["tests"], report["failed"], report["broken"]), ("p", 4, 1, 0))
        self.assertEqual([r["result"] for r in report["results"]], ["passed"] * 3 + ["failed"])
        self.assertEqual(report["results"][3]["findings"][0]["rule"], "import.denied")

    def test_an_unknown_format_is_named(self):
        said = self.try_it(None, POLICY, "--format", "xml")
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: --format does not accept 'xml': it takes human, junit or json\nhelp: `sluice policy test --help` tells more\n"))

    def test_it_runs_again_when_a_file_is_saved(self):
        self.write("p.yaml", POLICY + TESTS)
        watcher = subprocess.Popen([PROGRAM, "policy", "test", "--watch"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env={**os.environ, "LANG": "C.UTF-8"})
        try:
            self.assertEqual(watcher.stdout.readline(), b"p: 3 tests, all passed\n")
            self.assertEqual(watcher.stderr.readline(), b"waiting for changes\n")
            self.write("p.yaml", POLICY + TESTS.replace("range(9)", "range(11)"))
            self.assertEqual(watcher.stdout.readline(), b"failed small allow 1 (p.yaml:16)\n")
            self.assertEqual(watcher.stderr.readline(), b"waiting for changes\n")
        finally:
            watcher.kill()
            watcher.communicate()


if __name__ == "__main__":
    unittest.main()
