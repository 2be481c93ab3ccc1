# SPDX-License-Identifier: MIT
"""A package that nothing describes, from nothing to an answer: admit, review, sign, verify, install, policy, run; then its upgrade.
And what a pack never gives away, even where a person accepted everything."""
import json
import sys
import tempfile
import unittest

from sluice import Case, call
from test_policy_bundle import FROM_STDIN, PASSPHRASE, day
from test_undescribed import EVASIONS, FILES, ORDINARY

SITE = "venv/lib/python%d.%d/site-packages" % sys.version_info[:2]
FIGURES = '''\
"""Figures of the desk."""
import statistics
from figures.store import Table, save, fetch
from figures import store

def spread(values):
    return max(values) - min(values)

def middle(values):
    return statistics.median(values)
'''
STORE = '''\
import os
import pickle
import urllib.request

class Table:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    @classmethod
    def from_text(cls, text):
        return cls(line.split(",") for line in text.splitlines())

    def column(self, place):
        return [float(row[place]) for row in self.rows]

def save(name, text):
    with open(name, "w") as file:
        file.write(text)

def load(name):
    with open(name, "rb") as file:
        return pickle.load(file)

def fetch(url):
    return urllib.request.urlopen(url).read()
'''
POLICY = """\
apiVersion: sluice/v1
id: desk
title: the desk's figures
revision: 1
extends: [pure-compute]
override:
  - {what: imports, reason: "the desk's own package, as it was reviewed"}
  - {what: executor, reason: "it lies in a folder of its own"}
imports:
  allow:
    - {module: figures, pack: true}
executor: {venv: %s}
"""
PROGRAM = """\
import json
import figures
from figures import store
import figures.store as place
t = figures.Table.from_text("1,2\\n5,9")
print(json.dumps([figures.spread(t.column(0)), figures.middle(t.column(1)), len(place.Table([[1]]).rows), store.Table([]).rows]))
"""


