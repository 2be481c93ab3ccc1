# SPDX-License-Identifier: MIT
"""What a program prints, told while it runs: where the policy lets it, within bounds, never as an answer, and nothing that must not leave."""
import http.client
import json
import time
import unittest

from test_serve import Served

POLICY = """\
apiVersion: sluice/v1
id: live
title: data work whose output is told as it comes
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
output: {live: true%s}
executor: {start: %s}
override:
  - {what: output, reason: "who asks wants to see progress"}
  - {what: executor, reason: "a test of the tiers"}
"""
STEPS = """\
import json
import time
for i in range(4):
    print(json.dumps({"step": i}))
    time.sleep(0.3)
"""
FLOOD = "import time\nfor i in range(3000):\n    print('x' * 20, i)\n    time.sleep(0.0005)\n"
KEY = "AKIAIOSFODNN7EXAMPLE"
SECRET = """\
import time
print("a first line")
time.sleep(0.3)
for piece in ("AKIA", "IOSFODNN7", "EXAMPLE"):
    print(piece, end="", flush=True)
    time.sleep(0.2)
print()
time.sleep(0.3)
print("a last line")
time.sleep(0.3)
"""
CELLS = "import csv\nimport time\nfor row in csv.reader(open('t.csv')):\n    for c in row[0]:\n        print(c)\n        time.sleep(0.11)\n"


