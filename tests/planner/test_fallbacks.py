# SPDX-License-Identifier: MIT
"""A chain of models: who is asked after which trouble, who mends, who wrote what, and that nothing of one goes to another."""
import json
import os
import subprocess
import sys
import unittest

from case import KEY, Case
from fake_provider import PLAN, Provider, Reply, completion, error, good, message

SLUICE = os.environ.get("SLUICE")
if not SLUICE:
    print("skipped: SLUICE names no program")
    sys.exit(77)
OTHER_KEY = "sk-other-5353-not-a-real-key"


def code(text):
    return {"rationale": "r", "code": text}


GOOD = code("import json\nprint(json.dumps({'n': 42}))\n")
BAD = code("print('no JSON')\n")
MENDED = {"diagnosis": "d", "change": "c", "give_up": False, **GOOD}
del MENDED["rationale"]


def said(reply):
    return Reply(body=completion(json.dumps(reply)))


def spoken(reply):
    return Reply(body=message(json.dumps(reply)))


class Fallbacks(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.other = Provider()
        cls.other_key = cls.file("other-key", OTHER_KEY + "\n", 0o600)

    def run_task(self, first, second=(), **setting):
        """A whole run with a model of `provider` that plays `first`, and one of `other` that plays `second`."""
        self.provider.play(*first)
        self.other.play(*second)
        model = {"provider": "openai", "model": "small", "key_file": self.key,
                 "url": f"http://127.0.0.1:{self.provider.port}/v1", **setting}
        budgets = model.pop("budgets", {})
        schema = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
        self.task = self.file("task.yaml", json.dumps({"goal": "count", "policy": "pure-compute", "model": model,
                                                       "budgets": budgets, "output": {"schema": schema}}))
        self.recording = os.path.join(self.folder.name, "recording.json")
        done = subprocess.run([SLUICE, "run", self.task, "--json", "--record", self.recording], capture_output=True, text=True,
                              check=False)
        self.assertTrue(done.stdout, done.stderr)
        for key in (KEY, OTHER_KEY):
            self.assertNotIn(key, done.stdout + done.stderr)
        for seen, mine, theirs in ((self.provider.seen, KEY, OTHER_KEY), (self.other.seen, OTHER_KEY, KEY)):
            for request in seen:
                self.assertNotIn(theirs, json.dumps(request["headers"]) + request["body"].decode())
                self.assertIn(mine, json.dumps(request["headers"]))
        return json.loads(done.stdout)

    def second(self, **more):
        return {"provider": "anthropic", "model": "large", "key_file": self.other_key,
                "url": f"http://127.0.0.1:{self.other.port}", **more}

    def told(self, record):
        return [(m["role"], m["model"], m["answered"], m["failed"], m["trouble"]) for m in record["models"]]

    def test_an_outage_is_left_to_the_next_and_told(self):
        down = [error(500, headers=[("retry-after-ms", "1")])] * 3
        for first in (down, [Reply(body=b"<html>")] * 2):
            record = self.run_task([*first, said(GOOD)], [spoken(PLAN)], fallbacks=[self.second()])
            self.assertEqual((record["status"], record["answer"]), ("answered", {"n": 42}), record["reason"])
            self.assertEqual(self.told(record), [("first", "small", 1, 1, "outage"), ("fallback", "large", 1, 0, None)])
            self.assertEqual(record["history"][0]["model"], "openai small")
        with open(self.recording, encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["exchanges"]), 2, "a recording holds what became of each question")
        done = subprocess.run([SLUICE, "run", self.task, "--json", "--model-file", self.recording], capture_output=True,
                              text=True, check=False)
        self.assertEqual(json.loads(done.stdout)["answer"], {"n": 42}, "and is replayed without them")

    def test_a_rate_limit_is_not_waited_for_where_another_can_be_asked(self):
        record = self.run_task([error(429, headers=[("Retry-After", "50")]), said(GOOD)], [spoken(PLAN)],
                               fallbacks=[self.second()])
        self.assertEqual(record["status"], "answered", record["reason"])
        self.assertEqual(self.told(record)[0][3:], (1, "rate_limit"))
        self.assertLess(record["usage"]["wall_ms"], 20000)

    def test_what_is_not_configured_does_not_fall_back(self):
        refusal = Reply(body=completion(None, refusal="I won't."))
        filtered = error(400, code="content_filter")
        for reply in (refusal, filtered):
            record = self.run_task([reply], [spoken(PLAN)], fallbacks=[self.second()])
            self.assertEqual((record["exit_code"], len(self.other.seen)), (16, 0))
            record = self.run_task([reply, said(GOOD)], [spoken(PLAN)], fallbacks=[self.second()], fall_back_on=["refusal"])
            self.assertEqual((record["status"], self.told(record)[0][4]), ("answered", "refusal"), record["reason"])
        down = [error(500, headers=[("retry-after-ms", "1")])] * 3
        record = self.run_task(down, [spoken(PLAN)], fallbacks=[self.second()], fall_back_on=["refusal"])
        self.assertEqual((record["exit_code"], len(self.other.seen)), (16, 0))

    def test_a_wrong_setting_is_never_hidden_by_another_model(self):
        every = ["outage", "rate_limit", "refusal"]
        for status in (400, 401, 403, 404, 413, 422):
            record = self.run_task([error(status)], [spoken(PLAN)], fallbacks=[self.second()], fall_back_on=every)
            self.assertEqual((record["exit_code"], len(self.other.seen)), (16, 0), status)

    def test_all_that_fail_are_told(self):
        down = [error(503, headers=[("retry-after-ms", "1")])] * 3
        record = self.run_task(down, down, fallbacks=[self.second()])
        self.assertEqual(record["exit_code"], 16)
        self.assertIn("failed (HTTP 503", record["reason"])
        self.assertEqual([m[3:] for m in self.told(record)], [(1, "outage"), (1, "outage")])

    def test_budgets_are_those_of_the_run_and_prices_those_of_the_model(self):
        down = [error(500, headers=[("retry-after-ms", "1")])] * 3
        record = self.run_task(down, [spoken(PLAN), spoken(GOOD)], fallbacks=[self.second()], budgets={"requests": 3})
        self.assertEqual((record["exit_code"], len(self.other.seen)), (16, 0))
        record = self.run_task([good(), *down], [spoken(GOOD)], price_in_micros=1000000,
                               fallbacks=[self.second(price_in_micros=10000000)])
        self.assertEqual(record["status"], "answered", record["reason"])
        self.assertEqual(record["usage"]["cost_micros"], 100 * 1 + 100 * 10)

    def test_repairs_go_to_the_model_for_repairs(self):
        record = self.run_task([good(), said(BAD)], [spoken(MENDED)], repair=self.second())
        self.assertEqual((record["status"], record["attempts"]), ("answered", 2), record["reason"])
        self.assertEqual([h["model"] for h in record["history"]], ["openai small", "anthropic large"])
        self.assertEqual(self.told(record), [("first", "small", 2, 0, None), ("repair", "large", 1, 0, None)])

    def test_the_first_model_mends_where_the_one_for_repairs_is_out(self):
        down = [error(500, headers=[("retry-after-ms", "1")])] * 3
        record = self.run_task([good(), said(BAD), said(MENDED)], down, repair=self.second())
        self.assertEqual((record["status"], record["attempts"]), ("answered", 2), record["reason"])
        self.assertEqual(record["history"][1]["model"], "openai small")

    def refused(self, words, **setting):
        self.file("task.yaml", json.dumps({
            "goal": "count", "policy": "pure-compute", "output": {"schema": {}},
            "model": {"provider": "openai", "model": "small", **setting}}, indent=1))
        done = subprocess.run([SLUICE, "run", os.path.join(self.folder.name, "task.yaml")], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn(words, done.stderr)

    def test_settings_of_each_are_checked_when_the_task_is_loaded(self):
        self.refused("unknown model provider 'antropic'", fallbacks=[self.second(provider="antropic")])
        self.refused("this model has no 'fallbacks' of its own", fallbacks=[self.second(fallbacks=[self.second()])])
        self.refused("this model has no 'repair' of its own", repair=self.second(repair=self.second()))
        self.refused("unknown key 'api_key'", fallbacks=[{"provider": "openai", "model": "m", "api_key": "x"}])
        self.refused("expected one of 'outage', 'rate_limit', 'refusal', found the string 'weather'", fallbacks=[self.second()], fall_back_on=["weather"])
        self.refused("looks like a key", repair=self.second(key_file="sk-proj-" + "A1b2" * 10))


if __name__ == "__main__":
    unittest.main()
