# SPDX-License-Identifier: MIT
"""The shipped policies: tested, covered, and no mutant of them goes unseen."""

import unittest

from sluice import SOURCE, Case, call

COVERED = ["data-analysis", "data-science", "file-transform", "permissive-sandboxed", "pure-compute",
           "strict-regulated", "symbolic-math", "text-and-web-documents", "text-processing"]


class PolicyShipped(Case):
    def test_each_has_a_page(self):
        names = [policy["name"] for policy in call("policy", "list", "--json").json]
        self.assertEqual(names, COVERED)
        for name in names:
            self.assertTrue((SOURCE / "docs" / "policies" / f"{name}.md").is_file(), name)

    def test_one_is_shown_as_its_files_or_as_a_model_is_told_of_it(self):
        shown = self.sluice("policy", "show", "data-science").out
        for name in ("pure-compute", "data-science"):
            self.assertIn(f"--- {name}.yaml\n" + (SOURCE / f"policies/{name}.yaml").read_text(), shown)
        self.assertLess(shown.index("--- pure-compute"), shown.index("--- data-science"))
        self.assertIn("\nModules to import, and no others", self.sluice("policy", "show", "data-science", "--prompt").out)

    def test_all_tests_pass_and_cover_everything(self):
        for name in COVERED:
            said = call("policy", "test", name, "--coverage", "--threshold", "100")
            self.assertEqual((said.code, said.err), (0, ""), said.out)

    def test_no_mutant_goes_unseen(self):
        for name in COVERED:
            said = call("policy", "mutate", name)
            self.assertEqual((said.code, said.err), (0, ""), said.out)


if __name__ == "__main__":
    unittest.main()
