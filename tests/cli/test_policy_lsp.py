# SPDX-License-Identifier: MIT
"""The language server, spoken to as an editor does; and by a real editor, where there is one."""
import json
import os
import random
import shutil
import subprocess
import unittest

from sluice import PROGRAM, Case

POLICY = """\
apiVersion: sluice/v1
id: team
title: a policy that is being written
revision: 1
interpreter: [cpython-3.11, cpython-3.13]
extends: [pure-compute]
override:
  - {what: imports, reason: "tables are read from files"}
  - {what: rules, reason: "and so are texts"}
imports:
  allow:
    - csv
    - {module: statistics, api: [mean, median]}
  deny: [random, socket]
rules:
  - id: rounding
    call: [round]
    unless:
      - arg: {1: {below: 5}}
    otherwise: escalate
    unknown: escalate
    message: "numbers are rounded to four digits at most"
    tests:
      escalate: ["print(round(1.23456, 9))"]
      allow: ["print(round(1.5, 2))"]
"""


class Client:
    def __init__(self, folder, *words):
        self.process = subprocess.Popen([PROGRAM, "policy", "lsp", *words], cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number, self.heard = 0, []

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def read(self):
        length = None
        while (line := self.process.stdout.readline().strip()):
            name, value = line.split(b": ")
            length = int(value) if name == b"Content-Length" else length
        return json.loads(self.process.stdout.read(length))

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while "id" not in (answer := self.read()):
            self.heard.append(answer)
        if answer["id"] != self.number:
            raise AssertionError(answer)
        return answer.get("result", answer.get("error"))

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def hear(self, method):
        """The next notification of this kind."""
        for i, message in enumerate(self.heard):
            if message["method"] == method:
                return self.heard.pop(i)["params"]
        while (message := self.read())["method"] != method:
            self.heard.append(message)
        return message["params"]

    def end(self):
        self.ask("shutdown")
        self.tell("exit")
        self.process.stdin.close()
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


class Server(Case):
    words = ()

    def setUp(self):
        super().setUp()
        self.client = Client(self.folder, *self.words)
        self.addCleanup(self.stop)
        self.capabilities = self.client.ask("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]
        self.client.tell("initialized")

    def stop(self):
        process = self.client.process
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if not stream.closed:
                stream.close()

    def open(self, text=POLICY, name="team.yaml"):
        """Puts `|` away, which is where the cursor stands; gives what is wrong."""
        at = text.find("|") if text.count("|") == 1 else -1
        text = text.replace("|", "") if at >= 0 else text
        self.document = {"uri": (self.folder / name).as_uri()}
        before = text[:max(at, 0)]
        self.position = {"line": before.count("\n"),
                         "character": len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2}
        self.client.tell("textDocument/didOpen", textDocument={**self.document, "languageId": "yaml", "version": 1,
                                                               "text": text})
        return self.client.hear("textDocument/publishDiagnostics")["diagnostics"]

    def labels(self, text):
        self.open(text)
        return [i["label"] for i in self.client.ask("textDocument/completion", textDocument=self.document,
                                                    position=self.position)["items"]]

    def hover(self, text, **where):
        self.open(text, **where)
        said = self.client.ask("textDocument/hover", textDocument=self.document, position=self.position)
        return said and said["contents"]["value"]


class Policies(Server):
    def test_it_says_what_it_can(self):
        for name in ("hoverProvider", "completionProvider", "codeLensProvider", "executeCommandProvider"):
            self.assertIn(name, self.capabilities)
        self.assertEqual(self.client.end(), 0)

    def test_a_good_policy_has_no_errors(self):
        self.assertEqual([d for d in self.open() if d["severity"] == 1], [])

    def test_errors_stand_at_their_place_also_behind_wide_characters(self):
        text = POLICY.replace('title: a policy that is being written', 'title: "\U0001f600"').replace("[round]", "[rund]")
        found = self.open(text.replace("revision: 1\n", "revision: 1\nlimitz: {}\n"))
        self.assertIn("unknown key 'limitz'\ndid you mean 'limits'?", found[0]["message"])
        self.assertEqual(found[0]["range"]["start"], {"line": 4, "character": 0})
        self.assertEqual(found[0]["severity"], 1)
        line = 'title: {"\U0001f600": 1}\n'
        found = self.open("apiVersion: sluice/v1\nid: x\nrevision: 1\n" + line)
        self.assertTrue(found)
        self.assertEqual(found[0]["range"]["start"]["line"], 3)

    def test_a_test_that_fails_is_told_while_it_is_written(self):
        found = [d for d in self.open(POLICY.replace("below: 5", "below: 12")) if d["source"] == "sluice test"]
        self.assertEqual([d["code"] for d in found], ["rounding"])
        self.assertEqual(found[0]["range"]["start"]["line"], POLICY.split("\n").index('      escalate: ["print(round(1.23456, 9))"]'))
        self.assertIn("want escalate", found[0]["message"])

    def test_what_its_author_can_hardly_mean_is_told_too(self):
        found = {d["code"]: (d["severity"], d["range"]["start"]["line"]) for d in self.open(POLICY.replace("socket]", "sockets]")) if d["source"] == "sluice lint"}
        self.assertEqual(found["name-unknown"], (1, POLICY.split("\n").index("  deny: [random, socket]")))

    def test_what_is_wrong_follows_each_change(self):
        self.open()
        self.client.tell("textDocument/didChange", textDocument={**self.document, "version": 2},
                         contentChanges=[{"text": POLICY.replace("allow:", "alow:", 1)}])
        found = self.client.hear("textDocument/publishDiagnostics")["diagnostics"]
        self.assertIn("alow", found[0]["message"])
        self.client.tell("textDocument/didClose", textDocument=self.document)
        self.assertEqual(self.client.hear("textDocument/publishDiagnostics")["diagnostics"], [])

    def test_a_policy_that_is_not_saved_counts_for_those_that_extend_it(self):
        self.open()
        found = self.open("apiVersion: sluice/v1\nid: child\nrevision: 1\nextends: [team]\n", name="child.yaml")
        # The one behind it, of the new file: the first notification is of the parent.
        found = self.client.hear("textDocument/publishDiagnostics")
        self.assertTrue(found["uri"].endswith("child.yaml"))
        self.assertIn("policy 'team' is unknown", json.dumps(found))
        self.write("team.yaml", "broken: [")
        self.client.tell("textDocument/didSave", textDocument=self.document)
        told = {d["uri"].rsplit("/", 1)[1]: d["diagnostics"] for d in
                (self.client.hear("textDocument/publishDiagnostics") for _ in range(2))}
        self.assertEqual([d for d in told["child.yaml"] if d["severity"] == 1], [])

    # -- completion --------------------------------------------------------------------------------

    def test_keys_and_values_come_from_the_schema(self):
        self.assertIn("imports", self.labels("apiVersion: sluice/v1\nim|"))
        self.assertEqual(self.labels("imports:\n  esc|"), ["escalate"])
        self.assertIn("otherwise", self.labels("rules:\n  - id: x\n    o|"))
        self.assertEqual(self.labels("rules:\n  - id: x\n    otherwise: d|"), ["deny"])
        self.assertIn("module", self.labels("imports:\n  allow:\n    - {mod|"))

    def test_modules_and_their_names_come_from_the_interpreter(self):
        self.assertEqual(self.labels("imports:\n  allow: [math, statis|"), ["statistics"])
        self.assertEqual(self.labels("imports:\n  allow:\n    - {module: statistics, api: [mean, medi|"),
                         ["median", "median_grouped", "median_high", "median_low"])
        self.assertIn("read_csv", self.labels("rules:\n  - id: x\n    call: [open, pandas.read_c|"))
        self.assertEqual(self.labels("builtins:\n  allow: [sort|"), ["sorted"])
        self.assertIn("data-analysis", self.labels("extends: [d|"))
        self.assertIn("groupby", self.labels("attributes:\n  allow: [groupb|"))

    def test_what_is_chosen_replaces_what_is_there(self):
        self.open("imports:\n  allow: [statis|tic]\n")
        item = self.client.ask("textDocument/completion", textDocument=self.document, position=self.position)["items"][0]
        self.assertEqual(item["textEdit"], {"range": {"start": {"line": 1, "character": 10},
                                                      "end": {"line": 1, "character": 16}}, "newText": "statistics"})

    # -- hover -------------------------------------------------------------------------------------

    def test_a_module_says_what_it_holds_and_what_the_policy_says(self):
        said = self.hover(POLICY.replace("deny: [random, socket]", "deny: [random, soc|ket]"))
        self.assertIn("module `socket`", said)
        self.assertIn("network", said)
        self.assertIn("`team` says **deny**", said)

    def test_a_symbol_says_what_it_is(self):
        self.assertIn("`mean` of `statistics`", self.hover(POLICY.replace("[mean,", "[me|an,")))
        said = self.hover(POLICY.replace("call: [round]", "call: [rou|nd]"))
        self.assertIn("`round` of `builtins`", said)
        self.assertIn("rule `rounding` checks its arguments", said)

    def test_a_key_says_what_it_is_for(self):
        self.assertEqual(self.hover(POLICY.replace("title:", "tit|le:")), "one line for a person")
        self.assertIsNone(self.hover(POLICY.replace("team", "te|am", 1)))

    # -- tests -------------------------------------------------------------------------------------

    def lenses(self):
        return [(lens["range"]["start"]["line"], lens["command"]["title"]) for lens in
                self.client.ask("textDocument/codeLens", textDocument=self.document)]

    def test_tests_are_run_from_their_place(self):
        self.write("team.yaml", POLICY)
        self.write("team.test.yaml", "apiVersion: sluice-test/v1\npolicy: team\ncases:\n  - name: sums\n    code: print(1)\n    expect: allow\n")
        self.open()
        line = POLICY.split("\n").index('      escalate: ["print(round(1.23456, 9))"]')
        self.assertEqual(self.lenses(), [(0, "Run 3 tests"), (line, "Run 2 tests")])
        lens = self.client.ask("textDocument/codeLens", textDocument=self.document)[0]["command"]
        self.client.ask("workspace/executeCommand", command=lens["command"], arguments=lens["arguments"])
        self.assertEqual(self.client.hear("window/showMessage"), {"type": 3, "message": "team.yaml: 3 tests, 0 failed"})
        self.assertEqual(self.lenses(), [(0, "Run 3 tests: 3 passed"), (line, "Run 2 tests: 2 passed")])

    def test_a_suite_has_its_failures_at_their_cases(self):
        self.write("team.yaml", POLICY)
        suite = "apiVersion: sluice-test/v1\npolicy: team\ncases:\n  - name: sockets\n    code: import socket\n    expect: allow\n"
        found = self.open(suite, name="team.test.yaml")
        self.assertEqual([(d["source"], d["range"]["start"]["line"]) for d in found], [("sluice test", 3)])

    # -- wrong messages ----------------------------------------------------------------------------

    def test_what_it_does_not_know_is_refused_and_it_goes_on(self):
        self.assertEqual(self.client.ask("textDocument/rename")["code"], -32601)
        self.client.raw(b"Content-Length: 3\r\n\r\n{a}")
        self.assertEqual(self.client.read()["error"]["code"], -32700)
        self.client.tell("textDocument/didOpen")
        self.client.tell("$/cancelRequest", id=1)
        self.assertIsNone(self.client.ask("textDocument/hover", textDocument={"uri": "file:///none"}, position={}))
        self.assertEqual(self.client.end(), 0)

    def test_texts_that_are_being_written_or_worse_stop_nothing(self):
        chance = random.Random(1)
        for _ in range(40):
            text = bytearray(POLICY.encode())
            for _ in range(chance.randrange(1, 8)):
                at = chance.randrange(len(text) + 1)
                if chance.random() < 0.5:
                    text[at:at + chance.randrange(200)] = b""
                else:
                    text[at:at] = bytes(chance.choice(b"[]{}:,-#'\"|>\n \t&*!%@") for _ in range(4))
            self.open(text.decode("utf-8", "replace").replace("|", " "))
            for method in ("hover", "completion", "codeLens"):
                where = {"line": chance.randrange(-1, 30), "character": chance.randrange(-1, 99)}
                said = self.client.ask("textDocument/" + method, textDocument=self.document, position=where)
                self.assertNotIn("code", said if isinstance(said, dict) else {})
            self.client.heard.clear()
        self.assertEqual(self.client.end(), 0)

    def test_a_broken_frame_ends_it(self):
        for data, words in ((b"Content-Length: 99999999999\r\n\r\n", b"longer than"), (b"Nothing: 1\r\n\r\n", b"length"),
                            (b"x" * 2000 + b"\n", b"too long")):
            other = Client(self.folder)
            out, err = other.process.communicate(data, timeout=20)
            self.assertEqual((out, other.process.returncode), (b"", 2), data[:30])
            self.assertIn(words, err)


class First(Case):
    def test_the_first_request_begins(self):
        client = Client(self.folder)
        self.assertEqual(client.ask("textDocument/hover")["code"], -32002)
        client.process.kill()
        client.process.communicate()


class Programs(Server):
    words = ("--policy", "data-analysis")

    def test_a_program_is_judged_and_explained(self):
        found = self.open("from os import system as s\nt = s\nt('id')\n", name="p.py")
        self.assertIn("import.api", [d.get("code") for d in found])
        said = self.hover("from os import system as s\nt = s\nt|('id')\n", name="p.py")
        self.assertIn("os.system", said)


EDITOR = """\
local done, seen = false, {}
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(_, result) seen = result.diagnostics; done = true end
vim.cmd('edit team.yaml')
local id = vim.lsp.start_client({name = 'sluice', cmd = {vim.env.SLUICE, 'policy', 'lsp'}, root_dir = vim.fn.getcwd()})
vim.lsp.buf_attach_client(0, id)
vim.wait(20000, function() return done end)
local place = {textDocument = {uri = vim.uri_from_bufnr(0)}, position = {line = 13, character = 10}}
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover', place, 20000)
local lens = vim.lsp.buf_request_sync(0, 'textDocument/codeLens', {textDocument = place.textDocument}, 20000)
io.stdout:write(vim.fn.json_encode({seen = seen, hover = hover[id].result, lens = #lens[id].result}))
vim.lsp.stop_client(id)
vim.cmd('qall!')
"""


class Editor(Case):
    def test_neovim_shows_it(self):
        if not shutil.which("nvim"):
            self.skipTest("Neovim is not installed")
        self.write("team.yaml", POLICY.replace("below: 5", "below: 12"))
        self.write("editor.lua", EDITOR)
        done = subprocess.run(["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile editor.lua"], cwd=self.folder,
                              capture_output=True, timeout=120, check=False,
                              env={**os.environ, "SLUICE": PROGRAM, "HOME": str(self.folder)})
        told = json.loads(done.stdout.decode()[done.stdout.decode().index("{"):])
        self.assertIn("rounding", [d.get("code") for d in told["seen"]])
        self.assertIn("module `random`", told["hover"]["contents"]["value"])
        self.assertEqual(told["lens"], 2)


if __name__ == "__main__":
    unittest.main()
