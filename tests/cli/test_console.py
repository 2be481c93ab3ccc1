# SPDX-License-Identifier: MIT
"""What people sign in the browser besides votes, as whoever means harm would send it."""
import base64
import json
import os
import re
import unittest
import urllib.parse

from engines import once
from test_serve import WAITS, BrowserKey, Pages, Served

BAD = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


class Team(Pages):
    PEOPLE = {"ann": (["approver"], "approve,read-all"), "ben": (["approver"], "approve"), "opa": (["operator"], "check"),
              "opb": (["operator"], "read-all"), "eve": ([], "submit,check")}

    def setUp(self):
        Served.setUp(self)
        self.keys = {name: BrowserKey() for name in self.PEOPLE}
        self.trust({name: roles for name, (roles, _) in self.PEOPLE.items()})
        path = self.folder / "trust.yaml"
        text = path.read_text()
        for name, key in self.keys.items():
            head = f"name: {name.title()} of the tests\n    keys:\n"
            text = text.replace(head, f'{head}      - {{public: "{key.public}", from: 2020-01-01, until: 2099-01-01}}\n')
        path.write_text(text.replace("    roles:\n  - id", "    roles: []\n  - id").removesuffix("    roles:\n"))
        lines = (self.folder / "tokens.yaml").read_text()
        for name, (_, rights) in self.PEOPLE.items():
            said = self.call("serve", "token", "--for", f"{name}", "--rights", rights)
            self.tokens[name] = said.out.strip()
            lines += said.err.split("\n", 1)[1]
        self.write("tokens.yaml", lines).chmod(0o600)
        self.serve("--policy", "data-analysis")

    def enter(self, who):
        self.cookie = None
        self.cookie = self.page("/login", {"token": self.tokens[who]})[2]["Set-Cookie"].split(";")[0]
        self.word = re.search(r'name="word" value="(\w+)"', self.page("/store")[1])[1]
        self.who = who

    def form(self, kind, target, **more):
        return {"word": self.word, "kind": kind, "target": target, "reason": "it has to be, for a test", **more}

    def statement(self, kind, target, key=None, **more):
        return self.page("/acts/statement", {**self.form(kind, target, **more),
                                             "key": (key or self.keys[self.who]).public})

    def act(self, kind, target, key=None, **more):
        """Written down by the service, signed, and handed in."""
        status, said, heads = self.statement(kind, target, key, **more)
        if status != 200:
            return status, said
        envelope = (key or self.keys[self.who]).envelope(heads["Content-Type"], said.encode())
        return self.page("/acts", {**self.form(kind, target, **more), "envelope": envelope})[:2]

    def mode(self):
        return re.search(r'data-mode="(\w+)"', self.page("/store")[1])[1]


