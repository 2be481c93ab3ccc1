# SPDX-License-Identifier: MIT
"""TLS through a proxy: who is trusted, what the proxy learns, and how each of its ways to fail is named."""
import base64
import hashlib
import json
import os
import shutil
import ssl
import subprocess
import threading
import unittest

from case import INPUT_WRONG, KEY, Case
from fake_provider import Provider, good
from fake_proxy import Proxy, certificate, run

USER = "alice:proxy-secret-7391"
NO_WAY = "the proxy makes no way to the model provider: "


class Tunnels(Case):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("openssl"):
            raise unittest.SkipTest("openssl, which makes the certificates, is not here")
        super().setUpClass()
        cls.cert, cls.cert_key = certificate(cls.folder.name, "server", "subjectAltName=DNS:model.example,IP:127.0.0.1")
        cls.other_cert, cls.other_key = certificate(cls.folder.name, "other", "subjectAltName=DNS:elsewhere.example")
        cls.tls = cls.server(cls.cert, cls.cert_key)
        cls.user = cls.file("proxy-user", USER + "\n", 0o600)

    @staticmethod
    def server(cert, key, authority=None):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        if authority:
            context.load_verify_locations(authority)
            context.verify_mode = ssl.CERT_REQUIRED
        return Provider(context)

    def ask(self, via, server=None, **setting):
        """A request for model.example, which only the proxy knows: it leads to the server."""
        server = server or self.tls
        server.play(*[good()] * 3)
        setting = {"url": "https://model.example/v1", "key_file": self.key, "ca_file": self.cert, "proxy": via.url, "pauses": 5,
                   **setting}
        return self.drive(**setting)

    def through(self, **more):
        return Proxy(target=("127.0.0.1", self.tls.port), **more)

    def no_key_was_sent(self, out, proxy, server=None):
        self.assertFalse(out["good"])
        self.assertEqual((server or self.tls).seen, [])
        self.assertNotIn(KEY, json.dumps(proxy.asked) + json.dumps(out))

    def not_trusted(self, out, proxy, server=None):
        self.assertTrue(out["message"].startswith("the connection to the model provider is not trusted: "), out)
        self.no_key_was_sent(out, proxy, server)

    def test_proxy_resolves_the_name_and_sees_a_tunnel(self):
        proxy = self.through()
        out = self.ask(proxy)
        self.assertTrue(out["good"], out)
        self.assertEqual(len(proxy.asked), 1)
        self.assertTrue(proxy.asked[0].startswith("CONNECT model.example:443 HTTP/1.1\r\n"), proxy.asked)
        self.assertNotIn("proxy-authorization", proxy.asked[0].lower())
        self.assertNotIn(KEY, proxy.asked[0])
        self.assertEqual(self.tls.seen[0]["headers"]["authorization"], "Bearer " + KEY)
        self.assertNotIn("proxy-authorization", {name.lower() for name in self.tls.seen[0]["headers"]})

    def test_whom_the_proxy_leads_to_must_prove_itself(self):
        proxy = self.through()
        self.not_trusted(self.ask(proxy, ca_file=""), proxy)
        self.not_trusted(self.ask(proxy, ca_file=self.other_cert), proxy)
        impostor = self.server(self.other_cert, self.other_key)
        proxy = Proxy(target=("127.0.0.1", impostor.port))
        out = self.ask(proxy, server=impostor, ca_file=self.other_cert)
        self.not_trusted(out, proxy, impostor)
        self.assertIn("model.example", out["message"])

    def test_pinned_key_holds_through_a_proxy(self):
        public = run("openssl", "x509", "-in", self.cert, "-pubkey", "-noout")
        der = base64.b64decode(b"".join(public.splitlines()[1:-1]))
        proxy = self.through()
        pin = "sha256//" + base64.b64encode(hashlib.sha256(der).digest()).decode()
        self.assertTrue(self.ask(proxy, pinned_key=pin)["good"])
        wrong = "sha256//" + base64.b64encode(hashlib.sha256(b"other").digest()).decode()
        self.not_trusted(self.ask(proxy, pinned_key=wrong), proxy)

    def test_client_certificate_through_a_proxy(self):
        strict = self.server(self.cert, self.cert_key, self.other_cert)
        proxy = Proxy(target=("127.0.0.1", strict.port))
        out = self.ask(proxy, server=strict, client_cert=self.other_cert, client_key=self.other_key)
        self.assertTrue(out["good"], out)
        out = self.ask(proxy, server=strict, deadline_ms=1500)
        self.no_key_was_sent(out, proxy, strict)

    def test_proxy_that_refuses_is_named(self):
        for status, reason in ((407, "Proxy Authentication Required"), (502, "Bad Gateway"), (403, "Forbidden"),
                               (301, "Moved"), (503, "Unavailable")):
            with self.subTest(status):
                proxy = Proxy(f"HTTP/1.1 {status} {reason}\r\nRetry-After: 3600\r\nLocation: http://127.0.0.1/\r\n"
                              f"Proxy-Authenticate: Basic realm=x\r\nContent-Length: 3\r\n\r\nno\n".encode())
                out = self.ask(proxy)
                self.fails(out, NO_WAY + f"it answered HTTP {status}")
                self.assertEqual(out["help"], "check model.proxy, and the user and password in model.proxy_key_file")
                self.assertEqual(len(proxy.asked), 1, "a refusal is not asked for again")
                self.no_key_was_sent(out, proxy)

    def test_proxy_that_hangs_ends_with_the_deadline(self):
        proxy = Proxy(silent=True)
        out = self.ask(proxy, timeout_ms=300, deadline_ms=900)
        self.assertTrue(out["message"].startswith("the model provider did not answer in time"), out)
        self.no_key_was_sent(out, proxy)

    def test_proxy_that_speaks_nonsense_or_hangs_up(self):
        for answer in (b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 200\r\n" + b"x: " + b"y" * 2000000 + b"\r\n\r\n", b"\0" * 1000,
                       b"HTTP/1.1 100 Continue\r\n\r\n" * 100000, b"HTTP/9.9 200 OK\r\n\r\n"):
            with self.subTest(answer[:20]):
                proxy = Proxy(answer)
                out = self.ask(proxy, deadline_ms=3000)
                self.no_key_was_sent(out, proxy)
                self.assertIn(out["code"], (INPUT_WRONG, 7))

    def test_credentials_go_to_the_proxy_alone(self):
        proxy = self.through()
        out = self.ask(proxy, proxy_key_file=self.user)
        self.assertTrue(out["good"], out)
        expected = base64.b64encode(USER.encode()).decode()
        self.assertIn(f"Proxy-Authorization: Basic {expected}\r\n", proxy.asked[0])
        self.assertNotIn("proxy-secret", json.dumps(out) + str(self.tls.seen))
        self.assertNotIn(expected, json.dumps(out) + str(self.tls.seen))

    def test_credentials_are_in_no_message_and_no_recording(self):
        record = os.path.join(self.folder.name, "recording.json")
        proxy = Proxy(b"HTTP/1.1 407 No " + USER.encode() + b"\r\nX: " + USER.encode() + b"\r\n\r\n")
        out = self.ask(proxy, proxy_key_file=self.user, record_file=record)
        self.fails(out, NO_WAY + "it answered HTTP 407")
        with open(record, encoding="utf-8") as file:
            self.assertNotIn("proxy-secret", file.read() + json.dumps(out))

    def test_credentials_are_in_no_command_line(self):
        proxy, seen, done = Proxy(silent=True), [], threading.Event()

        def look():
            while not done.is_set():
                for pid in filter(str.isdigit, os.listdir("/proc")):
                    try:
                        with open(f"/proc/{pid}/comm", encoding="utf-8") as comm:
                            if comm.read().strip() == "sluice-model":
                                with open(f"/proc/{pid}/cmdline", "rb") as argv:
                                    seen.append(argv.read())
                    except OSError:
                        continue

        watcher = threading.Thread(target=look)
        watcher.start()
        self.ask(proxy, proxy_key_file=self.user, timeout_ms=500, deadline_ms=900)
        done.set()
        watcher.join()
        self.assertTrue(seen)
        for argv in seen:
            self.assertNotIn(b"proxy-secret", argv)
            self.assertNotIn(b"http", argv)

    def test_credentials_have_a_file_of_their_own(self):
        proxy = self.through()
        out = self.ask(proxy, proxy=f"http://{USER}@127.0.0.1:{proxy.port}")
        self.fails(out, "the model's settings are wrong: the proxy's address holds a user name; put user:password "
                        "into the file model.proxy_key_file", INPUT_WRONG)
        self.assertNotIn("proxy-secret", json.dumps(out))
        loose = self.file("loose-user", USER, 0o644)
        out = self.ask(proxy, proxy_key_file=loose)
        self.fails(out, f"the model's settings are wrong: the key file '{loose}' is open to others (mode 0644): "
                        "chmod 600 it", INPUT_WRONG)
        for address in ("socks5://127.0.0.1:1", "127.0.0.1:1", "file:///etc/passwd"):
            out = self.ask(proxy, proxy=address)
            self.fails(out, "the model's settings are wrong: the proxy's address does not begin with http:// or "
                            "https://", INPUT_WRONG)
        self.assertEqual(proxy.asked, [])

    def test_proxy_of_tls_must_prove_itself_too(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cert, self.cert_key)
        proxy = self.through(tls=context)
        out = self.ask(proxy, proxy_key_file=self.user)
        self.assertTrue(out["good"], out)
        self.assertEqual(len(proxy.asked), 1)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.other_cert, self.other_key)
        impostor = self.through(tls=context)
        out = self.ask(impostor, proxy_key_file=self.user)
        self.assertFalse(out["good"])
        self.assertEqual(impostor.asked, [])

    def test_proxies_of_the_surroundings_are_ignored(self):
        proxy = self.through()
        env = {name: proxy.url for name in ("http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy")}
        env["no_proxy"] = ""
        self.tls.play(good())
        out = self.drive(url=f"https://127.0.0.1:{self.tls.port}/v1", ca_file=self.cert, key_file=self.key, env=env)
        self.assertTrue(out["good"], out)
        self.assertEqual(proxy.asked, [])
        out = self.ask(self.through(), env={"no_proxy": "*", "NO_PROXY": "*"})
        self.assertTrue(out["good"], "a proxy that is named is used, whatever no_proxy says")

    def test_run_goes_through_it(self):
        sluice = os.environ.get("SLUICE")
        if not sluice:
            self.skipTest("SLUICE names no program")
        proxy = self.through()
        task = self.file("task.yaml", f"goal: count\npolicy: pure-compute\noutput: {{schema: {{type: object}}}}\n"
                         f"model: {{provider: openai, url: 'https://model.example/v1', model: m, key_file: {self.key},\n"
                         f"  ca_file: {self.cert}, proxy: '{proxy.url}', proxy_key_file: {self.user}}}\n")
        self.tls.play(good())
        done = subprocess.run([sluice, "model", "check", task], capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        self.assertEqual(len(proxy.asked), 1, said)
        self.assertEqual(len(self.tls.seen), 1, said)
        self.assertNotIn("proxy-secret", said)
        self.assertNotIn(KEY, said)


if __name__ == "__main__":
    unittest.main()
