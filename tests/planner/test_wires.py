# SPDX-License-Identifier: MIT
"""Each wire meets the same replies and the same failures: whole, streamed, cut, refused, filtered, empty, a tool call."""
import json
import unittest

from case import INPUT_WRONG, KEY, Case
from fake_provider import PLAN, Reply, error, events

TEXT = json.dumps(PLAN)
WORDS = {
    "length": "the model's reply (plan) was cut at 2000 tokens",
    "filter": "the provider's content filter took the reply (plan)",
    "tool": "the model called a tool instead of a reply (plan)",
    "empty": "the model's reply (plan) is empty",
    "unknown": "the model's reply (plan) did not say how it ended",
}


class Chat:
    provider, base, path = "openai", "/v1", "/v1/chat/completions"
    header, prefix = "authorization", "Bearer "
    reasons = {"stop": "stop", "length": "length", "filter": "content_filter", "tool": "tool_calls", "unknown": "new"}
    noise = [{"type": "thinking", "thinking": []}]

    def blocks(self, *texts):
        return [*self.noise, *[{"type": "text", "text": t} for t in texts]]

    def reply(self, content, end="stop"):
        return {"model": "m", "id": "r1", "choices": [{"message": {"content": content}, "finish_reason": self.reasons[end]}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 10}}}


class Messages(Chat):
    provider, base, path = "anthropic", "", "/v1/messages"
    header, prefix = "x-api-key", ""
    reasons = {"stop": "end_turn", "length": "max_tokens", "tool": "tool_use", "unknown": "pause_turn"}

    def reply(self, content, end="stop"):
        return {"model": "m", "id": "r1", "content": content, "stop_reason": self.reasons[end],
                "usage": {"input_tokens": 90, "cache_read_input_tokens": 10, "output_tokens": 20}}


class Responses(Chat):
    provider, path = "openai-responses", "/v1/responses"
    reasons = {"stop": None, "length": "max_output_tokens", "filter": "content_filter", "tool": None, "unknown": "new"}
    noise = []

    def blocks(self, *texts):
        return [{"type": "output_text", "text": t, "annotations": []} for t in texts]

    def reply(self, content, end="stop"):
        output = [{"type": "reasoning", "summary": []}, {"type": "message", "role": "assistant", "content": content}]
        if end == "tool":
            output.append({"type": "function_call", "name": "f", "arguments": "{}"})
        reason = self.reasons[end]
        return {"model": "m", "id": "r1", "object": "response", "error": None, "output": output,
                "status": "incomplete" if reason else "completed",
                "incomplete_details": {"reason": reason} if reason else None,
                "usage": {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 10}, "output_tokens": 20}}

    def stream(self, text, end="stop"):
        reply = self.reply(self.blocks(text), end)
        return [{"type": "response.created", "response": {}}, {"type": "response.output_text.delta", "delta": text},
                {"type": f"response.{reply['status']}", "response": reply}]


class Gemini(Chat):
    provider, base, path = "gemini", "", "/v1beta/models/test-model:generateContent"
    header, prefix = "x-goog-api-key", ""
    reasons = {"stop": "STOP", "length": "MAX_TOKENS", "filter": "SAFETY", "tool": "MALFORMED_FUNCTION_CALL",
               "unknown": "OTHER"}

    def blocks(self, *texts):
        return [{"text": "hm", "thought": True}, *[{"text": t} for t in texts], {"text": "", "thoughtSignature": "x"}]

    def reply(self, content, end="stop"):
        return {"modelVersion": "m", "responseId": "r1",
                "candidates": [{"content": {"parts": content, "role": "model"}, "finishReason": self.reasons[end]}],
                "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 15, "thoughtsTokenCount": 5,
                                  "cachedContentTokenCount": 10}}

    def stream(self, text, end="stop"):
        first = self.reply(self.blocks(text[:9]), end)
        del first["candidates"][0]["finishReason"]
        return [first, self.reply(self.blocks(text[9:]), end)]