class Looks(Team):
    @once
    def test_colours_lead_nowhere_else_and_write_no_header(self):
        self.cookie = None
        for back, to in (("http://localhost/inbox?show=mine", "/inbox?show=mine"), ("http://localhost//evil.example/", "/"),
                         ("http://localhost/\\evil.example/", "/"), ("https://evil.example", "/"), ("javascript:alert(1)", "/"), (None, "/")):
            status, _, heads = self.page("/theme", {"theme": "dark"}, headers={"Referer": back} if back else {})
            self.assertEqual((status, heads["Location"]), (303, to), back)
            self.assertIn("theme=dark; Path=/", heads["Set-Cookie"])
        for value in ("dark; Domain=evil.example", "light\r\nX-Evil: 1", BAD):
            heads = self.page("/theme", {"theme": value})[2]
            self.assertIn("theme=; Path=/; Max-Age=0", heads["Set-Cookie"])
            self.assertNotIn("X-Evil", heads)
        self.assertEqual(self.page("/theme", {"theme": "dark"}, headers={"Origin": "http://evil.example"})[0], 403)
        self.cookie = 'theme="><script>alert(1)</script>'
        self.assertNotIn("<script>alert", self.page("/login")[1])

    @once
    def test_a_browser_is_told_of_what_fails_on_a_page(self):
        self.enter("ann")
        for path in ("/runs/" + BAD.replace("/", "").replace(" ", "%20"), "/approvals/apr_none", "/nowhere"):
            status, said, heads = self.page(path, headers={"Accept": "text/html,*/*"})
            self.assertEqual((status, heads["Content-Type"]), (404, "text/html; charset=utf-8"), said)
            self.assertIn("Nothing was changed", said)
            self.assertNotIn("<script>alert", said)
            self.assertEqual(self.page(path)[2]["Content-Type"], "application/problem+json")

    def test_what_is_searched_for_is_text(self):
        self.enter("ann")
        status, said, _ = self.page("/inbox?q=%3Cscript%3Ealert(1)%3C/script%3E&show=%22%3E")
        self.assertEqual(status, 200)
        self.assertNotIn("<script>alert", said)
        self.assertIn("Nothing that waits is in this view", said)

    def found(self, query):
        status, said, _ = self.page("/runs?" + urllib.parse.urlencode(query))
        self.assertEqual(status, 200, query)
        self.assertNotIn("<script>alert", said)
        self.assertNotIn("<img src=x", said)
        return re.findall(r'<th scope="row"><a href="/runs/(\w+)"', said)

    def test_runs_are_searched_by_what_the_list_shows(self):
        one = self.run_code("import json\nprint(json.dumps(1))\n", goal="Load the Orders")[1]["run_id"]
        two = self.run_code("import os\nos.system('ls')\n", goal=BAD, who="eve")[1]["run_id"]
        self.enter("ann")
        for words, there in (("answered", [one]), ("Refused", [two]), ("the orders", [one]), ("EVE", [two]), ("Eve of the tests", [two]), (one, [one]),
                             (one[:-4], [one]), (two, [two]), ("data-analysis", [two, one]), ("run_", [two, one]), ("", [two, one]),
                             ("data", []), ("%", []), ("' OR '1'='1", []), ("run_%", []), ("\u202e", []), ("x" * 3000, [])):
            self.assertEqual(self.found({"q": words}), there, words)
        self.assertEqual(self.found({"q": BAD}), [two])
        self.assertEqual(self.found({"q": "data-analysis", "state": "answered"}), [one])
        self.assertEqual(self.found({"q": "data-analysis", "before": two}), [one])
        self.assertEqual(self.found({"q": "data-analysis", "open": "true"}), [])
        said = self.page("/runs?" + urllib.parse.urlencode({"q": BAD + "data", "limit": 1}))[1]
        self.assertIn('value="&lt;script&gt;', said)
        said = self.page("/runs?" + urllib.parse.urlencode({"q": "run_", "limit": 1}))[1]
        self.assertRegex(said, f'name="before" value="{two}">.*name="q" value="run_"><button class="button">Older')
        self.assertEqual(self.counts(), {"All": "2", "Not ended": "0", "Waiting for people": "0", "Answered": "1", "Refused": "1", "Failed": "0"})
        for path in ("/runs?q=%ff", "/runs?q=a%c0%80", "/inbox?q=%ff", "/runs?before=%ff", "/ledger?q=%ed%a0%80"):
            self.assertEqual(self.page(path)[0], 400, path)
        self.assertEqual(self.page("/runs?q=%00")[0], 200)

    def counts(self):
        return {name.strip(): n for name, n in re.findall(r'>([A-Za-z ]+)<span class="count">([^<]*)</span></a>', self.page("/runs")[1])}

    def test_nobody_finds_or_counts_the_runs_of_others(self):
        mine = self.run_code("import json\nprint(json.dumps(1))\n", goal="of ann's own", who="bot")[1]["run_id"]
        other = self.run_code("import json\nprint(json.dumps(1))\n", goal="a secret of eve", who="eve")[1]["run_id"]
        self.cookie = self.page("/login", {"token": self.tokens["bot"]})[2]["Set-Cookie"].split(";")[0]
        for words in (other, other[:-2], "secret", "eve"):
            self.assertEqual(self.found({"q": words}), [], words)
        self.assertEqual(self.found({"q": "answered"}), [mine])
        self.assertEqual(self.counts()["All"], "1")

    def test_the_head_counts_what_waits_for_this_person(self):
        run = self.run_code(WAITS, who="eve")[1]["run_id"]
        for who, n in (("ann", "1"), ("ben", "1"), ("opa", None), ("eve", None)):
            self.enter(who)
            self.assertEqual(self.waiting(), n, who)
        self.enter("ann")
        self.assertRegex(self.page("/inbox")[1], '(?s)Yours <span class="count">1</span>.*You can decide')
        said = self.page("/runs")[1]
        name = re.search('<small title="([^"]+)">', said)[1]
        self.assertIn(f'"origin":"{name}"', self.call("ledger", "export").out)
        self.assertEqual(self.page(f"/approvals/{run}")[0], 200)

    def waiting(self):
        found = re.search(r'href="/inbox"[^>]*>Inbox <span class="count">(\d+)<', self.page("/store")[1])
        return found and found[1]


