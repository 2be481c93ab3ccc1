# SPDX-License-Identifier: MIT
"""`sluice run --service`: a service of this machine does the work, and the terminal tells what came of it."""
import contextlib
import hashlib
import json
import os
import signal
import socket
import subprocess
import threading
import unittest

import sluice
from engines import Stored
from test_live import POLICY

CHART = ('import matplotlib\nmatplotlib.use("Agg")\nimport matplotlib.pyplot as plt\n'
         'plt.plot([1, 2])\nplt.savefig("chart.png")\nprint(1)\n')
SUM = 'import csv\nprint(sum(int(row["n"]) for row in csv.DictReader(open("in.csv"))))\n'

TALK = """\
import time
time.sleep(1.5)
for i in range(4):
    print("step", i)
    time.sleep(0.3)
print("\\x1b[2J\\x1b]0;owned\\x07")
time.sleep(0.3)
"""


class AtService(Stored):
    def setUp(self):
        super().setUp()
        said = self.call("serve", "token", "--for", "bot", "--rights", "submit,read")
        self.write("token", said.out).chmod(0o600)
        self.write("tokens.yaml", "tokens:\n" + said.err.split("\n", 1)[1]).chmod(0o600)
        self.serve("data-analysis", "sock")
        self.write("one.py", "print(1)\n")

    def serve(self, policy, name):
        self.socket = f"unix:{self.folder}/{name}"
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}
        service = subprocess.Popen(
            [sluice.PROGRAM, "serve", "--tokens", "tokens.yaml", "--listen", self.socket, "--policy", policy],
            cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end, service)
        self.assertIn(name, service.stdout.readline())

    def end(self, service):
        service.send_signal(signal.SIGTERM)
        service.communicate(timeout=90)

    def run_at(self, *words, token="token", where=None):
        return self.sluice("run", *words, "--service", where or self.socket, "--token-file", token, env=self.env)

    def test_a_program_is_answered_and_kept_by_the_service(self):
        said = self.run_at("--code", "one.py", "--receipt", "receipt.json")
        self.assertEqual(said.code, 0, said.err)
        run, answer = said.out.split("\n", 1)
        self.assertEqual(answer, "\nanswered\n  1\n")
        self.assertEqual(self.call("runs", "show", run, "--json").json["answer"], 1)
        shown = [json.loads(self.call("receipt", "show", which, "--json").out) for which in (run, "receipt.json")]
        self.assertEqual(shown[0], shown[1])

    def test_a_task_brings_its_files_and_its_schema(self):
        self.write("task/in.csv", "n\n20\n22\n")
        self.write("task/answer.json", {"type": "integer", "minimum": 42})
        self.write("task/task.yaml", "apiVersion: sluice/v1\ngoal: the sum\npolicy: data-analysis\n"
                   "inputs: [{path: in.csv, about: numbers, columns: {n: a number}}]\noutput: {schema: answer.json}\n")
        self.write("sum.py", SUM)
        said = self.run_at("task/task.yaml", "--code", "sum.py", "--json")
        self.assertEqual((said.code, said.json["answer"], said.json["state"]), (0, 42, "answered"), said.err)
        self.write("task/in.csv", "n\n1\n")
        said = self.run_at("task/task.yaml", "--code", "sum.py")
        self.assertEqual(said.code, 15, said.out)
        self.assertIn("failed: ", said.out)
        sensitive = self.run_at("task/task.yaml", "--code", "sum.py", "--profile", "none-such")
        self.assertEqual(sensitive.code, 2)
        self.assertIn("none-such", sensitive.err)

    def test_files_that_the_program_made_are_saved(self):
        self.write("chart.py", CHART)
        said = self.run_at("--code", "chart.py", "--out", "made")
        self.assertEqual(said.code, 0, said.err)
        self.assertEqual((self.folder / "made/chart.png").read_bytes()[:4], b"\x89PNG")

    def test_a_refusal_has_its_finding_and_its_exit_code(self):
        self.write("bad.py", "import os\nos.system('id')\n")
        said = self.run_at("--code", "bad.py")
        self.assertEqual(said.code, 10, said.err)
        self.assertIn("line 2: ", said.out)
        self.assertIn("refused: ", said.out)

    def test_a_run_that_waits_for_people_does_not_hold_the_terminal(self):
        self.write("ask.py", "import sqlite3\nprint(sqlite3.sqlite_version)\n")
        said = self.run_at("--code", "ask.py")
        self.assertEqual(said.code, 11, said.err)
        self.assertIn("escalated: ", said.out)

    def test_an_interrupt_cancels_the_run(self):
        self.write("long.py", "import time\nfor i in range(40):\n    time.sleep(1)\nprint(1)\n")
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}
        process = subprocess.Popen(
            [sluice.PROGRAM, "run", "--code", "long.py", "--idempotency-key", "k", "--service", self.socket,
             "--token-file", "token"], cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        run = self.until(lambda: [r["run_id"] for r in self.call("runs", "list", "--open", "--json").json if r["state"] == "running"])[0]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 17, out + err)
        self.until(lambda: self.call("runs", "show", run, "--json").json["state"] == "cancelled")

    def test_a_run_is_watched_with_what_it_prints(self):
        self.write("live.yaml", POLICY % ("", "fresh"))
        self.serve("./live.yaml", "live")
        self.write("talk.py", TALK)
        running = subprocess.Popen(
            [sluice.PROGRAM, "run", "--code", "talk.py", "--service", self.socket, "--token-file", "token"],
            cwd=self.folder, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}, stdout=subprocess.PIPE, text=True)
        runs = self.until(lambda: self.call("runs", "list", "--open", "--json").json)
        watch = ("runs", "watch", runs[0]["run_id"], "--service", self.socket, "--token-file", "token")
        said = self.sluice(*watch, env=self.env)
        running.communicate(timeout=60)
        self.assertEqual(said.code, running.returncode, said.err)
        self.assertRegex(said.out, r"(?s)T.*Z  running by .*  stdout, not to be believed: step 0\n.*: step 3\n  stdout, not to be believed: \(withheld\)\n.*Z  failed by ")
        self.assertFalse([c for c in said.out if ord(c) < 32 and c != "\n" or c in "\x7f\u202e"])
        again = self.sluice(*watch, env=self.env)  # it is over
        self.assertEqual((again.code, again.out.count("Z  failed by ")), (said.code, 1))
        self.assertEqual(self.call("runs", "watch", runs[0]["run_id"]).code, said.code)
        missing = self.sluice(*watch[:2], "run_0", *watch[3:], env=self.env)
        self.assertEqual((missing.code, missing.out), (2, ""))
        self.assertIn("the service answers 404: there is no run 'run_0'", missing.err)
        for name in ("../metrics", "x?y", "a\r\nb", ""):
            self.assertIn("is not a run's number", self.sluice(*watch[:2], name, *watch[3:], env=self.env).err)

    def test_what_does_not_go_is_said(self):
        for words, said in ((("--code", "one.py", "--no-store"), "--no-store can't be combined with --service"),
                            (("--code", "one.py", "--policy", "nowhere"), "policy 'nowhere' is unknown"),
                            (("--code", "none.py"), "none.py"), ((), "no task file was named")):
            with self.subTest(words):
                done = self.run_at(*words)
                self.assertEqual((done.code, done.out), (2, ""), done.err)
                self.assertIn(said, done.err)
        self.write("model.yaml", "goal: x\npolicy: data-analysis\nmodel: {provider: script, file: a}\n")
        self.assertIn("the service chooses the model", self.run_at("model.yaml").err)
        self.write("in.csv", "n\n1\n")
        self.write("typo.yaml", "goal: x\npolicy: data-analysis\ninputs: [{path: in.csv, sensitve: [n]}]\n")
        self.assertIn("an input needs a 'name'", self.run_at("typo.yaml", "--code", "one.py").err)  # not dropped unseen
        self.assertIn("does not answer", self.run_at("--code", "one.py", where="unix:/nowhere/sock").err)
        self.assertIn("unix:PATH", self.run_at("--code", "one.py", where="127.0.0.1:1").err)

    def test_the_token_stays_private_and_is_judged(self):
        self.write("open", (self.folder / "token").read_text()).chmod(0o644)
        self.assertIn("others may read", self.run_at("--code", "one.py", token="open").err)
        self.write("wrong", "sluice_" + "0" * 40).chmod(0o600)
        said = self.run_at("--code", "one.py", token="wrong")
        self.assertEqual(said.code, 2)
        self.assertIn("401", said.err)
        self.write("two", "a\r\nX-Forged: 1").chmod(0o600)
        self.assertIn("this is not a token", self.run_at("--code", "one.py", token="two").err)
        self.assertNotIn((self.folder / "token").read_text().strip(), said.err)


