# SPDX-License-Identifier: MIT
"""The commands of docs/first-approval.md, as they stand there."""
import re
import shlex
import unittest

import sluice
from engines import BY_STDIN, PASSPHRASE, Stored

PAGE = (sluice.SOURCE / "docs/first-approval.md").read_text()


class Walk(Stored):
    def walk(self, commands, env):
        run = words = ""
        for command in commands:
            line = command.replace("RUN", run).replace("WORDS", words).replace("examples/", f"{sluice.SOURCE}/examples/")
            said = self.call(*shlex.split(line), stdin=PASSPHRASE * 2, env=env)
            self.assertEqual(said.code, 11 if command.startswith("run ") else 0, f"{command}: {said.out}{said.err}")
            run = run or (re.search(r"run_0\w+", said.out) or [""])[0]
            words = words or (re.search(r"^  words +(\S+)", said.out, re.M) or ["", ""])[1]
        return said

    def test_nine_commands_lead_to_a_verified_receipt(self):
        commands = re.findall(r"^\$ sluice (.*)$", PAGE, re.M)
        self.assertLessEqual(len(commands), 9)
        said = self.walk(commands, BY_STDIN)
        self.assertIn("1 with 2 signed votes", said.out)
        self.assertTrue(said.out.endswith("verified\n"), said.out)

    def test_one_person_alone_names_no_files(self):
        commands = re.findall(r"^sluice (.*)$", PAGE.partition("## Alone")[2], re.M)
        self.assertEqual(len(commands), 6)
        said = self.walk(commands, {**BY_STDIN, "HOME": str(self.folder)})
        self.assertRegex(said.out, r"^run_\w+ answered at answer")

    def test_a_person_is_added_and_the_next_file_takes_force(self):
        for name in ("ann", "cus", "bob"):
            self.person(name)
        self.call("trust", "init", "--approver", "ann.key", "trust.yaml")
        self.call("runs", "list", "--trust", "trust.yaml")
        said = self.call("trust", "add-person", "cus.key", "--role", "custodian", "trust.yaml")
        self.assertEqual(said.code, 0, said.err)
        self.assertEqual(self.call("trust", "adopt", "trust.yaml").code, 0)
        before = self.write("before.yaml", (self.folder / "trust.yaml").read_text())
        before.chmod(0o600)
        self.assertEqual(self.call("trust", "add-person", "bob.key", "trust.yaml").code, 0)
        said = self.by("cus", "trust", "adopt", "trust.yaml", "--trust", before)
        self.assertEqual((said.code, "revision 2" in said.out), (0, True), said.out + said.err)
        self.assertIn("bob", self.call("trust", "show", "trust.yaml").out)
        self.assertIn("two people", self.call("trust", "add-person", "bob.key", "trust.yaml").err)

    def test_a_person_too_much_takes_no_line_from_the_file(self):
        for name in ("ann", "bob"):
            self.person(name)
        self.call("trust", "init", "--approver", "ann.key", "trust.yaml")
        head, services = (self.folder / "trust.yaml").read_text().split("services:")
        full = head + "# \n" * ((65500 - len(head + services)) // 3) + "services:" + services
        (self.folder / "trust.yaml").write_text(full)
        said = self.call("trust", "add-person", "bob.key", "trust.yaml")
        self.assertEqual(said.code, 2, said.err)
        self.assertIn("with this person the trust file exceeds 64 KiB", said.err)
        self.assertEqual((self.folder / "trust.yaml").read_text(), full)


if __name__ == "__main__":
    unittest.main()
