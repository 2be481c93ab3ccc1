# SPDX-License-Identifier: MIT
"""approvals, halt, drain, resume: people with keys of their own decide, and workers go on."""

import re
import sqlite3
import unittest

from sluice import SOURCE, Case

PASSPHRASE = b"correct horse battery\n"
PEOPLE = {"rae": "approver", "ann": "approver", "bob": "approver", "dan": "control", "gus": "break_glass",
          "opa": "operator", "opb": "operator"}
REASON = "it sums one file in a table that is kept in memory"
CODE = """import sqlite3
name = "caf\u00e9 \U0001f600"  # \u4e2d
print(1)
"""
TWO = """apiVersion: sluice/v1
id: two
revision: 1
extends: [data-analysis]
override: [{what: escalation, reason: two people for this test}]
escalation: {needs: [{role: approver, n: 2}]}
"""


class Approvals(Case):
    keys = {}

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o700)
        for person in PEOPLE:
            self.key(person)
        self.trust()

    def env(self):
        return {"SLUICE_PASSPHRASE_FD": "0", "HOME": str(self.folder), "SLUICE_TRUST": str(self.folder / "trust.yaml"),
                "SLUICE_STORE": f"sqlite:{self.folder}/state/store.db"}

    def key(self, person):
        """A key costs Argon2's time: it is made once for all tests."""
        path = self.folder / f"{person}.key"
        if person not in Approvals.keys:
            made = self.sluice("keys", "new", "--owner", person, "--json", path, stdin=PASSPHRASE,
                               env={"SLUICE_PASSPHRASE_FD": "0"})
            self.assertEqual(made.code, 0, made.err)
            Approvals.keys[person] = (path.read_bytes(), made.json["public"])
        path.write_bytes(Approvals.keys[person][0])
        path.chmod(0o600)

    def trust(self, without=()):
        lines = ["apiVersion: sluice/v1", "origin: example.org/test", f"revision: {len(without)}", "people:"]
        for person, role in PEOPLE.items():
            if person in without:
                continue
            lines += [f"  - id: {person}", f"    name: {person.title()} Example",
                      f"    keys: [{{public: \"{Approvals.keys[person][1]}\", from: 2026-01-01, until: 2099-01-01}}]",
                      f"    roles: [{{role: {role}, scope: \"*\", from: 2026-01-01, until: 2099-01-01}}]"]
        self.write("trust.yaml", "\n".join(lines) + "\n").chmod(0o600)

    def by(self, person, *words):
        return self.sluice(*words, "--key", self.folder / f"{person}.key", stdin=PASSPHRASE, env=self.env())

    def done(self, person, *words):
        said = self.by(person, *words)
        self.assertEqual(said.code, 0, said.err)
        return said

    def submit(self, *words):
        said = self.done("rae", "submit", *(words or [SOURCE / "examples/escalation/task.yaml"]), "--json")
        self.work()
        return said.json["run_id"]

    def work(self):
        return self.sluice("worker", "--once", "--trust-submitters", env=self.env())

    def state(self, run):
        return self.sluice("runs", "show", run, "--json", env=self.env()).json["state"]

    def words(self, run):
        return self.done("ann", "approvals", "show", run, "--json").json["words"]

    def approve(self, person, run, *more):
        return self.by(person, "approvals", "approve", run, "--words", self.words(run), "--reason", REASON, *more)