class Switch(Team):
    def test_operators_turn_it_and_nobody_else(self):
        self.enter("ann")
        status, said = self.act("halt", "store")
        self.assertEqual((status, "operator" in said), (409, True), said)
        self.enter("opa")
        self.assertEqual(self.act("halt", "store", reason=BAD)[0], 200)
        self.assertEqual(self.mode(), "halted")
        said = self.page("/store")[1]
        self.assertNotIn("<script>alert", said)
        self.assertNotIn("<img src=x", said)
        self.assertIn("0 of 2 operators", said)
        self.assertEqual(self.act("resume", "store", reason=BAD)[0], 200)
        self.assertEqual(self.act("resume", "store", reason=BAD)[0], 200)
        self.assertEqual(self.mode(), "halted", "one operator twice is one")
        said = self.page("/store")[1]
        self.assertRegex(said, "(?s)1 of 2 operators.*Opa of the tests.*Another operator, within 23 h.*You have said so already")
        self.assertNotIn("<script>alert", said)
        self.assertEqual(self.act("halt", "store")[0], 200)
        self.assertIn("0 of 2 operators", self.page("/store")[1], "what was said before a halt is void")
        self.assertEqual(self.act("resume", "store")[0], 200)
        self.enter("opb")
        self.assertNotIn("You have said so already", self.page("/store")[1])
        self.assertEqual(self.act("resume", "store")[0], 200)
        self.assertEqual(self.mode(), "running")

    @once
    def test_a_form_of_another_site_does_nothing(self):
        self.assertEqual(self.page("/store")[0], 303)
        self.assertEqual(self.page("/acts", {})[0], 303)
        self.enter("opa")
        _, said, heads = self.statement("halt", "store")
        envelope = self.keys["opa"].envelope(heads["Content-Type"], said.encode())
        form = {**self.form("halt", "store"), "envelope": envelope}
        for wrong in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            self.assertEqual(self.page("/acts", form, wrong)[0], 403)
            self.assertEqual(self.page("/acts/statement", form, wrong)[0], 403)
        self.assertEqual(self.page("/acts", {**form, "word": "0" * 64})[0], 409)
        self.enter("opb")
        self.assertEqual(self.page("/acts", {**form, "word": self.word})[0], 409, "what another has signed")
        self.assertEqual(self.mode(), "running")

    @once
    def test_what_was_signed_is_what_is_done(self):
        self.enter("opa")
        key = self.keys["opa"]
        _, said, heads = self.statement("drain", "store")
        drain = key.envelope(heads["Content-Type"], said.encode())
        self.assertEqual(self.page("/acts", {**self.form("halt", "store"), "envelope": drain})[0], 409, "another kind")
        forged = json.loads(drain)
        forged["payload"] = base64.b64encode(said.replace('"kind":"drain"', '"kind":"halt"').encode()).decode()
        self.assertEqual(self.page("/acts", {**self.form("halt", "store"), "envelope": json.dumps(forged, separators=(",", ":"))})[0], 409)
        for envelope in ("", "{}", "[" * 5000, drain[:-2]):
            self.assertGreaterEqual(self.page("/acts", {**self.form("drain", "store"), "envelope": envelope})[0], 400)
        self.assertEqual(self.statement("drain", "store", key=self.keys["opb"])[0], 409)
        self.assertEqual(self.statement("drain", "store", key=BrowserKey())[0], 409)
        for kind in ("vote", "people", "adopt", "rotate", "request", "redaction", "", BAD):
            self.assertGreaterEqual(self.statement(kind, "store")[0], 400, kind)
        self.assertEqual(self.mode(), "running")
        for _ in range(2):
            self.assertEqual(self.page("/acts", {**self.form("drain", "store"), "envelope": drain})[0], 200)
        self.assertEqual(self.mode(), "draining")

    @once
    def test_rights_are_asked_for_before_anything_is_written_down(self):
        self.enter("opa")
        for kind in ("comment", "edit", "exception", "delegation", "revoke", "cancel"):
            self.assertEqual(self.statement(kind, "apr_x")[0], 409, kind)
        self.enter("ops")
        self.assertIn("does not list", self.statement("halt", "store", key=self.keys["opa"])[1])


