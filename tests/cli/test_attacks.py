# SPDX-License-Identifier: MIT
"""The service as an attacker meets it: text that would be markup, frames, slow senders, replayed tokens and votes, a requester who
approves, names that look like others. (Malformed and oversized requests are in test_serve.Attacks, guessing in test_login.)"""
import html.parser
import json
import re
import socket
import time
import unittest
import urllib.parse

import sluice
from test_serve import WAITS, BrowserKey, Pages, Served

BAD = "</script></title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{goal}}"
BIDI = "abc\u202edef\u200b"


class Markup(html.parser.HTMLParser):
    """Fails where a page has an element or an attribute that no template has."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.text, self.wrong = "", []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (name in ("href", "src", "action") and not re.match(r"[/#]", value or "")):
                self.wrong.append((tag, name, value))
        if tag == "img" and dict(attrs).get("src") not in ("/mark.svg",) and "/pictures/" not in dict(attrs).get("src", ""):
            self.wrong.append((tag, attrs))
        if tag in ("script", "iframe", "object", "embed", "base", "style") and dict(attrs).get("src") != "/console.js":
            self.wrong.append((tag, attrs))

    def handle_data(self, data):
        self.text += data


class Shown(Pages):
    """Whatever comes from a model, a program, a policy's author or a name is text on every page."""

    def seen(self, path, form=None):
        status, said, heads = self.page(path, form)
        self.assertEqual(status, 200, (path, said[:300]))
        self.assertIn("frame-ancestors 'none'", heads["Content-Security-Policy"])
        self.assertIn("script-src 'self';", heads["Content-Security-Policy"])
        page = Markup()
        page.feed(said)
        self.assertEqual(page.wrong, [], path)
        self.assertNotIn("{{", re.sub(re.escape("{{goal}}"), "", page.text), path)
        self.assertNotRegex(page.text, "[\u200b\u202e]", path)
        return page.text

    def begin(self, code, name="a.csv"):
        plan = {"understanding": BAD, "steps": [BAD, BIDI], "imports": ["json", "sqlite3"], "inputs_used": [name],
                "output_shape": BAD, "risks": [BAD], "feasible": True, "why_not": None}
        told = {"answer_text": BAD + BIDI, "caveats": [BAD]}
        self.write("replies.json", {"replies": [plan, {"rationale": BAD, "code": code}, told]})
        self.write("model.yaml", {"provider": "script", "file": str(self.folder / "replies.json")})
        self.write("own.yaml", {"apiVersion": "sluice/v1", "id": "own", "revision": 1, "extends": ["data-analysis"],
                                "imports": {"escalate": [{"module": "sqlite3", "message": BAD + BIDI}]}})
        self.trust({"ann": ["approver"]})
        self.serve("--policy", self.folder / "own.yaml", "--model", "model.yaml")

    def test_what_waits(self):
        self.begin(f"import sqlite3\nimport json\n# {BAD} p\u0430y\nprint(json.dumps(1))\n")
        run = self.ask("POST", "/v1/runs", {"goal": BAD + BIDI, "inputs": [{"name": "a.csv", "text": BAD}]},
                       headers={"Prefer": "wait=30"})[1]
        self.assertEqual(run.get("state"), "awaiting_approval", run)
        self.sign_in("ops")
        self.assertIn("alert(1)", self.seen("/inbox"))
        said = self.seen(f"/approvals/{run['run_id']}")
        self.assertIn("pU+0430y", said, "a letter of another script stands out")
        self.assertGreater(said.count("onerror=alert(1)"), 5, "the goal, the plan, the program and the finding")
        for path in ("/runs", f"/runs/{run['run_id']}", f"/ledger?q={run['run_id']}"):
            self.seen(path)
        self.assertIn("[U+202E]", self.seen("/inbox?q=" + "abc%E2%80%AEdef"))
        hidden = self.run_code(f"print(1)  # {BIDI}\n")[1]
        self.assertEqual(hidden["state"], "refused")
        said = self.seen(f"/runs/{hidden['run_id']}")
        for boxed in ("U+202E", "U+200B"):
            self.assertIn(boxed, said)

    def test_what_was_answered(self):
        name = BAD.replace("/", "")[:60]
        self.begin("import json, sys\n"
                   f"bad = {BAD!r}\nprint(bad, file=sys.stderr)\n"
                   "print(json.dumps({bad: bad, 'rows': [{bad: bad}], 'n': 1}))\n")
        run = self.ask("POST", "/v1/runs", {"goal": "g", "explain": True, "output": {"schema": {"type": "object"}},
                                            "inputs": [{"name": "a.csv", "text": "x"}]}, headers={"Prefer": "wait=30"})[1]
        self.assertEqual(run.get("state"), "answered", run)
        self.sign_in("bot")
        said = self.seen(f"/runs/{run['run_id']}")
        self.assertGreater(said.count("onerror=alert(1)"), 5, "the answer, its table, what was printed and explained")
        self.assertRegex(said, r'(?s)Printed by the program[^{]*{"</script></title><script>alert.1.*Standard error</script>')
        said = self.seen("/check", {"word": self.word, "code": f"import sqlite3\nx = {BAD!r}\n"})
        self.assertIn("alert(1)", said)
        for path in (f"/runs/{run['run_id']}/files/{urllib.parse.quote(name)}", "/runs/" + urllib.parse.quote(name)):
            self.assertEqual(self.page(path)[0], 404)
        self.assertIn(self.ask("POST", "/v1/runs", {"code": "print(1)", "inputs": [{"name": name, "text": ""}]})[0], (202, 422))

    def test_no_page_may_be_framed_and_each_says_so(self):
        self.begin("print(1)")
        self.sign_in("ops")
        routes = (sluice.SOURCE / "service").rglob("routes.def")
        paths = re.findall(r'"GET", "(/[^"{]*)"', next(routes).read_text())
        self.assertGreater(len(paths), 15)
        for path in paths:
            heads = self.page(path)[2]
            self.assertIn("frame-ancestors 'none'", heads["Content-Security-Policy"], path)
            self.assertIn("default-src 'none'", heads["Content-Security-Policy"], path)
            self.assertEqual((heads["X-Content-Type-Options"], heads["Cross-Origin-Resource-Policy"], heads["Cache-Control"]),
                             ("nosniff", "same-origin", "no-store"), path)


