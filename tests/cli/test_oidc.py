# SPDX-License-Identifier: MIT
"""Signing in at an identity provider: at a real one, and at one that lies."""
import html
import http.client
import http.cookiejar
import json
import re
import socket
import subprocess
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import sluice
from test_serve import Pages

LOGIN = sluice.SOURCE / "tests/login"
SECRET = "a secret/with signs"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class AtProvider(Pages):
    def provider(self, script, *words):
        process = subprocess.Popen(["node", script, *words], cwd=LOGIN, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(lambda: (process.kill(), process.communicate()))
        return process.stdout.readline().strip()

    def begin_service(self, issuer, port, **more):
        self.write("secret", SECRET + "\n").chmod(0o600)
        settings = {"issuer": issuer, "client_id": "sluice", "client_secret_file": "secret",
                    "redirect": f"http://127.0.0.1:{port}/login/oidc/back", "scope": "openid groups",
                    "rights": {"reviewers": ["approve", "read-all"], "analysts": ["submit"]}, **more}
        self.settings = (self.folder / "tokens.yaml").read_text().split("oidc: ")[0]
        self.write("tokens.yaml", self.settings + "oidc: " + json.dumps(settings) + "\n").chmod(0o600)
        self.serve("--workers", "0", "--listen", f"127.0.0.1:{port}")


class Real(AtProvider):
    """npm's oidc-provider, whose own forms are filled in."""

    def setUp(self):
        if not (LOGIN / "node_modules/oidc-provider").is_dir():
            self.skipTest("no provider: run `npm ci` in tests/login")
        super().setUp()

    def browser(self):
        jar = http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(strict_ns_domain=0))
        return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)), jar

    def walk(self, alg, account):
        """As a person does it: the button, the provider's two forms, and back."""
        port = free_port()
        issuer = self.provider("provider.mjs", f"http://127.0.0.1:{port}/login/oidc/back", alg)
        self.begin_service(issuer, port, people={"ann": "ann"})
        browser, jar = self.browser()
        page = browser.open(f"http://127.0.0.1:{port}/login").read().decode()
        self.assertIn(issuer, page)
        answer = browser.open(f"http://127.0.0.1:{port}/login/oidc")
        for form in ({"prompt": "login", "login": account, "password": "x"}, {"prompt": "consent"}):
            self.assertTrue(answer.url.startswith(f"{issuer}/interaction/"), answer.url)
            action = re.search(r'action="([^"]+)"', answer.read().decode())[1]
            try:
                answer = browser.open(urllib.parse.urljoin(issuer, html.unescape(action)),
                                      urllib.parse.urlencode(form).encode())
            except urllib.error.HTTPError as said:
                answer = said
        return port, browser, jar, answer

    def test_a_person_comes_in_with_the_rights_of_the_groups(self):
        for alg in ("RS256", "ES256", "EdDSA"):
            with self.subTest(alg):
                port, browser, jar, answer = self.walk(alg, "ann")
                self.assertEqual((answer.status, answer.headers["Refresh"]), (200, "0; url=/inbox"), answer.read())
                self.assertIn(f":{port}/login/oidc/back?code=", answer.url)
                session = next(c for c in jar if c.name == "sluice")
                self.assertEqual(session.get_nonstandard_attr("SameSite"), "Strict")
                inbox = browser.open(f"http://127.0.0.1:{port}/inbox").read().decode()
                self.assertIn(">ann<", inbox)
                with self.assertRaises(urllib.error.HTTPError) as no:
                    browser.open(f"http://127.0.0.1:{port}/submit")
                self.assertEqual(no.exception.code, 403)
                word = re.search(r'name="word" value="(\w+)"', inbox)[1]
                bye = browser.open(f"http://127.0.0.1:{port}/logout", urllib.parse.urlencode({"word": word}).encode())
                self.assertIn("/session/end?client_id=sluice", bye.read().decode())
                self.assertEqual(browser.open(f"http://127.0.0.1:{port}/inbox").url, f"http://127.0.0.1:{port}/login")
                self.stop()
                self.write("tokens.yaml", self.settings).chmod(0o600)

    def test_who_is_in_no_group_stays_outside(self):
        _, _, jar, answer = self.walk("EdDSA", "eve")
        self.assertEqual(answer.status, 403)
        self.assertIn("no group of", answer.read().decode())
        self.assertFalse([c for c in jar if c.name == "sluice"])

    def test_an_account_that_is_nobody_here_keeps_a_name_of_its_own(self):
        port, browser, _, answer = self.walk("EdDSA", "bo")
        self.assertEqual(answer.status, 200)
        self.assertIn("oidc:bo", browser.open(f"http://127.0.0.1:{port}/runs").read().decode())