class Talk(Team):
    """What is said of a program that waits."""

    def setUp(self):
        super().setUp()
        self.run_id = self.run_code(WAITS, goal=BAD)[1]["run_id"]
        self.enter("ann")
        self.approval = re.search(r'data-approval="(\w+)"', self.review())[1]

    def review(self):
        return self.page(f"/approvals/{self.run_id}")[1]

    def test_a_comment_is_text_and_stands_for_its_lines(self):
        self.assertEqual(self.act("comment", self.approval, text=BAD + " \u202e", line_from="2", line_to="2",
                                  must_resolve="1")[0], 200)
        said = self.review()
        self.assertIn(f"<code>{self.run_id}</code>", said)
        self.assertIn(f'href="/runs/{self.run_id}"', said)
        self.assertNotIn("<script>alert", said)
        self.assertNotIn("<img src=x", said)
        self.assertIn("[U+202E]", said)
        self.assertIn("line 2", said)
        self.assertIn("must be resolved", said)
        comment = re.search(r'data-kind="resolve" data-target="(\w+)"', said)[1]
        self.enter("ben")  # who may read no run of another's, and gets no link to one
        self.assertNotIn(f'href="/runs/{self.run_id}"', self.review())
        status, said = self.act("resolve", comment, approval=self.approval)
        self.assertEqual((status, "author" in said), (409, True), said)
        self.enter("ann")
        self.assertEqual(self.act("resolve", comment, approval=self.approval)[0], 200)
        self.assertNotIn("must be resolved</span>", self.review())

    @once
    def test_what_stands_there_is_what_was_signed(self):
        for kind, name, one, other in (("comment", "text", "it is fine", "it is a trap"), ("edit", "code", "print(1)\n", "print(2)\n")):
            form = {name: one, "line_from": "0", "line_to": "0"}
            _, said, heads = self.statement(kind, self.approval, **form)
            envelope = self.keys["ann"].envelope(heads["Content-Type"], said.encode())
            status, said, _ = self.page("/acts", {**self.form(kind, self.approval, **{**form, name: other}), "envelope": envelope})
            self.assertGreaterEqual(status, 400, said)
        said = self.review()
        self.assertNotIn("a trap", said)
        self.assertNotIn("it is fine", said)
        self.assertEqual(self.ask("GET", f"/v1/runs/{self.run_id}")[1]["state"], "awaiting_approval")

    def test_an_author_does_not_vote_and_the_rounds_are_compared(self):
        self.assertEqual(self.page(f"/approvals/{self.run_id}/changes")[0], 404)
        changed = WAITS.replace("select 1", f"select 2 -- {BAD[:25]}")
        self.assertEqual(self.act("edit", self.approval, code=changed)[0], 200)
        said = self.until(lambda: (page := self.page(f"/approvals/{self.run_id}/changes"))[0] == 200 and page)
        self.assertIn("constants only", said[1])
        self.assertIn('class="removed"', said[1])
        self.assertNotIn("<script>alert", said[1])
        self.assertEqual(self.page(f"/approvals/{self.run_id}/changes?rounds=1,7")[0], 404)
        self.assertEqual(self.page(f"/approvals/{self.run_id}/changes?rounds=x")[0], 400)
        words = re.findall(r"<li>(\w{5})</li>", self.review())
        self.approval = re.search(r'data-approval="(\w+)"', self.review())[1]
        status, said, heads = self.page(f"/approvals/{self.approval}/statement", {
            "word": self.word, "key": self.keys["ann"].public, "answer": "approve", "reason": "it is my own, and fine",
            "word_a": words[int(re.search(r'for="word_a">Digest word (\d)', self.review())[1]) - 1],
            "word_b": words[int(re.search(r'for="word_b">Digest word (\d)', self.review())[1]) - 1]})
        self.assertEqual(status, 200, said)
        envelope = self.keys["ann"].envelope(heads["Content-Type"], said.encode())
        status, said, _ = self.page(f"/approvals/{self.approval}/votes", {"word": self.word}, files=[("vote", "v", envelope)])
        self.assertEqual((status, "author" in said), (409, True), said)


