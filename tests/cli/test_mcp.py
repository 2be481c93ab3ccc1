# SPDX-License-Identifier: MIT
"""Agents over the Model Context Protocol: on standard input and output, and over HTTP."""
import contextlib
import http.client
import json
import os
import pathlib
import random
import shutil
import subprocess
import threading
import time
import unittest

import sluice
from engines import Stored
from test_serve import EVASION, Served, WAITS

MODERN = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
TOOLS = ["run_task", "execute_code", "open_session", "run_cell", "close_session", "check_code", "get_run", "cancel_run", "list_policies", "describe_policy", "list_tools", "describe_tool"]
ADDS = "import json\nprint(json.dumps(1 + 1))\n"
SLOW = "import time\ntime.sleep(60)\n"


class Agent(Stored):
    def begin(self, *words):
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}
        if "ASAN_OPTIONS" in os.environ:
            env["ASAN_OPTIONS"] = os.environ["ASAN_OPTIONS"]
        self.log = open(self.folder / "log", "wb")
        self.addCleanup(self.log.close)
        self.process = subprocess.Popen([sluice.PROGRAM, "mcp", "--policy", "data-analysis", *words], cwd=self.folder,
                                        env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)
        self.addCleanup(self.end)
        self.number, self.progress = 0, []

    def end(self):
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        if self.process.poll() is None:
            self.process.wait(60)

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, **message):
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def read(self):
        """The next answer; progress is kept apart."""
        while True:
            line = self.process.stdout.readline()
            self.assertTrue(line, "the server has ended: " + (self.folder / "log").read_text())
            said = json.loads(line)
            self.assertEqual(said["jsonrpc"], "2.0")
            if said.get("method") != "notifications/progress":
                return said
            self.progress.append(said["params"])

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        said = self.read()
        self.assertEqual(said["id"], self.number)
        return said

    def tool(self, tool, _meta=None, **arguments):
        said = self.ask("tools/call", name=tool, arguments=arguments, **({"_meta": _meta} if _meta else {}))
        result = said["result"]
        self.assertEqual(json.loads(result["content"][0]["text"]), result["structuredContent"])
        return result

    def open_runs(self):
        return self.call("runs", "list", "--open", "--json").json