class Replayed(Pages):
    """What was good once is not good again, nor elsewhere."""

    def setUp(self):
        Served.setUp(self)
        self.key = BrowserKey()
        self.trust({"ann": ["approver"], "ben": ["approver"]})
        path = self.folder / "trust.yaml"
        line = f'      - {{public: "{self.key.public}", from: 2020-01-01, until: 2099-01-01}}\n'
        head = "name: Ann of the tests\n    keys:\n"
        path.write_text(path.read_text().replace(head, head + line))
        lines = (self.folder / "tokens.yaml").read_text()
        for name, rights in (("ann", "submit,approve,read-all"), ("ben", "submit,approve")):
            said = self.call("serve", "token", "--for", name, "--rights", rights)
            self.tokens[name] = said.out.strip()
            lines += said.err.split("\n", 1)[1]
        self.write("tokens.yaml", lines).chmod(0o600)
        self.serve("--policy", "data-analysis")

    def vote(self, run, cookie_of):
        """A vote of ann's, by the key that her browser holds."""
        self.cookie = None
        self.sign_in(cookie_of)
        said = self.page(f"/approvals/{run}")[1]
        approval = re.search(r'data-approval="(\w+)"', said)[1]
        words = re.findall(r"<li>(\w{5})</li>", said)
        places = [int(n) for n in re.findall(r'for="word_[ab]">Digest word (\d)', said)]
        status, text, heads = self.page(f"/approvals/{approval}/statement", {
            "word": self.word, "key": self.key.public, "answer": "approve", "reason": "a table in memory",
            "word_a": words[places[0] - 1], "word_b": words[places[1] - 1]})
        return approval, status, text, heads

    def test_a_requester_does_not_approve_by_any_way(self):
        run = self.run_code(WAITS, "ann")[1]["run_id"]
        approval, status, said, heads = self.vote(run, "ann")
        self.assertEqual(status, 200, said)
        for who, by in ((who, by) for who in ("ann", "ben") for by in ("page", "api")):
            vote = self.key.envelope(heads["Content-Type"], said.encode())
            status, why, _ = self.page(f"/approvals/{approval}/votes", {"word": self.word}, files=[("vote", "v", vote)]) \
                if by == "page" else self.ask("POST", f"/v1/approvals/{approval}/votes", vote, who)
            self.assertEqual(status, 409, (who, by, why))
            self.assertRegex(str(why), "asked for|requester")
        words = re.search(r"^  words +(\S+)", self.call("approvals", "show", run).out, re.M)[1]
        made = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "it is my own program",
                       "--envelope", "vote.json")
        if made.code == 0:  # signed elsewhere, it is refused where it is handed in
            status, said, _ = self.ask("POST", f"/v1/approvals/{approval}/votes", (self.folder / "vote.json").read_text(), "ann")
            self.assertEqual(status, 409, said)
        other = self.run_code(WAITS, "ben")[1]["run_id"]
        _, status, text, heads = self.vote(other, "ann")
        self.assertEqual(status, 200, "of another's run she may decide")
        forged = text.replace(re.search(r'"approval":"(\w+)"', text)[1], approval)
        self.assertNotEqual(forged, text)
        status, said, _ = self.ask("POST", f"/v1/approvals/{approval}/votes", self.key.envelope(heads["Content-Type"], forged.encode()),
                                   "ann")
        self.assertEqual(status, 409, said)
        self.assertEqual(self.ask("GET", f"/v1/runs/{run}")[0], 404)
        self.assertEqual(self.ask("GET", f"/v1/runs/{run}", who="ann")[1]["state"], "awaiting_approval")

    def test_a_vote_counts_once_and_for_one_run(self):
        first, second = (self.run_code(WAITS, "ben")[1]["run_id"] for _ in range(2))
        approval, status, text, heads = self.vote(first, "ann")
        self.assertEqual(status, 200, text)
        vote = self.key.envelope(heads["Content-Type"], text.encode())
        other = next(a["approval_id"] for a in self.ask("GET", "/v1/approvals", who="ann")[1]["approvals"] if a["run_id"] == second)
        self.assertEqual(self.ask("POST", f"/v1/approvals/{other}/votes", vote, "ann")[0], 409, "it names another approval")
        self.assertEqual(self.ask("POST", f"/v1/approvals/{approval}/votes", vote, "ann")[0], 200)
        for _ in range(2):  # a repetition says what became of the first, and counts for nothing
            self.ask("POST", f"/v1/approvals/{approval}/votes", vote, "ann")
        events = self.call("ledger", "search", "--run", first, "--json").out.splitlines()
        self.assertEqual([json.loads(e)["type"] for e in events].count("approval.voted"), 1)
        self.assertEqual(self.ask("GET", f"/v1/runs/{second}", who="ann")[1]["state"], "awaiting_approval")

    def test_a_session_that_has_ended_is_nobodys(self):
        self.sign_in("ann")
        cookie, word = self.cookie, self.word
        self.assertEqual(self.page("/logout", {"word": word})[0], 303)
        self.assertEqual(self.page("/inbox")[0], 303)
        self.sign_in("ann")
        mine, self.cookie = self.cookie, cookie
        self.assertEqual(self.page("/inbox")[0], 303, "a new session does not revive the old one")
        self.cookie = mine
        self.assertIn(self.page("/check", {"word": word, "code": "1"})[0], (403, 409), "its forms count no more")
        for forged in ("", "0" * 64, mine.split("=")[1][:-1], mine.split("=")[1] + "0", mine.split("=")[1].upper() + "x"):
            self.cookie = mine.split("=")[0] + "=" + forged
            self.assertEqual(self.page("/inbox")[0], 303, forged)

    def test_tokens_that_are_nearly_right(self):
        good = self.tokens["ann"]
        for wrong in (good[:-1], good + "0", good.upper(), good[::-1], good.replace("slu_", ""), f"{good},{good}"):
            self.assertEqual(self.ask("GET", "/v1/runs", who=wrong)[0], 401, wrong)
        for heads in ({"Authorization": good}, {"Authorization": f"Basic {good}"}, {"Authorization": "Bearer"},
                      {"Authorization": f"Bearer {good} {good}"}, {"X-Access-Token": good}, {"Cookie": f"session={good}"},
                      {"Authorization": f"Bearer\t{good}\t"}):
            self.assertEqual(self.ask("GET", "/v1/runs", who=None, headers=heads)[0], 401, heads)
        self.assertEqual(self.ask("GET", f"/v1/runs?access_token={good}", who=None)[0], 401)


