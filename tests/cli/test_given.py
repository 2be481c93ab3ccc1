# SPDX-License-Identifier: MIT
"""The classes that the table says functions and methods give, held against the real libraries; and what a program may make of them."""
import contextlib
import importlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

from sluice import PROGRAM, SOURCE

TABLE = SOURCE / ("policy-engine/library/python-%d.%d.txt" % sys.version_info[:2])
LIBRARIES = ("networkx", "sklearn", "pandas", "sympy", "seaborn", "bs4")

DRAWN = "import matplotlib.pyplot as plt\nimport networkx as nx\n"
FITTED = "import pandas as pd\nfrom sklearn.preprocessing import StandardScaler\ndf = pd.read_csv('a.csv')\n"
PASS = [
    DRAWN + "G = nx.karate_club_graph()\nprint(list(G.neighbors(1)), G.edges)",
    DRAWN + "G = nx.path_graph(4, create_using=nx.DiGraph)\nprint(G.edges)",
    DRAWN + "G = nx.gnp_random_graph(9, 0.5, seed=1)\nT = nx.minimum_spanning_tree(G)\nfor a, b in T.edges:\n    print(a, b, list(T.neighbors(a)))",
    DRAWN + "G = nx.complete_graph(5)\nH = G.subgraph([1, 2]).copy()\nprint(H.edges, H.to_directed().edges, list(H.to_undirected().neighbors(1)))",
    DRAWN + "import pandas as pd\ndf = pd.read_csv('a.csv')\nG = nx.from_pandas_edgelist(df, 'a', 'b', edge_attr=['w'], create_using=nx.DiGraph())\nprint(G.edges)",
    DRAWN + "def f(n):\n    return nx.ego_graph(nx.star_graph(5), n).edges\nprint(f(0))",
    FITTED + "scaler = StandardScaler().fit(df)\nprint(scaler.transform(df))",
    FITTED + "from sklearn.pipeline import make_pipeline\nfrom sklearn.decomposition import PCA\nprint(make_pipeline(StandardScaler(), PCA(2)).fit(df).transform(df))",
    FITTED + "s = StandardScaler()\nfor part in [df, df]:\n    s = s.partial_fit(part)\nprint(s.transform(df))",
]

# What may be another object: the rules of pandas and matplotlib hold.
HEAD = "import matplotlib.tri as tri\nimport networkx as nx\nt = tri.Triangulation([0, 1, 0], [0, 0, 1])\n"
TABLED = "import pandas as pd, sys\nfrom sklearn.preprocessing import StandardScaler\ndf = pd.DataFrame({'a': [1]})\ns = StandardScaler()\n"
OTHER = [HEAD + text for text in (
    "nx.empty_graph(0, create_using=t).neighbors[:] = 9", "nx.empty_graph(0, t).neighbors[:] = 9", "nx.empty_graph(*[0, t]).neighbors[:] = 9",
    "nx.empty_graph(0, **{'create_using': t}).neighbors[:] = 9", "class T(tri.Triangulation):\n    pass\nnx.empty_graph(0, T).neighbors[:] = 9",
    "nx.empty_graph(0, create_using=lambda: t).neighbors[:] = 9", "nx.empty_graph(0, [t][0]).neighbors[:] = 9", "nx.compose(nx.Graph(), t).neighbors[:] = 9",
    "def f(x):\n    return nx.subgraph(x, [1]).neighbors\nf(t)[:] = 9", "g = nx.path_graph(3)\ng.copy = lambda: t\ng.copy().neighbors[:] = 9",
    "g = nx.path_graph(3)\nsetattr(g, 'copy', lambda: t)\ng.copy().neighbors[:] = 9",
    "def put(g, n):\n    setattr(g, n, lambda: t)\ng = nx.path_graph(3)\nput(g, 'copy')\ng.copy().neighbors[:] = 9",
    "g = nx.path_graph(3)\nfor g.copy in [lambda: t]:\n    pass\ng.copy().neighbors[:] = 9",
    "class G(nx.Graph):\n    def copy(self):\n        return t\nG().copy().neighbors[:] = 9", "class G(nx.Graph):\n    def copy(self):\n        return t\nnx.path_graph(3, G).copy().neighbors[:] = 9",
    "g = nx.path_graph(3)\ng = t if len('a') else g\ng.copy().neighbors[:] = 9", "nx.relabel_nodes(t, {}).edges[:] = 9", "nx.Graph.copy(t).neighbors[:] = 9",
    "h = nx.Graph\nh.subgraph(t, [1]).neighbors[:] = 9", "g = nx.path_graph(3)\ng.graph['t'] = t\ng.graph['t'].neighbors[:] = 9",
    # Its methods call others of it, and a function of the library may be given a class of the program's own.
    "g = nx.Graph()\ng.to_directed_class = lambda: (lambda: t)\ng.to_directed().neighbors[:] = 9",
    "class G(nx.Graph):\n    __new__ = lambda c, *a: t\nnx.compose(nx.path_graph(2, G), nx.path_graph(2)).neighbors[:] = 9",
    "import contextlib\nwith contextlib.nullcontext(t) as g:\n    g.neighbors[:] = 9",
)] + [TABLED + text for text in (
    "s.fit = lambda x: df\ns.fit(1).transform(sys.argv[1])", "setattr(s, 'fit', lambda x: df)\ns.fit(1).transform(sys.argv[1])",
    "class S(StandardScaler):\n    def fit(self, x):\n        return x\nS().fit(df).transform(sys.argv[1])", "s.fit(df).fit_transform(df).transform(sys.argv[1])",
    "s.fit(df).set_output(transform='pandas').fit_transform(df).transform(sys.argv[1])", "StandardScaler.fit(df, df).transform(sys.argv[1])",
    "class D(pd.DataFrame):\n    partial_fit = StandardScaler.partial_fit\nStandardScaler.fit(D(), df).transform(sys.argv[1])",
    "from sklearn.base import clone\nclone(df, safe=False).fit(1).transform(sys.argv[1])",
    "from sklearn.pipeline import make_pipeline\nmake_pipeline(s, df).fit(df).steps[1][1].transform(sys.argv[1])",
    "from sklearn.pipeline import make_pipeline\nmake_pipeline(s, df)[1].transform(sys.argv[1])", "import functools\nfunctools.update_wrapper(s, df)\ns.fit(1).transform(sys.argv[1])",
    "s.__dict__['fit'] = lambda x: df\ns.fit(1).transform(sys.argv[1])", "vars(s).update(fit=lambda x: df)\ns.fit(1).transform(sys.argv[1])",
    "s.__setattr__('fit', lambda x: df)\ns.fit(1).transform(sys.argv[1])",
)]


