# SPDX-License-Identifier: MIT
"""Of which class the results of an admitted package are: what a person confirmed counts in the gate, and nothing else."""
import json
import unittest

from sluice import Case
from test_library_whole import POLICY

RESULTS = """\
import os
import pandas
from results.inner import Inner
from results._low import Low
class Table:
    mod = os
    def __init__(self, rows):
        self.rows = rows
        self.os_too = [1, os]
    def transform(self, x):
        return [self.rows, x]
    def aggregate(self, x):
        self.kept = x
        return self
    def first(self) -> "Table":
        return Table(self.rows)
    def _transform(self, x):
        return x
    @property
    def place(self):
        return os
class Unread:
    def transform(self, x):
        return x
class Sub(pandas.DataFrame):
    def transform(self, x):
        return x
class Lazy:
    def __getattr__(self, name):
        return pandas.DataFrame().transform
    def transform(self, x):
        return x
class Made:
    def __new__(cls):
        return pandas.DataFrame()
    def transform(self, x):
        return x
class Meta(metaclass=type):
    def transform(self, x):
        return x
def make(n) -> Table: return Table(n)
def unconfirmed() -> Table: return Table(1)
def unread() -> Unread: return Unread()
def sub() -> Sub: return Sub()
def lazy() -> Lazy: return Lazy()
def foreign() -> pandas.DataFrame: return pandas.DataFrame()
def low() -> Low: return Low()
def got() -> Inner: return Inner()
def stubbed(): return Table(1)
async def later() -> Table: return Table(1)
def each() -> Table: yield Table(1)
"""
OBJECT = "class %s:\n    def transform(self, x):\n        return x\n"
RESULTS_HEAD = "import json, sys\nimport pandas as pd\nimport results\nword = sys.argv[-1]\ndf = pd.DataFrame({'a': [1]})\nx = results.make(2)\n"
COUNTED = ["x.transform(word)", "results.Table(1).transform(word)", "x.aggregate(word).transform(word)", "x.first().transform(word)", "x.first().aggregate(1).first().transform(word)",
           "results.got().transform(word)", "results.stubbed().transform(word)", "def f(y):\n    return y.transform(word)\nf(x)", "[x][0].transform(word)",
           "results.Table([1]).aggregate(word).transform(word)"]
NOT_COUNTED = [
    # nobody confirmed it, or its text doesn't tell what makes it
    "results.unconfirmed().transform(word)", "results.unread().transform(word)", "results.Unread().transform(word)", "results.sub().transform(word)", "results.Sub().transform(word)",
    "results.lazy().transform(word)", "results.Lazy().transform(word)", "results.Made().transform(word)", "results.Meta().transform(word)", "results.foreign().transform(word)",
    "results.low().transform(word)", "results.later().transform(word)", "results.each().transform(word)",
    # the class has no such method
    "x.agg(word)", "x.rows.transform(word)", "x.first().agg(word)", "x.aggregate(1).agg(word)", "x.transform(1).transform(word)",
    # another object
    "results.make(df).transform(word)", "results.make(n=df).transform(word)", "results.make(*[df]).transform(word)", "[x, df][len(word)].transform(word)",
    "results.Table.transform(df, word)", "x.transform = df.transform\nx.transform(word)", "setattr(x, 'transform', df.transform)\nx.transform(word)",
    "x.first = lambda: df\nx.first().transform(word)", "setattr(x, 'first', lambda: df)\nx.first().transform(word)", "x.__dict__['first'] = lambda: df\nx.first().transform(word)",
    "vars(x).update(first=lambda: df)\nx.first().transform(word)", "for x.first in [lambda: df]:\n    pass\nx.first().transform(word)",
    "class Mine(results.Table):\n    def first(self):\n        return df\nMine(1).first().transform(word)", "x = df if word else x\nx.transform(word)",
    "def put(y, n):\n    setattr(y, n, lambda: df)\nput(x, word)\nx.first().transform(word)", "results.Table = lambda n: df\nresults.Table(1).transform(word)",
    "results.make = lambda n: df\nresults.make(1).transform(word)",
    # a module, or what is private
    "x.mod.system('id')", "x.place.system('id')", "x.os_too.system('id')", "x.first().mod.system('id')", "results.Table(1).mod.system('id')", "results.Table.mod.system('id')",
    "x._transform(word)", "getattr(x, 'mod').system('id')", "results.unconfirmed().mod.system('id')", "df.mod.system('id')", "match x:\n    case results.Table(mod=m):\n        m.system('id')"]


