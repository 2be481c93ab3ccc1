# SPDX-License-Identifier: MIT
"""A store is lost and comes back, by the commands of docs/store.md; on both engines."""
import contextlib
import os
import random
import sqlite3
import subprocess
import time
import unittest

from engines import BY_STDIN, PASSPHRASE, once
from owner import Owner
from sluice import PROGRAM, SOURCE

EXAMPLE = SOURCE / "examples" / "escalation"
PEOPLE = {"ann": ["approver"], "bob": ["approver"], "oli": ["operator", "custodian"]}


class Backup(Owner):
    def setUp(self):
        super().setUp()
        self.trust(PEOPLE)
        began = self.call("trust", "init", "own.yaml")
        self.assertEqual(began.code, 0, began.err)
        own = (self.folder / "own.yaml").read_text()
        self.services = own[own.index("services:"):]
        path = self.folder / "trust.yaml"
        path.write_text(path.read_text() + self.services)
        self.write("a.py", "print(1)\n")
        for name in ("orders.csv", "replies.json", "task.yaml"):
            self.write(name, (EXAMPLE / name).read_bytes())

    def good(self, *words, code=0, **options):
        said = self.call(*words, **options)
        self.assertEqual(said.code, code, f"{words}: {said.out}{said.err}")
        return said

    def refused(self, words, *call, **options):
        said = self.call(*call, **options)
        self.assertNotEqual(said.code, 0, said.out)
        self.assertIn(words, said.err)

    def answered(self):
        return self.good("run", "--code", "a.py", "--policy", "pure-compute", "--json").json["run_id"]

    def queued(self):
        return self.good("submit", "--code", "a.py", "--policy", "pure-compute", "--json").json["run_id"]

    def waiting(self):
        return self.good("run", "task.yaml", "--json", code=11).json["run_id"]

    def state(self, run):
        return self.good("runs", "show", run, "--json").json["state"]

    def approve(self, run):
        said = self.by("ann", "approvals", "show", run, "--json")
        self.assertEqual(said.code, 0, said.err)
        words = said.json["words"]
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "read it line by line")
        self.assertEqual(said.code, 0, said.err)

    def lose(self, vault=True):
        """The whole store is gone, and its vault with it."""
        if self.engine == "postgresql":
            self.connected("").say("DROP SCHEMA store CASCADE; CREATE SCHEMA store")
            return
        for file in (self.folder / "store").iterdir():
            if vault or ".vault" not in file.name:
                file.unlink()

    def receipt(self, run):
        file = f"{run}.json"
        self.write(file, self.good("receipt", "export", run).out)
        return file

    def recovery(self):
        self.good("keys", "new", "--owner", "recovery", "recovery.key", stdin=PASSPHRASE, env=BY_STDIN)
        return self.good("keys", "public", "--json", "recovery.key").json["public"]

    def test_a_lost_store_comes_back_with_what_waited(self):
        public = self.recovery()
        before = self.answered()
        old = self.receipt(before)
        queued, waiting, approved = self.queued(), self.waiting(), self.waiting()
        self.approve(approved)
        self.good("store", "backup", "copy", "--recovery", public)
        self.answered()  # what the backup does not have
        self.lose()
        restored = self.good("store", "restore", "copy", "--recovery", "recovery.key", stdin=PASSPHRASE, env=BY_STDIN)
        self.assertNotIn("lost", restored.out)
        self.assertIn("older copy", self.good("ledger", "tail").err)
        self.good("store", "verify")
        said = self.by("oli", "ledger", "adopt", "log.example.org/2", "--reason", "the disk of the server broke")
        self.assertEqual(said.code, 0, said.err)
        lines = self.services.splitlines()
        name = next(line for line in lines if "purpose: log" in line).split("name: ")[1].split(",")[0]
        path = self.folder / "trust.yaml"
        both = [f"{line}\n" + line.replace(f"name: {name}", "name: log.example.org/2") if f"name: {name}," in line else line
                for line in path.read_text().splitlines()]
        named = self.write("named.yaml", "\n".join(both).replace("people:", "revision: 1\npeople:", 1) + "\n")
        named.chmod(0o644)
        said = self.by("oli", "trust", "adopt", "named.yaml")
        self.assertEqual(said.code, 0, said.out + said.err)
        path.write_text(named.read_text())
        self.approve(waiting)
        for _ in range(6):
            self.call("worker", "--once")
        for run in (queued, waiting, approved):
            self.assertEqual(self.state(run), "answered", run)
        again = self.answered()
        for file in (old, self.receipt(before), self.receipt(queued), self.receipt(waiting), self.receipt(again)):
            self.good("receipt", "verify", file, "--trust", "trust.yaml")
        verified = self.good("ledger", "verify")
        self.assertIn(" 0 problems", verified.out)
        self.good("store", "verify")

    def restored(self, public):
        self.lose()
        self.good("store", "restore", "copy", "--recovery", "recovery.key", stdin=PASSPHRASE, env=BY_STDIN)

    def test_keys_that_look_unused_after_a_power_cut_are_saved(self):
        if self.engine != "sqlite":
            self.skipTest("of SQLite, whose vault keeps unused keys")
        public = self.recovery()
        run = self.answered()
        with contextlib.closing(sqlite3.connect(self.folder / "store" / "store.db.vault")) as at, at:
            at.execute("INSERT OR REPLACE INTO spare SELECT id, 'an earlier start of the kernel' FROM content_key")
        self.good("store", "backup", "copy", "--recovery", public)
        self.restored(public)
        self.good("store", "verify")
        self.assertNotIn("erased", self.good("runs", "show", run).out)
        self.receipt(run)

    def adopt(self, who, name="log.example.org/2", **options):
        words = ("ledger", "adopt", name, "--reason", "the disk of the server broke")
        return self.by(who, *words, **options) if who else self.call(*words, **options)

    def test_a_restore_that_was_killed_is_made_again(self):
        """At any moment: either there is no store, or there is all of it, with its keys."""
        chance = random.Random(5)
        public = self.recovery()
        run = self.answered()
        self.good("store", "backup", "copy", "--recovery", public)
        words = ("store", "restore", "copy", "--recovery", "recovery.key")
        self.lose()
        began = time.monotonic()
        self.good(*words, stdin=PASSPHRASE, env=BY_STDIN)
        span, left = time.monotonic() - began, {"none": 0, "whole": 0}
        for _ in range(20):
            self.lose()
            process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env={**os.environ, **self.env, **BY_STDIN,
                                            "LD_PRELOAD": os.environ["SLUICE_TEST_PRELOAD"]})
            process.stdin.write(PASSPHRASE)
            process.stdin.close()
            time.sleep(chance.uniform(0, 1.1 * span))
            process.kill()
            process.wait()
            said = self.call(*words, stdin=PASSPHRASE, env=BY_STDIN)
            whole = "there is a store already" in said.err
            self.assertTrue(whole or said.code == 0, said.err)
            left["whole" if whole else "none"] += 1
            self.good("store", "verify")
            self.assertIn('"answer"', self.good("runs", "show", run, "--json").out)
        print(f"20 killed restores left: {left} ({self.engine})")

    def test_a_worker_waits_until_the_log_goes_on(self):
        """A restored store that nobody adopted: no run starts, none fails, and the worker says what to do."""
        public = self.recovery()
        queued, waiting, approved = self.queued(), self.waiting(), self.waiting()
        self.approve(approved)
        self.good("store", "backup", "copy", "--recovery", public)
        self.answered()
        self.restored(public)
        states = [self.state(run) for run in (queued, waiting, approved)]
        for _ in range(3):
            said = self.call("worker", "--once")
            self.assertNotEqual(said.code, 0)
            self.assertIn("this is an older copy of the store", said.err)
            self.assertIn("`sluice ledger adopt NAME --reason WORDS`", " ".join(said.err.split()))
        self.assertEqual([self.state(run) for run in (queued, waiting, approved)], states)
        self.refused("this is an older copy of the store", "run", "--code", "a.py", "--policy", "pure-compute")
        self.assertEqual(self.adopt("oli").code, 0)
        time.sleep(5.2)  # until what was put back is due
        for _ in range(4):
            self.call("worker", "--once")
        self.assertEqual([self.state(run) for run in (queued, waiting, approved)], ["answered", "awaiting_approval", "answered"])

    def test_the_logs_new_name_is_an_operators_word(self):
        public = self.recovery()
        self.answered()
        self.good("store", "backup", "copy", "--recovery", public)
        self.answered()
        self.restored(public)
        for who, words in ((None, "no operator signed that the log continues under a new name"),
                           ("ann", "'ann' does not hold the role 'operator'")):
            said = self.adopt(who)
            self.assertNotEqual(said.code, 0)
            self.assertIn(words, said.err)
        said = self.adopt(None, env={"SLUICE_TRUST": ""})  # whoever comes without the trust file
        self.assertIn("no operator signed that the log continues under a new name", said.err)
        self.statement("UPDATE principal SET trusted = 0")  # and owns the database
        said = self.adopt(None, env={"SLUICE_TRUST": ""})
        self.assertEqual(said.code, 0, said.err)
        said = self.call("ledger", "verify")
        self.assertEqual(said.code, 1)
        self.assertIn("name: nobody signed that the log continues under this name", said.out + said.err)

    def test_without_the_keys_the_same_task_is_stored_anew(self):
        run = self.answered()
        self.good("store", "backup", "copy")
        self.lose()
        self.refused("the keys of this backup's contents are missing", "store", "restore", "copy")
        said = self.good("store", "restore", "copy", "--without-keys")
        self.assertIn("lost with their keys: ", said.out)
        self.by("oli", "ledger", "adopt", "log.example.org/2", "--reason", "the disk of the server broke")
        self.answered()
        self.assertEqual(self.state(run), "answered")
        said = self.good("store", "verify")

    def test_a_log_that_was_left_is_not_written_into_a_new_store(self):
        if self.engine == "postgresql":
            self.skipTest("a server's files are its own")
        self.answered()
        self.good("store", "backup", "b.backup")
        for name in ("store.db", "store.db-shm"):
            (self.folder / "store" / name).unlink(missing_ok=True)
        self.assertGreater((self.folder / "store/store.db-wal").stat().st_size, 0)
        self.refused("store.db-wal' is left of a store that is not there any more", "store", "restore", "b.backup")
        self.refused("store.db-wal' is left of a store that is not there any more", "runs", "list")
        self.assertFalse((self.folder / "store/store.db").exists())
        (self.folder / "store/store.db-wal").unlink()

    def test_a_vault_that_was_not_lost_is_enough(self):
        if self.engine == "postgresql":
            self.skipTest("its vault is in the same schema")
        run = self.answered()
        self.good("store", "backup", "copy")
        self.lose(vault=False)
        said = self.good("store", "restore", "copy")
        self.assertNotIn("lost", said.out)
        self.good("runs", "show", run)
        self.good("store", "verify")

    @once
    def test_what_is_no_backup_is_refused(self):
        self.answered()
        self.good("store", "backup", "copy", "--recovery", self.recovery())
        self.refused("'copy' already exists", "store", "backup", "copy")
        self.refused("there is a store already", "store", "restore", "copy", "--recovery", "recovery.key",
                     stdin=PASSPHRASE, env=BY_STDIN)
        self.lose()
        copy = (self.folder / "copy").read_bytes()
        for at in random.sample(range(len(copy)), 20):
            self.write("changed", copy[:at] + bytes([copy[at] ^ 1]) + copy[at + 1:])
            self.refused("the file is damaged", "store", "restore", "changed", "--without-keys")
        self.write("cut", copy[:-1])
        self.refused("the file is damaged", "store", "restore", "cut", "--without-keys")
        self.good("keys", "new", "--owner", "other", "other.key", stdin=PASSPHRASE, env=BY_STDIN)
        self.refused("sealed to another key", "store", "restore", "copy", "--recovery", "other.key",
                     stdin=PASSPHRASE, env=BY_STDIN)
        self.good("store", "restore", "copy", "--recovery", "recovery.key", stdin=PASSPHRASE, env=BY_STDIN)

    # -- what is damaged -----------------------------------------------------------------------

    def keys(self, text, *values):
        if self.engine == "postgresql":
            return self.statement(text, *values)
        with sqlite3.connect(self.folder / "store" / "store.db.vault") as vault:
            return [row[0] for row in vault.execute(text, values)]

    def flip_bytes(self, table, column, name, ask):
        ids = ask(f"SELECT {name} FROM {table} WHERE {column} IS NOT NULL AND length({column}) > 0 ORDER BY 1")
        if table == "content_key":  # others wait for what they will seal
            used = self.statement("SELECT key_id FROM content WHERE key_id IS NOT NULL")
            ids = [one for one in ids if one in used]
        one = random.choice(ids)
        data = ask(f"SELECT {column} FROM {table} WHERE {name} = ?", one)[0]
        binary = isinstance(data, bytes)
        raw = bytearray(data if binary else data.encode())
        at = random.randrange(len(raw))
        raw[at] ^= 1 << random.randrange(8 if binary else 4)
        changed = bytes(raw) if binary else raw.decode("utf-8", "replace")
        if changed == data or "\0" in (changed if not binary else ""):
            return self.flip_bytes(table, column, name, ask)
        ask(f"UPDATE {table} SET {column} = ? WHERE {name} = ?", changed, one)
        return lambda: ask(f"UPDATE {table} SET {column} = ? WHERE {name} = ?", data, one)

    @once
    def test_each_flipped_bit_is_found(self):
        """Of contents, their keys, votes and events."""
        random.seed(9)
        self.approve(run := self.waiting())
        self.call("worker", "--once")
        self.assertEqual(self.state(run), "answered")
        self.answered()
        self.good("store", "verify")
        places = [("content", "bytes", "sha256", self.statement), ("content_key", "bytes", "id", self.keys),
                  ("ledger_event", "body", "seq", self.statement)]
        votes = [("approval_vote", column, "id", self.statement) for column in
                 ("voter_id", "reason", "keyid", "envelope_sha256", "subject_sha256", "need")]
        seen, total = 0, 50
        missed = []
        for i in range(total):
            place = random.choice(votes) if i % 4 == 3 else places[i % 4]
            undo = self.flip_bytes(*place)
            said = self.call("store", "verify")
            if said.code == 0:
                missed.append(place[:2])
            seen += said.code != 0
            undo()
        print(f"{seen} of {total} flipped bits were found ({self.engine})")
        self.assertEqual(seen, total, missed)
        self.good("store", "verify")


if __name__ == "__main__":
    unittest.main()