class Whole(Case):
    @classmethod
    def setUpClass(cls):
        cls.kept = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="sluice-test-"))
        made = call("keys", "new", "--owner", "libraries", "--json", cls.kept + "/desk.key", stdin=PASSPHRASE, env=FROM_STDIN)
        cls.public = made.json["public"]

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)  # the box's user looks into the environment
        self.trust()
        self.env = {"SLUICE_TRUST": str(self.folder / "trust.yaml"), "SLUICE_STORE": f"sqlite:{self.folder}/store.db", **FROM_STDIN}
        self.package("1.0", __init__=FIGURES, store=STORE)
        self.write("desk.yaml", POLICY % (self.folder / "venv"))
        self.write("program.py", PROGRAM)

    def trust(self):
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople: []\nservices:\n  - {name: libraries, purpose: policy, scope: library, "
                   f'public: "{self.public}", from: {day(-1)}, until: {day(90)}}}\n')

    def package(self, version, **modules):
        for name, text in modules.items():
            self.write(f"{SITE}/figures/{name}.py", text)
        for old in (self.folder / SITE).glob("figures-*"):
            old.rmdir()
        (self.folder / f"{SITE}/figures-{version}.dist-info").mkdir()

    def call(self, *words, stdin=PASSPHRASE):
        return self.sluice(*words, env=self.env, stdin=stdin)

    def good(self, *words, **options):
        said = self.call(*words, **options)
        self.assertEqual(said.code, 0, (words, said.out, said.err))
        return said

    def review(self, answers):
        self.good("library", "admit", "figures", "--venv", "venv", "--out", "figures.pack")
        return self.good("library", "review", "figures.pack", "--venv", "venv", stdin=answers).out

    def check(self, program, policy="./desk.yaml"):
        self.write("one.py", program)
        return self.call("check", "--policy", policy, "--format", "json", "one.py").json["files"][0]

    def test_the_whole_way(self):
        said = self.review(b"show\nescalate the desk's own files\ndeny pickles\ndeny no network\n")
        self.assertIn('    with open(name, "w") as file:', said)
        self.assertIn("figures.store:save read write", said)
        self.assertRegex(said, r"save -> .*open at store.py:\d+")
        self.assertIn("9 public names: 4 are admitted, 2 wait for a person in each program, 3 are refused\n3 decisions in ", said)
        pack = (self.folder / "figures.pack").read_text()
        self.assertIn("note the desk's own files\n", pack)
        self.assertIn("names figures Table Table.from_text Table.column middle spread\n".split()[2], pack)

        signed = self.good("library", "sign", "figures.pack", "--until", day(30), "--key", self.kept + "/desk.key").out
        self.assertRegex(signed, r"^library\.figures-1\.bundle: [^\0]*, 1 signature\n$")
        self.assertEqual(signed.count("library.figures-1.bundle"), 1)
        self.assertIn("signed by libraries", self.good("library", "verify", "library.figures-1.bundle", "--venv", "venv").out)
        self.good("policy", "bundle", "install", "library.figures-1.bundle")
        for name in ("figures.pack", "library.figures.yaml", "library.figures.test.yaml"):
            (self.folder / name).unlink()

        verdict = self.good("check", "--policy", "./desk.yaml", "--json", "program.py").json
        self.assertEqual(verdict["policy"]["packs"][0]["package"], "figures")
        self.assertNotIn("import-pack-unused", self.call("policy", "lint", "./desk.yaml").out)
        self.write("list.yaml", (POLICY % (self.folder / "venv")).replace("pack: true", "api: [fetch]").replace("id: desk", "id: list"))
        self.assertIn("'figures' has an installed pack that the policy does not admit [import-pack-unused]", self.call("policy", "lint", "./list.yaml").out)
        shown = self.good("library", "show", "figures").out
        self.assertRegex(shown, r"^figures 1\.0\n  sha256    " + verdict["policy"]["packs"][0]["sha256"] + r"\n  reviewer  \w+, \d{4}-\d\d-\d\d\n"
                         r"  state     revision 1, signed by libraries, until \d{4}-\d\d-\d\d\n"
                         r"  share     4 of 9 names reviewed and admitted \(44 %\), 2 wait for a person in each program, 3 are refused\n")
        self.assertIn("  figures.fetch network\n", shown)
        self.assertIn("  ask figures save(name,text)\n", shown)
        self.assertIn("\ninstalled packs\n" + shown.split("  names")[0].split("  figures.")[0].split("  ask")[0], self.good("library", "list").out)
        self.write("mine.pack", pack)
        self.assertIn("\n  state     a file, which nobody signed\n", self.good("library", "show", "mine.pack").out)
        self.assertEqual(verdict["policy"]["packs"][0]["version"], "1.0")
        said = self.good("policy", "show", "./desk.yaml", "--prompt").out
        self.assertIn("- figures.store: Table", said)
        said = self.good("run", "--code", "program.py", "--policy", "./desk.yaml", "--json")
        self.assertEqual(said.json["answer"], [4, 5.5, 1, []])
        self.assertEqual(said.json["policy"]["packs"], verdict["policy"]["packs"])
        self.assertEqual(self.check("from figures import save\nsave('a', 'b')")["verdict"], "escalate")
        for program in ("from figures import fetch", "import figures\nfigures.fetch('u')", "from figures.store import load",
                        "from figures import store\nstore.os.system('id')", "import figures\nfigures.statistics", "import figures._x"):
            self.assertEqual(self.check(program)["verdict"], "deny", program)

        # An upgrade: what it changes is named, and the pack does not hold for it.
        self.package("1.1", store=STORE + "\ndef erase(name):\n    os.remove(name)\n",
                     __init__=FIGURES.replace("statistics.median(values)", "float(open(values).read())"))
        said = self.call("run", "--code", "program.py", "--policy", "./desk.yaml", "--json")
        self.assertEqual(said.code, 10, said.err)
        self.assertIn("the pack of 'figures' holds for 1.0, and", said.json["reason"])
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople: []\n")
        self.assertRegex(self.good("library", "list").out, r"\nfigures\n  state     refused: ")
        self.trust()
        said = self.call("library", "verify", "library.figures-1.bundle", "--venv", "venv")
        self.assertEqual(said.code, 10, said.out)
        self.assertIn("the pack is for figures 1.0, but the installed version is 1.1", said.err)
        self.write("old.pack", pack)
        said = self.good("library", "diff", "old.pack", "--venv", "venv").out
        self.assertIn("from figures 1.0 to figures 1.1\n", said)
        self.assertIn("+ figures.store.erase  write\n", said)
        self.assertIn("< figures.middle(values)  reaches nothing risky\n> figures.middle  read write\n", said)
        self.assertNotIn("figures.store.Table ", said)
        said = self.good("library", "admit", "figures", "--venv", "venv", "--pack", "old.pack", "--out", "new.pack").out
        self.assertIn("they depend on 5 parts of the package, of which 3 are decided", said)

    def test_classes_that_a_person_confirmed_count_once_the_pack_is_installed(self):
        self.package("1.0", store=STORE, __init__="""\
class Table:
    def __init__(self, rows):
        self.rows = rows
    def transform(self, how):
        return [how, self.rows]
def table(rows) -> Table:
    return Table(rows)
""")
        self.write("desk.yaml", (POLICY % (self.folder / "venv")).replace("pure-compute", "data-science"))
        self.write("program.py", "import json, sys\nimport figures\nimport pandas as pd\nword = str(len(sys.argv))\n"
                   "print(json.dumps(figures.table([1]).transform(word)))\n")
        self.review(b"confirm figures.table figures.Table\n")
        self.good("library", "sign", "figures.pack", "--until", day(30), "--key", self.kept + "/desk.key")
        self.good("library", "verify", "library.figures-1.bundle", "--venv", "venv")
        (self.folder / "figures.pack").unlink()
        self.assertEqual(self.call("check", "--policy", "./desk.yaml", "program.py").code, 2)
        self.good("policy", "bundle", "install", "library.figures-1.bundle")
        self.assertEqual(self.good("run", "--code", "program.py", "--policy", "./desk.yaml", "--json").json["answer"], ["1", [1]])
        program = (self.folder / "program.py").read_text()
        self.assertEqual(self.check(program.replace(".transform(", ".agg("))["verdict"], "escalate")

        # Another version: the pack holds neither for its classes nor for anything else.
        self.package("1.1", store=STORE)
        said = self.call("run", "--code", "program.py", "--policy", "./desk.yaml", "--json")
        self.assertEqual(said.code, 10, said.err)
        self.assertIn("the pack of 'figures' holds for 1.0, and", said.json["reason"])

    def test_a_pack_beside_the_policy_counts_before_an_installed_one_and_is_part_of_its_digest(self):
        self.review(b"quit\n")
        first = self.good("check", "--policy", "./desk.yaml", "--json", "program.py").json["policy"]
        self.review(b"accept\nquit\n")
        second = self.good("check", "--policy", "./desk.yaml", "--json", "program.py").json["policy"]
        self.assertNotEqual(first["sha256"], second["sha256"])
        self.assertNotEqual(first["packs"], second["packs"])

    def test_no_pack_is_no_permission(self):
        said = self.call("check", "--policy", "./desk.yaml", "program.py")
        self.assertEqual(said.code, 2)
        self.assertIn("no pack 'figures' can be allowed", said.err)
        self.assertIn("`sluice library admit", said.err)
        self.write("plain.yaml", POLICY.replace("{module: figures, pack: true}", "json").split("executor: {venv")[0])
        found = self.check("import figures", "./plain.yaml")["findings"][0]
        self.assertIn("sluice library admit figures", found["remedy"])

    def test_a_decision_is_about_the_text_that_was_read(self):
        self.review(b"accept harmless\naccept harmless\naccept harmless\n")
        self.assertIn("names figures Table", (self.folder / "figures.pack").read_text())
        self.package("1.0", store=STORE.replace("file.write(text)", "file.write(text); os.system(text)"))
        said = self.good("library", "review", "figures.pack", "--venv", "venv", stdin=b"").out
        self.assertIn("figures.store:save process read write", said)
        pack = (self.folder / "figures.pack").read_text()
        self.assertRegex(pack, r"\npart figures.store:save process read write ")
        self.assertNotRegex(pack, r"\nnames figures.store [^\n]*save")

    def test_a_function_is_reviewed_with_its_parameters(self):
        self.package("1.0", __init__="""\
import dataclasses, statistics
from figures.store import Table
def total(values, /, start=0, *, scale=1):
    return sum(values, start) * scale
def bar(values, **options):
    return statistics.fmean(values, **options)
@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
class More(Table):
    pass
class Own(dict):
    pass
mean = statistics.mean
""", store="""\
class Table:
    def __init__(self, rows, *more, name="x", **rest):
        self.rows = rows
    @classmethod
    def of(cls, text):
        return cls(text)
    @staticmethod
    def one(a, b=2):
        return a
    def show(self, width=3):
        return width
    def any(self, **options):
        return options
""")
        said = self.review(b"list\nkeywords figures.bar weights\nkeywords figures.Own a b\nkeywords figures.gone x\nkeywords figures.bar we-ights\n")
        self.assertIn("6 admitted names take keywords that their text does not name", said)
        self.assertIn("  figures.Table\n  figures.bar\n  figures.More\n  figures.Own\n  figures.mean\n", said)
        pack = (self.folder / "figures.pack").read_text()
        self.assertIn("names figures Table(rows,name,**) Table.of(text) Table.one(a,b) Table.show(width) Table.any(**) total(start,scale) "
                      "bar(values,weights,**) Point(x,y) More(rows,name,**) Own(a,b) mean\n", pack)
        head = "import figures, functools\nt = figures.Table([1], name='a')\noptions = {'weights': [1]}\nb = figures.bar\n"
        for line, verdict in (("figures.total([1], scale=2)", "allow"), ("figures.total([1], values=2)", "deny"), ("figures.total([1], colour=2)", "deny"),
                              ("figures.bar([1], weights=[1])", "allow"), ("figures.bar([1], other=1)", "deny"), ("b([1], other=1)", "deny"),
                              ("figures.bar([1], **options)", "escalate"), ("figures.total([1], **options)", "allow"), ("map(figures.bar, [[1]])", "escalate"),
                              ("functools.partial(figures.bar, other=1)([1])", "escalate"), ("map(figures.total, [[1]])", "allow"), ("figures.Point(x=1, y=2)", "allow"),
                              ("figures.Point(z=1)", "deny"), ("figures.Table([1], usetex=1)", "deny"), ("t.show(width=3)", "allow"), ("t.show(height=3)", "deny"),
                              ("t.any(x=1)", "deny"), ("figures.More(rows=[1])", "allow"), ("figures.More(other=1)", "deny"), ("figures.Own(a=1)", "allow"),
                              ("figures.Own(c=1)", "deny"), ("figures.mean(data=[1])", "deny"), ("figures.mean([1])", "allow"), ("figures.Table.of(text='x')", "allow"),
                              ("figures.Table.of(cls='x')", "deny"), ("figures.Table.one(a=1, b=1)", "allow"), ("figures.store.Table([1], other=1)", "deny"),
                              ("class Mine(figures.Table):\n    pass", "escalate"), ("[b][0]([1], other=1)", "deny")):
            self.assertEqual(self.check(head + line)["verdict"], verdict, line)
        # What a person admitted holds for the text that was read.
        self.package("1.0", __init__=(self.folder / SITE / "figures/__init__.py").read_text().replace("fmean(values, **options)", "mean(values, **options)"))
        self.good("library", "review", "figures.pack", "--venv", "venv", stdin=b"")
        self.assertIn(" bar(values,**) ", (self.folder / "figures.pack").read_text())
        self.assertIn(" Own(a,b) ", (self.folder / "figures.pack").read_text())

    def test_lint_compares_a_policy_with_its_pack(self):
        self.review(b"accept-all introspect unknown native environment\nquit\n")
        self.write("desk.yaml", POLICY.replace("{module: figures, pack: true}", """{module: figures, pack: true}
    - {module: figures.store, api: [Table, Table.column, Table.gone, gone, save]}
    - {module: figures.none, api: [x]}
    - {module: figuers, api: [Tabel]}""") % (self.folder / "venv"))
        said = self.call("policy", "lint", "./desk.yaml")
        self.assertEqual(said.code, 1, said.err)
        found = [line.split(": ", 1)[1] for line in said.out.splitlines() if line.startswith("./desk.yaml:")]
        self.assertEqual(found, [
            "error: the pack of 'figures' has no 'Table.gone' in module 'figures.store' [name-unknown]",
            "error: the pack of 'figures' has no 'gone' in module 'figures.store' [name-unknown]",
            "error: the pack of 'figures' refuses 'save' of module 'figures.store' [name-unknown]",
            "error: the pack of 'figures' does not admit module 'figures.none' [name-unknown]",
            f"error: neither '{self.folder}/{SITE}' nor the interpreter has a package 'figuers' [name-unknown]",
            "error: the tier is 'pure', but a virtual environment is available [executor-pure-packages]"])
        self.write("closed.yaml", POLICY.replace("extends: [pure-compute]", "extends: [data-analysis]").split("executor: {venv")[0].replace(
            "{module: figures, pack: true}", "{module: scipy.io, api: [loadmat]}").replace("  - {what: executor, reason: \"it lies in a folder of its own\"}\n", "").replace("id: desk", "id: closed"))
        self.assertIn("warning: the pack of 'scipy' refuses module 'scipy.io': nobody reviewed its names [name-authority]", self.call("policy", "lint", "./closed.yaml").out)

    def test_forged_packs_are_refused(self):
        self.review(b"quit\n")
        pack = (self.folder / "figures.pack").read_text()
        for change, words in ((("package figures", "package numpy"), "this is the pack of 'numpy'"),
                              (("names figures ", "names os "), "not a module of the package: 'os'"),
                              (("names figures Table", "names figures _x"), "not a public name: '_x'"),
                              (("names figures Table", "name figures Table"), "unknown word 'name'"),
                              (("Table(rows)", "Table(rows"), "no parameters: 'Table(rows'"), (("Table(rows)", "Table(a.b)"), "no parameters: 'Table(a.b)'"),
                              (("Table(rows)", "Table(**,rows)"), "no parameters: 'Table(**,rows)'"), (("Table(rows)", "Table(rows)x"), "no parameters: 'Table(rows)x'"),
                              (("names figures.store", "names figures"), "two lines for the module 'figures'"),
                              (("package figures 1.0\n", ""), "the line 'package NAME VERSION' must come before"),
                              (("names figures ", "# names figures "), "nobody has accepted the effects of importing 'figures'")):
            self.write("figures.pack", pack.replace(*change))
            said = self.call("check", "--policy", "./desk.yaml", "program.py")
            self.assertEqual((said.code, words in said.err), (2, True), (change, said.err))

    def test_only_those_whom_the_trust_file_names_may_sign(self):
        self.review(b"quit\n")
        self.good("library", "sign", "figures.pack", "--until", day(30), "--key", self.kept + "/desk.key")
        self.write("trust.yaml", (self.folder / "trust.yaml").read_text().replace("scope: library", "scope: other"))
        self.assertEqual(self.call("library", "verify", "library.figures-1.bundle", "--venv", "venv").code, 10)
        self.assertEqual(self.call("policy", "bundle", "install", "library.figures-1.bundle").code, 10)
        self.assertIn("but has the name 'figures.pack'", self.call(
            "library", "sign", self.folder / "figures.pack").err + self.call("library", "sign", self.write(
                "other.pack", (self.folder / "figures.pack").read_text()), "--until", day(30)).err)

    def test_a_described_library_of_another_version_is_refused(self):
        self.write(f"{SITE}/tabulate.py", "def tabulate(rows):\n    return ''\n")
        (self.folder / f"{SITE}/tabulate-0.9.0.dist-info").mkdir()
        self.review(b"quit\n")
        said = self.call("run", "--code", "program.py", "--policy", "./desk.yaml", "--json")
        self.assertEqual(said.code, 10)
        self.assertIn("the pack of 'tabulate' holds for 0.8.9, and", said.json["reason"])