class Stdio(Agent):
    def setUp(self):
        super().setUp()
        self.begin()

    def test_both_eras_name_the_same_tools_and_none_approves(self):
        said = self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})
        self.assertEqual(said["result"]["protocolVersion"], "2025-06-18")
        self.assertEqual(said["result"]["serverInfo"]["name"], "sluice")
        self.assertEqual(self.ask("initialize", protocolVersion="1999-01-01")["result"]["protocolVersion"], "2025-11-25")
        self.send(method="notifications/initialized")
        self.assertEqual(self.ask("ping")["result"], {})
        legacy = self.ask("tools/list")["result"]
        modern = self.ask("tools/list", _meta=META)["result"]
        self.assertEqual([t["name"] for t in legacy["tools"]], TOOLS)
        self.assertEqual(legacy["tools"], modern["tools"])
        self.assertEqual(modern["resultType"], "complete")
        self.assertNotIn("resultType", legacy)
        found = self.ask("server/discover", _meta=META)["result"]
        self.assertIn(MODERN, found["supportedVersions"])
        self.assertEqual(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "sluice")

    def test_a_modern_request_says_all_it_must(self):
        wrong = {**META, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}
        said = self.ask("tools/list", _meta=wrong)["error"]
        self.assertEqual((said["code"], said["data"]), (-32022, {"supported": [MODERN], "requested": "2099-01-01"}))
        half = {"io.modelcontextprotocol/protocolVersion": MODERN}
        self.assertEqual(self.ask("tools/list", _meta=half)["error"]["code"], -32602)
        self.assertEqual(self.ask("server/discover")["error"]["code"], -32602)
        for method in ("initialize", "ping", "logging/setLevel", "resources/subscribe", "no/such"):
            self.assertEqual(self.ask(method, _meta=META)["error"]["code"], -32601)

    def test_a_program_is_answered_with_progress(self):
        said = self.tool("execute_code", code=ADDS, _meta={"progressToken": "p"})
        self.assertFalse(said["isError"])
        self.assertEqual(said["structuredContent"]["answer"], 2)
        self.assertEqual([p["progress"] for p in self.progress], list(range(1, len(self.progress) + 1)))
        self.assertEqual({p["progressToken"] for p in self.progress}, {"p"})
        run = said["structuredContent"]["run_id"]
        self.assertEqual(self.tool("get_run", run_id=run)["structuredContent"], said["structuredContent"])
        for part, text in (("code", ADDS), ("output", "2")):
            read = self.ask("resources/read", uri=f"sluice://run/{run}/{part}")["result"]["contents"][0]
            self.assertEqual(read["text"], text)
        again = self.tool("cancel_run", run_id=run)
        self.assertTrue(again["isError"])

    def test_an_input_comes_with_the_call(self):
        code = 'import json\nprint(json.dumps(open("a.txt").read()))\n'
        said = self.tool("execute_code", code=code, inputs=[{"name": "a.txt", "text": "hello"}])
        self.assertEqual(said["structuredContent"]["answer"], "hello")

    def test_what_is_refused_is_an_error_with_findings(self):
        said = self.tool("execute_code", code=EVASION)
        self.assertTrue(said["isError"])
        self.assertEqual(said["structuredContent"]["state"], "refused")
        self.assertTrue(said["structuredContent"]["findings"][0]["remedy"])
        checked = self.tool("check_code", code=EVASION)
        self.assertFalse(checked["isError"])
        self.assertEqual(checked["structuredContent"]["files"][0]["verdict"], "deny")

    def test_what_waits_for_a_person_is_told_at_once_and_nothing_here_decides_it(self):
        said = self.tool("execute_code", code=WAITS, inputs=[{"name": "a.db", "text": ""}])
        self.assertFalse(said["isError"])
        self.assertEqual(said["structuredContent"]["state"], "awaiting_approval")
        self.assertIn("person", said["content"][1]["text"])
        run = said["structuredContent"]["run_id"]
        for wait in (0, 2):
            began = time.monotonic()
            self.assertEqual(self.tool("get_run", run_id=run, wait_s=wait)["structuredContent"]["state"], "awaiting_approval")
            self.assertGreaterEqual(time.monotonic() - began, wait)
        for name in ("approve", "approve_run", "approvals_vote", "vote"):
            self.assertEqual(self.ask("tools/call", name=name, arguments={"run_id": run})["error"]["code"], -32602)
        self.assertEqual(self.tool("cancel_run", run_id=run)["structuredContent"]["state"], "cancelled")

    def test_arguments_are_known_or_refused(self):
        for tool, arguments in (("execute_code", {}), ("execute_code", {"code": 1}), ("execute_code", {"code": ADDS, "limit": {}}),
                                ("execute_code", {"code": ADDS, "policy": "/etc/passwd"}), ("execute_code", {"code": ADDS, "model": {}}),
                                ("run_task", {"goal": "x", "code": ADDS}), ("run_task", {}), ("run_task", {"goal": "no model here"}),
                                ("check_code", {"code": ADDS, "without_box": True}), ("get_run", {"run_id": "run_x"}),
                                ("get_run", {"run_id": "../x", "wait_s": 5}), ("get_run", {"run_id": "x", "wait_s": -1}),
                                ("cancel_run", {}), ("list_policies", {"a": 1}), ("describe_policy", {"policy": "../data-analysis"})):
            said = self.tool(tool, **arguments)
            self.assertTrue(said["isError"], (tool, arguments))
            self.assertIn("detail", said["structuredContent"], (tool, arguments))
        self.assertEqual(self.ask("tools/call", name="execute_code", arguments=[])["error"]["code"], -32602)

    def test_policies_are_told_in_words(self):
        names = [p["name"] for p in self.tool("list_policies")["structuredContent"]["policies"]]
        self.assertIn("pure-compute", names)
        words = self.tool("describe_policy", policy="pure-compute")["structuredContent"]["words"]
        listed = [r["uri"] for r in self.ask("resources/list")["result"]["resources"]]
        self.assertIn("sluice://policy/pure-compute", listed)
        read = self.ask("resources/read", uri="sluice://policy/pure-compute")["result"]["contents"][0]["text"]
        self.assertEqual(words, read)
        self.assertEqual(len(self.ask("resources/templates/list")["result"]["resourceTemplates"]), 4)
        for uri in ("file:///etc/passwd", "sluice://policy/../x", "sluice://run/x/y/z", "sluice://run/x", "sluice://"):
            error = self.ask("resources/read", uri=uri)["error"]
            self.assertEqual((error["code"], error["data"]), (-32002, {"uri": uri}))
        self.assertNotIn("data", self.ask("resources/read", uri="x" * 9000)["error"])

    def wait_for_running(self):
        self.until(lambda: [r for r in self.open_runs() if r["state"] == "running"], lambda: f"nothing runs: {self.open_runs()}")

    def assert_all_end(self):
        self.until(lambda: not self.open_runs(), lambda: f"it goes on: {self.open_runs()}")

    def test_a_call_that_is_taken_back_ends_the_box_and_has_no_answer(self):
        self.send(id="slow", method="tools/call", params={"name": "execute_code", "arguments": {"code": SLOW}})
        self.wait_for_running()
        self.send(method="notifications/cancelled", params={"requestId": "another"})
        self.send(method="notifications/cancelled", params={"requestId": "slow"})
        self.assert_all_end()
        self.assertEqual(self.call("runs", "list", "--json").json[0]["state"], "cancelled")
        self.assertEqual(self.ask("ping")["result"], {})

    def test_a_client_that_dies_leaves_nothing_behind(self):
        self.send(id=1, method="tools/call", params={"name": "execute_code", "arguments": {"code": SLOW}})
        self.wait_for_running()
        self.process.stdin.close()
        self.assertEqual(self.process.wait(60), 0)
        self.assert_all_end()

    def test_killed_at_once_it_leaves_no_worker(self):
        self.tool("list_policies")
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False).stdout.split()
        self.assertEqual(len(found), 1)
        self.process.kill()
        self.until(lambda: sluice.is_over(found[0]), lambda: "the worker goes on")

    def test_a_flood_is_bounded_and_each_call_has_an_end(self):
        for i in range(40):
            self.send(id=i, method="tools/call", params={"name": "execute_code", "arguments": {"code": SLOW}})
        refused = [self.read() for _ in range(24)]
        self.assertEqual({r["error"]["code"] for r in refused}, {-32603})
        for i in range(16):
            self.send(method="notifications/cancelled", params={"requestId": i})
        self.assert_all_end()
        self.assertEqual(self.ask("ping")["result"], {})

    def test_a_client_that_never_reads_holds_nothing_but_itself(self):
        stuck = threading.Thread(target=self.fill, daemon=True)
        stuck.start()
        stuck.join(3)
        self.assertTrue(stuck.is_alive(), "more was taken than anybody reads")
        size = int(next(line.split()[1] for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
                        if line.startswith("VmRSS")))
        self.assertLess(size, 200_000)
        self.process.stdout.close()  # it is gone
        self.process.wait(30)
        stuck.join(10)

    def fill(self):
        try:
            for i in range(20000):
                self.send(id=i, method="tools/list", params={})
        except (BrokenPipeError, ValueError, OSError):
            pass

    def test_lines_that_are_no_messages_are_answered_or_passed_over(self):
        for line, code in ((b"{", -32700), (b"\xff\xfe", -32700), (b"[]", -32600), (b"1", -32600), (b"null", -32600),
                           (b'{"id":1,"method":"ping"}', -32600), (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
                           (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600), (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700),
                           (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600), (b"[" * 10000, -32700),
                           (b"x" * (9 << 20), -32600)):
            self.raw(line + b"\n")
            said = self.read()
            self.assertEqual((said["error"]["code"], said["id"]), (code, None), line[:60])
        self.send(method="no/such/notification")
        self.send(id=7, result={})
        self.raw(b"\n\r\n   \n")
        big = 12345678901234567890123
        self.raw(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % big)
        self.assertEqual(self.read()["id"], big)

    def test_random_lines_end_nothing(self):
        chance = random.Random(23)
        seeds = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": m, "params": p}) for m, p in (
            ("tools/call", {"name": "check_code", "arguments": {"code": "print(1)"}}), ("tools/list", {"_meta": META}),
            ("resources/read", {"uri": "sluice://run/run_x/code"}), ("initialize", {"protocolVersion": "2025-06-18"}))]
        for _ in range(300):
            text = bytearray(chance.choice(seeds).encode())
            for _ in range(chance.randint(1, 6)):
                at = chance.randrange(len(text))
                kind = chance.randrange(3)
                if kind == 0:
                    text[at] = chance.randrange(256)
                elif kind == 1:
                    del text[at:at + chance.randint(1, 9)]
                    text = text or bytearray(b"x")
                else:
                    text[at:at] = bytes(chance.choice((b'"', b"{", b"}", b"\\u0000", b"[", b",", b"1e999")))
            self.raw(bytes(text).replace(b"\n", b" ") + b"\n")
        self.send(id="last", method="ping")
        while self.read().get("id") != "last":
            pass


