# SPDX-License-Identifier: MIT
"""Who comes in: passwords, what ends them, and a file of tokens that changes while the service runs."""
import base64
import ctypes
import http.client
import os
import re
import shutil
import signal
import ssl
import subprocess
import threading
import time
import unittest

from engines import BY_STDIN, once
from test_serve import SODIUM, BrowserKey, Pages

PASSWORD = "a long enough password"


class Doors(Pages):
    def setUp(self):
        super().setUp()
        self.lines = (self.folder / "tokens.yaml").read_text()
        said = self.call("serve", "password", "--for", "ann", "--rights", "approve,read", stdin=f"{PASSWORD}\n".encode(),
                         env=BY_STDIN)
        self.assertEqual(said.code, 0, said.err)
        self.ann = said.out
        self.access(self.lines + "people:\n" + self.ann)

    def access(self, text):
        """Put in its place as an editor does it."""
        self.write("next", text).chmod(0o600)
        os.replace(self.folder / "next", self.folder / "tokens.yaml")

    def wait_for(self, status, who="bot"):
        self.until(lambda: self.ask("GET", "/v1/runs", who=who)[0] == status, lambda: f"it is never {status}")

    def password(self, word, who="ann"):
        self.cookie = None
        status, said, heads = self.page("/login", {"id": who, "password": word})
        if status == 303:
            self.cookie = heads["Set-Cookie"].split(";")[0]
        return status, said, heads


