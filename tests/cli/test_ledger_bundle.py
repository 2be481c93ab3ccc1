# SPDX-License-Identifier: MIT
"""The whole log in a folder, judged by somebody who has the folder and a trust file alone."""
import json
import os
import shutil
import unittest

from engines import once
from test_receipt_people import ByPeople

FILES = ("events.jsonl", "checkpoints.jsonl", "statements.jsonl", "receipts.jsonl", "manifest.json")


class Bundle(ByPeople):
    def setUp(self):
        super().setUp()
        self.write("number.py", "import json\nprint(json.dumps({'n': 42}))\n")

    def bundled(self):
        """A log with an answer, an answer that people allowed, and a rejection; written out."""
        self.assertEqual(self.by("rita", "run", "--code", "number.py", "--goal", "x", "--policy", "data-analysis").code, 0)
        run = self.ask()
        self.approve("ann", run)
        self.work()
        run = self.ask()
        self.done("bob", "approvals", "reject", run, "--reason", "no database for this")
        self.assertEqual(self.call("receipt", "export", run).code, 0)
        said = self.call("ledger", "export", "--format", "bundle", "--to", "bundle")
        self.assertEqual(said.code, 0, said.err)
        return self.folder / "bundle"

    def judge(self, folder="bundle", *more, code=0, trust="trust.yaml"):
        """By who has no store: the environment names one that can't be there."""
        far = {"SLUICE_STORE": f"sqlite:{self.folder}/none/store.db", "SLUICE_LOG_KEY": f"{self.folder}/none.key"}
        said = self.call("ledger", "verify", "--bundle", folder, "--trust", trust, *more, env=far)
        self.assertEqual(said.code, code, said.out + said.err)
        self.assertFalse((self.folder / "none").exists())
        return said

    def copy(self):
        shutil.rmtree(self.folder / "other", ignore_errors=True)
        shutil.copytree(self.folder / "bundle", self.folder / "other")
        return self.folder / "other"

    def test_it_is_whole_and_holds(self):
        folder = self.bundled()
        lines = {name: (folder / name).read_text().splitlines() for name in FILES}
        events = [json.loads(line) for line in lines["events.jsonl"]]
        self.assertEqual(self.judge().out, f"{len(events)} events, 0 problems\n")
        self.assertEqual(len(lines["statements.jsonl"]), sum(e["type"] in ("approval.voted", "act.made") for e in events))
        self.assertEqual(len(lines["receipts.jsonl"]), 3)
        self.assertIn("sluice ledger verify --bundle", (folder / "README.txt").read_text())

    @once
    def test_it_is_written_into_a_new_folder_alone(self):
        self.bundled()
        said = self.call("ledger", "export", "--format", "bundle", "--to", "bundle")
        self.assertNotEqual(said.code, 0)
        self.assertIn("name a new folder: a bundle is not written into an existing one", said.err)
        said = self.call("ledger", "export", "--format", "bundle", "--to", "b2", "--run", "run_1")
        self.assertEqual(said.code, 2)
        self.assertIn("a bundle is the whole log", said.err)

    @once
    def test_any_byte_that_changes_is_noticed(self):
        self.bundled()
        for name in FILES:
            data = (self.folder / "bundle" / name).read_bytes()
            for at in sorted({*range(0, len(data), max(1, len(data) // 12)), len(data) - 1}):
                other = self.copy()
                changed = bytearray(data)
                changed[at] ^= 1
                (other / name).write_bytes(changed)
                said = self.call("ledger", "verify", "--bundle", "other", "--trust", "trust.yaml")
                self.assertIn(said.code, (1, 2), f"{name}, byte {at}: {said.out}{said.err}")

    def spoiled(self, name, change, words):
        other = self.copy()
        lines = (other / name).read_bytes().splitlines(keepends=True)
        (other / name).write_bytes(b"".join(change(lines)))
        self.assertIn(words, self.judge("other", code=1).out)

    @once
    def test_what_an_attacker_takes_out_or_puts_in_is_told(self):
        self.bundled()
        self.spoiled("events.jsonl", lambda lines: lines[:-1], "truncated: it has")
        self.spoiled("events.jsonl", lambda lines: lines[:3] + lines[4:], "chain: its hash of the previous event is wrong")
        self.spoiled("events.jsonl", lambda lines: lines[:2] + [lines[3], lines[2]] + lines[4:], "order: it says that it is event")
        self.spoiled("events.jsonl", lambda lines: lines + lines[-1:], "order: it says that it is event")
        self.spoiled("events.jsonl", lambda lines: lines + [b"x" * 99], "form: a line is cut off or too long")
        self.spoiled("statements.jsonl", lambda lines: lines[1:] + lines[:1],
                     "vote: it does not name the next line of 'statements.jsonl'")
        self.spoiled("statements.jsonl", lambda lines: lines + lines,
                     "manifest: 'statements.jsonl' has lines that no event refers to")
        self.spoiled("receipts.jsonl", lambda lines: lines[1:],
                     "receipt: it does not name the next line of 'receipts.jsonl'")
        self.spoiled("checkpoints.jsonl", lambda lines: lines[:-1], "checkpoint: no checkpoint covers its last events")
        self.spoiled("checkpoints.jsonl", lambda lines: lines[::-1], "checkpoint: the checkpoints are out of order")

    @once
    def test_other_keys_prove_nothing(self):
        self.bundled()
        text = (self.folder / "trust.yaml").read_text()
        mine = text.split("purpose: log, public: \"")[1].split('"')[0]
        self.write("eve.yaml", text.replace(f'purpose: log, public: "{mine}', f'purpose: log, public: "{self.person("eve")}'))
        said = self.judge(trust="eve.yaml", code=1)
        self.assertIn("does not name with the purpose 'log' for ", said.out)
        self.assertIn("checkpoint: no key of the log", said.out)
        key = self.person("ann")
        self.write("ann.yaml", text.replace(key, self.person("eve")))
        self.assertIn("vote: the vote is not valid", self.judge(trust="ann.yaml", code=1).out)

    def test_a_later_checkpoint_that_was_seen_is_missed(self):
        self.bundled()
        self.by("rita", "run", "--code", "number.py", "--goal", "y", "--policy", "data-analysis")
        self.write("seen", self.call("ledger", "checkpoint").out)
        self.assertIn("rollback: the log has", self.judge("bundle", "--seen", "seen", code=1).out)

    @once
    def test_what_is_no_bundle_is_said(self):
        folder = self.bundled()
        other = self.copy()
        (other / "events.jsonl").unlink()
        os.mkfifo(other / "events.jsonl")
        self.assertIn("'events.jsonl' is not a file", self.judge("other", code=2).err)
        (other / "events.jsonl").unlink()
        os.symlink(folder / "events.jsonl", other / "events.jsonl")
        self.assertIn("can't read 'events.jsonl'", self.judge("other", code=2).err)
        (other / "manifest.json").write_text("{}")
        self.assertIn("this is not a ledger bundle", self.judge("other", code=2).err)


if __name__ == "__main__":
    unittest.main()
