# SPDX-License-Identifier: MIT
"""Calls of the system fail in turn under a program that talks: a service, an agent's server, a session."""
import contextlib
import http.client
import json
import os
import re
import select
import signal
import subprocess
import time
import types
import unittest

import sluice
from faults import Faults

ADDS = "import json\nprint(json.dumps(1 + 1))\n"
EVASION = "import os\nos.system('id')\n"
CELLS = ("x = 20\n", "print(x + 1)\n", "x + 2\n")
OUT_OF_FILES = re.compile(r"open:\d+\+")
LOST = (OSError, http.client.HTTPException)


def patience(fault):
    """How many seconds an answer may take. Under a fault some never come, and a late one counts as one of them."""
    return 3 if fault else 8


class Talks(Faults):
    def begin(self, fault, *words):
        self.addCleanup(self.end)
        self.log = open(self.folder / "log", "w+b")
        self.process = subprocess.Popen([sluice.PROGRAM, *map(str, words)], cwd=self.folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.log, start_new_session=True,
                                        env=self.surroundings(fault))
        self.unread = b""

    def ready(self, seconds):
        """Whether something is to be read, or all is over."""
        return b"\n" in self.unread or select.select([self.process.stdout], [], [], max(0, seconds))[0]

    def line(self, seconds=40):
        """The next line; empty where there is none any more."""
        until = time.monotonic() + seconds
        while b"\n" not in self.unread:
            self.assertTrue(self.ready(until - time.monotonic()), "it hangs")
            some = os.read(self.process.stdout.fileno(), 65536)
            if not some:
                self.assertEqual(self.unread, b"", "half a line")
                return ""
            self.unread += some
        line, self.unread = self.unread.split(b"\n", 1)
        return line.decode()

    def over(self, asked=False):
        """How it ended, within a minute."""
        try:
            if asked and self.process.poll() is None:
                self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
            code = self.process.wait(60)
            self.assertEqual(self.line(), "", "more than was asked for")
        except subprocess.TimeoutExpired:
            self.fail("it hangs at its end")
        finally:
            self.end()
        self.err = (self.folder / "log").read_text(errors="replace")
        return types.SimpleNamespace(code=code, out="", err=self.err)

    def end(self):
        """With its workers."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.log):
            with contextlib.suppress(BrokenPipeError):
                file.close()

    def sweep(self, scene, talk):
        """`talk(fault)` makes its own assertions; the first counts."""
        path = self.folder / "counts"
        for fault in ({}, {"FAULT_COUNT": str(path)}):  # the store is new for the first, and has more calls
            self.assertTrue(talk(fault), self.err)
        for fault in self.faults(self.counted(path)):
            with self.subTest(scene=scene, fault=fault):
                try:
                    whole = talk({"FAULT": fault})
                finally:
                    self.end()
                self.seen[scene, fault.split(":")[0], "as ever" if whole else "a failure"] += 1
                if os.environ.get("SLUICE_FAULTS_SHOW"):
                    print(scene, fault, whole, self.err.strip().splitlines()[-2:], flush=True)


class Service(Talks):
    def ask(self, method, path, body=None, **heads):
        """The status and the answer; (0, None) where the connection was lost."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5 if OUT_OF_FILES.match(self.fault) else 15)
        try:
            connection.request(method, path, body and json.dumps(body), {"Authorization": f"Bearer {self.token}", **heads})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except TimeoutError:  # a process without descriptors takes no connection
            self.assertRegex(self.fault, OUT_OF_FILES, "no answer")
            return 0, None
        except LOST:
            return 0, None
        finally:
            connection.close()

    def runs(self):
        return len(self.call("runs", "list", "--limit", "1000", "--json").json)

    def serve(self, fault):
        """Whether all was answered as ever."""
        before = self.runs()
        self.fault = fault.get("FAULT", "")
        self.begin(fault, "serve", "--tokens", "tokens.yaml", "--listen", "127.0.0.1:0", "--policy", "data-analysis")
        found = re.search(r":(\d+)/$", self.line())
        if not found:
            said = self.over()
            self.assertNotEqual(said.code, 0, said.err)
            self.told(fault, said)
            return False
        self.port = int(found[1])
        try:
            whole = self.converse(before)
        finally:
            said = self.over(asked=True)
            self.assertNotIn(self.token, self.err)
        if said.code != 0:
            self.told(fault, said)
        return whole and said.code == 0

    def converse(self, before):
        status, run = self.ask("POST", "/v1/runs", {"code": ADDS}, Prefer=f"wait={patience(self.fault)}")
        if status == 200 and run["state"] == "answered":
            self.assertEqual(run["answer"], 2)
        else:
            self.assertIn(status, (0, 200, 202, 500, 503), run)
        self.assertLessEqual(self.runs(), before + 1)
        if status in (200, 202):
            self.asked.add(run["run_id"])
        checked, verdict = self.ask("POST", "/v1/check", {"code": EVASION})
        if checked == 200:
            self.assertEqual(verdict["files"][0]["verdict"], "deny")
        shown = 0
        if status in (200, 202):
            shown, again = self.ask("GET", run["links"]["self"])
            self.assertIn(shown, (0, 200, 500, 503), again)
        return (status, checked, shown) == (200, 200, 200) and run["state"] == "answered"

    def test_a_service(self):
        self.asked = set()
        said = self.call("serve", "token", "--for", "bot", "--rights", "submit,check")
        self.token = said.out.strip()
        self.write("tokens.yaml", "tokens:\n" + said.err.split("\n", 1)[1]).chmod(0o600)
        self.sweep("serve", self.serve)
        self.whole({"answered", "failed"})
        kept = {run["run_id"] for run in self.call("runs", "list", "--limit", "1000", "--json").json}
        self.assertLessEqual(self.asked, kept)


