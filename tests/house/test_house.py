# SPDX-License-Identifier: MIT
"""The checks of the house find what they are there for: names of libraries in strings of C, circles between files."""
import pathlib
import shutil
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
        path.parent.mkdir(parents=True, exist_ok=True)
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
    """The files of `x/` stand in one folder, those of `y/` in another."""
    PAIR = {"x/a": "void b(void); void a(void) { b(); }", "x/b": "void a(void); void b(void) { a(); }"}

    def circles(self, files, known=""):
        """Objects of an earlier call stay, as in a build, without their sources."""
        objects = []
        shutil.rmtree(self.place / "sources", ignore_errors=True)
        for name, text in files.items():
            source = self.write(f"sources/{name}.c", text)
            objects.append(self.place / f"CMakeFiles/x.dir/{name}.c.o")
            objects[-1].parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cc", "-c", source, "-o", objects[-1]], check=True)
        library = self.place / "libx.a"
        library.unlink(missing_ok=True)
        subprocess.run(["ar", "rc", library, *objects], check=True)
        return run("circles.py", "--known", self.write("known.txt", known), library, self.place / "sources")

    def test_a_circle_in_a_folder_has_to_be_listed_with_a_reason(self):
        status, said = self.circles(self.PAIR)
        self.assertEqual(status, 1, said)
        self.assertIn("files in a circle: x/a.c x/b.c", said)
        self.assertEqual(self.circles(self.PAIR, "x/a.c x/b.c # they are one\n")[0], 0)
        self.assertEqual(self.circles(self.PAIR, "x/a.c x/b.c\n")[0], 2)

    def test_a_listed_circle_grows_and_goes_with_its_list_only(self):
        more = {"x/b": "void c(void); void b(void) { c(); }", "x/c": "void a(void); void c(void) { a(); }"}
        self.assertEqual(self.circles(self.PAIR | more, "x/a.c x/b.c # they are one\n")[0], 1)
        self.assertIn("listed, and no circle", self.circles(self.PAIR, "x/a.c x/b.c # one\nx/b.c x/c.c # gone\n")[1])

    def test_folders_in_a_circle_are_never_let_be(self):
        files = {"x/a": "void b(void); void a(void) { b(); }", "y/b": "int c(void); void b(void) { c(); }", "x/c": "int c(void) { return 1; }"}
        status, said = self.circles(files)
        self.assertEqual(status, 1, said)
        self.assertIn("folders in a circle: x y", said)

    def test_a_chain_is_none_and_what_a_source_left_behind_does_not_count(self):
        chain = {"x/a": "void b(void); void a(void) { b(); }", "y/b": "int c; void b(void) { c = 1; }"}
        self.assertEqual(self.circles(self.PAIR)[0], 1)
        self.assertEqual(self.circles(chain)[0], 0)

    def test_no_library_and_one_without_uses_are_no_success(self):
        self.assertEqual(run("circles.py", self.place / "none.a", self.place)[0], 2)
        self.assertEqual(self.circles({"x/a": "int a;", "x/b": "int b;"})[0], 2)


if __name__ == "__main__":
    unittest.main()
