# SPDX-License-Identifier: MIT
"""run --out, runs artifacts --out: what a program left reaches the caller's folder, and replaces nothing there."""
import hashlib
import unittest

from engines import Stored

LONG = f"{'d' * 120}/{'f' * 120}/{'n' * 20}.csv"
CODE = f"""import json
import os
os.mkdir("a")
os.mkdir("{'d' * 120}")
os.mkdir("{'d' * 120}/{'f' * 120}")
for name in ("a_b.csv", "a/b.csv", ".profile.csv", "Makefile.csv", "plain.csv", "{LONG}"):
    with open(name, "w") as f:
        f.write(name)
print(json.dumps({{"total": 1}}))
"""
POLICY = """apiVersion: sluice/v1
id: files
title: files of all names
revision: 1
extends: [data-analysis]
override:
  - {what: imports, reason: "folders are made"}
  - {what: files, reason: "files of any name"}
  - {what: attributes, reason: "os.mkdir is wanted"}
  - {what: capabilities, reason: "os.mkdir is wanted"}
imports: {allow: [{module: os, api: [mkdir], also: [mkdir]}]}
attributes: {allow: [mkdir]}
files: {read: [inputs], write: ["*.csv"]}
"""


class Artifacts(Stored):
    TASK = "--code", "c.py", "--schema", "s.json", "--policy", "./p.yaml"

    def setUp(self):
        super().setUp()
        self.write("p.yaml", POLICY)
        self.write("c.py", CODE)
        self.write("s.json", {"type": "object"})

    def queued(self):
        asked = self.call("submit", *self.TASK, "--goal", "x", "--json")
        self.assertEqual(asked.code, 0, asked.out + asked.err)
        return asked.json["run_id"]

    def check_saved(self, *words):
        out = self.folder / "out"
        out.mkdir()
        (out / "Makefile.csv").write_text("mine")
        said = self.call(*words, "--out", "out")
        self.assertEqual(said.code, 2, said.out + said.err)
        self.assertEqual((out / "Makefile.csv").read_text(), "mine")
        self.assertEqual((out / "plain.csv").read_text(), "plain.csv")
        self.assertEqual((out / "a_b.csv").read_text(), "a_b.csv")
        mark = hashlib.sha256(b"a/b.csv").hexdigest()[:8]
        self.assertEqual((out / f"a_b-{mark}.csv").read_text(), "a/b.csv")
        mark = hashlib.sha256(LONG.encode()).hexdigest()[:8]
        shortened = LONG.replace("/", "_")[:200 - 9 - 4] + f"-{mark}.csv"
        self.assertEqual((out / shortened).read_text(), LONG)
        self.assertFalse((out / ".profile.csv").exists())
        self.assertIn("'Makefile.csv' is not saved: 'out/Makefile.csv' already exists", said.err)
        self.assertIn("'.profile.csv' is not saved: its name begins with a dot", said.err)
        self.assertEqual(said.err.count("is not saved"), 2)

    def test_nothing_is_replaced_and_each_that_is_left_is_told(self):
        self.check_saved("run", *self.TASK)

    def test_a_queued_run_leaves_the_same_files(self):
        run = self.queued()
        said = self.call("runs", "artifacts", run, "--out", "early")
        self.assertEqual(said.code, 2, said.out + said.err)
        self.assertIn("is 'received': no answer was released", said.err)
        self.assertFalse((self.folder / "early").exists())
        worked = self.call("worker", "--once", "--json")
        self.assertEqual(worked.json["status"], "answered", worked.out + worked.err)
        self.check_saved("runs", "artifacts", run)
        listed = self.call("runs", "artifacts", run)
        self.assertEqual(listed.code, 0, listed.err)
        self.assertRegex(listed.out, r"(?m)^a/b\.csv  text/plain, 7 bytes, sha256 [0-9a-f]{12}…$")
        self.assertEqual({f["name"] for f in self.call("runs", "artifacts", run, "--json").json},
                         {"a_b.csv", "a/b.csv", ".profile.csv", "Makefile.csv", "plain.csv", LONG})


if __name__ == "__main__":
    unittest.main()