class Behind(Case):
    """The same evasions as those of test_undescribed, under a pack of which somebody accepted every part."""

    def test_modules_are_not_given_away(self):
        for name, text in FILES.items():
            self.write(name, text)
        self.sluice("library", "admit", "ours", "--venv", ".", "--out", "ours.pack")
        kinds = b"process network read write code native deserialise environment introspect exhaust unknown"
        said = self.sluice("library", "review", "ours.pack", "--venv", ".", stdin=b"accept-all " + kinds + b"\n")
        self.assertIn("0 are refused\n1 decision in ", said.out, said.err)
        self.write("desk.yaml", POLICY.replace("figures", "ours").replace("pure-compute", "data-analysis").split("executor: {venv")[0])
        programs = [f"{before}\nreached = {reached}" for before, reached in EVASIONS]
        names = [self.write(f"p{n:03}.py", text + "\n").name for n, text in enumerate(programs + ORDINARY[:1] + ORDINARY[2:5])]
        said = self.sluice("check", "--policy", "./desk.yaml", "--format", "json", *names)
        verdicts = [one["verdict"] for one in json.loads(said.out)["files"]]
        self.assertGreaterEqual(len(EVASIONS), 70)
        self.assertEqual([p for p, v in zip(programs, verdicts) if v != "deny"], [])
        self.assertEqual(set(verdicts[len(programs):]), {"allow"})


if __name__ == "__main__":
    unittest.main()
