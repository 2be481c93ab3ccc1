# SPDX-License-Identifier: MIT
"""The clients for Python and Node: they say what the OpenAPI document says, their examples run against a demonstration, and a
service that is hostile gets nothing from them."""
import asyncio
import http.server
import inspect
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import threading
import time
import unittest
import urllib.parse

import sluice
from test_serve import WAITS, Served

CLIENTS = sluice.SOURCE / "service/clients"
sys.path.insert(0, str(CLIENTS / "python"))
import sluice_client  # noqa: E402
from sluice_client import AsyncClient, Client, SluiceError  # noqa: E402

# What is for others than these clients: agents' protocols, Prometheus, the documents themselves.
ELSEWHERE = {"mcp", "e2b_execute", "e2b_context", "e2b_contexts", "e2b_restart", "e2b_remove", "metrics", "openapi", "schemas", "guardrail"}
GIVEN = {"submit": (({"code": "1"},), {"wait": 3, "idempotency_key": "k"}), "runs": ((), {"state": "s", "open": True, "limit": 2, "before": "b"}),
         "run": (("r/1",), {}), "events": (("r",), {"after": 2}), "artifact": (("r", "a b/c"), {}), "receipt": (("r",), {}),
         "cancel": (("r", {}), {}), "draft_request": (({"code": "1"},), {}), "check": (("1",), {"policy": "p", "without_box": True}),
         "policies": ((), {}), "policy": (("p",), {}), "tools": ((), {}), "tool": (("t@1",), {}), "submit_tool": (({"goal": "g"},), {}), "approvals": ((), {"state": "s", "run": "r", "person": "p", "limit": 2}),
         "approval": (("a",), {}), "vote": (("a", {}), {}), "health": ((), {}), "ready": ((), {})}
OWN_HEADERS = {"host", "accept", "accept-encoding", "authorization", "content-type", "content-length", "connection"}


class Listener(http.server.ThreadingHTTPServer):
    """Writes down what comes, and answers what it is told to."""

    def __init__(self, status=200, body=b"{}", headers=()):
        self.came, self.told = [], (status, body, headers)
        super().__init__(("127.0.0.1", 0), self.Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server_port}"

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def take(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self.server.came.append((self.command, self.path, dict(self.headers), json.loads(body) if body else None))
            status, text, headers = self.server.told
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **dict(headers)}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = take

    def __exit__(self, *words):
        self.shutdown()
        self.server_close()


