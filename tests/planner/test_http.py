# SPDX-License-Identifier: MIT
"""planner_driver against fake_provider: what each behaviour of a server comes to, word for word."""
import email.utils
import json
import os
import socket
import subprocess
import threading
import time
import unittest

from case import DRIVER, INPUT_WRONG, KEY, Case
from fake_provider import PLAN, Provider, Reply, completion, error, good


class Http(Case):
    def test_good_reply(self):
        out = self.drive(good(), key_file=self.key)
        self.assertTrue(out["good"], out)
        self.assertEqual(out["plan"], PLAN)
        self.assertEqual((out["requests"], out["prompt_tokens"], out["completion_tokens"]), (1, 100, 20))
        seen = self.provider.seen[0]
        self.assertEqual(seen["path"], "/v1/chat/completions")
        self.assertEqual(seen["headers"]["authorization"], "Bearer " + KEY)
        self.assertEqual(seen["headers"]["content-type"], "application/json")
        body = json.loads(seen["body"])
        self.assertEqual(sorted(body), ["max_completion_tokens", "messages", "model", "response_format", "stream"])
        self.assertEqual(body["max_completion_tokens"], 1000)
        self.assertEqual([m["role"] for m in body["messages"]], ["system", "user"])
        self.assertIn("# Goal\n\ncount the rows", body["messages"][1]["content"])
        schema = body["response_format"]["json_schema"]
        self.assertEqual((schema["name"], schema["strict"]), ("plan_1", True))
        self.assertEqual(sorted(schema["schema"]["required"]), sorted(schema["schema"]["properties"]))
        self.assertNotIn(KEY.encode(), seen["body"])

    def test_no_key_sends_no_authorization(self):
        self.assertTrue(self.drive(good())["good"])
        self.assertNotIn("authorization", self.provider.seen[0]["headers"])

    def test_429_is_tried_again_as_asked(self):
        out = self.drive(error(429, headers=[("Retry-After", "1")]), good())
        self.assertTrue(out["good"], out)
        self.assertEqual(out["requests"], 2)

    def test_429_with_a_date_or_nonsense(self):
        for wait in (email.utils.formatdate(time.time() + 1, usegmt=True), "soon", "-5", "0",
                     "Fri, 01 Jan 1999 00:00:00 GMT"):
            with self.subTest(wait=wait):
                out = self.drive(error(429, headers=[("Retry-After", wait)]), good(), pauses=5)
                self.assertTrue(out["good"], out)
                self.assertEqual(out["requests"], 2)

    def test_429_with_a_wait_beyond_the_deadline_ends_at_once(self):
        out = self.drive(error(429, "slow down", headers=[("Retry-After", "3600")]), good(), deadline_ms=5000)
        self.fails(out, "the model provider takes no more requests now (HTTP 429): slow down")
        self.assertEqual(len(self.provider.seen), 1)

    def test_should_retry_is_obeyed(self):
        out = self.drive(error(429, "spent", headers=[("x-should-retry", "false")]), good())
        self.fails(out, "the model provider takes no more requests now (HTTP 429): spent")

    def test_500s_are_tried_three_times(self):
        wait = [("retry-after-ms", "1")]
        out = self.drive(error(500, headers=wait), error(503, headers=wait), error(502, "still down"), good())
        self.fails(out, "the model provider failed (HTTP 502, 3 requests): still down")
        self.assertEqual(len(self.provider.seen), 3)

    def test_client_errors_are_final(self):
        for status, words in ((400, "refused the request"), (403, "does not allow this"),
                              (404, "knows no such address or model"), (413, "finds the request too large"),
                              (422, "refused the request")):
            with self.subTest(status=status):
                out = self.drive(error(status, "because"), good())
                self.fails(out, f"the model provider {words} (HTTP {status}): because")
                self.assertEqual(len(self.provider.seen), 1)

    def test_401_names_the_key_file_setting_and_never_the_key(self):
        out = self.drive(error(401, f"bad key {KEY}\x1b[2J"), good(), key_file=self.key)
        self.fails(out, "the model provider does not accept the API key (HTTP 401): bad key [redacted]\\x1b[2J")
        self.assertEqual(out["help"], "check the key in the file that model.key_file names")

    def test_cut_body(self):
        reply = good()
        reply.declared = len(reply.body) + 100
        out = self.drive(reply, reply, reply, good(), pauses=5)
        self.assertFalse(out["good"])
        self.assertTrue(out["message"].startswith("the model provider's reply was cut: "), out)
        self.assertEqual(len(self.provider.seen), 3)

    def test_huge_body(self):
        out = self.drive(Reply(body=b" " * (3 << 20)), good())
        self.fails(out, "the model provider's reply is too large: more than 2097152 bytes")
        self.assertEqual(len(self.provider.seen), 1)

    def test_slow_body(self):
        reply = good()
        reply.pause = 30
        out = self.drive(reply, reply, reply, reply, timeout_ms=300, deadline_ms=1000)
        self.assertFalse(out["good"])
        self.assertTrue(out["message"].startswith("the model provider did not answer in time"), out)

    def test_not_json_is_asked_for_once_more(self):
        out = self.drive(Reply(body=b"<html>"), good())
        self.assertTrue(out["good"], out)
        out = self.drive(Reply(body=b"<html>"), Reply(body=b"<html>"), good())
        self.assertTrue(out["message"].startswith("the model provider's reply is no JSON: line 1, column 1: "), out)
        self.assertEqual(out["help"], "is model.url the address of the API, and of the kind that model.provider says?")

    def test_not_utf8(self):
        out = self.drive(Reply(body=b'{"choices": "\xff"}'), good())
        self.fails(out, "the model provider's reply is not UTF-8")

    def test_deep_json(self):
        body = Reply(body=b"[" * 100000)
        out = self.drive(body, body, good())
        self.assertTrue(out["message"].startswith("the model provider's reply is no JSON: line 1, column "), out)

    def test_no_completion(self):
        for body in ({}, {"choices": []}, [], "text", {"choices": [{}, {}]}, {"choices": {"message": {}}}):
            with self.subTest(body=body):
                self.fails(self.drive(Reply(body=body), Reply(body=body)), "the model provider's reply is no chat completion")

    def test_redirect_is_never_followed(self):
        for status in (301, 302, 307, 308):
            target = f"http://127.0.0.1:{self.provider.port}/elsewhere"
            out = self.drive(Reply(status, b"", [("Location", target)]), good(), key_file=self.key)
            self.fails(out, "the model provider answered with a redirect, and redirects are never followed "
                            f"(HTTP {status})")
            self.assertEqual([s["path"] for s in self.provider.seen], ["/v1/chat/completions"])

    def test_length_is_asked_for_once_with_twice_the_limit(self):
        cut = Reply(body=completion(json.dumps(PLAN), finish="length"))
        out = self.drive(cut, good())
        self.assertTrue(out["good"], out)
        limits = [json.loads(s["body"])["max_completion_tokens"] for s in self.provider.seen]
        self.assertEqual(limits, [1000, 2000])
        out = self.drive(cut, cut, good())
        self.fails(out, "the model's reply (plan) was cut at 2000 tokens")
        self.assertEqual(out["help"], "raise model.max_tokens")

    def test_refusal_and_filter_end_it(self):
        out = self.drive(Reply(body=completion(None, refusal="I would rather not.")), good())
        self.fails(out, "the model refused to reply (plan)")
        self.assertEqual(out["help"], "it says: I would rather not.")
        out = self.drive(Reply(body=completion(json.dumps(PLAN), finish="content_filter")), good())
        self.fails(out, "the provider's content filter took the reply (plan)")
        out = self.drive(error(400, "prompt was filtered", code="content_filter"), good())
        self.fails(out, "the provider's content filter took the reply (plan)")
        self.assertEqual(out["help"], "it says: prompt was filtered")

    def test_other_endings_are_never_read(self):
        called, unsaid = "the model called a tool instead of a reply (plan)", "the model's reply (plan) did not say how it ended"
        for finish, words in (("tool_calls", called), ("function_call", called), (None, unsaid), ("", unsaid),
                              ("new_reason", unsaid)):
            with self.subTest(finish=finish):
                out = self.drive(Reply(body=completion(json.dumps(PLAN), finish=finish)), good())
                self.fails(out, words)
        empty = Reply(body=completion(None))
        self.assertTrue(self.drive(empty, good())["good"])
        out = self.drive(empty, empty)
        self.fails(out, "the model's reply (plan) is empty")

    def test_reply_without_the_schema_is_asked_for_once_more(self):
        out = self.drive(Reply(body=completion("Sure!")), good())
        self.assertTrue(out["good"], out)
        messages = json.loads(self.provider.seen[1]["body"])["messages"]
        self.assertEqual([m["role"] for m in messages], ["system", "user", "assistant", "user"])
        self.assertEqual(messages[2]["content"], "Sure!")
        self.assertTrue(messages[3]["content"].startswith("Your reply can't be used: the reply is not a JSON object."))

    def test_key_file_must_be_private(self):
        path = self.file("open-key", KEY, 0o644)
        out = self.drive(good(), key_file=path)
        self.fails(out, f"the model's settings are wrong: the key file '{path}' is open to others (mode 0644): "
                        "chmod 600 it", INPUT_WRONG)
        self.assertEqual(self.provider.seen, [])
        out = self.drive(good(), key_file="/nonexistent/key")
        self.fails(out, "the model's settings are wrong: can't open the key file '/nonexistent/key': "
                        "No such file or directory", INPUT_WRONG)

    def test_credential_of_systemd(self):
        env = {"CREDENTIALS_DIRECTORY": self.folder.name}
        self.assertTrue(self.drive(good(), key_file="credential:key", env=env)["good"])
        self.assertEqual(self.provider.seen[0]["headers"]["authorization"], "Bearer " + KEY)
        out = self.drive(good(), key_file="credential:../key", env=env)
        self.fails(out, "'../key' is not a name of a credential", INPUT_WRONG)
        out = self.drive(good(), key_file="credential:key", env={})
        self.fails(out, "there is no credential 'key': CREDENTIALS_DIRECTORY is not set", INPUT_WRONG)

    def test_unreachable_port(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
            out = self.drive(url=f"http://127.0.0.1:{port}/v1", deadline_ms=3000, pauses=5)
        self.assertFalse(out["good"])
        self.assertTrue(out["message"].startswith("the model provider can't be reached: "), out)
        self.assertEqual(out["help"], "check model.url, and that the server runs; "
                                      "proxies of the environment are not used")

    def test_model_program_is_not_for_people(self):
        program = os.path.join(os.path.dirname(DRIVER), "sluice-model")
        done = subprocess.run([program, "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("started by sluice, with a request on standard input", done.stderr)
        done = subprocess.run([program], input="no request", capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, json.loads(done.stdout)["failure"]), (0, "setting"))

    def test_plain_http_leaves_this_machine_never(self):
        out = self.drive(url="http://192.0.2.1/v1")
        self.fails(out, "the model's settings are wrong: plain http is only for this machine's own addresses; "
                        "use https", INPUT_WRONG)
        out = self.drive(url="file:///etc/passwd")
        self.fails(out, "the model's settings are wrong: the URL is neither https nor http", INPUT_WRONG)

    def test_cancelled(self):
        words = "cancelled while the model was asked"
        reply = good()
        reply.gate = threading.Event()
        self.fails(self.drive(reply, cancel_ms=300), words)
        reply.gate.set()
        out = self.drive(error(429, headers=[("Retry-After", "20")]), good(), cancel_ms=300)
        self.fails(out, words)
        self.assertEqual(len(self.provider.seen), 1)
        self.fails(self.drive(good(), cancel_ms=0), words)
        self.assertEqual(self.provider.seen, [])

    def test_surroundings_do_not_matter(self):
        proxy = Provider()
        address = f"http://127.0.0.1:{proxy.port}"
        env = {name: address for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy")}
        self.file(".netrc", "machine 127.0.0.1 login evil password evil\n", 0o600)
        env["HOME"] = self.folder.name
        self.assertTrue(self.drive(good(), env=env)["good"])
        self.assertEqual(proxy.seen, [])
        self.assertNotIn("authorization", self.provider.seen[0]["headers"])


if __name__ == "__main__":
    unittest.main()
