# SPDX-License-Identifier: MIT
"""embed_table refuses an effects.txt that it doesn't read as it is meant: test_effects.py EMBED_TABLE."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TABLE = pathlib.Path(__file__).resolve().parents[2] / "policy-engine/library/python-3.11.txt"
PROGRAM = sys.argv.pop()


class Effects(unittest.TestCase):
    def embed(self, text):
        with tempfile.TemporaryDirectory() as place:
            effects = pathlib.Path(place, "effects.txt")
            effects.write_text(text)
            done = subprocess.run([PROGRAM, pathlib.Path(place, "out.c"), TABLE, effects], capture_output=True, text=True, check=False)
            return done.returncode, done.stderr.replace(place + "/", "")

    def assert_refused(self, text, says):
        status, said = self.embed(text)
        self.assertEqual(status, 1, said)
        self.assertIn(says, said)

    def test_sound_lines_are_taken(self):
        self.assertEqual(self.embed(".a shows text\nb copy +c\n"), (0, ""))

    def test_a_misspelled_word_is_refused_with_the_near_one(self):
        self.assert_refused(".a shows\nb textt\n", "effects.txt:2: there is no effect 'textt'; did you mean text\n")
        self.assert_refused("a nothinglikeit\n", "effects.txt:1: there is no effect 'nothinglikeit'\n")

    def test_lines_out_of_order_and_doubled_ones_are_refused(self):
        self.assert_refused("b text\na text\n", "effects.txt:2: doubled, or not in order: 'a'")
        self.assert_refused("a text\na copy\n", "effects.txt:2: doubled, or not in order: 'a'")


if __name__ == "__main__":
    unittest.main()
