# SPDX-License-Identifier: MIT
"""A service and two workers on PostgreSQL under mixed load, while their processes are killed one after another.

    cmake --build build/release --target soak                 # an hour
    SLUICE_SOAK_SECONDS=900 cmake --build build/release --target soak

Clients ask for runs of seven kinds, for checks, and over MCP; some go away in the middle. Workers and the service are killed, a worker
is stopped for a while, the database crashes. At the end each run that was taken has ended once, and as its kind must; the ledger and the store verify;
no process grew. A line every ten seconds says how things stand."""
import collections
import http.client
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import sluice  # noqa: E402
from engines import PASSPHRASE  # noqa: E402
from test_serve import CHART, EVASION, Served  # noqa: E402

WAITING_MAX = 300  # runs in the queue: what a busy machine ends within a run's ten minutes
SECONDS = int(os.environ.get("SLUICE_SOAK_SECONDS", "3600"))
CLIENTS = int(os.environ.get("SLUICE_SOAK_CLIENTS", "3"))
POSTGRESQL = sluice.SOURCE / "tests" / "store" / "postgresql"
SERVER = os.environ["SLUICE_TEST_POSTGRESQL"]
GROWTH_KIB = 24 << 10  # of a process that lived for the last half: caches and arenas have filled by then

TABLE = "import pandas as pd\nt = pd.read_csv('t.csv')\nprint(int(t['n'].sum()))\n"
WAITS = "import sqlite3\nprint(sqlite3.connect('a.db').execute('select 7').fetchone()[0])\n"
FLOOD = "while True:\n    print('x' * 10000)\n"
BOMB = "a = [0]\nwhile True:\n    a += a\n"
# Each kind of run: the request, how it must end, its answer where it has one.
KINDS = {
    "number": (lambda n: {"code": f"print({n})"}, {"answered"}, lambda n: n),
    "table": (lambda n: {"code": TABLE, "inputs": [{"name": "t.csv", "text": f"n\n{n}\n1\n"}]}, {"answered"}, lambda n: n + 1),
    "chart": (lambda n: {"code": CHART}, {"answered"}, lambda n: 1),
    "evasion": (lambda n: {"code": EVASION}, {"refused"}, None),
    "words": (lambda n: {"code": f"print('no JSON {n}')"}, {"failed"}, None),
    "flood": (lambda n: {"code": FLOOD, "limits": {"wall_s": 5}}, {"failed"}, None),
    "bomb": (lambda n: {"code": BOMB, "limits": {"wall_s": 5}}, {"failed", "rejected"}, None),
    "person": (lambda n: {"code": WAITS}, {"answered", "rejected"}, None),
}
OFTEN = ["number"] * 8 + ["table"] * 3 + ["evasion"] * 3 + ["words"] * 2 + ["chart", "flood", "bomb", "person"]


def memory_kib(pid):
    """What is this process's own, without what it shares."""
    try:
        text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))


