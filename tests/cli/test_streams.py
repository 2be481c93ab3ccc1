# SPDX-License-Identifier: MIT
"""Callers over HTTP who never read, who die, and who flood, at /mcp and at streams: each is bounded and answered, and others are served."""
import contextlib
import json
import pathlib
import re
import socket
import threading
import time
import unittest

from test_mcp import SLOW
from test_serve import WAITS, Served

RATE = 100000  # so that what bounds a flood is seen, and not the rate


class Streams(Served):
    def setUp(self):
        super().setUp()
        self.serve("--policy", "data-analysis", "--rate", str(RATE), "--workers", "1")
        self.sockets = []
        self.addCleanup(self.close_all)

    def close_all(self):
        for s in self.sockets:
            s.close()
        self.sockets.clear()

    def deaf(self):
        """A connection whose buffer takes little, so that what is not read stands before its sender."""
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.settimeout(60)
        s.connect(("127.0.0.1", self.port))
        return s

    def send(self, message, who="bot", accept="application/json, text/event-stream", times=1):
        """Sends a message to /mcp on a connection of its own, and reads nothing."""
        s = self.deaf()
        body = json.dumps({"jsonrpc": "2.0", "id": 1, **message}).encode()
        head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.tokens[who]}\r\nAccept: {accept}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.sockets.append(s)
        with contextlib.suppress(OSError):  # where nobody takes any more
            for _ in range(times):
                s.sendall(head.encode() + body)
        return s

    def tool(self, name, _token=None, **arguments):
        params = {"name": name, "arguments": arguments, **({"_meta": {"progressToken": _token}} if _token else {})}
        return {"method": "tools/call", "params": params}

    def memory(self):
        """Of the service, in KiB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1])

    def assert_served(self, who="rival"):
        began = time.monotonic()
        self.assertEqual(self.ask("GET", "/healthz")[0], 200)
        self.assertEqual(self.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, who=who)[0], 200)
        self.assertLess(time.monotonic() - began, 10)

    def open_runs(self):
        return [r for r in self.call("runs", "list", "--open", "--json").json]

    def status(self, s):
        s.settimeout(30)
        return int(s.recv(4096).split(b" ")[1])

    def test_streams_that_nobody_reads_have_a_number_and_an_end(self):
        for i in range(24):
            self.send(self.tool("execute_code", code=SLOW, _token=f"t{i}"))
        self.until(lambda: len(self.open_runs()) == 24)
        refused = self.status(self.send(self.tool("execute_code", code=SLOW)))
        self.assertEqual(refused, 429)
        self.assertLess(self.memory(), 300_000)
        self.assert_served()
        self.close_all()  # they die: what each began is cancelled, and its place is free
        self.until(lambda: not self.open_runs())
        self.assertEqual(self.status(self.send(self.tool("list_policies"))), 200)

    def test_answers_that_nobody_reads_are_not_piled_up(self):
        before = self.memory()
        threads = [threading.Thread(target=self.send, args=({"method": "tools/list"},), kwargs={"times": 40000}, daemon=True) for _ in range(8)]
        for t in threads:
            t.start()
        time.sleep(8)
        self.assertTrue(all(t.is_alive() for t in threads), "more was taken than anybody reads")
        self.assertLess(self.memory() - before, 100_000)
        self.assert_served()
        for t in threads:
            t.join(60)  # the service hangs up on whoever reads nothing for half a minute
        self.assertFalse(any(t.is_alive() for t in threads))
        self.assert_served("bot")

    def test_a_large_answer_that_nobody_reads_waits_for_its_reader_alone(self):
        code = "with open('big.bin', 'wb') as f:\n    f.write(bytes(5_000_000))\nprint('1')\n"
        run = self.run_code(code, wait=60)[1]
        self.assertEqual(run["state"], "answered", run)
        before = self.memory()
        # Each store that requests borrow keeps a page cache of a few MB: these open more of them than six need, and fill them.
        kept = [self.leave_unread(run["run_id"], count, before) for count in (18, 6, 6, 6)]
        grown = [after - earlier for earlier, after in zip(kept[1:], kept[2:])]
        self.assertLess(max(grown), 20_000, kept)  # six that leak cost 30 MB

    def leave_unread(self, run, count, before):
        for _ in range(count):
            s = self.deaf()
            s.sendall(f"GET /v1/runs/{run}/artifacts/big.bin HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.tokens['bot']}\r\n\r\n".encode())
            self.sockets.append(s)
        time.sleep(2)
        self.assertLess(self.memory() - before, 18 * 35_000)  # an answer is there until it is sent
        self.assert_served()
        self.close_all()
        time.sleep(3)
        return self.memory()

    def test_a_caller_that_dies_while_a_person_is_asked_leaves_the_run_as_it_is(self):
        """The answer was told: what waits for a person outlives the connection."""
        s = self.send(self.tool("execute_code", code=WAITS, inputs=[{"name": "a.db", "text": ""}]))
        self.assertEqual(self.status(s), 200)
        self.until(lambda: [r["state"] for r in self.open_runs()] == ["awaiting_approval"])
        time.sleep(1)
        self.close_all()
        time.sleep(2)
        self.assertEqual([r["state"] for r in self.open_runs()], ["awaiting_approval"])

    def test_half_a_message_is_no_message(self):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, **self.tool("execute_code", code=SLOW)}).encode()
        for length, sent in ((len(body), body[:-1]), (len(body), b""), (8 << 20, body), (9 << 20, body), (-1, body)):
            s = socket.create_connection(("127.0.0.1", self.port), timeout=20)
            s.sendall(f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.tokens['bot']}\r\nContent-Length: {length}\r\n\r\n".encode() + sent)
            s.shutdown(socket.SHUT_WR)
            with contextlib.suppress(OSError):
                answer = s.recv(4096)
                self.assertNotIn(b" 200 ", answer[:40])
            s.close()
        self.assertEqual(self.open_runs(), [])
        self.assert_served()

    def test_many_messages_at_once_are_each_answered(self):
        said = []

        def ask_many():
            for i in range(60):
                said.append(self.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": i, **self.tool("check_code", code="print(1)")})[0])

        threads = [threading.Thread(target=ask_many) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(said, [200] * 480)
        self.assertLess(self.memory(), 300_000)


class Rate(Served):
    def test_a_flood_is_told_to_wait(self):
        self.serve("--policy", "data-analysis", "--rate", "5")
        said = [self.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": i, "method": "ping"}) for i in range(60)]
        self.assertEqual({s[0] for s in said}, {200, 429})
        self.assertEqual({s[2]["Retry-After"] for s in said if s[0] == 429}, {"2"})
        self.assertEqual(self.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, who="rival")[0], 200)


del Served

if __name__ == "__main__":
    unittest.main()
