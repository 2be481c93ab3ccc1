# SPDX-License-Identifier: MIT
"""policy lint: how it is called, how it ends, what others read. The checks themselves: unit/policy-engine/lint."""

import json
import unittest

from sluice import SOURCE, Case, call

GOOD = """\
apiVersion: sluice/v1
id: good
title: counts things
revision: 2
interpreter: [cpython-3.11, cpython-3.13]
extends: [pure-compute]
imports:
  deny:
    - {module: random, message: "results must be the same every time"}
limits: {wall_s: 3, cpu_s: 3}
"""
SUITE = """\
apiVersion: sluice-test/v1
policy: good
limits: {wall_s: 3}
cases:
  - name: chance is not allowed
    code: import random
    expect: deny
    findings: {import.denied: 1}
"""
BAD = """\
apiVersion: sluice/v1
id: bad
title: counts things
revision: 1
extends: [good]
imports:
  deny: [os, math]
calls:
  deny: [{name: evel}]
output: {leaks: deny}
"""
FOUND = """\
bad.yaml:9:17: warning: removing call 'evel' changes no decision [entry-idle]
    9 |   deny: [{name: evel}]
      |                 ^^^^
why: readers believe that it matters, and nobody notices when the entry that really decides changes
help: remove it, or write what you meant

bad.yaml:9:17: error: 'evel' is unknown [name-unknown]
    9 |   deny: [{name: evel}]
      |                 ^^^^
why: a misspelled name denies nothing and allows nothing
help: check the spelling, or name the 'venv' that has it

bad.yaml:9:17: warning: call 'evel' has no message [rule-message]
    9 |   deny: [{name: evel}]
      |                 ^^^^
why: people and models see that something is refused, but not why
help: add a 'message'

1 error, 2 warnings, 0 notes
"""


class PolicyLint(Case):
    def setUp(self):
        super().setUp()
        self.write("good.yaml", GOOD)
        self.write("good.test.yaml", SUITE)
        self.write("bad.yaml", BAD)

    def lint(self, *words, code=1, **options):
        said = self.sluice("policy", "lint", *words, **options)
        self.assertEqual((said.code, said.err), (code, ""), said.out)
        return said

    def found(self, *words, **options):
        files = self.lint(*words, "--json", **options).json["files"]
        return [(f["path"], x["check"]) for f in files for x in f["findings"]]

    def test_a_clean_policy_ends_with_0(self):
        self.assertEqual(self.lint("good.yaml", code=0).out, "0 errors, 0 warnings, 0 notes\n")

    def test_a_person_sees_place_reason_and_remedy(self):
        self.assertEqual(self.lint("bad.yaml").out, FOUND)

    def test_each_wall_of_a_box_is_a_guarantees_name(self):
        self.write("good.yaml", GOOD + "executor: {require: [attributes, landlock], escalate: [atributes]}\n")
        findings = [x for f in self.lint("good.yaml", "--json").json["files"] for x in f["findings"]]
        self.assertEqual([x["message"] for x in findings if x["check"] == "name-unknown"],
                         ["no sandbox has the guarantee 'atributes'"])

    def test_of_the_shipped_policies_it_says_nothing(self):
        said = self.lint(SOURCE / "policies", "--json", code=0).json
        self.assertEqual([x for f in said["files"] for x in f["findings"]], [])
        names = {f["path"].rsplit("/", 1)[1] for f in said["files"]}
        self.assertTrue({p.name for p in (SOURCE / "policies").glob("*.yaml") if ".test." not in p.name} <= names)
        self.lint("pure-compute", code=0)

    def test_a_new_policy_has_no_warning(self):
        self.sluice("policy", "new", "fresh")
        self.assertEqual(self.lint("fresh.yaml", code=0).out, "0 errors, 0 warnings, 0 notes\n")

    def test_a_folder_is_all_its_policies(self):
        self.assertEqual({path for path, _ in self.found(".")}, {"bad.yaml"})
        self.assertEqual(self.found(), self.found("."))

    def test_checks_can_be_left_out(self):
        ids = ["name-unknown", "entry-idle", "rule-message"]
        words = [word for check in ids for word in ("--disable", check)]
        self.assertEqual(self.found("bad.yaml", *words, code=0), [])
        self.assertEqual(self.found("bad.yaml", *words[2:]), [("bad.yaml", "name-unknown")])

    def test_a_check_that_is_not_there_is_said(self):
        said = self.sluice("policy", "lint", "--disable", "name-unknwon", "bad.yaml")
        self.assertEqual((said.code, said.out, said.err), (
            2, "", "sluice: error: there is no check 'name-unknwon'; did you mean 'name-unknown'?\n"
            "help: `sluice policy lint --help` tells more\n"))
        said = self.sluice("policy", "lint", "--explain", "x")
        self.assertEqual((said.code, said.out, said.err), (
            2, "", "sluice: error: there is no check 'x': `policy lint --list` shows them\n"
            "help: `sluice policy lint --help` tells more\n"))

    def test_a_broken_policy_is_no_finding(self):
        self.write("bad.yaml", "apiVersion: sluice/v1\nid: bad\nrevision: 1\nimport: {}\n")
        said = self.sluice("policy", "lint", "good.yaml", "bad.yaml")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertTrue(said.err.startswith("bad.yaml:4:1: error: unknown key 'import'\n"), said.err)

    def test_a_policy_of_many_entries_is_answered_in_time(self):
        """Each entry is tried: what would take minutes is told, and never left out in silence."""
        names = ",".join(f"a{i}" for i in range(3000))
        self.write("bad.yaml", GOOD.replace("id: good", "id: bad") + f"attributes: {{deny: [{names}]}}\n")
        said = self.lint("bad.yaml", "--disable", "name-unknown", "--json").json["files"][0]["findings"]
        self.assertEqual([x["message"] for x in said], ["the policy has 3001 entries: too many to test each one's effect"])


