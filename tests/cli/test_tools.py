# SPDX-License-Identifier: MIT
"""Functions that people approved, for the programs of later tasks: published, used, retired; and who tries to get one in by the way."""
import json
import pathlib
import unittest

from engines import BY_STDIN, PASSPHRASE, once
from test_serve import Served

SOURCE = '''\
def share_of(part, whole):
    """The share of a part in percent, with one decimal; None of nothing."""
    if whole == 0:
        return None
    return round(100 * part / whole, 1)
'''
TOOL = """\
goal: a share that every report computes alike
policy: ./tools.yaml
tool:
  name: share_of
  version: %d
  file: %s
  arguments:
    type: object
    required: [part, whole]
    properties: {part: {type: number}, whole: {type: number}}
    additionalProperties: false
  result: {type: [number, "null"]}
  tests:
    - {arguments: {part: 1, whole: 8}, result: 12.5}
    - {arguments: {part: 1, whole: 0}, result: null}
"""
POLICY = """\
apiVersion: sluice/v1
id: tools
title: data work with functions that people approved
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [data-analysis]
tools: {allow: [share_of]}
override:
  - {what: tools, reason: "reports compute shares alike"}
"""
TASK = """\
goal: the share of three in eight
policy: %s
tools: [%s]
output: {schema: {type: object, required: [share], properties: {share: {type: number}}}}
"""
USES = "import json\nprint(json.dumps({'share': share_of(part=3, whole=8)}))\n"


