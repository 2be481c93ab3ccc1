# SPDX-License-Identifier: MIT
"""The service as its callers meet it: over HTTP, with its own workers."""
import base64
import contextlib
import ctypes
import datetime
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unittest
import urllib.parse

import sluice
from engines import Stored, once, postgresql

EVASION = "import os\nos.system('id')\n"
GREETING = 'import json\nprint(json.dumps({"text": open("a.txt").read()}))\n'
CHART = ('import json\nimport matplotlib\nmatplotlib.use("Agg")\nimport matplotlib.pyplot as plt\n'
         'plt.plot([1, 2])\nplt.savefig("chart.png")\nprint(json.dumps(1))\n')
WAITS = 'import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect("a.db").execute("select 1").fetchall()))\n'


class Served(Stored):
    """A service of its own on a port of its own."""

    def setUp(self):
        super().setUp()
        self.tokens = {}
        text = "tokens:\n"
        for name, rights in (("bot", "submit,check"), ("rival", "submit"), ("eve", "check"),
                             ("ops", "read-all,approve,metrics")):
            said = self.call("serve", "token", "--for", name, "--rights", rights)
            self.assertEqual(said.code, 0, said.err)
            self.tokens[name] = said.out.strip()
            text += said.err.split("\n", 1)[1]
        self.write("tokens.yaml", text).chmod(0o600)

    def serve(self, *words, program=sluice.PROGRAM, **more):
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env, **more}
        for name in ("LD_PRELOAD", "ASAN_OPTIONS"):
            if name in os.environ:
                env[name] = os.environ[name]
        self.process = subprocess.Popen(
            [program, "serve", "--tokens", "tokens.yaml", "--listen", "127.0.0.1:0", *map(str, words)],
            cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/$", line.strip())
        if not found:
            self.process.wait(10)
            self.fail(line + self.process.stderr.read())
        self.port = int(found[1])

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.out, self.err = self.process.communicate(timeout=90)

    def ask(self, method, path, body=None, who="bot", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        heads = dict(headers or {})
        if who:
            heads.setdefault("Authorization", f"Bearer {self.tokens.get(who, who)}")
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        connection.request(method, path, body, heads)
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        kind = answer.headers.get_content_type()
        return answer.status, json.loads(said) if said and kind in ("application/json", "application/problem+json") else said, \
            answer.headers

    def run_code(self, code, who="bot", wait=30, **more):
        return self.ask("POST", "/v1/runs", {"code": code, "policy": "data-analysis", **more}, who,
                        {"Prefer": f"wait={wait}"})

    def raw(self, text):
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as s:
            said = b""
            with contextlib.suppress(OSError):  # a request may be answered, and the connection closed, before its end
                s.sendall(text)
                s.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while chunk := s.recv(65536):
                    said += chunk
        return said


class Runs(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.assertEqual(self.call("trust", "init", "own.yaml").code, 0)
        own = (self.folder / "own.yaml").read_text()
        trust = self.folder / "trust.yaml"
        trust.write_text(trust.read_text() + own[own.index("services:"):])
        self.serve("--policy", "data-analysis")

    @once
    def test_a_wrong_policy_is_told_at_the_start(self):
        for words in (["serve", "--tokens", "tokens.yaml", "--listen", "127.0.0.1:0"], ["mcp"]):
            said = self.call(*words, "--policy", "data-analysys", stdin=b"")
            self.assertEqual((said.code, said.out), (2, ""))
            self.assertIn("policy 'data-analysys' is unknown\nhelp: did you mean 'data-analysis'?\n", said.err)

    def test_a_run_s_end_wakes_who_waits_for_it(self):
        def late(i):  # looked at each tenth of a second, a run's end would be seen 50 ms late at the median
            status, run, _ = self.run_code(f"import json\nimport time\ntime.sleep(0.5)\nprint(json.dumps({i}))\n")
            seen = time.time()
            self.assertEqual((status, run["answer"]), (200, i), run)
            return seen - datetime.datetime.fromisoformat(run["updated"].replace("Z", "+00:00")).timestamp()
        middles = []
        while not middles or (middles[-1] > 0.03 and len(middles) < 6):  # other work on this machine delays as well
            middles.append(sorted(late(i) for i in range(9))[4])
        self.assertLessEqual(middles[-1], 0.03, middles)

    def test_a_program_is_answered(self):
        status, run, heads = self.run_code(GREETING, inputs=[
            {"name": "a.txt", "base64": base64.b64encode("häl lo".encode()).decode()}])
        self.assertEqual((status, run["state"], run["answer"]), (200, "answered", {"text": "häl lo"}), run)
        self.assertEqual(heads["Location"], run["links"]["self"])
        status, again, _ = self.ask("GET", run["links"]["self"])
        self.assertEqual((status, again["answer"]), (200, run["answer"]))
        status, receipt, _ = self.ask("GET", run["links"]["receipt"])
        self.assertEqual(status, 200)
        self.assertIn("signatures", receipt)
        self.assertEqual(self.call("receipt", "verify", run["run_id"]).code, 0)
        shown = json.loads(self.call("runs", "show", run["run_id"], "--json").out)
        for name in ("answer", "value", "artifacts", "findings", "obligations", "usage"):
            self.assertEqual(shown[name], run[name])

    @once
    def test_a_file_is_fetched_as_bytes_to_save(self):
        status, run, _ = self.run_code(CHART)
        self.assertEqual((status, run["state"]), (200, "answered"), run)
        self.assertEqual([a["name"] for a in run["artifacts"]], ["chart.png"])
        status, image, heads = self.ask("GET", f"/v1/runs/{run['run_id']}/artifacts/chart.png")
        self.assertEqual((status, image[:4]), (200, b"\x89PNG"))
        self.assertEqual(heads["Content-Type"], "application/octet-stream")
        self.assertIn("attachment", heads["Content-Disposition"])
        status, problem, _ = self.ask("GET", f"/v1/runs/{run['run_id']}/artifacts/chart.svg")
        self.assertEqual(status, 404, problem)

    @once
    def test_what_is_refused_says_why_and_prints_nothing(self):
        status, run, _ = self.run_code(EVASION)
        self.assertEqual((status, run["state"], run["exit_code"]), (200, "refused", 10))
        self.assertEqual(run["findings"][0]["line"], 2)
        self.assertNotIn("answer", run)
        status, run, _ = self.run_code('print("secret words, no JSON")')
        self.assertEqual((status, run["state"]), (200, "failed"))
        self.assertNotIn("secret words", json.dumps(run))

    def test_a_key_that_comes_twice_is_one_run(self):
        body = {"code": "print(1)"}
        head = {"Idempotency-Key": "monday"}
        first = self.ask("POST", "/v1/runs", body, headers=head)[1]
        second = self.ask("POST", "/v1/runs", body, headers={**head, "Prefer": "wait=30"})[1]
        self.assertEqual(first["run_id"], second["run_id"])
        self.assertEqual(second["answer"], 1)
        status, problem, _ = self.ask("POST", "/v1/runs", {"code": "print(2)"}, headers=head)
        self.assertEqual(status, 422, problem)
        rival = self.ask("POST", "/v1/runs", body, "rival", headers=head)[1]
        self.assertNotEqual(rival["run_id"], first["run_id"])

    def test_steps_come_as_lines_and_resume(self):
        run = self.run_code("print(1)", wait=0)[1]
        lines = [json.loads(line) for line in
                 self.ask("GET", run["links"]["events"])[1].decode().splitlines() if line]
        self.assertEqual([line["seq"] for line in lines[:-1]], list(range(1, len(lines))))
        self.assertEqual((lines[-1]["type"], lines[-1]["run"]["answer"]), ("end", 1))
        rest = self.ask("GET", run["links"]["events"] + f"?after={lines[-3]['seq']}")[1].decode().splitlines()
        self.assertEqual(len(rest), 2)
        status, said, heads = self.ask("GET", run["links"]["events"], headers={
            "Accept": "text/event-stream", "Last-Event-ID": str(lines[-3]["seq"])})
        self.assertEqual(heads.get_content_type(), "text/event-stream")
        self.assertEqual(re.findall(r"^event: (\w+)$", said.decode(), re.M), ["step", "end"])

    def test_nobody_sees_the_runs_of_others(self):
        run = self.run_code("print(1)")[1]
        for path in ("", "/events", "/receipt", "/artifacts/x"):
            mine = self.ask("GET", f"/v1/runs/{run['run_id']}{path}", who="rival")
            none = self.ask("GET", f"/v1/runs/run_00000000000000000000000000{path}", who="rival")
            self.assertEqual((mine[0], none[0]), (404, 404))
        self.assertEqual(self.ask("GET", "/v1/runs", who="rival")[1]["runs"], [])
        self.assertEqual(self.ask("GET", "/v1/runs", who="ops")[1]["runs"][0]["run_id"], run["run_id"])

    def test_lists_go_on_where_they_ended(self):
        for n in range(3):
            self.run_code(f"print({n})")
        first = self.ask("GET", "/v1/runs?limit=2")[1]
        rest = self.ask("GET", f"/v1/runs?limit=2&before={first['next']}")[1]
        self.assertEqual((len(first["runs"]), len(rest["runs"]), rest["next"]), (2, 1, None))

    @once
    def test_a_wrong_task_is_told_where_it_is_wrong(self):
        cases = [({"code": "1", "policy": "../policies/pure-compute.yaml"}, "not a path"),
                 ({"code": "1", "policy": "/etc/passwd"}, "not a path"),
                 ({"code": "1", "policy": "no-such"}, "is unknown"),
                 ({"code": "1", "model": {"provider": "command", "command": ["/bin/id"]}}, "unknown"),
                 ({"code": "1", "shadow": ["x"]}, "unknown"),
                 ({"goal": "count"}, "has no model"),
                 ({"code": "1", "inputs": [{"path": "/etc/passwd"}]}, "either 'text' or 'base64'"),
                 ({"code": "1", "inputs": [{"name": "a", "text": "", "path": "/etc/passwd"}]}, "an input needs"),
                 ({"code": "1", "inputs": [{"name": "a", "base64": "%%%"}]}, "not valid base64"),
                 ({"code": "1", "inputs": [{"name": "../a", "text": ""}]}, "not a name for an input"),
                 ({"code": "1", "output": {"schema": "/etc/passwd"}}, "no file"),
                 ({"code": "1", "limits": {"wall_s": 100000}}, "is more than the policy's"),
                 ({"code": 1}, "not a string"), ([], "must be an object"), ("{", "end"), ("nope", "expected")]
        for body, words in cases:
            status, problem, heads = self.ask("POST", "/v1/runs", body)
            self.assertEqual((status, heads.get_content_type()), (422, "application/problem+json"), body)
            self.assertIn(words, json.dumps(problem), body)


class Waits(Served):
    """Runs that nobody works on: what waits for them waits until its client goes."""

    def setUp(self):
        super().setUp()
        self.serve("--workers", "0")
        calm = self.threads()
        self.events = self.run_code("print(1)", wait=0)[1]["links"]["events"]
        self.until_quiet(calm)

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def begin(self, request, who="bot", body="", more=""):
        s = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        self.addCleanup(s.close)
        s.sendall(f"{request} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.tokens[who]}\r\n"
                  f"{more}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        return s

    def streams(self, count, who="bot"):
        out = [self.begin(f"GET {self.events}", who) for _ in range(count)]
        return out, [s.recv(4096).split(b"\r\n")[0].split()[1] for s in out]

    def until_quiet(self, threads):
        self.until(lambda: self.threads() <= threads, lambda: f"{self.threads()} threads where there were {threads}")

    @once
    def test_readers_who_go_leave_nothing(self):
        calm = self.threads()
        for _ in range(2):  # the second time takes what the first has given back
            streams, said = self.streams(20)
            self.assertEqual(set(said), {b"200"})
            self.assertGreaterEqual(self.threads(), calm + 20)
            for s in streams:
                s.close()
            self.until_quiet(calm)

    @once
    def test_one_caller_takes_not_all_places(self):
        calm = self.threads()
        streams, said = self.streams(30)
        self.assertEqual((said.count(b"200"), said.count(b"429")), (24, 6))
        status, problem, heads = self.ask("GET", self.events)
        self.assertEqual((status, heads["Retry-After"]), (429, "2"), problem)
        self.assertIn("24 waiting requests", problem["detail"])
        self.assertEqual(self.ask("GET", self.events.removesuffix("/events"))[0], 200)
        self.assertEqual(self.run_code("print(2)", "rival", wait=1)[0], 202)
        for s in streams:
            s.close()
        self.until_quiet(calm)
        self.assertEqual(set(self.streams(24)[1]), {b"200"})

    @once
    def test_an_answer_that_waits_ends_with_its_client(self):
        body = json.dumps({"code": "print(3)", "policy": "data-analysis"})
        calm = self.threads()
        waits = [self.begin("POST /v1/runs", body=body, more="Prefer: wait=60\r\n") for _ in range(5)]
        self.until(lambda: self.threads() == calm + 5, lambda: f"{self.threads()} threads where there were {calm}")
        for s in waits:
            s.close()
        self.until_quiet(calm)

    def test_more_wait_than_there_are_stores(self):
        streams, said = self.streams(24)
        others, said_to_others = self.streams(20, "ops")
        self.assertEqual(set(said + said_to_others), {b"200"})
        begun = time.monotonic()
        self.assertEqual(self.ask("GET", "/v1/runs")[0], 200)
        self.assertLess(time.monotonic() - begun, 4, "a request waits for a store that a stream keeps")


@unittest.skipIf(os.environ.get("SLUICE_TEST_ENGINE") != "postgresql", "SQLite has no connection to lose")
class Lost(Served):
    def cut(self):
        self.assertIn(("t",), postgresql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.database}'"))

    def test_nobody_notices_that_the_server_cut_every_connection(self):
        self.serve("--workers", "0")
        run = self.run_code("print(1)", wait=0)[1]
        paths = ["/v1/runs", run["links"]["self"], "/v1/policies", run["links"]["receipt"]]
        streams = [http.client.HTTPConnection("127.0.0.1", self.port, timeout=30) for _ in range(6)]
        for s in streams:
            s.request("GET", run["links"]["events"], headers={"Authorization": f"Bearer {self.tokens['bot']}"})
        time.sleep(1)
        before = [self.ask("GET", path)[0] for path in paths]
        for _ in range(3):
            self.cut()
            self.assertEqual([self.ask("GET", path)[0] for path in paths], before)
            self.assertEqual(self.run_code("print(2)", wait=0)[0], 202)
        for s in streams:
            s.close()


@once
class Kept(Served):
    """The service keeps its policies between requests."""

    def test_a_policy_that_changes_is_seen_by_the_next_request(self):
        policy, body = self.folder / "own.yaml", {"code": "print(len([1]))\n"}
        text = "apiVersion: sluice/v1\nid: own\nrevision: 1\nextends: [parent]\n"
        parent = "apiVersion: sluice/v1\nid: parent\nrevision: 1\nextends: [pure-compute]\n"

        def put(path, text):
            """With the same length and times as before."""
            before = path.stat() if path.exists() else None
            path.write_text(text)
            if before:
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

        def verdict():
            status, said, _ = self.ask("POST", "/v1/runs", body, headers={"Prefer": "wait=30"})
            return said.get("state") if status < 400 else (status, said["detail"])
        put(policy, text)
        put(self.folder / "parent.yaml", parent + "calls: {deny: [{name: max, message: no}]}\n")
        self.serve("--policy", policy)
        for _ in range(2):
            self.assertEqual(verdict(), "answered")
        put(self.folder / "parent.yaml", parent + "calls: {deny: [{name: len, message: no}]}\n")
        self.assertEqual(verdict(), "refused")
        put(self.folder / "parent.yaml", parent + "calls: {deny: [{name: max, message: no}]}\n")
        self.assertEqual(verdict(), "answered")
        shadowing = self.folder / "pure-compute.yaml"  # what the parent extends is looked for beside it first
        put(shadowing, parent.replace("id: parent", "id: pure-compute").replace("extends: [pure-compute]\n", "calls: {deny: [{name: len, message: no}]}\n"))
        self.assertEqual(verdict(), "refused")
        shadowing.unlink()
        self.assertEqual(verdict(), "answered")
        policy.unlink()
        self.assertEqual(verdict()[0], 503)


@once
class Checks(Served):
    def setUp(self):
        super().setUp()
        self.serve("--workers", "0")

    def test_a_verdict_comes_with_its_findings(self):
        status, said, _ = self.ask("POST", "/v1/check", {"code": EVASION, "policy": "data-analysis"})
        self.assertEqual((status, said["files"][0]["verdict"]), (200, "deny"))
        status, said, heads = self.ask("POST", "/v1/check", {"code": "print(1)", "policy": "data-analysis"},
                                       headers={"Accept": "application/sarif+json"})
        self.assertEqual(json.loads(said)["version"], "2.1.0")
        open_name = {"code": "import sys\nopen(sys.argv[1])\n", "policy": "data-analysis"}
        held = self.ask("POST", "/v1/check", open_name)[1]["files"][0]["verdict"]
        bare = self.ask("POST", "/v1/check", {**open_name, "without_box": True})[1]["files"][0]["verdict"]
        self.assertNotEqual(held, bare)

    def test_policies_are_listed(self):
        names = [p["name"] for p in self.ask("GET", "/v1/policies")[1]["policies"]]
        self.assertIn("data-analysis", names)

    def test_the_document_of_the_interface_lists_every_path(self):
        status, said, _ = self.ask("GET", "/openapi.json", who=None)
        self.assertEqual((status, said["openapi"]), (200, "3.1.0"))
        table = (sluice.SOURCE / "service/routes.def").read_text()
        for method, path in re.findall(r'ROUTE\(\w+, "(\w+)", "([^"]+)"', table.split("/* Pages")[0]):
            self.assertIn(method.lower(), said["paths"][path])

    def test_metrics_are_in_the_format(self):
        status, said, _ = self.ask("GET", "/metrics", who="ops")
        self.assertEqual(status, 200)
        for line in said.decode().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [0-9.]+)$')


@once
class Attacks(Served):
    """Who is not asked for, what is not well formed, what is too much."""

    def setUp(self):
        super().setUp()
        self.serve("--policy", "data-analysis", "--workers", "0")

    def test_every_path_wants_a_token_but_four(self):
        said = self.ask("GET", "/openapi.json", who=None)[1]
        for path, methods in said["paths"].items():
            for method in methods:
                open_to_all = path in ("/healthz", "/readyz", "/openapi.json", "/schemas/{name}")
                for who in (None, "slu_" + "0" * 64, "", "x" * 5000):
                    status = self.ask(method.upper(), path.replace("{", "").replace("}", ""), "{}" if method == "post"
                                      else None, who)[0]
                    self.assertEqual(status == 401, not open_to_all, f"{method} {path} {who}")

    def test_a_token_may_only_what_it_may(self):
        for who, method, path in (("eve", "POST", "/v1/runs"), ("eve", "GET", "/v1/runs"), ("bot", "GET", "/metrics"),
                                  ("bot", "GET", "/v1/approvals"), ("bot", "POST", "/v1/approvals/apr_1/votes"),
                                  ("ops", "POST", "/v1/runs"), ("rival", "POST", "/v1/check")):
            self.assertEqual(self.ask(method, path, "{}" if method == "POST" else None, who)[0], 403, (who, path))

    def test_a_token_ends(self):
        text = (self.folder / "tokens.yaml").read_text().replace("    rights", "    until: 2020-01-01\n    rights")
        self.write("tokens.yaml", text)
        self.stop()
        self.serve("--workers", "0")
        self.assertEqual(self.ask("GET", "/v1/runs")[0], 401)

    def test_another_name_is_refused(self):
        for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "[::1", "a:b:c"):
            self.assertEqual(self.ask("GET", "/healthz", headers={"Host": host})[0], 421, host)

    def test_where_a_request_ends_is_read_in_one_way(self):
        head = f"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.tokens['bot']}\r\n"
        for more in ("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                     "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}\n",
                     "Host: localhost\r\nContent-Length: 2\r\n\r\n{}",
                     "Content-Length: -1\r\n\r\n{}", "Content-Length: 2x\r\n\r\n{}"):
            said = self.raw((head + more).encode())
            self.assertTrue(said == b"" or said.startswith(b"HTTP/1.1 400"), (more, said[:200]))

    def test_paths_lead_nowhere_else(self):
        for path in ("/v1/../healthz", "//healthz", "/healthz/", "/healthz%00", "/v1/runs/%2e%2e%2fruns", "/v1%2fruns",
                     "/etc/passwd", "/v1/runs/a/artifacts/..%2f..%2fetc%2fpasswd", "/%"):
            self.assertEqual(self.ask("GET", path)[0], 404, path)

    def test_what_is_too_large_is_refused_before_it_is_read(self):
        said = self.raw(f"POST /v1/check HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.tokens['bot']}\r\n"
                        f"Content-Length: {1 << 40}\r\n\r\n".encode())
        self.assertTrue(said.startswith(b"HTTP/1.1 413"), said[:100])
        said = self.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200000 + b"\r\n\r\n")
        self.assertRegex(said[:20], rb"^(HTTP/1.1 4\d\d.*)?$")

    def test_a_header_can_not_be_put_into_an_answer(self):
        for path in ("/v1/runs/a%0d%0aX-Evil:%201", "/v1/runs?before=%0d%0aX-Evil:%201"):
            self.assertNotIn("X-Evil", self.ask("GET", path)[2])

    def test_who_asks_too_often_waits(self):
        self.stop()
        self.serve("--workers", "0", "--rate", "5")  # which even a busy machine exceeds
        seen = set()

        def flood():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            for _ in range(30):
                connection.request("GET", "/healthz", headers={"Authorization": f"Bearer {self.tokens['eve']}"})
                answer = connection.getresponse()
                answer.read()
                seen.add((answer.status, answer.headers["Retry-After"]))
            connection.close()

        threads = [threading.Thread(target=flood) for _ in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertIn((429, "2"), seen)
        self.assertEqual(self.ask("GET", "/healthz", who="bot")[0], 200)

    def test_slow_clients_do_not_hold_the_others(self):
        slow = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(60)]
        for s in slow:
            s.sendall(b"POST /v1/check HTTP/1.1\r\nHost: loc")
        begun = time.monotonic()
        self.assertEqual(self.ask("GET", "/healthz")[0], 200)
        self.assertLess(time.monotonic() - begun, 5)
        for s in slow:
            s.close()

    def test_code_that_looks_like_a_page_stays_text(self):
        status, said, heads = self.ask("POST", "/v1/check", {"code": "<script>alert(1)</script>"})
        self.assertEqual((status, heads["X-Content-Type-Options"]), (200, "nosniff"))
        self.assertIn("default-src 'none'", heads["Content-Security-Policy"])


