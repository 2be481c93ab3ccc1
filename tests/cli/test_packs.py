# SPDX-License-Identifier: MIT
"""Libraries that packs describe: ordinary programs pass a policy that admits their modules whole, gadgets do not."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from pack_programs import GADGETS, HELD, ORDINARY, UNREVIEWED
from sluice import PROGRAM, SOURCE

sys.path.append(str(SOURCE / "tests"))
from local_service import Service  # noqa: E402

# An interpreter that is warm serves all programs, each in a box of its own; a second worker would import all of it again.
POLICY = """\
apiVersion: sluice/v1
id: warm-science
revision: 1
extends: [data-science]
executor:
  start: forked
  packages: true
  warm: [pandas, matplotlib.pyplot, scipy.stats, sklearn.linear_model, sklearn.ensemble, sklearn.cluster, seaborn, seaborn.objects, statsmodels.api, sympy,
    xarray, nltk, openpyxl, networkx, PIL.Image, bs4, yaml, multiprocessing.pool, zipfile, unittest]
override: [{what: executor, reason: a test that runs hundreds of programs}, {what: output, reason: addresses are printed}]
output: {leaks: {email: allow}}
"""

# Objects that may be of pandas: its rules hold, whatever else they may be.
HEAD = "import pandas as pd, sys\nfrom sklearn.preprocessing import StandardScaler\ndf = pd.DataFrame({'a': [1]})\ns = StandardScaler()\n"
PANDAS = [
    HEAD + "df.transform(sys.argv[1])", HEAD + "s = df if len(sys.argv) else s\ns.transform(sys.argv[1])",
    HEAD + "[s, df][1].transform(sys.argv[1])", HEAD + "def f(x=s):\n    x.transform(sys.argv[1])\nf(df)",
    HEAD + "s.mine = df\ns.mine.transform(sys.argv[1])", HEAD + "s.set_output(transform='pandas').fit_transform(df).transform(sys.argv[1])",
    HEAD + "from sklearn.model_selection import train_test_split\na, b = train_test_split(df)\na.transform(sys.argv[1])",
    HEAD + "from sklearn.base import clone\nclone(df, safe=False).transform(sys.argv[1])",
    HEAD + "from sklearn.datasets import load_iris\nload_iris(as_frame=True).frame.transform(sys.argv[1])",
    HEAD + "import seaborn as sns\nsns.FacetGrid(df).data.transform(sys.argv[1])",
]


MOST_USED = ("sklearn", "scipy", "statsmodels", "seaborn", "sympy")
SHIPPED = {  # as each is imported; the gadgets of some have another group's name
    *MOST_USED, "networkx", "PIL", "openpyxl", "lxml", "bs4", "tabulate", "nltk", "xarray", "shapely", "yaml", "sqlite3", "zipfile", "tarfile", "shutil",
    "tempfile", "unittest", "email", "multiprocessing", "joblib", "mpmath", "patsy", "regex"}


class Packs(unittest.TestCase):
    def check(self, programs):
        """The program and the findings of each."""
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            names = [f"p{number:03}.py" for number in range(len(programs))]
            for name, program in zip(names, programs, strict=True):
                (folder / name).write_text(program + "\n")
            done = subprocess.run([PROGRAM, "check", "--policy", "data-science", "--format", "json", *names], cwd=folder,
                                  capture_output=True, text=True, check=False)
        self.assertNotEqual(done.stdout, "", done.stderr)
        files = json.loads(done.stdout)["files"]
        return [(program, "held" if one["verdict"] == "allow" and one["obligations"] else one["verdict"], one["findings"])
                for program, one in zip(programs, files, strict=True)]

    def test_ordinary_programs_pass(self):
        for library, programs in ORDINARY.items():
            self.assertGreaterEqual(len(programs), 30 if library in MOST_USED else 10)
            stopped = [(p, [f["message"] for f in found]) for p, verdict, found in self.check(programs) if verdict not in ("allow", "held")]
            self.assertEqual(stopped, [], library)

    def test_each_shipped_pack_has_its_programs_and_gadgets(self):
        counts = {name: (len(ORDINARY[name]), len(GADGETS[name])) for name in sorted(SHIPPED)}
        print("programs and gadgets:", ", ".join(f"{name} {most} {least}" for name, (most, least) in counts.items()))
        self.assertEqual([name for name, count in counts.items() if min(count) < 10], [])

    def test_gadgets_are_refused(self):
        for library, programs in GADGETS.items():
            self.assertGreaterEqual(len(programs), 10)
            self.assertEqual([p for p, verdict, _ in self.check(programs) if verdict != "deny"], [], library)

    def test_what_nobody_reviewed_waits(self):
        self.assertEqual([p for p, verdict, _ in self.check(UNREVIEWED) if verdict in ("allow", "held")], [])

    def test_what_only_the_box_knows_is_an_obligation(self):
        self.assertEqual([p for p, verdict, _ in self.check(HELD) if verdict != "held"], [])

    def test_a_rule_of_pandas_holds_wherever_an_object_may_be_of_pandas(self):
        self.assertEqual([p for p, verdict, _ in self.check(PANDAS) if verdict in ("allow", "held")], [])

    @unittest.skipUnless(all(any(pathlib.Path("/usr/lib/python3/dist-packages", one + end).exists() for end in ("", ".py")) for one in (
        "sklearn", "seaborn", "networkx", "scipy", "bs4", "tabulate", "statsmodels", "sympy", "PIL", "lxml", "nltk", "xarray", "shapely", "regex")),
        "the libraries are not installed")
    def test_ordinary_programs_are_answered(self):
        with tempfile.TemporaryDirectory() as place:
            programs = [program for library in ORDINARY.values() for program in library]
            with Service(PROGRAM, place + "/service", POLICY) as service, ThreadPoolExecutor(2) as pool:
                records = pool.map(lambda program: service.run(code=program + "\n", output={"framing": "text", "schema": {}}), programs)
                self.assertEqual([(program, run) for program, run in zip(programs, records, strict=True) if run["state"] != "answered"], [])

    def outcome(self, program):
        """The record of one run."""
        with tempfile.TemporaryDirectory() as place:
            code = pathlib.Path(place, "program.py")
            code.write_text(program + "\n")
            done = subprocess.run([PROGRAM, "run", "--code", code, "--policy", "data-science", "--json", "--store", f"sqlite:{place}/store.db"],
                                  capture_output=True, text=True, check=False)
        return json.loads(done.stdout)

    @unittest.skipUnless(pathlib.Path("/usr/lib/python3/dist-packages/nltk").exists() and not any(
        pathlib.Path(one, "nltk_data").exists() for one in ("/usr/share", "/usr/lib")), "nltk is not here, or its data is")
    def test_what_a_library_lacks_is_named(self):
        run = self.outcome("from nltk.corpus import stopwords\n\nprint(stopwords.words('english'))")
        self.assertEqual(run["reason"], "the program failed at line 3 in 'nltk': LookupError: Resource stopwords not found; the sandbox has "
                         "no network: install what the library lacks on this machine, or make it an input of the task")
        self.assertIn("nltk.download('stopwords')", run["error"]["value"])

    def test_what_a_program_lacks_is_named(self):
        """A file, a folder, a module, an argument: the outcome says what to do; of other errors only what they say."""
        for program, reason in {
            "open('data.csv')": "the program failed: FileNotFoundError: [Errno 2] No such file or directory: 'data.csv'; the program finds the task's "
                                "inputs, by their names, and what it wrote",
            "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv('out/a.csv')":
                "the program failed at line 2 in 'pandas': OSError: Cannot save file into a non-existent directory: 'out'; make the folder first, "
                "with os.makedirs(), or write to a plain name",
            "raise ImportError('no engine')": "the program failed: ImportError: no engine; this machine lacks the module: install it, or do without",
            "import sys\nprint(sys.argv[1])": "the program failed: IndexError: list index out of range; a program gets no arguments: name the task's "
                                              "inputs in it",
            "[][1]": "the program failed: IndexError: list index out of range",
            "downloads = {}\ndownloads['a']": "the program failed: KeyError: 'a'",
        }.items():
            self.assertEqual(self.outcome(program)["reason"], reason, program)

    def test_colours_of_an_error_are_left_out(self):
        run = self.outcome("raise ValueError('\\x1b[1;31mred\\x1b[0m, \\x1b[x and [3m stay'.replace('\\x1b[x', 'green'))")
        self.assertEqual(run["error"]["value"], "red, green and [3m stay")
        self.assertEqual(run["reason"], "the program failed: ValueError: red, green and [3m stay")

    @unittest.skipUnless(sys.version_info[:2] == (3, 11), "the table of a newer interpreter is made from an older one's")
    def test_a_pack_holds_for_its_version_alone(self):
        """The table is not made from another version of a library than the one that was reviewed."""
        with tempfile.TemporaryDirectory() as place:
            library = pathlib.Path(place, "networkx")
            library.mkdir()
            (library / "__init__.py").write_text("__version__ = '9.9'\n")
            done = subprocess.run([sys.executable, "-I", "-B", SOURCE / "policy-engine/library/generate.py", "--also", place],
                                  capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("packs/networkx.txt holds for 2.8.8, and here is 9.9: review it again", done.stderr)


if __name__ == "__main__":
    unittest.main()
