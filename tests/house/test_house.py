# SPDX-License-Identifier: MIT
"""The checks of the house find what they are there for: names of libraries in strings of C, circles between files."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def run(script, *words):
    done = subprocess.run([sys.executable, "-B", HERE / script, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Folder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)

    def write(self, name, text):
        path = self.place / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path


class LibraryNames(Folder):
    def names(self, text, words=""):
        self.write("rules/a.c", text)
        return run("library_names.py", "--words", self.write("words.txt", words), self.place)

    def assert_found(self, text, name):
        status, said = self.names(text)
        self.assertEqual(status, 1, said)
        self.assertIn(name, said)

    def test_a_name_a_list_and_a_dotted_name_are_found(self):
        self.assert_found('bool f(void) { return str_is(s, "to_csv"); }', "a.c:1: to_csv")
        self.assert_found('x("keys values "\n  "items");', "keys values items")
        self.assert_found('say("use pandas.read_csv instead");', "pandas.read_csv")
        self.assert_found('is("builtins.sorted");', "builtins.sorted")
        self.assert_found('s = STR("matplotlib");', "matplotlib")

    def test_sentences_comments_and_includes_are_not(self):
        status, said = self.names('/* "to_csv" */ // "to_csv"\n#include "copy.h"\nsay("the keys and values of it, \\"all\\"", \'"\');')
        self.assertEqual(status, 0, said)

    def test_a_word_is_allowed_where_it_is_listed_and_must_be_said(self):
        self.assertEqual(self.names('is("to_csv");', "rules/*: to_csv")[0], 0)
        self.assertEqual(self.names('is("to_csv");', "other/*: to_csv")[0], 1)
        self.assertEqual(self.names('is("no such");', "rules/*: to_csv")[0], 1)

    def test_nothing_to_read_is_no_success(self):
        self.assertNotEqual(run("library_names.py", self.place)[0], 0)


class Circles(Folder):
    def circles(self, **files):
        objects = []
        for name, text in files.items():
            source = self.write(f"CMakeFiles/x.dir/{name}.c", text)
            objects.append(source.with_suffix(".o"))
            subprocess.run(["cc", "-c", source, "-o", objects[-1]], check=True)
        library = self.place / "libx.a"
        subprocess.run(["ar", "rc", library, *objects], check=True)
        return run("circles.py", library)

    def setUp(self):
        super().setUp()
        (self.place / "CMakeFiles/x.dir").mkdir(parents=True)

    def test_a_pair_may_be_a_circle_and_three_may_not(self):
        pair = {"a": "void b(void); void a(void) { b(); }", "b": "void a(void); void b(void) { a(); }"}
        self.assertEqual(self.circles(**pair)[0], 0)
        three = {"a": "void b(void); void a(void) { b(); }", "b": "void c(void); void b(void) { c(); }",
                 "c": "void a(void); void c(void) { a(); }"}
        status, said = self.circles(**three)
        self.assertEqual(status, 1, said)
        self.assertIn("circle of 3 files: a b c", said)

    def test_a_chain_is_none(self):
        chain = {"a": "void b(void); void a(void) { b(); }", "b": "int c; void b(void) { c = 1; }"}
        self.assertIn("circles of no files", self.circles(**chain)[1])

    def test_no_library_and_one_without_uses_are_no_success(self):
        self.assertEqual(run("circles.py", self.place / "none.a")[0], 2)
        self.assertEqual(self.circles(a="int a;", b="int b;")[0], 2)


if __name__ == "__main__":
    unittest.main()
