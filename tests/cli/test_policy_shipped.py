# SPDX-License-Identifier: MIT
"""The shipped policies: tested, covered, and no mutant of them goes unseen."""

import unittest

from sluice import Case, call

COVERED = ["data-analysis", "permissive-sandboxed", "pure-compute"]


class PolicyShipped(Case):
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