class Inbox(Approvals):
    def test_it_says_what_waits_for_whom(self):
        self.assertEqual(self.done("ann", "approvals").out, "nothing waits\n")
        run = self.submit()
        said = self.done("ann", "approvals", "list").out
        said = re.sub(r"waiting \d+s", "waiting 0s", said)
        self.assertEqual(said, f"""{run}  execute, pending, round 1, for you
  goal      Load the orders into a table and give the total of each customer.
  why       line 3: module 'sqlite3': databases need a reviewer; also line 5
            [import.escalated]
  asked     by rae, waiting 0s, due in 23h 59m
  needs     1 approver (votes are hidden until yours); could: ann, bob

""")
        self.assertEqual(self.done("rae", "approvals", "list", "--mine").out, "nothing waits\n")
        self.assertIn(run, self.done("rae", "approvals", "list").out)
        self.assertEqual([e["mine"] for e in self.done("bob", "approvals", "--json").json], [True])
        self.assertEqual(self.done("bob", "approvals", "--state", "rejected").out, "nothing waits\n")

    def test_the_page_has_all_that_is_decided_on(self):
        run = self.submit()
        said = self.done("ann", "approvals", "show", run).out
        self.assertTrue(all(len(line) <= 80 for line in said.splitlines()), said)
        approval = said.split()[0]
        subject = re.search(r"subject +([0-9a-f]{64})", said).group(1)
        said = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ, (in )?[0-9hms ]+( ago)?\n", "TIME\n", said)
        said = re.sub(r"\[[0-9a-f]{12}\]", "[PRINT]", said)
        said = re.sub(r"\(key [0-9a-f]{16}\)", "(key KEY)", said)
        words = self.words(run)
        self.assertEqual(said, PAGE.format(approval=approval, run=run, subject=subject, words=words))

    def test_the_code_is_shown_as_it_is(self):
        self.write("code.py", CODE)
        run = self.submit("--policy", "data-analysis", "--code", "code.py", "--goal", "print one")
        said = self.done("ann", "approvals", "show", run).out
        self.assertIn('   2 | name = "caf[U+00E9] [U+1F600]"  # [U+4E2D]\n', said)
        self.assertTrue(said.isascii(), said)

    def test_what_the_store_gives_is_hashed_again(self):
        run = self.submit()
        words = self.words(run)
        path = self.folder / "state/store.db"
        with sqlite3.connect(path) as db:
            code, = db.execute("SELECT c.bytes FROM run r JOIN content c ON c.sha256 = r.code_sha256 WHERE r.id = ?",
                               (run,)).fetchone()
        db.close()
        before = path.read_bytes()
        # The code's sealed bytes in the file itself, beneath every guard.
        after = before.replace(code[40:80], code[40:79] + bytes([code[79] ^ 1]))
        self.assertNotEqual(before, after)
        path.write_bytes(after)
        for words in (["approve", run, "--words", words, "--reason", REASON], ["show", run]):
            said = self.by("ann", "approvals", *words)
            self.assertNotEqual(said.code, 0)
            self.assertIn("the subject's code: ", said.err)
            self.assertNotIn("signed:", said.err)


