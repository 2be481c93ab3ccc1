# SPDX-License-Identifier: MIT
"""policy diff --over-runs: which verdicts on the code of past runs another policy changes."""

import os
import pty
import subprocess
import unittest

from engines import Stored, once
from sluice import PROGRAM

POLICY = """\
apiVersion: sluice/v1
id: team
revision: %d
extends: [pure-compute]
override: [{what: imports, reason: "this is a test"}]
imports:
%s
"""
NOW = POLICY % (1, "  deny: [{module: random, message: the same every time}]\n  escalate: [{module: json}]")
NEXT = POLICY % (2, "  allow: [random, json]\n  deny: [{module: math, message: no sums}]")
CODE = {"random": "import random\nprint(random.random())\n", "math": "import math\nprint(math.pi)\n",
        "json": "import json\nprint(json.dumps(1))\n", "plain": "print(1)\n"}


class Impact(Stored):
    def setUp(self):
        super().setUp()
        self.write("now.yaml", NOW)
        self.write("next.yaml", NEXT)
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople: []\n").chmod(0o644)
        self.env["SLUICE_TRUST"] = f"{self.folder}/trust.yaml"

    def ran(self, *names, policy="now.yaml"):
        """Runs of these programs; their ids."""
        ids = []
        for name in names:
            self.write(f"{name}.py", CODE[name])
            ids.append(self.call("run", "--goal", "x", "--code", f"{name}.py", "--policy", policy, "--json").json["run_id"])
        return ids

    def diff(self, *words):
        return self.call("policy", "diff", *words, "--over-runs")

    def test_both_policies_judge_identical_code_once(self):
        a, b, c, _, e = self.ran("random", "random", "math", "plain", "json")
        said = self.diff("now.yaml", "next.yaml")
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertTrue(said.out.endswith(f"""\
5 runs
4 programs, 3 with another verdict
  deny -> allow: 1 program of 2 runs
  escalate -> allow: 1 program of 1 run
  allow -> deny: 1 program of 1 run
  deny -> allow  code a67ca0706b03 of 2 runs
      import.denied at 1:8: module 'random': the same every time; also line 2
      {b}, {a}
  escalate -> allow  code e6c57f47f4d7 of 1 run
      import.escalated at 1:8: module 'json' needs a reviewer; also line 2
      {e}
  allow -> deny  code e58daf598878 of 1 run
      import.denied at 1:8: module 'math': no sums; also line 2
      {c}
"""), said.out)

    @once
    def test_what_was_recorded_against_now(self):
        a, _, c, _ = self.ran("random", "plain", "math", "json")
        said = self.diff("next.yaml")
        self.assertEqual(said.code, 1)
        self.assertTrue(said.out.startswith("what was recorded -> team revision 2\n4 runs\n4 programs, 3 with"), said.out)
        report = self.call("policy", "diff", "next.yaml", "--over-runs", "--json").json
        self.assertIsNone(report["before"])
        self.assertEqual(report["over_runs"], {
            "runs": 4, "without_verdict": 0, "erased": 0, "more": False, "unacknowledged": 2})
        first, last = report["flips"][0], report["flips"][-1]
        self.assertEqual((first["before"], first["after"], first["runs"], first["run_count"], first["acknowledged"]),
                         ("deny", "allow", [a], 1, False))
        self.assertEqual(first["findings"][0], {
            "rule": "import.denied", "message": "module 'random': the same every time; also line 2", "line": 1, "column": 8})
        self.assertEqual((last["before"], last["after"], last["runs"]), ("allow", "deny", [c]))
        self.assertEqual(self.diff("now.yaml").code, 0)

    @once
    def test_one_code_under_two_verdicts_is_two(self):
        self.ran("math")
        self.ran("math", policy="next.yaml")
        flips = self.call("policy", "diff", "now.yaml", "--over-runs", "--json").json["flips"]
        self.assertEqual([(f["before"], f["after"], f["run_count"]) for f in flips], [("deny", "allow", 1)])

    @once
    def test_only_what_is_acknowledged_lets_ci_go_on(self):
        a, b, e = self.ran("random", "math", "json")
        self.assertEqual(self.diff("now.yaml", "next.yaml", "--acknowledge", a).code, 1)
        said = self.diff("now.yaml", "next.yaml", "--acknowledge", a, "--acknowledge", e)
        self.assertEqual((said.code, said.err), (0, ""))
        self.assertIn("of 1 run, acknowledged\n", said.out)
        self.write("ack.txt", f"# meant\n{a} chance is fine now\n\n{e}\n{a[:-1]}!\n")
        said = self.diff("now.yaml", "next.yaml", "--acknowledge", "ack.txt")
        self.assertEqual((said.code, said.err), (
            0, f"sluice: '{a[:-1]}!' is acknowledged, but no verdict on its code differs\n"))
        self.write("ack.txt", "all of them\n")
        said = self.diff("now.yaml", "next.yaml", "--acknowledge", "ack.txt")
        self.assertEqual(said.code, 2)
        self.assertIn("ack.txt:1:1: error: this is not a run's id", said.err)
        self.assertEqual(self.diff("next.yaml", "now.yaml", "--acknowledge", b).code, 0)

    @once
    def test_what_only_the_texts_loosen_stops_nobody(self):
        self.ran("plain")
        self.assertEqual(self.call("policy", "diff", "now.yaml", "next.yaml").code, 1)
        said = self.diff("now.yaml", "next.yaml")
        self.assertEqual(said.code, 0)
        self.assertIn("loosened:\n", said.out)

    def test_some_runs_alone(self):
        self.ran("random", "plain", "math")
        self.assertIn("2 runs, and there are more: raise --limit\n2 programs, 1 with",
                      self.diff("now.yaml", "next.yaml", "--limit", "2").out)
        self.assertIn("3 runs\n", self.diff("now.yaml", "next.yaml", "--policy", "team", "--since", "2020-01-01").out)
        for words in (["--policy", "else"], ["--since", "2099-01-01"], ["--until", "2020-01-01"]):
            said = self.diff("now.yaml", "next.yaml", *words)
            self.assertEqual((said.code, said.err), (
                2, "sluice: error: there is no past run with a program to check\n"
                "help: look at --store, --policy, --since and --until\n"))

    def test_a_run_without_a_verdict_is_counted(self):
        self.ran("plain")
        self.call("submit", "--goal", "x", "--code", "plain.py", "--policy", "now.yaml")
        self.assertIn("1 run, 1 without a verdict\n", self.diff("next.yaml").out)

    @once
    def test_progress_is_for_a_terminal(self):
        self.ran("plain")
        main, side = pty.openpty()
        done = subprocess.run([PROGRAM, "policy", "diff", "next.yaml", "--over-runs"], cwd=self.folder, stderr=side,
                              stdout=subprocess.PIPE, env={"PATH": "/usr/bin:/bin", **self.env}, check=False)
        os.close(side)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"\r1 runs, 1 programs", os.read(main, 4096))
        os.close(main)

    @once
    def test_mistakes(self):
        for words, message in [
                (["next.yaml"], "'diff' needs two policies, or one and --over-runs"),
                (["next.yaml", "--over-runs", "--over", "x.py"], "'diff' needs two policies, or one and --over-runs"),
                (["now.yaml", "next.yaml", "--since", "2026-01-01"], "need --over-runs: add it"),
                (["now.yaml", "next.yaml", "--over-runs", "--since", "soon"], "'soon' is neither a date nor a time"),
                (["now.yaml", "next.yaml", "--over-runs", "--limit", "0"], "'0' is not a number from 1 to 1000000, which --limit requires")]:
            said = self.call("policy", "diff", *words)
            self.assertEqual(said.code, 2, words)
            self.assertIn(message, said.err)
        self.assertIn("--acknowledge", self.call("policy", "diff", "--help").out)


if __name__ == "__main__":
    unittest.main()
