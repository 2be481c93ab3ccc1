# SPDX-License-Identifier: MIT
"""What the box saw of a program is on the record, whatever ended the program, and whatever took its place afterwards."""

import json
import re
import unittest

from sluice import Case

PLAN = {"understanding": "Print a number.", "steps": ["Print"], "imports": ["json"], "inputs_used": [],
        "output_shape": "an object", "risks": [], "feasible": True, "why_not": None}
ANSWER = "import json\nprint(json.dumps({'n': 1}))\n"
PTRACE = "import ctypes\nctypes.CDLL(None).ptrace(0, 0, 0, 0)\n"
SOCKET = "import socket\nsocket.socket()\n"
SCHEMA = {"type": "object", "required": ["n"]}
ENDS = {"a timeout": "import time\ntime.sleep(60)\n",
        "a flood": "while True:\n    print('x' * 10000)\n",
        "memory": "kept = []\nwhile True:\n    kept.append(bytearray(16 << 20))\n",
        "processor time": "while True:\n    pass\n",
        "a signal": "import os\nos.kill(os.getpid(), 9)\n",
        "an exception": "raise ValueError('nothing to see')\n",
        "an answer": ANSWER}


class Attempts(Case):
    def run_programs(self, *programs, code, output=None, more=()):
        replies = [PLAN, {"rationale": "r", "code": programs[0]}]
        replies += [{"diagnosis": "d", "change": "c", "code": program, "give_up": False} for program in programs[1:]]
        self.write("replies.json", {"replies": replies})
        self.write("task.yaml", {"apiVersion": "sluice/v1", "goal": "Print a number.", "policy": "permissive-sandboxed",
                                 "output": output or {"schema": SCHEMA}, "limits": {"wall_s": 2, "cpu_s": 1},
                                 "model": {"provider": "script", "file": "replies.json"}})
        said = self.sluice("run", "task.yaml", "--events", *more)
        self.assertEqual(said.code, code, said.out + said.err)
        events = [json.loads(line) for line in said.out.splitlines()]
        return events, self.sluice("runs", "show", events[0]["run_id"], "--json").json

    def of_type(self, events, kind):
        return [event for event in events if event["type"] == kind]

    def test_an_attempt_to_break_out_is_never_repaired(self):
        for name, end in ENDS.items():
            with self.subTest(name):
                events, _ = self.run_programs(PTRACE + end, ANSWER, code=10)
                self.assertEqual(self.of_type(events, "run.repair"), [])
                seen = self.of_type(events, "run.violation")
                self.assertEqual([(e["attempt"], e["outcome"]) for e in seen], [(1, "violation")])
                self.assertEqual([(v["what"], v.get("attack")) for v in seen[0]["violations"]], [("ptrace", True)])
                self.assertEqual(len(self.of_type(events, "run.evasion")), 1)

    def test_what_was_repaired_stays_on_the_record(self):
        events, _ = self.run_programs(SOCKET, ANSWER, code=0)
        self.assertEqual([e["cause"] for e in self.of_type(events, "run.repair")], ["policy"])
        seen = self.of_type(events, "run.violation")
        self.assertEqual([[v["what"] for v in e["violations"]] for e in seen], [["socket"]])
        run = events[0]["run_id"]
        steps = [json.loads(line) for line in self.sluice("ledger", "search", "--run", run, "--json").out.splitlines()]
        told = {step["type"]: step["data"].get("violations") for step in steps if step["type"].startswith("run.")}
        self.assertEqual((told["run.generated"], told["run.answered"]), (1, None), steps)
        generated = [step for step in steps if step["type"] == "run.generated"][-1]
        self.assertIn("record", generated["data"])

    def test_a_repair_is_told_all_invariants_that_fail_and_what_was_changed(self):
        output = {"schema": SCHEMA, "invariants": [{"expect": "out.n > 5", "message": "more than five are there"}, {"expect": "out.n % 2 == 1"},
                                                   {"expect": "out.n < 100"}]}
        tries = [f"import json\nprint(json.dumps({{'n': {n}}}))\n" for n in (2, 4, 6, 7)]
        events, record = self.run_programs(*tries, code=15, output=output, more=("--record", self.folder / "r.json"))
        # Two repairs of one cause, and the same mistake twice ends it: what failed in the second was what failed in the first.
        self.assertEqual([e["cause"] for e in self.of_type(events, "run.repair")], ["invariant"])
        self.assertIn("the same mistake twice", record["reason"])
        tries[1] = "import json\nprint(json.dumps({'n': 8}))\n"  # one of the two is mended
        events, record = self.run_programs(*tries, code=15, output=output, more=("--record", self.folder / "r.json"))
        self.assertEqual([e["cause"] for e in self.of_type(events, "run.repair")], ["invariant"] * 2)
        asked = ["".join(m["text"] for m in e["messages"]) for e in json.loads((self.folder / "r.json").read_text())["exchanges"]]
        told = [json.loads(re.search(r"# Feedback\n\n(\{.*\})", text)[1]) for text in asked[2:]]
        self.assertEqual([t["cause"] for t in told], ["invariant"] * 2)
        for part in ("- out.n > 5 (more than five are there): ", "- out.n % 2 == 1: "):
            self.assertIn(part, told[0]["details"])
        self.assertNotIn("100", told[0]["details"])
        self.assertNotIn("out.n > 5", told[1]["details"])
        self.assertNotIn("already_tried", told[0])
        first, second = told[1]["already_tried"]
        self.assertEqual((first["attempt"], first["cause"], second["attempt"]), (1, "invariant", 2))
        self.assertIn("-print(json.dumps({'n': 2}))\n+print(json.dumps({'n': 8}))", second["change"])


if __name__ == "__main__":
    unittest.main()