class Replaced(Case):
    def test_a_list_of_names_that_replaces_another_says_so(self):
        self.write("base.yaml", GOOD.replace("id: good", "id: base").replace("extends: [pure-compute]", "extends: [data-analysis]"))
        self.write("child.yaml", GOOD.replace("id: good", "id: child").replace("extends: [pure-compute]", "extends: [base]").replace(
            "imports:\n", "imports:\n  allow:\n    - {module: shutil, api: [copy, move]}\n    - {module: json, api: [loads]}\n"))
        said = call("policy", "lint", "child.yaml", cwd=self.folder)
        self.assertIn("child.yaml:9:16: note: the 'api' of 'shutil' takes the place of the extended policy's, which has: copyfile copyfileobj copy2 rmtree "
                      "copytree disk_usage [import-api-replaced]", said.out)
        self.assertEqual(said.out.count("import-api-replaced"), 1)
        self.write("grandchild.yaml", GOOD.replace("id: good", "id: grandchild").replace("extends: [pure-compute]", "extends: [child]"))
        self.assertNotIn("import-api-replaced", call("policy", "lint", "grandchild.yaml", cwd=self.folder).out)


class Since(Case):
    def setUp(self):
        super().setUp()
        self.write("good.yaml", GOOD)
        self.write("good.test.yaml", SUITE)

    def lint(self, since, *words, **options):
        return self.sluice("policy", "lint", "good.yaml", *words, "--since", since, **options)

    def test_the_revision_rises_with_the_text(self):
        for before, code in [(GOOD, 0), (GOOD.replace("revision: 2", "revision: 1"), 0),
                             (GOOD + "# more\n", 1), (GOOD.replace("revision: 2", "revision: 3"), 1)]:
            self.write("before.txt", before)
            said = self.lint("before.txt")
            self.assertEqual((said.code, said.err), (code, ""), said.out)
            self.assertEqual("[policy-revision]" in said.out, code == 1)
            self.assertEqual(self.lint("-", stdin=before.encode()).out, said.out)

    def test_what_is_no_policy_is_no_finding(self):
        self.write("before.txt", "a: [\n")
        said = self.lint("before.txt")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertTrue(said.err.startswith("the earlier text:"), said.err)
        said = self.lint("missing.txt")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertTrue(said.err.startswith("sluice: error: can't open 'missing.txt': "), said.err)

    def test_it_is_for_one_policy(self):
        self.write("before.txt", GOOD)
        said = self.lint("before.txt", "pure-compute")
        self.assertEqual((said.code, said.out, said.err), (
            2, "", "sluice: error: --since is for one policy, not for 2\nhelp: `sluice policy lint --help` tells more\n"))


