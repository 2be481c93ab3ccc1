# SPDX-License-Identifier: MIT
"""Coverage and mutation: what the tests of a policy leave unseen."""

import unittest

from sluice import Case, call

POLICY = """\
apiVersion: sluice/v1
id: p
revision: 1
imports:
  allow: [math, {module: json, api: [dumps, loads]}]
  deny: [{module: os, message: "no"}]
builtins: {allow: [print, len]}
limits: {wall_s: 3}
rules:
  - id: small
    call: [range, slice]
    unless:
      - arg: {"0": {below: 10}, step: {absent: true}}
      - arg: {"0": {one_of: [a, b], optional: true}}
    as: [value]
    otherwise: deny
    unknown: escalate
    tests:
      deny: ["range(10)"]
      allow: ["range(9)"]
"""
SUITE = """\
apiVersion: sluice-test/v1
policy: p
limits: {wall_s: 3}
cases:
  - {name: allowed, expect: allow, code: "import math, json\\njson.dumps(json.loads(len('[]') * '0'))\\nprint(math.pi)\\nslice('a')\\nx = range\\nslice()"}
  - {name: api, expect: deny, findings: {import.api: 2}, code: "import json\\njson.load('')"}
  - {name: os, expect: deny, findings: {import.denied: [1, 2]}, code: "import os\\nimport heapq"}
  - {name: unknown, expect: escalate, findings: {small: 2}, code: "import math\\nrange(math.floor(2))"}
  - {name: step, expect: deny, findings: {small: 1}, code: "range(1, step=2)"}
  - {name: word, expect: deny, findings: {small: 1}, code: "range('c')"}
  - {name: builtin, expect: deny, findings: {builtin.denied: 1}, code: "id(1)"}
"""


class PolicyMutate(Case):
    def try_it(self, *words, suite=None):
        self.write("p.yaml", POLICY)
        if suite:
            self.write("p.test.yaml", suite)
        return call("policy", *words, cwd=self.folder)

    def test_coverage_names_what_no_test_decides(self):
        said = self.try_it("test", "--coverage")
        self.assertEqual(said.code, 0)
        self.assertEqual(said.out, """\
p: 2 tests, all passed
p.yaml:5: import 'math' is never consulted
p.yaml:5: import 'json' is never consulted
p.yaml:5: import 'json', api 'dumps' is never consulted
p.yaml:5: import 'json', api 'loads' is never consulted
p.yaml:6: import 'os' is never consulted
p.yaml:7: builtin 'len' is never consulted
p.yaml:7: builtin 'print' is never consulted
p.yaml:10: rule 'small' never meets a value that the program text does not show
p.yaml:10: rule 'small', call 'slice' is never consulted
p.yaml:10: rule 'small', as 'value' is never consulted
p.yaml:13: rule 'small', condition 1, argument 'step' never fails
p.yaml:14: rule 'small', condition 2 is never met
p.yaml:14: rule 'small', condition 2, argument '0' is never met
p: coverage 38.0 % (8 of 21)
  imports           0 of    5
  builtins          0 of    2
  rules             8 of   14
""")

    def test_coverage_of_the_whole(self):
        said = self.try_it("test", "--coverage", "--threshold", "100", suite=SUITE)
        self.assertEqual((said.code, said.err), (0, ""), said.out)
        self.assertIn("p: coverage 100.0 % (21 of 21)\n", said.out)

    def test_a_threshold_fails(self):
        self.assertEqual(self.try_it("test", "--coverage", "--threshold", "38").code, 0)
        said = self.try_it("test", "--coverage", "--threshold", "39")
        self.assertEqual((said.code, said.err), (1, "sluice: the coverage of 'p' is below 39 %\n"))

    def test_thresholds_are_percentages(self):
        for word in ["101", "-1", "x", "5x", ""]:
            said = self.try_it("test", "--coverage", f"--threshold={word}")
            self.assertEqual((said.code, said.err), (
                2, f"sluice: error: '{word}' is not a number from 0 to 100, which --threshold requires\n"
                "help: `sluice policy test --help` tells more\n"))
        said = self.try_it("test", "--threshold", "5")
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: --threshold needs --coverage: add it\nhelp: `sluice policy test --help` tells more\n"))
        said = self.try_it("test", "--coverage", "--format", "junit")
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: the format 'junit' cannot contain coverage\n"
            "help: `sluice policy test --help` tells more\n"))

    def test_coverage_in_json(self):
        coverage = self.try_it("test", "--coverage", "--json").json["policies"][0]["coverage"]
        self.assertEqual((coverage["met"], coverage["goals"], len(coverage["missed"])), (8, 21, 13))
        self.assertEqual(coverage["missed"][0],
                         {"entry": "import 'math'", "what": "is never consulted", "line": 5})

    def test_mutants_that_no_test_sees_are_named(self):
        said = self.try_it("mutate", suite=SUITE)
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertEqual(said.out, """\
p.yaml:14: no test misses it: rule 'small', condition 2, argument '0' without 'b' in 'one_of'
p: 24 mutants, 23 seen by tests (95.8 %)
""")
        self.assertEqual(self.try_it("mutate", "--threshold", "95", suite=SUITE).code, 0)

    def test_mutants_are_in_order_and_the_same_each_time(self):
        first, second = self.try_it("mutate"), self.try_it("mutate")
        self.assertEqual(first.out, second.out)
        lines = [int(line.split(":")[1]) for line in first.out.splitlines()[:-1]]
        self.assertEqual(lines, sorted(lines))

    def test_mutants_in_json(self):
        report = self.try_it("mutate", "--json", suite=SUITE).json[0]
        self.assertEqual((report["name"], report["mutants"], report["missed_count"]), ("p", 24, 1))
        self.assertEqual(report["missed"][0]["line"], 14)

    def test_failing_tests_are_not_mutated(self):
        said = self.try_it("mutate", suite=SUITE.replace("range('c')", "range('b')"))
        self.assertEqual((said.code, said.out, said.err), (
            2, "", "sluice: error: 1 test of policy 'p' fails already\nhelp: `sluice policy test p.yaml` shows them\n"))


if __name__ == "__main__":
    unittest.main()
