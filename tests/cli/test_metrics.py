# SPDX-License-Identifier: MIT
"""What is counted, as Prometheus' own checker and a reader of ours see it."""
import json
import re
import shutil
import subprocess
import unittest

import sluice
from test_serve import EVASION, WAITS, Served


class Metrics(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.serve("--policy", "data-analysis")

    def figures(self):
        status, text, _ = self.ask("GET", "/metrics", who="ops")
        self.assertEqual(status, 200, text)
        self.text = text.decode()
        return {name: float(value) for name, value in re.findall(r"^([^#\s]+) (\S+)$", self.text, re.M)}

    def wait_for(self, name, value):
        return self.until(lambda: (figures := self.figures()).get(name) == value and figures, lambda: f"{name} is not {value}\n{self.text}")

    def test_runs_are_counted_by_what_came_of_them(self):
        for code in ("print(1)", "print(2)", EVASION, 'print("words")', WAITS):
            self.run_code(code)
        figures = self.wait_for('sluice_run_outcomes_total{state="failed"}', 1)
        self.assertEqual(figures['sluice_run_outcomes_total{state="answered"}'], 2)
        self.assertEqual(figures['sluice_run_outcomes_total{state="refused"}'], 1)
        self.assertEqual(figures['sluice_verdicts_total{verdict="deny"}'], 1)
        self.assertEqual(figures["sluice_box_starts_total"], 3)
        self.assertEqual(figures["sluice_approvals_open"], 1)
        self.assertGreater(figures["sluice_approvals_oldest_seconds"], 0)
        self.assertTrue([n for n in figures if n.startswith("sluice_findings_total{rule=") and 'decision="deny"' in n], self.text)
        for stage in ("check", "run", "validate"):
            self.assertEqual(figures[f'sluice_stage_seconds_count{{stage="{stage}"}}'], {"check": 4, "run": 3, "validate": 2}[stage])
        buckets = [figures[n] for n in figures if n.startswith('sluice_stage_seconds_bucket{stage="run"')]
        self.assertEqual((len(buckets), buckets), (14, sorted(buckets)))
        self.assertGreater(figures['sluice_stage_seconds_sum{stage="run"}'], 0)
        post = 'method="POST",path="/v1/runs"'
        self.assertEqual(figures[f"sluice_http_request_seconds_count{{{post}}}"], 5)
        self.assertEqual(self.figures()['sluice_run_outcomes_total{state="answered"}'], 2, "nothing is counted twice")

    def test_what_was_before_is_not_counted_again(self):
        self.run_code("print(1)")
        self.wait_for('sluice_run_outcomes_total{state="answered"}', 1)
        self.stop()
        self.serve("--policy", "data-analysis")
        self.assertEqual(self.figures()['sluice_run_outcomes_total{state="answered"}'], 0)
        self.run_code("print(1)")
        self.wait_for('sluice_run_outcomes_total{state="answered"}', 1)

    def test_a_name_of_a_program_is_no_label(self):
        self.run_code('import os\nos.system("x\\" } 1\\nevil 1")\n')
        self.wait_for('sluice_run_outcomes_total{state="refused"}', 1)
        self.ask("GET", '/v1/runs/"%0aevil%201')
        self.figures()
        self.assertNotRegex(self.text, "(?m)^evil")

    def test_the_dashboard_asks_for_what_there_is(self):
        self.run_code(EVASION)
        self.wait_for('sluice_run_outcomes_total{state="refused"}', 1)
        board = json.loads((sluice.SOURCE / "packaging/grafana/sluice.json").read_text())
        asked = {name for p in board["panels"] for t in p["targets"] for name in re.findall(r"sluice_\w+", t["expr"])}
        given = set(re.findall(r"^(sluice_\w+)", self.text, re.M))
        self.assertGreater(len(asked), 15)
        self.assertEqual(asked - given, set())

    def test_prometheus_finds_nothing(self):
        if not shutil.which("promtool"):
            self.skipTest("promtool is not installed (Debian's package prometheus)")
        self.run_code(EVASION)
        self.wait_for('sluice_run_outcomes_total{state="refused"}', 1)
        done = subprocess.run(["promtool", "check", "metrics"], input=self.text.encode(), capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()