class Belief(Team):
    """The trust file changes while the service runs."""

    def ready(self):
        return self.ask("GET", "/readyz", who=None)[1]

    def wait_for(self, what):
        self.until(what, lambda: f"{self.ready()}")

    def test_a_file_that_custodians_put_in_force_counts_at_once(self):
        path = self.folder / "trust.yaml"
        text = path.read_text()
        key = BrowserKey()
        self.enter("opa")
        self.assertEqual(self.statement("drain", "store", key)[0], 409)
        new = text.replace(self.keys["opa"].public, key.public)
        self.adopt(new)
        self.wait_for(lambda: self.statement("drain", "store", key)[0] == 200)
        self.assertEqual(self.act("drain", "store", self.keys["opa"])[0], 409, "the key that is gone")
        self.assertEqual(self.act("drain", "store", key)[0], 200)
        self.assertEqual(self.act("resume", "store", key)[0], 200)
        self.assertEqual(self.run_code("import json\nprint(json.dumps(1))\n")[1]["state"], "answered")

    @once
    def test_whoever_only_writes_the_file_changes_nothing(self):
        path = self.folder / "trust.yaml"
        text = path.read_text()
        self.enter("ann")
        for other in (text.replace("role: approver", "role: operator"), "people: [", ""):
            self.write("next", other).chmod(0o644)
            os.replace(self.folder / "next", path)
            self.wait_for(lambda: "trust_file" in self.ready())
            self.assertEqual(self.act("halt", "store")[0], 409)
        os.chmod(path, 0o666)
        path.write_text(text)
        self.assertEqual(self.ready().get("trust_file"), "changed and not used", "others may write it")
        path.chmod(0o644)
        self.wait_for(lambda: "trust_file" not in self.ready())
        self.assertEqual(self.act("comment", "apr_x", text="x")[0] >= 400, True)
        self.stop()
        self.assertIn("stays in force", self.err)
        self.assertLess(self.err.count("stays in force"), 6, "each fault is said once")


if __name__ == "__main__":
    unittest.main()
