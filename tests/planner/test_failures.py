# SPDX-License-Identifier: MIT
"""A matrix: each failure of a provider on each wire ends as it does on every other, after as many requests, and never in a plan."""
import json
import re
import socket
import time
import unittest
from email.utils import formatdate

import test_wires
from case import INPUT_WRONG, KEY, Case
from fake_provider import PLAN, USAGE, Reply, chunk, error, events
from test_wires import TEXT, Chat, Converse, Gemini, Messages, Ollama, Responses

AWS = "wJalrXUtnFEMI-not-a-real-secret-key-0123"


class StreamedChat(Chat):
    def stream(self, text, end="stop"):
        return [chunk(text[:9]), chunk(text[9:]), chunk(finish=self.reasons[end]), USAGE, "[DONE]"]


class StreamedMessages(Messages):
    def stream(self, text, end="stop"):
        reply = self.reply([], end)
        return [("message_start", {"type": "message_start", "message": {**reply, "stop_reason": None}}),
                ("content_block_start", {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
                ("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}),
                ("content_block_stop", {"type": "content_block_stop", "index": 0}),
                ("message_delta", {"type": "message_delta", "delta": {"stop_reason": self.reasons[end]}, "usage": {"output_tokens": 20}}),
                ("message_stop", {"type": "message_stop"})]


class Azure(Chat):
    header, prefix = "api-key", ""
    provider, more = "azure", {"api_version": "2024-10-21"}


class Signed(Converse):
    provider, more = "bedrock-sigv4", {"region": "us-east-1"}


STREAMED = [StreamedChat(), StreamedMessages(), Responses(), Gemini(), Ollama()]
WIRES = [*STREAMED, Azure(), Converse(), Signed()]
SOON = [("retry-after-ms", "1")]


def spoilt(wire, **how):
    reply = Reply(body=wire.reply(wire.blocks(TEXT) if wire.blocks else TEXT))
    if how.pop("cut", False):
        reply.declared = len(reply.body) + 100
    for name, value in how.items():
        setattr(reply, name, value)
    return reply


# What the provider does, in turn (`...` stands for a good reply), and then: whether that is an answer, the requests, the message.
REFUSED = r"the model provider {} \(HTTP {}\): because$"
FAILURES = {
    "400": (lambda w: [error(400, "because"), ...], False, 1, REFUSED.format("refused the request", 400)),
    "403": (lambda w: [error(403, "because"), ...], False, 1, REFUSED.format("does not allow this", 403)),
    "404": (lambda w: [error(404, "because"), ...], False, 1, REFUSED.format("knows no such address or model", 404)),
    "413": (lambda w: [error(413, "because"), ...], False, 1, REFUSED.format("finds the request too large", 413)),
    "422": (lambda w: [error(422, "because"), ...], False, 1, REFUSED.format("refused the request", 422)),
    "401 that repeats the key": (lambda w: [error(401, f"bad {AWS if isinstance(w, Signed) else KEY}"), ...], False, 1, r"does not accept the API key \(HTTP 401\): bad \[redacted\]$"),
    "429, seconds": (lambda w: [error(429, headers=[("Retry-After", "1")]), ...], True, 2, ""),
    "429, a date": (lambda w: [error(429, headers=[("Retry-After", formatdate(time.time() + 1, usegmt=True))]), ...], True, 2, ""),
    "429, nonsense": (lambda w: [error(429, headers=[("Retry-After", "soon")]), ...], True, 2, ""),
    "429, an hour": (lambda w: [error(429, "because", headers=[("Retry-After", "3600")]), ...], False, 1,
                     REFUSED.format("takes no more requests now", 429)),
    "429, not again": (lambda w: [error(429, "because", headers=[("x-should-retry", "false")]), ...], False, 1,
                       REFUSED.format("takes no more requests now", 429)),
    "503, then good": (lambda w: [error(503, headers=SOON), ...], True, 2, ""),
    "529, then good": (lambda w: [error(529, headers=SOON), ...], True, 2, ""),
    "500 without end": (lambda w: [error(500, "because", headers=SOON)] * 4, False, 3, r"failed \(HTTP 500, 3 requests\): because$"),
    "a redirect": (lambda w: [Reply(307, b"", [("Location", "http://127.0.0.1:1/")]), ...], False, 1, r"redirects are never followed \(HTTP 307\)$"),
    "a cut body": (lambda w: [spoilt(w, cut=True)] * 3, False, 3, "the model provider's reply was cut: "),
    "a cut body, then good": (lambda w: [spoilt(w, cut=True), ...], True, 2, ""),
    "a body that stalls": (lambda w: [spoilt(w, pause=30)] * 4, False, None, "the model provider did not answer in time"),
    "a body that is too large": (lambda w: [Reply(body=b" " * (3 << 20)), ...], False, 1, "the model provider's reply is too large"),
    "no JSON": (lambda w: [Reply(body=b"<html>")] * 2, False, 2, "the model provider's reply is no JSON: "),
    "no JSON, then good": (lambda w: [Reply(body=b"<html>"), ...], True, 2, ""),
    "no UTF-8": (lambda w: [Reply(body=b'{"a": "\xff"}')] * 2, False, None, "the model provider's reply is n"),
    "names that are there twice": (lambda w: [Reply(body=b'{"a": 1, "a": 2}')] * 2, False, 2, "the model provider's reply is no JSON: "),
    "depth": (lambda w: [Reply(body=b"[" * 100000)] * 2, False, 2, "the model provider's reply is no JSON: "),
    "an empty object": (lambda w: [Reply(body=b"{}")] * 2, False, 2, "the model provider's reply is no "),
    "an empty text": (lambda w: [w.reply(w.blocks(" ") if w.blocks else " ")] * 2, False, 2, "is empty$"),
    "words in place of a plan": (lambda w: [w.reply(w.blocks("Sure!") if w.blocks else "Sure!"), ...], True, 2, ""),
    "words, twice": (lambda w: [w.reply(w.blocks("Sure!") if w.blocks else "Sure!")] * 2, False, 2, "the reply is not a JSON object"),
    "a plan of another shape": (lambda w: [w.reply(w.blocks('{"steps": 1}') if w.blocks else '{"steps": 1}')] * 2, False, 2,
                                "does not fit its schema"),
    "cut at the limit, then good": (lambda w: [w.reply(w.blocks(TEXT) if w.blocks else TEXT, "length"), ...], True, 2, ""),
    "cut at the limit, twice": (lambda w: [w.reply(w.blocks(TEXT) if w.blocks else TEXT, "length")] * 2, False, 2, "was cut at 2000 tokens$"),
    "a tool call": (lambda w: [w.reply(w.blocks(TEXT) if w.blocks else TEXT, "tool"), ...], False, 1, "called a tool instead of a reply"),
    "an unknown ending": (lambda w: [w.reply(w.blocks(TEXT) if w.blocks else TEXT, "unknown"), ...], False, 1, "did not say how it ended"),
}
STREAM_FAILURES = {
    "a stream that ends early": (lambda items: items[:-1], 3, "the model provider's reply ends before it is whole$"),
    "a stream of nothing": (lambda items: [], 3, "the model provider's reply "),
    "an error in the stream": (lambda items: [*items[:-1], {"type": "error", "error": {"type": "t", "message": f"because {KEY}"}}], None,
                               r"broke off with an error: because \[redacted\]$"),
    "events that are no JSON": (lambda items: [*items[:-1], "{"], None, "the model provider's reply "),
}


class Failures(Case):
    def ask(self, wire, replies, **setting):
        good = wire.reply(wire.blocks(TEXT) if wire.blocks else TEXT)
        played = [good if r is ... else r for r in replies]
        signed = wire.provider == "bedrock-sigv4"
        where = self.file("aws", f"[default]\naws_access_key_id = AKIDEXAMPLE00000\naws_secret_access_key = {AWS}\n", 0o600) if signed else self.key
        more = getattr(wire, "more", {})
        url = setting.pop("url", f"http://127.0.0.1:{self.provider.port}{wire.base}")
        return self.drive(*[r if isinstance(r, Reply) else Reply(body=r) for r in played], provider=wire.provider, url=url, model="test-model",
                          key_file=where, **{"timeout_ms": 5000, "deadline_ms": 20000, "pauses": 5, **more, **setting})

    def judge(self, out, good, requests, message):
        self.assertEqual(out["good"], good, out)
        self.assertNotIn(KEY, json.dumps(out))
        self.assertNotIn(AWS, json.dumps(out))
        if requests is not None:
            self.assertEqual(len(self.provider.seen), requests, out)
        if good:
            self.assertEqual(out["plan"], PLAN)
        else:
            self.assertNotIn("plan", {k: v for k, v in out.items() if v})
            self.assertRegex(out["message"], message)

    def test_each_failure_on_each_wire(self):
        for wire in WIRES:
            for name, (replies, good, requests, message) in FAILURES.items():
                with self.subTest(f"{wire.provider}: {name}"):
                    soon = {"timeout_ms": 500, "deadline_ms": 1500} if "stalls" in name else {}
                    self.judge(self.ask(wire, replies(wire), **soon), good, requests, message)

    def test_each_failure_of_a_stream(self):
        for wire in STREAMED:
            for name, (spoil, requests, message) in STREAM_FAILURES.items():
                with self.subTest(f"{wire.provider}: {name}"):
                    reply = test_wires.Wires.written(self, wire, spoil(wire.stream(TEXT)))
                    self.judge(self.ask(wire, [reply] * 4, stream=True), False, None, message)
            out = self.ask(wire, [test_wires.Wires.written(self, wire, wire.stream(TEXT))], stream=True)
            self.judge(out, True, 1, "")

    def test_nobody_is_there(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            for wire in WIRES:
                with self.subTest(wire.provider):
                    out = self.ask(wire, [], url=f"http://127.0.0.1:{unused.getsockname()[1]}{wire.base}")
                    self.judge(out, False, 0, "the model provider can't be reached: ")
                    self.fails(self.ask(wire, [], url="http://192.0.2.1/"), "the model's settings are wrong: plain http is only for this "
                               "machine's own addresses; use https", INPUT_WRONG)


if __name__ == "__main__":
    unittest.main()
