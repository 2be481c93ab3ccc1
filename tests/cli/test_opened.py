# SPDX-License-Identifier: MIT
"""What a run asked for: the inputs that it opened, as the kernel reports them, and addresses, in record, receipt and `runs show`."""
import unittest

from engines import Stored

READS = "import json\nwith open('b.csv') as file:\n    print(json.dumps({'size': len(file.read())}))\n"
NATIVE = "import json\nimport pandas as pd\nprint(json.dumps({'size': len(pd.read_csv('a.csv'))}))\n"
NONE = "import json\nprint(json.dumps({'size': 1}))\n"
ASKS = "import json\nimport socket\nprint(json.dumps({'size': len(socket.getaddrinfo('example.com', 80))}))\n"
POLICY = """apiVersion: sluice/v1
id: asks
title: names may be looked up, says the text
revision: 1
extends: [data-analysis]
override:
  - {what: imports, reason: "for this test"}
  - {what: capabilities, reason: "for this test"}
  - {what: attributes, reason: "for this test"}
imports: {allow: [{module: socket, api: [getaddrinfo], also: [getaddrinfo]}]}
attributes: {allow: [getaddrinfo]}
"""


class Opened(Stored):
    def setUp(self):
        super().setUp()
        self.write("asks.yaml", POLICY)
        self.write("s.json", {"type": "object"})
        self.write("a.csv", "x,y\n1,2\n")
        self.write("b.csv", "x,y\n3,4\n")

    def run_of(self, code, *words, policy="data-analysis"):
        self.write("c.py", code)
        asked = self.call("submit", "--code", "c.py", "--schema", "s.json", "--policy", policy, "--input", "a.csv", "--input", "b.csv",
                          "--goal", "x", "--json", *words)
        self.assertEqual(asked.code, 0, asked.out + asked.err)
        self.worked = self.call("worker", "--once", "--json")
        return asked.json["run_id"]

    def test_the_inputs_that_were_opened_are_told(self):
        for code, opened, line in ((READS, ["b.csv"], "b.csv (1 of 2 inputs)"), (NATIVE, ["a.csv"], "a.csv (1 of 2 inputs)"),
                                   (NONE, [], "none (0 of 2 inputs)")):
            with self.subTest(opened=opened):
                run = self.run_of(code)
                self.assertEqual(self.worked.json["status"], "answered", self.worked.out + self.worked.err)
                self.assertEqual(self.worked.json["execution"]["inputs_opened"], opened)
                self.assertEqual(self.call("runs", "show", run, "--json").json["inputs_opened"], opened)
                self.assertIn(f"\n  opened     {line}\n", self.call("runs", "show", run).out)
                told = self.call("receipt", "show", run).out
                self.assertRegex(told, rf"inputs +{len(opened)} opened\n")
                for name in opened:
                    self.assertRegex(told, rf"opened +{name}\n")

    def test_an_address_is_told_to_operators_and_by_whose_word(self):
        run = self.run_of(ASKS, policy="./asks.yaml")
        self.assertEqual(self.worked.json["status"], "refused", self.worked.out + self.worked.err)
        refused = self.worked.json["execution"]["violations"][-1]
        self.assertEqual((refused["address"], refused["by"]), ("example.com:80", "interpreter"))
        shown = self.call("runs", "show", run, "--json").json
        self.assertEqual(shown["addresses"], [{"address": "example.com:80", "what": "socket.getaddrinfo", "by": "interpreter"}])
        self.assertEqual(shown["inputs_opened"], [])
        self.assertIn("\n  asked for  example.com:80 (socket.getaddrinfo, refused; reported by the interpreter)\n", self.call("runs", "show", run).out)

    def test_an_address_is_told_where_the_kernel_alone_refuses(self):
        run = self.run_of(ASKS, policy="permissive-sandboxed")
        self.assertEqual(self.worked.json["status"], "refused", self.worked.out + self.worked.err)
        self.assertIn({"address": "example.com:80", "what": "socket.getaddrinfo", "by": "interpreter"},
                      self.call("runs", "show", run, "--json").json["addresses"])


if __name__ == "__main__":
    unittest.main()