def given():
    """The table's lines: (name, class or "self", whether the gate believes it)."""
    for line in TABLE.read_text().splitlines():
        kind, name, *rest = line.split("\t")
        if kind == "r":
            word = rest[0].partition("/")[0]
            yield name, "self" if word == "." else word.lstrip("."), True
        elif kind == "t":
            for word in rest[0].split():
                yield name + "." + word.partition(":")[0], word.partition(":")[2], False


def resolved(dotted):
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:cut]))
        except ImportError:
            continue
        for part in parts[cut:]:
            value = getattr(value, part, None)
        return value
    return None


def called(function, samples):
    """What the function gives for the first arguments that it takes; None where it takes none of them."""
    for arguments in samples:
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
            return function(*arguments)
    return None


class Given(unittest.TestCase):
    def verdicts(self, programs):
        with tempfile.TemporaryDirectory() as place:
            names = [f"p{number:03}.py" for number in range(len(programs))]
            for name, program in zip(names, programs, strict=True):
                pathlib.Path(place, name).write_text(program + "\n")
            done = subprocess.run([PROGRAM, "check", "--policy", "data-science", "--format", "json", *names], cwd=place,
                                  capture_output=True, text=True, check=False)
        return [(program, one["verdict"], [f["message"] for f in one["findings"]]) for program, one in zip(programs, json.loads(done.stdout)["files"], strict=True)]

    def test_what_a_library_gives_is_of_its_class(self):
        self.assertEqual([one for one in self.verdicts(PASS) if one[1] != "allow"], [])

    def test_what_may_be_another_object_is_not_believed(self):
        self.assertEqual([one for one in self.verdicts(OTHER) if one[1] == "allow"], [])

    @unittest.skipUnless(all(pathlib.Path("/usr/lib/python3/dist-packages", one).exists() for one in LIBRARIES), "the libraries are not installed")
    def test_real_calls_give_what_the_table_says(self):
        warnings.simplefilter("ignore")
        self.enterContext(contextlib.chdir(self.enterContext(tempfile.TemporaryDirectory())))
        import networkx
        import numpy
        import pandas
        import sympy
        graph, rows, x = networkx.path_graph(6), numpy.arange(24.0).reshape(12, 2), sympy.Symbol("x")
        table = pandas.DataFrame({"source": [1, 2], "target": [2, 3]})
        targets = numpy.arange(12) % 2
        functions = [(), (graph,), (graph, graph), (graph, 1), (graph, [1, 2]), (graph, {1: 7}), (6,), (6, 2), (6, 0.5), (6, 2, 0.5), (2, 3), ([2, 3],), (2, 3, 0.5, 0.1),
                     ([3, 3], 0.5, 0.1), ([2, 2, 2],), (table,), (rows[:2],), ([(1, 2)],), ({1: [2]},), ({1: {2: {}}},), (graph, [(1, 2)])]
        methods = [(rows, targets), (rows,), (), ([1, 2],), ([(1, 2)],), (x,), ("a",), (1,)]
        objects = {"networkx.Graph": graph, "pandas.DataFrame": pandas.DataFrame({"a": [1.0, 2.0]}), "pandas.Series": pandas.Series([1.0, 2.0]), "sympy.Symbol": x}
        seen, wrong = {}, []
        for name, class_name, believed in given():
            package, (home, _, last) = name.split(".")[0], name.rpartition(".")
            holder = resolved(home) if package in LIBRARIES and (believed or home in objects) else None
            if holder is None or last in ("to_clipboard", "plot", "hist", "boxplot"):
                continue
            own = objects.get(home)
            if isinstance(holder, type) and own is None:
                own = called(holder, [(), (0,)])
            if isinstance(holder, type) and own is None:
                continue
            if isinstance(holder, type):
                found = called(getattr(own, last, None), methods if package != "networkx" else [(), ([1, 2],), ([(1, 2)],)])
            else:
                found = called(getattr(holder, last), functions)
            if found is None:
                continue
            seen.setdefault((package, believed), []).append(name)
            fits = found is own if class_name == "self" else isinstance(found, resolved(class_name) or object)
            if not fits:
                wrong.append((name, class_name, type(found).__name__, believed))
        print("held against real calls:", ", ".join(f"{p} {'believed' if b else 'told'} {len(n)}" for (p, b), n in sorted(seen.items())))
        self.assertEqual([one for one in wrong if one[3]], [])
        self.assertGreaterEqual(len(seen["networkx", True]), 80)
        self.assertGreaterEqual(len(seen["sklearn", True]), 150)
        self.assertGreaterEqual(len(seen["pandas", False]), 60)
        # Annotations are not believed, for a reason: some are wrong.
        print("annotations that are wrong:", ", ".join(one[0] for one in wrong) or "none")
        self.assertLess(len(wrong), 12)


if __name__ == "__main__":
    unittest.main()
