# SPDX-License-Identifier: MIT
"""The hook of a host: what it takes away, and that no failure of its own lets a call pass."""
import json
import os
import pathlib
import signal
import subprocess
import unittest

import sluice
from sluice import Case

GOOD = "import json\nprint(json.dumps(1))\n"
BAD = "import os\nos.system('id')\n"
WAITS = "import sqlite3\nsqlite3.connect('a.db')\n"


class Hook(Case):
    def ask(self, tool, which="claude", **arguments):
        text = json.dumps({"session_id": "s", "cwd": "/", "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": arguments})
        return self.sluice("hook", which, "--policy", "data-analysis", stdin=text.encode())

    def decided(self, said):
        self.assertEqual(said.code, 0, said.err)
        if not said.out:
            return None
        told = said.json["hookSpecificOutput"]
        self.assertEqual(told["hookEventName"], "PreToolUse")
        self.assertTrue(told["permissionDecisionReason"])
        return told["permissionDecision"]

    def test_what_the_policy_refuses_is_denied_wherever_it_stands(self):
        for tool, arguments in (("mcp__other__execute_code", {"code": BAD}), ("Write", {"file_path": "a.py", "content": BAD}),
                                ("Write", {"file_path": "tool", "content": "#!/usr/bin/env python3\n" + BAD}),
                                ("NotebookEdit", {"notebook_path": "a.ipynb", "new_source": BAD, "cell_type": "code"})):
            said = self.ask(tool, **arguments)
            self.assertEqual(self.decided(said), "deny", tool)
            self.assertIn("line ", said.json["hookSpecificOutput"]["permissionDecisionReason"])

    def test_what_it_leaves_to_a_person_is_asked(self):
        self.assertEqual(self.decided(self.ask("Write", file_path="a.py", content=WAITS)), "ask")
        for tool, arguments in (("Bash", {"command": "python3 a.py"}), ("mcp__x__y", {}), ("Write", {"file_path": "a.ipynb", "content": "{}"}),
                                ("MultiEdit", {"file_path": "a.py", "edits": []}), ("x", {"code": 1}), ("Write", {"file_path": "a.py"})):
            self.assertEqual(self.decided(self.ask(tool, **arguments)), "ask", tool)

    def test_nothing_is_ever_granted(self):
        for tool, arguments in (("mcp__x__execute_code", {"code": GOOD}), ("Write", {"file_path": "a.py", "content": GOOD}),
                                ("Write", {"file_path": "a.txt", "content": BAD}), ("Edit", {"file_path": "a.txt", "old_string": "a", "new_string": "b"}),
                                ("NotebookEdit", {"cell_type": "markdown", "new_source": BAD})):
            self.assertIsNone(self.decided(self.ask(tool, **arguments)), tool)

    def test_an_edit_is_judged_as_the_file_that_it_makes(self):
        path = str(self.write("a.py", "import os\nprint(1)\nprint(1)\n"))
        self.assertEqual(self.decided(self.ask("Edit", file_path=path, old_string="print(1)", new_string="os.system('id')")), "deny")
        self.assertIsNone(self.decided(self.ask("Edit", file_path=path, old_string="print(1)", new_string="print(2)", replace_all=True)))

    def test_generic_says_it_by_its_exit_code(self):
        for code, decision, exit_code in ((GOOD, "allow", 0), (BAD, "deny", 2), (WAITS, "ask", 2)):
            said = self.sluice("hook", "generic", "--policy", "data-analysis", stdin=json.dumps({"code": code}).encode())
            self.assertEqual((said.json["decision"], said.code), (decision, exit_code))

    def test_every_failure_denies(self):
        good = json.dumps({"tool_name": "x", "tool_input": {"code": GOOD}}).encode()
        self.write("broken.yaml", "id: [")
        for words in (("--policy", "no-such"), ("--policy", "broken.yaml"), ("--policy", "/dev/null"), (), ("--unknown",),
                      ("--policy", "data-analysis", "--trust", "no-such.yaml"), ("--policy", "data-analysis", "more")):
            for which in ("claude", "generic"):
                said = self.sluice("hook", which, *words, stdin=good)
                self.assertEqual((said.code, said.out), (2, ""), words)
                self.assertTrue(said.err)
        for text in (b"", b"{", b"[]", b"\xff", b'{"tool_name":"x","tool_name":"y"}', b'{"a":"' + b"x" * (9 << 20) + b'"}', b"[" * 100000):
            for which in ("claude", "generic"):
                self.assertEqual(self.sluice("hook", which, "--policy", "data-analysis", stdin=text).code, 2, text[:30])
        self.assertEqual(self.ask("Edit", file_path="/no/such.py", old_string="a", new_string="b").code, 2)
        self.assertEqual(self.sluice("hook", "cluade", "--policy", "data-analysis", stdin=good).code, 2)
        self.assertEqual(self.sluice("hook", "claude", "--policy", "data-analysis", stdin=good, env={"SLUICE_TRUST": "/no/such"}).code, 2)

    def test_an_answer_that_cannot_be_told_denies(self):
        text = json.dumps({"tool_name": "x", "tool_input": {"code": BAD}}).encode()
        with open("/dev/full", "wb") as full:
            done = subprocess.run([sluice.PROGRAM, "hook", "claude", "--policy", "data-analysis"], input=text, stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)

    def test_a_judge_that_dies_or_hangs_denies(self):
        for number in (signal.SIGSEGV, signal.SIGKILL, signal.SIGALRM):
            process = subprocess.Popen([sluice.PROGRAM, "hook", "claude", "--policy", "data-analysis"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            children = self.until(pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text).split()
            os.kill(int(children[0]), number)
            out, err = process.communicate(timeout=30)
            self.assertEqual((process.returncode, out), (2, b""))
            self.assertIn(b"refused", err)


if __name__ == "__main__":
    unittest.main()