class Ollama(Chat):
    provider, base, path = "ollama-chat", "", "/api/chat"
    reasons = {"stop": "stop", "length": "length", "tool": "stop", "unknown": "load"}
    blocks = None

    def reply(self, content, end="stop"):
        message = {"role": "assistant", "content": content, "thinking": "hm"}
        if end == "tool":
            message["tool_calls"] = [{"function": {"name": "f", "arguments": {}}}]
        return {"model": "m", "message": message, "done": True, "done_reason": self.reasons[end],
                "prompt_eval_count": 2000, "eval_count": 20}

    def stream(self, text, end="stop"):
        piece = {"model": "m", "message": {"role": "assistant", "content": text[:9]}, "done": False}
        return [piece, self.reply(text[9:], end)]


class Converse(Chat):
    provider, base, path = "bedrock", "", "/model/test-model/converse"
    reasons = {"stop": "end_turn", "length": "max_tokens", "filter": "guardrail_intervened", "tool": "tool_use",
               "unknown": "malformed_model_output"}

    def blocks(self, *texts):
        return [{"reasoningContent": {"reasoningText": {"text": "hm"}}}, *[{"text": t} for t in texts]]

    def reply(self, content, end="stop"):
        return {"output": {"message": {"role": "assistant", "content": content}}, "stopReason": self.reasons[end],
                "usage": {"inputTokens": 90, "cacheReadInputTokens": 10, "outputTokens": 20}}


WIRES = [Chat(), Messages(), Responses(), Gemini(), Ollama(), Converse()]