class Passwords(Doors):
    def setUp(self):
        super().setUp()
        self.serve("--workers", "0")

    def test_a_password_lets_its_owner_in(self):
        status, _, heads = self.password(PASSWORD)
        self.assertEqual((status, heads["Location"]), (303, "/inbox"))
        self.assertEqual(self.page("/inbox")[0], 200)
        self.assertEqual(self.page("/submit")[0], 403)

    @once
    def test_nobody_else(self):
        for who, word in (("ann", PASSWORD + "!"), ("ann", PASSWORD[:-1]), ("ben", PASSWORD), ("bot", PASSWORD),
                          ("ANN", PASSWORD), ("ann", "x" * 5000)):
            self.assertEqual(self.password(word, who)[0], 403, (who, word))
        self.assertEqual(self.password("", "ann")[0], 403)

    @once
    def test_a_hash_is_no_token(self):
        text = self.ann.split('"')[1]
        self.assertEqual(self.ask("GET", "/v1/runs", who=text)[0], 401)
        self.assertEqual(self.page("/login", {"token": text})[0], 403)

    @once
    def test_who_fails_again_and_again_waits(self):
        answers = [self.password("wrong and long enough") for _ in range(6)]
        self.assertEqual([a[0] for a in answers], [403] * 5 + [429])
        self.assertGreaterEqual(int(answers[-1][2]["Retry-After"]), 1)
        status, said, _ = self.password(PASSWORD)
        self.assertEqual(status, 429, "the right password is no way round")
        self.assertIn("seconds", said)
        time.sleep(int(answers[-1][2]["Retry-After"]) + 0.5)
        self.assertEqual(self.password(PASSWORD)[0], 303)
        self.assertEqual(self.password("wrong and long enough")[0], 403, "and it is forgiven then")

    @once
    def test_many_at_once_do_not_take_all_memory(self):
        seen = []
        threads = [threading.Thread(target=lambda: seen.append(self.page("/login", {"id": "ann", "password": "x" * 20})[0]))
                   for _ in range(30)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertLessEqual(set(seen), {403, 429, 503})
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as f:
            peak = next(int(line.split()[1]) for line in f if line.startswith("VmHWM"))
        if "ASAN_OPTIONS" not in os.environ:
            self.assertLess(peak, 400 << 10)

    @once
    def test_two_cookies_of_one_name_are_none(self):
        self.assertEqual(self.password(PASSWORD)[0], 303)
        mine = self.cookie
        self.assertEqual(self.page("/inbox", headers={"Cookie": f"other=1; {mine}"})[0], 200)
        for cookie in (f"{mine}; sluice={'0' * 64}", f"sluice={'0' * 64}; {mine}", f"x{mine}", mine + "0", mine[:-1]):
            self.assertEqual(self.page("/inbox", headers={"Cookie": cookie})[0], 303, cookie)

    @once
    def test_short_passwords_are_not_taken(self):
        said = self.call("serve", "password", "--for", "ann", "--rights", "approve", stdin=b"eleven char\n", env=BY_STDIN)
        self.assertNotEqual(said.code, 0)
        self.assertIn("12", said.err)


class Insiders(Doors):
    def test_nobody_signs_others_out_by_signing_in(self):
        self.serve("--workers", "0", "--rate", "100000")
        self.assertEqual(self.password(PASSWORD)[0], 303)
        ann = self.cookie
        mine = []
        for _ in range(300):
            self.cookie = None
            mine.append(self.page("/login", {"token": self.tokens["bot"]})[2]["Set-Cookie"].split(";")[0])
        self.cookie = ann
        self.assertEqual(self.page("/inbox")[0], 200)
        alive = 0
        for self.cookie in mine:
            alive += self.page("/runs")[0] == 200
        self.assertEqual(alive, 16)


@once
class Keys(Doors):
    """As the page's script does it: the key signs the host, the person and the page's challenge."""

    def setUp(self):
        super().setUp()
        self.key, self.other = BrowserKey(), BrowserKey()
        self.trust({"ann": ["approver"], "ben": ["approver"]})
        path = self.folder / "trust.yaml"
        text = path.read_text()
        for name, key in (("ann", self.key), ("ben", self.other)):
            text = text.replace(f"name: {name.title()} of the tests\n    keys:\n", f"name: {name.title()} of the tests\n    keys:\n"
                                f'      - {{public: "{key.public}", from: 2020-01-01, until: 2099-01-01}}\n')
        path.write_text(text)
        self.access(self.lines + "people:\n  - {id: ann, key: true, rights: [approve]}\n")
        self.serve("--workers", "0")

    def sign(self, key, who="ann", challenge=None, host=None, begin="Sluice sign-in v1", claim=None):
        self.cookie = None
        if challenge is None:
            challenge = re.search(r'data-challenge="([^"]+)"', self.page("/login")[1])[1]
        text = f"{begin}\n{host or f'127.0.0.1:{self.port}'}\n{who}\n{challenge}\n".encode()
        signature = ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_detached(signature, None, text, ctypes.c_ulonglong(len(text)), key.secret)
        status, _, heads = self.page("/login", {"id": claim or who, "challenge": challenge, "key": key.public,
                                                "signature": base64.b64encode(signature.raw[:64]).decode()})
        self.challenge = challenge
        if status == 303:
            self.cookie = heads["Set-Cookie"].split(";")[0]
        return status

    def test_the_key_that_the_trust_file_names_signs_in(self):
        self.assertEqual(self.sign(self.key), 303)
        self.assertEqual(self.page("/inbox")[0], 200)
        self.assertEqual(self.sign(self.key, challenge=self.challenge), 403, "a challenge is answered once")

    def test_no_other_key_text_host_or_person(self):
        for why, answer in (("a stranger's key", {"key": BrowserKey()}), ("ben's key", {"key": self.other}),
                            ("ben, who may not", {"key": self.other, "who": "ben"}),
                            ("signed for ben, claimed for ann", {"key": self.key, "who": "ben", "claim": "ann"}),
                            ("for another service", {"key": self.key, "host": "other.example"}),
                            ("of another purpose", {"key": self.key, "begin": "Sluice v1"}),
                            ("a challenge that was made up", {"key": self.key, "challenge": "A" * 75})):
            self.assertEqual(self.sign(**answer), 403, why)
        self.assertEqual(self.sign(self.key), 303)
        self.assertEqual(self.password("", "ann")[0], 403)
        self.assertEqual(self.password(PASSWORD, "ann")[0], 403, "there is no password")


@once
class Encrypted(Doors):
    def test_over_tls_the_cookie_is_this_host_s_alone(self):
        if not shutil.which("openssl"):
            self.skipTest("openssl is not installed")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "cert.pem"], cwd=self.folder, check=True,
                       capture_output=True)
        (self.folder / "key.pem").chmod(0o600)
        self.serve("--workers", "0", "--tls-cert", "cert.pem", "--tls-key", "key.pem")
        context = ssl.create_default_context(cafile=self.folder / "cert.pem")
        context.check_hostname = False

        def ask(method, path, body=None, **heads):
            connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context, timeout=30)
            connection.request(method, path, body, heads)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer

        answer = ask("POST", "/login", f"id=ann&password={PASSWORD.replace(' ', '+')}",
                     **{"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(answer.status, 303)
        self.assertRegex(answer.headers["Set-Cookie"], "^__Host-sluice=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict; Secure$")
        cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.assertEqual(ask("GET", "/inbox", Cookie=cookie).status, 200)
        self.assertEqual(ask("GET", "/inbox", Cookie=cookie.replace("__Host-", "")).status, 303)
        self.assertEqual(ask("GET", "/inbox", Cookie=f"{cookie}; sluice={'0' * 64}").status, 200)


@once
class Changes(Doors):
    def setUp(self):
        super().setUp()
        self.serve("--workers", "0")

    def test_a_token_that_is_taken_away_ends_at_once_with_its_sessions(self):
        self.sign_in("bot")
        self.wait_for(200)
        self.access("\n".join(self.lines.split("  - id: bot")[0:1]) + "  - id: rival" + self.lines.split("  - id: rival")[1])
        self.wait_for(401)
        self.assertEqual(self.page("/runs")[0], 303)
        self.assertEqual(self.ask("GET", "/v1/runs", who="rival")[0], 200)

    def test_rights_change_within_a_session(self):
        self.assertEqual(self.password(PASSWORD)[0], 303)
        self.assertEqual(self.page("/inbox")[0], 200)
        self.access(self.lines + "people:\n" + self.ann.replace("approve,", "").replace("approve, ", ""))
        self.wait_for(401, "nobody")
        self.until(lambda: self.page("/inbox")[0] == 403)
        self.assertEqual((self.page("/inbox")[0], self.page("/runs")[0]), (403, 200))

    def test_a_broken_file_lets_nobody_in_until_it_is_mended(self):
        self.wait_for(200)
        for broken in ("tokens: [", "tokens:\n  - id: a\n    sha256: no\n", "guests: []\n", ""):
            self.access(broken)
            self.wait_for(401)
            self.access(self.lines)
            self.wait_for(200)
        os.chmod(self.folder / "tokens.yaml", 0o644)
        self.wait_for(401)
        os.chmod(self.folder / "tokens.yaml", 0o600)
        self.wait_for(200)
        self.stop()
        self.assertIn("nobody can sign in", self.err)

    def test_a_signal_reads_it_again(self):
        self.wait_for(200)
        self.process.send_signal(signal.SIGHUP)
        said = b""
        while b"was read again" not in said:
            said += os.read(self.process.stderr.fileno(), 65536)
        self.wait_for(200)
        self.stop()
        self.assertEqual((said.decode() + self.err).count("was read again"), 1)

    def test_what_is_wrong_is_told(self):
        for text, why in (("tokens: 1\n", "a list"), ("people:\n  - {id: ann, password: \"$argon2i$x\", rights: [read]}\n", "Argon2id"),
                          ("people:\n  - {id: ann, password: plain, rights: [read]}\n", "Argon2id"),
                          ("people:\n" + self.ann + self.ann, "twice"), ("visitors: []\n", "unknown member"),
                          ("people:\n" + self.ann.replace("approve", "everything"), "not a right")):
            self.access(text)
            said = self.call("serve", "--tokens", "tokens.yaml", "--listen", "127.0.0.1:0")
            self.assertNotEqual(said.code, 0)
            self.assertIn(why, said.err)


if __name__ == "__main__":
    unittest.main()