class Live(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.policy()

    def policy(self, more="", start="fresh"):
        self.write("live.yaml", POLICY % (more, start))

    def events(self, code, *more, policy="./live.yaml"):
        """Those of a run of `code`, and the run's end."""
        self.write("p.py", code)
        said = self.call("run", "--code", "p.py", "--goal", "x", "--policy", policy, "--events", *more)
        lines = [json.loads(line) for line in said.out.splitlines()]
        return [e for e in lines if e["type"] == "run.output"], lines[-1]

    def text(self, events, stream="stdout"):
        return "".join(e["text"] for e in events if e["stream"] == stream)

    def test_lines_are_told_as_they_come(self):
        events, end = self.events(STEPS)
        self.assertEqual(self.text(events), "".join('{"step": %d}\n' % i for i in range(4)))
        self.assertTrue(all(e["believed"] is False for e in events))
        self.assertGreaterEqual(len(events), 3)
        self.assertGreater(events[-1]["ts"], events[0]["ts"])
        self.assertEqual((end["status"], "answer" in end and end["answer"]), ("failed", None))  # four documents are no answer

    def test_nothing_is_told_unless_the_policy_says_so(self):
        self.assertEqual(self.events(STEPS, policy="data-analysis")[0], [])
        self.write("loose.yaml", (POLICY % ("", "fresh")).replace('  - {what: output, reason: "who asks wants to see progress"}\n', ""))
        said = self.call("policy", "lint", "loose.yaml")
        self.assertIn("'live' loosens 'output' of the extended policy", said.out + said.err)

    def test_a_flood_is_cut(self):
        events, end = self.events(FLOOD)
        self.assertLessEqual(len(events), 201)
        self.assertTrue(events[-1]["cut"])
        self.assertFalse(any(e["cut"] for e in events[:-1]))
        self.assertLessEqual(len(self.text(events)), 32768)
        events, end = self.events("import sys, time\nsys.stdout.write('y' * 500000)\ntime.sleep(0.3)\n")
        self.assertLessEqual(len(self.text(events)), 32768)
        self.assertTrue(events[-1]["cut"])

    def test_what_a_terminal_would_obey_is_escaped(self):
        code = "import time\nprint('\\x1b[2J\\x07 \\u202e\\u009b31m')\ntime.sleep(0.3)\nprint('more')\ntime.sleep(0.3)\n"
        events, _ = self.events(code)
        self.assertEqual(([e["withheld"] for e in events], self.text(events)), ([True], ""))
        self.policy(", leaks: {control: allow}")
        events, _ = self.events(code)
        self.assertIn("\\x1b[2J", self.text(events))
        self.assertIn("more", self.text(events))
        for c in "\x1b\x07\u202e\u009b":
            self.assertNotIn(c, self.text(events))

    def test_a_secret_ends_the_telling(self):
        events, end = self.events(SECRET)
        self.assertEqual(self.text(events), "a first line\n")
        self.assertTrue(events[-1]["withheld"])
        self.assertNotIn(KEY, json.dumps(events))
        self.assertEqual(end["status"], "failed")

    def test_no_part_of_a_secret_is_told_before_its_line_ends(self):
        # A line so long that the interpreter writes it in pieces, and one that a program writes in pieces.
        for code in ("import json, time\nprint('a first line')\ntime.sleep(0.3)\nprint(json.dumps({'pad': 'x ' * %d, 'key': 'AKIA' + 'IOSFODNN7EXAMPLE'}))\n" % n
                     for n in (200, 4085)):
            events, _ = self.events(code)
            self.assertEqual(self.text(events), "a first line\n")
        events, _ = self.events(SECRET.replace('"AKIA",', '"x " * 300, "AKIA",'))
        self.assertEqual((self.text(events), events[-1]["withheld"]), ("a first line\n", True))

    def test_a_long_line_is_told_whole(self):
        line = "".join(f"{i} \u20ac " for i in range(300))
        events, _ = self.events("import time\nprint(''.join(f'{i} \u20ac ' for i in range(300)))\ntime.sleep(0.3)\n")
        self.assertEqual(self.text(events), line + "\n")

    def test_nothing_is_told_of_a_task_with_sensitive_values(self):
        self.write("t.csv", "name,n\nAlice Cooper,1\nBob Dylan,2\n")
        self.write("task.yaml", "apiVersion: sluice/v1\ngoal: x\npolicy: ./live.yaml\noutput: {schema: {}}\n"
                   "inputs: [{path: t.csv, sensitive: [name]}]\n")
        self.write("p.py", CELLS)
        said = self.call("run", "task.yaml", "--code", "p.py", "--events")
        events = [json.loads(line) for line in said.out.splitlines()]
        told = [e for e in events if e["type"] == "run.output"]
        self.assertEqual([(e["text"], e["withheld"]) for e in told], [("", True)], said.out + said.err)

    def follow(self, path, who="bot", accept="application/x-ndjson"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.tokens[who]}", "Accept": accept})
        said = connection.getresponse().read().decode()
        connection.close()
        return said

    def told_by_service(self, code=STEPS):
        status, run, _ = self.ask("POST", "/v1/runs", {"code": code})
        self.assertEqual(status, 202, run)
        self.assertEqual(self.ask("GET", f"/v1/runs/{run['run_id']}/events", who="rival")[0], 404)
        lines = [json.loads(line) for line in self.follow(f"/v1/runs/{run['run_id']}/events").splitlines() if line]
        return [e for e in lines if e["type"] == "run.output"], lines[-1]["run"]

    def test_the_service_tells_it_in_each_tier(self):
        for start in ("fresh", "pooled", "forked"):
            with self.subTest(start):
                self.policy(start=start)
                self.serve("--policy", "./live.yaml", "--workers", "1")
                for _ in range(2):  # the second finds a box that waits
                    events, run = self.told_by_service()
                    self.assertEqual(self.text(events), "".join('{"step": %d}\n' % i for i in range(4)))
                    self.assertEqual((run["state"], run.get("answer")), ("failed", None))
                self.assertEqual(self.started(run["run_id"]), start)
                self.stop()

    def started(self, run):
        replayed = self.call("runs", "replay", run, "--json")
        return replayed.json["before_start"] if replayed.code in (0, 1) else replayed.err

    def test_a_cell_of_a_session_tells_it(self):
        self.serve("--policy", "./live.yaml", "--workers", "1")

        def tool(name, **arguments):
            _, said, _ = self.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
                "name": name, "arguments": arguments}}, headers={"Content-Type": "application/json", "Accept": "application/json"})
            return said["result"]["structuredContent"]
        session = tool("open_session")["session_id"]
        for cell in (STEPS, STEPS.replace("step", "leap")):
            run = tool("run_cell", session_id=session, code=cell)
            said = [json.loads(line) for line in self.follow(f"/v1/runs/{run['run_id']}/events").splitlines() if line]
            word = "leap" if "leap" in cell else "step"
            self.assertEqual(self.text([e for e in said if e["type"] == "run.output"]), "".join('{"%s": %d}\n' % (word, i) for i in range(4)))
        tool("close_session", session_id=session)

    def test_the_service_tells_it_as_server_sent_events(self):
        self.serve("--policy", "./live.yaml", "--workers", "1")
        _, run, _ = self.ask("POST", "/v1/runs", {"code": STEPS})
        said = self.follow(f"/v1/runs/{run['run_id']}/events", accept="text/event-stream")
        self.assertIn("event: run.output\ndata: {", said)
        self.assertIn("event: end", said)

    def test_a_reader_who_never_comes_holds_no_worker(self):
        self.serve("--policy", "./live.yaml", "--workers", "1")
        for _ in range(3):
            began = time.monotonic()
            status, run, _ = self.ask("POST", "/v1/runs", {"code": FLOOD}, headers={"Prefer": "wait=30"})
            self.assertEqual((status, run["state"]), (200, "failed"), run)
            self.assertLess(time.monotonic() - began, 25)
        events, _ = self.told_by_service()
        self.assertIn('{"step": 3}', self.text(events))

    def test_a_worker_writes_into_a_pipe_or_not_at_all(self):
        said = self.call("worker", "--once", "--live")
        self.assertEqual(said.code, 2)
        self.assertIn("'--live' needs a pipe as descriptor 3", said.err)


if __name__ == "__main__":
    unittest.main()
