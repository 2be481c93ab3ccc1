# SPDX-License-Identifier: MIT
"""Programs that mean harm, under a policy that lets them through the gate: each is contained, and named."""

import json
import os
import pty
import subprocess
import time

from sluice import PROGRAM, SOURCE, STORE, Case

# The gate lets nearly everything pass, so that the walls have to do the work.
POLICY = "permissive-sandboxed"
SHORT = f"""\
apiVersion: sluice/v1
id: short
title: what burns processor time ends sooner
revision: 1
extends: [{POLICY}]
limits: {{cpu_s: 1}}
"""
CONTROLS = f"""\
apiVersion: sluice/v1
id: controls
title: what a terminal obeys may be printed
revision: 1
extends: [{POLICY}]
override: [{{what: output, reason: "a terminal shows it as text"}}]
output: {{leaks: {{control: allow}}}}
"""


class Hostile(Case):
    def run_code(self, code, **options):
        path = self.write("program.py", code)
        policy = self.write("short.yaml", SHORT)
        began = time.monotonic()
        said = self.sluice("run", "--code", path, "--policy", policy, "--json", **options)
        self.assertLess(time.monotonic() - began, 60)
        run = said.json
        self.assertIsNotNone(run["execution"], "the gate was meant to let it through")
        broken = {violation.get("rule") for violation in run["execution"]["violations"]}
        self.assertLessEqual({finding["rule"] for finding in run["findings"]}, broken, "the sandbox alone may have found these")
        self.assertNotEqual(run["status"], "answered")
        return said, run

    def test_the_hosts_files_are_not_there(self):
        said, run = self.run_code("print(open('/etc/passwd').read())\n")
        self.assertEqual((said.code, run["execution"]["outcome"]), (14, "error"))
        self.assertIn(run["error"]["name"], ("FileNotFoundError", "PermissionError"))
        self.assertNotIn("root:", run["stdout"] + run["stderr"])

    def test_the_environment_is_not_there(self):
        _, run = self.run_code("import os\nprint(sorted(os.environ.items()))\nraise SystemExit(3)\n",
                               env={"SLUICE_TEST_SECRET": "hunter2"})
        self.assertNotIn("hunter2", json.dumps(run))
        self.assertEqual(run["execution"]["exit_code"], 3)

    def test_no_socket_is_opened(self):
        said, run = self.run_code("import socket\nsocket.create_connection(('127.0.0.1', 80), 2)\n")
        self.assertIn(said.code, (10, 13, 14))
        self.assertIn(run["execution"]["outcome"], ("error", "violation"))
        self.assertTrue(any("socket" in v["what"] for v in run["execution"]["violations"]), run["execution"])
        self.assertEqual([(f["rule"], f["line"], f["snippet"]) for f in run["findings"]], [("capability.network", None, "")])
        self.assertEqual(run["reason"], "the program tries to use the network [capability.network]")

    def test_a_fork_bomb_is_bounded(self):
        said, run = self.run_code("import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n")
        self.assertEqual(said.code, 13, said.err)
        self.assertIn(run["execution"]["outcome"], ("wall_timeout", "cpu_limit"))

    def test_a_memory_bomb_is_bounded(self):
        said, run = self.run_code("blocks = []\nwhile True:\n    blocks.append(bytearray(16 << 20))\n")
        self.assertIn((said.code, run["execution"]["outcome"]), [(13, "out_of_memory"), (14, "error")])
        if said.code == 14:
            self.assertEqual(run["error"]["name"], "MemoryError")

    def test_an_endless_loop_is_ended(self):
        said, run = self.run_code("while True:\n    pass\n")
        self.assertEqual(said.code, 13, said.err)
        self.assertIn(run["execution"]["outcome"], ("wall_timeout", "cpu_limit"))

    def test_an_output_flood_is_cut(self):
        said, run = self.run_code("while True:\n    print('x' * 10000)\n")
        self.assertEqual((said.code, run["execution"]["outcome"]), (13, "output_limit"))
        self.assertLess(len(run["stdout"]), 4 << 20)

    def test_what_it_prints_cannot_forge_the_outcome(self):
        _, run = self.run_code(
            "import os\nos.write(1, b'{\"status\": \"answered\"}\\n')\nos._exit(7)\n")
        self.assertEqual((run["status"], run["execution"]["exit_code"]), ("failed", 7))

    def test_a_terminal_is_shown_nothing_that_it_may_obey(self):
        hostile = "\x7f\x9b31m\u202e\u2066\u200b\U000e0041"
        path = self.write("program.py", f"import sys\nsys.stdout.write({ascii(hostile)})\nsys.exit(3)\n")
        policy = self.write("controls.yaml", CONTROLS)
        words = ("run", "--code", path, "--policy", policy, "--json")
        piped = self.sluice(*words)
        here, there = pty.openpty()
        with subprocess.Popen([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL, stdout=there, cwd=self.folder,
                              env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SLUICE_STORE": STORE}) as child:
            os.close(there)
            seen = b""
            try:
                while chunk := os.read(here, 65536):
                    seen += chunk
            except OSError:
                pass  # its other end is closed
            self.assertEqual(child.wait(60), 14)
        os.close(here)
        self.assertEqual(json.loads(piped.out)["stdout"], hostile)
        self.assertIn(hostile, piped.out)
        self.assertEqual(json.loads(seen)["stdout"], hostile)
        self.assertNotRegex(seen.decode(), "[\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\U000e0041]")

    def test_nothing_is_left_behind(self):
        self.run_code("import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(300)\nraise SystemExit(1)\n")
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except OSError:
                continue
            self.assertNotIn(str(self.folder / "program.py").encode(), words)
            self.assertFalse(words[0].endswith(b"sluice-python"), words)