class Hostile(AtProvider):
    def setUp(self):
        super().setUp()
        number = self.provider("hostile.mjs")
        self.issuer, self.own = f"http://127.0.0.1:{number}", free_port()
        self.begin_service(self.issuer, self.own, people={"u-1": "ann"})

    def lie(self, **what):
        connection = http.client.HTTPConnection(self.issuer[7:])
        connection.request("POST", "/lie", json.dumps(what))
        asked = json.loads(connection.getresponse().read())
        connection.close()
        return asked

    def begin(self):
        """To the provider: the cookie of the sign-in, and what is handed back."""
        self.cookie = None
        status, said, heads = self.page("/login/oidc")
        self.assertEqual(status, 303, said)
        self.assertRegex(heads["Set-Cookie"], "^sluice-login=[A-Za-z0-9_-]+; Path=/; HttpOnly; SameSite=Lax")
        with urllib.request.urlopen(heads["Location"]) as answer:
            given = json.load(answer)
        self.assertEqual(given["method"], "S256")
        self.cookie = heads["Set-Cookie"].split(";")[0]
        return given

    def back(self, **query):
        return self.page("/login/oidc/back?" + urllib.parse.urlencode(query))

    def come(self, **lies):
        self.lie(**lies)
        given = self.begin()
        return self.back(code=given["code"], state=given["state"])

    def sessions(self, heads):
        return [c for c in heads.get_all("Set-Cookie") or [] if c.startswith("sluice=")]

    def assert_outside(self, answer, why, words=""):
        status, said, heads = answer
        self.assertEqual((status, self.sessions(heads)), (403, []), why)
        self.assertIn(words, html.unescape(said), why)

    def test_an_honest_answer_is_taken(self):
        for alg in ("RS256", "ES256", "EdDSA"):
            status, said, heads = self.come(signed=alg)
            self.assertEqual((status, len(self.sessions(heads))), (200, 1), said)
        self.assertEqual(self.come(claims={"aud": ["sluice"], "azp": "sluice"})[0], 200)
        self.assertEqual(self.come(without=["groups"])[0], 200)

    def test_a_token_that_is_not_as_it_must_be_is_refused(self):
        now = time.time()
        for number, (lies, words) in enumerate((
                ({"alg": "none"}, "not a signed token"), ({"alg": "None", "signature": "AA"}, "not signed by"),
                ({"alg": "HS256", "secret": SECRET}, "not signed by"), ({"alg": "RS512"}, "not signed by"),
                ({"stranger": True}, "signature is wrong"), ({"signature": "AAAA"}, "signature is wrong"),
                ({"signed": "ES256", "signature": "A" * 86}, "signature is wrong"),
                ({"signed": "EdDSA", "signature": "A" * 86}, "signature is wrong"),
                ({"signed": "RS256", "header": {"alg": "ES256"}}, "no such key"),
                ({"signed": "RS256", "header": {"kid": "other"}}, "no such key"),
                ({"header": {"kid": "small"}, "small": True}, "signature is wrong"),
                ({"header": {"crit": ["b64"], "b64": False}}, "unknown here"),
                ({"keys": {"keys": []}}, "no such key"), ({"keys": []}, "no such key"),
                ({"claims": {"iss": "https://other.example"}}, "another issuer made"),
                ({"claims": {"iss": self.issuer + "/"}}, "another issuer made"),
                ({"claims": {"aud": "other"}}, "for another"), ({"claims": {"aud": ["sluice", "other"]}}, "for another"),
                ({"claims": {"azp": "other"}}, "for another"), ({"without": ["aud"]}, "for another"),
                ({"claims": {"nonce": "x" * 43}}, "another sign-in"), ({"without": ["nonce"]}, "another sign-in"),
                ({"claims": {"exp": int(now) - 100}}, "has expired"), ({"without": ["exp"]}, "has expired"),
                ({"claims": {"exp": "2099"}}, "has expired"), ({"claims": {"iat": int(now) - 5000}}, "has expired"),
                ({"claims": {"iat": int(now) + 5000}}, "has expired"), ({"claims": {"nbf": int(now) + 5000}}, "has expired"),
                ({"without": ["sub"]}, "names no one"), ({"claims": {"sub": "a\nb"}}, "names no one"),
                ({"claims": {"sub": "x" * 200}}, "names no one"), ({"claims": {"groups": "reviewers"}}, "no group of"),
                ({"claims": {"groups": []}}, "no group of"),
                ({"without": ["groups"], "me": {"sub": "u-2", "groups": ["reviewers"]}}, "another person"),
                ({"tokens": {}}, "not a signed token"), ({"tokens": {"id_token": "a.b"}}, "not a signed token"),
                ({"tokens": "nonsense"}, ""), ({"status": 500}, "answered 500"))):
            if number % 15 == 14:  # an address that fails so often waits: another service asks on
                self.stop()
                self.serve("--workers", "0", "--listen", f"127.0.0.1:{self.own}")
            self.assert_outside(self.come(**lies), lies, words)

    def test_a_document_of_another_issuer_leads_nobody_away(self):
        for document in ({"issuer": "https://other.example"}, {"token_endpoint": "http://other.example/token"},
                         {"authorization_endpoint": "javascript:alert(1)"}, {"jwks_uri": "file:///etc/passwd"},
                         {"authorization_endpoint": "https://x/\r\nX-Evil: 1"}):
            self.lie(discovery=document)
            self.assert_outside(self.page("/login/oidc"), document, "identity provider")

    def test_an_answer_counts_once_in_the_browser_that_asked(self):
        self.lie(again=True)
        given = self.begin()
        mine = self.cookie
        for why, cookie, query in (
                ("no cookie", None, given), ("a cookie that was made up", "sluice-login=" + "A" * 300, given),
                ("another state", mine, {**given, "state": "A" * 43}), ("no state", mine, {"code": given["code"], "state": ""}),
                ("a cookie that was changed", mine[:-4] + ("AAAA" if mine[-4:] != "AAAA" else "BBBB"), given)):
            self.cookie = cookie
            self.assert_outside(self.back(code=query["code"], state=query["state"]), why, "started in another browser")
        self.cookie = mine
        self.assertNotIn("/token", self.lie(again=True), "nothing of it reached the provider")
        self.assertEqual(self.back(code=given["code"], state=given["state"])[0], 200)
        self.assert_outside(self.back(code=given["code"], state=given["state"]), "again", "already used")

    def test_answers_of_two_sign_ins_are_not_mixed(self):
        self.lie()
        first = self.begin()
        cookie = self.cookie
        second = self.begin()
        self.cookie = cookie
        self.assert_outside(self.back(code=second["code"], state=first["state"]), "the code of another sign-in")
        self.lie()
        given = self.begin()
        self.assert_outside(self.back(code=given["code"], state=given["state"], iss="https://other.example"), "mix-up",
                            "another identity provider")
        self.stop()
        self.serve("--workers", "0", "--listen", f"127.0.0.1:{self.own}")
        self.lie(discovery={"authorization_response_iss_parameter_supported": True})
        given = self.begin()
        self.assert_outside(self.back(code=given["code"], state=given["state"]), "it does not name itself", "name its provider")
        given = self.begin()
        self.assertEqual(self.back(code=given["code"], state=given["state"], iss=self.issuer)[0], 200)

    def test_what_the_provider_says_is_text(self):
        given = self.begin()
        status, said, _ = self.back(error="<script>alert(1)</script>", state=given["state"])
        self.assertEqual(status, 403)
        self.assertNotIn("<script>alert", said)

    def test_a_session_ends_with_the_settings_that_it_came_by(self):
        heads = self.come()[2]
        self.cookie = self.sessions(heads)[0].split(";")[0]
        self.assertEqual(self.page("/inbox")[0], 200)
        self.write("tokens.yaml", (self.folder / "tokens.yaml").read_text().replace('"reviewers": [', '"reviewers": ["check", '))
        self.until(lambda: self.page("/inbox")[0] == 303)

    def test_who_guesses_waits(self):
        statuses = []
        for _ in range(22):
            given = self.begin() if len(statuses) == 0 else {"state": "A" * 43}
            statuses.append(self.back(code="guess", state=given["state"])[0])
        self.assertEqual(statuses[-1], 429)

    def test_settings_that_are_wrong_are_told(self):
        good = json.loads((self.folder / "tokens.yaml").read_text().split("oidc: ")[1])
        for change, why in (({"issuer": "http://id.example.org"}, "not such an address"), ({"rights": {}}, "which rights"),
                            ({"rights": {"a": ["all"]}}, "not a right"), ({"redirect": "https://x/login"}, "send people back"),
                            ({"client_secret_file": "none"}, "none"), ({"people": {"a": "b c"}}, "not a valid id"),
                            ({"verify": False}, "unknown member"), ({"client_id": ""}, "missing")):
            self.write("tokens.yaml", self.settings + "oidc: " + json.dumps({**good, **change}) + "\n").chmod(0o600)
            said = self.call("serve", "--tokens", "tokens.yaml", "--listen", "127.0.0.1:0")
            self.assertNotEqual(said.code, 0)
            self.assertIn(why, said.err, change)


if __name__ == "__main__":
    unittest.main()