class Slow(Served):
    def test_a_request_that_trickles_in_is_cut(self):
        """A byte every two seconds is no silence: only the time of the whole request bounds it."""
        self.serve("--workers", "0")
        head = f"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.tokens['bot']}\r\n"
        begins = {"headers": head.encode() + b"X-Slow: ", "body": head.encode() + b"Content-Length: 1000\r\n\r\n{", "line": b"GET /"}
        open_now = {}
        for what, text in begins.items():
            open_now[what] = socket.create_connection(("127.0.0.1", self.port))
            open_now[what].sendall(text)
        kept = socket.create_connection(("127.0.0.1", self.port))  # one that asks now and then, whole, is not cut
        began = time.monotonic()
        cut = {}
        while open_now and time.monotonic() - began < 90:
            time.sleep(2)
            kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"200 OK", kept.recv(65536))
            for what, one in list(open_now.items()):
                try:
                    one.sendall(b"a")
                    one.settimeout(0.05)
                    if one.recv(1) == b"":
                        raise ConnectionError
                except TimeoutError:
                    continue
                except OSError:
                    cut[what] = time.monotonic() - began
                    open_now.pop(what).close()
        kept.close()
        self.assertEqual(set(cut), set(begins), cut)
        for what, after in cut.items():
            self.assertTrue(50 < after < 70, (what, after))
        self.assertEqual(json.dumps(self.ask("GET", "/healthz")[1]["status"]), '"ok"')


if __name__ == "__main__":
    unittest.main()