class Decide(Approvals):
    def test_two_people_approve_and_a_worker_goes_on(self):
        self.write("two.yaml", TWO)
        run = self.submit(SOURCE / "examples/escalation/task.yaml", "--policy", "two.yaml")
        self.assertEqual(self.state(run), "awaiting_approval")
        first = self.approve("ann", run, "--json")
        self.assertEqual(first.code, 0, first.err)
        self.assertEqual(first.json["state"], "pending")
        self.assertEqual(first.json["printed_name"], "Ann Example")
        self.assertIn("I allow it once, as it is", first.err.replace("\n", " "))
        self.work()
        self.assertEqual(self.state(run), "awaiting_approval")
        second = self.approve("bob", run)
        self.assertEqual(second.code, 0, second.err)
        self.assertRegex(second.out, r"^apr_\w+ is approved, signed: Bob Example\nnext: a worker runs it; where none is running: sluice worker --once\n$")
        self.work()
        self.assertEqual(self.state(run), "answered")
        page = self.done("rae", "approvals", "show", run).out
        self.assertIn(f"  ann       approve for 'approver': {REASON}"[:60], page)
        again = self.submit(SOURCE / "examples/escalation/task.yaml", "--policy", "two.yaml")
        self.assertRegex(self.done("ann", "approvals", "show", again).out,
                         rf"RUNS WITH THE SAME FINDINGS\n  \S+  answered +{run}\n")

    def test_a_vote_needs_the_words_of_what_would_run(self):
        run = self.submit()
        other = self.submit()
        for words, message in [((), "give the eight words of the program that you approve"),
                               (("--words", "babab babab"), "these words do not match the program that would run"),
                               (("--words", self.words(other)), "these words do not match the program that would run")]:
            said = self.by("ann", "approvals", "approve", run, "--reason", REASON, *words)
            self.assertNotEqual(said.code, 0)
            self.assertIn(message, said.err)
        spoken = self.words(run).upper().split("-")
        said = self.by("ann", "approvals", "approve", run, "--reason", REASON, "--words", *spoken)
        self.assertEqual(said.code, 0, said.err)

    def test_who_may_not_decide_is_told_why(self):
        run = self.submit()
        for person, message in [("rae", "'rae' asked for this run"),
                                ("dan", "'dan' holds no role that this rule asks for"),
                                ("opa", "'opa' holds no role that this rule asks for")]:
            said = self.approve(person, run)
            self.assertEqual(said.code, 10, said.err)
            self.assertIn(message, said.err)
        said = self.by("ann", "approvals", "approve", run, "--words", self.words(run), "--reason", "ok")
        self.assertIn("the reason has 2 characters; the rule requires 10", said.err)
        self.assertEqual(self.state(run), "awaiting_approval")

    def test_one_rejects(self):
        run = self.submit()
        self.done("bob", "approvals", "reject", run, "--reason", "no database for this")
        self.assertEqual(self.state(run), "rejected")
        self.assertIn("it is rejected", self.approve("ann", run).err)

    def test_a_wrong_passphrase_signs_nothing(self):
        run = self.submit()
        said = self.sluice("approvals", "reject", run, "--reason", REASON, "--key", self.folder / "ann.key",
                           stdin=b"wrong horse battery\n", env=self.env())
        self.assertNotEqual(said.code, 0)
        self.assertEqual(self.state(run), "awaiting_approval")

    def test_a_person_who_left_decides_nothing(self):
        run = self.submit()
        words = self.words(run)
        self.trust(without=["ann"])
        self.assertEqual(self.sluice("trust", "adopt", "trust.yaml", env=self.env()).code, 0)
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", REASON)
        self.assertNotEqual(said.code, 0)
        self.assertEqual(self.state(run), "awaiting_approval")

    def test_changes_are_asked_for_and_made(self):
        run = self.submit()
        self.done("ann", "approvals", "request-changes", run, "--reason", "sum without a database")
        page = self.done("bob", "approvals", "show", run, "--json").json
        self.assertEqual(page["state"], "changes_requested")
        self.assertEqual([c["must_resolve"] for c in page["comments"]], [True])
        self.write("new.py", page["code"].replace("WHERE", "WHERE").replace('round(t, 2)', 'round(t, 3)'))
        self.done("bob", "approvals", "edit", run, "--code", "new.py")
        self.work()
        self.assertEqual(self.state(run), "awaiting_approval")
        said = self.done("ann", "approvals", "diff", run)
        self.assertIn("round 1 to 2: constants only", said.out)
        self.assertIn("round(t, 3)", said.out)
        self.assertEqual(self.done("ann", "approvals", "diff", run, "--json").json["change"], "constants only")
        self.assertIn("'bob' is an author of this code", self.approve("bob", run).err)
        self.assertEqual(self.approve("ann", run).code, 0)

    def test_a_program_that_was_asked_for_is_changed_by_a_signature_alone(self):
        self.write("asked.py", "import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect(':memory:').execute('select 1').fetchall()))\n")
        run = self.submit("--code", "asked.py", "--policy", "data-analysis")
        first = self.words(run)
        other = (self.folder / "asked.py").read_text().replace("select 1", "select 2")
        self.write("new.py", other)
        self.done("bob", "approvals", "edit", run, "--code", "new.py")
        self.work()
        self.assertEqual(self.done("ann", "approvals", "show", run, "--json").json["code"], other)
        self.assertNotEqual(self.words(run), first)
        self.assertEqual(self.approve("ann", run).code, 0)
        self.work()
        self.assertEqual(self.sluice("runs", "show", run, "--json", env=self.env()).json["answer"], [[2]])

    def test_comments_stand_at_their_lines(self):
        run = self.submit()
        self.done("bob", "approvals", "comment", run, "which table?", "--lines", "5:6", "--must-resolve")
        page = self.done("bob", "approvals", "show", run).out
        self.assertRegex(page, r"   6 \| .*\n(     \^ .*\n(       .*\n)*)?     # bob \(must be resolved\): which table\?")
        self.assertRegex(self.approve("ann", run).out, "is pending")
        comment = self.done("bob", "approvals", "show", run, "--json").json["comments"][0]["comment"]
        self.assertIn("only its author", self.by("rae", "approvals", "resolve", comment).err)
        self.done("bob", "approvals", "resolve", comment)
        self.assertEqual(self.state(run), "approved")

    def test_what_is_said_is_taken_back(self):
        run = self.submit()
        self.assertIn("say why", self.by("rae", "approvals", "withdraw", run).err)
        self.assertIn("only its requester", self.by("ann", "approvals", "withdraw", run, "--reason", "no").err)
        self.done("rae", "approvals", "withdraw", run, "--reason", "not needed any more")
        self.assertEqual(self.state(run), "cancelled")
        run = self.submit()
        self.assertEqual(self.approve("ann", run).code, 0)
        self.done("ann", "approvals", "revoke", run, "--reason", "I looked at the wrong file")
        self.assertEqual(self.state(run), "rejected")