class Tools(Served):
    def setUp(self):
        super().setUp()
        self.trust({"rita": ["auditor"], "eve": ["auditor"], "ann": ["approver"], "bob": ["approver"], "ida": ["custodian"],
                    "lou": ["redactor"], "mia": ["redactor"]})
        self.assertEqual(self.call("trust", "init", "own.yaml").code, 0)
        own = (self.folder / "own.yaml").read_text()
        path = self.folder / "trust.yaml"
        path.write_text(path.read_text() + own[own.index("services:"):])
        self.write("tools.yaml", POLICY)
        self.write("uses.py", USES)

    def publish(self, version=1, source=SOURCE, who="rita", text=None, code=0):
        self.write("share.py", source)
        self.write("share.yaml", text or TOOL % (version, "share.py"))
        said = self.by(who, "tool", "publish", "share.yaml", "--json")
        self.assertEqual(said.code, code, said.out + said.err)
        return said.json["run_id"] if code == 0 else said.err

    def work(self):
        return self.call("worker", "--once")

    def vote(self, name, run):
        shown = self.by(name, "approvals", "show", run, "--json")
        self.assertEqual(shown.code, 0, shown.out + shown.err)
        return self.by(name, "approvals", "approve", run, "--words", shown.json["words"], "--reason", "a share, nothing else")

    def published(self, version=1, source=SOURCE, who="rita"):
        run = self.publish(version, source, who)
        self.work()
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "awaiting_approval")
        voted = self.vote("ann", run)
        self.assertEqual(voted.code, 0, voted.out + voted.err)
        self.work()
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "answered")
        return run

    def use(self, word="share_of", policy="./tools.yaml", code="uses.py"):
        self.write("task.yaml", TASK % (policy, word))
        return self.call("run", "task.yaml", "--code", code, "--json")

    def refused(self, words, said):
        self.assertNotEqual(said.code, 0, said.out)
        self.assertIn(words, said.out + said.err)

    # -- what it is for --------------------------------------------------------------------------------

    def test_a_function_is_published_and_used(self):
        published = self.published()
        said = self.use()
        self.assertEqual((said.code, said.json["answer"]), (0, {"share": 37.5}), said.out + said.err)
        told = said.json["tools"]
        self.assertEqual([(t["name"], t["version"], t["run"]) for t in told], [("share_of", 1, published)])
        run = said.json["run_id"]
        self.assertEqual(self.call("receipt", "verify", run).code, 0)
        exported = self.call("receipt", "export", run)
        self.assertIn(told[0]["sha256"], self.payload(exported.out))
        self.assertEqual(self.call("runs", "replay", run).code, 0)
        listed = self.call("tool", "list", "--json").json
        self.assertEqual([(t["name"], t["standing"]) for t in listed], [("share_of", "usable")])
        self.assertIn("The share of a part in percent", self.call("tool", "list").out)
        shown = self.call("tool", "show", "share_of")
        self.assertIn("round(100 * part / whole, 1)", shown.out)
        self.assertEqual(self.call("tool", "show", "share_of@1", "--json").json["source"], SOURCE)
        wrong = self.call("tool", "show", "share")
        self.assertEqual((wrong.code, wrong.err), (2, "sluice: error: 'share' is no name of a tool\n"
                                                      "help: a tool has a name of two words or more: share_of, or share_of@1 for one version\n"))

    def payload(self, receipt):
        import base64
        return base64.b64decode(json.loads(receipt.splitlines()[0])["payload"]).decode()

    @once
    def test_a_model_is_told_of_it_and_may_call_it(self):
        self.published()
        self.write("replies.json", json.dumps({"replies": [
            {"understanding": "u", "steps": ["s"], "imports": ["json"], "inputs_used": [], "output_shape": "o", "risks": [],
             "feasible": True, "why_not": None},
            {"rationale": "r", "code": "import json\nprint(json.dumps({'share': share_of(part=1, whole=0) + 1}))\n"},
            {"diagnosis": "d", "change": "c", "code": USES, "give_up": False}]}))
        self.write("task.yaml", TASK % ("./tools.yaml", "share_of") + "model: {provider: script, file: replies.json}\n")
        said = self.call("run", "task.yaml", "--json", "--record", "talk.json")
        self.assertEqual((said.code, said.json.get("answer")), (0, {"share": 37.5}), said.out + said.err)
        self.assertEqual(said.json["attempts"], 2)
        talk = pathlib.Path(self.folder / "talk.json").read_text()
        for words in ("These functions are defined before", "The share of a part in percent", "your first line is line 7"):
            self.assertIn(words, talk)

    @once
    def test_a_session_has_it_from_the_first_cell_on(self):
        self.published()
        self.write("task.yaml", (TASK % ("./tools.yaml", "share_of")).split("output")[0] + "output: {framing: text, schema: {}}\n")
        said = self.call("session", "task.yaml", stdin=b"x = share_of(part=1, whole=4)\n# %%\nprint(x, share_of(part=1, whole=2))\n")
        self.assertEqual((said.code, said.out), (0, "25.0 50.0\n"), said.err)

    @once
    def test_the_service_takes_its_name_and_no_source(self):
        self.published()
        self.serve("--policy", "./tools.yaml", "--workers", "1")
        status, run, _ = self.ask("POST", "/v1/runs", {"code": USES, "tools": ["share_of"]}, headers={"Prefer": "wait=30"})
        self.assertEqual((status, run.get("answer")), (200, {"share": 37.5}), run)
        for body in ({"tools": [{"name": "share_of"}]}, {"tools": ["share_of@9"]}, {"tool": {"name": "share_of"}}):
            status, told, _ = self.ask("POST", "/v1/runs", {"code": USES, **body})
            self.assertGreaterEqual(status, 400, told)

    @once
    def test_the_newest_version_is_used_or_the_one_that_is_named(self):
        self.published()
        self.assertIn("version 2 of 'share_of' is not there", self.publish(3, code=2))
        self.published(2, SOURCE.replace("whole, 1)", "whole, 1) + 0"))
        self.assertEqual(self.use().json["tools"][0]["version"], 2)
        self.assertEqual(self.use("share_of@1").json["tools"][0]["version"], 1)

    def test_a_version_is_retired(self):
        self.published()
        self.published(2, SOURCE.replace("whole, 1)", "whole, 1) + 0"))
        self.assertEqual(self.use().json["tools"][0]["version"], 2)
        said = self.by("rita", "tool", "retire", "share_of@2", "--reason", "adds nothing at all")
        self.assertEqual(said.code, 0, said.out + said.err)
        self.assertEqual(self.use().json["tools"][0]["version"], 1)
        self.refused("version 2: it is retired", self.use("share_of@2"))
        self.assertIn("it is retired", self.call("tool", "list").out)
        said = self.by("ann", "tool", "retire", "share_of@1", "--reason", "who voted for it may")
        self.assertEqual(said.code, 0, said.out + said.err)
        said = self.use()
        self.refused("version 2: it is retired", said)
        self.refused("`sluice tool list` shows the versions that can be used", said)

    # -- and what not ----------------------------------------------------------------------------------

    @once
    def test_what_people_have_not_approved_is_not_used(self):
        self.refused("nobody has published it", self.use())
        run = self.publish()
        self.refused("its run", self.use())
        self.work()
        self.refused("is 'awaiting_approval'", self.use())
        voted = self.by("ann", "approvals", "reject", run, "--reason", "nobody needs that")
        self.assertEqual(voted.code, 0, voted.err)
        self.refused("is 'rejected'", self.use())

    def test_one_whose_task_was_erased_hides_no_other(self):
        gone = self.published()
        other = TOOL.replace("name: share_of", "name: share_too") % (1, "share.py")
        self.publish(text=other, source=SOURCE.replace("share_of", "share_too"))
        asked = self.by("ida", "redact", "propose", gone, "--reason", "it holds a secret", "--json").json
        for who in ("lou", "mia"):
            voted = self.by(who, "approvals", "approve", asked["approval"], "--words", asked["words"], "--reason", "it has to go")
            self.assertEqual(voted.code, 0, voted.err)
        done = self.by("ida", "redact", "execute", asked["redaction"])
        self.assertEqual(done.code, 0, done.err)
        listed = self.call("tool", "list", "--json")
        self.assertEqual(listed.code, 0, listed.err)
        self.assertEqual([(t["name"], t["standing"]) for t in listed.json], [("share_too", "waits")])
        self.refused("redacted", self.use())

    @once
    def test_who_publishes_it_does_not_approve_it(self):
        run = self.publish(who="ann")
        self.work()
        self.refused("", self.vote("ann", run))
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "awaiting_approval")
        self.refused("is 'awaiting_approval'", self.use())

    @once
    def test_a_function_that_fails_its_tests_is_none(self):
        run = self.publish(source=SOURCE.replace("100 *", "10 *"))
        self.work()
        self.assertEqual(self.vote("ann", run).code, 0)
        self.work()
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "failed")
        self.refused("is 'failed'", self.use())

    @once
    def test_a_policy_that_does_not_name_it_refuses_it(self):
        self.published()
        self.refused("the policy does not admit the tool 'share_of', version 1", self.use(policy="data-analysis"))
        self.write("old.yaml", POLICY.replace("[share_of]", "[share_of@2]"))
        self.refused("the policy does not admit the tool 'share_of', version 1", self.use(policy="./old.yaml"))
        self.write("loose.yaml", POLICY.split("override")[0])
        self.assertIn("'allow' loosens 'tools'", self.call("policy", "lint", "loose.yaml").err)

    @once
    def test_the_policy_of_the_task_judges_the_tool(self):
        # It was approved where sqlite3 waits for people; that is nothing to a policy that denies sqlite3.
        source = SOURCE.replace("    if whole", "    import sqlite3\n    sqlite3.connect(':memory:')\n    if whole")
        self.published(source=source)
        self.write("strict.yaml", POLICY.replace("override", "imports: {deny: [sqlite3]}\noverride"))
        said = self.use(policy="./strict.yaml")
        self.assertEqual((said.code, said.json["status"]), (10, "refused"), said.out + said.err)
        self.assertIn("sqlite3", said.json["reason"])
        self.assertEqual(self.use().code, 11)  # and its approval is not that of the program that calls it

    @once
    def test_a_run_under_the_key_of_a_version_is_no_tool(self):
        # An ordinary answered run that somebody gave the name.
        self.write("n.py", SOURCE + "print(12.5)\n")
        said = self.call("run", "--code", "n.py", "--goal", "x", "--policy", "data-analysis", "--idempotency-key", "tool share_of 1", "--json")
        self.assertEqual(said.code, 0, said.out + said.err)
        self.refused("publishes nothing", self.use())
        self.assertEqual(self.call("tool", "list", "--json").json, [])
        self.published(2)
        self.assertEqual(self.use().json["tools"][0]["version"], 2)

    @once
    def test_a_name_stays_with_who_published_it_first(self):
        self.published()
        self.published(2, SOURCE.replace("whole, 1)", "whole, 1) + 1 - 1"), who="eve")
        self.assertEqual(self.use().json["tools"][0]["version"], 1)
        self.refused("version 2 is of another publisher", self.use("share_of@2"))

    def test_a_name_is_of_the_publisher_whom_people_approved_first(self):
        first = self.publish()
        self.work()
        self.published(2, SOURCE.replace("whole, 1)", "whole, 1) + 1 - 1"), who="eve")
        self.assertEqual(self.use().json["tools"][0]["version"], 2)
        # Tasks use the name by now: a smaller number that people approve later takes nothing over.
        self.assertEqual(self.vote("ann", first).code, 0)
        self.work()
        self.assertEqual(self.call("runs", "show", first, "--json").json["state"], "answered")
        self.assertEqual(self.use().json["tools"][0]["version"], 2)
        self.refused("version 1 is of another publisher", self.use("share_of@1"))
        self.published(3, SOURCE.replace("whole, 1)", "whole, 1) + 0"))
        self.assertEqual(self.use().json["tools"][0]["version"], 2)
        listed = {t["version"]: (t["standing"], t["why"]) for t in self.call("tool", "list", "--json").json}
        another = ("no", "the name is of another publisher")
        self.assertEqual(listed, {1: another, 2: ("usable", ""), 3: another})
        # Nor does its retirement give the name away.
        self.assertEqual(self.by("eve", "tool", "retire", "share_of@2", "--reason", "divides by nothing").code, 0)
        self.refused("version 3 is of another publisher", self.use())

    @once
    def test_what_is_retired_is_not_run_for_who_waited(self):
        self.published()
        self.write("task.yaml", TASK % ("./tools.yaml", "share_of"))
        said = self.call("submit", "task.yaml", "--code", "uses.py", "--json")
        self.assertEqual(said.code, 0, said.out + said.err)
        self.assertEqual(self.by("rita", "tool", "retire", "share_of@1", "--reason", "divides by nothing").code, 0)
        self.refused("the tool 'share_of' can't be used: it is retired", self.work())
        shown = self.call("runs", "show", said.json["run_id"], "--json").json
        self.assertEqual((shown["state"], shown["exit_code"]), ("refused", 10), shown)
        self.assertIn("it is retired", shown["reason"])

    @once
    def test_who_has_no_part_in_it_retires_nothing_and_keeps_nobody_from_it(self):
        self.published()
        for key in ("tool share_of 1 retired", "tool share_of 1 retired 2"):
            said = self.call("run", "--code", "uses.py", "--goal", "x", "--policy", "data-analysis", "--idempotency-key", key, "--json")
            self.assertNotEqual(said.json["status"], "answered")
        self.assertEqual(self.by("eve", "tool", "retire", "share_of@1", "--reason", "because I can").code, 0)
        self.assertEqual(self.use().code, 0)
        self.assertEqual(self.by("rita", "tool", "retire", "share_of@1", "--reason", "divides by nothing").code, 0)
        self.refused("version 1: it is retired", self.use())

    @once
    def test_who_retires_a_version_leaves_its_name_to_nobody(self):
        self.published()
        self.published(2, SOURCE.replace("whole, 1)", "whole, 1) + 1 - 1"), who="eve")
        self.assertEqual(self.by("rita", "tool", "retire", "share_of@1", "--reason", "divides by nothing").code, 0)
        self.refused("version 2 is of another publisher", self.use())
        self.published(3)
        self.assertEqual(self.use().json["tools"][0]["version"], 3)

    @once
    def test_names_that_would_hide_others_are_refused(self):
        for name in ("json", "print", "os", "class", "_private_one", "Share_Of", "share__of", "share_of_", "1share_of"):
            with self.subTest(name):
                self.publish(text=(TOOL % (1, "share.py")).replace("name: share_of", f"name: {name}"),
                             source=SOURCE.replace("share_of", name), code=2)

    @once
    def test_a_task_says_nothing_of_its_own_beside_a_tool(self):
        self.assertIn("no program and no output of its own",
                      self.publish(text=TOOL % (1, "share.py") + "output: {schema: {}}\n", code=2))
        for source in ("share_of = print\n", SOURCE + "len = max\n", "import os\n" + SOURCE, SOURCE + SOURCE.replace("100", "10"),
                       SOURCE.replace("share_of", "share_off"), SOURCE + "\fimport os\n", SOURCE + " \flen = max\n",
                       SOURCE + "\t\f\fimport os\n", "@print\n" + SOURCE):
            self.assertIn("one function of its name", self.publish(source=source, code=2))
        # What swallows a part of the program that it stands before, up to a quote that a test brings.
        for end in ("    x = '''\n", "    x = (\n", "    x = \\\n"):
            self.assertIn("no Python that the gate can read", self.publish(source=SOURCE + end, code=2))
        for more in ("z=(len := max)", "z: (len := max) = 1", "z=[(len := i) for i in [max]]"):
            self.assertIn("binds names outside of itself", self.publish(source=SOURCE.replace("part, whole)", f"part, whole, {more})"), code=2))
        self.assertIn("binds names outside of itself", self.publish(source=SOURCE + "    global len\n    len = max\n", code=2))
        self.assertIn("no docstring", self.publish(source="def share_of(part, whole):\n    return 1\n", code=2))
        self.assertIn("expected a number", self.publish(text=(TOOL % (1, "share.py")).replace("part: 1", "part: one"), code=2))

    @once
    def test_a_task_brings_no_tool_of_its_own(self):
        tool = {"name": "share_of", "version": 1, "source": SOURCE, "arguments": {}, "result": {}, "tests": [{"arguments": {}, "result": 1}]}
        self.write("task.json", json.dumps({"goal": "x", "policy": "./tools.yaml", "output": {"schema": {}}, "tools": [tool]}))
        self.refused("a task names its tools", self.call("run", "task.json", "--code", "uses.py"))

    @once
    def test_without_a_store_or_a_trust_file_there_are_none(self):
        self.published()
        self.write("task.yaml", TASK % ("./tools.yaml", "share_of"))
        self.refused("nobody has published it", self.call("run", "task.yaml", "--code", "uses.py", "--no-store", "--receipt", "r.json"))
        self.refused("no trust file", self.call("run", "task.yaml", "--code", "uses.py", env={"SLUICE_TRUST": ""}))

    @once
    def test_a_program_that_binds_the_name_is_its_own(self):
        self.published()
        self.write("binds.py", "import json\ndef share_of(part, whole):\n    return 1\nprint(json.dumps({'share': share_of(part=3, whole=8)}))\n")
        said = self.use(code="binds.py")
        self.assertEqual((said.code, said.json["answer"]), (0, {"share": 1}), "what ran is on the record, with both")


