# SPDX-License-Identifier: MIT
"""The tasks extension of the Model Context Protocol: a call that waits for a person is a task, which is the run itself."""
import json
import re
import shutil
import time
import unittest

from test_mcp import ADDS, EVASION, META, MODERN, SLOW, TOOLS, WAITS, Agent, Posts, fits

EXTENSION = "io.modelcontextprotocol/tasks"
TAKES = {**META, "io.modelcontextprotocol/clientCapabilities": {"extensions": {EXTENSION: {}}}}
DATABASE = [{"name": "a.db", "text": ""}]
BREAKS = "import json\nprint(json.dumps(sum(i % 7 for i in range(3 * 10 ** 7))))\n1 / 0\n"


class Tasks(Agent):
    def setUp(self):
        super().setUp()
        self.trust({"ann": ["approver"]})
        self.begin()

    def execute(self, code, meta=TAKES, **more):
        return self.ask("tools/call", name="execute_code", arguments={"code": code, **more}, _meta=meta)["result"]

    def task(self, method, task, meta=TAKES, **more):
        return self.ask(f"tasks/{method}", taskId=task, _meta=meta, **more)

    def settled(self, task):
        return self.until(lambda: (said := self.task("get", task)["result"])["status"] != "working" and said)

    def assert_schema(self, done):
        if shutil.which("node"):
            schema = next(t["outputSchema"] for t in self.ask("tools/list")["result"]["tools"] if t["name"] == "execute_code")
            self.assertEqual(fits([done["result"]["structuredContent"]], schema), [])

    def waiting(self):
        made = self.execute(WAITS, inputs=DATABASE)
        self.assertEqual((made["resultType"], made["status"]), ("task", "working"))
        self.assertIn("person", made["statusMessage"])
        self.assertEqual((made["ttlMs"], type(made["pollIntervalMs"])), (None, int))
        self.assertEqual({"taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs", "resultType", "_meta"}, set(made))
        return made["taskId"]

    def test_it_is_offered_to_the_newer_era_alone(self):
        found = self.ask("server/discover", _meta=META)["result"]["capabilities"]
        self.assertEqual(found["extensions"], {EXTENSION: {}})
        self.assertEqual(set(self.ask("initialize", protocolVersion="2025-11-25")["result"]["capabilities"]), {"tools", "resources"})
        self.assertEqual(self.ask("tasks/get", taskId="x")["error"]["code"], -32601)

    def test_a_person_decides_elsewhere_and_the_task_has_the_answer(self):
        task = self.waiting()
        words = re.search(r"^  words +(\S+)", self.call("approvals", "show", task).out, re.M)[1]
        said = self.by("ann", "approvals", "approve", task, "--words", words, "--reason", "a table in memory")
        self.assertEqual(said.code, 0, said.err)
        done = self.settled(task)
        self.assertEqual((done["status"], done["result"]["isError"], done["result"]["structuredContent"]["answer"]), ("completed", False, [[1]]))
        self.assertEqual(done["result"]["resultType"], "complete")
        self.assertNotIn("error", done)
        self.assert_schema(done)
        self.assertEqual(json.loads(done["result"]["content"][0]["text"]), done["result"]["structuredContent"])

    def test_nothing_that_a_client_sends_approves_it(self):
        task = self.waiting()
        for responses in ({}, {"approve": {"action": "accept", "content": {"approve": True}}}, {task: {"action": "accept"}}):
            self.assertEqual(set(self.task("update", task, inputResponses=responses)["result"]), {"resultType", "_meta"})
        self.assertEqual(self.task("update", task)["error"]["code"], -32602)
        self.assertEqual(self.task("get", task)["result"]["status"], "working")
        self.assertEqual(self.call("runs", "show", task, "--json").json["state"], "awaiting_approval")

    def test_a_person_who_says_no_completes_it_with_an_error(self):
        task = self.waiting()
        said = self.by("ann", "approvals", "reject", task, "--reason", "no database here")
        self.assertEqual(said.code, 0, said.err)
        done = self.settled(task)
        self.assertEqual((done["status"], done["result"]["isError"], done["result"]["structuredContent"]["state"]), ("completed", True, "rejected"))
        self.assert_schema(done)

    def test_what_is_over_at_once_is_no_task(self):
        self.assertEqual(self.execute(EVASION)["structuredContent"]["state"], "refused")
        # A machine that is busy takes longer than a second.
        said = self.until(lambda: (one := self.execute(ADDS))["resultType"] == "complete" and one)
        self.assertEqual(said["structuredContent"]["answer"], 2)
        for name in set(TOOLS) - {"execute_code", "run_task"}:
            self.assertEqual(self.ask("tools/call", name=name, arguments={}, _meta=TAKES)["result"]["resultType"], "complete")

    def test_what_takes_long_is_one_and_can_be_cancelled(self):
        began = time.monotonic()
        made = self.execute(SLOW)
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual(made["resultType"], "task")
        self.assertEqual(set(self.task("cancel", made["taskId"])["result"]), {"resultType", "_meta"})
        done = self.settled(made["taskId"])
        self.assertEqual(done["status"], "cancelled")
        self.assertFalse({"result", "error"} & set(done))
        self.assertEqual(set(self.task("cancel", made["taskId"])["result"]), {"resultType", "_meta"})
        self.assertEqual(self.task("get", made["taskId"])["result"]["status"], "cancelled")

    def test_a_program_that_fails_completes_with_an_error(self):
        made = self.execute(BREAKS)
        result = self.settled(made["taskId"])["result"] if made["resultType"] == "task" else made
        self.assertEqual((result["isError"], result["structuredContent"]["state"]), (True, "failed"))

    def test_a_client_that_does_not_declare_it_gets_no_task_and_may_not_ask(self):
        said = self.execute(WAITS, meta=META, inputs=DATABASE)
        self.assertEqual((said["resultType"], said["structuredContent"]["state"]), ("complete", "awaiting_approval"))
        for method in ("get", "update", "cancel"):
            error = self.task(method, said["structuredContent"]["run_id"], meta=META, inputResponses={})["error"]
            self.assertEqual((error["code"], error["data"]), (-32021, {"requiredCapabilities": {"extensions": {EXTENSION: {}}}}))
        for caps in ({"extensions": []}, {"extensions": {EXTENSION: None}}, {"extensions": {EXTENSION: 1}}, {"tasks": {}}):
            meta = {**META, "io.modelcontextprotocol/clientCapabilities": caps}
            self.assertEqual(self.task("get", "x", meta=meta)["error"]["code"], -32021, caps)

    def test_what_is_no_task_is_told(self):
        for task in ("", "run_x", "../x", "run_00000000000000000000000000", "x" * 5000):
            for method in ("get", "update", "cancel"):
                self.assertEqual(self.task(method, task, inputResponses={})["error"]["code"], -32602, task[:60])
        for method in ("result", "list", "approve"):
            self.assertEqual(self.task(method, "x")["error"]["code"], -32601)