def receive(peer):
    """One whole request."""
    said = b""
    while b"\r\n\r\n" not in said:
        said += peer.recv(65536)
    head, body = said.split(b"\r\n\r\n", 1)
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    while len(body) < length:
        body += peer.recv(65536)


def http(body, status="200 OK", length=None):
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body


class Hostile(sluice.Case):
    """Whatever answers at the socket, nothing is taken for a run that is none."""

    def at(self, serve, *words):
        """What the program says to a socket that `serve` listens at."""
        path = str(self.folder / "sock")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()

        def served():
            with contextlib.suppress(OSError):
                serve(listener)
        thread = threading.Thread(target=served)
        thread.start()
        self.write("token", "t").chmod(0o600)
        said = self.sluice(*words, "--service", f"unix:{path}", "--token-file", "token")
        thread.join()
        listener.close()
        os.unlink(path)
        return said

    def answered(self, *replies, words=()):
        """One reply to each request."""
        def serve(listener):
            for reply in replies:
                peer, _ = listener.accept()
                receive(peer)
                peer.sendall(reply)
                peer.close()
        self.write("one.py", "print(1)\n")
        return self.at(serve, "run", "--code", "one.py", *words)

    def test_an_answer_that_is_none_is_an_error(self):
        whole = json.dumps({"run_id": "run_1", "state": "answered", "over": True, "exit_code": 0, "answer": 1}).encode()
        self.assertEqual(self.answered(http(whole)).code, 0)
        for reply, words in ((b"", "is not a Sluice service"), (b"SSH-2.0-x\r\n", "is not a Sluice service"), (b"HTTP/1.1 200 OK\r\n", "is not a Sluice service"),
                             (http(whole, length=len(whole) + 1), "is truncated"), (http(whole, length=3), "is truncated"),
                             (http(b"[1"), "the service's answer"), (http(b"{}", "500 Oops"), "answers 500"),
                             (b"HTTP/1.1 200 OK\r\n\r\n" + whole, "is truncated")):
            with self.subTest(reply):
                said = self.answered(reply)
                self.assertNotEqual(said.code, 0)
                self.assertIn(words, said.err)

    def test_a_file_that_came_other_than_it_was_told_is_not_saved(self):
        sha256 = hashlib.sha256(b"told").hexdigest()
        record = json.dumps({"run_id": "run_1", "state": "answered", "over": True, "exit_code": 0, "answer": 1,
                             "artifacts": [{"name": "a.csv", "sha256": sha256}]}).encode()
        said = self.answered(http(record), http(b"other"), words=("--out", "made"))
        self.assertNotEqual(said.code, 0)
        self.assertIn("differs from what the service announced", said.err)
        self.assertFalse((self.folder / "made").exists())

    def watched(self, reply):
        def serve(listener):
            peer, _ = listener.accept()
            with peer:
                peer.recv(65536)
                for i in range(0, len(reply), 64):  # in pieces
                    peer.sendall(reply[i:i + 64])
        return self.at(serve, "runs", "watch", "run_1")

    def test_a_hostile_service_moves_no_terminal(self):
        head, evil = b"HTTP/1.0 200 OK\r\n\r\n", "\x1b]0;owned\x07\x1b[2J\r\u202e\x9b"
        events = [{"type": "step", "at": evil, "to": evil, "actor": evil, "note": evil},
                  {"type": "run.output", "stream": evil, "text": evil + "\nsecond\n", "withheld": False, "cut": True},
                  {"type": evil}, {"type": "end", "run": {"exit_code": 10}}]
        whole = head + b"\n" + b"".join(json.dumps(e).encode() + b"\n" for e in events)
        said = self.watched(whole)
        self.assertEqual(said.code, 10, said.err)
        self.assertIn("not to be believed: second\n", said.out)
        self.assertIn("not to be believed: (no more is shown while it runs)\n", said.out)
        self.assertFalse([c for c in said.out if ord(c) < 32 and c != "\n" or c in "\x7f\u202e\x9b"], said.out)
        cut = whole[:whole.index(b'{"type": "end"')]
        for reply, words in ((b"", "is not a Sluice service"), (b"SSH-2.0-x\r\n\r\n", "is not a Sluice service"), (b"x" * 100000, "is not a Sluice service"),
                             (cut, "the service ended before run 'run_1' did"), (head + b"[1\n", "the service's event"),
                             (head + b"[]\n", "the service ended before"),
                             (b"HTTP/1.0 500 Oops\r\n\r\n{}", "answers 500"), (b"HTTP/1.0 500 Oops\r\n\r\nno", "the service's answer")):
            with self.subTest(reply[:60]):
                said = self.watched(reply)
                self.assertNotEqual(said.code, 0)
                self.assertIn(words, said.err)
                self.assertNotIn("\x1b", said.out + said.err)


if __name__ == "__main__":
    unittest.main()
