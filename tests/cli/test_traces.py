# SPDX-License-Identifier: MIT
"""The log as lines of JSON, and spans as a collector receives them."""
import http.server
import json
import threading
import time
import unittest

from test_serve import Served

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.bodies.append((self.path, self.headers["content-type"], json.loads(body)))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Traces(Served):
    def setUp(self):
        super().setUp()
        self.collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
        self.collector.bodies = []
        threading.Thread(target=self.collector.serve_forever, daemon=True).start()
        self.addCleanup(self.collector.server_close)
        self.addCleanup(self.collector.shutdown)

    def spans(self):
        return [s for _, _, body in self.collector.bodies for r in body["resourceSpans"] for scope in r["scopeSpans"]
                for s in scope["spans"]]

    def wait_for(self, name):
        for _ in range(150):
            found = [s for s in self.spans() if s["name"] == name]
            if found:
                return found[0]
            time.sleep(0.1)
        self.fail([s["name"] for s in self.spans()])

    def begin(self):
        self.serve("--policy", "data-analysis", "--otlp", f"http://127.0.0.1:{self.collector.server_address[1]}/v1/traces",
                   "--log-json")

    def test_a_run_belongs_to_the_call_that_asked_for_it(self):
        self.begin()
        run = self.ask("POST", "/v1/runs", {"code": "print(1)", "goal": "a goal of ours"},
                       headers={"traceparent": f"00-{TRACE}-{SPAN}-01", "Prefer": "wait=30"})[1]
        call = self.wait_for("POST /v1/runs")
        whole = self.wait_for("run answered")
        self.assertEqual((call["traceId"], call["parentSpanId"], call["kind"]), (TRACE, SPAN, 2))
        self.assertEqual((whole["traceId"], whole["parentSpanId"]), (TRACE, call["spanId"]))
        steps = [s for s in self.spans() if s.get("parentSpanId") == whole["spanId"]]
        self.assertIn("running to ran", [s["name"] for s in steps])
        self.assertEqual(len({s["spanId"] for s in self.spans()}), len(self.spans()))
        for s in self.spans():
            self.assertLessEqual(int(s["startTimeUnixNano"]), int(s["endTimeUnixNano"]))
            self.assertLess(abs(int(s["endTimeUnixNano"]) / 1e9 - time.time()), 60)
        self.assertEqual(self.collector.bodies[0][:2], ("/v1/traces", "application/json"))
        self.assertNotIn("goal of ours", json.dumps(self.collector.bodies))
        self.stop()
        line = next(x for x in map(json.loads, self.json_lines()) if x.get("route") == "/v1/runs")
        self.assertEqual((line["trace_id"], line["parent_id"], line["who"], line["status"]), (TRACE, SPAN, "bot", 200))
        self.assertTrue(run["run_id"])

    def json_lines(self):
        return [line for line in self.err.splitlines() if line.startswith("{")]

    def test_what_is_no_trace_begins_one(self):
        self.begin()
        wrong = ("", "00", f"01-{TRACE}-{SPAN}-01", f"00-{'0' * 32}-{SPAN}-01", f"00-{TRACE.upper()}-{SPAN}-01",
                 f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE}-{SPAN}-01-more", f"00-{TRACE[:-1]}\"-{SPAN}-01", "x" * 3000)
        for text in wrong:
            status, said, _ = self.ask("GET", "/v1/none", headers={"traceparent": text})
            self.assertEqual(status, 404)
            self.assertRegex(said["trace_id"], "^[0-9a-f]{32}$")
            self.assertNotEqual(said["trace_id"], TRACE)
        self.assertEqual(self.ask("GET", "/v1/none", headers={"traceparent": f"00-{TRACE}-{SPAN}-00"})[1]["trace_id"], TRACE)

    def test_the_log_tells_no_secret_and_no_second_line(self):
        self.begin()
        self.ask("GET", "/login/oidc/back?code=secretcode&state=secretstate", who=None)
        self.ask("GET", "/v1/runs/a%0a%22%7d?before=secretquery")
        self.ask("POST", "/v1/check", {"code": "secretprogram"})
        self.stop()
        lines = self.json_lines()
        self.assertGreaterEqual(len(lines), 3)
        for line in lines:
            json.loads(line)
        for secret in ("secretcode", "secretstate", "secretquery", "secretprogram", *self.tokens.values()):
            self.assertNotIn(secret, self.err)

    def test_a_collector_that_is_away_costs_no_call(self):
        self.serve("--policy", "data-analysis", "--otlp", "http://127.0.0.1:9/v1/traces")
        self.assertEqual(self.run_code("print(1)")[1]["answer"], 1)
        begun = time.monotonic()
        for _ in range(200):
            self.assertEqual(self.ask("GET", "/healthz", who=None)[0], 200)
        self.assertLess(time.monotonic() - begun, 20)
        time.sleep(3)
        self.stop()
        self.assertEqual(self.process.returncode, 0)
        self.assertEqual(self.err.count("the collector of spans"), 1)


if __name__ == "__main__":
    unittest.main()
