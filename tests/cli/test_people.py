# SPDX-License-Identifier: MIT
"""One trust file is in force; another takes its place when its custodians sign that, and no file that somebody brings does."""
import unittest

from owner import Owner

PEOPLE = {"rita": ["requester"], "ann": ["approver"], "opa": ["operator"], "cus": ["custodian"], "tod": ["custodian"]}


class People(Owner):
    def setUp(self):
        super().setUp()
        self.trust(PEOPLE)
        self.assertEqual(self.call("runs", "list").code, 0)
        self.real = (self.folder / "trust.yaml").read_text()

    def other(self, text, name="mine.yaml"):
        path = self.write(name, text)
        path.chmod(0o644)
        return path

    def strangers(self):
        """A file of somebody else's people, with every role."""
        self.person("eve")
        self.person("mal")
        lines = ["apiVersion: sluice/v1", "revision: 9", "people:"]
        for name in ("eve", "mal"):
            lines += [f"  - id: {name}", f"    name: {name}", "    keys:",
                      f'      - {{public: "{self._keys[name][0]}", from: 2020-01-01, until: 2099-01-01}}', "    roles:"]
            lines += [f'      - {{role: {role}, scope: "*", from: 2020-01-01, until: 2099-01-01}}'
                      for role in ("operator", "custodian", "redactor", "approver")]
        return self.other("\n".join(lines) + "\n")

    def in_force(self, path):
        return self.call("runs", "list", "--trust", path).code == 0

    # -- a file that somebody brings -----------------------------------------------------------------

    def test_a_strangers_file_does_nothing(self):
        mine = self.strangers()
        self.by("opa", "halt", "--reason", "something is very wrong")
        for words in (["resume", "--reason", "all is well again"], ["runs", "cancel", "run_x"], ["worker", "--once"],
                      ["hold", "place", "--matter", "m-1", "--reason", "for no good reason"],
                      ["retention", "set", "output", "--keep", "1d", "--reason", "shorter is better"],
                      ["approvals", "list"], ["trust", "adopt", mine]):
            said = self.by("eve", *words, "--trust", mine)
            self.assertIn("is not the one in force", said.err, words)
            self.assertNotEqual(said.code, 0)
        self.assertTrue(self.in_force(self.folder / "trust.yaml"))

    def test_a_file_that_revokes_a_colleagues_key_revokes_nothing(self):
        lines = self.real.split("\n")
        at = lines.index("  - id: ann") + 3
        lines[at] = lines[at].replace("}", ", revoked: 2021-01-01}")
        self.assertFalse(self.in_force(self.other("\n".join(lines))))
        self.assertIn("valid", self.call("keys", "list").out)
        self.assertEqual(self.statement("SELECT count(*) FROM principal_key WHERE revoked_us IS NOT NULL"), [0] if self.engine == "sqlite" else ["0"])

    def test_a_renamed_person_stops_nobody(self):
        renamed = self.other(self.real.replace("id: ann", "id: anne") + "revision: 1\n")
        self.assertFalse(self.in_force(renamed))
        said = self.by("cus", "trust", "adopt", renamed)
        self.assertIn("the owner of a key does not change", said.err)
        self.assertTrue(self.in_force(self.folder / "trust.yaml"))

    # -- another takes force -------------------------------------------------------------------------

    def test_a_custodian_signs_the_next_one(self):
        nxt = self.other(self.real.replace("id: rita", "id: rena") .replace(self._keys["rita"][0], self.person("rena")) + "revision: 1\n")
        said = self.by("cus", "trust", "adopt", nxt)
        self.assertEqual(said.code, 0, said.err)
        self.assertTrue(self.in_force(nxt))
        self.assertIn("is not the one in force (revision 1", self.call("worker", "--once").err)
        old = self.other(self.real + "# once more\nrevision: 1\n", "old.yaml")
        self.assertIn("is not higher than 1", self.by("cus", "trust", "adopt", old, "--trust", nxt).err)
        self.assertEqual(self.call("ledger", "verify", "--trust", nxt).code, 0)

    def test_nobody_else_does(self):
        nxt = self.other(self.real + "revision: 1\n")
        for name in ("ann", "opa", "rita"):
            self.assertIn("custodian", self.by(name, "trust", "adopt", nxt).err)
        self.assertIn("the next trust file must be signed by a custodian of the one in force", self.call("trust", "adopt", nxt).err)
        self.assertTrue(self.in_force(self.folder / "trust.yaml"))

    def test_as_many_as_the_file_in_force_says(self):
        two = self.other(self.real + "revision: 1\ncustodians: 2\n")
        self.assertEqual(self.by("cus", "trust", "adopt", two).code, 0)
        three = self.other(self.real + "revision: 2\n", "three.yaml")
        for _ in range(2):
            said = self.by("cus", "trust", "adopt", three, "--trust", two)
            self.assertEqual((said.code, "requires more" in said.out), (11, True), said.err)
        self.assertFalse(self.in_force(three))
        self.assertEqual(self.by("tod", "trust", "adopt", three, "--trust", two).code, 0)
        self.assertTrue(self.in_force(three))

    def test_without_custodians_the_owner_alone(self):
        self.trust({"ann": ["approver"]})
        text = (self.folder / "trust.yaml").read_text()
        self.assertEqual(self.by("cus", "trust", "adopt", self.other(text + "revision: 1\n"),
                                 "--trust", self.other(self.real, "real.yaml")).code, 0)
        nxt = self.other(text + "revision: 2\n", "next.yaml")
        said = self.call("trust", "adopt", nxt)
        self.assertEqual((said.code, "nobody signed it" in said.out), (0, True), said.err)
        self.assertTrue(self.in_force(nxt))

    # -- who cancels ---------------------------------------------------------------------------------

    def submitted(self):
        self.write("a.py", "print(1)\n")
        said = self.by("rita", "submit", "--code", "a.py", "--policy", "pure-compute", "--json")
        self.assertEqual(said.code, 0, said.err)
        return said.json["run_id"]

    def test_only_who_asked_or_an_operator_cancels(self):
        run = self.submitted()
        self.assertIn("neither asked for this run", self.by("ann", "runs", "cancel", run).err)
        self.assertIn("another person requested run", self.call("runs", "cancel", run).err)
        self.assertEqual(self.call("runs", "show", run, "--json").json["state"], "received")
        self.assertEqual(self.by("rita", "runs", "cancel", run).out, f"{run} cancelled\n")
        other = self.submitted()
        self.assertEqual(self.by("opa", "runs", "cancel", other, "--reason", "it takes too long").out, f"{other} cancelled\n")
        self.assertEqual(self.call("ledger", "verify").code, 0)


if __name__ == "__main__":
    unittest.main()