class People(Served):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"], "oto": ["operator"]})
        self.serve("--policy", "data-analysis")
        self.run_id = self.run_code(WAITS)[1]["run_id"]

    def test_what_waits_is_shown_with_its_code(self):
        status, said, _ = self.ask("GET", "/v1/approvals", who="ops")
        self.assertEqual([a["run_id"] for a in said["approvals"]], [self.run_id])
        one = self.ask("GET", f"/v1/approvals/{said['approvals'][0]['approval_id']}", who="ops")[1]
        self.assertEqual((one["code"], one["findings"][0]["decision"]), (WAITS, "escalate"))

    def test_a_vote_is_handed_in_as_its_voter_signed_it(self):
        words = re.search(r"^  words +(\S+)", self.call("approvals", "show", self.run_id).out, re.M)[1]
        said = self.by("ann", "approvals", "approve", self.run_id, "--words", words, "--reason",
                       "a table in memory of this run", "--envelope", "vote.json")
        self.assertEqual(said.code, 0, said.out + said.err)
        vote = (self.folder / "vote.json").read_text()
        approval = self.ask("GET", "/v1/approvals", who="ops")[1]["approvals"][0]["approval_id"]
        path = f"/v1/approvals/{approval}/votes"
        spoiled = json.loads(vote)
        spoiled["payload"] = base64.b64encode(base64.b64decode(spoiled["payload"]).replace(
            b"a table", b"a Table")).decode()
        status, problem, _ = self.ask("POST", path, spoiled, "ops")
        self.assertIn(status, (409, 422), problem)
        self.assertEqual(self.ask("GET", "/v1/approvals", who="ops")[1]["approvals"][0]["state"], "pending")
        self.assertEqual(self.ask("POST", "/v1/approvals/apr_00000000000000000000000000/votes", vote, "ops")[0], 404)
        self.assertEqual(self.ask("POST", path, "{}", "ops")[0], 422)
        status, now, _ = self.ask("POST", path, vote, "ops")
        self.assertEqual((status, now["state"]), (200, "approved"), now)
        lines = self.ask("GET", f"/v1/runs/{self.run_id}/events")[1].decode().strip().splitlines()
        self.assertEqual(json.loads(lines[-1])["run"]["answer"], [[1]])

    def test_nobody_cancels_by_a_token_alone(self):
        for body in ("{}", {"payload": "", "payloadType": "x", "signatures": []}, {"reason": "because"}):
            self.assertIn(self.ask("POST", f"/v1/runs/{self.run_id}/cancel", body)[0], (409, 422))
        self.assertEqual(self.ask("GET", f"/v1/runs/{self.run_id}")[1]["state"], "awaiting_approval")


