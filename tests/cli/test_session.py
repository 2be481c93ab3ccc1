# SPDX-License-Identifier: MIT
"""`sluice session`: cells in one interpreter, each behind the gate and in the record."""
import json
import os
import pty
import subprocess
import unittest

from sluice import PROGRAM, Case


class Session(Case):
    def setUp(self):
        super().setUp()
        self.env = {"SLUICE_STORE": f"sqlite:{self.folder}/s.db"}
        self.write("sales.csv", "day,amount\nmon,3\ntue,4\n")

    def run_cells(self, *cells, policy="data-analysis", json_lines=False):
        words = ["session", "--policy", policy, "--input", "sales.csv"] + ["--json"] * json_lines
        return self.sluice(*words, stdin="# %%\n".join(cells).encode(), env=self.env)

    def test_what_a_cell_leaves_is_there_for_the_next(self):
        said = self.run_cells("import csv\nrows = list(csv.DictReader(open('sales.csv')))\nprint(len(rows))\n",
                              "def total():\n    return sum(int(r['amount']) for r in rows)\ntotal()\n",
                              "print(total() * 2)\n")
        self.assertEqual((said.code, said.out), (0, "2\n= 7\n14\n"), said.err)

    def test_each_cell_is_a_run_with_a_verdict(self):
        said = self.run_cells("x = 1\n", "print(x)\n", json_lines=True)
        records = [json.loads(line) for line in said.out.splitlines()]
        self.assertEqual([r["status"] for r in records], ["answered", "answered"], said.out)
        self.assertEqual(records[1]["answer"], "1\n")
        runs = self.sluice("runs", "list", "--json", env=self.env).json
        self.assertEqual([r["state"] for r in runs], ["answered"] * 2)
        self.assertEqual({r["run_id"] for r in runs}, {r["run_id"] for r in records})

    def test_what_its_cells_read_and_wrote_is_summed(self):
        said = self.run_cells("x = 1\n", "open('out.csv', 'w').write('a' * 300000)\n", "y = len(open('out.csv').read())\n", json_lines=True)
        records = [json.loads(line)["execution"] for line in said.out.splitlines()]
        self.assertEqual([r["session"]["cells"] for r in records], [1, 2, 3], said.out)
        for kind in ("read_bytes", "written_bytes"):
            self.assertEqual([r["session"][kind] for r in records], [sum(r["usage"][kind] for r in records[:i + 1]) for i in range(3)])
            self.assertGreaterEqual(records[2]["session"][kind], 300000)
        shown = self.at_a_terminal("x = 1\n\nprint(x)\n\n")
        self.assertRegex(shown, r"note: 2 cells read \d+ bytes and wrote \d+")

    def test_a_refused_cell_never_ran_and_the_lines_are_its_own(self):
        said = self.run_cells("x = 1\nprint(x)\n", "x = 2\nimport ctypes\n", "print(x)\n")
        self.assertEqual(said.code, 10, said.err)
        self.assertIn("line 2: ", said.out)
        self.assertIn("[import.denied]", said.out)
        self.assertTrue(said.out.startswith("1\nrefused:\n"), said.out)

    def test_the_gate_knows_what_earlier_cells_bound(self):
        said = self.run_cells("f = eval if False else print\n", "f('1 + 1')\n")
        self.assertEqual(said.code, 10, said.out)
        apart = self.sluice("check", "--policy", "data-analysis", self.write("c.py", "import json\njson.dumps(1)\n"))
        self.assertEqual(apart.code, 0, apart.out)
        said = self.run_cells("import json\n", "print(json.dumps(1))\n")
        self.assertEqual((said.code, said.out), (0, "1\n"), said.err)

    def test_no_byte_of_a_cell_is_left_out(self):
        said = self.run_cells("print('seen')\0import ctypes\n")
        self.assertEqual((said.code, "seen" in said.out.splitlines()), (10, False), said.out)

    def test_an_exception_leaves_the_session_open(self):
        shown = self.at_a_terminal("x = 5\n\n1 / 0\n\nprint('x is', x)\n\n")
        self.assertIn("ZeroDivisionError", shown)
        self.assertIn("at line 1 of this cell", shown)
        self.assertIn("x is 5", shown)

    def test_a_refusal_at_a_terminal_is_told_and_the_next_cell_runs(self):
        shown = self.at_a_terminal("import socket\n\nprint('still', 'here')\n\n")
        self.assertIn("[import.denied]", shown)
        self.assertIn("still here", shown)

    def test_figures_and_files_are_told_once(self):
        said = self.run_cells("open('out.csv', 'w').write('a\\n')\n", "print('none')\n")
        self.assertEqual(said.code, 0, said.err + said.out)
        self.assertEqual(said.out.count("out.csv"), 1, said.out)

    def test_what_is_not_read_or_not_printed_is_no_success(self):
        said = self.run_cells("print(1)\n", "#" * 1100000 + "\n")
        self.assertEqual((said.code, said.out), (2, "1\n"))
        self.assertIn("a cell is longer than 1 MiB", said.err)
        words = [PROGRAM, "session", "--policy", "data-analysis"]
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}
        fd = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, fd)
        done = subprocess.run(words, stdin=fd, capture_output=True, env=env, check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"can't read standard input: Is a directory", done.stderr)
        with open("/dev/full", "wb") as full:
            done = subprocess.run(words, input=b"print(1)\n", stdout=full, stderr=subprocess.PIPE, env=env, check=False)
        self.assertEqual(done.returncode, 70, done)

    def replays(self, *cells, policy="data-analysis"):
        said = self.run_cells(*cells, policy=policy, json_lines=True)
        runs = [json.loads(line)["run_id"] for line in said.out.splitlines()]
        return [self.sluice("runs", "replay", run, "--json", env=self.env) for run in runs]

    def test_a_cell_replays_behind_the_cells_before_it(self):
        for cells in (["import csv\nrows = list(csv.DictReader(open('sales.csv')))\nprint(len(rows))\n",
                       "open('out.csv', 'w').write('left')\nprint('wrote')\n", "print(open('out.csv').read(), len(rows))\n"],
                      ["x = 1\nif x:\n    y = '''\n  two\n'''\nprint(y)", "\ndef f():\n    return y\n\n\nprint(f())"]):
            for nth, said in enumerate(self.replays(*cells)):
                self.assertEqual(said.code, 0, (nth, said.err + said.out))
                self.assertEqual((said.json["same"], said.json["outcome"]), (True, "ok"))

    def test_a_cell_that_varies_is_told_by_its_own_output(self):
        first, second = self.replays("import time\nt = time.time_ns()\nprint('first')\n", "print(t)\n")
        self.assertEqual(first.json["same"], True, first.out + first.err)
        self.assertEqual((second.json["same"], second.json["cause"]), (False, "program"), second.out + second.err)
        self.assertEqual(second.json["difference"]["line"], 1)

    def test_cells_that_do_not_run_again_together_are_an_explained_refusal(self):
        self.write("short.yaml", json.dumps({"apiVersion": "sluice/v1", "id": "short", "revision": 1, "extends": ["data-analysis"],
                                             "limits": {"output_kb": 2}}))
        talks = "print('x' * 1500)\n"
        last = self.replays(talks, talks, "print('end')\n", policy="short.yaml")[-1]
        self.assertEqual(last.code, 10, last.out + last.err)
        self.assertIn("the cells before it do not run again together: output_limit", last.err)
        self.assertIn("under the limits of one cell", last.err)

    def test_a_cell_behind_an_exception_replays(self):
        self.at_a_terminal("x = 5\n\n1 / 0\n\nprint('x is', x)\n\n")
        runs = self.sluice("runs", "list", "--json", env=self.env).json
        said = self.sluice("runs", "replay", runs[0]["run_id"], "--json", env=self.env)
        self.assertEqual((said.code, said.json["same"]), (0, True), said.err)

    def at_a_terminal(self, typed):
        ours, theirs = pty.openpty()
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}
        child = subprocess.Popen([PROGRAM, "session", "--policy", "data-analysis"], stdin=theirs, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, cwd=self.folder, env=env)
        os.close(theirs)
        os.write(ours, typed.encode() + b"\x04")
        out, _ = child.communicate(timeout=120)
        os.close(ours)
        return out.decode()


if __name__ == "__main__":
    unittest.main()
