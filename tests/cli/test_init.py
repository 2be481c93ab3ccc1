# SPDX-License-Identifier: MIT
"""sluice init: from a table to a task that runs, by options and by answers at a terminal."""

import json
import os
import pty
import subprocess
import unittest

from engines import Stored
from sluice import PROGRAM

TABLE = "region;customer;amount\nnorth;Ann Smith;12.5\nsouth;Bob Jones;\n"


class Init(Stored):
    def setUp(self):
        super().setUp()
        self.write("My Sales.csv", TABLE)

    def begin(self, *words):
        return self.call("init", *words)

    def test_a_table_becomes_a_task_that_runs(self):
        said = self.begin("My Sales.csv", "--sensitive", "customer")
        self.assertEqual(said.code, 0, said.err)
        self.assertRegex(said.out, r"(?s)rows +2\n.*amount +1\n")
        again = self.call("run", "my-sales/task.yaml", "--json")
        self.assertEqual(again.json["answer"]["rows"], 2, again.out)
        tested = self.call("policy", "test", "my-sales/my-sales.yaml")
        self.assertEqual((tested.code, tested.out), (0, "my-sales: 3 tests, all passed\n"))
        linted = self.call("policy", "lint", "my-sales/my-sales.yaml")
        self.assertIn("0 errors, 0 warnings", linted.out)
        checked = self.call("schema", "check", "my-sales/schema.json")
        self.assertEqual(checked.out, "my-sales/schema.json: a valid schema\n")

    def test_what_must_not_leave_does_not(self):
        self.begin("My Sales.csv", "--sensitive", "customer")
        replies = self.folder / "my-sales/replies.json"
        written = json.loads(replies.read_text())
        written["replies"][1]["code"] = 'import json\nprint(json.dumps({"rows": 2, "columns": [{"name": "Ann Smith"}]}))\n'
        replies.write_text(json.dumps(written))
        said = self.call("run", "my-sales/task.yaml")
        self.assertEqual(said.code, 15, said.out)
        self.assertNotIn("Ann Smith", said.out)

    def test_a_model_gets_the_goal_and_the_answers_shape(self):
        said = self.begin("My Sales.csv", "--out", "t", "--model", "ollama llama3", "--goal", 'say "why": # not', "--answer", "total:number, by:list")
        self.assertEqual(said.code, 16, said.out)  # nobody answers at its port
        task = (self.folder / "t/task.yaml").read_text()
        self.assertIn('goal: "say \\"why\\": # not"', task)
        self.assertIn('model: {provider: "ollama", model: "llama3"}', task)
        schema = json.loads((self.folder / "t/schema.json").read_text())
        self.assertEqual((schema["required"], schema["properties"]["total"]), (["total", "by"], {"type": "number"}))
        self.assertFalse((self.folder / "t/replies.json").exists())
        self.assertTrue((self.folder / "t/t.yaml").exists())
        said = self.begin("My Sales.csv", "--out", "a folder/own.2", "--model", "openai mock", "--url", "http://127.0.0.1:1/v1", "--goal", "x", "--answer", "total:number")
        self.assertEqual((said.code, "a folder" in said.err), (2, True), said.err)  # its parent is not there
        said = self.begin("My Sales.csv", "--out", "Own.2", "--model", "openai mock", "--url", "http://127.0.0.1:1/v1", "--goal", "x", "--answer", "total:number")
        self.assertEqual(said.code, 16, said.out)
        self.assertIn('model: {provider: "openai", model: "mock", url: "http://127.0.0.1:1/v1"}', (self.folder / "Own.2/task.yaml").read_text())
        self.assertEqual(self.call("policy", "test", "Own.2/own-2.yaml").out, "own-2: 3 tests, all passed\n")
        (self.folder / "deep/er").mkdir(parents=True)
        self.assertEqual(self.begin("My Sales.csv", "--out", "deep/er/own").code, 0)
        self.assertIn('path: "../../../My Sales.csv"', (self.folder / "deep/er/own/task.yaml").read_text())

    def test_what_is_wrong_is_said_and_nothing_is_left(self):
        self.write("empty.csv", "")
        self.write("binary.csv", b"PK\x03\x04\0\0")
        for words, why in ((["empty.csv"], "'empty.csv' is empty"), (["binary.csv"], "'binary.csv' is not text"), (["gone.csv"], "can't open 'gone.csv'"), ([], "no file was named"),
                           (["My Sales.csv", "--sensitive", "customr"], "'My Sales.csv' has no column 'customr'"),
                           (["My Sales.csv", "--goal", "x"], "without a model, Sluice can only count rows"),
                           (["My Sales.csv", "--url", "http://127.0.0.1:1"], "--url is the address of a model's API"),
                           (["My Sales.csv", "--model", "a b /dev/null d"], "a model takes two or three words, not 4"), (["My Sales.csv", "--model", "openai"], "two or three words, not 1"),
                           (["My Sales.csv", "--model", "openai gpt-5 gone.key"], "the key file of --model: No such file or directory"),
                           (["My Sales.csv", "--model", "ollama x", "--answer", "a:blob"], "'a:blob' is not a list of NAME:TYPE"),
                           (["My Sales.csv", "--goal", "x" * 500, "--model", "ollama x"], "an answer may have at most 399 bytes")):
            said = self.begin(*words)
            self.assertEqual(said.code, 2, (words, said.out, said.err))
            self.assertIn(why, said.err)
            self.assertNotIn("gone.key", said.err)  # a key in its file's place is not shown
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if p.is_dir()), [])
        self.begin("My Sales.csv")
        before = (self.folder / "my-sales/task.yaml").read_bytes()
        said = self.begin("My Sales.csv")
        self.assertEqual(said.code, 2)
        self.assertIn("'my-sales' already exists\nhelp: edit the files in it, or name another folder with --out\n", said.err)
        self.assertEqual((self.folder / "my-sales/task.yaml").read_bytes(), before)

    def at_terminal(self, answers):
        here, there = pty.openpty()
        with subprocess.Popen([PROGRAM, "init"], stdin=there, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder,
                              env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SLUICE_STORE": self.store}) as child:
            os.close(there)
            os.write(here, answers)
            out, err = child.communicate(timeout=60)
        os.close(here)
        return child.returncode, err

    def test_a_terminal_is_asked(self):
        code, err = self.at_terminal(b"My Sales.csv\ncustomer\n\n")
        self.assertEqual(code, 0, err)
        self.assertIn(b"its columns: region, customer, amount", err)
        self.assertIn(b"which file, a table as CSV: ", err)
        self.assertEqual(err.count(b" [none]: "), 2)  # with a model, the goal and the answer are asked too
        self.assertIn('sensitive: ["customer"]', (self.folder / "my-sales/task.yaml").read_text())

    def test_a_models_own_address_is_asked_for(self):
        code, err = self.at_terminal(b"My Sales.csv\n\nopenai mock\nhttp://127.0.0.1:1/v1\n\n\n")
        self.assertEqual(code, 16, err)  # nobody answers at its port
        self.assertIn(b"at which address is it, or none for the provider's own [none]: ", err)
        self.assertIn('model: {provider: "openai", model: "mock", url: "http://127.0.0.1:1/v1"}', (self.folder / "my-sales/task.yaml").read_text())

    def test_words_that_name_no_model_are_refused_before_the_next_question(self):
        code, err = self.at_terminal(b"My Sales.csv\n\nthe total of each region\n")
        self.assertEqual(code, 2, err)
        self.assertIn(b"a model takes two or three words, not 5", err)
        self.assertNotIn(b"at which address", err)

    def test_a_credential_of_the_service_manager_is_no_path(self):
        self.begin("My Sales.csv", "--model", "openai mock credential:openai", "--url", "http://127.0.0.1:1/v1")
        self.assertIn('key_file: "credential:openai"', (self.folder / "my-sales/task.yaml").read_text())


if __name__ == "__main__":
    unittest.main()
