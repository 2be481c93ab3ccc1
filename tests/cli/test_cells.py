# SPDX-License-Identifier: MIT
"""Sessions of agents: open_session, run_cell and close_session over both transports, and contexts of E2B's wire."""
import os
import pathlib
import signal
import subprocess
import threading
import time
import unittest

from sluice import is_over
from test_mcp import Agent, Posts
from test_serve import Served

SLOW = "import time\ntime.sleep(60)\n"
WAITS = 'import sqlite3\nprint(sqlite3.connect(":memory:").execute("select 41").fetchall(), x)\n'


def children(pid):
    return [int(p) for p in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()]


def session_process(pid):
    """The one that drives the cells of the only session."""
    found = [p for p in children(pid) if b"--session" in pathlib.Path(f"/proc/{p}/cmdline").read_bytes()]
    assert len(found) == 1, found
    return found[0]


class Cells(Agent):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.begin()

    def open(self, **more):
        said = self.tool("open_session", **more)
        self.assertFalse(said["isError"], said)
        return said["structuredContent"]["session_id"]

    def cell(self, session, code, state="answered"):
        said = self.tool("run_cell", session_id=session, code=code)
        told = said["structuredContent"]
        self.assertEqual(told.get("state"), state, said)
        self.assertEqual(told["session"]["session_id"], session)
        self.assertEqual(said["isError"], state not in ("answered", "awaiting_approval"))
        return {**told, "next": " ".join(c["text"] for c in said["content"][1:])}

    def refused(self, tool, status, **arguments):
        said = self.tool(tool, **arguments)
        self.assertTrue(said["isError"], said)
        self.assertEqual(said["structuredContent"]["status"], status)
        return said["structuredContent"]["detail"]

    def test_a_cell_finds_what_those_before_it_left(self):
        one, other = self.open(inputs=[{"name": "a.txt", "text": "1\n2\n"}]), self.open()
        self.assertEqual(self.cell(one, "x = len(open('a.txt').read())\nprint(x)")["answer"], "4\n")
        self.assertEqual(self.cell(one, "def twice(n):\n    return 2 * n")["session"]["first_line"], 4)
        said = self.cell(one, "twice(x)")
        self.assertEqual((said["answer"], said["value"]), ("", "8"))
        self.assertEqual(self.cell(one, "open('out.csv', 'w').write('a')")["artifacts"][0]["name"], "out.csv")
        self.assertEqual(self.cell(one, "print(open('out.csv').read())")["artifacts"], [])
        self.cell(other, "print(x)", "failed")  # nothing of another session is there
        closed = self.tool("close_session", session_id=one)["structuredContent"]
        self.assertEqual(closed, {"session_id": one, "open": False, "cells": 5})
        self.assertIn("it was closed", self.refused("run_cell", 409, session_id=one, code="1"))

    def test_a_refused_cell_and_an_exception_leave_the_session_as_it_was(self):
        one = self.open()
        self.cell(one, "x = 1\nprint(x)")
        said = self.cell(one, "x = 2\nimport ctypes", "refused")
        self.assertEqual(said["findings"][0]["line"] - said["session"]["first_line"], 1)
        self.assertIn("continues", said["next"])
        self.assertEqual(self.tool("get_run", run_id=said["run_id"])["structuredContent"]["session"], said["session"])
        self.assertEqual(self.cell(one, "print(x)")["answer"], "1\n")
        said = self.cell(one, "x = 3\n1 / 0", "failed")
        self.assertIn("ZeroDivisionError", said["reason"])
        self.assertEqual((said["session"]["over"], self.cell(one, "print(x)")["answer"]), ("", "3\n"))
        self.cell(one, "def f(:", "refused")
        self.assertEqual(self.cell(one, "print(x)")["answer"], "3\n")

    def test_the_gate_knows_what_earlier_cells_bound(self):
        one = self.open()
        self.cell(one, "f = eval if False else print", "refused")
        self.cell(one, "import pandas as pd")
        self.assertIn("pickle", self.cell(one, "pd.read_pickle('a')", "refused")["reason"])

    def test_a_cell_that_waits_is_parked_and_runs_once_approved(self):
        one = self.open()
        self.cell(one, "x = 5\nprint('first')")
        parked = self.cell(one, WAITS, "awaiting_approval")
        self.assertIn("as if this cell had not been sent", parked["next"])
        self.assertEqual(self.cell(one, "x += 1\nprint(x)")["answer"], "6\n")
        shown = self.call("approvals", "show", parked["run_id"])
        words = next(line.split()[1] for line in shown.out.splitlines() if line.startswith("  words"))
        done = self.by("ann", "approvals", "approve", parked["run_id"], "--words", words, "--reason", "one table in memory")
        self.assertEqual(done.code, 0, done.err)
        said = self.tool("get_run", run_id=parked["run_id"], wait_s=30)["structuredContent"]
        # It ran behind the cells before it, and not behind the one that came later.
        self.assertEqual((said["state"], said["answer"]), ("answered", "first\n[(41,)] 5\n"))
        self.assertEqual(self.cell(one, "print(x)")["answer"], "6\n")

    def test_a_cell_that_is_approved_before_another_runs_is_the_sessions(self):
        one = self.open()
        self.cell(one, "x = 5\nprint('first')")
        parked = self.cell(one, WAITS, "awaiting_approval")
        shown = self.call("approvals", "show", parked["run_id"])
        words = next(line.split()[1] for line in shown.out.splitlines() if line.startswith("  words"))
        done = self.by("ann", "approvals", "approve", parked["run_id"], "--words", words, "--reason", "one table in memory")
        self.assertEqual(done.code, 0, done.err)
        said = self.tool("get_run", run_id=parked["run_id"], wait_s=30)["structuredContent"]
        self.assertEqual((said["state"], said["answer"]), ("answered", "[(41,)] 5\n"))
        # What follows knows the text that ran, the approved cell with it.
        said = self.cell(one, "print(x)", "awaiting_approval")
        self.assertIn("sqlite3", said["reason"])
        self.assertGreater(said["session"]["first_line"], 5)

    def test_a_limit_ends_the_session_and_says_so(self):
        one = self.open(limits={"wall_s": 1})
        self.cell(one, "x = 1")
        said = self.cell(one, SLOW, "failed")
        self.assertTrue(said["session"]["over"])
        self.assertIn("open another", said["next"])
        self.assertIn("over: ", self.refused("run_cell", 409, session_id=one, code="print(x)"))

    def test_a_process_that_dies_is_told_and_its_cell_cancelled(self):
        one = self.open()
        self.cell(one, "x = 1")
        child = session_process(self.process.pid)
        os.kill(child, signal.SIGKILL)
        self.until(lambda: is_over(child))
        self.assertIn("ended", self.refused("run_cell", 409, session_id=one, code="print(x)"))
        two = self.open()
        self.cell(two, "x = 1")
        threading.Thread(target=lambda: (self.until(lambda: any(r["state"] == "running" for r in self.open_runs())),
                                         os.kill(session_process(self.process.pid), signal.SIGKILL), time.sleep(1), self.lose())).start()
        said = self.tool("run_cell", session_id=two, code=SLOW)["structuredContent"]
        self.assertEqual(said["state"], "cancelled", said)
        self.assertTrue(said["session"]["over"])

    def test_a_call_that_is_taken_back_ends_the_session(self):
        one = self.open()
        self.cell(one, "x = 1")
        self.send(id="slow", method="tools/call", params={"name": "run_cell", "arguments": {"session_id": one, "code": SLOW}})
        self.until(lambda: any(r["state"] == "running" for r in self.open_runs()))
        self.assertIn("still running", self.refused("run_cell", 409, session_id=one, code="print(x)"))
        self.send(method="notifications/cancelled", params={"requestId": "slow"})
        self.until(lambda: not self.open_runs())
        self.refused("run_cell", 409, session_id=one, code="print(x)")

    def test_an_owner_has_four_and_each_ends_with_the_client(self):
        all_of_them = [self.open() for _ in range(4)]
        told = self.refused("open_session", 429)
        self.assertIn("4 sessions", told)
        self.assertTrue(all(one in told for one in all_of_them), told)  # whoever has lost them can close them
        self.tool("close_session", session_id=all_of_them[0])
        self.cell(self.open(), "print(1)")
        began = children(self.process.pid)
        self.assertEqual(len(began), 5)  # and the worker
        self.process.stdin.close()
        self.assertEqual(self.process.wait(30), 0)
        self.assertFalse([p for p in began if pathlib.Path(f"/proc/{p}").exists()])

    def test_killed_at_once_it_leaves_no_process(self):
        one = self.open()
        self.cell(one, "x = 1")
        child = session_process(self.process.pid)
        self.process.kill()
        self.process.wait()
        self.until(lambda: is_over(child), lambda: "the session continues")

    def test_arguments_are_known_or_refused(self):
        one = self.open()
        for tool, arguments in (("open_session", {"code": "1"}), ("open_session", {"output": {}}), ("open_session", {"policy": "/etc/passwd"}),
                                ("open_session", {"limits": {"wall": 1}}), ("open_session", {"inputs": [{"path": "/etc/passwd"}]}),
                                ("open_session", {"idempotency_key": "k"}), ("open_session", {"request": {}}), ("run_cell", {"session_id": one}),
                                ("run_cell", {"session_id": one, "code": 1}), ("run_cell", {"session_id": one, "code": "1", "policy": "pure-compute"})):
            self.assertTrue(self.refused(tool, 422, **arguments), (tool, arguments))
        for name in ("", "x", "../x", one[:-1], one + " ", "ses_\u0000"):
            self.refused("run_cell", 404, session_id=name, code="1")
            self.refused("close_session", 404, session_id=name)
        self.assertEqual(self.cell(one, "print(7)")["answer"], "7\n")

    def test_no_cell_reaches_into_another(self):
        """Texts that would go on with a statement of the cell before, or swallow what comes behind, or that two parsers read differently."""
        one = self.open()
        self.cell(one, "x = 1\nif x:\n    y = 1")
        for code in ("    import os", "else:\n    import os", "'''", '"""\nimport os', "x = (", "x = \\", "x = 2 \\\n", "\u0000", "x = 2\rimport os", "\ufeffx = 2",
                     "\x0c import os", "@", "def f():", "with open('a'):", "try:\n  x = 2", "except BaseException:\n import os",
                     "x = 2\x1a", "b'\\N'; import os #'", "\n" * 1000 + "import ctypes", "finally:\n pass\nimport os", "return", "await x", "yield 1"):
            said = self.tool("run_cell", session_id=one, code=code)["structuredContent"]
            self.assertIn(said["state"], ("refused", "failed"), (code, said))
            self.assertEqual(said["session"]["over"], "", (code, said))
        for code in ("", "\n", "# nothing", "   \n\t\n", "pass;"):
            self.cell(one, code)
        self.assertEqual(self.cell(one, "# coding: utf-7\n# +AAo-print('hidden')\nprint('+AGE-')")["answer"], "+AGE-\n")
        self.assertEqual(self.cell(one, "print(x, y)")["answer"], "1 1\n")

    def test_a_text_that_grows_without_end_ends_the_session(self):
        one, blob = self.open(), f"x = {'1' * 300_000!r}\n"
        for _ in range(8):
            said = self.tool("run_cell", session_id=one, code=blob)["structuredContent"]
            if said.get("state") != "answered" or said["session"]["over"]:
                break
        else:
            self.fail("it grew")
        self.assertTrue(said.get("detail") or said["reason"])


