# SPDX-License-Identifier: MIT
"""LiteLLM's generic guardrail API: what a model answers goes on, or is blocked with what the policy says to its Python."""
import json
import unittest

from test_serve import Served

PATH = "/beta/litellm_basic_guardrail_api"
BAD = "import os\nos.system('id')\n"
WAITS = "import sqlite3\nsqlite3.connect('a.db')\n"


def call(arguments, name="python"):
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


class Guardrail(Served):
    def setUp(self):
        super().setUp()
        self.serve("--policy", "data-analysis", "--workers", "0")

    def judged(self, *, who="eve", headers=None, **body):
        status, said, _ = self.ask("POST", PATH, {"texts": [], "request_data": {}, "input_type": "response", "litellm_call_id": "1",
                                                  "additional_provider_specific_params": {}, **body}, who, headers)
        return status, said

    def assert_goes_on(self, **body):
        self.assertEqual(self.judged(**body), (200, {"action": "NONE"}), body)

    def assert_blocked(self, reason, **body):
        status, said = self.judged(**body)
        self.assertEqual((status, said.get("action")), (200, "BLOCKED"), (body, said))
        self.assertIn(reason, said["blocked_reason"])

    def test_tool_calls(self):
        self.assert_goes_on(tool_calls=[call(json.dumps({"code": "print(1)"})), call(json.dumps({"city": "Oslo"}), "weather"), call("", "now")])
        self.assert_goes_on(texts=["no code here"], tool_calls=None, images=None)
        self.assert_blocked("refuses this program:\nline 2", tool_calls=[call(json.dumps({"code": BAD}))])
        self.assert_blocked("leaves to a person this program:\nline 1", tool_calls=[call(json.dumps({"code": WAITS}))])
        self.assert_blocked("line 2", tool_calls=[call(json.dumps({"code": "print(1)"})), call({"steps": [{"code": "1"}, {"code": BAD}]})])

    def test_what_cannot_be_read_is_blocked(self):
        for wrong in (call("{"), call("[]"), call('"x"'), call('{"code": "1", "code": "import os"}'), call(1), {"type": "function"}, {}, "x",
                      call('{"code": 1}'), call('{"code": ["import os"]}'), call('{"a": [[{"code": {}}]]}')):
            self.assert_blocked("", tool_calls=[wrong])
        self.assert_blocked("too many", tool_calls=[call('{"code": "1"}')] * 200)

    def test_blocks_of_a_text(self):
        self.assert_goes_on(texts=["Say:\n```python\nprint(1)\n```\nor\n```sh\nrm -r x\n```\n", f"```text\n{BAD}```", f"`{BAD}`"])
        for text in (f"```python\n{BAD}```", f"Look:\n~~~ Python3 title=x\n{BAD}~~~\n", f"```{{.python}}\n{BAD}", f"1. do\n   ```py\n   import os\n   os.system('id')\n   ```\n",
                     f"> ```python\n> import os\n> os.system('id')\n> ```\n", f"```python\r\n{BAD}```\r\n", f"```python\nprint(1)\n```\n\n```python\n{BAD}```"):
            self.assert_blocked("line 2: ", texts=["harmless", text])

    def test_a_block_is_judged_as_each_reader_takes_it(self):
        """One reader ends a block at any three marks, another at as many as began it."""
        self.assert_blocked("line", texts=[f"````python\nx = '''\n```\n'''\n{BAD}````\n"])
        self.assert_blocked("line", texts=[f"````text\n```python\n{BAD}```\n````\n"])
        self.assert_blocked("line", texts=[f"```text\n```python\n{BAD}```\n"])

    def test_the_client_does_not_choose_the_policy(self):
        for more in ({"policy": "permissive-sandboxed"}, {"without_box": False}, {"arguments": ["other"]}):
            self.assert_blocked("data-analysis", tool_calls=[call(json.dumps({"code": BAD}))], additional_provider_specific_params=more, **more)

    def test_only_answers_of_models_are_judged(self):
        for kind in ("request", "", None, 1):
            status, said = self.judged(input_type=kind)
            self.assertEqual(status, 422)
            self.assertIn("post_call", said["help"])
        for wrong in ({"texts": "x"}, {"texts": [1]}, {"tool_calls": {}}):
            self.assertEqual(self.judged(**wrong)[0], 422, wrong)

    def test_who_may_call(self):
        self.assertEqual(self.judged(who=None)[0], 401)
        self.assertEqual(self.judged(who="rival")[0], 403)
        self.assertEqual(self.judged(who=None, headers={"x-api-key": self.tokens["eve"]})[0], 200)
        self.assertEqual(self.judged(who=None, headers={"x-api-key": "x"})[0], 401)
        self.assertEqual(self.ask("GET", "/v1/policies", who=None, headers={"x-api-key": self.tokens["eve"]})[0], 401, "at its own path alone")


class WithoutPolicy(Served):
    def test_nothing_is_judged(self):
        self.serve("--workers", "0")
        self.assertEqual(self.ask("POST", PATH, {"texts": [], "input_type": "response"}, "eve")[0], 422)


del Served

if __name__ == "__main__":
    unittest.main()
