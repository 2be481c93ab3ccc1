# SPDX-License-Identifier: MIT
"""The ledger as an auditor meets it: at a terminal, on both engines, with a witness beside it."""
import base64
import csv
import io
import json
import re
import sqlite3
import time
import unittest
from contextlib import closing
from hashlib import sha256

from engines import Stored, once
from sluice import SOURCE

WITNESS = "witness.example.net"


class Ledger(Stored):
    def setUp(self):
        super().setUp()
        done = self.call("run", "--code", self.write("a.py", "print(1)\n"), "--policy", "pure-compute")
        self.run_id = self.lines("ledger", "export")[1]["run"]
        self.assertIn(done.code, (0, 15), done.err)

    def lines(self, *words, **options):
        return [json.loads(line) for line in self.call(*words, **options).out.splitlines()]

    def service(self, *words):
        said = self.call(*words).out
        return re.search(r"name: (\S+),", said)[1], re.search(r"ed25519:[\w-]{43}", said)[0]

    def trust(self, name, *services, end=""):
        lines = "".join(f'  - {{name: {n}, purpose: {p}, public: "{k}", from: 2026-01-01, until: 2100-01-01}}\n'
                        for n, p, k in services)
        path = self.write(name, f"apiVersion: sluice/v1\npeople: []\nservices:\n{lines}{end}")
        path.chmod(0o600)
        return path

    def witnessed(self):
        (self.folder / "w").mkdir(mode=0o700)
        log = self.service("ledger", "key")
        self.logs = self.trust("logs.yaml", (log[0], "log", log[1]))
        own = self.service("witness", "status", *self.witness())
        self.all = self.trust("all.yaml", (log[0], "log", log[1]), (own[0], "witness", own[1]), end="witnesses: 1\n")

    def witness(self):
        return "--folder", self.folder / "w", "--name", WITNESS, "--trust", self.logs

    def test_a_run_is_told_from_its_wish_to_its_end(self):
        types = [e["type"] for e in self.lines("ledger", "search", "--run", self.run_id, "--json")]
        self.assertEqual(types[:3], ["run.submitted", "run.checked", "run.started"])

    @once
    def test_every_line_is_canonical(self):
        for line in self.call("ledger", "export").out.splitlines():
            self.assertEqual(line, json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False))

    @once
    def test_a_table_has_a_row_an_event(self):
        rows = list(csv.DictReader(io.StringIO(self.call("ledger", "export", "--format", "csv").out)))
        self.assertEqual([int(r["seq"]) for r in rows], list(range(len(rows))))
        self.assertEqual([r["prev_sha256"] for r in rows[1:]], [r["leaf_sha256"] for r in rows[:-1]])

    @once
    def test_security_tools_read_it(self):
        """What OCSF 1.6.0 asks for in these classes (schema.ocsf.io), and the event whole."""
        needs = {1007: {"device", "process", "actor"}, 2003: {"compliance", "finding_info"},
                 6003: {"actor", "api", "src_endpoint"}}
        lines = self.lines("ledger", "export", "--format", "ocsf")
        plain = self.call("ledger", "export").out.splitlines()
        self.assertEqual([line["raw_data"] for line in lines], plain)
        for line, body in zip(lines, map(json.loads, plain)):
            self.assertLessEqual({"category_uid", "class_uid", "activity_id", "type_uid", "severity_id", "time", "metadata"}
                                 | needs[line["class_uid"]], set(line), body["type"])
            self.assertEqual(line["type_uid"], line["class_uid"] * 100 + line["activity_id"])
            self.assertEqual(line["category_uid"], line["class_uid"] // 1000)
            self.assertEqual(line["metadata"]["version"], "1.6.0")
            self.assertEqual(line["metadata"]["uid"], sha256(b"\0" + line["raw_data"].encode()).hexdigest())
            self.assertEqual(line["unmapped"]["data"], body["data"])
        classes = {line["metadata"]["event_code"]: line["class_uid"] for line in lines}
        self.assertEqual((classes["run.started"], classes["run.checked"], classes["run.submitted"]), (1007, 2003, 6003))
        checked = [line for line in lines if line["class_uid"] == 2003]
        self.assertEqual(checked[0]["compliance"]["status_id"], 1)

    @once
    def test_a_proof_is_verified_by_other_hands(self):
        proof = self.call("ledger", "prove", "2").json
        node = sha256(b"\0" + proof["event"].encode()).digest()
        at, last = proof["index"], proof["size"] - 1
        for step in map(bytes.fromhex, proof["path"]):
            if at % 2 or at == last:
                node = sha256(b"\1" + step + node).digest()
                while not at % 2 and at:
                    at, last = at // 2, last // 2
            else:
                node = sha256(b"\1" + node + step).digest()
            at, last = at // 2, last // 2
        self.assertEqual(base64.b64encode(node).decode(), proof["checkpoint"].splitlines()[2])

    def test_an_honest_log_is_verified(self):
        said = self.call("ledger", "verify")
        self.assertEqual(said.code, 0, said.err)
        self.assertRegex(said.out, r"^\d+ events, 0 problems\n")

    def test_a_witness_signs_and_is_believed(self):
        self.witnessed()
        request = self.write("request", self.call("ledger", "request").out)
        line = self.call("witness", "sign", request, *self.witness())
        self.assertEqual(line.code, 0, line.err)
        answer = self.write("answer", line.out)
        self.assertEqual(self.call("ledger", "cosign", answer, "--trust", self.all).code, 0)
        said = self.call("ledger", "verify", "--trust", self.all)
        self.assertEqual((said.code, said.out.count("\n")), (0, 1), said.out)
        again = self.call("witness", "sign", request, *self.witness())
        self.assertEqual(again.code, 10)
        self.assertIn("the witness knows", again.err)

    def test_a_log_without_its_witnesses_is_told(self):
        self.witnessed()
        self.call("ledger", "checkpoint")
        said = self.call("ledger", "verify", "--trust", self.all)
        self.assertEqual(said.code, 1)
        self.assertIn("unwitnessed: no checkpoint of the last day has the 1 required witness signatures", said.out)

    def copied(self, source, target):
        """A copy of the store as a backup makes it."""
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)

    def test_a_restored_backup_is_noticed_and_goes_on(self):
        """Noticed at the next start; said what to do; done; and a witness takes the new log."""
        if self.engine != "sqlite":
            self.skipTest("pg_dump's business")
        self.witnessed()
        store, backup = self.folder / "store/store.db", self.folder / "backup.db"
        program = self.write("b.py", "print(2)\n")
        self.copied(store, backup)
        self.assertEqual(self.call("run", "--code", program, "--policy", "pure-compute").code, 0)
        lost = self.call("ledger", "checkpoint").out
        for file in [store, *store.parent.glob("store.db-*")]:
            if ".vault" not in file.name:  # the keys of contents are in no backup, and stay
                file.unlink()
        self.copied(backup, store)
        store.chmod(0o600)
        refused = self.call("run", "--code", program, "--policy", "pure-compute")
        said = " ".join(refused.err.split())
        self.assertEqual(refused.code, 10)
        self.assertIn("this is an older copy of the store", said)
        self.assertIn("`sluice ledger adopt NAME --reason WORDS` continues the log under a new name", said)
        self.assertIn("older copy", self.call("ledger", "tail").err)
        doctor = self.call("doctor").out
        self.assertIn("ledger                 stopped ", doctor)
        self.assertIn("sluice ledger adopt NAME --reason WORDS", doctor)
        seen = self.call("ledger", "verify", "--seen", self.write("lost", lost))
        self.assertIn("rollback: the log has", seen.out)
        self.assertIn("`sluice ledger adopt` needs --reason TEXT", self.call("ledger", "adopt", "log.example.org/2").err)
        adopted = self.call("ledger", "adopt", "log.example.org/2", "--reason", "the server's disk broke")
        self.assertEqual(adopted.code, 0, adopted.err)
        key = self.service("ledger", "key")
        self.assertEqual(key[0], "log.example.org/2")
        self.assertTrue(self.call("doctor", "--json").json["ledger"]["goes_on"])
        again = self.call("run", "--code", program, "--policy", "pure-compute")
        self.assertEqual(again.code, 0, again.err)
        time.sleep(5.2)  # until it is due again
        self.assertEqual(self.call("worker", "--once").code, 0)
        ended = {run["state"] for run in self.call("runs", "list", "--json").json}
        self.assertEqual(ended, {"answered"})  # what was asked for meanwhile waited for it, too
        opened = [e for e in self.lines("ledger", "export") if e["type"] == "log.opened"]
        self.assertEqual((opened[1]["data"]["follows"], opened[1]["data"]["known_size"]),
                         (opened[0]["data"]["origin"], int(lost.splitlines()[1])))
        verified = self.call("ledger", "verify")
        self.assertEqual(verified.code, 0, verified.out)
        self.logs = self.trust("logs.yaml", (key[0], "log", key[1]))
        line = self.call("witness", "sign", self.write("request", self.call("ledger", "request").out), *self.witness())
        self.assertEqual(line.code, 0, line.err)

    def test_a_note_that_a_power_cut_has_cut_stops_answers_until_somebody_deletes_it(self):
        def run():
            return self.call("run", "--code", "a.py", "--goal", "x", "--policy", "pure-compute", "--json")
        self.assertEqual(run().code, 0)
        seen, = self.folder.rglob("*.key.seen")
        note = seen.read_bytes()
        for cut in (note[:len(note) // 2], b"\0" * len(note), note + b"of an older one\n"):
            seen.write_bytes(cut)
            said = run()
            self.assertEqual((said.code, said.out), (2, ""), said.err)
            self.assertIn("then delete that file", said.err)
            seen.unlink()
            self.assertEqual(run().code, 0)
            self.assertNotEqual(seen.read_bytes(), b"")

    @once
    def test_the_page_of_events_is_the_tables(self):
        self.assertEqual(self.call("ledger", "events").out, (SOURCE / "docs/events.md").read_text())

    @once
    def test_what_is_asked_wrongly(self):
        self.assertIn("'when' is neither a date nor a time", self.call("ledger", "search", "--since", "when").err)
        self.assertIn("there is no event 900", self.call("ledger", "show", "900").err)
        self.assertIn("--format does not accept 'xml': it takes jsonl, csv, ocsf or bundle", self.call("ledger", "export", "--format", "xml").err)


if __name__ == "__main__":
    unittest.main()