class OverHttp(Posts):
    """The headers name the task, and who asked for another's finds none."""

    def modern(self, method, subject, who="bot", header=None, **params):
        heads = {"MCP_Protocol_Version": MODERN, "Mcp_Method": method, "Mcp_Name": header or subject}
        return self.message({"id": 1, "method": method, "params": {**params, "_meta": TAKES}}, who=who, **heads)

    def test_it_outlives_its_connection_and_is_its_callers_own(self):
        call = {"name": "execute_code", "arguments": {"code": WAITS, "inputs": DATABASE}}
        status, said = self.modern("tools/call", "execute_code", **call)
        self.assertEqual((status, said["result"]["resultType"]), (200, "task"))
        task = said["result"]["taskId"]
        self.assertEqual(self.modern("tasks/get", task, taskId=task)[1]["result"]["status"], "working")
        for method in ("tasks/get", "tasks/update", "tasks/cancel"):
            status, said = self.modern(method, task, who="rival", taskId=task, inputResponses={})
            self.assertEqual((status, said["error"]["code"]), (400, -32602))
            status, said = self.modern(method, task, header="another", taskId=task, inputResponses={})
            self.assertEqual((status, said["error"]["code"]), (400, -32020))
        self.assertEqual(self.modern("tasks/cancel", task, taskId=task)[1]["result"]["resultType"], "complete")
        self.assertEqual(self.modern("tasks/get", task, taskId=task)[1]["result"]["status"], "cancelled")


del Agent, Posts

if __name__ == "__main__":
    unittest.main()
