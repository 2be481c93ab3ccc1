# SPDX-License-Identifier: MIT
"""A server that abuses HTTP itself, byte by byte: whatever it sends, the end comes soon, has a name, and is never a plan that
the reply does not hold."""
import gzip
import json
import socket
import threading
import time
import unittest
import zlib

from case import KEY, Case
from fake_provider import PLAN, completion

BODY = json.dumps(completion(json.dumps(PLAN))).encode()
OK = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
EVIL = json.dumps(completion(json.dumps({**PLAN, "understanding": "evil"}))).encode()


def whole(body, *headers):
    return b"".join([OK, *[h + b"\r\n" for h in headers], b"Content-Length: %d\r\n\r\n" % len(body), body])


def chunked(*pieces, end=b"0\r\n\r\n"):
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + end


class Raw:
    """Answers each connection with the same bytes, or with what a function gives piece by piece."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.reply, args=(client,), daemon=True).start()

    def reply(self, client):
        with client:
            try:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += client.recv(65536)
                head, body = head.split(b"\r\n\r\n", 1)
                length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                while len(body) < length:
                    body += client.recv(65536)
                self.asked.append(head.decode())
                for piece in self.answer() if callable(self.answer) else [self.answer]:
                    client.sendall(piece)
            except OSError:
                pass


class Wire(Case):
    def meet(self, answer, **setting):
        server = Raw(answer)
        setting = {"deadline_ms": 4000, "timeout_ms": 2000, "pauses": 5, "key_file": self.key, **setting}
        out = self.drive(url=f"http://127.0.0.1:{server.port}/v1", **setting)
        self.assertNotIn(KEY, json.dumps(out))
        return out, server

    def ends(self, answer, *words, **setting):
        out, server = self.meet(answer, **setting)
        self.assertFalse(out["good"], out)
        self.assertTrue(any(word in out["message"] for word in words), out["message"])
        return out, server

    def test_this_server_can_be_understood(self):
        out, server = self.meet(whole(BODY))
        self.assertEqual(out["plan"], PLAN)
        self.assertNotIn("accept-encoding", server.asked[0].lower())
        self.assertNotIn("te:", server.asked[0].lower())
        out, _ = self.meet(OK + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(BODY[:9], BODY[9:]))
        self.assertEqual(out["plan"], PLAN)
        out, _ = self.meet(b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + whole(BODY))
        self.assertEqual(out["plan"], PLAN)

    def test_interim_replies_do_not_go_on_for_ever(self):
        def flood():
            while True:
                yield b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" * 100
        began = time.monotonic()
        self.ends(flood, "is too large", "the request to the model provider failed")
        self.assertLess(time.monotonic() - began, 20)

    def test_headers_do_not_go_on_for_ever(self):
        def flood():
            yield OK
            while True:
                yield b"x-a: " + b"b" * 1000 + b"\r\n"
        self.ends(flood, "is too large", "the request to the model provider failed")
        self.ends(OK + b"x: " + b"y" * 5000000 + b"\r\n\r\n", "is too large", "the request to the model provider failed")
        self.ends(OK + b"x: y\r\n" * 100000 + b"\r\n" + BODY, "is too large")

    def test_what_was_not_asked_to_be_packed_is_not_unpacked(self):
        packed = gzip.compress(BODY)
        self.ends(whole(packed, b"Content-Encoding: gzip"), "is not UTF-8")
        self.ends(whole(zlib.compress(BODY), b"Content-Encoding: deflate"), "is not UTF-8")
        out, _ = self.meet(whole(BODY, b"Content-Encoding: identity"))
        self.assertEqual(out["plan"], PLAN)

    def test_bomb_is_cut(self):
        bomb = gzip.compress(b" " * (200 << 20), 9)
        self.ends(whole(bomb, b"Content-Encoding: gzip"), "is not UTF-8", "is too large")
        self.ends(OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + chunked(bomb), "is not UTF-8", "is too large",
                  "the request to the model provider failed", "was cut")

    def test_chunks_that_lie(self):
        head = OK + b"Transfer-Encoding: chunked\r\n\r\n"
        for name, body in (("no end", chunked(BODY, end=b"")), ("half", b"fff\r\n" + BODY[:10]),
                           ("no number", b"zz\r\n" + BODY), ("negative", b"-1\r\n" + BODY),
                           ("huge", b"ffffffffffffffffff\r\n" + BODY), ("no line", b"5\r\nabcdefgh\r\n0\r\n\r\n")):
            with self.subTest(name):
                self.ends(head + body, "was cut", "the request to the model provider failed", "did not answer in time",
                          "is no JSON")

        def tiny():
            yield head
            while True:
                yield b"1;" + b"x" * 2000 + b"\r\n \r\n" * 1
        self.ends(tiny, "is too large", "did not answer in time", "the request to the model provider failed", "was cut")

        def trailers():
            yield head + b"1\r\n{\r\n0\r\n"
            while True:
                yield b"x-trailer: " + b"y" * 1000 + b"\r\n"
        self.ends(trailers, "is too large", "the request to the model provider failed", "was cut")

    def test_two_lengths_and_split_replies(self):
        first, second = b"Content-Length: 5\r\n", b"Content-Length: %d\r\n" % len(EVIL)
        out, _ = self.meet(OK + first + second + b"\r\n" + EVIL)
        if out["good"]:
            self.assertEqual(out["plan"]["understanding"], "evil", "a reply is whole or nothing")
        # A second reply on the same connection answers nothing.
        out, _ = self.meet(whole(BODY) + whole(EVIL))
        self.assertEqual(out["plan"]["understanding"], PLAN["understanding"])
        # A header with a line break of its own kind is no reply.
        out, server = self.meet(OK + b"x: a\rContent-Length: 0\r\n\r\n" + EVIL[:20])
        self.assertFalse(out["good"], out)
        out, _ = self.meet(whole(BODY, b"X-Request-Id: a\0b", b"Set-Cookie: k=v", b"Alt-Svc: h2=\"evil.example:443\"",
                                 b"Strict-Transport-Security: max-age=1", b"Refresh: 0; url=http://127.0.0.1:1/"))
        self.assertIsInstance(out["good"], bool)

    def test_redirects_to_anywhere(self):
        for target in (b"file:///etc/passwd", b"gopher://127.0.0.1:1/_x", b"http://169.254.169.254/", b"//evil.example/",
                       b"ftp://127.0.0.1/", b"dict://127.0.0.1:11211/stat"):
            with self.subTest(target):
                _, server = self.ends(b"HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: " + target +
                                      b"\r\nContent-Length: 0\r\n\r\n", "answered with a redirect")
                self.assertEqual(len(server.asked), 1)

    def test_no_http_at_all(self):
        for answer in (b"", b"\0" * 100, b"SSH-2.0-OpenSSH_9\r\n", b"HTTP/0.9\r\n", BODY, b"HTTP/1.1 2000 OK\r\n\r\n",
                       b"HTTP/1.1 99 Low\r\n\r\n", b"ICY 200 OK\r\n\r\n" + BODY, b"HTTP/3 200 OK\r\n\r\n" + BODY,
                       b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + BODY,
                       b"HTTP/1.1 204 No Content\r\n\r\n", b"HTTP/1.1 206 Partial\r\nContent-Length: %d\r\n\r\n%s" %
                       (len(BODY), BODY)):
            with self.subTest(answer[:20]):
                self.assertFalse(self.meet(answer)[0]["good"])

    def test_authentication_is_not_negotiated(self):
        for scheme in (b"Negotiate", b"NTLM", b"Digest realm=\"x\", nonce=\"y\"", b"Basic realm=x"):
            _, server = self.ends(b"HTTP/1.1 401 No\r\nConnection: close\r\nWWW-Authenticate: " + scheme +
                                  b"\r\nContent-Length: 0\r\n\r\n", "does not accept the API key (HTTP 401)")
            self.assertEqual(len(server.asked), 1)

    def test_stream_that_falls_silent_is_named(self):
        def stall():
            yield OK + b"Content-Type: text/event-stream\r\n\r\ndata: {\"choices\": []}\n\n"
            time.sleep(30)
        out, _ = self.ends(stall, "the model provider's stream fell silent: nothing came for 1000 ms", stream=True,
                           idle_ms=1000, timeout_ms=20000, deadline_ms=60000)
        self.assertEqual(out["requests"], 3)
        self.assertEqual(out["help"], "where the model thinks for long before it writes, raise model.idle_s")

    def test_drip_ends_with_the_request_s_time(self):
        def drip():
            yield OK + b"\r\n"
            while True:
                yield b" "
                time.sleep(0.1)
        self.ends(drip, "did not answer in time", timeout_ms=900, deadline_ms=900)

    def test_request_that_nobody_reads_ends(self):
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            out = self.drive(url=f"http://127.0.0.1:{deaf.getsockname()[1]}/v1", timeout_ms=500, deadline_ms=900,
                             goal="g" * 30000)
        self.assertTrue(out["message"].startswith("the model provider did not answer in time"), out)


class Words(Case):
    """Replies that are well-formed HTTP and hostile inside."""

    def ask(self, body, **setting):
        server = Raw(whole(body if isinstance(body, bytes) else json.dumps(body).encode()))
        return self.drive(url=f"http://127.0.0.1:{server.port}/v1", key_file=self.key, **setting)

    def refuses(self, body, words, **setting):
        out = self.ask(body, **setting)
        self.assertFalse(out["good"], out)
        self.assertIn(words, out["message"])
        return out

    def test_duplicate_names(self):
        text = json.dumps(PLAN)
        self.refuses(BODY[:-1] + b', "choices": []}', "is no JSON")
        self.refuses(BODY[:-1] + b', "\\u0063hoices": []}', "is no JSON")
        self.refuses(completion(text[:-1] + ', "feasible": true}'), "can't be used")
        self.refuses(completion(text[:-1] + ', "f\\u0065asible": false}'), "can't be used")

    def test_unicode_tricks(self):
        text = json.dumps(PLAN)
        for trick in ("\ufeff" + text, text.replace('"feasible"', '"feas\u0131ble"'), text.replace('"', "\u201c"),
                      text.replace('"plan"', '"pl\u0430n"') + "\u2028{}", text.replace("{", "\uff5b"),
                      text[:-1] + ', "\u200bfeasible": false}', text.replace("count", "\\ud800"),
                      text.replace("count", "\\udc00\\ud800")):
            self.refuses(completion(trick), "can't be used")
        self.refuses(completion(text + "\0"), "is no JSON")
        self.refuses(BODY.replace(b"count", b"\xc0\xaf"), "is not UTF-8")
        self.refuses(BODY.replace(b"count", b"\xed\xa0\x80"), "is not UTF-8")
        self.refuses(BODY.replace(b"count", b"\\ud800"), "is no JSON")

    def test_deep_and_wide(self):
        self.refuses(completion("[" * 100000), "can't be used")
        self.refuses(completion('{"a":' * 5000 + "1" + "}" * 5000), "can't be used")
        self.refuses(completion(json.dumps({**PLAN, "steps": ["s"] * 100000})), "can't be used")
        self.refuses(completion(json.dumps({**PLAN, "understanding": "u" * 1000000})), "can't be used")
        self.refuses(completion("1" * 1000000), "can't be used")
        self.refuses(completion("1e999999999"), "can't be used")

    def test_fences_in_fences(self):
        text = json.dumps(PLAN)
        for trick in ("```json\n" + text + "\n```\n```json\n" + text + "\n```", "```json\n```json\n" + text + "\n```\n```",
                      "~~~json\n" + text + "\n~~~", "```bash\nrm -rf /\n```", "```json\n" + text, "    " + text + "```",
                      "```json\n" + text + "\n````"):
            out = self.ask(completion(trick), provider="free-form")
            if out["good"]:
                self.assertEqual(out["plan"], PLAN)
                self.assertEqual(trick.count("```json"), 1)
                self.assertEqual(trick.count(text), 1)

    def test_key_comes_back_in_no_spelling(self):
        for echo in (KEY, KEY.replace("-", "\\u002d"), "".join(f"\\u{ord(c):04x}" for c in KEY)):
            body = b'{"error": {"message": "bad key %s"}}' % echo.encode()
            server = Raw(b"HTTP/1.1 401 No\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            out = self.drive(url=f"http://127.0.0.1:{server.port}/v1", key_file=self.key)
            self.assertIn("bad key [redacted]", out["message"])
            self.assertNotIn(KEY, json.dumps(out))


if __name__ == "__main__":
    unittest.main()