class Others(Approvals):
    def emergency(self, policy):
        self.write("p.yaml", policy)
        run = self.submit(SOURCE / "examples/escalation/task.yaml", "--policy", "p.yaml")
        said = self.by("gus", "approvals", "break-glass", run, "--words", self.words(run), "--incident", "INC-7",
                       "--reason", "the payment run at six fails without these totals")
        self.assertEqual(said.code, 0, said.err)
        self.assertIn("answer for it in a review", said.err.replace("\n", " "))
        self.work()
        return run, said.out.split()[0]

    def test_an_emergency_is_the_policys_or_nothing_runs(self):
        run, _ = self.emergency(TWO)
        self.assertEqual(self.state(run), "failed")
        self.assertIn("the policy 'two' allows no emergency approval", self.sluice("runs", "show", run, env=self.env()).out)

    def test_an_emergency_is_reviewed_by_another(self):
        run, approval = self.emergency(TWO.replace("n: 2}]", "n: 2}, {role: break_glass}]"))
        self.assertEqual(self.state(run), "answered")
        review = ["approvals", "break-glass", "review", approval, "--reason", "it was the only way that evening"]
        self.assertEqual(self.by("ann", *review).code, 2)
        self.assertIn("another person must review", self.by("gus", *review, "--justified").err)
        self.done("ann", *review, "--justified")
        self.assertIn("was already reviewed", self.by("bob", *review, "--unjustified").err)

    def test_one_person_alone_decides_about_himself_and_it_says_so(self):
        self.trust(without=[p for p in PEOPLE if p != "rae"])
        path = self.folder / "trust.yaml"
        path.write_text(path.read_text().replace("people:", "solo: true\npeople:"))
        run = self.submit()
        page = self.done("rae", "approvals", "show", run)
        self.assertIn("no separation of duties: one person asks and decides", page.out)
        words = self.done("rae", "approvals", "show", run, "--json").json["words"]
        self.done("rae", "approvals", "approve", run, "--words", words, "--reason", REASON)
        self.work()
        self.assertEqual(self.state(run), "answered")

    def test_a_role_is_lent(self):
        said = self.done("ann", "approvals", "delegate", "add", "--to", "dan", "--role", "approver", "--until",
                         soon(2), "--reason", "away")
        lent = said.out.strip()
        self.assertRegex(lent, r"^del_\w+$")
        run = self.submit()
        self.assertIn("ann to dan, 'approver' for '*'", self.done("dan", "approvals", "delegate", "list").out)
        self.assertRegex(self.approve("dan", run, "--on-behalf", "ann").out, "is approved")
        self.done("dan", "approvals", "delegate", "revoke", lent)
        self.assertEqual(self.done("dan", "approvals", "delegate", "list").out, "no delegations\n")

    def test_an_exception_is_proposed_granted_and_listed(self):
        task = self.write("one.json", {"goal": "print", "policy": "data-analysis", "output": {"schema": {}}})
        one = [task, "--code", self.write("one.py", "import sqlite3\nprint(1)\n")]
        run = self.submit(*one)
        print_ = self.done("ann", "approvals", "show", run, "--json").json["findings"][0]["fingerprint"]
        said = self.by("ann", "approvals", "exception", "propose", run, "--finding", print_[:12], "--owner", "bob",
                       "--until", soon(30), "--uses", "5", "--reason", "the monthly totals need a table in memory")
        self.assertEqual(said.code, 0, said.err)
        exception = said.out.split()[0]
        listed = self.done("ann", "approvals", "exception", "list", "--json").json[0]
        self.assertEqual((listed["exception"], listed["state"], listed["uses"]), (exception, "proposed", 0))
        page = self.done("bob", "approvals", "show", listed["approval"]).out
        self.assertIn("EXCEPTION", page)
        self.assertRegex(page, r"goal +Let 'import.escalated' pass in 'data-analysis' until \d{4}-\d\d-\d\d\n")
        self.assertIn("  proposed_by ann\n", page)
        self.assertIn(f"scope fingerprint {print_[:12]}", " ".join(page.split()))
        self.assertIn(listed["approval"], self.done("ann", "approvals", "exception", "list").out)
        inbox = self.done("bob", "approvals", "list").out
        self.assertIn(f"{listed['approval']}  exception, pending", inbox)  # its run has an approval of its own
        self.assertIn(f"{run}  execute, pending", inbox)
        words = self.done("bob", "approvals", "show", listed["approval"], "--json").json["words"]
        said = self.done("bob", "approvals", "approve", listed["approval"], "--words", words, "--reason", REASON)
        self.assertIn(" is granted, signed: ", said.out)
        self.assertIn("granted, 0 of 5 uses", self.done("ann", "approvals", "exception", "list").out)
        again = self.submit(*one)
        self.assertEqual(self.state(again), "answered")
        self.assertIn("granted, 1 of 5 uses", self.done("ann", "approvals", "exception", "list").out)
        self.assertIn(f"import.escalated: escalate, waived by {exception}, 1",
                      " ".join(self.sluice("receipt", "show", again, env=self.env()).out.split()))
        self.done("bob", "approvals", "exception", "revoke", exception)
        self.assertIn("revoked, 1 of 5 uses", self.done("ann", "approvals", "exception", "list").out)

    def test_the_switch(self):
        run = self.submit()
        self.assertEqual(self.approve("ann", run).code, 0)
        self.assertIn("does not hold the role 'operator'",
                      self.by("ann", "halt", "--reason", "something is wrong").err)
        self.assertIn("halted", self.done("opa", "halt", "--reason", "something is wrong").out)
        self.work()
        self.assertEqual(self.state(run), "approved")
        one = self.by("opa", "resume", "--reason", "the cause is found")
        self.assertEqual(one.code, 11)
        self.assertIn("a second operator must also resume", one.out)
        self.assertEqual(self.by("opa", "resume", "--reason", "the cause is found").code, 11)
        self.assertEqual(self.done("opb", "resume", "--reason", "the cause is found").out, "running\n")
        self.work()
        self.assertEqual(self.state(run), "answered")
        self.assertIn("draining", self.done("opa", "drain", "--reason", "maintenance at six").out)

    def test_wrong_words_are_told(self):
        for words, message in [(["aprove"], "did you mean 'approve'?"), (["show"], "`sluice approvals show` needs APPROVAL|RUN"),
                               (["list", "x"], "unexpected argument 'x'"), (["edit", "r"], "--code FILE"),
                               (["delegate", "x"], "add, list, revoke"), (["exception", "x"], "propose, list, export, revoke"),
                               (["break-glass", "r"], "--incident ID")]:
            said = self.by("ann", "approvals", *words)
            self.assertEqual(said.code, 2, words)
            self.assertIn(message, said.err)
        said = self.by("ann", "approvals", "show", "run_none")
        self.assertIn("there is no approval 'run_none'", said.err)


