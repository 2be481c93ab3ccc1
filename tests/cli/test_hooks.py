# SPDX-License-Identifier: MIT
"""The hooks that pre-commit takes from this repository: as it would call them, and by itself where it is installed."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from sluice import PROGRAM, SOURCE, Case

HOOKS = SOURCE / ".pre-commit-hooks.yaml"
GOOD = """\
apiVersion: sluice/v1
id: good
title: counts things
revision: 1
extends: [pure-compute]
imports:
  deny:
    - {module: random, message: "results must be the same every time"}
"""
SUITE = """\
apiVersion: sluice-test/v1
policy: good
cases:
  - name: chance is not allowed
    code: import random
    expect: deny
    findings: {import.denied: 1}
"""


def hooks():
    """Each hook's entry, arguments and pattern, by its id."""
    found = {}
    for text in HOOKS.read_text().split("\n- ")[1:]:
        keys = dict(re.findall(r"(?m)^ *([a-z_]+): (.+)$", text))
        found[keys["id"]] = (keys["entry"].split(), keys["args"].strip("[]").split(", "), keys.get("files"))
    return found


class Call(Case):
    """The entry, the arguments, then the names of files."""

    def hook(self, name, *files):
        (program, *words), arguments, _ = hooks()[name]
        self.assertEqual(program, "sluice")
        return self.sluice(*words, *arguments, *files)

    def test_these_are_offered(self):
        self.assertEqual(set(hooks()), {"sluice-check", "sluice-policy-lint", "sluice-policy-test"})
        self.assertEqual(HOOKS.read_text().count("language: system"), 3)

    def test_programs_pass_or_not(self):
        self.write("good.py", "x = 1\n")
        self.write("bad.py", "import subprocess\n")
        self.assertEqual(self.hook("sluice-check", "good.py").code, 0)
        self.assertEqual(self.hook("sluice-check", "good.py", "bad.py").code, 1)

    def test_a_name_is_never_an_option(self):
        self.write("--help", "import subprocess\n")
        self.assertEqual(self.hook("sluice-check", "--help").code, 1)
        for name in ("sluice-policy-lint", "sluice-policy-test"):
            said = self.hook(name, "--help")
            self.assertEqual(said.code, 2)
            self.assertIn("policy '--help' is unknown", said.err)

    def test_policies_and_suites_pass_or_not(self):
        self.write("policies/good.yaml", GOOD)
        self.write("policies/good.test.yaml", SUITE)
        both = ["policies/good.test.yaml", "policies/good.yaml"]
        for names in (both, both[:1], both[1:], both[::-1]):
            for name in ("sluice-policy-lint", "sluice-policy-test"):
                said = self.hook(name, *names)
                self.assertEqual((said.code, said.err), (0, ""), said.out)
        self.write("policies/good.test.yaml", SUITE.replace("random", "math"))
        self.assertEqual(self.hook("sluice-policy-test", *both).code, 1)

    def test_their_files_are_policies_and_suites(self):
        for name in ("sluice-policy-lint", "sluice-policy-test"):
            pattern = re.compile(hooks()[name][2])
            for path, matches in [("policies/a.yaml", True), ("policies/b/a.test.yaml", True), ("a.yaml", False),
                                  ("policies/a.py", False), ("docs/policies/a.yaml", False)]:
                self.assertEqual(bool(pattern.search(path)), matches, path)


@unittest.skipUnless(shutil.which("pre-commit") and shutil.which("git"), "pre-commit or git is not installed")
class PreCommit(Case):
    def run_in(self, folder, *words):
        surroundings = {
            "PATH": f"{pathlib.Path(PROGRAM).parent}:/usr/bin:/bin", "HOME": str(self.folder), "LANG": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
        }
        if "ASAN_OPTIONS" in os.environ:
            surroundings["ASAN_OPTIONS"] = os.environ["ASAN_OPTIONS"]
        return subprocess.run(words, cwd=self.folder / folder, env=surroundings, capture_output=True, text=True,
                              timeout=200, check=False)

    def repository(self, name, files):
        for path, text in files.items():
            self.write(f"{name}/{path}", text)
        for words in (["git", "init", "-q"], ["git", "add", "-A"], ["git", "commit", "-qm", "x"]):
            done = self.run_in(name, *words)
            self.assertEqual(done.returncode, 0, done.stderr)
        return self.run_in(name, "git", "rev-parse", "HEAD").stdout.strip()

    def run_hooks(self):
        return self.run_in("work", "pre-commit", "run", "--all-files", "--color", "never")

    def test_it_finds_the_hooks_and_does_what_they_say(self):
        revision = self.repository("hooks", {".pre-commit-hooks.yaml": HOOKS.read_text()})
        ids = "".join(f"      - id: {name}\n" for name in hooks())
        config = f"repos:\n  - repo: {self.folder}/hooks\n    rev: {revision}\n    hooks:\n{ids}"
        self.repository("work", {".pre-commit-config.yaml": config, "good.py": "x = 1\n",
                                 "policies/good.yaml": GOOD, "policies/good.test.yaml": SUITE})
        done = self.run_hooks()
        self.assertEqual((done.returncode, done.stdout.count("Passed")), (0, 3), done.stdout + done.stderr)
        self.write("work/bad.py", "import subprocess\n")
        self.write("work/policies/good.yaml", GOOD.replace("random", "radnom"))
        self.run_in("work", "git", "add", "-A")
        done = self.run_hooks()
        self.assertEqual((done.returncode, done.stdout.count("Failed")), (1, 3), done.stdout + done.stderr)
        for words in ("bad.py:1:8: deny: ", "[name-unknown]", "1 failed"):
            self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
