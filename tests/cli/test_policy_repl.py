# SPDX-License-Identifier: MIT
"""A program and a policy in the making, at the prompt."""
import os
import pty
import subprocess
import unittest

from sluice import PROGRAM, Case

RULE = """:rule
rules:
  - id: rounding
    call: [round]
    unless:
      - arg: {1: {below: 4}}
    otherwise: deny
    unknown: escalate
    message: "at most three digits"

"""


class Prompt(Case):
    def type(self, text, *words):
        return self.sluice("policy", "repl", *words, stdin=text.encode())

    def test_each_line_is_judged_with_those_before(self):
        said = self.type("from os import system as s\nx = 1\ns('id')\n")
        self.assertEqual(said.code, 0, said.err)
        verdicts = [line for line in said.out.splitlines() if line.startswith("program: ")]
        self.assertEqual([v.split(",")[0] for v in verdicts], ["program: deny"] * 3)
        self.assertIn("program:1:16: deny", said.out)

    def test_a_block_is_one_step_and_can_be_undone(self):
        said = self.type("def f(a):\n    import socket\n\nf(1)\n:undo\n:undo\n:list\n:clear\n:list\nprint(1)\n:list\n")
        self.assertEqual(said.out.count("program:2:12"), 3)
        self.assertTrue(said.out.endswith("program: allow\n   1 | print(1)\n"), said.out)

    def test_a_rule_is_tried_over_the_policy(self):
        said = self.type("x = round(1.23, 5)\n" + RULE + ":explain 1\n:rule\n\n")
        self.assertIn("program: allow\nprogram:1:5: deny: 'round': at most three digits [rounding]", said.out)
        self.assertIn("no condition holds, so rule 'rounding' says deny", said.out)
        self.assertTrue(said.out.endswith("program: allow\n"))

    def test_a_rule_is_tried_over_a_policy_of_ones_own(self):
        self.write("mine.yaml", "apiVersion: sluice/v1\nid: mine\nrevision: 3\nextends: [pure-compute]\n")
        said = self.type("x = round(1.23, 5)\n" + RULE, "--policy", "mine.yaml")
        self.assertIn("[rounding]", said.out)
        self.write("mine.yaml", "apiVersion: sluice/v1\nid: mine\nrevision: 3\nextends: [pure-compute]\nlocked: [rules]\n")
        said = self.type("x = round(1.23, 5)\n" + RULE, "--policy", "mine.yaml")
        self.assertIn("locked", said.err)
        self.assertNotIn("program: deny", said.out)

    def test_what_is_wrong_is_said_and_it_goes_on(self):
        said = self.type(":rule\nrules: [\n\n:rule\n\n:nope\n:load none.py\n:save\n:policy nothing\nprint(1)\n")
        for words in ("tried.yaml:", "':nope' is no command", "none.py", "':save' needs a file's name", "nothing"):
            self.assertIn(words, said.err)
        self.assertTrue(said.out.endswith("program: allow\n"))

    def test_programs_are_loaded_and_saved(self):
        self.write("a.py", "print(1)\n")
        said = self.type(":load a.py\nprint(2)\n:save b.py\n:save b.py\n")
        self.assertEqual((self.folder / "b.py").read_text(), "print(1)\nprint(2)\n")
        self.assertIn("'b.py' is there already", said.err)

    def test_it_has_an_end(self):
        said = self.type("x = '" + "y" * 3000 + "'\n" * 1)
        self.assertEqual(said.code, 0)
        said = self.type("".join(f"x{i} = '{'y' * 3000}'\n" for i in range(90)))
        self.assertIn("the program is larger than", said.err)

    def test_a_terminal_has_prompts(self):
        mine, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, "policy", "repl"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=self.folder,
                                   env={**os.environ, "TERM": "dumb", "NO_COLOR": "1"})
        os.close(theirs)
        os.write(mine, b"print(1)\n:quit\n")
        told = b""
        try:
            while chunk := os.read(mine, 4096):
                told += chunk
        except OSError:
            pass  # the other side is closed
        os.close(mine)
        self.assertEqual(process.wait(timeout=20), 0)
        self.assertIn(b"data-analysis, revision", told)
        self.assertIn(b">>> ", told)
        self.assertIn(b"program: allow", told)


if __name__ == "__main__":
    unittest.main()
