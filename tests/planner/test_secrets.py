# SPDX-License-Identifier: MIT
"""Keys, certificates and proxies: whom the planner trusts, and who never sees the key."""
import base64
import hashlib
import json
import os
import shutil
import ssl
import threading
import unittest

from case import INPUT_WRONG, KEY, Case
from fake_provider import Provider, Reply, completion, good
from fake_proxy import Proxy, certificate, run


class Secrets(Case):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("openssl"):
            raise unittest.SkipTest("openssl, which makes the certificates, is not here")
        super().setUpClass()
        cls.cert, cls.cert_key = certificate(cls.folder.name, "server", "subjectAltName=IP:127.0.0.1")
        cls.other_cert, cls.other_key = certificate(cls.folder.name, "other", "subjectAltName=DNS:elsewhere.example")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cls.cert, cls.cert_key)
        cls.tls = Provider(context)
        cls.tls_url = f"https://127.0.0.1:{cls.tls.port}/v1"

    def drive_tls(self, **setting):
        self.tls.play(good())
        setting.setdefault("url", self.tls_url)
        setting.setdefault("key_file", self.key)
        return self.drive(**setting)

    def not_trusted(self, out):
        self.assertFalse(out["good"])
        self.assertTrue(out["message"].startswith("the connection to the model provider is not trusted: "), out)
        self.assertEqual(self.tls.seen, [])

    def test_private_authority(self):
        out = self.drive_tls(ca_file=self.cert)
        self.assertTrue(out["good"], out)
        self.assertEqual(self.tls.seen[0]["headers"]["authorization"], "Bearer " + KEY)

    def test_unknown_authority_gets_no_key(self):
        out = self.drive_tls()
        self.not_trusted(out)
        self.assertEqual(out["help"], "where the server has a private CA, name its certificate in model.ca_file")
        self.not_trusted(self.drive_tls(ca_file=self.other_cert))

    def test_missing_authority_file(self):
        out = self.drive_tls(ca_file="/nonexistent/ca.pem")
        self.assertEqual(out["code"], INPUT_WRONG, out)
        self.assertTrue(out["message"].startswith("the model's settings are wrong: "), out)

    def test_certificate_of_another_name(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.other_cert, self.other_key)
        impostor = Provider(context)
        impostor.play(good())
        out = self.drive(url=f"https://127.0.0.1:{impostor.port}/v1", ca_file=self.other_cert, key_file=self.key)
        self.not_trusted(out)
        self.assertEqual(impostor.seen, [])

    def test_client_key_must_be_private(self):
        path = self.file("open.key", "-----BEGIN PRIVATE KEY-----\n", 0o640)
        out = self.drive_tls(ca_file=self.cert, client_cert=self.other_cert, client_key=path)
        self.fails(out, f"the model's settings are wrong: the key file '{path}' is open to others (mode 0640): "
                        "chmod 600 it", INPUT_WRONG)

    def test_pinned_key(self):
        public = run("openssl", "x509", "-in", self.cert, "-pubkey", "-noout")
        der = base64.b64decode(b"".join(public.splitlines()[1:-1]))
        pin = "sha256//" + base64.b64encode(hashlib.sha256(der).digest()).decode()
        self.assertTrue(self.drive_tls(ca_file=self.cert, pinned_key=pin)["good"])
        wrong = "sha256//" + base64.b64encode(hashlib.sha256(b"other").digest()).decode()
        self.not_trusted(self.drive_tls(ca_file=self.cert, pinned_key=wrong))

    def test_client_certificate(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cert, self.cert_key)
        context.load_verify_locations(self.other_cert)
        context.verify_mode = ssl.CERT_REQUIRED
        strict = Provider(context)
        url = f"https://127.0.0.1:{strict.port}/v1"
        strict.play(good())
        out = self.drive(url=url, ca_file=self.cert, client_cert=self.other_cert, client_key=self.other_key)
        self.assertTrue(out["good"], out)
        strict.play(good())
        self.assertFalse(self.drive(url=url, ca_file=self.cert, deadline_ms=1500)["good"])

    def test_named_proxy_sees_a_tunnel_and_no_key(self):
        proxy = Proxy()
        out = self.drive_tls(ca_file=self.cert, proxy=f"http://127.0.0.1:{proxy.port}")
        self.assertTrue(out["good"], out)
        self.assertEqual(len(proxy.asked), 1)
        self.assertTrue(proxy.asked[0].startswith(f"CONNECT 127.0.0.1:{self.tls.port} "))
        self.assertNotIn(KEY, proxy.asked[0])
        out = self.drive(good(), proxy=f"http://127.0.0.1:{proxy.port}")
        self.fails(out, "the model's settings are wrong: a proxy is only for https", INPUT_WRONG)

    def test_key_from_a_descriptor(self):
        code = {"rationale": "r", "code": "print(1)"}
        read, write = os.pipe()
        os.write(write, KEY.encode() + b"\n")
        os.close(write)
        out = self.drive(good(), Reply(body=completion(json.dumps(code))), key_file=f"fd:{read}", fds=(read,), asks=2)
        os.close(read)
        self.assertTrue(out["good"], out)
        with open(self.key, "rb") as file:
            file.seek(3)
            self.assertTrue(self.drive(good(), key_file=f"fd:{file.fileno()}", fds=(file.fileno(),))["good"])
        self.assertEqual(self.provider.seen[0]["headers"]["authorization"], "Bearer " + KEY)
        read, write = os.pipe()
        os.close(write)
        out = self.drive(good(), key_file=f"fd:{read}", fds=(read,))
        self.fails(out, "the model's settings are wrong: the key file 'descriptor' is empty", INPUT_WRONG)
        for name in ("fd:", "fd:77", "fd:x", "fd:-1"):
            self.fails(self.drive(good(), key_file=name), f"'{name}' is not an open descriptor", INPUT_WRONG)

    @staticmethod
    def processes():
        """The command line, the status and the owner of each sluice-model that this process started, by the driver."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/comm", encoding="utf-8") as comm:
                    if comm.read().strip() != "sluice-model":
                        continue
                with open(f"/proc/{pid}/cmdline", "rb") as argv, open(f"/proc/{pid}/status", encoding="utf-8") as status:
                    told = dict(line.rstrip("\n").split(":\t", 1) for line in status if ":\t" in line)
                    with open(f"/proc/{int(told['PPid'])}/status", encoding="utf-8") as above:
                        if f"PPid:\t{os.getpid()}\n" not in above:
                            continue
                    yield argv.read(), told, os.stat(f"/proc/{pid}/environ").st_uid
            except OSError:
                continue

    def test_process_shows_no_key_and_has_no_rights(self):
        reply, seen = good(), []
        reply.gate = threading.Event()

        def look():
            reply.reached.wait(30)
            seen.extend(self.processes())
            reply.gate.set()

        watcher = threading.Thread(target=look)
        watcher.start()
        self.assertTrue(self.drive(reply, key_file=self.key)["good"])
        watcher.join()
        self.assertTrue(seen)
        for argv, status, owner in seen:
            self.assertNotIn(KEY.encode(), argv)
            self.assertEqual(argv.count(b"\0"), 1)
            self.assertNotIn("0", status["Uid"].split())
            self.assertEqual(owner, 0)  # the kernel's sign for what can't be dumped
            self.assertEqual((status["NoNewPrivs"], int(status["CapEff"], 16)), ("1", 0))


if __name__ == "__main__":
    unittest.main()
