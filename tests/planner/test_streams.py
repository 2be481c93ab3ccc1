# SPDX-License-Identifier: MIT
"""Replies that come in pieces: only a stream that is whole is read, and whoever waits hears it grow."""
import json
import unittest

from case import Case
from fake_provider import PLAN, USAGE, Reply, chunk, error, events, good

TEXT = json.dumps(PLAN)
HALF = len(TEXT) // 2


def pieces(text, size=7):
    return [chunk(text[i:i + size]) for i in range(0, len(text), size)]


def anthropic(*middle, stop="end_turn", last=True):
    start = {"type": "message_start", "message": {"id": "msg_1", "model": "m", "content": [],
                                                  "usage": {"input_tokens": 90, "output_tokens": 1}}}
    items = [start, {"type": "ping"}, *middle,
             {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 20}}]
    if last:
        items.append({"type": "message_stop"})
    return events(*[(item["type"], item) for item in items])


def block(text, index=0):
    return [{"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text[:HALF]}},
            {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text[HALF:]}},
            {"type": "content_block_stop", "index": index}]


class Streams(Case):
    def test_good_stream(self):
        out = self.drive(events(*pieces(TEXT), chunk(finish="stop"), USAGE, "[DONE]"), stream=True)
        self.assertTrue(out["good"], out)
        self.assertEqual(out["plan"], PLAN)
        self.assertEqual((out["prompt_tokens"], out["completion_tokens"]), (100, 20))
        self.assertEqual((out["cached_tokens"], out["reasoning_tokens"]), (64, 8))
        body = json.loads(self.provider.seen[0]["body"])
        self.assertEqual((body["stream"], body["stream_options"]), (True, {"include_usage": True}))

    def test_stream_is_heard_while_it_grows(self):
        reply = events(*pieces(TEXT), chunk(finish="stop"), "[DONE]")
        reply.pause = 0.5
        out = self.drive(reply, stream=True)
        self.assertTrue(out["good"], out)
        self.assertGreater(out["received"], 0)
        self.assertLessEqual(out["received"], len(reply.body))

    def test_comments_and_carriage_returns_are_no_matter(self):
        reply = events(*pieces(TEXT), chunk(finish="stop"), "[DONE]")
        reply.body = b": hello\r\n\r\n" + reply.body.replace(b"\n", b"\r\n")
        self.assertTrue(self.drive(reply, stream=True)["good"])

    def test_stream_that_ends_early_is_never_read(self):
        whole = pieces(TEXT)
        for name, items in (("no end", whole), ("no [DONE]", [*whole, chunk(finish="stop")]),
                            ("no reason", [*whole, "[DONE]"]), ("nothing", [])):
            with self.subTest(name):
                out = self.drive(events(*items), events(*items), good(), stream=True)
                self.fails(out, "the model provider's reply ends before it is whole")
                self.assertEqual(len(self.provider.seen), 2)
        out = self.drive(events(*whole), events(*whole, chunk(finish="stop"), "[DONE]"), stream=True)
        self.assertTrue(out["good"], out)

    def test_stream_that_breaks(self):
        reply = events(*pieces(TEXT), {"error": {"message": "out of \x1b luck"}})
        out = self.drive(reply, reply, stream=True)
        self.fails(out, "the model provider's reply broke off with an error: out of \\x1b luck")
        reply = events(*pieces(TEXT), '{"choices": [')
        out = self.drive(reply, reply, stream=True)
        self.assertTrue(out["message"].startswith("the model provider's reply holds an event that is not JSON: "), out)
        two = {"choices": [{"delta": {"content": "a"}}, {"delta": {"content": "b"}}]}
        out = self.drive(events(two, "[DONE]"), events(two, "[DONE]"), stream=True)
        self.fails(out, "the model provider's reply is no stream of chat completions")
        out = self.drive(Reply(body=b"\xff\xff"), stream=True)
        self.fails(out, "the model provider's reply is not UTF-8")

    def test_endings(self):
        cut = events(*pieces(TEXT), chunk(finish="length"), "[DONE]")
        out = self.drive(cut, cut, stream=True)
        self.fails(out, "the model's reply (plan) was cut at 2000 tokens")
        refusal = {"choices": [{"index": 0, "delta": {"refusal": "No."}, "finish_reason": "stop"}]}
        self.fails(self.drive(events(refusal, "[DONE]"), stream=True), "the model refused to reply (plan)")
        filtered = events(*pieces(TEXT), chunk(finish="content_filter"), "[DONE]")
        self.fails(self.drive(filtered, stream=True), "the provider's content filter took the reply (plan)")

    def test_huge_stream(self):
        out = self.drive(Reply(body=b"data: {}\n\n" * 900000), stream=True)
        self.fails(out, "the model provider's reply is too large: more than 8388608 bytes")

    def test_endless_events(self):
        reply = events(*[{"choices": []}] * 100001, "[DONE]")
        self.fails(self.drive(reply, reply, stream=True), "the model provider's reply holds more than 100000 events")

    def test_server_that_does_not_stream(self):
        self.assertTrue(self.drive(good(), stream=True)["good"])
        out = self.drive(error(401, "bad key"), stream=True)
        self.fails(out, "the model provider does not accept the API key (HTTP 401): bad key")

    def ask_anthropic(self, *replies):
        return self.drive(*replies, provider="anthropic", stream=True,
                          url=f"http://127.0.0.1:{self.provider.port}")

    def test_anthropic(self):
        out = self.ask_anthropic(anthropic(*block(TEXT)))
        self.assertTrue(out["good"], out)
        self.assertEqual((out["prompt_tokens"], out["completion_tokens"]), (90, 20))
        thinking = {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}}
        self.assertTrue(self.ask_anthropic(anthropic(thinking, *block(TEXT, 1)))["good"])

    def test_anthropic_never_reads_a_part(self):
        unfinished = anthropic(*block(TEXT), last=False)
        out = self.ask_anthropic(unfinished, unfinished)
        self.fails(out, "the model provider's reply ends before it is whole")
        two = anthropic(*block(TEXT), *block(TEXT, 1))
        self.fails(self.ask_anthropic(two, two), "the model provider's reply holds more than one block of text")
        broken = anthropic({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
        out = self.ask_anthropic(broken, anthropic(*block(TEXT)))
        self.assertTrue(out["good"], out)
        self.fails(self.ask_anthropic(anthropic(*block("no"), stop="refusal")), "the model refused to reply (plan)")


if __name__ == "__main__":
    unittest.main()
