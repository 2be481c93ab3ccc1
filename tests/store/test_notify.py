# SPDX-License-Identifier: MIT
"""Notices by webhook: signed, young, once, whatever the receiver does.

test_notify.py NOTIFY_DRIVER
"""
import hashlib
import hmac
import http.server
import importlib.util
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("receiver", ROOT / "examples/webhook/receiver.py")
receiver = importlib.util.module_from_spec(spec)
spec.loader.exec_module(receiver)

SECRET = b"a secret of thirty-two bytes or so"
DRIVER = ""


class Server(receiver.Receiver):
    """The example, with failures: each request takes the next of `moods`, then it behaves."""

    def do_POST(self):
        server = self.server
        mood = server.moods.pop(0) if server.moods else "good"
        server.requests += 1
        if mood == "reset":
            self.connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
            )
            self.connection.close()
            return
        if mood == "slow":
            time.sleep(3)
        if mood == "500":
            self.answer(500, "not now")
            return
        if mood == "redirect":
            self.send_response(307)
            self.send_header("location", server.elsewhere)
            self.send_header("content-length", "0")
            self.end_headers()
            return
        if mood == "takes, then fails":
            body = self.rfile.read(int(self.headers["content-length"]))
            notice = receiver.verify(SECRET, self.headers, body)
            if notice["id"] not in self.seen:
                self.take(notice)
                self.seen.add(notice["id"])
            self.answer(500)
            return
        super().do_POST()

    def take(self, notice):
        self.server.taken.append((notice, dict(self.headers)))


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.daemon_threads = True
    server.moods, server.taken, server.requests, server.elsewhere = [], [], 0, ""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Notices(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.where = f"sqlite:{self.folder.name}/store/store.db"
        self.secret = os.path.join(self.folder.name, "secret")
        with open(os.open(self.secret, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(SECRET + b"\n")
        Server.secret, Server.seen = SECRET, set()
        self.server = serve()
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"

    def drive(self, verb, *words, good=True):
        run = subprocess.run(
            [DRIVER, verb, self.where, *words], capture_output=True, text=True, check=False
        )
        self.assertEqual(run.returncode == 0, good, run.stderr)
        return (run.stdout if good else run.stderr).strip()

    def deliver(self, *words):
        return self.drive("deliver", self.url, self.secret, *words)

    def test_a_notice_arrives_signed_with_its_link_and_without_code(self):
        run = self.drive("ask")
        self.assertEqual(
            self.deliver("https://sluice.example/runs/{run}?a={approval}"), "delivered 1 failed 0"
        )
        (notice, headers), = self.server.taken
        self.assertEqual(
            list(notice),
            ["id", "v", "kind", "approval", "asked", "state", "run", "policy", "words", "due",
             "link"],
        )
        self.assertEqual(notice["run"], run)
        self.assertEqual(
            notice["link"], f"https://sluice.example/runs/{run}?a={notice['approval']}"
        )
        self.assertNotIn("sales", json.dumps(notice))
        self.assertEqual(headers["sluice-id"], notice["id"])
        self.assertEqual(self.drive("unsent"), "0")
        self.assertEqual(self.deliver(), "delivered 0 failed 0")

    def test_each_failure_is_named_and_the_notice_comes_once(self):
        for mood, words in (
            ("500", "the server answered 500"),
            ("slow", "no reply in time"),
            ("reset", ""),
            ("takes, then fails", "the server answered 500"),
        ):
            with self.subTest(mood):
                self.server.taken.clear()
                self.drive("ask")
                self.server.moods = [mood, mood]
                for _ in range(2):
                    self.assertEqual(self.deliver(), "delivered 0 failed 1")
                    self.assertEqual(self.deliver(), "delivered 0 failed 0")  # not due yet
                    left, _, why = self.drive("unsent").partition(" ")
                    self.assertEqual(left, "1")
                    self.assertTrue(why.startswith(words) and why, why)
                    self.drive("due")
                time.sleep(2.5 if mood == "slow" else 0)
                self.assertEqual(self.deliver(), "delivered 1 failed 0")
                self.assertEqual(len(self.server.taken), 1)

    def test_nobody_there_is_a_failure_like_another(self):
        self.drive("ask")
        self.server.shutdown()
        self.server.server_close()
        self.assertEqual(self.deliver(), "delivered 0 failed 1")
        self.assertIn("nobody answers there", self.drive("unsent"))

    def test_a_redirect_is_not_followed(self):
        other = serve()
        self.addCleanup(other.shutdown)
        self.server.elsewhere = f"http://127.0.0.1:{other.server_address[1]}/"
        self.server.moods = ["redirect"]
        self.drive("ask")
        self.assertEqual(self.deliver(), "delivered 0 failed 1")
        self.assertEqual(other.requests, 0)
        self.assertEqual(self.drive("unsent"), "1 the server answered 307")

    def test_plain_http_is_for_this_machine_alone(self):
        self.drive("ask")
        self.assertEqual(
            self.drive("deliver", "http://192.0.2.1/hook", self.secret), "delivered 0 failed 1"
        )
        self.assertIn("plain http is only for this machine", self.drive("unsent"))

    def test_a_secret_that_others_may_read_is_not_used(self):
        self.drive("ask")
        os.chmod(self.secret, 0o644)
        self.assertIn("secret", self.drive("deliver", self.url, self.secret, good=False))
        self.assertEqual(self.server.requests, 0)

    def test_a_short_secret_is_not_used(self):
        with open(self.secret, "wb") as file:
            file.write(b"short\n")
        self.drive("ask")
        self.assertIn(
            "the webhook's secret has fewer than 16 bytes",
            self.drive("deliver", self.url, self.secret, good=False),
        )


class Receiving(unittest.TestCase):
    """What the receiver of the example refuses."""

    def setUp(self):
        self.body = b'{"id":"note_1"}'

    def headers(self, stamp, secret=SECRET, body=None):
        text = str(stamp).encode() + b"." + (body or self.body)
        signed = hmac.new(secret, text, hashlib.sha256).hexdigest()
        return {"sluice-timestamp": str(stamp), "sluice-signature": "v1=" + signed}

    def refused(self, headers, body=None, now=1000.0):
        with self.assertRaises(receiver.Refused):
            receiver.verify(SECRET, headers, body or self.body, now)

    def test_what_is_signed_and_young_counts(self):
        for stamp in (1000, 701, 1299):
            notice = receiver.verify(SECRET, self.headers(stamp), self.body, 1000.0)
            self.assertEqual(notice, {"id": "note_1"})

    def test_old_and_future_stamps_are_refused(self):
        for stamp in (699, 0, 1301, "", "-5", "1e3"):
            self.refused(self.headers(stamp))

    def test_other_bytes_stamps_and_secrets_are_refused(self):
        good = self.headers(1000)
        self.refused(good, body=b'{"id":"note_2"}')
        self.refused({**good, "sluice-timestamp": "1001"})
        self.refused(self.headers(1000, secret=b"another secret"))
        self.refused({**good, "sluice-signature": good["sluice-signature"].replace("v1", "v0")})
        self.refused({"sluice-timestamp": "1000"})
        self.refused({})


if __name__ == "__main__":
    DRIVER = sys.argv.pop(1)
    unittest.main()