class Agents(Talks):
    def talk(self, fault):
        self.taken_back, self.fault = False, fault.get("FAULT", "")
        self.begin(fault, "mcp", "--policy", "data-analysis")
        answers = [self.question(i, *q) for i, q in enumerate((
            ("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}),
            ("tools/call", {"name": "execute_code", "arguments": {"code": ADDS}}),
            ("tools/call", {"name": "check_code", "arguments": {"code": EVASION}})))]
        said = self.over()
        whole = all("result" in answer for answer in answers)
        ran, checked = (answer.get("result", {}) for answer in answers[1:])
        if ran and not ran["isError"]:
            self.assertEqual(ran["structuredContent"]["answer"], 2)
        if checked and not checked["isError"]:
            self.assertEqual(checked["structuredContent"]["files"][0]["verdict"], "deny")
        if said.code != 0:
            self.told(fault, said)
        self.assertTrue(said.code or all(answers) or self.taken_back, "a success, and questions without an answer")
        return whole and said.code == 0 and not ran["isError"] and not checked["isError"]

    def say(self, method, **params):
        head = {"id": params.pop("id")} if "id" in params else {}
        try:
            self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **head, "method": method, "params": params}).encode() + b"\n")
            self.process.stdin.flush()
            return True
        except BrokenPipeError:
            return False

    def question(self, number, method, params):
        if not self.say(method, id=number, **params):
            return {}
        if not self.ready(patience(self.fault)):  # no worker could be started, and the call waits for one
            self.taken_back = True
            self.say("notifications/cancelled", requestId=number)
            return {}
        line = self.line()
        if not line:
            return {}
        answer = json.loads(line)
        self.assertEqual((answer["jsonrpc"], "result" in answer or "error" in answer), ("2.0", True))
        return answer

    def test_an_agents_server(self):
        self.sweep("mcp", self.talk)
        self.whole({"answered", "failed", "cancelled"})


class Session(Talks):
    def answers(self, said):
        return [(run["answer"], run["value"]) for run in map(json.loads, said.out.splitlines()) if run["status"] == "answered"]

    def test_a_session(self):
        whole = [("", None), ("21\n", None), ("", "22")]
        self.attempt("session", lambda said: said.code == 0 and self.answers(said) == whole,
                     lambda n: ("session", "--policy", "data-analysis", "--json"), stdin="# %%\n".join(CELLS).encode())
        self.whole({"answered", "failed"})


if __name__ == "__main__":
    unittest.main()