BODY = {"goal": "a share that every report computes alike", "policy": "data-analysis",
        "tool": {"name": "share_of", "version": 1, "source": SOURCE,
                 "arguments": {"type": "object", "required": ["part", "whole"], "additionalProperties": False,
                               "properties": {"part": {"type": "number"}, "whole": {"type": "number"}}},
                 "result": {"type": ["number", "null"]},
                 "tests": [{"arguments": {"part": 1, "whole": 8}, "result": 12.5}]}}


class OverHttp(Tools):
    """The same through the service: asked for with a signature, decided by people, and shown to who may see it."""

    def setUp(self):
        super().setUp()
        lines = (self.folder / "tokens.yaml").read_text()
        for name in ("rita", "eva"):
            said = self.call("serve", "token", "--for", "eve" if name == "eva" else name, "--rights", "submit")
            self.tokens[name] = said.out.strip()
            lines += said.err.split("\n", 1)[1]
        self.write("tokens.yaml", lines).chmod(0o600)
        self.serve("--policy", "data-analysis")

    def signed(self, who, body):
        """The envelope of a request that the service writes down and the key signs."""
        status, said, _ = self.ask("POST", "/v1/requests", body, who)
        self.assertEqual(status, 200, said)
        self.write("request.json", json.dumps(said))
        done = self.call("keys", "request", "request.json", "--key", {"eva": "eve"}.get(who, who) + ".key", stdin=PASSPHRASE, env=BY_STDIN)
        self.assertEqual(done.code, 0, done.err)
        return done.out.strip()

    def send(self, who, body):
        return self.ask("POST", "/v1/tools", {**body, "request": self.signed(who, body)}, who, {"Prefer": "wait=30"})[:2]

    def listed(self, who):
        status, said, _ = self.ask("GET", "/v1/tools", who=who)
        self.assertEqual(status, 200, said)
        return {f"{t['name']}@{t['version']}": (t["standing"], t["why"]) for t in said["tools"]}

    def over_http(self, who="rita", version=1):
        status, run = self.send(who, {**BODY, "tool": {**BODY["tool"], "version": version}})
        self.assertEqual((status, run["state"]), (202, "awaiting_approval"), run)
        self.assertNotEqual(self.vote({"eva": "eve"}.get(who, who), run["run_id"]).code, 0, "who asks does not decide")
        self.assertEqual(self.vote("ann", run["run_id"]).code, 0)
        done = self.ask("GET", f"/v1/runs/{run['run_id']}", who=who, headers={"Prefer": "wait=30"})[1]
        self.assertEqual(done["state"], "answered", done)
        return run["run_id"]

    def over_mcp(self, called, **arguments):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": called, "arguments": arguments, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
        status, said, _ = self.ask("POST", "/mcp", message, headers={
            "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": called, "Accept": "application/json",
            "Content-Type": "application/json"})
        self.assertEqual(status, 200, said)
        return said["result"]["structuredContent"]

    def test_a_tool_is_published_shown_used_and_retired(self):
        run = self.over_http()
        self.assertEqual(self.listed("bot"), {"share_of@1": ("usable", "")})
        status, shown, _ = self.ask("GET", "/v1/tools/share_of")
        self.assertEqual((status, shown["tool"]["source"], shown["run_id"], shown["publisher"]), (200, SOURCE, run, "rita"))
        self.assertEqual([t["name"] for t in self.over_mcp("list_tools")["tools"]], ["share_of"])
        self.assertEqual(self.over_mcp("describe_tool", tool="share_of@1")["tool"]["source"], SOURCE)
        said = self.use()
        self.assertEqual((said.code, said.json["answer"]), (0, {"share": 37.5}), said.out + said.err)
        status, end = self.send("rita", {"policy": "pure-compute", "retire": {"tool": "share_of@1", "reason": "divides by nothing"}})
        self.assertIn(status, (200, 202), end)
        self.assertEqual(self.listed("rita"), {"share_of@1": ("no", "it is retired")})
        self.assertEqual(self.listed("bot"), {})
        self.refused("retired", self.use())

    @once
    def test_what_is_not_usable_is_its_publishers_to_see(self):
        status, run = self.send("rita", BODY)
        self.assertEqual((status, run["state"]), (202, "awaiting_approval"), run)
        self.assertEqual(self.listed("rita")["share_of@1"][0], "waits")
        self.assertEqual(self.listed("bot"), {})
        self.assertEqual(self.ask("GET", "/v1/tools/share_of@1")[0], 404)
        self.assertEqual(self.ask("GET", "/v1/tools/share_of@1", who="rita")[0], 200)
        self.assertEqual(self.ask("GET", "/v1/tools/share_of@1", who="ops")[0], 200)
        for name in ("share_of@9", "no_such", "..%2f..", "x", "share_of@1'--"):
            self.assertEqual(self.ask("GET", f"/v1/tools/{name}", who="rita")[0], 404, name)

    @once
    def test_a_name_is_its_first_publishers(self):
        self.over_http()
        status, said = self.send("eva", {**BODY, "tool": {**BODY["tool"], "source": SOURCE.replace("100", "200")}})
        self.assertNotEqual(status // 100, 2, said)
        status, said = self.send("eva", {**BODY, "tool": {**BODY["tool"], "version": 3}})
        self.assertEqual(status, 422, said)
        self.over_http("eva", 2)
        said = self.use("share_of@2")
        self.refused("another publisher", said)
        self.assertEqual(self.use().json["tools"][0]["version"], 1)

    @once
    def test_nobody_else_retires_it(self):
        self.over_http()
        status, said = self.send("eva", {"policy": "pure-compute", "retire": {"tool": "share_of@1", "reason": "mine is better"}})
        self.assertIn(status, (200, 202), said)
        self.assertEqual(self.listed("bot"), {"share_of@1": ("usable", "")})
        self.assertEqual(self.use().code, 0)

    @once
    def test_who_may_not_see_a_tool_learns_nothing_by_retiring_or_using_it(self):
        status, run = self.send("rita", BODY)
        self.assertEqual((status, run["state"]), (202, "awaiting_approval"), run)
        before = self.call("runs", "list", "--json").json

        def retire(who, word):
            body = {"policy": "pure-compute", "retire": {"tool": word, "reason": "mine is better"}}
            body["request"] = self.signed(who, body)
            return [(status, json.dumps(said).replace(word, "TOOL")) for status, said, _ in
                    (self.ask("POST", path, body, who) for path in ("/v1/tools", "/v1/runs"))]

        def without_trace(answers):
            return [(status, {k: v for k, v in json.loads(said).items() if k not in ("instance", "trace_id")}) for status, said in answers]

        hidden, absent = retire("eva", "share_of@1"), retire("eva", "no_such@1")
        self.assertEqual([status for status, _ in hidden], [404, 404], hidden)
        self.assertEqual(without_trace(hidden), without_trace(absent))
        for word in ("share_of", "share_of@1", "no_such", "no_such@7"):
            status, said, _ = self.ask("POST", "/v1/runs", {"code": "print(1)", "policy": "data-analysis", "tools": [word]}, "eva")
            self.assertEqual(status // 100, 4, said)
            self.assertIn("a tool of the task can't be used", json.dumps(said))
            for told in ("run_", "awaiting", "share_of", "nobody"):
                self.assertNotIn(told, json.dumps(said))
        self.assertEqual(self.call("runs", "list", "--json").json, before)
        # Its publisher sees it, and may.
        self.assertIn(retire("rita", "share_of@1")[0][0], (200, 202))

    @once
    def test_a_body_that_says_two_things_or_names_files_is_refused(self):
        retire = {"tool": "share_of@1", "reason": "divides by nothing"}
        wrong = ({**BODY, "code": "print(1)"}, {**BODY, "retire": retire}, {"retire": retire, "code": "print(1)"},
                 {"code": "print(1)", "retire": retire}, {"retire": {**retire, "tool": "share_of"}}, {"retire": {**retire, "more": 1}},
                 {"retire": {**retire, "reason": "short"}}, {"goal": "g", "retire": retire},
                 {**BODY, "tool": {**{k: v for k, v in BODY["tool"].items() if k != "source"}, "file": "/etc/passwd"}},
                 {**BODY, "tool": {**BODY["tool"], "name": "print"}}, {"code": "print(1)", "policy": "data-analysis"})
        for body in wrong:
            status, said, _ = self.ask("POST", "/v1/tools", body, "rita")
            self.assertEqual(status // 100, 4, (body, said))
            self.assertNotIn("root:", json.dumps(said))
        self.assertEqual(self.call("runs", "list", "--json").json, [])
        self.assertEqual(self.ask("POST", "/v1/tools", BODY, "eve")[0], 403, "a token that may not submit")


for name in [n for n in dir(Tools) if n.startswith("test_")]:
    setattr(OverHttp, name, None)  # they are the other class's


if __name__ == "__main__":
    unittest.main()