def node(*words):
    done = subprocess.run(["node", *map(str, words)], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


class Document(Served):
    """Each call is one that the service's own document has."""

    def setUp(self):
        super().setUp()
        self.serve("--workers", "0")
        self.document = self.ask("GET", "/openapi.json", who=None)[1]

    def test_the_types_are_those_of_the_schemas(self):
        source = json.loads((sluice.SOURCE / "service/schemas.json").read_text())
        served = json.dumps(self.document["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/")
        self.assertEqual(json.loads(served), source)
        for language, path in (("python", "python/sluice_client/types.py"), ("node", "node/types.d.ts")):
            made = subprocess.run([sys.executable, "-B", CLIENTS / "generate.py", language], capture_output=True, text=True, check=True)
            self.assertEqual(made.stdout, (CLIENTS / path).read_text(), f"run service/clients/generate.py {language} > service/clients/{path}")

    def operation_of(self, method, path):
        for template, operations in self.document["paths"].items():
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
            if method.lower() in operations and re.fullmatch(pattern, path):
                return operations[method.lower()]
        self.fail(f"{method} {path} is no path of the service")

    def assert_is_documented(self, call, takes, gives):
        method, target, headers, body = call
        url = urllib.parse.urlsplit(target)
        operation = self.operation_of(method, url.path)
        known = [p if "name" in p else self.document["components"]["parameters"][p["$ref"].rsplit("/", 1)[1]] for p in operation["parameters"]]
        for where, names in (("query", set(urllib.parse.parse_qs(url.query))), ("header", set(map(str.lower, headers)) - OWN_HEADERS)):
            self.assertLessEqual(names, {p["name"].lower() for p in known if p["in"] == where}, (method, target))
        self.assertEqual(body is not None, "requestBody" in operation, target)
        self.assertEqual(headers["Authorization"], "Bearer secret")
        if takes:
            self.assertEqual(operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1], takes)
        schema = next(iter(operation["responses"]["200"]["content"].values())).get("schema", {"$ref": ""})
        self.assertEqual(schema["$ref"].rsplit("/", 1)[-1], gives, target)
        return operation["operationId"]

    def assert_whole(self, seen):
        every = {o["operationId"] for operations in self.document["paths"].values() for o in operations.values()}
        self.assertEqual(seen, every - ELSEWHERE)

    @staticmethod
    def names_of(method):
        """The schemas that a method of the Python client names: of its body, and of its answer."""
        said = dict(method.__annotations__)
        gives = re.sub(r"^Iterator\[(\w+)\]$|^bytes$", r"\1", said.pop("return"))
        return next((t for t in said.values() if t in ("Task", "Envelope")), None), gives

    def test_python(self):
        seen = set()
        with Listener() as there:
            client = Client(there.address, token="secret")
            for name, (words, more) in GIVEN.items():
                said = getattr(client, name)(*words, **more)
                if name == "events":
                    list(said)
                takes, gives = self.names_of(getattr(Client, name))
                seen.add(self.assert_is_documented(there.came[-1], takes, gives))
            paths = [call[1] for call in there.came]
        self.assert_whole(seen)
        self.assertIn("/v1/runs/r%2F1", paths)
        self.assertIn("/v1/runs/r/artifacts/a%20b%2Fc", paths)
        self.assertEqual({n for n, _ in inspect.getmembers(Client, inspect.isfunction) if n[0] != "_"}, set(GIVEN) | {"wait"})
        self.assertEqual({n for n in dir(AsyncClient) if n[0] != "_"}, set(GIVEN) | {"wait"})

    def test_node(self):
        told = (CLIENTS / "node/index.d.ts").read_text()
        with Listener() as there:
            methods = json.loads(node(sluice.SOURCE / "tests/cli/calls.mjs", CLIENTS / "node/index.js", there.address))
            calls = there.came
        seen = set()
        for name, call in zip(methods, calls, strict=True):
            words, gives = re.search(rf"^\t{name}\((.*)\): (?:Promise|AsyncGenerator)<(\w+)>;", told, re.M).groups()
            takes = re.search(r"\b(Task|Envelope)\b", words)
            seen.add(self.assert_is_documented(call, takes and takes[1], gives.replace("Uint8Array", "")))
        self.assert_whole(seen)

    def test_the_types_compile(self):
        agents = sluice.SOURCE / "tests/agents/node_modules/typescript"
        if not agents.is_dir():
            self.skipTest("no TypeScript: run `npm ci --ignore-scripts` in tests/agents")
        self.write("use.mts", 'import { Client, type Run } from "%s";\n'
                   'const run: Run = await new Client("unix:/s", { token: "t" }).submit({ code: "1" }, { wait: 1 });\n'
                   'const line: number | undefined = run.findings?.[0]?.line;\n'
                   '// @ts-expect-error a task has no such member\nawait new Client().submit({ kode: "1" });\nvoid line;\n' % (CLIENTS / "node/index.js"))
        done = subprocess.run(["node", agents / "bin/tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib",
                               "es2022,dom", self.folder / "use.mts"], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_the_python_types_are_right(self):
        if not shutil.which("mypy"):
            self.skipTest("no mypy: install Debian's package mypy")
        done = subprocess.run(["mypy", "--strict", "--cache-dir", self.folder, "--python-version", "3.11", CLIENTS / "python/sluice_client",
                               CLIENTS / "python/example.py"], capture_output=True, text=True, timeout=200, check=False, cwd=CLIENTS / "python")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Examples(sluice.Case):
    """As a reader runs them: against `sluice serve --demo`."""

    def setUp(self):
        super().setUp()
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.process = subprocess.Popen([sluice.PROGRAM, "serve", "--demo", "--listen", f"127.0.0.1:{self.port}"], stdout=subprocess.PIPE, text=True,
                                        env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.folder), "TMPDIR": str(self.folder)})
        self.addCleanup(self.stop)
        said = ""
        while "listening at" not in said:
            line = self.process.stdout.readline()
            self.assertTrue(line, said)
            said += line
        self.token = pathlib.Path(re.search(r"^  (/.*/token)$", said, re.M)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=90)

    def test_python(self):
        self.assertEqual(self.token.stat().st_mode & 0o777, 0o600)
        done = subprocess.run([sys.executable, "-B", CLIENTS / "python/example.py", f"http://127.0.0.1:{self.port}", self.token], capture_output=True,
                              text=True, timeout=100, check=False)
        self.assertRegex(done.stdout + done.stderr, r"\Aanswered \{'total': 42\}\nrefused line 2: .*'system'.*\n404 there is no run .*\n\[4, 9\]\n"
                         r"awaiting_approval line 1: module 'sqlite3'.*\n\Z")

    def test_node(self):
        self.assertRegex(node(CLIENTS / "node/example.mjs", f"http://127.0.0.1:{self.port}", self.token),
                         r"\Aanswered \{ total: 42 \}\nrefused line 2: .*'system'.*\n(?s:.*)checked -> awaiting_approval\n404 there is no run .*\n\Z")

    def test_the_token_decides_nothing(self):
        client = Client(f"http://127.0.0.1:{self.port}", token_file=self.token)
        with self.assertRaises(SluiceError) as said:
            client.approvals()
        self.assertEqual(said.exception.status, 403)


