# SPDX-License-Identifier: MIT
"""What came of a run is believed for a worker's signature, and not for who can write the database."""
import base64
import ctypes
import hashlib
import json
import re

from engines import once
from owner import Owner

FORGED = b'{"n": 987654321}\n'


class Results(Owner):
    def setUp(self):
        super().setUp()
        self.write("number.py", "import json\nprint(json.dumps({'n': 42}))\n")

    def answered(self):
        said = self.call("run", "--code", "number.py", "--policy", "data-analysis", "--json")
        self.assertEqual(said.code, 0, said.out + said.err)
        return said.json["run_id"]

    def column(self, run, name):
        return self.statement(f"SELECT {name} FROM run WHERE id = ?", run)[0]

    def back_to_ran(self, run, **columns):
        """The code has run, and its worker is gone before the output was validated."""
        record = json.loads(base64.b64decode(self.claim(run)["payload"]))["predicate"]["record"]
        columns = {"state": "ran", "exit_code": 70, "receipt_sha256": None, "record_sha256": record, **columns}
        sets = ", ".join(f"{name} = NULL" if value is None else f"{name} = '{value}'" for name, value in columns.items())
        self.statement(f"UPDATE run SET {sets} WHERE id = ?", run)
        self.statement("DELETE FROM effect WHERE kind = 'release' AND run_id = ?", run)
        self.statement("INSERT INTO job (id, run_id, state, priority, due_us, token, deadline_us) "
                       "SELECT 'job_' || substr(id, 5), id, 'ready', 100, 0, 7, deadline_us + 86400000000 FROM run WHERE id = ?", run)
        self.statement("UPDATE run SET deadline_us = deadline_us + 86400000000 WHERE id = ?", run)

    def goes_on(self, run):
        said = self.call("worker", "--once")
        return self.call("runs", "show", run, "--json").json["state"], said.out + said.err

    def refused(self, run, words):
        state, said = self.goes_on(run)
        self.assertEqual(state, "ran", said)
        self.assertIn(words, said)
        self.assertNotIn("987654321", self.call("runs", "show", run).out)

    def signed(self, statement):
        """An envelope by a key that nobody knows."""
        sodium = ctypes.CDLL("libsodium.so.23")
        public, secret, signature = (ctypes.create_string_buffer(n) for n in (32, 64, 64))
        sodium.crypto_sign_keypair(public, secret)
        kind = b"application/vnd.in-toto+json"
        text = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(statement), statement)
        sodium.crypto_sign_detached(signature, None, text, ctypes.c_ulonglong(len(text)), secret)
        return json.dumps({"payload": base64.b64encode(statement).decode(), "payloadType": kind.decode(), "signatures": [
            {"keyid": hashlib.sha256(public.raw).hexdigest(), "sig": base64.b64encode(signature.raw).decode()}]},
            sort_keys=True, separators=(",", ":")).encode()

    def claim(self, run):
        return json.loads(self.plain(self.column(run, "result_sha256")))

    # -- as it should be -------------------------------------------------------------------------------

    def test_another_worker_goes_on_with_what_was_signed(self):
        run = self.answered()
        self.back_to_ran(run)
        state, said = self.goes_on(run)
        self.assertEqual(state, "answered", said)

    def test_the_statement_says_what_came_of_it(self):
        run = self.answered()
        said = json.loads(base64.b64decode(self.claim(run)["payload"]))
        self.assertEqual(said["predicateType"], "urn:sluice:run-result:v1")
        self.assertEqual(said["predicate"]["output"], self.column(run, "output_sha256"))
        self.assertEqual(said["subject"], [{"name": run, "digest": {"sha256": self.column(run, "subject_sha256")}}])

    # -- machines that lack a key ------------------------------------------------------------------------

    def elsewhere(self, *words, **more):
        """On a machine that has neither the log's key nor the first one's worker key."""
        return self.call(*words, env={"SLUICE_LOG_KEY": f"{self.folder}/none/log.key",
                                      "SLUICE_WORKER_KEY": f"{self.folder}/second.key", **more})

    def submitted(self):
        said = self.call("submit", "--code", "number.py", "--policy", "data-analysis", "--json")
        self.assertEqual(said.code, 0, said.err)
        return said.json["run_id"]

    def state(self, run):
        return self.call("runs", "show", run, "--json").json["state"]

    def due(self):
        self.statement("UPDATE job SET due_us = 1 WHERE id = ?", self.statement("SELECT id FROM job")[0])

    @once
    def test_whoever_has_the_logs_key_gives_the_answer(self):
        if self.engine == "sqlite":
            self.skipTest("one machine has the file, and the key beside it")
        run = self.submitted()
        for _ in range(7):
            said = self.elsewhere("worker", "--once")
            self.due()
        self.assertEqual(self.state(run), "validated", said.err)
        said = self.call("worker", "--once")
        self.assertIn("another machine signed", said.err)
        self.due()
        self.call("trust", "init", "--trust", "t.yaml")
        line = next(line for line in self.elsewhere("ledger", "key").out.splitlines() if "worker" in line)
        text = (self.folder / "t.yaml").read_text().replace(
            "witnesses:", line.replace("from: ..", "from: 2026-01-01").replace("until: ..", "until: 2100-01-01") + "\nwitnesses:")
        self.write("t.yaml", text).chmod(0o600)
        said = self.call("worker", "--once", "--trust", "t.yaml")
        self.assertEqual(self.state(run), "answered", said.out + said.err)
        self.assertEqual(self.verified(run, "t.yaml")[0], 0)

    @once
    def test_without_the_key_nothing_is_claimed_where_no_other_machine_has_it(self):
        if self.engine != "sqlite":
            self.skipTest("another machine may have it")
        run = self.submitted()
        said = self.elsewhere("worker", "--once")
        self.assertEqual((said.code, self.state(run)), (2, "received"), said.err)
        self.assertIn("the log's key", said.err)

    @once
    def test_another_key_in_its_place_starts_nothing(self):
        run = self.submitted()
        other = {"SLUICE_LOG_KEY": f"{self.folder}/other.key"}
        self.call("runs", "list", env={**other, "SLUICE_STORE": f"sqlite:{self.folder}/other/store.db"})
        said = self.call("worker", "--once", env=other)
        self.assertIn("is not this log's", said.err)
        self.assertEqual(self.state(run), "received")

    # -- forged ----------------------------------------------------------------------------------------

    def test_another_output(self):
        run = self.answered()
        self.back_to_ran(run, output_sha256=self.content(FORGED))
        self.refused(run, "differs from what its worker signed")

    def test_no_statement(self):
        run = self.answered()
        self.back_to_ran(run, output_sha256=self.content(FORGED), result_sha256=None)
        self.refused(run, "no worker signed")

    @once
    def test_another_runs_statement(self):
        run, other = self.answered(), self.answered()
        self.back_to_ran(run, result_sha256=self.column(other, "result_sha256"))
        self.refused(run, "differs from what its worker signed")

    @once
    def test_another_record(self):
        run = self.answered()
        self.back_to_ran(run, record_sha256=self.content(b'{"status": "answered"}'))
        self.refused(run, "differs from what its worker signed")

    @once
    def test_a_key_of_ones_own(self):
        run = self.answered()
        forged = self.content(FORGED)
        statement = base64.b64decode(self.claim(run)["payload"])
        statement = statement.replace(self.column(run, "output_sha256").encode(), forged.encode())
        self.back_to_ran(run, output_sha256=forged, result_sha256=self.content(self.signed(statement)))
        self.refused(run, "another machine signed")

    @once
    def test_the_old_signature_under_other_words(self):
        run = self.answered()
        forged, envelope = self.content(FORGED), self.claim(run)
        statement = base64.b64decode(envelope["payload"]).replace(self.column(run, "output_sha256").encode(), forged.encode())
        envelope["payload"] = base64.b64encode(statement).decode()
        text = json.dumps(envelope, sort_keys=True, separators=(",", ":")).encode()
        self.back_to_ran(run, output_sha256=forged, result_sha256=self.content(text))
        self.refused(run, "another machine signed")

    @once
    def test_it_does_not_answer_from_validated_either(self):
        run = self.answered()
        self.back_to_ran(run, state="validated", output_sha256=self.content(FORGED))
        state, said = self.goes_on(run)
        self.assertEqual(state, "validated", said)
        self.assertIn("differs from what its worker signed", said)

    # -- receipts --------------------------------------------------------------------------------------

    def verified(self, run, trust):
        self.write("r.json", self.call("receipt", "export", run).out)
        said = self.call("receipt", "verify", "r.json", "--trust", trust)
        return said.code, re.sub(r"\s+", " ", said.out)

    def test_a_receipt_names_the_worker(self):
        self.call("runs", "list")
        self.call("trust", "init", "--trust", "t.yaml")
        run = self.answered()
        self.assertIn("signed by the worker", self.verified(run, "t.yaml")[1])
        lines = (self.folder / "t.yaml").read_text()
        other = self.call("keys", "new", "--owner", "x", "--json", "x.key", stdin=b"correct horse battery\n",
                          env={"SLUICE_PASSPHRASE_FD": "0"})
        key = re.search(r"ed25519:[\w-]{43}", other.out)[0]
        self.write("u.yaml", re.sub(r'(purpose: worker, public: ")[^"]*', r"\g<1>" + key, lines)).chmod(0o600)
        code, said = self.verified(run, "u.yaml")
        self.assertEqual(code, 1)
        self.assertIn("does not name with the purpose 'worker' for ", said)


if __name__ == "__main__":
    import unittest
    unittest.main()
