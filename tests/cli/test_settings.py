# SPDX-License-Identifier: MIT
"""The file of settings: what it says holds where neither an option nor the environment says more; what is wrong in it is told at its place."""

import pathlib
import re
import unittest

from sluice import SOURCE, Case


class Settings(Case):
    def config(self, text, *words, mode=0o600, **env):
        path = self.write("conf/sluice.yaml", text)
        path.chmod(mode)
        return self.sluice(*words, env={"SLUICE_CONFIG": str(path), **env})

    def test_a_setting_holds_for_every_verb_that_takes_it(self):
        said = self.config("store: 'sqlite:mine.db'\n", "runs", "list", SLUICE_STORE="")
        self.assertEqual(said.code, 0, said.err)
        self.assertTrue((self.folder / "mine.db").exists())
        # `schema strength` takes no store: nothing reads the file, not even a wrong one.
        self.assertEqual(self.config("store: [\n", "version").code, 0)

    def test_environment_and_option_win(self):
        made = self.sluice("run", str(SOURCE / "examples/conversion/task.yaml"), "--store", "sqlite:option.db")
        self.assertIn("note: 'option.db' is a new store; it keeps", made.err)
        self.config("store: 'sqlite:file.db'\n", "runs", "list", SLUICE_STORE="sqlite:environment.db")
        self.config("store: 'sqlite:file.db'\n", "runs", "list", "--store", "sqlite:option.db", SLUICE_STORE="sqlite:environment.db")
        self.assertEqual([p.name for p in sorted(self.folder.glob("*.db"))], ["environment.db", "option.db"])

    def test_a_section_is_of_one_verb_and_paths_are_of_the_file(self):
        self.write("conf/mine.yaml", (SOURCE / "policies/pure-compute.yaml").read_text())
        self.write("p.py", "import json\nprint(1)\n")
        said = self.config("check: {policy: ./mine.yaml}\n", "check", "p.py", "--json")
        self.assertEqual(said.code, 0, said.err)
        self.assertEqual(said.json["policy"]["name"], "pure-compute")
        self.assertEqual(self.config("check: {policy: data-analysis}\n", "check", "p.py", "--policy", "pure-compute", "--json").json["policy"]["name"], "pure-compute")
        self.assertEqual(self.config("serve: {policy: data-analysis}\n", "check", "p.py").code, 2)

    def test_what_must_be_given_may_stand_there(self):
        said = self.config("serve: {tokens: nowhere.yaml}\n", "serve")
        self.assertNotIn("needs --tokens", said.err)
        self.assertIn(str(self.folder / "conf/nowhere.yaml"), said.err)

    def test_values_are_checked_as_on_the_command_line(self):
        said = self.config("serve: {tokens: t.yaml, workers: many}\n", "serve")
        self.assertEqual(said.code, 2)
        self.assertRegex(said.err, "'many' is not a number from [0-9]+.*, which --workers requires")
        self.assertIn("conf/sluice.yaml", said.err)

    def test_what_is_wrong_is_told_at_its_place(self):
        for text, message, line in [("stor: x\n", "'stor' is not a setting; did you mean 'store'?", 1),
                                    ("store: x\nzzzzzzzz: x\n", "'zzzzzzzz' is neither a setting nor a verb", 2),
                                    ("workers: 2\n", "'workers' is a setting of one verb, not of the whole file", 1),
                                    ("serve:\n  reason: x\n", "'reason' is neither a setting nor a verb", 2),
                                    ("store: {a: b}\n", "'a' is neither a setting nor a verb", 1), ("key: {a: b}\n", "a setting must be a text or a list of texts", 1),
                                    ("- store\n", "settings are names with values", 1)]:
            said = self.config(text, "runs", "list", SLUICE_STORE="")
            self.assertEqual(said.code, 2, text)
            self.assertIn(message, said.err)
            self.assertIn(f"sluice.yaml:{line}", said.err)

    def test_no_decision_can_stand_in_a_file(self):
        for setting in ("words", "reason", "trust-submitters", "approver", "solo", "code", "without-box", "justified"):
            said = self.config(f"approvals: {{{setting}: x}}\n", "runs", "list")
            self.assertEqual(said.code, 2, setting)
            self.assertRegex(said.err, "is (not a|neither a) setting")

    def test_others_may_not_write_it(self):
        for mode in (0o620, 0o602, 0o666):
            said = self.config("store: 'sqlite:x.db'\n", "runs", "list", mode=mode)
            self.assertEqual(said.code, 2)
            self.assertIn("other users may write the settings", said.err)
        self.assertEqual(self.config("store: 'sqlite:x.db'\n", "runs", "list", mode=0o644).code, 0)
        self.assertIn("can't read the settings", self.sluice("runs", "list", env={"SLUICE_CONFIG": "/no/such"}).err)

    def test_they_are_shown(self):
        text = "store: 'sqlite:x.db'\nserve: {host: [a.example.net, b.example.net]}\n"
        said = self.config(text, "settings", SLUICE_KEY="ann.key")
        self.assertEqual(said.code, 0, said.err)
        for part in ("conf/sluice.yaml", "all        store           sqlite:x.db", "serve      host            a.example.net, b.example.net", "now: ann.key"):
            self.assertIn(part, said.out)
        shown = self.config(text, "settings", "--json", SLUICE_KEY="ann.key").json
        self.assertIn({"verb": "serve", "setting": "host", "value": ["a.example.net", "b.example.net"]}, shown["settings"])
        self.assertEqual(shown["environment"]["SLUICE_KEY"], "ann.key")

    def test_every_variable_is_listed(self):
        """What the program asks the environment for is what `sluice settings` lists."""
        asked = set()
        for path in pathlib.Path(SOURCE).glob("*/**/*.c"):
            if path.parts[len(SOURCE.parts)] in ("build", "tests", "node_modules", "examples"):
                continue
            text = path.read_text()
            asked |= set(re.findall(r'getenv\("([A-Z_]+)"\)', text)) | set(re.findall(r'#define \w+_FD "([A-Z_]+)"', text))
        listed = set(self.sluice("settings", "--json").json["environment"])
        self.assertEqual(asked - {"HOME"}, listed)


if __name__ == "__main__":
    unittest.main()
