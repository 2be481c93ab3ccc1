# SPDX-License-Identifier: MIT
"""The planner against a provider that others wrote: aimock (npm, @copilotkit/aimock), which plays OpenAI, Azure, Anthropic and
Ollama. It is looked for in node_modules and in SLUICE_AIMOCK; where it is not, the test is skipped and says so."""
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import unittest
import urllib.request

SOURCE = os.environ.get("SLUICE_SOURCE_DIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SLUICE = os.environ.get("SLUICE")
AIMOCK = os.environ.get("SLUICE_AIMOCK", os.path.join(SOURCE, "node_modules", ".bin", "llmock"))
if not os.path.exists(AIMOCK) or not shutil.which("node"):
    print("skipped: aimock is not here (npm i @copilotkit/aimock@1.43.0, or name its llmock in SLUICE_AIMOCK)")
    sys.exit(77)
VERSION = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
if int(VERSION.lstrip("v").split(".")[0]) < 20:
    print(f"skipped: aimock needs Node.js 20 or newer, and this is {VERSION}")
    sys.exit(77)

from case import KEY, Case  # noqa: E402
from fake_provider import PLAN  # noqa: E402

CODE = {"rationale": "r", "code": "import os\nprint(1)\n"}
REPAIR = {"diagnosis": "os is denied", "change": "no import", "code": "print(1)\n", "give_up": False}
USAGE = {"prompt_tokens": 321, "completion_tokens": 12, "total_tokens": 333}


def fixture(goal, at, content, **more):
    return {"match": {"userMessage": goal, "sequenceIndex": at}, "response": {"content": content, **more}}


GOVERNED = [PLAN, {"rationale": "r", "code": "import os\nprint(os.getpid())\n"},
            {**REPAIR, "code": "import json\nprint(json.dumps({'n': 42}))\n"},
            {"answer_text": "There are 42, and not 43.", "caveats": []}]

FIXTURES = [
    *[fixture("governed loop", at, json.dumps(reply)) for at, reply in enumerate(GOVERNED)],
    fixture("stubborn", 0, json.dumps(PLAN)),
    fixture("stubborn", 1, json.dumps(CODE)),
    *[fixture("stubborn", at, json.dumps({**REPAIR, "code": f"import os\nprint({at})\n"})) for at in range(2, 9)],
    fixture("no frills", 0, json.dumps(PLAN), usage=USAGE),
    fixture("whole loop", 0, json.dumps(PLAN)),
    fixture("whole loop", 1, json.dumps(CODE)),
    fixture("whole loop", 2, json.dumps(REPAIR)),
    fixture("second thoughts", 0, "Sure, here is a plan!"),
    fixture("Your reply can't be used", 0, json.dumps(PLAN)),
    fixture("too long", 0, json.dumps(PLAN), finishReason="length"),
    fixture("too long", 1, json.dumps(PLAN), finishReason="length"),
    fixture("filtered", 0, json.dumps(PLAN), finishReason="content_filter"),
    {"match": {"userMessage": "broken", "sequenceIndex": 0},
     "response": {"error": {"message": "down for repair", "type": "server_error"}, "status": 503}},
    fixture("broken", 1, json.dumps(PLAN)),
]


class Aimock(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.fixtures = cls.file("fixtures.json", json.dumps({"fixtures": FIXTURES}))
        with socket.create_server(("127.0.0.1", 0)) as free:
            cls.port = free.getsockname()[1]
        cls.base = f"http://127.0.0.1:{cls.port}"

    def setUp(self):
        """A fresh one for each test, because it counts."""
        self.server = subprocess.Popen(
            [AIMOCK, "-p", str(self.port), "-f", self.fixtures, "--strict", "--log-level", "silent"],
            env={**os.environ, "AIMOCK_API_KEYS": KEY}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        self.fail("aimock does not start")

    def tearDown(self):
        self.server.terminate()
        self.server.wait()

    def ask(self, goal, **setting):
        setting.setdefault("url", self.base + "/v1")
        setting.setdefault("key_file", self.key)
        return self.drive(goal=goal, **setting)

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method, data=body and json.dumps(body).encode(),
                                         headers={"authorization": "Bearer " + KEY,
                                                  "content-type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return reply.read().decode()

    def test_chat(self):
        out = self.ask("no frills")
        self.assertTrue(out["good"], out)
        self.assertEqual((out["plan"], out["prompt_tokens"], out["completion_tokens"]), (PLAN, 321, 12))

    def test_chat_streamed(self):
        out = self.ask("no frills", stream=True)
        self.assertTrue(out["good"], out)
        self.assertEqual((out["plan"], out["prompt_tokens"], out["completion_tokens"]), (PLAN, 321, 12))

    def test_anthropic(self):
        for stream in (False, True):
            out = self.ask("no frills" if not stream else "whole loop", provider="anthropic", url=self.base, stream=stream)
            self.assertTrue(out["good"], out)
            self.assertEqual(out["plan"], PLAN)

    def test_azure(self):
        out = self.ask("no frills", provider="azure", url=self.base, model="deployment-1", api_version="2026-01-01")
        self.assertTrue(out["good"], out)
        self.assertIn("/openai/deployments/deployment-1/chat/completions", self.call("GET", "/__aimock/journal"))

    def test_ollama(self):
        out = self.ask("no frills", provider="ollama")
        self.assertTrue(out["good"], out)

    def test_whole_loop_and_its_journal(self):
        out = self.ask("whole loop", asks=3)
        self.assertTrue(out["good"], out)
        self.assertEqual(out["program"], REPAIR["code"])
        journal = self.call("GET", "/__aimock/journal")
        self.assertNotIn(KEY, journal)
        self.assertEqual(len(json.loads(journal)), 3)
        self.assertIn("# Last program", journal)
        self.assertIn("max_completion_tokens", journal)
        self.assertNotIn("temperature", journal)

    def test_second_reply_is_better(self):
        out = self.ask("second thoughts")
        self.assertTrue(out["good"], out)
        self.assertEqual(out["requests"], 2)

    def test_wrong_key(self):
        path = self.file("wrong", "sk-wrong", 0o600)
        out = self.ask("no frills", key_file=path)
        self.assertFalse(out["good"])
        self.assertIn("does not accept the API key (HTTP 401)", out["message"])

    def test_length_and_filter(self):
        self.fails(self.ask("too long"), "the model's reply (plan) was cut at 2000 tokens")
        self.fails(self.ask("filtered"), "the provider's content filter took the reply (plan)")

    def test_503_then_good(self):
        out = self.ask("broken")
        self.assertTrue(out["good"], out)
        self.assertEqual((out["requests"], out["retries"]), (2, 1))

    def run_sluice(self, goal, provider, *words, **setting):
        """A whole run: its exit code, record, and the recording's text."""
        model = {"provider": provider, "url": self.base, "model": "test-model", "key_file": self.key, **setting}
        task = self.file("task.yaml", json.dumps({
            "goal": goal, "policy": "pure-compute", "model": model, "explain": True,
            "output": {"schema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}}))
        recording = os.path.join(self.folder.name, "recording.json")
        done = subprocess.run([SLUICE, "run", task, "--json", "--record", recording, *words], capture_output=True,
                              text=True, check=False)
        with open(recording, encoding="utf-8") as file:
            recorded = file.read()
        self.assertNotIn(KEY, done.stdout + done.stderr + recorded)
        return done.returncode, json.loads(done.stdout), recorded

    @unittest.skipUnless(SLUICE, "SLUICE names no program")
    def test_governed_run_repairs_and_replays(self):
        for provider, setting in (("openai", {"url": self.base + "/v1"}), ("ollama", {"url": self.base + "/v1"}),
                                  ("openai", {"url": self.base + "/v1", "stream": True}), ("anthropic", {}),
                                  ("anthropic", {"stream": True}), ("azure", {"api_version": "2026-01-01"})):
            with self.subTest(provider, **setting):
                self.tearDown()
                self.setUp()
                code, record, recorded = self.run_sluice("governed loop", provider, **setting)
                self.assertEqual((code, record["attempts"], record["answer"]), (0, 2, {"n": 42}), record["reason"])
                self.assertEqual([h["cause"] for h in record["history"]], ["policy", None])
                self.assertEqual(record["explanation"]["text"], "There are 42, and not 43 [?].")
                journal = self.call("GET", "/__aimock/journal")
                self.assertEqual(len(json.loads(journal)), 4)
                self.assertNotIn(KEY, journal)
                self.assertIn("import.denied", journal)
                replay = self.file("replay.json", recorded)
                again, same, rerecorded = self.run_sluice("governed loop", provider, "--model-file", replay)
                self.assertEqual((again, same["answer"], same["code_sha256"]), (0, {"n": 42}, record["code_sha256"]))
                told, retold = (json.loads(text)["exchanges"] for text in (recorded, rerecorded))
                for name in ("name", "messages", "reply"):
                    self.assertEqual([x[name] for x in told], [x[name] for x in retold])
                self.assertEqual(len(json.loads(self.call("GET", "/__aimock/journal"))), 4, "a replay asks nobody")

    @unittest.skipUnless(SLUICE, "SLUICE names no program")
    def test_model_that_does_not_learn_is_not_asked_for_ever(self):
        code, record, _ = self.run_sluice("stubborn", "openai", url=self.base + "/v1")
        self.assertEqual((code, record["status"], record["execution"]), (10, "refused", None))
        self.assertIn("(the same mistake twice)", record["reason"])
        self.assertEqual(len(json.loads(self.call("GET", "/__aimock/journal"))), 3)

    def chaos(self, **rates):
        self.call("POST", "/__aimock/chaos", rates)

    def test_chaos(self):
        for rates, words in (({"malformedRate": 1}, "the model provider's reply is no JSON: "),
                             ({"disconnectRate": 1}, "the model provider's reply was cut: "),
                             ({"dropRate": 1}, "the model provider failed (HTTP 500, 3 requests)")):
            with self.subTest(rates):
                self.chaos(**rates)
                out = self.ask("no frills")
                self.assertFalse(out["good"])
                self.assertTrue(out["message"].startswith(words), out)

    def test_rate_limit(self):
        self.chaos(rateLimitRate=1)
        out = self.ask("no frills", deadline_ms=2500)
        self.assertFalse(out["good"])
        self.assertIn("takes no more requests now (HTTP 429", out["message"])


if __name__ == "__main__":
    unittest.main()