class Pages(Served):
    cookie = None

    def page(self, path, form=None, headers=None, files=()):
        heads = {"Cookie": self.cookie} if self.cookie else {}
        body = None
        if files:
            heads["Content-Type"] = "multipart/form-data; boundary=xx"
            parts = [f'--xx\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in form.items()]
            parts += [f'--xx\r\nContent-Disposition: form-data; name="{k}"; filename="{name}"\r\n\r\n{v}\r\n'
                      for k, name, v in files]
            body = "".join(parts) + "--xx--\r\n"
        elif form is not None:
            heads["Content-Type"] = "application/x-www-form-urlencoded"
            body = urllib.parse.urlencode(form)
        status, said, got = self.ask("POST" if form is not None else "GET", path, body, None, {**heads, **(headers or {})})
        return status, said.decode(errors="replace") if isinstance(said, bytes) else json.dumps(said), got

    def sign_in(self, who):
        status, _, heads = self.page("/login", {"token": self.tokens[who]})
        self.assertEqual(status, 303)
        self.assertRegex(heads["Set-Cookie"], "HttpOnly; SameSite=Strict")
        self.cookie = heads["Set-Cookie"].split(";")[0]
        self.word = re.search(r'name="word" value="(\w+)"', self.page("/runs" if who == "bot" else "/inbox")[1])[1]


class Console(Pages):
    """The pages, as a browser without script sees them."""

    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.serve("--policy", "data-analysis")

    @once
    def test_nobody_sees_a_page_who_has_not_signed_in(self):
        for path in ("/runs", "/runs/x", "/inbox", "/approvals/x", "/check", "/submit", "/runs/x/files/y", "/runs/x/events", "/ledger",
                     "/ledger/0", "/ledger/growth", "/policies", "/policies/data-analysis"):
            self.assertEqual(self.page(path)[0], 303, path)
            self.cookie = "sluice=" + "0" * 64
            self.assertEqual(self.page(path)[0], 303, path)
            self.cookie = None
        self.assertEqual(self.page("/login", {"token": "slu_" + "0" * 64})[0], 403)

    @once
    def test_a_page_that_fails_within_tells_nothing_of_it(self):
        """Its data is begun by then: a build with sanitizers sees whether it is given back."""
        run = self.run_code("print(1)\n")[1]
        self.stop()
        with contextlib.closing(sqlite3.connect(self.store.removeprefix("sqlite:"), isolation_level=None)) as db:
            guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                db.execute(f'DROP TRIGGER "{name}"')
            db.execute("UPDATE content SET bytes = zeroblob(length(bytes)) WHERE sha256 = (SELECT record_sha256 FROM run)")
            for _, guard in guards:
                db.execute(guard)
        self.serve("--policy", "data-analysis", "--workers", "0")
        self.sign_in("ops")
        status, text, _ = self.page(f"/runs/{run['run_id']}", headers={"Accept": "text/html"})
        self.assertEqual((status, "Not done" in text, "seal" in text), (500, True, False), text)
        self.stop()
        self.assertIn("is damaged: its seal does not hold", self.err)

    @once
    def test_a_session_ends_when_it_is_ended(self):
        self.sign_in("bot")
        self.assertEqual(self.page("/runs")[0], 200)
        self.assertEqual(self.page("/logout", {"word": self.word})[0], 303)
        self.assertEqual(self.page("/runs")[0], 303)

    @once
    def test_a_session_is_no_token_and_a_token_no_session(self):
        self.sign_in("bot")
        self.assertEqual(self.ask("GET", "/v1/runs", None, None, {"Cookie": self.cookie})[0], 401)
        self.assertEqual(self.ask("GET", "/runs", None, "bot")[0], 303)
        self.assertEqual(self.page("/inbox")[0], 403)

    @once
    def test_another_site_sends_no_form(self):
        self.sign_in("bot")
        form = {"word": self.word, "code": "print(1)", "policy": "data-analysis"}
        for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                        {"Sec-Fetch-Site": "same-site"}):
            self.assertEqual(self.page("/submit", form, headers)[0], 403, headers)
        self.assertEqual(self.page("/submit", {**form, "word": "0" * 64})[0], 409)
        self.assertEqual(self.page("/submit", {"code": "print(1)"})[0], 409)
        self.assertEqual(self.ask("GET", "/v1/runs")[1]["runs"], [])
        self.assertEqual(self.page("/submit", form, {"Origin": f"http://127.0.0.1:{self.port}"})[0], 303)

    def test_a_form_with_files_becomes_a_run(self):
        self.sign_in("bot")
        status, _, heads = self.page("/submit", {"word": self.word, "policy": "data-analysis", "goal": "greet",
                                                 "code": GREETING.replace("\n", "\r\n")}, files=[("inputs", "a.txt", "hi")])
        self.assertEqual(status, 303)
        self.ask("GET", f"/v1{heads['Location']}/events")
        status, said, _ = self.page(heads["Location"])
        self.assertIn("&quot;hi&quot;", said)
        self.assertNotIn("U+000D", said)
        status, said, _ = self.page("/submit", {"word": self.word, "policy": "/etc/passwd", "code": "print('typed')"})
        self.assertEqual(status, 422)
        self.assertIn("not a path", said)
        self.assertIn("print(&#39;typed&#39;)", said)

    @once
    def test_nothing_that_is_shown_is_markup(self):
        bad = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
        code = f"import json\n# {bad} \u0441\nprint(json.dumps({{'a': [{{{bad!r}: {bad!r}}}]}}))\n"
        run = self.ask("POST", "/v1/runs", {"code": code, "goal": bad}, headers={"Prefer": "wait=30"})[1]
        self.sign_in("bot")
        for path in ("/runs", f"/runs/{run['run_id']}"):
            said = self.page(path)[1]
            self.assertIn("&lt;script&gt;", said)
            self.assertNotIn("<script>alert", said)
            self.assertNotIn("<img src=x", said)
        self.assertIn("U+0441", said)
        status, said, _ = self.page("/check", {"word": self.word, "code": bad, "policy": bad})
        self.assertNotIn("<img src=x", said)

    def test_the_ledger_is_shown_to_whom_it_may_be_and_as_text(self):
        bad = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
        run = self.run_code("print(1)\n", goal=bad)[1]["run_id"]
        self.sign_in("bot")
        for path in ("/ledger", "/ledger/0", "/ledger/growth?from=1&to=1"):
            self.assertEqual(self.page(path)[0], 403, path)
        self.sign_in("ops")
        def shown():
            status, said, _ = self.page("/ledger?" + urllib.parse.urlencode({"q": run}))
            self.assertEqual(status, 200)
            return said if "run.answered" in said else None
        said = self.until(shown)  # on PostgreSQL an event gets its place in the log a moment after its step
        self.assertNotIn("log.opened", said)
        said = self.page("/ledger?" + urllib.parse.urlencode({"q": bad}))[1]
        self.assertNotIn("<img src=x", said)
        self.assertIn("No events here", said)
        self.assertIn("log.opened", self.page("/ledger/0")[1])
        for path in ("/ledger/-1", "/ledger/999999999999", "/ledger/1x", "/ledger/99999999999999999999999", "/ledger/%2e%2e"):
            self.assertEqual(self.page(path)[0], 404, path)
        for query in ("", "?from=0&to=1", "?from=2&to=1", "?from=1&to=99999999", "?from=-1&to=1", "?from=1&to=x"):
            self.assertEqual(self.page("/ledger/growth" + query)[0], 400, query)
        for query in ("?from=-5", "?from=99999999999999999999", "?from=x", "?q="):
            self.assertEqual(self.page("/ledger" + query)[0], 200, query)

    @once
    def test_policies_are_pages(self):
        self.sign_in("bot")
        self.assertIn('href="/policies/strict-regulated"', self.page("/policies")[1])
        status, said, _ = self.page("/policies/data-analysis?runs=100")
        self.assertEqual(status, 200)
        self.assertIn("Modules to import", said)
        self.assertIn("attribute-set", said)
        for name in ("none", "..%2fetc", "a.yaml", "%3Cimg%3E"):
            self.assertIn(self.page("/policies/" + name)[0], (400, 404), name)
        self.run_code("import json\nprint(json.dumps(1))\n")
        self.assertIn("Programs judged again: <b>1</b>. The verdict is the same", self.page("/policies/data-analysis?runs=100")[1])
        self.run_code(WAITS)
        said = self.page("/policies/pure-compute?runs=100")[1]
        self.assertRegex(said, r"(?s)escalate</span> then, .*deny</span> now.*sqlite3")

    @once
    def test_the_chain_that_led_to_a_verdict_is_shown_without_script(self):
        self.sign_in("bot")
        code = "from os import system as s\n\u202e = 1\ns('<b>')\n"
        said = self.page("/check", {"word": self.word, "code": code.replace("\u202e", "x"), "policy": "data-analysis"})[1]
        self.assertRegex(said, r"(?s)How it came to that.*line 3.*is <code>os\.system</code>.*by line 1.*allow</span>, for the names in its <code>api")
        self.assertNotIn("('<b>')", said)
        self.assertEqual(self.page("/check", {"word": self.word, "code": code, "policy": "data-analysis"})[0], 200)
        self.assertIn('<option selected>strict-regulated', self.page("/check?policy=strict-regulated")[1])

    @once
    def test_only_pixels_are_shown(self):
        svg = "import json\nwith open('a.svg', 'w') as f:\n    f.write('<svg onload=alert(1)>')\nprint(json.dumps(1))\n"
        run = self.run_code(svg)[1]
        self.sign_in("bot")
        if run["state"] == "answered":
            self.assertEqual(self.page(f"/runs/{run['run_id']}/pictures/a.svg")[0], 404)
            heads = self.page(f"/runs/{run['run_id']}/files/a.svg")[2]
            self.assertEqual(heads["Content-Type"], "application/octet-stream")
            self.assertIn("attachment", heads["Content-Disposition"])
        chart = self.run_code(CHART)[1]
        status, _, heads = self.page(f"/runs/{chart['run_id']}/pictures/chart.png")
        self.assertEqual((status, heads["Content-Type"]), (200, "image/png"))

    def test_a_review_shows_what_is_hashed_and_takes_a_signed_vote(self):
        run = self.run_code(WAITS, goal="look at a table")[1]["run_id"]
        self.sign_in("ops")
        self.assertIn("look at a table", self.page("/inbox")[1])
        status, said, _ = self.page(f"/approvals/{run}")
        approval = re.search(r'data-approval="(\w+)"', said)[1]
        words = "-".join(re.findall(r"<li>(\w{5})</li>", said))
        self.assertIn(words, self.call("approvals", "show", run).out)
        raw = self.ask("GET", f"/approvals/{approval}/code", None, None, {"Cookie": self.cookie})[1]
        self.assertEqual(raw.decode(), WAITS)
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "a table in memory", "--envelope",
                       "vote.json")
        self.assertEqual(said.code, 0, said.err)
        vote = (self.folder / "vote.json").read_text()
        path = f"/approvals/{approval}/votes"
        status, said, _ = self.page(path, {"word": self.word}, files=[("vote", "vote.json", vote.replace("a", "b", 1))])
        self.assertEqual(status, 409)
        self.assertIn('role="alert"', said)
        self.assertEqual(self.page(path, {"word": self.word}, files=[("vote", "vote.json", vote)])[0], 303)
        self.assertIn("approved", self.page(f"/approvals/{approval}")[1])


