# SPDX-License-Identifier: MIT
"""policy render and schema print: the whole of a policy, and what one may hold."""

import json
import os
import pty
import subprocess
import unittest

from sluice import PROGRAM, SOURCE, Case, call

BASE = """\
apiVersion: sluice/v1
id: base
revision: 1
imports: {allow: [math]}
builtins:
  allow: [print]
limits: {wall_s: 5}
"""
CHILD = """\
apiVersion: sluice/v1
id: child
revision: 2
extends: [base]
override: [{what: rules, reason: "few are needed"}]
imports:
  deny: [math]
rules:
  - id: small
    call: range
    as: [value]
    unless: {arg: {"0": {below: 10}}}
    otherwise: deny
limits: {wall_s: 3}
"""


class PolicyRender(Case):
    def test_each_line_has_its_origin(self):
        self.write("base.yaml", BASE)
        self.write("child.yaml", CHILD)
        said = call("policy", "render", "child.yaml", cwd=self.folder)
        self.assertEqual((said.code, said.err), (0, ""))
        lines = [" ".join(line.split()) for line in said.out.splitlines()]
        for line in ["child revision 2, of base.yaml, child.yaml", "default: deny # said nowhere",
                     "deny: math # child.yaml:7", "allow: print # base.yaml:6", "deny: small # child.yaml:9",
                     "range # child.yaml:9", "value # child.yaml:9", "condition 1 # child.yaml:12",
                     "condition 1, argument '0' # child.yaml:12", "wall_s: 3 # child.yaml:14", "cpu_s: 0 # said nowhere"]:
            self.assertIn(line, lines)
        self.assertNotIn("allow: math # base.yaml:4", lines)

    def test_the_schemas_are_printed_as_they_are_used(self):
        for name, file in [("policy", "policy-engine/policy"), ("test", "policy-author/suite"), ("waivers", "trust/waivers"),
                           ("task", "pipeline/task"), ("trust", "trust/trust")]:
            said = call("schema", "print", name)
            self.assertEqual(said.out, (SOURCE / f"{file}.schema.json").read_text())
            self.assertEqual(json.loads(said.out)["type"], "object")

    def test_each_key_of_the_schemas_is_described(self):
        def bare(node, schema):
            if isinstance(node, list):
                for one in node:
                    yield from bare(one, schema)
            elif isinstance(node, dict):
                keys = node.get("properties")
                for name, value in (keys.items() if isinstance(keys, dict) else ()):
                    named = schema.get("$defs", {}).get(str(value.get("$ref", "")).rpartition("/")[2], {})
                    if "description" not in value and "description" not in named:
                        yield name
                for one in node.values():
                    yield from bare(one, schema)

        for name in ("policy", "test", "waivers", "task", "trust"):
            schema = json.loads(call("schema", "print", name).out)
            self.assertEqual(list(bare(schema, schema)), [], name)

    def test_a_new_policy_passes_its_own_tests_whole(self):
        said = call("policy", "new", "team-a", cwd=self.folder)
        self.assertEqual((said.code, said.out), (
            0, "team-a.yaml\nteam-a.test.yaml\nnext: sluice policy test team-a.yaml\n"))
        said = call("policy", "test", "--coverage", "--threshold", "100", cwd=self.folder)
        self.assertEqual((said.code, said.err), (0, ""), said.out)
        self.assertEqual(call("policy", "mutate", cwd=self.folder).code, 0)

    def test_each_template_passes_its_own_tests_whole(self):
        for template in ("compute", "tables", "review", "scratch"):
            said = call("policy", "new", f"my-{template}", "--template", template, "--title", "what: it \"does\"",
                        cwd=self.folder)
            self.assertEqual(said.code, 0, said.err)
            shown = call("policy", "show", f"my-{template}.yaml", cwd=self.folder)
            self.assertIn("what: it \"does\"", shown.out)
        said = call("policy", "test", "--coverage", "--threshold", "100", cwd=self.folder)
        self.assertEqual((said.code, said.err), (0, ""), said.out)
        self.assertEqual(call("policy", "mutate", cwd=self.folder).code, 0)
        said = call("policy", "lint", ".", cwd=self.folder)
        self.assertIn("0 errors, 0 warnings", said.out)
        self.assertEqual(said.code, 0)

    def test_at_a_terminal_it_asks(self):
        mine, theirs = pty.openpty()
        os.write(mine, b"tables\nsales of the week\n")
        done = subprocess.run([PROGRAM, "policy", "new", "asked"], stdin=theirs, capture_output=True, cwd=self.folder,
                              timeout=20, check=False)
        os.close(theirs)
        os.close(mine)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"what is it for [compute]: ", done.stderr)
        text = (self.folder / "asked.yaml").read_text()
        self.assertIn('title: "sales of the week"\n', text)
        self.assertIn("extends: [data-analysis]\n", text)

    def test_a_template_that_is_none(self):
        said = call("policy", "new", "x", "--template", "all", cwd=self.folder)
        self.assertEqual(said.code, 2)
        self.assertIn("it takes compute, tables, review or scratch", said.err)

    def test_a_new_policy_replaces_none(self):
        self.write("a.yaml", "mine")
        said = call("policy", "new", "a", cwd=self.folder)
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: 'a.yaml' already exists\nhelp: choose another name, or another folder\n"))
        self.assertEqual((self.folder / "a.yaml").read_text(), "mine")
        for name in ["../a", "A", "-a", "a.b", ""]:
            said = call("policy", "new", "--", name, cwd=self.folder)
            self.assertEqual((said.code, said.err), (
                2, f"sluice: error: '{name}' is not a name for a policy: small letters, digits and dashes\n"
                "help: `sluice policy new --help` tells more\n"))

    def test_another_schema_is_not_known(self):
        said = call("schema", "print", "tasks")
        self.assertEqual((said.code, said.err), (
            2, "sluice: error: there are schemas for 'policy', 'test', 'waivers', 'task' and 'trust', not for 'tasks'\n"
            "help: `sluice schema print --help` tells more\n"))

    def test_each_schema_is_one(self):
        for name in ("policy", "test", "waivers", "task", "trust"):
            said = call("schema", "print", name)
            self.assertEqual(said.code, 0, said.err)
            (self.folder / "s.json").write_text(said.out)
            checked = call("schema", "check", "s.json", "--lax", cwd=self.folder)
            self.assertEqual((checked.code, checked.out), (0, "s.json: a valid schema\n"), checked.err)


if __name__ == "__main__":
    unittest.main()
