# SPDX-License-Identifier: MIT
"""On every wire, after a run that was answered and one that failed with the key in the provider's mouth, the key is nowhere: not in the store,
its log, the service's output, a run's record, its events, its receipt, the ledger, the metrics, nor a recording."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
SLUICE = os.environ["SLUICE"]
sys.argv[1:1] = [SLUICE]  # case.py wants a driver, which this does not ask
from fake_provider import PLAN, Provider, Reply, error  # noqa: E402
from test_failures import AWS, WIRES  # noqa: E402

KEY = "sk-keys-8813-not-a-real-key"
CODE = {"rationale": "r", "code": "import json\nprint(json.dumps({'n': 1}))\n"}


class Keys(unittest.TestCase):
    def setUp(self):
        self.provider = Provider()
        place = tempfile.TemporaryDirectory(prefix="sluice-keys-")
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        self.env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SLUICE_STORE": f"sqlite:{self.place}/store/s.db", "SLUICE_LOG_KEY": f"{self.place}/log.key"}
        (self.place / "schema.json").write_text('{"type": "object"}')

    def call(self, *words):
        return subprocess.run([SLUICE, *map(str, words)], cwd=self.place, env=self.env, capture_output=True, check=False, timeout=120)

    def model(self, wire):
        signed = wire.provider == "bedrock-sigv4"
        text = f"[default]\naws_access_key_id = AKIDEXAMPLE00000\naws_secret_access_key = {AWS}\n" if signed else KEY + "\n"
        (self.place / "key").write_text(text)
        (self.place / "key").chmod(0o600)
        return {"provider": wire.provider, "model": "test-model", "key_file": str(self.place / "key"), "url": f"http://127.0.0.1:{self.provider.port}{wire.base}",
                **getattr(wire, "more", {})}, AWS if signed else KEY

    def play(self, wire, secret):
        """A run that is answered, and one whose provider says the key in each place that it has."""
        def said(reply):
            text = json.dumps(reply) + " " * 9
            return Reply(body=wire.reply(wire.blocks(text) if wire.blocks else text))

        good = [said(PLAN), said(CODE)]
        spoken = {**PLAN, "understanding": f"the key is {secret}", "steps": [secret], "risks": [secret]}
        leaks = {"rationale": secret, "code": f"# {secret}\nraise ValueError({secret!r})\n"}
        mended = {"diagnosis": secret, "change": secret, "code": "", "give_up": True}
        return good, [said(spoken), said(leaks), said(mended)], [error(401, f"no: {secret}", headers=[("x-request-id", secret)])]

    def serve(self, model):
        (self.place / "model.json").write_text(json.dumps(model))
        said = self.call("serve", "token", "--for", "bot", "--rights", "submit,read-all,metrics")
        (self.place / "tokens.yaml").write_text("tokens:\n" + said.stderr.decode().split("\n", 1)[1])
        (self.place / "tokens.yaml").chmod(0o600)
        self.token = said.stdout.decode().strip()
        self.process = subprocess.Popen([SLUICE, "serve", "--tokens", "tokens.yaml", "--listen", "127.0.0.1:0", "--policy", "pure-compute", "--model",
                                         "model.json", "--log-json"], cwd=self.place, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.heard = b""
        while not (found := re.search(rb":(\d+)/", self.heard)):
            line = self.process.stdout.readline()
            self.assertTrue(line, self.heard)
            self.heard += line
        self.port = int(found[1])

    def ask(self, method, path, body=None):
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        there.request(method, path, json.dumps(body) if body else None, {"Authorization": f"Bearer {self.token}", "Prefer": "wait=60"})
        said = there.getresponse().read()
        there.close()
        return said

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.heard += self.process.communicate(timeout=90)[0]

    def told(self, runs):
        """All that anybody is told, under the name of the place."""
        yield "the runs", self.ask("GET", "/v1/runs")
        yield "the metrics", self.ask("GET", "/metrics")
        for run in runs:
            for part in ("", "/events", "/receipt"):
                yield f"{run}{part}", self.ask("GET", f"/v1/runs/{run}{part}")
            shown = self.call("runs", "show", run, "--json")
            self.assertEqual(shown.returncode, 0, shown.stderr)
            yield f"{run}'s record", shown.stdout
            yield f"{run} in the ledger", self.call("ledger", "search", "--run", run, "--json").stdout
        self.stop()
        yield "the service's output", self.heard
        for path in self.place.rglob("*"):
            if path.is_file() and path.name != "key":
                yield str(path), path.read_bytes()

    def test_on_each_wire(self):
        for wire in WIRES:
            with self.subTest(wire.provider):
                model, secret = self.model(wire)
                self.serve(model)
                runs = []
                for replies, state in zip(self.play(wire, secret), ("answered", None, "failed")):
                    self.provider.play(*replies)
                    said = json.loads(self.ask("POST", "/v1/runs", {"goal": "print one number", "output": {"schema": {"type": "object"}}}))
                    runs.append(said["run_id"])
                    self.assertTrue(said["over"], said)
                    if state:
                        self.assertEqual(said["state"], state, said)
                    heads = {name.lower(): value for name, value in self.provider.seen[0]["headers"].items()}
                    sent = heads["authorization" if secret == AWS else wire.header]
                    self.assertIn("AWS4-HMAC-SHA256" if secret == AWS else KEY, sent)
                places = dict(self.told(runs))
                self.assertGreater(len(places), 20)
                for place, text in places.items():
                    for spelling in (secret, json.dumps(secret)[1:-1].replace("-", "\\u002d")):
                        self.assertNotIn(spelling.encode(), text, place)
                self.assertIn(b"[redacted]", places[f"{runs[2]}'s record"])

    def test_recordings_and_events_of_the_command_line(self):
        for wire in WIRES:
            with self.subTest(wire.provider):
                model, secret = self.model(wire)
                (self.place / "task.yaml").write_text(json.dumps({"goal": "print one number", "policy": "pure-compute", "output": {"schema": "schema.json"},
                                                                  "model": model}))
                for replies, code in zip(self.play(wire, secret), (0, None, 16)):
                    self.provider.play(*replies)
                    said = self.call("run", "task.yaml", "--events", "--record", "record.json")
                    if code is not None:
                        self.assertEqual(said.returncode, code, said.stderr)
                    for text in (said.stdout, said.stderr, (self.place / "record.json").read_bytes()):
                        self.assertNotIn(secret.encode(), text)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