SODIUM = ctypes.CDLL("libsodium.so.23")


class BrowserKey:
    """What the page's script does, in Python: a key that signs an envelope over a statement."""

    def __init__(self):
        public, self.secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_keypair(public, self.secret)
        self.public = "ed25519:" + base64.urlsafe_b64encode(public.raw[:32]).decode().rstrip("=")
        self.id = hashlib.sha256(public.raw[:32]).hexdigest()

    def envelope(self, kind, payload):
        text = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
        signature = ctypes.create_string_buffer(64)
        SODIUM.crypto_sign_detached(signature, None, text, ctypes.c_ulonglong(len(text)), self.secret)
        return json.dumps({"payload": base64.b64encode(payload).decode(), "payloadType": kind, "signatures": [
            {"keyid": self.id, "sig": base64.b64encode(signature.raw[:64]).decode()}]}, separators=(",", ":"))


class Ballots(Pages):
    """Votes that are signed in the browser: the service says what is signed, the key signs it, the store judges it."""

    def setUp(self):
        Served.setUp(self)
        self.key, self.other = BrowserKey(), BrowserKey()
        self.trust({"ann": ["approver"], "ben": ["auditor"]})
        path = self.folder / "trust.yaml"
        text = path.read_text()
        for name, key in (("ann", self.key), ("ben", self.other)):
            text = text.replace(f"name: {name.title()} of the tests\n    keys:\n",
                                f"name: {name.title()} of the tests\n    keys:\n"
                                f'      - {{public: "{key.public}", from: 2020-01-01, until: 2099-01-01}}\n')
        path.write_text(text)
        lines = (self.folder / "tokens.yaml").read_text()
        for name in ("ann", "ben"):
            said = self.call("serve", "token", "--for", name, "--rights", "approve")
            self.tokens[name] = said.out.strip()
            lines += said.err.split("\n", 1)[1]
        self.write("tokens.yaml", lines).chmod(0o600)
        self.serve("--policy", "data-analysis")
        self.cookie = None
        self.run_id = self.run_code(WAITS)[1]["run_id"]

    def review(self, who):
        self.cookie = None
        self.sign_in(who)
        said = self.page(f"/approvals/{self.run_id}")[1]
        self.approval = re.search(r'data-approval="(\w+)"', said)[1]
        words = re.findall(r"<li>(\w{5})</li>", said)
        places = [int(n) for n in re.findall(r'for="word_[ab]">Digest word (\d)', said)]
        return [words[place - 1] for place in places]

    def statement(self, words, key, answer="approve", **more):
        return self.page(f"/approvals/{self.approval}/statement", {
            "word": self.word, "key": key.public, "answer": answer, "reason": "a table in memory", "word_a": words[0],
            "word_b": words[1], **more})

    def hand_in(self, envelope):
        return self.page(f"/approvals/{self.approval}/votes", {"word": self.word}, files=[("vote", "v", envelope)])

    def test_a_vote_that_the_browser_signed_counts(self):
        words = self.review("ann")
        status, said, heads = self.statement(words, self.key)
        self.assertEqual((status, heads["X-Key-Id"]), (200, self.key.id), said)
        vote = json.loads(said)
        self.assertEqual((vote["predicate"]["voter"], vote["predicate"]["decision"]), ("ann", "approve"))
        self.assertEqual(self.hand_in(self.key.envelope(heads["Content-Type"], said.encode()))[0], 303)
        lines = self.ask("GET", f"/v1/runs/{self.run_id}/events")[1].decode().strip().splitlines()
        self.assertEqual(json.loads(lines[-1])["run"]["answer"], [[1]])

    @once
    def test_what_was_not_read_is_not_written_down(self):
        words = self.review("ann")
        for wrong in ([words[1], words[0]], ["", ""], [words[0], "xxxxx"]):
            if wrong != words:
                self.assertEqual(self.statement(wrong, self.key)[0], 409, wrong)
        self.assertEqual(self.statement(words, self.key, word="0" * 64)[0], 409)
        self.assertEqual(self.statement(words, self.key, answer="perhaps")[0], 400)
        self.assertEqual(self.page(f"/approvals/{self.approval}/statement", {"word": self.word, "key": "nonsense"})[0], 422)

    def test_nobody_signs_for_another(self):
        words = self.review("ann")
        self.assertEqual(self.statement(words, self.other)[0], 409)
        self.assertEqual(self.statement(words, BrowserKey())[0], 409)
        status, said, heads = self.statement(words, self.key)
        for key in (self.other, BrowserKey()):
            self.assertEqual(self.hand_in(key.envelope(heads["Content-Type"], said.encode()))[0], 409)
        rejected = said.replace('"decision":"approve"', '"decision":"reject"')
        good = json.loads(self.key.envelope(heads["Content-Type"], said.encode()))
        good["payload"] = base64.b64encode(rejected.encode()).decode()
        self.assertEqual(self.hand_in(json.dumps(good, separators=(",", ":")))[0], 409)
        self.assertEqual(self.ask("GET", f"/v1/runs/{self.run_id}")[1]["state"], "awaiting_approval")

    @once
    def test_who_holds_no_role_is_given_nothing_to_sign(self):
        words = self.review("ben")
        self.assertEqual(self.statement(words, self.other)[0], 409)
        words = self.review("ops")
        self.assertIn("does not list", self.statement(words, self.other)[1])


