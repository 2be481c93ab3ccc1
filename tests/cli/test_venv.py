# SPDX-License-Identifier: MIT
"""A virtual environment that a policy names: what it brings into the box, and what it can not."""

import os
import pathlib
import subprocess
import sys
import unittest

from sluice import Case

HEAD = """apiVersion: sluice/v1
id: ours
revision: 1
"""
TIGHT = HEAD + """extends: [pure-compute]
override:
  - {what: imports, reason: "a module of our own"}
  - {what: executor, reason: "a module of our own"}
imports: {allow: [{module: ours, api: [double]}]}
"""
OPEN = HEAD + """extends: [permissive-sandboxed]
override:
  - {what: executor, reason: "a module of our own"}
"""
MODULE = """import os
def double(x):
    return 2 * x
def process():
    return os.getpid()
"""


class Venv(Case):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.site = self.folder / "site"
        self.site.mkdir(mode=0o755)
        self.module("ours.py", MODULE)

    def module(self, name, text):
        path = self.site / name
        path.write_text(text)
        path.chmod(0o644)
        return path

    def run_code(self, code, policy, venv=None):
        self.write("program.py", code)
        self.write("policy.yaml", policy + f"executor: {{venv: {venv or self.site}}}\n")
        said = self.sluice("run", "--code", "program.py", "--policy", "policy.yaml", "--json")
        return said, said.json

    def assert_prints(self, expected, code, policy, venv=None):
        said, run = self.run_code(code, policy, venv)
        self.assertEqual((run["execution"]["outcome"], run["stdout"]), ("ok", expected), said.out + said.err)
        return run

    def assert_not_started(self, message, venv=None):
        said, run = self.run_code("print(1)\n", OPEN, venv)
        self.assertNotEqual(said.code, 0)
        self.assertEqual(run["stdout"], "")
        self.assertIn(message, said.out + said.err)

    def test_a_named_module_is_there_with_its_named_api(self):
        run = self.assert_prints("42\n", "import ours\nprint(ours.double(21))\n", TIGHT)
        self.assertRegex(run["execution"]["venv_sha256"], "^[0-9a-f]{64}$")

    def test_names_outside_the_api_are_refused(self):
        for line in ("import ours\nprint(ours.process())\n", "import ours\nprint(ours.os.name)\n",
                     "from ours import os\n", "from ours import double, process\n"):
            said, run = self.run_code(line, TIGHT)
            self.assertEqual((said.code, run["findings"][0]["rule"]), (10, "import.api"), line)

    def test_a_module_that_no_table_knows_needs_an_api(self):
        self.write("program.py", "print(1)\n")
        self.write("policy.yaml", TIGHT.replace("[{module: ours, api: [double]}]", "[ours]"))
        said = self.sluice("check", "program.py", "--policy", "policy.yaml")
        self.assertNotEqual(said.code, 0)
        self.assertIn("policy.yaml:8:19: error: module 'ours' is unknown", said.err)
        self.assertIn("or list the allowed names: '{module: ours, api: [...]}'", said.err)

    def test_naming_one_loosens_what_is_extended(self):
        self.write("program.py", "print(1)\n")
        self.write("policy.yaml", HEAD + "extends: [pure-compute]\nexecutor: {venv: /opt/site}\n")
        said = self.sluice("check", "program.py", "--policy", "policy.yaml")
        self.assertIn("'venv' loosens 'executor' of the extended policy", said.err)

    def test_a_real_environment_works_and_is_read_only(self):
        venv = self.folder / "venv"
        made = subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=False,
                              capture_output=True)
        site = venv / ("lib/python%d.%d/site-packages" % sys.version_info[:2])
        if made.returncode != 0 or not site.is_dir():
            self.skipTest("no virtual environment can be made here: python3-venv")
        self.site = site
        self.module("ours.py", MODULE)
        self.assert_prints(
            "8 /usr/lib/python3/venv/ours.py\nno\n",
            "import ours\nprint(ours.double(4), ours.__file__)\n"
            "try:\n    open(ours.__file__, 'a')\nexcept OSError:\n    print('no')\n", OPEN, venv)

    def test_it_runs_nothing_at_the_start(self):
        for name in ("sitecustomize.py", "usercustomize.py"):
            self.module(name, "print('started')\n")
        self.module("ours.pth", "import sitecustomize\n/usr/lib\n")
        self.assert_prints("here\n", "import sys\nassert '/usr/lib' not in sys.path\nprint('here')\n", OPEN)

    def test_it_can_not_stand_for_the_standard_library(self):
        for name in ("json", "math", "os", "_io", "encodings", "datetime"):
            self.module(name + ".py", "print('shadowed')\n")
        self.assert_prints(
            "[1] 2.0\n", "import datetime\nimport json\nimport math\nimport os\nprint(json.loads('[1]'), math.sqrt(4))\n",
            OPEN)

    def test_links_out_of_it_lead_nowhere(self):
        secret = self.write("secret.txt", "hunter2")
        (self.site / "out").symlink_to(secret)
        (self.site / "up").symlink_to("../secret.txt")
        self.assert_prints(
            "FileNotFoundError\nFileNotFoundError\n",
            "for name in ('out', 'up'):\n    try:\n        print(open('/usr/lib/python3/venv/' + name).read())\n"
            "    except OSError as e:\n        print(type(e).__name__)\n", OPEN)

    def test_what_others_may_write_is_refused(self):
        path = self.module("loose.py", "")
        path.chmod(0o666)
        self.assert_not_started("other users can write to './loose.py' in the virtual environment")
        path.chmod(0o644)
        self.site.chmod(0o777)
        self.assert_not_started("other users can write to the virtual environment")

    @unittest.skipUnless(os.geteuid() == 0, "a plain user reaches its own folders")
    def test_a_folder_that_the_boxs_user_can_not_enter_is_named(self):
        self.folder.chmod(0o700)
        self.assert_not_started("the box's user can't reach a part of Sluice or the virtual environment")

    @unittest.skipUnless(os.geteuid() == 0, "needs root to give a file away")
    def test_what_belongs_to_others_is_refused(self):
        os.chown(self.site / "ours.py", 12345, 12345)
        self.assert_not_started("other users can write to './ours.py' in the virtual environment")

    def test_a_path_through_a_link_is_refused(self):
        link = self.folder / "link"
        link.symlink_to(self.site)
        self.assert_not_started("can't open the virtual environment", link)
        self.assert_not_started("can't open the virtual environment", pathlib.Path(link, "..", "site", "none"))

    def test_a_folder_that_is_none_stops_the_run(self):
        self.assert_not_started("can't open the virtual environment", self.folder / "program.py")


if __name__ == "__main__":
    unittest.main()