class Results(Case):
    """The classes of results that a person confirmed count like those of the table: only they, and only of the pack's own package."""

    def setUp(self):
        super().setUp()
        self.source(__init__=RESULTS, inner=OBJECT % "Inner", _low=OBJECT % "Low")
        (self.folder / "venv/results/__init__.pyi").write_text("def stubbed() -> Table: ...\n")
        self.write("desk.yaml", POLICY.replace("figures, pack: true}", "results, pack: true}").replace("pure-compute", "data-science").split("executor: {venv")[0])
        self.assertEqual(self.sluice("library", "admit", "results", "--venv", "venv", "--out", "results.pack").code, 0)
        kinds = "process network read write code native deserialise environment introspect exhaust unknown"
        names = "Table Sub Lazy Made Meta make unread sub lazy foreign low got stubbed later each"
        self.review(f"accept-all {kinds}\nconfirm {' '.join('results.' + name for name in names.split())} results.inner.Inner results._low.Low results.gone\n")

    def source(self, **modules):
        for name, text in modules.items():
            self.write(f"venv/results/{name}.py", text)

    def review(self, answers):
        said = self.sluice("library", "review", "results.pack", "--venv", "venv", stdin=answers.encode())
        self.assertEqual(said.code, 0, said.err)
        return said.out

    def pack(self):
        return (self.folder / "results.pack").read_text()

    def verdicts(self, programs, prefix=RESULTS_HEAD):
        names = [self.write(f"p{n:03}.py", prefix + text + "\n").name for n, text in enumerate(programs)]
        said = self.sluice("check", "--policy", "./desk.yaml", "--format", "json", *names)
        return [(text, one["verdict"], [f["message"] for f in one["findings"]]) for text, one in zip(programs, json.loads(said.out)["files"], strict=True)]

    def test_methods_of_a_confirmed_class_pass(self):
        self.assertEqual([one for one in self.verdicts(COUNTED) if one[1] != "allow"], [])
        lines = [line for line in self.pack().splitlines() if line.startswith(("returns", "leads"))]
        self.assertEqual(sorted(lines), sorted(
            ["leads mod", "leads os_too", "leads place", "returns results.Table.transform .?", "returns results.inner.Inner.transform .?", "returns results.Inner.transform .?",
             "returns results.Low.transform .?", "returns results.Table results.Table/4294967295", "returns results.Table.aggregate .",
             "returns results.Table.first .results.Table/4294967295", "returns results.make results.Table/4294967295", "returns results.stubbed results.Table/4294967295",
             "returns results.got results.inner.Inner/4294967295", "returns results.inner.Inner results.inner.Inner/4294967295",
             "returns results.Inner results.Inner/4294967295", "returns results.Low results.Low/4294967295"]))

    def test_what_is_not_confirmed_or_may_be_another_object_does_not(self):
        self.assertEqual([one for one in self.verdicts(NOT_COUNTED) if one[1] == "allow"], [])

    def test_nothing_counts_before_somebody_confirmed_it(self):
        self.write("results.pack", "".join(line for line in self.pack().splitlines(keepends=True) if not line.startswith("confirm ")))
        self.review("")
        self.assertNotIn("returns ", self.pack())
        self.assertEqual([one for one in self.verdicts(COUNTED) if one[1] == "allow"], [])
        self.assertIn("there is no results.gone", self.review("confirm results.gone\nconfirm\n"))

    def test_what_was_confirmed_is_the_text_that_was_read(self):
        self.source(__init__=RESULTS.replace("return [self.rows, x]", "return pandas.DataFrame().transform(x)"))
        self.review("")
        self.assertNotIn("returns results.Table ", self.pack())
        self.assertNotIn("returns results.make ", self.pack())
        self.assertEqual([one for one in self.verdicts(COUNTED[:5]) if one[1] == "allow"], [])
        self.source(__init__=RESULTS)
        self.setUp()
        (self.folder / "venv/results/__init__.pyi").write_text("def stubbed() -> Unread: ...\n")
        self.review("")
        self.assertNotIn("returns results.stubbed ", self.pack())

    def test_a_name_that_waits_for_a_person_gives_no_class(self):
        self.source(__init__=RESULTS.replace("def make(n) -> Table: return", "def make(n) -> Table: open(n, 'w'); return"))
        self.review("escalate\nconfirm results.make results.Table\n")
        self.assertIn("returns results.Table ", self.pack())
        self.assertNotIn("returns results.make ", self.pack())

    def test_a_pack_claims_no_other_class(self):
        pack = self.pack()
        for line in ("returns results.make pandas.DataFrame/0", "returns results.make builtins.dict/0", "returns results.make dict/0", "returns results.make results.gone/0",
                     "returns results.make networkx.Graph/4294967295", "returns pandas.read_csv results.Table/0", "returns builtins.open results.Table/0", "returns results.gone results.Table/0",
                     "returns results.Table.gone .results.Table/0", "returns results.Table.first results.Table/0", "returns results.stubbed .results.Table/0", "returns results.sub .",
                     "returns results.Table.transform .pandas.DataFrame/0", "returns results.Table.transform .builtins.str/0", "returns results._low.Low results._low.Low/0",
                     "returns", "returns results.sub", "returns results.sub results.Table._transform/0", "returns resultsx.make results.Table/0", "returns results.Table.mod .?", "returns results.Table.place .?", "returns results.Table._transform .?",
                     "returns results.make .?", "returns results.make ?", "returns results.Table.transform ?", "returns results.Table._transform .", "returns results.Table.mod.x .results.Table/0"):
            self.write("results.pack", pack + line + "\n")
            said = self.sluice("check", "--policy", "./desk.yaml", "p.py")
            self.assertEqual(said.code, 2, line)
            self.assertIn("no admitted name with a class of the package:", said.err, line)

    def test_a_class_that_waits_for_a_person_or_of_another_pack_is_none(self):
        self.write("results.pack", "package results 1\nnames results make(n)\nask results Table(rows) Table.transform(x)\nreturns results.make results.Table/0\n")
        self.assertIn("no admitted name with a class", self.sluice("check", "--policy", "./desk.yaml", "p.py").err)
        self.write("results.pack", "package results 1\nnames results make(n) Table(rows) Table.transform(x)\nreturns results.make results.Table/0\nreturns results.Table.transform .?\n")
        self.write("other.pack", "package other 1\nnames other make(n) Table(rows) Table.transform(x)\nreturns other.make results.Table/0\n")
        self.write("desk.yaml", (self.folder / "desk.yaml").read_text().replace("    - {module: results, pack: true}", "    - {module: results, pack: true}\n    - {module: other, pack: true}"))
        self.assertIn("no admitted name with a class of the package: 'other.make'", self.sluice("check", "--policy", "./desk.yaml", "p.py").err)
        self.write("other.pack", "package other 1\nnames other make(n) Table(rows) Table.transform(x)\n")
        verdicts = self.verdicts(["x.transform(word)", "import other\nother.make(1).transform(word)", "import other\nother.Table(1).transform(word)"])
        self.assertEqual([one[1] for one in verdicts], ["allow", "escalate", "escalate"], verdicts)


if __name__ == "__main__":
    unittest.main()
