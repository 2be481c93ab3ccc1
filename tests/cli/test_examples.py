# SPDX-License-Identifier: MIT
"""Each example ends as the README says, for a person and as JSON."""

import hashlib
import json

from sluice import SOURCE, Case, call

STAGES = ["plan", "generate", "check", "run", "validate"]


def example(name):
    return SOURCE / "examples" / name / "task.yaml"


class Examples(Case):
    def test_conversion_is_answered(self):
        said = call("run", example("conversion"), "--json")
        self.assertEqual(said.code, 0, said.err)
        run = said.json
        self.assertEqual((run["status"], run["stage"], run["attempts"]), ("answered", "answer", 1))
        self.assertEqual(run["answer"]["week_rate"], 16.06)
        self.assertEqual([day["rate"] for day in run["answer"]["days"]],
                         [15.91, 16.89, 14.17, 19.02, 16.77, 10.81, 14.75])
        self.assertEqual(run["execution"]["outcome"], "ok")
        self.assertEqual(run["findings"], [])
        self.assertEqual(json.loads(run["stdout"]), run["answer"])
        code = run["history"][0]["code"].encode()
        self.assertEqual(hashlib.sha256(code).hexdigest(), run["code_sha256"])

    def test_conversion_reads_well(self):
        said = call("run", example("conversion"))
        self.assertEqual(said.code, 0, said.err)
        for line in ["✓ plan", "✓ generate", "✓ check", "✓ run", "✓ validate", "answered", "week_rate  16.06"]:
            self.assertIn(line, said.out)
        self.assertNotIn("\x1b", said.out, "no colours where no terminal is")

    def test_events_tell_the_five_stages_in_order(self):
        said = call("run", example("conversion"), "--events")
        events = [json.loads(line) for line in said.out.splitlines()]
        self.assertEqual([e["seq"] for e in events], list(range(1, len(events) + 1)))
        self.assertEqual(events[0]["type"], "run.started")
        self.assertEqual(events[-1]["type"], "run.finished")
        self.assertEqual([e["stage"] for e in events if e["type"] == "stage.finished"], STAGES)
        self.assertEqual({e["verdict"] for e in events if e["type"] == "stage.finished"}, {"pass"})

    def test_weather_makes_a_chart(self):
        said = self.sluice("run", example("weather"), "--json", "--out", self.folder / "out")
        self.assertEqual(said.code, 0, said.err + said.out)
        run = said.json
        self.assertEqual(run["answer"]["days"], 1461)
        self.assertEqual(len(run["answer"]["months"]), 12)
        self.assertEqual([(a["name"], a["mime"]) for a in run["artifacts"]], [("temperature.png", "image/png")])
        png = (self.folder / "out" / "temperature.png").read_bytes()
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(hashlib.sha256(png).hexdigest(), run["artifacts"][0]["sha256"])

    def test_repair_passes_the_second_time(self):
        said = call("run", example("repair"), "--json")
        self.assertEqual(said.code, 0, said.err)
        run = said.json
        self.assertEqual((run["status"], run["attempts"]), ("answered", 2))
        self.assertEqual([h["cause"] for h in run["history"]], ["policy", None])
        self.assertEqual(run["answer"]["top"][0], {"word": "the", "count": 8})

    def test_repair_reads_well_at_eighty_columns(self):
        said = call("run", example("repair"))
        self.assertEqual(said.code, 0, said.err)
        lines = said.out.splitlines()
        self.assertLessEqual(max(map(len, lines)), 80, said.out)
        self.assertFalse([line for line in lines if line != line.rstrip()])
        self.assertIn("      - import subprocess", lines)
        self.assertIn("      + print(json.dumps({\"words\": len(words), \"top\": top}))", lines)
        self.assertIn("  ↻ repair     the model is told why (policy); 1 of 3 programs so far", lines)
        shown = "".join(line[8:].strip() + " " for line in lines if line.startswith("      "))
        self.assertIn('subprocess.run(["wc", "-w", "notes.txt"], capture_output=True, text=True, check=True)', shown)

    def test_escalation_waits_for_a_person(self):
        said = call("run", example("escalation"), "--json")
        self.assertEqual(said.code, 11, said.err)
        run = said.json
        self.assertEqual((run["status"], run["stage"], run["answer"]), ("escalated", "check", None))
        self.assertTrue(run["findings"])
        self.assertEqual({f["decision"] for f in run["findings"]}, {"escalate"})
        self.assertIsNone(run["execution"], "nothing runs before it is approved")

    def test_misfit_is_stopped(self):
        said = call("run", example("misfit"), "--json")
        self.assertEqual(said.code, 15, said.err)
        run = said.json
        self.assertEqual((run["status"], run["stage"], run["answer"]), ("failed", "validate", None))
        self.assertEqual(run["validation"]["verdict"], "invalid")
        self.assertEqual({i["instance"] for i in run["validation"]["issues"]}, {"/faulty_share", "/checked_by"})