class Soak(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.assertEqual(self.call("trust", "init", "own.yaml").code, 0)
        own = (self.folder / "own.yaml").read_text()
        trust = self.folder / "trust.yaml"
        trust.write_text(trust.read_text() + own[own.index("services:"):])
        self.lock, self.over, self.judged, self.room = threading.Lock(), False, False, threading.Event()
        self.left = WAITING_MAX  # may be submitted until the next look
        self.taken, self.count, self.faults = {}, collections.Counter(), collections.Counter()
        self.workers, self.born, self.memory = {}, {}, collections.defaultdict(list)
        self.chance = random.Random(20)
        self.start_service()
        for name in ("first", "second"):
            self.start_worker(name)

    # -- processes ---------------------------------------------------------------------------

    def start_service(self):
        if getattr(self, "port", None):
            self.listen = f"127.0.0.1:{self.port}"
        self.serve("--policy", "data-analysis", "--workers", "0", "--rate", "100000",
                   *(("--listen", self.listen) if hasattr(self, "listen") else ()))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def start_worker(self, name):
        self.workers[name] = subprocess.Popen([sluice.PROGRAM, "worker"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                              stderr=subprocess.DEVNULL,
                                              env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env})

    def end_worker(self, name, sign):
        self.workers[name].send_signal(sign)
        self.workers[name].wait()

    # -- load --------------------------------------------------------------------------------

    def once(self, method, path, body=None, headers=None):
        """None where nobody answered."""
        try:
            return self.ask(method, path, body, headers=headers)
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            self.count["unanswered"] += 1
            time.sleep(0.5)
            return None

    def submit(self, who, n):
        kind = random.choice(OFTEN)
        request, key = {"policy": "data-analysis", **KINDS[kind][0](n)}, f"{who}-{n}"
        while not self.over:  # with the same key until somebody takes it
            said = self.once("POST", "/v1/runs", request, {"Idempotency-Key": key})
            if said and said[0] in (200, 202):
                with self.lock:
                    self.taken[said[1]["run_id"]] = kind, n, key, request
                self.count[kind] += 1
                return said[1]["run_id"]
            if said and said[0] not in (429, 500, 502, 503):
                self.count[f"status {said[0]}"] += 1
                raise AssertionError(said)
        return None

    def beside(self, n, run):
        """What else a client does: checks, lists, calls over MCP, streams that it does not read to the end."""
        turn = n % 6
        if turn == 0:
            self.once("POST", "/v1/check", {"code": EVASION, "policy": "data-analysis"})
        elif turn == 1:
            self.once("GET", "/v1/runs?limit=20")
        elif turn == 2:
            self.once("POST", "/mcp", {"jsonrpc": "2.0", "id": n, "method": "tools/list"},
                      {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
        elif turn == 3:
            c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            try:
                c.request("GET", f"/v1/runs/{run}/events", headers={"Authorization": f"Bearer {self.tokens['bot']}"})
                c.getresponse().read(10)
            except (OSError, http.client.HTTPException):
                self.count["unanswered"] += 1
            finally:
                c.close()
        elif turn == 4 and n % 30 == 4:
            self.once("POST", f"/v1/runs/{run}/cancel", {})
            self.count["asked to cancel"] += 1
            with self.lock:
                self.taken[run] = ("cancelled", *self.taken[run][1:])

    def client(self, who):
        n = 0
        while not self.over:
            n += 1
            try:
                run = self.submit(who, n)
                if run:
                    self.beside(n, run)
            except AssertionError as e:
                self.count["wrong"] += 1
                print(f"wrong: {e}", flush=True)
            with self.lock:
                self.left -= 1
                if self.left <= 0:
                    self.room.clear()
            self.room.wait(60)  # the queue stays a queue, not a heap: a run that waits for ten minutes expires

    def approver(self):
        while not self.judged:
            try:
                self.decide()
            except (OSError, ValueError) as e:  # the database is away: the command says so, and prints no list
                self.count[f"voting: {type(e).__name__}"] += 1
            time.sleep(5)

    def decide(self):
        """Reads what waits, and says yes to two of three."""
        said = self.call("approvals", "list", "--json")
        waiting = [a["run"] for a in json.loads(said.out) if a["state"] == "pending"] if said.code == 0 else []
        for i, run in enumerate(waiting):
            if i % 3 == 2:
                done = self.by("ann", "approvals", "reject", run, "--reason", "nobody needs it")
            else:
                shown = self.call("approvals", "show", run, "--json")
                words = json.loads(shown.out).get("words") if shown.code == 0 else None
                done = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "read it line by line")
            self.count[f"voted: {done.code}"] += 1

    # -- faults ------------------------------------------------------------------------------

    def fault(self, name):
        self.faults[name] += 1
        if name.startswith("kill "):
            self.end_worker(name[5:], signal.SIGKILL)
            self.start_worker(name[5:])
        elif name == "end first":
            self.end_worker("first", signal.SIGTERM)
            self.start_worker("first")
        elif name == "stop second":
            self.workers["second"].send_signal(signal.SIGSTOP)
            time.sleep(45)  # longer than its lease: another takes what it held
            self.workers["second"].send_signal(signal.SIGCONT)
        elif name == "kill-service":
            self.process.kill()
            self.process.wait()
            self.start_service()
        elif name == "crash":
            subprocess.run([POSTGRESQL, "crash", SERVER], check=True)

    def disturb(self, until):
        """Faults take the first two thirds; what is left shows whether memory stays flat."""
        names = ["kill first", "kill second", "end first", "stop second", "kill-service", "crash"]
        calm = time.monotonic() + 0.66 * (until - time.monotonic())
        while time.monotonic() < calm:
            time.sleep(self.chance.uniform(10, 30))
            self.fault(self.chance.choice(names))

    # -- what is seen ------------------------------------------------------------------------

    def look(self, began):
        for name, pid in [("serve", self.process.pid), *((n, w.pid) for n, w in self.workers.items())]:
            self.memory[name, pid].append(memory_kib(pid))
        waiting = self.call("runs", "list", "--open", "--limit", "1000", "--json").out.count('"run_id"')
        with self.lock:
            taken = len(self.taken)
            self.left = max(0, WAITING_MAX - waiting)
            (self.room.set if self.left else self.room.clear)()
        sizes = ", ".join(f"{n} {self.memory[n, p][-1] >> 10} MiB" for n, p in list(self.memory)[-3:])
        print(f"{time.monotonic() - began:6.0f} s  {taken} runs taken, {waiting} open, {dict(self.faults)}, {sizes}", flush=True)

    def ended(self, run, until):
        while True:
            said = self.once("GET", f"/v1/runs/{run}")
            if said and said[0] == 200 and said[1]["over"]:
                return said[1]
            self.assertLess(time.monotonic(), until, f"{run} did not end: {said}")
            time.sleep(0.2)

    def judge(self):
        states, wrong = collections.Counter(), []
        until = time.monotonic() + max(300, SECONDS)
        for run, (kind, n, key, request) in self.taken.items():
            end = self.ended(run, until)
            states[kind, end["state"]] += 1
            of, answer = (None, None) if kind == "cancelled" else KINDS[kind][1:]
            if of and end["state"] not in of or answer and end.get("answer") != answer(n):
                wrong.append((run, kind, n, end["state"], end.get("reason")))
            again = None
            while not again or again[0] == 503:  # a connection that the crash broke is told of once
                self.assertLess(time.monotonic(), until, again)
                again = self.once("POST", "/v1/runs", request, {"Idempotency-Key": key})
            if again[1].get("run_id") != run:
                wrong.append((run, "its key names another run", again))
        for (kind, state), count in sorted(states.items()):
            print(f"  {kind:10s} {state:10s} {count}")
        return wrong

    def grown(self):
        """By process that lived through the last third: its last figures against its first ones there."""
        said = {}
        for (name, pid), sizes in self.memory.items():
            if pid in (self.process.pid, *(w.pid for w in self.workers.values())) and len(sizes) >= 6:
                half = len(sizes) // 2
                said[name] = max(sizes[-2:]) - max(sizes[half:half + 2])
        return said

    def test_nothing_is_lost(self):
        began = time.monotonic()
        until = began + SECONDS
        self.room.set()
        threads = [threading.Thread(target=self.client, args=(f"client{i}",)) for i in range(CLIENTS)]
        approver = threading.Thread(target=self.approver)
        approver.start()
        threads += [threading.Thread(target=self.disturb, args=(until,))]
        for t in threads:
            t.start()
        while time.monotonic() < until:
            time.sleep(min(10, SECONDS / 20))
            self.look(began)
        self.over = True
        self.room.set()
        for t in threads:
            t.join()
        print(f"asked: {dict(self.count)}", flush=True)
        try:
            wrong, growth = self.judge(), self.grown()
        finally:
            self.judged = True
            approver.join()
        print(f"private memory since the middle of the last third, KiB: {growth}")
        ledger, store = self.call("ledger", "verify"), self.call("store", "verify")
        print(ledger.out + store.out, end="", flush=True)
        for worker in list(self.workers):
            self.end_worker(worker, signal.SIGTERM)
        self.assertEqual(wrong, [])
        self.assertEqual((self.count["wrong"], ledger.code, store.code), (0, 0, 0), ledger.err + store.err)
        self.assertTrue(all(kib < GROWTH_KIB for kib in growth.values()), growth)


if __name__ == "__main__":
    assert PASSPHRASE
    unittest.main()
