# SPDX-License-Identifier: MIT
"""What is kept, held and erased, as the people meet it who answer for it; on both engines."""
import json
import os
import shutil
import sqlite3
import unittest

from engines import Stored

SECRET = "4111-1111-1111-1111"
CODE = f'card = "{SECRET}"\nprint(len(card))\n'
PEOPLE = {"ida": ["custodian"], "jon": ["custodian"], "kim": ["redactor", "custodian"], "lou": ["redactor"],
          "mia": ["redactor"], "ann": ["approver"]}


class Retention(Stored):
    def setUp(self):
        super().setUp()
        self.trust(PEOPLE)

    def done(self, name, *words, **options):
        said = self.by(name, *words, **options)
        self.assertEqual(said.code, 0, said.out + said.err)
        return said

    def refused(self, words, said):
        self.assertNotEqual(said.code, 0, said.out)
        self.assertIn(words, said.err)

    def run_once(self, code=CODE, **options):
        said = self.call("run", "--code", self.write("a.py", code), "--policy", "pure-compute", "--json", **options)
        self.assertEqual(said.code, 0, said.out + said.err)
        return said.json["run_id"]

    def propose(self, run, *words):
        return self.done("ida", "redact", "propose", run, *words, "--reason", "a card number was typed", "--json").json

    def vote(self, name, redaction):
        return self.by(name, "approvals", "approve", redaction["approval"], "--words", redaction["words"],
                       "--reason", "it has to go, I have looked")

    def redacted(self, run, *words):
        asked = self.propose(run, *words)
        for name in ("kim", "lou"):
            said = self.vote(name, asked)
            self.assertEqual(said.code, 0, said.err)
        return self.done("jon", "redact", "execute", asked["redaction"], "--json").json

    def types(self):
        self.call("ledger", "checkpoint")  # in PostgreSQL, events wait for their places
        return [json.loads(line)["type"] for line in self.call("ledger", "export").out.splitlines()]

    def verified(self):
        said = self.call("ledger", "verify")
        self.assertEqual(said.code, 0, said.out + said.err)

    # -- redaction -----------------------------------------------------------------------------

    def test_two_people_erase_and_every_proof_stands(self):
        run = self.run_once()
        receipt = self.write("receipt.json", self.call("receipt", "export", run).out)
        done = self.redacted(run)
        self.assertEqual(done["state"], "done")
        self.verified()
        key = self.call("ledger", "key").out
        services = key.replace("from: ..", "from: 2020-01-01").replace("until: ..", "until: 2099-01-01")
        trust = self.write("auditor.yaml", "apiVersion: sluice/v1\npeople: []\n" + services)
        trust.chmod(0o600)
        said = self.call("receipt", "verify", receipt, "--trust", trust)
        self.assertEqual(said.code, 0, said.out + said.err)
        shown = self.call("runs", "show", run)
        words = f"by approval {done['approval']}"
        self.assertIn(words, shown.out)
        self.assertEqual(self.call("runs", "show", run, "--json").json["redacted"]["approval"], done["approval"])
        self.assertIn(words, self.call("receipt", "show", run).out)
        replayed = self.call("runs", "replay", run)
        self.refused(words, replayed)
        again = self.done("jon", "redact", "execute", done["redaction"], "--json").json
        self.assertEqual(again, done)
        types = self.types()
        self.assertEqual(types.count("redaction.proposed"), 1)
        self.assertEqual(types.count("redaction.done"), 1)
        self.assertGreater(types.count("content.erased"), 2)

    def test_nothing_readable_is_left_in_the_store(self):
        if self.engine != "sqlite":
            self.skipTest("one file to read")
        run = self.run_once()
        folder = self.folder / "store"
        self.redacted(run)
        for file in folder.iterdir():
            self.assertNotIn(SECRET.encode(), file.read_bytes(), file)

    def test_a_restored_backup_brings_nothing_back(self):
        if self.engine != "sqlite":
            self.skipTest("a copy of a file")
        run = self.run_once()
        copy = self.folder / "backup.db"
        with sqlite3.connect(self.folder / "store" / "store.db") as db, sqlite3.connect(copy) as to:
            db.backup(to)
        self.redacted(run)
        self.assertNotIn(SECRET.encode(), copy.read_bytes())
        for end in ("", "-wal", "-shm"):
            (self.folder / "store" / f"store.db{end}").unlink(missing_ok=True)
        shutil.copy(copy, self.folder / "store" / "store.db")
        os.chmod(self.folder / "store" / "store.db", 0o600)
        shown = self.call("runs", "show", run)
        self.assertIn("its key was destroyed", shown.out)

    def test_who_asks_does_not_decide(self):
        run = self.run_once()
        asked = self.done("kim", "redact", "propose", run, "--reason", "a card number was typed", "--json").json
        self.refused("kim", self.vote("kim", asked))
        self.refused("two people have not approved it", self.by("kim", "redact", "execute", asked["redaction"]))
        self.assertEqual(self.vote("lou", asked).code, 0)
        self.refused("two people have not approved it", self.by("ida", "redact", "execute", asked["redaction"]))
        self.refused("'ann'", self.vote("ann", asked))
        self.assertEqual(self.vote("mia", asked).code, 0)
        self.done("ida", "redact", "execute", asked["redaction"])

    def test_who_may_ask(self):
        run = self.run_once()
        self.refused("'ann' does not hold the role 'custodian'",
                     self.by("ann", "redact", "propose", run, "--reason", "a card number was typed"))
        self.refused("say why, in at least 10 characters", self.by("ida", "redact", "propose", run, "--reason", "x"))
        self.refused("'evidence' can't be redacted",
                     self.by("ida", "redact", "propose", run, "--class", "evidence", "--reason", "all of it, now"))

    def test_only_a_class(self):
        run = self.run_once()
        self.redacted(run, "--class", "code")
        self.assertNotIn("the answer can't be shown", self.call("runs", "show", run).out)
        self.refused("redacted on", self.call("runs", "replay", run))

    def test_the_same_bytes_may_come_again_and_the_run_stays_redacted(self):
        run = self.run_once()
        done = self.redacted(run)
        again = self.run_once()
        self.assertEqual(self.call("runs", "replay", again).code, 0)
        self.refused(f"by approval {done['approval']}", self.call("runs", "replay", run))
        self.assertIn(f"by approval {done['approval']}", self.call("runs", "show", run).out)

    def test_what_others_use_stays_unless_it_is_named(self):
        first, second = self.run_once(), self.run_once()
        self.redacted(first)
        self.assertEqual(self.call("runs", "replay", second).code, 0)

    def test_a_redaction_that_was_killed_goes_on(self):
        """The rows are blank, the keys are there, and nobody told the ledger."""
        run = self.run_once()
        asked = self.propose(run)
        for name in ("kim", "lou"):
            self.assertEqual(self.vote(name, asked).code, 0)
        if self.engine == "sqlite":
            vault = self.folder / "store" / "store.db.vault"
            vault.chmod(0o444)
            aside = vault.rename(vault.with_suffix(".aside"))
            self.refused("the vault", self.by("jon", "redact", "execute", asked["redaction"]))
            aside.rename(vault).chmod(0o600)
            self.assertEqual(self.call("redact", "show", asked["redaction"], "--json").json["state"], "begun")
        done = self.done("jon", "redact", "execute", asked["redaction"], "--json").json
        self.assertEqual(done["state"], "done")
        self.verified()

    # -- holds ---------------------------------------------------------------------------------

    def hold(self, *words):
        return self.done("ida", "hold", "place", "--matter", "2026-117", *words, "--reason", "a claim of the third",
                         "--json").json["hold"]

    def test_a_hold_stands_against_everybody(self):
        run = self.run_once()
        asked = self.propose(run)
        hold = self.hold("--run", run)
        for name in ("kim", "lou"):
            self.assertEqual(self.vote(name, asked).code, 0)
        self.refused("a legal hold protects it", self.by("jon", "redact", "execute", asked["redaction"]))
        self.assertEqual(self.call("redact", "show", asked["redaction"], "--json").json["state"], "consumed")
        self.refused("the person who placed a hold can't lift it",
                     self.by("ida", "hold", "lift", hold, "--reason", "the claim is settled"))
        self.refused("does not hold the role", self.by("lou", "hold", "lift", hold, "--reason", "the claim is settled"))
        self.done("jon", "hold", "lift", hold, "--reason", "the claim is settled")
        self.assertEqual(self.call("hold", "list", "--json").json, [])
        lifted = self.call("hold", "list", "--all", "--json").json
        self.assertEqual([h["lifted_by"] for h in lifted], ["jon"])
        self.done("jon", "redact", "execute", asked["redaction"])
        types = self.types()
        self.assertLess(types.index("hold.placed"), types.index("hold.lifted"))
        self.verified()

    def test_a_hold_names_something(self):
        self.refused("a hold must be on a run, a person or a time",
                     self.by("ida", "hold", "place", "--matter", "1", "--reason", "a claim of the third"))
        self.refused("a period needs --since and --until",
                     self.by("ida", "hold", "place", "--matter", "1", "--since", "2026-01-01", "--reason", "a claim of it"))
        self.refused("a hold must name its matter", self.by("ida", "hold", "place", "--run", "x", "--reason", "a claim of it"))

    # -- time ----------------------------------------------------------------------------------

    def soon(self, *classes):
        for name in classes:
            self.done("ida", "retention", "set", name, "--floor", "0d", "--keep", "0d", "--reason", "as a test wants it")

    def test_what_is_due_is_listed_and_erased(self):
        kept = self.run_once("print(1)\n")
        self.soon("output", "code")
        run = self.run_once()
        due = self.call("retention", "due", "--json").json
        self.assertEqual({d["class"] for d in due} - {"words"}, {"output"}, due)
        hold = self.hold("--run", run)
        self.assertTrue(all(d["held"] for d in self.call("retention", "due", "--json").json))
        self.assertEqual(self.done("ida", "retention", "sweep", "--json").json, {"erased": 0, "held": 0})
        self.done("jon", "hold", "lift", hold, "--reason", "the claim is settled")
        swept = self.done("jon", "retention", "sweep", "--json").json
        self.assertEqual(swept["erased"], len(due))
        self.assertEqual(self.call("retention", "due", "--json").json, [])
        self.refused("its time was over", self.call("runs", "replay", run))
        self.assertEqual(self.call("runs", "replay", kept).code, 0)
        self.verified()
        self.assertEqual(self.types().count("content.erased"), len(due))
        self.run_once()  # whose time was over may come again

    def test_floors(self):
        shown = {r["class"]: r for r in self.call("retention", "show", "--json").json}
        seven_years = 7 * 366 * 86400 * 1000000
        for name in ("record", "code", "input", "output", "words"):
            self.assertEqual((shown[name]["floor_us"], shown[name]["keep_us"]), (seven_years, seven_years))
        self.refused("evidence must be kept as long as the log",
                     self.by("ida", "retention", "set", "evidence", "--floor", "1y", "--redact-after", "0d", "--keep", "1y",
                             "--reason", "as a test wants it"))
        self.refused("a record must be kept for at least half a year",
                     self.by("ida", "retention", "set", "record", "--floor", "30d", "--reason", "as a test wants it"))
        self.refused("does not hold the role",
                     self.by("ann", "retention", "set", "output", "--floor", "30d", "--reason", "as a test wants it"))
        self.refused("'soon' is not a span of time",
                     self.by("ida", "retention", "set", "output", "--floor", "soon", "--reason", "as a test wants it"))

    def test_not_even_two_people_where_the_class_is_firm(self):
        self.done("ida", "retention", "set", "code", "--redact-after", "7y", "--reason", "the rule of the exchange")
        run = self.run_once()
        asked = self.propose(run, "--class", "code")
        for name in ("kim", "lou"):
            self.assertEqual(self.vote(name, asked).code, 0)
        self.refused("not even two people can erase it yet", self.by("jon", "redact", "execute", asked["redaction"]))


if __name__ == "__main__":
    unittest.main()