class Table(Case):
    def test_the_page_of_the_documentation_is_the_table(self):
        said = call("policy", "lint", "--list", "--format", "page")
        self.assertEqual((said.code, said.err), (0, ""))
        self.assertEqual(said.out, (SOURCE / "docs" / "policy-lint.md").read_text())

    def test_the_list_has_each_check_once(self):
        listed = [line.split()[0] for line in call("policy", "lint", "--list").out.splitlines()]
        table = call("policy", "lint", "--list", "--json").json
        self.assertLess(len(listed), 30)
        self.assertEqual(listed, [check["id"] for check in table])
        self.assertEqual(len(set(listed)), len(listed))
        self.assertEqual({check["level"] for check in table}, {"error", "warning", "note"})

    def test_a_check_explains_itself(self):
        said = call("policy", "lint", "--explain", "import-unmounted")
        self.assertEqual((said.code, said.err, said.out), (
            0, "", "import-unmounted, an error: a module of a package, but no packages in the box\n"
            "why: programs pass the gate and fail at their first line\n"
            "help: set 'executor: {packages: true}' and 'tier: native', or remove the module\n"))


class Formats(Case):
    """What `sluice check` prints, with a policy as the file and a check as the rule."""

    def setUp(self):
        super().setUp()
        self.write("good.yaml", GOOD)
        self.write("bad.yaml", BAD)

    def lint(self, name):
        said = self.sluice("policy", "lint", "bad.yaml", "--format", name)
        self.assertEqual((said.code, said.err), (1, ""), said.out)
        return said

    def test_json(self):
        said = self.lint("json").json["files"]
        self.assertEqual([f["path"] for f in said], ["bad.yaml"])
        self.assertRegex(said[0]["sha256"], "^[0-9a-f]{64}$")
        self.assertEqual(said[0]["findings"][1], {
            "check": "name-unknown", "level": "error", "message": "'evel' is unknown",
            "why": "a misspelled name denies nothing and allows nothing",
            "remedy": "check the spelling, or name the 'venv' that has it",
            "line": 9, "column": 17, "end_line": 9, "end_column": 21, "snippet": "evel"})

    def test_github(self):
        self.assertEqual(self.lint("github").out, (
            "::warning file=bad.yaml,line=9,col=17,endLine=9,title=entry-idle::"
            "removing call 'evel' changes no decision\n"
            "::error file=bad.yaml,line=9,col=17,endLine=9,title=name-unknown::'evel' is unknown\n"
            "::warning file=bad.yaml,line=9,col=17,endLine=9,title=rule-message::call 'evel' has no message\n"))

    def test_sarif(self):
        run = self.lint("sarif").json["runs"][0]
        self.assertEqual([(r["ruleId"], r["level"]) for r in run["results"]], [
            ("entry-idle", "warning"), ("name-unknown", "error"), ("rule-message", "warning")])
        rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
        self.assertEqual(rules["rule-message"]["help"]["text"], "add a 'message'")
        self.assertEqual(run["artifacts"][0]["sourceLanguage"], "yaml")
        self.assertEqual(run["invocations"][0]["exitCode"], 1)
        self.assertNotIn("properties", run["tool"]["driver"])

    def test_junit(self):
        out = self.lint("junit").out
        self.assertIn('<testsuite name="policy lint" tests="1" failures="1">', out)
        self.assertEqual(out.count("<failure"), 3)

    def test_another_is_not_known(self):
        said = self.sluice("policy", "lint", "bad.yaml", "--format", "tap")
        self.assertEqual((said.code, said.out, said.err), (
            2, "", "sluice: error: --format does not accept 'tap': it takes human, json, sarif, junit, github or page\nhelp: `sluice policy lint --help` tells more\n"))


if __name__ == "__main__":
    unittest.main()