class Life(Served):
    @once
    def test_wrong_beginnings_are_told(self):
        for words, why in ((("--listen", "0.0.0.0:0"), "TLS is not configured"), (("--listen", "nowhere"), "not an address"),
                           (("--listen", "unix:" + "a" * 200), "longer than"), (("--tls-cert", "x"), "x"),
                           (("--model", "none.yaml"), "none.yaml"), (("--workers", "99"), "64")):
            said = self.call("serve", "--tokens", "tokens.yaml", *words)
            self.assertEqual((said.code != 0, why in said.err), (True, True), (words, said.err))
        self.write("tokens.yaml", "tokens: []\n").chmod(0o644)
        self.assertIn("tokens.yaml", self.call("serve", "--tokens", "tokens.yaml").err)
        self.write("tokens.yaml", "tokens:\n  - id: a\n    sha256: no\n").chmod(0o600)
        self.assertIn("digest", self.call("serve", "--tokens", "tokens.yaml").err)
        self.assertIn("--tokens", self.call("serve").err)

    @once
    def test_a_service_manager_is_told_of_its_beginning_and_its_end(self):
        for name in (str(self.folder / "notify"), f"@sluice-test-{os.getpid()}"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
                manager.bind(name.replace("@", "\0"))
                manager.settimeout(10)
                self.serve("--workers", "0", NOTIFY_SOCKET=name)
                self.assertEqual(manager.recv(100), b"READY=1")
                self.assertEqual(self.ask("GET", "/healthz")[0], 200)
                self.stop()
                self.assertEqual(manager.recv(100), b"STOPPING=1")

    @once
    def test_a_socket_of_the_owner_alone(self):
        process = subprocess.Popen([sluice.PROGRAM, "serve", "--tokens", "tokens.yaml", "--listen", "unix:s", "--workers",
                                    "0"], cwd=self.folder, env={**self.env, "PATH": "/usr/bin:/bin"},
                                   stdout=subprocess.PIPE, text=True)
        self.assertIn("unix:s", process.stdout.readline())
        self.assertEqual((self.folder / "s").stat().st_mode & 0o777, 0o600)
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(str(self.folder / "s"))
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertTrue(s.recv(100).startswith(b"HTTP/1.1 200"))
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), 0)
        process.stdout.close()
        self.assertFalse((self.folder / "s").exists())

    @once
    def test_a_model_of_the_service_writes_the_program(self):
        example = sluice.SOURCE / "examples/conversion"
        self.write("model.yaml", f"provider: script\nfile: {example}/replies.json\n")
        self.serve("--policy", "data-analysis", "--model", "model.yaml")
        status, run, _ = self.ask("POST", "/v1/runs", {
            "goal": "the rate of each day", "inputs": [{"name": "leads.csv", "text": (example / "leads.csv").read_text()}]},
            headers={"Prefer": "wait=30"})
        self.assertEqual((status, run["state"]), (200, "answered"), run)
        self.assertIn("week_rate", run["answer"])

    def test_a_worker_that_dies_is_replaced(self):
        self.serve("--policy", "data-analysis")
        children = subprocess.run(["ps", "--ppid", str(self.process.pid), "-o", "pid="], capture_output=True, text=True,
                                  check=True).stdout.split()
        self.assertEqual(len(children), 1)
        os.kill(int(children[0]), signal.SIGKILL)
        self.assertEqual(self.run_code("print(7)")[1].get("answer"), 7)

    def test_the_end_waits_for_what_runs(self):
        self.serve("--policy", "data-analysis")
        run = self.run_code("import time\ntime.sleep(2)\nprint(3)", wait=0)[1]
        self.until(lambda: self.ask("GET", run["links"]["self"])[1]["state"] in ("running", "answered"))
        self.stop()
        self.assertEqual(self.process.returncode, 0)
        self.assertIn("answered", self.call("runs", "show", run["run_id"]).out)


if __name__ == "__main__":
    unittest.main()
