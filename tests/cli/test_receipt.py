# SPDX-License-Identifier: MIT
"""What proves a run to somebody who was not there: made at its end, verified with a trust file and nothing else."""
import base64
import hashlib
import json
import os
import shutil
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import sluice
from engines import Stored, once

EXAMPLE = sluice.SOURCE / "examples" / "escalation"
POLICY = """\
apiVersion: sluice/v1
id: two-eyes
title: data work, and two people for what it leaves open
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
override:
  - {what: escalation, reason: "two people decide here"}
escalation: {needs: [{role: approver, n: 2}]}
"""
PEOPLE = {"rita": ["auditor"], "ann": ["approver"], "bob": ["approver"]}
WARM = """\
apiVersion: sluice/v1
id: warm
title: data work, in boxes that may be forked
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
executor: {start: forked}
override:
  - {what: executor, reason: "a test of the tiers"}
  - {what: imports, reason: "a test of the tiers"}
imports: {allow: [{module: gc, api: [get_freeze_count]}]}
"""


class Receipts(Stored):
    def setUp(self):
        super().setUp()
        self.trust(PEOPLE)
        began = self.call("trust", "init", "own.yaml")
        self.assertEqual(began.code, 0, began.err)
        own = (self.folder / "own.yaml").read_text()
        self.services = own[own.index("services:"):]
        path = self.folder / "trust.yaml"
        path.write_text(path.read_text() + self.services)
        self.write("two-eyes.yaml", POLICY)
        self.write("number.py", "import json\nprint(json.dumps({'n': 42}))\n")

    def run_of(self, said):
        return said.json["run_id"]

    def number(self):
        said = self.call("run", "--code", "number.py", "--goal", "the secret goal", "--policy", "data-analysis", "--json")
        self.assertEqual(said.code, 0, said.out + said.err)
        return self.run_of(said)

    def escalated(self):
        for name in ("orders.csv", "replies.json"):
            self.write(name, (EXAMPLE / name).read_bytes())
        self.write("task.yaml", (EXAMPLE / "task.yaml").read_text().replace("policy: data-analysis",
                                                                            "policy: ./two-eyes.yaml"))
        said = self.by("rita", "run", "task.yaml", "--json")
        self.assertEqual(said.code, 11, said.out + said.err)
        return self.run_of(said)

    def vote(self, name, run, verb="approve"):
        words = self.by(name, "approvals", "show", run, "--json").json["words"]
        more = ["--words", words] if verb == "approve" else []
        said = self.by(name, "approvals", verb, run, *more, "--reason", "read it line by line")
        self.assertEqual(said.code, 0, said.err)

    def receipt(self, run):
        said = self.call("receipt", "export", run)
        self.assertEqual(said.code, 0, said.err)
        self.write(f"{run}.json", said.out)
        return f"{run}.json"

    def verify(self, file, trust="trust.yaml", code=0):
        said = self.call("receipt", "verify", "--json", file, "--trust", trust)
        self.assertEqual(said.code, code, said.out + said.err)
        return {f["what"]: f for f in said.json["findings"]}

    def statement(self, file):
        return json.loads(base64.b64decode(json.loads((self.folder / file).read_text())["payload"]))

    # -- each end has one --------------------------------------------------------------------------

    @once
    def test_a_misspelt_file_is_missed_as_a_file(self):
        for action in ("verify", "show"):
            said = self.call("receipt", action, "gone.json")
            self.assertEqual(said.code, 2, said.out)
            self.assertIn("can't open 'gone.json': No such file or directory", said.err)
        self.assertIn("there is no run 'run_gone'", self.call("receipt", "show", "run_gone").err)

    def test_an_answer_is_proved_offline(self):
        file = self.receipt(self.number())
        found = self.verify(file)
        self.assertEqual(len(found), 12)
        self.assertEqual(found["request"]["detail"], "it is not signed, so nothing proves who asked")
        self.assertEqual(found["witnesses"]["detail"], "unwitnessed; the trust file asks for none")
        self.assertEqual(found["approvals"]["detail"], "none; the policy decided alone")
        predicate = self.statement(file)["predicate"]
        self.assertEqual(predicate["run"]["state"], "answered")
        self.assertEqual(predicate["output"]["validation"], "valid")

    def test_each_of_many_workers_runs_is_proved(self):
        runs = [self.run_of(self.call("submit", "--code", "number.py", "--goal", f"number {i}",
                                      "--policy", "data-analysis", "--json")) for i in range(24)]
        with ThreadPoolExecutor(8) as pool:
            said = list(pool.map(lambda _: self.call("worker", "--once"), range(24)))
        self.assertEqual([(one.code, one.out, one.err) for one in said if one.code], [])
        for run in runs:
            self.verify(self.receipt(run))

    @once
    def test_neither_code_nor_output_nor_goal_is_in_it(self):
        file = self.receipt(self.number())
        text = json.dumps(self.statement(file))
        for words in ("json.dumps", "the secret goal", '{\\"n', '{"n'):
            self.assertNotIn(words, text)

    def test_two_people_s_votes_are_in_it(self):
        run = self.escalated()
        self.vote("ann", run)
        self.vote("bob", run)
        done = self.call("worker", "--once", "--json")
        self.assertEqual(done.json["status"], "answered", done.out + done.err)
        file = self.receipt(run)
        self.assertEqual(self.verify(file)["approvals"]["detail"], "1 with 2 signed votes")
        shown = self.call("receipt", "show", run)
        self.assertRegex(shown.out, r"bytes +[1-9][0-9]* read, [1-9][0-9]* written\n")
        self.assertEqual(shown.code, 0, shown.out + shown.err)
        for words in ("Ann of the tests (ann)", "Bob of the tests (bob)", "read it line by line", "execute, consumed"):
            self.assertIn(words, shown.out)
        self.assertLessEqual(max(map(len, shown.out.splitlines())), 80)
        text = (self.folder / "trust.yaml").read_text()
        lines = [line if "purpose" in line else line.replace("until: 2099-01-01}", "until: 2099-01-01, revoked: 2021-01-01}")
                 for line in text.splitlines()]
        self.write("revoked.yaml", "\n".join(lines) + "\n")
        self.assertNotEqual(self.call("receipt", "verify", file, "--trust", "revoked.yaml").code, 0)

    def test_a_rejection_is_proved_as_well(self):
        run = self.escalated()
        self.vote("ann", run, "reject")
        file = self.receipt(run)
        self.verify(file)
        self.assertEqual(self.statement(file)["predicate"]["run"]["state"], "rejected")
        self.assertEqual(self.receipt(run), file)
        self.assertIn("reject for 'approver'", self.call("receipt", "show", run).out)

    def test_a_refusal_and_a_failure_are_proved(self):
        self.write("bad.py", "import socket\nsocket.socket()\n")
        self.write("fails.py", "raise ValueError('no')\n")
        for name, state, code in (("bad.py", "refused", 10), ("fails.py", "failed", 14)):
            said = self.call("run", "--code", name, "--goal", "x", "--policy", "data-analysis", "--json")
            self.assertEqual(said.code, code, said.out)
            file = self.receipt(self.run_of(said))
            self.verify(file)
            self.assertEqual(self.statement(file)["predicate"]["run"]["state"], state)

    def test_a_run_that_is_not_over_has_none(self):
        said = self.call("receipt", "export", self.escalated())
        self.assertEqual(said.code, 10 if said.code == 10 else 1, said.err)
        self.assertIn("a run gets its receipt when it ends", said.err)

    # -- a stranger --------------------------------------------------------------------------------

    @once
    def test_a_stranger_needs_the_program_the_receipt_and_the_trust_file(self):
        file = self.receipt(self.number())
        far = self.folder / "far"
        (far / "home").mkdir(parents=True)
        for name in (file, "trust.yaml"):
            shutil.copy(self.folder / name, far / name)
        self.call("runs", "list")
        words = [sluice.PROGRAM, "receipt", "verify", file, "--trust", "trust.yaml"]
        done = subprocess.run(words, cwd=far, env={"HOME": str(far / "home"), "PATH": "/nonexistent"}, capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list((far / "home").iterdir()), [])
        self.assertEqual(sorted(p.name for p in far.iterdir()), sorted([file, "home", "trust.yaml"]))

    @once
    def test_any_byte_that_changes_is_noticed(self):
        file = self.receipt(self.number())
        data = bytearray((self.folder / file).read_bytes())
        for at in range(0, len(data), max(1, len(data) // 60)):
            changed = bytearray(data)
            changed[at] ^= 1
            self.write("changed.json", bytes(changed))
            said = self.call("receipt", "verify", "changed.json")
            self.assertEqual(said.code, 1, f"byte {at}: {said.out}{said.err}")

    @once
    def test_other_keys_prove_nothing(self):
        file = self.receipt(self.number())
        other = self.person("eve")
        text = (self.folder / "trust.yaml").read_text()
        mine = self.services.split('public: "')[1].split('"')[0]
        self.write("other.yaml", text.replace(mine, other))
        found = self.verify(file, "other.yaml", 1)
        self.assertIn("does not name with the purpose 'receipt'", found["signature"]["detail"])
        log = text.replace("purpose: log, public: \"" + mine, "purpose: log, public: \"" + other)
        self.write("log.yaml", log)
        self.assertFalse(self.verify(file, "log.yaml", 1)["checkpoint"]["good"])
        self.write("two.yaml", text.replace("witnesses: 0", "witnesses: 2"))
        self.assertFalse(self.verify(file, "two.yaml", 1)["witnesses"]["good"])

    @once
    def test_no_trust_file_is_no_proof(self):
        file = self.receipt(self.number())
        self.write("none.yaml", "apiVersion: sluice/v1\npeople: []\n")
        self.assertFalse(self.verify(file, "none.yaml", 1)["signature"]["good"])

    # -- the page ----------------------------------------------------------------------------------

    @once
    def test_the_page_loads_nothing(self):
        shown = self.call("receipt", "show", self.number(), "--html")
        self.assertEqual(shown.code, 0, shown.err)
        self.assertIn("default-src 'none'", shown.out)
        for word in ("<script", "http://", "https://", "src=", "href=", "url(", " style="):
            self.assertNotIn(word, shown.out)

    @once
    def test_a_forged_receipt_brings_no_markup_to_the_page(self):
        markup = "<img/src=x>&lt;'\""
        forged = json.loads((self.folder / self.receipt(self.number())).read_text())
        payload = json.loads(base64.b64decode(forged["payload"]))
        payload["predicate"]["run"]["state"] = payload["predicate"]["sandbox"]["guarantees"][0]["by"] = markup
        forged["payload"] = base64.b64encode(json.dumps(payload, separators=(",", ":"), ensure_ascii=False).encode()).decode()
        self.write("forged.json", json.dumps(forged, separators=(",", ":")))
        self.assertIn(markup, self.call("receipt", "show", "forged.json").out)
        page = self.call("receipt", "show", "forged.json", "--html").out
        self.assertEqual(page.count("&lt;img/src=x&gt;&amp;lt;&#39;&quot;"), 2, page)
        self.assertNotIn("<img", page)

    @once
    def test_the_first_trust_file_is_not_written_twice(self):
        said = self.call("trust", "init", "own.yaml")
        self.assertNotEqual(said.code, 0)

    # -- once more ---------------------------------------------------------------------------------

    def test_a_replay_gives_the_same_bytes(self):
        run = self.number()
        said = self.call("runs", "replay", run)
        self.assertEqual(said.code, 0, said.out + said.err)
        self.assertIn("the same 10 bytes of output", said.out)
        self.assertIn("run again: the same output", self.call("runs", "show", run).out)
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "answered")
        self.verify(self.receipt(run))

    @once
    def test_a_replay_explains_what_differs(self):
        self.write("now.py", "import json\nimport random\nprint(json.dumps({'a': 1, 'b': random.random()}, indent=1))\n")
        said = self.call("run", "--code", "now.py", "--goal", "x", "--policy", "data-analysis", "--json")
        self.assertEqual(said.code, 0, said.out + said.err)
        again = self.call("runs", "replay", self.run_of(said), "--json")
        self.assertEqual(again.code, 1, again.out + again.err)
        self.assertEqual(again.json["difference"]["line"], 3)
        self.assertIn('"b"', again.json["difference"]["now"])
        self.assertEqual(again.json["cause"], "program")
        self.assertIn("does not give the same output twice", self.call("runs", "replay", self.run_of(said)).out)

    def warm(self, code):
        self.write("warm.yaml", WARM)
        self.write("warm.py", code)
        said = self.call("run", "--code", "warm.py", "--goal", "x", "--policy", "./warm.yaml", "--json")
        self.assertEqual(said.code, 0, said.out + said.err)
        return self.run_of(said)

    @once
    def test_a_replay_keeps_to_the_tiers_of_the_policy(self):
        run = self.warm("import json\nprint(json.dumps({'n': sum(range(9))}))\n")
        for tier in ("fresh", "pooled", "forked"):
            said = self.call("runs", "replay", run, "--start", tier, "--json")
            self.assertEqual(said.code, 0, said.out + said.err)
            self.assertEqual((said.json["before_start"], said.json["now_start"], said.json["cause"]), ("fresh", tier, "none"))
        said = self.call("runs", "replay", self.number(), "--start", "forked")
        self.assertNotEqual(said.code, 0)
        self.assertIn("the policy lets a box be 'fresh' and no warmer", said.err)

    @once
    def test_a_replay_says_that_the_tier_makes_the_difference(self):
        # What a zygote has warmed is frozen for the collector.
        run = self.warm("import gc\nimport json\nprint(json.dumps({'n': min(gc.get_freeze_count(), 1)}))\n")
        self.assertEqual(self.call("runs", "replay", run, "--start", "pooled").code, 0)
        said = self.call("runs", "replay", run, "--start", "forked", "--json")
        self.assertEqual((said.code, said.json["cause"]), (1, "tier"))
        self.assertIn("why     the tier", self.call("runs", "replay", run, "--start", "forked").out)

    def before_a_turn(self, code, answer):
        """A run of a program that does something else from a moment on which is over by now; on a busy machine, a later one."""
        for ahead in (3, 20, 60):
            turn = time.time() + ahead
            run = self.warm(code.replace("TURN", str(turn)))
            if self.call("runs", "show", run, "--json").json["answer"] == answer:
                time.sleep(max(0, turn - time.time()))
                return run
        self.fail("it was never run in time")

    @once
    def test_a_replay_says_that_the_environment_has_changed(self):
        run = self.before_a_turn("import json\nimport time\nprint(json.dumps({'n': time.time() < TURN}))\n", {"n": True})
        self.assertEqual(self.call("runs", "replay", run, "--json").json["cause"], "environment")

    @once
    def test_a_replay_does_not_tell_what_its_run_would_withhold(self):
        run = self.before_a_turn("import time\nprint('\"fine\"' if time.time() < TURN else '\"AKIA' + 'IOSFODNN7EXAMPLE\"')\n", "fine")
        said = self.call("runs", "replay", run, "--json")
        self.assertEqual((said.code, said.json["same"]), (1, False), said.out + said.err)
        self.assertEqual(said.json["difference"], {"line": 1, "before": '"fine"', "now": ""})
        self.assertIn("the output holds an AWS access key", said.json["reason"])
        both = said.out + said.err + self.call("runs", "replay", run).out
        self.assertNotIn("IOSFODNN7", both)
        plain = hashlib.sha256(b'"AKIAIOSFODNN7EXAMPLE"\n').hexdigest()
        self.call("ledger", "checkpoint")  # in PostgreSQL, events wait for their places
        self.assertNotIn(plain, both + self.call("ledger", "export").out)
        self.assertIn(said.json["now_sha256"], self.call("ledger", "export").out)

    def test_two_runs_are_compared(self):
        self.write("sum.py", "import csv, json\nwith open('t.csv') as f:\n"
                   "    print(json.dumps({'sum': sum(int(r['n']) for r in csv.DictReader(f))}))\n")
        runs = []
        for table, goal in (("n\n1\n2\n", "x"), ("n\n1\n2\n", "y"), ("n\n1\n3\n", "x")):
            self.write("t.csv", table)
            said = self.call("run", "--code", "sum.py", "--goal", goal, "--input", "t.csv", "--policy", "data-analysis", "--json")
            self.assertEqual(said.code, 0, said.out + said.err)
            runs.append(self.run_of(said))
        self.assertEqual(self.call("runs", "compare", runs[0], runs[1], "--json").json["changed"], ["goal"])
        said = self.call("runs", "compare", runs[0], runs[2], "--json")
        self.assertEqual(said.code, 1)
        self.assertEqual(said.json["changed"], ["box.inputs.t.csv.sha256"])
        self.assertEqual(said.json["difference"], {"line": 1, "before": '{"sum": 3}', "now": '{"sum": 4}'})
        said = self.call("runs", "compare", runs[0], runs[2])
        self.assertIn("the outputs differ", said.out)
        self.assertIn("box.inputs.t.csv", said.out)

    def test_what_did_not_run_is_not_replayed(self):
        said = self.call("runs", "replay", self.escalated())
        self.assertNotEqual(said.code, 0)
        self.assertIn("there is no output to compare", said.err)


if __name__ == "__main__":
    unittest.main()
