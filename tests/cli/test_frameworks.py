# SPDX-License-Identifier: MIT
"""Frameworks for agents with a mock model, the client of the tasks extension, and the inspector's command line: all others' programs."""
import json
import re
import subprocess
import threading
import time
import unittest

import sluice
from test_agents import AGENTS, NODE, Clients

POLICY = ("--policy", "data-analysis")


class Asked(Clients):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.over, self.approved = threading.Event(), []
        self.addCleanup(self.over.set)

    def approve_all(self):
        """A person who approves whatever waits, while the agents wait for it."""
        while not self.over.wait(0.3):
            listed = self.call("approvals", "list", "--json")
            for one in listed.json if listed.code == 0 else []:
                time.sleep(3)  # he reads: the call is seen to wait
                run = one["run"]
                words = re.search(r"^  words +(\S+)", self.call("approvals", "show", run).out, re.M)[1]
                said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", "a table in memory")
                if said.code == 0:
                    self.approved.append(run)

    def with_a_person(self, script, *words):
        person = threading.Thread(target=self.approve_all, daemon=True)
        person.start()
        said = self.node(script, *words)
        self.over.set()
        person.join(20)
        return said

    def at_mcp(self, *more):
        self.serve(*POLICY, *more)
        return f"http://127.0.0.1:{self.port}/mcp", self.tokens["bot"]


class Frameworks(Asked):
    def assert_all_is_done(self, said):
        for name in ("agents", "langgraph"):
            one = said[name]
            self.assertEqual(one["add"], {"final": "answered: 2", "calls": ["execute_code"]}, name)
            self.assertEqual(one["mend"], {"final": "answered: 2", "calls": ["execute_code", "execute_code"]}, name)
            self.assertEqual(one["wait"]["final"], "answered: [[1]]", name)
            self.assertEqual(set(one["wait"]["calls"]), {"execute_code", "get_run"}, name)
            self.assertEqual(one["turns"], ["2 rows are in it", "the sum is 21"], name)
        self.assertEqual(len(self.approved), 2)

    def test_over_standard_input_and_output(self):
        self.assert_all_is_done(self.with_a_person("frameworks.mjs", sluice.PROGRAM))

    def test_over_http(self):
        self.assert_all_is_done(self.with_a_person("frameworks.mjs", *self.at_mcp("--rate", "1000")))

    def test_the_client_of_the_tasks_extension(self):
        said = self.with_a_person("tasks.mjs", *self.at_mcp())
        self.assertEqual(said["refused"], {"isError": True, "state": "refused"})
        self.assertEqual(said["waits"], {"isError": False, "state": "answered", "answer": [[1]]})
        self.assertEqual(said["methods"], ["tools/call", "tasks/get"])


class Inspector(Asked):
    """Its strict mode checks the schemas in tools/list."""

    def inspect(self, *words):
        done = subprocess.run([NODE, AGENTS / "node_modules/.bin/mcp-inspector", "--cli", *map(str, words), "--format", "json", "-q"],
                              capture_output=True, text=True, timeout=120, check=False,
                              env={"PATH": f"{NODE.parent}:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.folder), **self.env})
        return done.returncode, done.stdout, done.stderr

    def assert_inspected(self, where, *more):
        for era in ("legacy", "modern"):
            code, out, err = self.inspect(*where, "--method", "tools/list", "--strict", "--protocol-era", era, *more)
            self.assertEqual(code, 0, out + err)
            self.assertEqual(len(json.loads(out)["result"]["tools"]), 12)
            for args, wanted, state in (({"code": "print(2)"}, 0, '"answered"'), ({"code": "import os\nos.system('id')"}, 5, '"refused"')):
                code, out, err = self.inspect(*where, "--method", "tools/call", "--tool-name", "execute_code", "--tool-args-json", json.dumps(args),
                                              "--protocol-era", era, *more)
                self.assertEqual(code, wanted, out + err)
                self.assertIn(state, out)

    def test_over_standard_input_and_output(self):
        self.assert_inspected((sluice.PROGRAM, "mcp", "--policy", "data-analysis"))

    def test_over_http(self):
        where, token = self.at_mcp()
        self.assert_inspected((where,), "--header", f"Authorization: Bearer {token}")


del Asked, Clients

if __name__ == "__main__":
    unittest.main()