def soon(days):
    import datetime
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).date().isoformat()


PAGE = """{approval}  execute, pending, round 1
  run       {run}
  goal      Load the orders into a table and give the total of each customer.
  asked by  rae, Rae Example
  request   signed by Rae Example (key KEY)
  authors   rae
  policy    data-analysis, revision 1
  opened    TIME
  decide by TIME
  subject   {subject}
  words     {words}

CODE
   1 | import csv
   2 | import json
   3 | import sqlite3
     ^ escalate, import.escalated: module 'sqlite3': databases need a reviewer;
       also line 5 (use a module that the policy allows, or wait for a
       reviewer) [PRINT]
   4 | 
   5 | database = sqlite3.connect(":memory:")
   6 | database.execute("CREATE TABLE orders (customer TEXT, amount REAL)")
     ^ escalate, attribute.unreviewed: the library attribute 'execute' is not
       reviewed (use a reviewed method) [PRINT]
   7 | with open("orders.csv", newline="", encoding="utf-8") as file:
   8 |     for row in csv.DictReader(file):
   9 |         database.execute("INSERT INTO orders VALUES (?, ?)", (row["custom
     : er"], float(row["amount"])))
     ^ escalate, attribute.unreviewed: the library attribute 'execute' is not
       reviewed (use a reviewed method) [PRINT]
  10 | query = "SELECT customer, SUM(amount) FROM orders GROUP BY customer ORDER
     :  BY customer"
  11 | print(json.dumps([{{"customer": c, "total": round(t, 2)}} for c, t in datab
     : ase.execute(query)]))
     ^ escalate, attribute.unreviewed: the library attribute 'execute' is not
       reviewed (use a reviewed method) [PRINT]

IMPORTS AND CALLS
  imports   csv, json, sqlite3
  calls     csv.DictReader, database.execute x3, float, json.dumps, open,
            print, round, sqlite3.connect

PLAN
  meaning   Sum the amounts by customer.
  step      Read orders.csv
  step      Sum in a table
  step      Print the totals

WHAT IT IS GIVEN
  input     orders.csv, 76 bytes, sha256 41ff9b23c4e455c2...
  limits    artifact 32 MiB, artifacts 16, cpu 20 s, disk 64 MiB, disk inodes
            256, file 32 MiB, memory 1024 MiB, open files 64, output 1 MiB,
            processes 1, wall 20 s
  requires  network_none
  backend   bubblewrap
  box holds line 5: the program text does not show which file 'sqlite3.connect'
            writes [files.write, by files]

RULE
  needs     1 approver (votes are hidden until yours); could: ann, bob
  reason    at least 10 characters
  use       within 15m of the decision, once

VOTES
  hidden    until you have voted

RUNS WITH THE SAME FINDINGS
  none
"""

if __name__ == "__main__":
    unittest.main()