class Posts(Served):
    def setUp(self):
        super().setUp()
        self.serve("--policy", "data-analysis")

    def post(self, message, who="bot", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.addCleanup(connection.close)
        heads = {"Content-Type": "application/json", "Accept": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        if who:
            heads["Authorization"] = f"Bearer {self.tokens[who]}"
        connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", **message}), heads)
        self.connection = connection
        return connection.getresponse()

    def message(self, *words, **more):
        answer = self.post(*words, **more)
        text = answer.read()
        return answer.status, json.loads(text) if text else None


class Http(Posts):
    def modern(self, method, name=None, **params):
        heads = {"MCP_Protocol_Version": MODERN, "Mcp_Method": method, **({"Mcp_Name": name} if name else {})}
        return self.message({"id": 1, "method": method, "params": {**({"name": name} if name else {}), **params, "_meta": META}}, **heads)

    def test_both_eras_run_a_program(self):
        call = {"name": "execute_code", "arguments": {"code": ADDS}}
        status, said = self.message({"id": 1, "method": "tools/call", "params": call})
        self.assertEqual((status, said["result"]["structuredContent"]["answer"]), (200, 2))
        status, said = self.modern("tools/call", **call)
        self.assertEqual((status, said["result"]["structuredContent"]["answer"]), (200, 2))
        self.assertEqual(said["result"]["resultType"], "complete")

    def test_a_stream_tells_progress_and_then_the_result(self):
        answer = self.post({"id": 1, "method": "tools/call", "params": {"name": "execute_code", "arguments": {"code": ADDS},
                            "_meta": {"progressToken": 5}}}, Accept="application/json, text/event-stream")
        self.assertEqual(answer.getheader("Content-Type"), "text/event-stream")
        said = [json.loads(line[6:]) for line in answer.read().decode().splitlines() if line.startswith("data: ")]
        self.assertEqual(said[-1]["result"]["structuredContent"]["answer"], 2)
        self.assertTrue(all(s["params"]["progressToken"] == 5 for s in said[:-1]))

    def test_whoever_closes_the_stream_cancels_the_run(self):
        answer = self.post({"id": 1, "method": "tools/call", "params": {"name": "execute_code", "arguments": {"code": SLOW},
                            "_meta": {"progressToken": 5}}}, Accept="application/json, text/event-stream")
        self.assertTrue(answer.readline())
        answer.close()
        self.connection.close()
        self.until(lambda: [r["state"] for r in self.call("runs", "list", "--json").json][:1] == ["cancelled"])

    def test_headers_and_message_must_agree(self):
        body = {"id": 1, "method": "tools/call", "params": {"name": "list_policies", "arguments": {}, "_meta": META}}
        good = {"MCP_Protocol_Version": MODERN, "Mcp_Method": "tools/call", "Mcp_Name": "list_policies"}
        self.assertEqual(self.message(body, **good)[0], 200)
        for name, value in (("MCP_Protocol_Version", "2025-06-18"), ("Mcp_Method", "tools/list"), ("Mcp_Name", "execute_code")):
            status, said = self.message(body, **{**good, name: value})
            self.assertEqual((status, said["error"]["code"]), (400, -32020), name)
            status, said = self.message(body, **{k: v for k, v in good.items() if k != name})
            self.assertEqual((status, said["error"]["code"]), (400, -32020), name)
        status, said = self.modern("initialize")
        self.assertEqual((status, said["error"]["code"]), (404, -32601))
        status, said = self.message({"id": 1, "method": "tools/list"}, MCP_Protocol_Version=MODERN)
        self.assertEqual((status, said["error"]["code"]), (400, -32602))
        self.assertEqual(self.message({"id": 1, "method": "tools/list"}, MCP_Protocol_Version="1999-01-01")[0], 400)

    def test_who_may_what(self):
        call = {"id": 1, "method": "tools/call", "params": {"name": "list_policies"}}
        self.assertEqual(self.message(call, who=None)[0], 401)
        self.assertEqual(self.message(call, Origin="http://evil.example")[0], 403)
        self.assertEqual(self.message(call, Host="evil.example")[0], 421)
        self.assertEqual(self.ask("GET", "/mcp")[0], 405)
        self.assertEqual(self.message({"method": "notifications/initialized"}), (202, None))
        run = self.message({"id": 1, "method": "tools/call", "params": {"name": "execute_code", "arguments": {"code": ADDS}}})[1]
        run = run["result"]["structuredContent"]["run_id"]
        for tool in ("get_run", "cancel_run"):
            said = self.message({"id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {"run_id": run}}}, who="rival")[1]
            self.assertEqual(said["result"]["structuredContent"]["status"], 404)
        said = self.message({"id": 1, "method": "resources/read", "params": {"uri": f"sluice://run/{run}/code"}}, who="rival")[1]
        self.assertIn("error", said)
        said = self.message({"id": 1, "method": "tools/call", "params": {"name": "execute_code", "arguments": {"code": ADDS}}}, who="ops")[1]
        self.assertTrue(said["result"]["isError"])
        self.assertEqual(said["result"]["structuredContent"]["status"], 403)


def fits(documents, schema):
    """What ajv says against them."""
    done = subprocess.run([shutil.which("node"), pathlib.Path(__file__).parent / "judge.mjs", os.environ["SLUICE_SOURCE_DIR"]], capture_output=True,
                          input=json.dumps({"schema": schema, "strict": False, "documents": documents}).encode(), check=True)
    return json.loads(done.stdout)


class Schemas(Agent):
    """What tools give, refusals included, fits the schema that tools/list has."""

    def test_results_fit(self):
        node = shutil.which("node")
        modules = pathlib.Path(os.environ["SLUICE_SOURCE_DIR"]) / "node_modules/ajv"
        if not node or not modules.exists():
            self.skipTest("node or ajv is not here")
        self.begin()
        schemas = {t["name"]: t["outputSchema"] for t in self.ask("tools/list")["result"]["tools"]}
        told = {name: [] for name in TOOLS}
        waits = {"code": WAITS, "inputs": [{"name": "a.db", "text": ""}]}
        for tool, arguments in (("execute_code", {"code": ADDS}), ("execute_code", {"code": EVASION}), ("execute_code", waits),
                                ("execute_code", {}), ("execute_code", {"code": "1/0"}), ("run_task", {"goal": "x"}), ("check_code", {"code": EVASION}),
                                ("check_code", {"code": "("}), ("check_code", {}), ("get_run", {"run_id": "x"}), ("cancel_run", {}),
                                ("list_policies", {}), ("describe_policy", {}), ("describe_policy", {"policy": "no"})):
            told[tool].append(self.tool(tool, **arguments)["structuredContent"])
        one = self.tool("open_session")["structuredContent"]
        told["open_session"] += [one, self.tool("open_session", code="1")["structuredContent"]]
        for code in ("x = 1\nx", "import os\nos.system('id')", "1 / 0", WAITS, "", "import socket\nx"):
            told["run_cell"].append(self.tool("run_cell", session_id=one["session_id"], code=code)["structuredContent"])
        told["close_session"] = [self.tool("close_session", session_id=s)["structuredContent"] for s in (one["session_id"], "no")]
        told["run_cell"].append(self.tool("run_cell", session_id=one["session_id"], code="x")["structuredContent"])
        self.assertEqual({d.get("state", d.get("status")) for d in told["run_cell"]}, {"answered", "refused", "failed", "awaiting_approval", 409})
        for tool, documents in told.items():
            self.assertEqual(fits(documents, schemas[tool]), [], tool)


del Served, Stored

if __name__ == "__main__":
    unittest.main()
