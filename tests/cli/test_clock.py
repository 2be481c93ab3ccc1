# SPDX-License-Identifier: MIT
"""A clock that was wrong: what the store has seen of it, and how an operator sets that right."""
import os
import subprocess
import unittest

from engines import Stored

YEAR = 365 * 86400


class Clocks(Stored):
    def setUp(self):
        super().setUp()
        if self.engine == "postgresql":
            self.skipTest("the server's clock is the store's: tests/store/test_world.py sets it")
        self.trust({"ann": ["approver"], "oto": ["operator"]})
        self.clock = self.write("clock", "0")
        self.env.update(LD_PRELOAD=os.environ["SLUICE_TEST_CLOCK"], FAKE_CLOCK=str(self.clock),
                        ASAN_OPTIONS="verify_asan_link_order=0:detect_leaks=0")
        self.write("one.py", "print(1)\n")

    def at(self, seconds):
        self.clock.write_text(str(seconds))

    def run_one(self):
        return self.call("run", "--code", "one.py", "--policy", "data-analysis")

    def accept(self, who="oto", reason="the clock stood a year ahead"):
        return self.by(who, "ledger", "clock", "accept", "--reason", reason)

    def test_a_year_ahead_and_back(self):
        self.assertEqual(self.run_one().code, 0)
        self.at(YEAR)
        said = self.run_one()
        self.assertEqual(said.code, 0, said.err)
        self.at(0)
        said = self.run_one()
        self.assertNotEqual(said.code, 0)
        self.assertIn("ledger clock accept", said.err)
        said = self.accept()
        self.assertEqual(said.code, 0, said.out + said.err)
        said = self.run_one()
        self.assertEqual(said.code, 0, said.out + said.err)
        said = self.call("ledger", "verify", "--json")
        self.assertIn("an operator accepted the clock", said.out)
        said = self.call("store", "verify")
        self.assertEqual(said.code, 0, said.out + said.err)

    def test_a_look_alone_with_the_wrong_clock_is_set_right_too(self):
        self.assertEqual(self.run_one().code, 0)
        self.at(YEAR)
        self.assertEqual(self.call("runs", "list").code, 0)
        self.at(0)
        self.assertEqual(self.accept().code, 0)
        self.assertEqual(self.run_one().code, 0)
        self.at(-3600)
        self.assertNotEqual(self.run_one().code, 0)

    def test_nobody_else_says_it(self):
        self.assertEqual(self.run_one().code, 0)
        self.at(YEAR)
        self.assertEqual(self.call("runs", "list").code, 0)
        self.at(0)
        for said in (self.accept("ann"), self.call("ledger", "clock", "accept", "--reason", "because I say so"),
                     self.accept(reason="")):
            self.assertNotEqual(said.code, 0, said.out)
        self.assertNotEqual(self.run_one().code, 0)

    def test_an_old_word_is_not_said_again(self):
        """The row that lets the clock go back has to be of this very minute."""
        self.test_a_year_ahead_and_back()
        self.at(300)
        self.assertEqual(self.run_one().code, 0)
        said = subprocess.run([os.environ["SLUICE_TEST_APPLICATION"], self.store.removeprefix("sqlite:"),
                               "UPDATE meta SET value = '1' WHERE name = 'clock_us'"],
                              capture_output=True, text=True, check=False, env={**os.environ, **self.env})
        self.assertEqual((said.returncode, said.stderr), (1, "the latest time seen does not go back\n"))


if __name__ == "__main__":
    unittest.main()