class Wires(Case):
    def ask(self, wire, *replies, **setting):
        return self.drive(*[r if isinstance(r, Reply) else Reply(body=r) for r in replies], provider=wire.provider,
                          url=f"http://127.0.0.1:{self.provider.port}{wire.base}", model="test-model", key_file=self.key,
                          **setting)

    def content(self, wire, *texts):
        return wire.blocks(*texts) if wire.blocks else "".join(texts)

    def test_a_good_reply_is_read_and_its_tokens_are_counted(self):
        for wire in WIRES:
            with self.subTest(wire.provider):
                out = self.ask(wire, wire.reply(self.content(wire, TEXT)))
                self.assertTrue(out["good"], out)
                self.assertEqual(out["plan"], PLAN)
                told = (2000, 20, 0) if wire.provider == "ollama-chat" else (100, 20, 10)
                self.assertEqual((out["prompt_tokens"], out["completion_tokens"], out["cached_tokens"]), told)
                seen = self.provider.seen[0]
                self.assertEqual((seen["path"], seen["headers"][wire.header]), (wire.path, wire.prefix + KEY))
                self.assertNotIn(KEY, seen["body"].decode())

    def test_each_other_ending_is_told_and_never_read(self):
        for wire in WIRES:
            for end in ("length", "filter", "tool", "unknown"):
                if end not in wire.reasons:
                    continue
                with self.subTest(f"{wire.provider} {end}"):
                    reply = wire.reply(self.content(wire, TEXT), end)
                    self.fails(self.ask(wire, reply, reply), WORDS[end])
                    self.assertEqual(len(self.provider.seen), 2 if end == "length" else 1)

    def test_an_empty_reply_is_asked_for_once_more(self):
        for wire in WIRES:
            with self.subTest(wire.provider):
                empty = wire.reply(self.content(wire, " "))
                self.fails(self.ask(wire, empty, empty), WORDS["empty"])
                self.assertTrue(self.ask(wire, empty, wire.reply(self.content(wire, TEXT)))["good"])

    def test_nobody_chooses_between_two_texts(self):
        for wire in WIRES:
            if wire.blocks:
                with self.subTest(wire.provider):
                    two = wire.reply(wire.blocks(TEXT, TEXT))
                    self.fails(self.ask(wire, two, two),
                               "the model provider's reply holds more than one block of text")

    def test_a_reply_of_another_shape_is_refused(self):
        for wire in WIRES:
            for body in (b"{}", b"[]", b"7", b"{\"choices\": 1, \"output\": 2, \"candidates\": {}, \"content\": null}"):
                with self.subTest(f"{wire.provider} {body}"):
                    out = self.ask(wire, Reply(body=body), Reply(body=body))
                    self.assertFalse(out["good"])
                    self.assertIn("the model provider's reply is no ", out["message"])
            for body in (b"<html>", b"", b"{\"a\": 1, \"a\": 2}"):
                with self.subTest(f"{wire.provider} {body}"):
                    out = self.ask(wire, Reply(body=body), Reply(body=body))
                    self.assertTrue(out["message"].startswith("the model provider's reply is no JSON: "), out)

    def test_statuses_mean_the_same(self):
        for wire in WIRES:
            with self.subTest(wire.provider):
                out = self.ask(wire, error(401, "bad key " + KEY))
                self.fails(out, "the model provider does not accept the API key (HTTP 401): bad key [redacted]")
                busy = error(429, "slow", headers=[("retry-after-ms", "1")])
                self.assertTrue(self.ask(wire, busy, wire.reply(self.content(wire, TEXT)))["good"])
                self.assertEqual(len(self.provider.seen), 2)
                out = self.ask(wire, Reply(body=b" " * (3 << 20)))
                self.fails(out, "the model provider's reply is too large: more than 2097152 bytes")

    def written(self, wire, items):
        if wire.provider == "ollama-chat":
            return Reply(body="".join(json.dumps(i) + "\n" for i in items).encode())
        return events(*items)

    def test_streams_are_read_whole_or_not_at_all(self):
        for wire in (Responses(), Gemini(), Ollama()):
            with self.subTest(wire.provider):
                out = self.ask(wire, self.written(wire, wire.stream(TEXT)), stream=True)
                self.assertTrue(out["good"], out)
                self.assertEqual((out["plan"], out["completion_tokens"]), (PLAN, 20))
                cut = self.written(wire, wire.stream(TEXT)[:-1])
                self.fails(self.ask(wire, cut, cut, stream=True), "the model provider's reply ends before it is whole")
                ended = self.written(wire, wire.stream(TEXT, "length"))
                self.fails(self.ask(wire, ended, ended, stream=True), WORDS["length"])
                broken = self.written(wire, [*wire.stream(TEXT)[:-1], {"error": {"message": "out of luck"}}])
                self.fails(self.ask(wire, broken, broken, stream=True),
                           "the model provider's reply broke off with an error: out of luck")

    def test_a_stream_has_its_own_address_where_the_provider_says_so(self):
        self.ask(Gemini(), events(*Gemini().stream(TEXT)), stream=True)
        self.assertEqual(self.provider.seen[0]["path"], "/v1beta/models/test-model:streamGenerateContent?alt=sse")
        out = self.ask(Converse(), stream=True)
        self.fails(out, "no stream of the provider 'bedrock' can be read", INPUT_WRONG)

    def body(self):
        return json.loads(self.provider.seen[0]["body"])

    def test_requests_say_what_each_wire_says(self):
        self.ask(Responses(), Responses().reply(Responses().blocks(TEXT)))
        body = self.body()
        self.assertEqual(sorted(body), ["input", "max_output_tokens", "model", "prompt_cache_key", "store", "stream",
                                        "text"])
        self.assertEqual((body["store"], body["text"]["format"]["strict"]), (False, True))
        self.ask(Gemini(), Gemini().reply(Gemini().blocks(TEXT)))
        body = self.body()
        self.assertEqual(sorted(body), ["contents", "generationConfig", "systemInstruction"])
        self.assertEqual(sorted(body["generationConfig"]), ["maxOutputTokens", "responseJsonSchema", "responseMimeType"])
        self.ask(Ollama(), Ollama().reply(TEXT))
        body = self.body()
        self.assertEqual((body["options"]["num_predict"], body["options"]["num_ctx"] % 4096), (1000, 0))
        self.assertEqual(body["format"]["type"], "object")
        self.ask(Converse(), Converse().reply(Converse().blocks(TEXT)))
        self.assertEqual(sorted(self.body()), ["inferenceConfig", "messages", "system"])
        self.ask(Messages(), Messages().reply(Messages().blocks(TEXT)))
        self.assertEqual(self.body()["system"][0]["cache_control"], {"type": "ephemeral"})

    def test_a_cache_key_tells_what_begins_alike(self):
        wire, keys = Responses(), set()
        for goal in ("count the rows", "count the rows again"):
            self.ask(wire, wire.reply(wire.blocks(TEXT)), goal=goal)
            keys.add(self.body()["prompt_cache_key"])
        self.assertEqual([len(k) for k in keys], [32], "the goal comes behind what is kept")

    def test_bedrock_holds_to_a_schema_and_keeps_prompts_where_the_model_can(self):
        wire = Converse()
        for model, schema, kept in (("us.anthropic.claude-sonnet-4-5-20250929-v1:0", True, True),
                                    ("anthropic.claude-sonnet-4-20250514-v1:0", False, True),
                                    ("anthropic.claude-3-haiku-20240307-v1:0", False, False), ("test-model", False, False)):
            with self.subTest(model):
                self.drive(Reply(body=wire.reply(wire.blocks(TEXT))), provider="bedrock", model=model,
                           url=f"http://127.0.0.1:{self.provider.port}", key_file=self.key)
                body = self.body()
                self.assertEqual("outputConfig" in body, schema)
                self.assertEqual(body["system"][1:], [{"cachePoint": {"type": "default"}}] if kept else [])
                self.assertEqual("The reply fits this JSON Schema" in body["messages"][0]["content"][0]["text"], not schema)
                if schema:
                    text = body["outputConfig"]["textFormat"]
                    self.assertEqual((text["type"], json.loads(text["structure"]["jsonSchema"]["schema"])["type"]),
                                     ("json_schema", "object"))

    def test_temperature_and_effort_stand_where_each_wire_has_them_or_nowhere(self):
        places = {"openai": (["temperature"], ["reasoning_effort"]), "anthropic": (["temperature"], ["output_config", "effort"]),
                  "openai-responses": (["temperature"], ["reasoning", "effort"]),
                  "gemini": (["generationConfig", "temperature"], ["generationConfig", "thinkingConfig", "thinkingLevel"]),
                  "ollama-chat": (["options", "temperature"], ["think"]), "bedrock": (["inferenceConfig", "temperature"], None)}
        for wire in WIRES:
            with self.subTest(wire.provider):
                warm, long = places[wire.provider]
                self.assertTrue(self.ask(wire, wire.reply(self.content(wire, TEXT)), temperature="0.25",
                                         **({"effort": "low"} if long else {}))["good"])
                for path, value in ((warm, 0.25), (long or warm, "low" if long else 0.25)):
                    body = self.body()
                    for name in path:
                        body = body[name]
                    self.assertEqual(body, value)
                self.ask(wire, wire.reply(self.content(wire, TEXT)))
                self.assertNotIn("temperature", self.provider.seen[0]["body"].decode())
                self.assertNotIn("low", self.provider.seen[0]["body"].decode().split("# Rules")[0])
        self.fails(self.ask(Converse(), effort="low"), "the provider 'bedrock' can't be told an effort", INPUT_WRONG)

    def test_thoughts_and_preambles_are_passed_over_where_the_model_is_free(self):
        wire = Converse()
        for text in (f"<think>maybe {{\"a\": 1}}</think>\n{TEXT}", f"hm\n</think>{TEXT}", f"Here it is:\n{TEXT}",
                     f"<think>```x```</think>\n```json\n{TEXT}\n```"):
            with self.subTest(text[:20]):
                out = self.ask(wire, wire.reply(wire.blocks(text)))
                self.assertTrue(out["good"], out)
                strict = Messages().reply(Messages().blocks(text))
                self.assertFalse(self.ask(Messages(), strict, strict)["good"])
        for text in (f"{TEXT}\n{TEXT}", f"Here:\n{TEXT}\nor\n{TEXT}", f"<think>{TEXT}", f"<think>\n{TEXT}", "<think>hm</think>"):
            with self.subTest(text[:20]):
                reply = wire.reply(wire.blocks(text))
                self.assertFalse(self.ask(wire, reply, reply)["good"])


if __name__ == "__main__":
    unittest.main()
