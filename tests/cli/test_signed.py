# SPDX-License-Identifier: MIT
"""Runs over HTTP that their requester signed: the service writes down what is asked, the key signs it, the store judges it."""
import json
import re
import unittest

from engines import BY_STDIN, PASSPHRASE
from test_serve import BrowserKey, Served

BODY = {"code": "print(7)", "policy": "data-analysis"}


class Signed(Served):
    def setUp(self):
        super().setUp()
        self.keys = {"ann": BrowserKey(), "nightly": BrowserKey()}
        self.trust({"ann": ["approver"], "cy": ["approver"]})
        path = self.folder / "trust.yaml"
        made = self.call("keys", "new", "--machine", "--json", "agent.key").json["public"]
        text = path.read_text().replace(
            "name: Ann of the tests\n    keys:\n", "name: Ann of the tests\n    keys:\n"
            f'      - {{public: "{self.keys["ann"].public}", from: 2020-01-01, until: 2099-01-01}}\n')
        text += "requests: {signed: true}\nservices:\n"
        for public in (made, self.keys["nightly"].public):
            text += (f'  - {{name: nightly, purpose: agent, scope: data-analysis, public: "{public}", from: 2020-01-01, '
                     "until: 2099-01-01}\n")
        path.write_text(text.replace("roles:\n      - {role: approver", "roles:\n      - {role: requester, scope: \"*\", "
                                     "from: 2020-01-01, until: 2099-01-01}\n      - {role: approver"))
        lines = (self.folder / "tokens.yaml").read_text()
        for name in ("ann", "nightly", "cy"):
            said = self.call("serve", "token", "--for", name, "--rights", "submit")
            self.tokens[name] = said.out.strip()
            lines += said.err.split("\n", 1)[1]
        self.write("tokens.yaml", lines).chmod(0o600)
        self.serve("--policy", "data-analysis")

    def written(self, who, **more):
        status, said, _ = self.ask("POST", "/v1/requests", {**BODY, **more}, who)
        self.assertEqual(status, 200, said)
        return said

    def signed(self, key, said):
        return self.keys[key].envelope(said["payload_type"], said["statement"].encode())

    def hand_in(self, who, envelope, **more):
        return self.ask("POST", "/v1/runs", {**BODY, **more, "request": envelope}, who, {"Prefer": "wait=30"})

    def test_a_signed_request_is_answered(self):
        for who in ("ann", "nightly"):
            said = self.written(who)
            status, run, _ = self.hand_in(who, self.signed(who, said))
            self.assertEqual((status, run.get("answer"), run["run_id"]), (200, 7, said["run_id"]), run)
            asked = self.call("runs", "show", run["run_id"], "--json").json["requested_by"]
            self.assertEqual((asked["id"], asked["authenticated"]), (who, True))
        said = self.written("ann")
        self.assertEqual(self.hand_in("ann", json.loads(self.signed("ann", said)))[0], 200, "as an object, too")

    def test_the_command_signs_for_a_person_and_for_an_agent(self):
        for who, key in (("cy", "cy.key"), ("nightly", "agent.key")):
            said = self.written(who)
            self.write("request.json", json.dumps(said))
            signed = self.call("keys", "request", "request.json", "--key", key, stdin=PASSPHRASE, env=BY_STDIN)
            self.assertEqual(signed.code, 0, signed.err)
            self.assertIn("code.py", signed.err)
            self.assertEqual(self.hand_in(who, signed.out.strip())[1].get("answer"), 7)
        self.write("request.json", json.dumps({**said, "task": said["task"].replace("code.py", "code.pz")}))
        signed = self.call("keys", "request", "request.json", "--key", "agent.key")
        self.assertEqual((signed.code, signed.out), (10, ""))
        self.assertIn("not about the files", signed.err)
        self.write("request.json", json.dumps({**said, "statement": said["statement"].replace('"kind":"request"', '"kind":"halt"')}))
        self.assertNotEqual(self.call("keys", "request", "request.json", "--key", "agent.key").code, 0)

    def test_nobody_asks_without_or_with_another_signature(self):
        status, problem, _ = self.ask("POST", "/v1/runs", BODY, "ann")
        self.assertEqual(status, 409)
        self.assertIn("not signed", problem["detail"])
        said = self.written("ann")
        good = self.signed("ann", said)
        self.assertEqual(self.ask("POST", "/v1/requests", BODY, "bot")[0], 409, "nobody of the trust file")
        bad = json.loads(good)
        bad["signatures"][0]["sig"] = "A" * 86 + "=="
        for who, envelope, more, why in (
                ("nightly", good, {}, "the token belongs to"), ("ann", self.signed("nightly", said), {}, ""),
                ("ann", good, {"code": "print(8)"}, "another task"), ("ann", good, {"policy": "pure-compute"}, "another task"),
                ("ann", good, {"inputs": [{"name": "a", "text": "b"}]}, "another task"), ("ann", bad, {}, ""),
                ("ann", "{}", {}, ""), ("ann", "", {}, ""), ("ann", 7, {}, ""), ("ann", {"payload": 1.5}, {}, "")):
            status, problem, _ = self.hand_in(who, envelope, **more)
            self.assertIn(status, (409, 422), (who, problem))
            self.assertIn(why, json.dumps(problem))
        self.assertEqual(self.ask("GET", "/v1/runs", who="ops")[1]["runs"], [])
        self.assertEqual(self.hand_in("ann", good)[1].get("answer"), 7)

    def test_a_request_is_for_one_run(self):
        said = self.written("ann")
        good = self.signed("ann", said)
        first = self.hand_in("ann", good)[1]
        again = self.hand_in("ann", good)
        self.assertTrue(again[0] in (409, 422) or again[1]["run_id"] == first["run_id"], again)
        self.assertEqual(len(self.ask("GET", "/v1/runs", who="ops")[1]["runs"]), 1)
        head = {"Idempotency-Key": "k"}
        said = self.written("ann")
        runs = {self.ask("POST", "/v1/runs", {**BODY, "request": self.signed("ann", said)}, "ann", head)[1]["run_id"]
                for _ in range(2)}
        self.assertEqual(runs, {said["run_id"]})

    def test_an_old_request_counts_no_more(self):
        said = self.written("ann")
        old = re.sub(r'"made_us":(\d+)', lambda m: f'"made_us":{int(m[1]) - 600 * 10**6}', said["statement"])
        self.assertNotEqual(old, said["statement"])
        status, problem, _ = self.hand_in("ann", self.signed("ann", {**said, "statement": old}))
        self.assertIn(status, (409, 422), problem)


if __name__ == "__main__":
    unittest.main()