class OverHttp(Posts):
    def tool(self, name, who="bot", **arguments):
        status, said = self.message({"id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}, who=who)
        self.assertEqual(status, 200, said)
        return said["result"]["structuredContent"]

    def test_a_session_is_its_owners_alone(self):
        one = self.tool("open_session")["session_id"]
        self.assertEqual(self.tool("run_cell", session_id=one, code="x = 'mine'\nprint(x)")["answer"], "mine\n")
        for who in ("rival", "ops"):
            for name, more in (("run_cell", {"code": "print(x)"}), ("close_session", {})):
                self.assertIn(self.tool(name, who, session_id=one, **more)["status"], (403, 404), (who, name))
        self.assertEqual(self.ask("GET", "/contexts", who="rival")[1], [])
        self.assertEqual([c["id"] for c in self.ask("GET", "/contexts")[1]], [one])  # a context is a session
        for method, path, body in (("DELETE", f"/contexts/{one}", None), ("POST", f"/contexts/{one}/restart", "{}"),
                                   ("POST", "/execute", {"code": "print(x)", "context_id": one})):
            self.assertEqual(self.ask(method, path, body, who="rival")[0], 404, path)
            self.assertEqual(self.ask(method, path, body, who="eve")[0], 403, path)
            self.assertEqual(self.ask(method, path, body, who=None)[0], 401, path)
        self.assertEqual(self.tool("run_cell", session_id=one, code="print(x)")["answer"], "mine\n")
        self.assertEqual(self.ask("DELETE", f"/contexts/{one}")[0], 204)
        self.assertEqual(self.tool("run_cell", session_id=one, code="print(x)")["status"], 409)

    def test_of_cells_at_once_one_runs(self):
        one = self.tool("open_session")["session_id"]
        self.tool("run_cell", session_id=one, code="x = 0")
        said = []
        threads = [threading.Thread(target=lambda: said.append(self.ask(
            "POST", "/execute", {"code": "x += 1\nimport time\ntime.sleep(1)\nprint(x)", "context_id": one})[1])) for _ in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        ran = [s for s in said if b'"stdout"' in s]
        self.assertGreaterEqual(len(ran), 1)
        self.assertEqual(sum(b"ContextError" in s and b"still running" in s for s in said), 6 - len(ran), said)
        self.assertEqual(self.tool("run_cell", session_id=one, code="print(x)")["answer"], f"{len(ran)}\n")

    def test_closing_ends_the_cell_in_hand(self):
        one = self.tool("open_session")["session_id"]
        self.tool("run_cell", session_id=one, code="x = 0")
        said = []
        runs = threading.Thread(target=lambda: said.append(self.ask("POST", "/execute", {"code": SLOW, "context_id": one})[1]))
        runs.start()
        self.until(lambda: any(r["state"] == "running" for r in self.ask("GET", "/v1/runs?open=true")[1]["runs"]))
        self.assertEqual(self.ask("DELETE", f"/contexts/{one}")[0], 204)
        runs.join()
        self.assertIn(b"Cancelled", said[0])
        self.assertEqual(self.ask("GET", "/v1/runs?open=true")[1]["runs"], [])

    def test_the_service_has_room_for_sixteen(self):
        self.assertEqual([self.ask("POST", "/contexts", "{}")[0] for _ in range(5)], [201] * 4 + [429])
        self.assertEqual(self.ask("POST", "/contexts", {"cwd": "/"})[0], 422)
        self.assertEqual(self.ask("POST", "/contexts", {"language": "r"})[0], 422)
        self.assertEqual(len(self.ask("GET", "/contexts")[1]), 4)


class Trusted(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"], "ben": ["reviewer"]})
        self.serve("--policy", "data-analysis")

    def test_a_session_ends_where_the_trust_file_changes(self):
        one = self.ask("POST", "/contexts", "{}")[1]["id"]
        ask = lambda: self.ask("POST", "/execute", {"code": "print(7)", "context_id": one})[1]  # noqa: E731
        self.assertIn(b"7\\n", ask())
        text = pathlib.Path(self.env["SLUICE_TRUST"]).read_text()
        self.adopt(text.replace("Ben of the tests", "Ben who was of the tests"))
        self.until(lambda: b"trust file has changed" in ask())


del Agent, Posts, Served

if __name__ == "__main__":
    unittest.main()
