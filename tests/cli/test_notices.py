# SPDX-License-Identifier: MIT
"""What a server of the operator's is told of runs, and what becomes of what it does not take."""
import http.server
import importlib.util
import json
import threading
import time
import unittest

import sluice
from owner import Owner
from test_schemas import judge
from test_serve import EVASION, WAITS, Served

spec = importlib.util.spec_from_file_location("receiver", sluice.SOURCE / "examples/webhook/receiver.py")
receiver = importlib.util.module_from_spec(spec)
spec.loader.exec_module(receiver)
SECRET = b"a secret of thirty-two bytes or so"


class Hook(receiver.Receiver):
    secret = SECRET

    def do_POST(self):
        if self.server.broken:
            self.server.refused += 1
            self.rfile.read(int(self.headers["content-length"]))
            return self.answer(500, "not now")
        return super().do_POST()

    def take(self, notice):
        self.server.taken.append(notice)
        self.server.heads.append(dict(self.headers))


class Notices(Served, Owner):
    def setUp(self):
        super().setUp()
        self.hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
        self.hook.taken, self.hook.heads, self.hook.broken, self.hook.refused = [], [], False, 0
        Hook.seen = set()
        threading.Thread(target=self.hook.serve_forever, daemon=True).start()
        self.addCleanup(self.hook.server_close)
        self.addCleanup(self.hook.shutdown)
        self.write("secret", SECRET).chmod(0o600)
        self.trust({"ann": ["approver"]})

    def begin(self):
        self.serve("--policy", "data-analysis", "--webhook", f"http://127.0.0.1:{self.hook.server_address[1]}/",
                   "--webhook-secret", "secret", "--webhook-link", "https://console.example/runs/{run}")

    def told(self, run, kind):
        return self.until(lambda: [n for n in self.hook.taken if n["run"] == run and n["kind"] == kind],
                          lambda: f"nobody was told: {self.hook.taken}")[0]

    def test_the_end_of_a_run_and_its_waiting_are_told(self):
        self.begin()
        for code, state, exit_code in (("print(1)", "answered", 0), (EVASION, "refused", 10)):
            run = self.run_code(code, goal="a goal of ours")[1]["run_id"]
            notice = self.told(run, "ended")
            self.assertEqual((notice["state"], notice["exit_code"], notice["policy"]), (state, exit_code, "data-analysis"))
            self.assertEqual(notice["link"], f"https://console.example/runs/{run}")
            self.assertNotIn("goal of ours", json.dumps(notice))
        run = self.run_code(WAITS)[1]["run_id"]
        self.assertEqual(self.told(run, "opened")["state"], "pending")
        time.sleep(1)
        self.assertEqual(len([n for n in self.hook.taken if n["kind"] == "ended"]), 2, "each once")
        self.assertEqual(self.call("notices").out, "every notice was accepted\n")

    def test_a_notice_is_as_the_document_says(self):
        self.begin()
        self.told(self.run_code("print(1)")[1]["run_id"], "ended")
        self.told(self.run_code(WAITS)[1]["run_id"], "opened")
        said = self.ask("GET", "/openapi.json", who=None)[1]
        hook = said["webhooks"]["notice"]["post"]
        parameters = [said["components"]["parameters"][p["$ref"].split("/")[-1]] for p in hook["parameters"]]
        for heads in self.hook.heads:
            signed = {name.lower(): text for name, text in heads.items() if name.lower().startswith("sluice-")}
            self.assertEqual(set(signed), {p["name"].lower() for p in parameters})
            for p in parameters:
                self.assertEqual(judge(p["schema"], signed[p["name"].lower()]), [])
        self.assertEqual(hook["requestBody"]["content"]["application/json"]["schema"], {"$ref": "#/components/schemas/Notice"})
        schema = json.loads(self.ask("GET", "/schemas/notice", who=None)[1])
        self.assertEqual(judge(schema, *self.hook.taken), [])
        self.assertTrue(judge(schema, {**self.hook.taken[0], "kind": "hired"}))

    def test_what_nobody_takes_is_listed_and_sent_again(self):
        self.hook.broken = True
        self.begin()
        run = self.run_code("print(1)")[1]["run_id"]
        late = self.until(lambda: self.call("notices", "list", "--json").json)
        self.assertEqual((late[0]["kind"], late[0]["notice"]["run"], late[0]["why"]),
                         ("ended", run, "the server answered 500"))
        self.assertIn("waits after 1 attempts", self.call("notices").out)
        self.assertIn("sluice_notices{state=\"late\"} 1", self.ask("GET", "/metrics", who="ops")[1].decode())
        self.assertNotEqual(self.call("notices", "again", late[0]["id"]).code, 0, "it is tried again by itself")
        self.stop()
        self.give_up()
        given_up = self.call("notices", "list", "--json").json[0]
        self.assertIn("given_up", given_up)
        self.hook.broken = False
        self.assertEqual(self.call("notices", "again", given_up["id"]).code, 0)
        self.begin()
        self.assertEqual(self.told(run, "ended")["state"], "answered")
        self.assertEqual(self.call("notices", "again", "note_none").code, 2)

    def give_up(self):
        """As three days of failures would do it."""
        self.statement("UPDATE outbox SET given_up_us = made_us WHERE sent_us IS NULL")


if __name__ == "__main__":
    unittest.main()
