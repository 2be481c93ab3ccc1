# SPDX-License-Identifier: MIT
"""The schemas that are published, and the OpenAPI document, hold for what is really sent: judged by validators that are not ours."""
import json
import os
import re
import subprocess
import unittest

import sluice
from test_serve import CHART, EVASION, GREETING, WAITS, Served

EXAMPLES = sluice.SOURCE / "examples"


def judge(schema, *documents, strict=True):
    done = subprocess.run(["node", "judge.mjs", sluice.SOURCE], capture_output=True, check=True, cwd=sluice.SOURCE / "tests/cli",
                          input=json.dumps({"schema": schema, "strict": strict, "documents": documents}).encode())
    return json.loads(done.stdout)


class Schemas(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.serve("--policy", "data-analysis")

    def published(self, name):
        status, said, heads = self.ask("GET", f"/schemas/{name}", who=None)
        self.assertEqual((status, heads["Content-Type"]), (200, "application/schema+json"))
        return json.loads(said)

    def assert_fits(self, name, *documents):
        self.assertTrue(documents)
        self.assertEqual(judge(self.published(name), *documents), [], name)

    def test_runs_and_events_fit(self):
        runs = [self.run_code(code)[1] for code in (CHART, EVASION, WAITS, "raise ValueError('x')", 'print("words")')]
        runs.append(self.run_code(GREETING, inputs=[{"name": "a.txt", "text": "x"}])[1])
        self.assert_fits("run", *runs, *(self.ask("GET", r["links"]["self"])[1] for r in runs))
        for wrong in ({"extra": 1}, {"usage": {**runs[0]["usage"], "extra": 1}}, {"state": "done"}, {"created": "today"}):
            self.assertTrue(judge(self.published("run"), {**runs[0], **wrong}), wrong)
        lines = self.ask("GET", runs[0]["links"]["events"])[1].decode().splitlines()
        self.assert_fits("event", *map(json.loads, filter(None, lines)))
        self.assert_fits("problem", self.ask("POST", "/v1/runs", {"code": 1})[1], self.ask("GET", "/v1/none")[1])

    def test_records_and_their_progress_fit(self):
        records = [self.call("run", EXAMPLES / name / "task.yaml", "--json").json
                   for name in ("conversion", "weather", "repair", "escalation", "misfit")]
        for code in (EVASION, "raise ValueError('x')", CHART):
            self.write("p.py", code)
            records.append(self.call("run", "--code", "p.py", "--policy", "data-analysis", "--json").json)
        self.assert_fits("record", *records)
        lines = [line for name in ("conversion", "repair", "escalation")
                 for line in self.call("run", EXAMPLES / name / "task.yaml", "--events").out.splitlines()]
        self.assert_fits("progress", *map(json.loads, lines))

    def test_a_task_that_fits_is_taken_and_another_is_not(self):
        good = [{"code": "print(1)"}, {"code": GREETING, "inputs": [{"name": "a.txt", "text": "x"}], "goal": "greet"},
                {"code": "print(1)", "output": {"schema": {"type": "integer"}}, "limits": {"wall_s": 5}, "idempotency_key": "k"}]
        bad = [{"code": 1}, {"code": "1", "model": {}}, {"inputs": [{"name": "a"}], "code": "1"},
               {"inputs": [{"name": "a", "text": "", "base64": ""}], "code": "1"}, {"inputs": [{"path": "/etc/passwd"}], "code": "1"}]
        self.assert_fits("task", *good)
        for body in good:
            self.assertIn(self.ask("POST", "/v1/runs", body)[0], (200, 202), body)
        for body in bad:
            self.assertTrue(judge(self.published("task"), body, strict=False), body)
            self.assertEqual(self.ask("POST", "/v1/runs", body)[0], 422, body)

    def test_every_answer_fits_what_the_document_says(self):
        document = self.ask("GET", "/openapi.json", who=None)[1]
        run = self.run_code(WAITS)[1]["run_id"]
        approval = self.ask("GET", "/v1/approvals", who="ops")[1]["approvals"][0]["approval_id"]
        asked = [("GET", "/v1/runs", None, "bot"), ("GET", f"/v1/runs/{run}", None, "bot"), ("GET", "/v1/policies", None, "bot"),
                 ("GET", "/v1/approvals", None, "ops"), ("GET", f"/v1/approvals/{approval}", None, "ops"),
                 ("GET", "/healthz", None, None), ("POST", "/v1/check", {"code": EVASION, "policy": "data-analysis"}, "bot"),
                 ("POST", "/v1/check", {}, "bot"), ("GET", "/v1/runs/none", None, "bot"), ("GET", "/v1/runs", None, None),
                 ("GET", "/metrics", None, "bot"), ("POST", f"/v1/approvals/{approval}/votes", {}, "ops"),
                 ("POST", "/v1/runs", {"code": "print(1)"}, "bot"), ("POST", "/v1/requests", {"code": "print(1)"}, "bot")]
        for method, path, body, who in asked:
            status, said, heads = self.ask(method, path, body, who)
            place = path.replace(run, "{run}").replace("/none", "/{run}").replace(approval, "{approval}")
            answers = document["paths"][place][method.lower()]["responses"]
            self.assertIn(str(status), answers, (method, path))
            content = answers[str(status)]["content"]
            self.assertEqual([heads.get_content_type()], [kind.split(";")[0] for kind in content])
            schema = {"$ref": next(iter(content.values()))["schema"]["$ref"].replace("components/schemas", "$defs"),
                      "$defs": json.loads(json.dumps(document["components"]["schemas"]).replace("components/schemas", "$defs"))}
            self.assertEqual(judge(schema, said, strict=status >= 400 or "check" not in path), [], (method, path))

    def test_the_document_is_whole(self):
        document = self.ask("GET", "/openapi.json", who=None)[1]
        for reference in set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document))):
            at = document
            for part in reference.split("/"):
                at = at[part]
        for name in ("task", "run", "event", "record", "progress", "notice", "problem"):
            self.assertIn(f"/schemas/{name}", (sluice.SOURCE / "docs/service.md").read_text())
        self.assertEqual(self.ask("GET", "/schemas/none", who=None)[0], 404)


class Linted(Served):
    def lint(self, document):
        path = self.write("openapi.json", json.dumps(document))
        folder = sluice.SOURCE / "tests/login"
        if not (folder / "node_modules/@redocly/cli").is_dir():
            self.skipTest("no linter: run `npm ci` in tests/login")
        done = subprocess.run(["node", "node_modules/@redocly/cli/bin/cli.js", "lint", path, "--config", "redocly.yaml", "--format", "json"],
                              capture_output=True, check=False, cwd=folder,
                              env={**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"})
        said = json.loads(done.stdout)
        return done.returncode, [(p["ruleId"], p["message"]) for p in said["problems"]]

    def test_a_linter_finds_nothing(self):
        self.serve("--workers", "0")
        document = self.ask("GET", "/openapi.json", who=None)[1]
        self.assertEqual(self.lint(document), (0, []))
        del document["paths"]["/v1/runs/{run}"]["get"]["parameters"]
        status, problems = self.lint(document)
        self.assertEqual((status, {rule for rule, _ in problems}), (1, {"path-parameters-defined"}))


if __name__ == "__main__":
    unittest.main()