class Calls(Served):
    """Against a service with everything."""

    def test_by_a_socket_of_its_owner(self):
        self.serve("--policy", "data-analysis")
        self.stop()
        path = self.folder / "s"
        self.process = subprocess.Popen([sluice.PROGRAM, "serve", "--tokens", "tokens.yaml", "--policy", "data-analysis", "--listen", f"unix:{path}"],
                                        cwd=self.folder, env={"PATH": "/usr/bin:/bin", **self.env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.assertEqual(Client(f"unix:{path}", token=self.tokens["bot"]).submit({"code": "print(1)"}, wait=30)["answer"], 1)
        said = node("--input-type=module", "-e", f"import {{ Client }} from '{CLIENTS}/node/index.js';"
                    f"console.log((await new Client('unix:{path}', {{ token: '{self.tokens['bot']}' }}).submit({{ code: 'print(2)' }}, {{ wait: 30 }})).answer);")
        self.assertEqual(said, "2\n")

    def test_async_calls_end_when_their_task_does(self):
        self.serve("--policy", "data-analysis")
        client = AsyncClient(f"http://127.0.0.1:{self.port}", token=self.tokens["bot"])

        async def go():
            run = await client.submit({"code": WAITS}, wait=30)
            self.assertEqual(run["state"], "awaiting_approval")
            with self.assertRaises(TimeoutError):
                await client.wait(run["run_id"], timeout=0.5)
            states = []
            with self.assertRaises(TimeoutError):
                async with asyncio.timeout(60) as limit:
                    async for event in client.events(run["run_id"]):
                        states.append(event["to"])
                        if event["to"] == "awaiting_approval":  # no more comes, and the stream stays open
                            limit.reschedule(asyncio.get_running_loop().time() + 0.5)
            began = time.monotonic()
            return states, began

        states, began = asyncio.run(go())
        self.assertEqual(states[-1], "awaiting_approval")
        self.assertLess(time.monotonic() - began, 5, "no thread waits any longer")


class Attacks(unittest.TestCase):
    """Whoever listens there, no token goes where it was not meant for, and nothing but a SluiceError comes out."""

    def test_a_token_goes_nowhere_in_the_clear(self):
        for address in ("http://example.org", "http://127.0.0.1.example.org:1", "ftp://localhost", "http://a@localhost", "localhost:8321", "https://x/y", "http://localhost?a"):
            with self.assertRaises(ValueError, msg=address):
                Client(address, token="secret")
            said = node("--input-type=module", "-e", f"import {{ Client }} from '{CLIENTS}/node/index.js';"
                        f"try {{ new Client('{address}'); console.log('taken'); }} catch (e) {{ console.log(e.name); }}")
            self.assertEqual(said, "TypeError\n", address)

    def both(self, there, call, js):
        """What comes out of a call by either client: the status of its error."""
        with self.assertRaises(SluiceError) as said:
            call(Client(there, token="secret", timeout=3))
        out = node("--input-type=module", "-e", f"import {{ Client, SluiceError }} from '{CLIENTS}/node/index.js';"
                   f"const c = new Client('{there}', {{ token: 'secret', timeout: 3 }});"
                   f"try {{ {js}; console.log('answered'); }} catch (e) {{ console.log(e instanceof SluiceError ? e.status : e); }}")
        self.assertEqual(out, f"{said.exception.status}\n")
        return said.exception

    def test_no_redirect_is_followed(self):
        with Listener() as other, Listener(307, b"", [("Location", other.address + "/v1/runs/r")]) as there:
            self.assertEqual(self.both(there.address, lambda c: c.run("r"), "await c.run('r')").status, 307)
            self.assertEqual(other.came, [])

    def test_no_proxy_of_the_environment_is_used(self):
        with Listener() as proxy, Listener() as there:
            os.environ["http_proxy"] = os.environ["HTTP_PROXY"] = proxy.address
            self.addCleanup(lambda: [os.environ.pop(n, None) for n in ("http_proxy", "HTTP_PROXY")])
            Client(there.address, token="secret").run("r")
            node("--input-type=module", "-e", f"import {{ Client }} from '{CLIENTS}/node/index.js'; await new Client('{there.address}').run('r');")
            self.assertEqual((len(there.came), proxy.came), (2, []))

    def test_strange_answers_are_errors(self):
        problem = [("Content-Type", "application/problem+json")]
        for status, body, headers in ((200, b"<html>", []), (500, b"<html>", []), (400, b"[]", problem), (400, b'{"detail": 1}', problem),
                                      (400, b"{", problem), (429, b'{"detail": "x", "status": 200}', [*problem, ("Retry-After", "-1")])):
            with Listener(status, body, headers) as there:
                said = self.both(there.address, lambda c: c.run("r"), "await c.run('r')")
                self.assertEqual((said.status, said.retry_after), (status, None), body)

    def test_paths_and_headers_hold_what_they_are_given_for(self):
        with Listener() as there:
            client = Client(there.address, token="secret")
            for name in ("..", ".", ""):
                with self.assertRaises(ValueError):
                    client.run(name)
            with self.assertRaises(ValueError):
                client.submit({"code": "1"}, idempotency_key="a\r\nX-Other: 1")
            for js in ("c.run('..')", "c.submit({ code: '1' }, { idempotencyKey: 'a\\r\\nX-Other: 1' })"):
                said = node("--input-type=module", "-e", f"import {{ Client }} from '{CLIENTS}/node/index.js'; const c = new Client('{there.address}');"
                            f"try {{ await {js}; console.log('sent'); }} catch (e) {{ console.log(e.name); }}")
                self.assertEqual(said, "TypeError\n")
            self.assertEqual(there.came, [])

    def test_who_never_answers_is_left(self):
        class Silent(socketserver.BaseRequestHandler):
            def handle(self):
                time.sleep(4)

        with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silent) as there:
            threading.Thread(target=there.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{there.server_address[1]}"
            self.assertEqual(self.both(address, lambda c: c.run("r"), "await c.run('r')").status, 0)
            there.shutdown()

    def test_nothing_shows_the_token(self):
        client = Client("http://127.0.0.1:1", token="secret")
        with self.assertRaises(SluiceError) as said:
            client.run("r")
        self.assertNotIn("secret", repr(client) + repr(said.exception) + str(said.exception.problem))


del Served
assert sluice_client.__all__

if __name__ == "__main__":
    unittest.main()
