# SPDX-License-Identifier: MIT
"""Profiles, budgets, recordings and commands: what is sent to each kind of provider, and what its replies come to."""
import json
import os
import unittest

from case import INPUT_WRONG, KEY, LIMIT_MET, Case
from fake_provider import PLAN, Reply, completion, error, good, message

CODE = {"rationale": "r", "code": "print(1)\n"}
REPAIR = {"diagnosis": "d", "change": "c", "code": "print(2)\n", "give_up": False}

ECHO = """#!/usr/bin/python3
import json, os, sys
request = json.load(sys.stdin)
assert request["version"] == 1 and request["name"] == "plan_1" and request["schema"]["type"] == "object"
assert [m["role"] for m in request["messages"]] == ["system", "user"]
assert sorted(os.environ) == ["HOME", "LANG", "PATH"] or sorted(os.environ) == ["LANG", "PATH"], os.environ
"""


class Providers(Case):
    def sent(self, at=0):
        return json.loads(self.provider.seen[at]["body"])

    def test_azure(self):
        url = f"http://127.0.0.1:{self.provider.port}"
        out = self.drive(good(), provider="azure", url=url, model="gpt-4o.prod", api_version="2026-01-01",
                         key_file=self.key)
        self.assertTrue(out["good"], out)
        seen = self.provider.seen[0]
        self.assertEqual(seen["path"], "/openai/deployments/gpt-4o.prod/chat/completions?api-version=2026-01-01")
        self.assertEqual(seen["headers"]["api-key"], KEY)
        self.assertNotIn("authorization", seen["headers"])
        out = self.drive(good(), provider="azure", url=url, model="a/../b", api_version="1")
        self.fails(out, "model.model can't stand in an address: 'a/../b'", INPUT_WRONG)
        out = self.drive(good(), provider="azure", url=url)
        self.fails(out, "model.api_version is missing", INPUT_WRONG)

    def test_anthropic(self):
        out = self.drive(Reply(body=message(json.dumps(PLAN))), provider="anthropic", key_file=self.key,
                         url=f"http://127.0.0.1:{self.provider.port}")
        self.assertTrue(out["good"], out)
        self.assertEqual((out["prompt_tokens"], out["completion_tokens"], out["cached_tokens"]), (100, 20, 10))
        seen = self.provider.seen[0]
        self.assertEqual(seen["path"], "/v1/messages")
        self.assertEqual(seen["headers"]["x-api-key"], KEY)
        self.assertEqual(seen["headers"]["anthropic-version"], "2023-06-01")
        body = self.sent()
        self.assertEqual(sorted(body), ["max_tokens", "messages", "model", "output_config", "stream", "system"])
        self.assertEqual([m["role"] for m in body["messages"]], ["user"])
        self.assertEqual(body["output_config"]["format"]["type"], "json_schema")

    def test_anthropic_endings(self):
        url = f"http://127.0.0.1:{self.provider.port}"
        for stop, words in (("refusal", "the model refused to reply (plan)"),
                            ("tool_use", "the model called a tool instead of a reply (plan)"),
                            ("pause_turn", "the model's reply (plan) did not say how it ended"),
                            (None, "the model's reply (plan) did not say how it ended")):
            with self.subTest(stop=stop):
                out = self.drive(Reply(body=message(json.dumps(PLAN), stop)), provider="anthropic", url=url)
                self.fails(out, words)
        cut = Reply(body=message(json.dumps(PLAN), "max_tokens"))
        out = self.drive(cut, cut, provider="anthropic", url=url)
        self.fails(out, "the model's reply (plan) was cut at 2000 tokens")
        two = message(json.dumps(PLAN))
        two["content"].append({"type": "text", "text": "and more"})
        out = self.drive(Reply(body=two), Reply(body=two), provider="anthropic", url=url)
        self.fails(out, "the model provider's reply holds more than one block of text")
        overloaded = error(529, "Overloaded", headers=[("retry-after-ms", "1")])
        out = self.drive(overloaded, Reply(body=message(json.dumps(PLAN))), provider="anthropic", url=url)
        self.assertTrue(out["good"], out)

    def test_profiles_send_what_they_name_and_no_more(self):
        common = ["messages", "model", "stream"]
        for provider, more in (("openai", ["max_completion_tokens", "response_format"]),
                               ("vllm", ["max_tokens", "response_format"]),
                               ("ollama", ["max_tokens", "response_format"]),
                               ("llama.cpp", ["max_tokens", "response_format"]),
                               ("json-mode", ["max_tokens", "response_format"]),
                               ("free-form", ["max_tokens"])):
            with self.subTest(provider=provider):
                self.assertTrue(self.drive(good(), provider=provider)["good"])
                self.assertEqual(sorted(self.sent()), sorted(common + more))

    def test_schema_is_quoted_where_it_is_not_sent(self):
        self.drive(good(), provider="json-mode")
        self.assertEqual(self.sent()["response_format"], {"type": "json_object"})
        self.assertIn("The reply fits this JSON Schema:", self.sent()["messages"][1]["content"])
        self.drive(good(), provider="openai")
        self.assertNotIn("The reply fits this JSON Schema:", self.sent()["messages"][1]["content"])

    def test_requests_of_a_run_begin_alike(self):
        replies = [good(), Reply(body=completion(json.dumps(CODE))), Reply(body=completion(json.dumps(REPAIR)))]
        self.assertTrue(self.drive(*replies, asks=3)["good"])
        messages = [self.sent(i)["messages"] for i in range(3)]
        self.assertEqual([len(m) for m in messages], [2, 2, 2])
        self.assertEqual(len({m[0]["content"] for m in messages}), 1)
        self.assertIn("# Policy", messages[0][0]["content"])
        starts = {m[1]["content"].split("# Your step")[0].split("# Plan")[0].strip() for m in messages}
        self.assertEqual(len(starts), 1)

    def test_small_models_may_answer_in_a_fence(self):
        fenced = Reply(body=completion("Here it is:\n```json\n" + json.dumps(PLAN) + "\n```"))
        self.assertTrue(self.drive(fenced, provider="ollama")["good"])
        self.assertFalse(self.drive(fenced, fenced, provider="openai")["good"])

    def test_truncated_prompt_is_suspected(self):
        reply = completion("Sure!")
        reply["usage"]["prompt_tokens"] = 5
        out = self.drive(Reply(body=reply), Reply(body=reply), provider="ollama")
        self.assertFalse(out["good"])
        self.assertTrue(out["help"].startswith("the server read only 5 tokens of a prompt of about "), out)
        self.assertTrue(out["help"].endswith(": raise its context length (num_ctx)"), out)

    def test_profile_file_of_the_operator(self):
        profile = {"name": "house", "wire": "chat", "path": "/chat", "tokens": "limit", "format": "json_object",
                   "key": {"header": "x-house", "prefix": "Key "}, "headers": {"x-team": "blue"},
                   "extra": {"temperature": 0, "deep": {"a": [1, "x"]}},
                   "models": [{"starts": "big-", "tokens": "cap", "format": "none", "extra": {}}]}
        path = self.file("profiles.json", json.dumps({"profiles": [profile]}))
        out = self.drive(good(), provider="house", profile_file=path, key_file=self.key)
        self.assertTrue(out["good"], out)
        seen = self.provider.seen[0]
        self.assertEqual((seen["path"], seen["headers"]["x-house"], seen["headers"]["x-team"]),
                         ("/v1/chat", "Key " + KEY, "blue"))
        self.assertEqual(self.sent()["temperature"], 0)
        self.assertEqual(self.sent()["deep"], {"a": [1, "x"]})
        self.drive(good(), provider="house", profile_file=path, model="big-1")
        self.assertEqual(sorted(self.sent()), ["cap", "messages", "model", "stream"])
        out = self.drive(good(), provider="hause", profile_file=path)
        self.fails(out, "unknown model provider 'hause'", INPUT_WRONG)
        self.assertEqual(out["help"], "did you mean 'house'?")
        path = self.file("broken.json", json.dumps({"profiles": [{**profile, "wire": "morse"}]}))
        self.assertEqual(self.drive(provider="house", profile_file=path)["code"], INPUT_WRONG)

    def test_budgets(self):
        out = self.drive(Reply(body=completion("no")), good(), budget_requests=1)
        self.fails(out, "the budget for the model is used up: 1 of 1 requests", LIMIT_MET)
        self.assertEqual(len(self.provider.seen), 1)
        out = self.drive(Reply(body=completion("no")), good(), budget_tokens=120)
        self.fails(out, "the budget for the model is used up: 120 of 120 tokens", LIMIT_MET)
        prices = {"price_in_micros": 2000000, "price_out_micros": 10000000}
        out = self.drive(Reply(body=completion("no")), good(), budget_micros=300, **prices)
        self.fails(out, "the budget for the model is used up: 400 of 300 millionths of its currency", LIMIT_MET)
        out = self.drive(good(), **prices)
        self.assertEqual(out["cost_micros"], 100 * 2 + 20 * 10)
        reply = completion(json.dumps(PLAN))
        reply["usage"]["prompt_tokens_details"] = {"cached_tokens": 60}
        out = self.drive(Reply(body=reply), price_cached_micros=500000, **prices)
        self.assertEqual(out["cost_micros"], 40 * 2 + 30 + 20 * 10)
        wait = [("retry-after-ms", "1")]
        out = self.drive(error(500, headers=wait), error(500, "no", headers=wait), good(), budget_requests=2)
        self.fails(out, "the model provider failed (HTTP 500, 2 requests): no")

    def test_lost_requests_are_charged_by_estimate(self):
        reply = good()
        reply.declared = len(reply.body) + 10
        out = self.drive(reply, good())
        self.assertTrue(out["good"], out)
        self.assertGreater(out["estimated_tokens"], 300)
        self.assertEqual((out["requests"], out["retries"], out["waits"]), (2, 1, 1))
        self.assertEqual(self.drive(error(401))["estimated_tokens"], 0)
        self.assertEqual(self.drive(good())["estimated_tokens"], 0)

    def test_tokens_that_nobody_tells_are_estimated(self):
        reply = completion(json.dumps(PLAN))
        del reply["usage"]
        out = self.drive(Reply(body=reply), price_out_micros=1000000)
        self.assertTrue(out["good"], out)
        self.assertEqual(out["cost_micros"], len(json.dumps(PLAN)) // 4)
        self.assertGreater(out["estimated_tokens"], 300 + out["cost_micros"])

    def test_recording_replays(self):
        path = os.path.join(self.folder.name, "recording.json")
        replies = [Reply(body=completion("not yet")), good(), Reply(body=completion(json.dumps(CODE))),
                   Reply(body=completion(json.dumps(REPAIR)))]
        live = self.drive(*replies, record_file=path, key_file=self.key, asks=3)
        self.assertTrue(live["good"], live)
        with open(path, encoding="utf-8") as text:
            recording = text.read()
        self.assertNotIn(KEY, recording)
        exchanges = json.loads(recording)["exchanges"]
        self.assertEqual([e["name"] for e in exchanges], ["plan_1", "plan_1", "generate_1", "repair_1"])
        again = self.drive(provider="script", file=path, asks=3)
        self.assertEqual(self.provider.seen, [])
        for name in ("plan", "program", "requests", "prompt_tokens", "completion_tokens"):
            self.assertEqual(again[name], live[name], name)

    def test_recording_replays_failures(self):
        path = os.path.join(self.folder.name, "failure.json")
        live = self.drive(error(401, "bad"), record_file=path)
        again = self.drive(provider="script", file=path)
        for name in ("good", "code", "message", "help"):
            self.assertEqual(again[name], live[name])
        live = self.drive(Reply(body=completion(None, refusal="No.")), record_file=path)
        again = self.drive(provider="script", file=path)
        for name in ("good", "code", "message", "help"):
            self.assertEqual(again[name], live[name])

    def test_recording_of_another_run_is_refused(self):
        path = os.path.join(self.folder.name, "other.json")
        self.drive(good(), record_file=path)
        with open(path, encoding="utf-8") as text:
            self.file("other.json", text.read().replace('"plan_1"', '"plan_0"'))
        out = self.drive(provider="script", file=path)
        self.fails(out, "the recording goes on with 'plan_0', and the run asks for 'plan_1'")

    def test_recording_that_can_not_be_written_fails_at_once(self):
        out = self.drive(good(), record_file="/nonexistent/r.json")
        self.assertFalse(out["good"])
        self.assertTrue(out["message"].startswith("the recording '/nonexistent/r.json': can't create "), out)
        self.assertEqual(self.provider.seen, [])

    def test_check(self):
        ready = Reply(body=completion('{"ready": true}'))
        out = self.drive(ready, check=True)
        self.assertEqual([(name, row[0]) for name, row in out.items()],
                         [("settings", True), ("request", True), ("ending", True), ("schema", True), ("usage", True)])
        self.assertTrue(out["request"][1].endswith(" ms from 'test-model-2026'"), out)
        self.assertEqual(out["usage"][1], "100 tokens in, 20 out")
        out = self.drive(error(401, "bad"), check=True)
        self.assertEqual(out["request"], [False, "the model provider does not accept the API key (HTTP 401): bad; "
                                                 "check the key in the file that model.key_file names"])
        out = self.drive(check=True, provider="nobody")
        self.assertEqual((list(out), out["settings"][0]), (["settings"], False))
        out = self.drive(Reply(body=completion("Sure!")), check=True)
        self.assertEqual(out["schema"], [False, "the reply is not what the schema 'check_1' asks for: one JSON object, {\"ready\": true}; see docs/models.md"])
        out = self.drive(check=True, provider="script", file=self.file("replies.json", json.dumps({"replies": ["Sure!"]})))
        self.assertEqual(out["schema"], [True, "this provider can't hold a reply to a schema"])
        self.assertEqual(out["usage"], [False, "the reply reports no tokens, so budgets use estimates"])
        out = self.drive(Reply(body=completion("", "length")), check=True)
        self.assertEqual(out["ending"], [False, "it ended with 'length'; such a reply is never used"])
        self.assertNotIn("schema", out)

    def command(self, rest, **setting):
        path = self.file("command", ECHO + rest, 0o755)
        return self.drive(provider="command", command=[path], **setting)

    def test_command(self):
        out = self.command(f"print(json.dumps({{'finish': 'stop', 'text': json.dumps({PLAN!r}), "
                           "'prompt_tokens': 7, 'completion_tokens': 3}))")
        self.assertTrue(out["good"], out)
        self.assertEqual((out["requests"], out["prompt_tokens"], out["completion_tokens"]), (1, 7, 3))

    def test_command_that_fails(self):
        path = os.path.join(self.folder.name, "command")
        out = self.command("print('it \\x1b[2J broke', file=sys.stderr); sys.exit(3)")
        self.fails(out, f"the model command '{path}' failed with status 3")
        self.assertEqual(out["help"], "it says: it \\x1b[2J broke")
        out = self.command("import time; time.sleep(60)", timeout_ms=500)
        self.fails(out, f"the model command '{path}' did not answer in time")
        out = self.command("sys.stdout.write('x' * (3 << 20))")
        self.fails(out, f"the model command '{path}' wrote more than 2097152 bytes")
        out = self.command("os.kill(os.getpid(), 9)")
        self.fails(out, f"the model command '{path}' was ended by signal 9")
        for text in ("print('Sure!')", "print('{}')", "print(json.dumps({'finish': 'stop'}))", "pass",
                     "sys.stdout.buffer.write(b'{\"finish\": \"stop\", \"text\": \"\\xff\"}')"):
            with self.subTest(text=text):
                out = self.command(text)
                self.assertFalse(out["good"])
                self.assertTrue(out["message"].startswith("the model command's reply can't be read: "), out)
        out = self.drive(provider="command", command=["model.py"])
        self.fails(out, "the provider 'command' needs a program by its absolute path", INPUT_WRONG)
        out = self.drive(provider="command", command=["/nonexistent/model"])
        self.assertFalse(out["good"])
        self.assertTrue(out["message"].startswith("the model command: can't start '/nonexistent/model'"), out)


if __name__ == "__main__":
    unittest.main()
