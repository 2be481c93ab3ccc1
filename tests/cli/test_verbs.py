# SPDX-License-Identifier: MIT
"""check, doctor, policy, version: their output and exit codes."""

import json

from sluice import Case

FINDING_KEYS = {"rule", "decision", "severity", "message", "remedy", "line", "column", "end_line", "end_column",
                "snippet"}


class Check(Case):
    def test_clean_code_is_allowed(self):
        path = self.write("good.py", "import math\nprint(math.sqrt(2))\n")
        said = self.sluice("check", "--policy", "pure-compute", "--json", path)
        self.assertEqual(said.code, 0, said.err + said.out)
        report = said.json
        self.assertEqual(set(report["policy"]), {"name", "revision", "sha256"})
        self.assertEqual(report["files"][0]["verdict"], "allow")
        self.assertEqual(report["files"][0]["findings"], [])

    def test_an_alias_is_seen_through(self):
        path = self.write("bad.py", "import os as harmless\nharmless.system('ls')\n")
        said = self.sluice("check", "--policy", "pure-compute", "--json", path)
        self.assertEqual(said.code, 1)
        file = said.json["files"][0]
        self.assertEqual(file["verdict"], "deny")
        first = file["findings"][0]
        self.assertLessEqual(FINDING_KEYS, set(first))
        self.assertEqual((first["line"], first["decision"]), (1, "deny"))

    def test_the_same_text_gives_the_same_bytes(self):
        path = self.write("bad.py", "import ctypes, subprocess\neval('1')\nx = print.__self__\n")
        first = self.sluice("check", "--policy", "data-analysis", "--json", path)
        second = self.sluice("check", "--policy", "data-analysis", "--json", path)
        self.assertEqual(first.out, second.out)
        self.assertGreaterEqual(len(first.json["files"][0]["findings"]), 4, "all findings at once")

    def test_a_person_sees_the_line_and_carets(self):
        path = self.write("bad.py", "x = 1\nimport subprocess\n")
        said = self.sluice("check", "--policy", "pure-compute", path)
        self.assertEqual(said.code, 1)
        self.assertIn("bad.py:2:", said.out)
        self.assertIn("import subprocess", said.out)
        self.assertIn("^", said.out)

    def test_standard_input_is_a_file(self):
        said = self.sluice("check", "--policy", "pure-compute", "--json", "-", stdin=b"import os\n")
        self.assertEqual((said.code, said.json["files"][0]["verdict"]), (1, "deny"))

    def test_what_can_not_be_parsed_is_denied(self):
        for text in [b"def f(:\n", b"x = '\xff'\n", b"\xef\xbb\xbfx = 1\n", b"x = 1\rimport os\n", b"x = 1\0\n",
                     b"print 'x'\n"]:
            path = self.write("bad.py", text)
            said = self.sluice("check", "--policy", "data-analysis", "--json", path)
            self.assertEqual((said.code, said.json["files"][0]["verdict"]), (1, "deny"), text)

    def test_empty_code_is_allowed(self):
        said = self.sluice("check", "--policy", "pure-compute", "--json", self.write("empty.py", ""))
        self.assertEqual((said.code, said.json["files"][0]["verdict"]), (0, "allow"))


class Others(Case):
    def test_policies_are_listed_and_shown(self):
        said = self.sluice("policy", "list", "--json")
        self.assertEqual(said.code, 0, said.err)
        names = [p["name"] for p in said.json]
        self.assertLessEqual({"pure-compute", "data-analysis"}, set(names))
        for name in names:
            shown = self.sluice("policy", "show", name, "--json")
            self.assertEqual(shown.code, 0, shown.err)
            self.assertIsInstance(shown.json, dict)
            self.assertIn(name, self.sluice("policy", "show", name).out)

    def test_doctor_explains_this_machine(self):
        said = self.sluice("doctor", "--json")
        self.assertIn(said.code, (0, 13))
        guarantees = said.json["guarantees"]
        self.assertGreaterEqual(len(guarantees), 8)
        for g in guarantees:
            self.assertIn(g["state"], ("enforced", "partial", "absent"))
            if g["state"] != "enforced":
                self.assertTrue(g["why"], g)

    def test_version_is_one_line_or_json(self):
        self.assertRegex(self.sluice("version").out, r"^sluice \d+\.\d+\.\d+\n$")
        self.assertEqual(set(json.loads(self.sluice("--version", "--json").out)), {"version"})

    def test_every_verb_has_help_with_an_example(self):
        for verb in ["run", "check", "policy", "doctor", "version"]:
            said = self.sluice(verb, "--help")
            self.assertEqual(said.code, 0)
            self.assertIn("example: sluice " + verb, said.out)
