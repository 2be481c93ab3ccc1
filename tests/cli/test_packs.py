# SPDX-License-Identifier: MIT
"""Libraries that packs describe: ordinary programs pass a policy that admits their modules whole, gadgets do not."""
import json
import pathlib
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from sluice import PROGRAM, SOURCE

POLICY = """\
apiVersion: sluice/v1
id: science
title: libraries that packs describe
revision: 1
extends: [data-analysis]
override:
  - {what: imports, reason: "the tests fit models"}
imports:
  allow:
    - scipy
    - scipy.cluster.hierarchy
    - scipy.integrate
    - scipy.interpolate
    - scipy.linalg
    - scipy.optimize
    - scipy.signal
    - scipy.sparse
    - scipy.spatial
    - scipy.special
    - scipy.stats
    - sklearn
    - sklearn.base
    - sklearn.cluster
    - sklearn.datasets
    - sklearn.decomposition
    - sklearn.ensemble
    - sklearn.linear_model
    - sklearn.metrics
    - sklearn.model_selection
    - sklearn.neighbors
    - sklearn.pipeline
    - sklearn.preprocessing
    - sklearn.svm
    - sklearn.tree
    - seaborn
    - bs4
    - tabulate
    - {module: networkx, api: [Graph, DiGraph, shortest_path, pagerank, connected_components, density, topological_sort,
        minimum_spanning_tree, degree_centrality, is_directed_acyclic_graph, path_graph, complete_graph, diameter]}
"""
BLOBS = "from sklearn.datasets import make_blobs\nX, y = make_blobs(n_samples=60, random_state=0)\n"
FRAME = "import seaborn as sns, pandas as pd\nimport matplotlib.pyplot as plt\ndf = pd.DataFrame({'a': [1, 2, 3], 'b': [3, 4, 9]})\n"
NX = "import networkx as nx\n"
SOUP = ("from bs4 import BeautifulSoup\ns = BeautifulSoup('<title>t</title><body><p class=\"x\">1 <a href=\"u\">l</a></p><table><tr><td>1</td></tr></table></body>', "
        "'html.parser')\n")
TAB = "from tabulate import tabulate\n"
ORDINARY = {
    "scipy": [
        "from scipy import stats\nr = stats.ttest_ind([1, 2, 3], [2, 3, 5])\nprint(r.statistic, r.pvalue)",
        "from scipy.optimize import minimize\nr = minimize(lambda x: (x[0] - 1) ** 2, [0.0])\nprint(r.x, r.fun, r.success)",
        "from scipy.optimize import curve_fit\nimport numpy as np\np, c = curve_fit(lambda x, a: a * x, np.arange(4.0), np.arange(4.0))\nprint(p)",
        "from scipy.integrate import quad\nprint(quad(lambda x: x, 0, 1)[0])",
        "from scipy.interpolate import interp1d\nprint(interp1d([0, 1], [0, 2])(0.5))",
        "import scipy.cluster.hierarchy as h\nprint(h.linkage([[1.0], [2.0], [5.0]]))",
        "from scipy.signal import find_peaks\nprint(find_peaks([0, 1, 0, 2, 0])[0])",
        "from scipy.sparse import csr_matrix\nm = csr_matrix([[1, 0], [0, 2]])\nprint(m.toarray(), m.nnz)",
        "from scipy.spatial import KDTree\nprint(KDTree([[0, 0], [1, 1]]).query_ball_point([0, 0], 0.5))",
        "from scipy import special, linalg\nprint(special.gamma(5), linalg.det([[1, 2], [3, 4]]))",
        "from scipy.stats import norm, linregress\nprint(norm.cdf(1.96), norm.rvs(size=2, random_state=0))\n"
        "f = linregress([1, 2, 3], [2, 4, 7])\nprint(f.slope, f.rvalue, f.stderr)",
        "import scipy\nprint(scipy.stats.spearmanr([1, 2, 3], [1, 3, 2]).correlation)",
    ],
    "sklearn": [
        BLOBS + "from sklearn.linear_model import LogisticRegression\nm = LogisticRegression().fit(X, y)\nprint(m.score(X, y), m.coef_, m.classes_)",
        BLOBS + "from sklearn.model_selection import train_test_split\nfrom sklearn.tree import DecisionTreeClassifier, export_text\n"
        "a, b, c, d = train_test_split(X, y)\nm = DecisionTreeClassifier(max_depth=2).fit(a, c)\nprint(export_text(m), m.feature_importances_)",
        BLOBS + "from sklearn.preprocessing import StandardScaler\ns = StandardScaler().fit(X)\nprint(s.transform(X).mean(), s.mean_)",
        BLOBS + "from sklearn.pipeline import make_pipeline\nfrom sklearn.preprocessing import StandardScaler\nfrom sklearn.svm import SVC\n"
        "from sklearn.model_selection import cross_val_score\nprint(cross_val_score(make_pipeline(StandardScaler(), SVC()), X, y).mean())",
        BLOBS + "from sklearn.decomposition import PCA\np = PCA(n_components=1)\nprint(p.fit_transform(X)[:2], p.explained_variance_ratio_)",
        BLOBS + "from sklearn.ensemble import RandomForestClassifier\nm = RandomForestClassifier(n_estimators=5, random_state=0).fit(X, y)\n"
        "print(m.predict_proba(X[:1]), m.feature_importances_)",
        BLOBS + "from sklearn.model_selection import GridSearchCV\nfrom sklearn.neighbors import KNeighborsClassifier\n"
        "g = GridSearchCV(KNeighborsClassifier(), {'n_neighbors': [1, 3]}).fit(X, y)\nprint(g.best_params_, g.best_score_, g.best_estimator_)",
        BLOBS + "from sklearn.metrics import accuracy_score, confusion_matrix, classification_report\n"
        "print(accuracy_score(y, y), confusion_matrix(y, y), classification_report(y, y))",
        BLOBS + "from sklearn.cluster import KMeans\nk = KMeans(n_clusters=3, n_init=1).fit(X)\nprint(k.labels_, k.cluster_centers_, k.inertia_)",
        "from sklearn.datasets import load_iris\nd = load_iris()\nprint(d.data.shape, d.target_names, d.feature_names)",
        BLOBS + "from sklearn.base import BaseEstimator, TransformerMixin\nclass Twice(BaseEstimator, TransformerMixin):\n"
        "    def fit(self, X, y=None):\n        return self\n    def transform(self, X):\n        return X * 2\nprint(Twice().fit_transform(X).shape)",
        "import pandas as pd\nfrom sklearn.preprocessing import StandardScaler\ndf = pd.DataFrame({'x': [1, 2]})\ns = StandardScaler()\n"
        "s.fit_transform(df)\nprint(s.transform(df))",
    ],
    "networkx": [
        NX + "g = nx.Graph()\ng.add_edge('a', 'b', weight=2)\nprint(g.number_of_nodes(), list(g.neighbors('a')))",
        NX + "g = nx.path_graph(4)\nprint(nx.shortest_path(g, 0, 3))", NX + "print(nx.pagerank(nx.complete_graph(3)))",
        NX + "g = nx.DiGraph([(1, 2), (2, 3)])\nprint(list(nx.topological_sort(g)), nx.is_directed_acyclic_graph(g))",
        NX + "print(list(nx.connected_components(nx.Graph([(1, 2), (3, 4)]))))", NX + "print(nx.density(nx.path_graph(3)))",
        NX + "g = nx.Graph()\ng.add_weighted_edges_from([(1, 2, 3), (2, 3, 1)])\nprint(sorted(nx.minimum_spanning_tree(g).edges(data=True)))",
        NX + "print(nx.degree_centrality(nx.path_graph(3)))", NX + "print(nx.diameter(nx.path_graph(5)))",
        "from networkx import DiGraph\ng = DiGraph()\ng.add_node(1, name='x')\nprint(dict(g.nodes(data=True)), list(g.successors(1)))",
    ],
    "bs4": [
        SOUP + "print([a['href'] for a in s.find_all('a')])", SOUP + "print(s.title.string, s.get_text(' ', strip=True))", SOUP + "print(s.select('p.x')[0].text)",
        SOUP + "t = s.find('table')\nprint([[c.get_text() for c in r.find_all('td')] for r in t.find_all('tr')])", SOUP + "print(s.prettify())",
        SOUP + "for p in s.find_all('p'):\n    p.decompose()\nprint(s)", SOUP + "print(s.a.attrs, s.a.get('href'), s.a.parent.name)",
        SOUP + "print([x.name for x in s.body.descendants if x.name])", SOUP + "t = s.new_tag('b')\nt.string = 'x'\ns.body.append(t)\nprint(s.body.contents[-1])",
        SOUP + "print(s.find('p', class_='x').find_next_sibling('table') is not None, s.p.has_attr('class'))",
        "import bs4\nprint(bs4.BeautifulSoup('<i>1</i>', 'html.parser').i.string)",
    ],
    "tabulate": [
        TAB + f"print(tabulate({rows}, {how}))" for rows, how in (
            ("[[1, 2], [3, 4]]", "headers=['a', 'b']"), ("[['x', 1.5]]", "floatfmt='.2f'"), ("[[1]]", "tablefmt='github'"), ("[[1]]", "tablefmt='html'"),
            ("{'a': [1, 2]}", "headers='keys'"), ("[{'a': 1}]", "headers='keys'"), ("[[1]]", "showindex=True"), ("[[None]]", "missingval='-'"),
            ("[['a', 'b']]", "colalign=('left', 'right')"), ("[[1, 2]]", "tablefmt='latex', numalign='center'"))
    ],
    "seaborn": [
        FRAME + "ax = sns.barplot(data=df, x='a', y='b')\nax.set_title('t')\nplt.savefig('x.png')",
        FRAME + "sns.heatmap(df.corr(), annot=True)\nplt.savefig('x.png')", FRAME + "sns.set_theme(style='whitegrid')\nsns.lineplot(data=df, x='a', y='b')",
        FRAME + "sns.histplot(df['a'], bins=2)", FRAME + "sns.boxplot(data=df)", FRAME + "sns.scatterplot(data=df, x='a', y='b', hue='a')",
        FRAME + "g = sns.FacetGrid(df, col='a')\ng.map(plt.hist, 'b')", FRAME + "sns.pairplot(df)", FRAME + "sns.regplot(data=df, x='a', y='b')",
        FRAME + "f, ax = plt.subplots()\nsns.violinplot(data=df, ax=ax)\nsns.despine()\nprint(sns.color_palette('deep')[0])",
    ],
}
S, K, N, B = "from scipy import stats\n", "import sklearn\n", NX, "import seaborn as sns\n"
GADGETS = {
    "scipy": [
        S + "stats._stats_py.warnings.sys.modules['os'].system('id')", S + "getattr(stats, '_stats_py').warnings", S + "[stats][0]._stats_py",
        S + "stats.rv_continuous(shapes='a')", "from scipy.stats import rv_discrete\nclass D(rv_discrete):\n    pass",
        "import scipy\nscipy.LowLevelCallable", "import scipy.io", "from scipy import io", "import scipy\nscipy.io.loadmat('x')",
        "import scipy._lib._ccallback", "from scipy.linalg import cython_blas", "import scipy\nscipy.test()",
        "from scipy.sparse import sparsetools\nsparsetools.x", "from scipy.datasets import face", "import scipy\nscipy.os", S + "vars(stats)['os']",
    ],
    "sklearn": [
        "from sklearn.datasets import fetch_openml", "from sklearn import datasets\ndatasets.fetch_california_housing()",
        "from sklearn import datasets\ndatasets._openml.urlopen('x')", "from sklearn.datasets import _base\n_base.os",
        K + "sklearn.show_versions()", K + "sklearn.externals.x", K + "sklearn.utils.all_estimators()", K + "sklearn.os.system('id')",
        "import sklearn.utils", "from sklearn.utils._joblib import joblib", "import joblib\njoblib.load('x')",
        "from sklearn import base\nbase.warnings.sys.modules['os'].system('id')", "from sklearn import pipeline\n[pipeline][0].joblib", "import sklearn.experimental",
    ],
    "networkx": [
        N + "nx.write_gml(nx.Graph(), 'x')", N + "nx.read_gpickle('x')", N + "nx.algorithms.x", N + "nx.readwrite.gpickle.x", N + "nx.utils.misc.warnings",
        N + "nx.nx_agraph", N + "nx.drawing.nx_pylab.x", "from networkx import read_edgelist", "import networkx.readwrite",
        "import networkx.utils as u\nu.os", N + "nx.lazy_imports.x", N + "nx._lazy_import", N + "getattr(nx, 'readwrite')",
    ],
    "bs4": [
        "import bs4\nbs4.os.system('id')", "import bs4\nbs4.sys.modules", "import bs4\nbs4.diagnose.diagnose('x')", "from bs4 import diagnose", "import bs4.diagnose",
        "from bs4.diagnose import profile", "import bs4\nbs4.element.re", "import bs4\nbs4.builder_registry.lookup", "from bs4 import builder\nbuilder.sys",
        "import bs4\nbs4.builder._htmlparser.sys", "import bs4\ngetattr(bs4, 'traceback')", "import bs4\n[bs4][0].warnings",
    ],
    "tabulate": [
        "import tabulate\ntabulate." + name for name in ("io.open('/etc/passwd')", "re.x", "_main()", "_pprint_file", "math.x", "sys.modules", "wcwidth.x", "platform.os",
                                                        "namedtuple._x", "_html.x", "partial.func.x", "functools.x")
    ],
    "seaborn": [
        B + "sns.load_dataset('tips')", B + "sns.get_dataset_names()", B + "sns.utils.os.system('id')", B + "sns.rcmod.functools.x",
        B + "sns.utils.urlopen", "import seaborn.utils", "from seaborn.utils import os", B + "sns.widgets.x", B + "sns._core.x", B + "sns.external.x",
        B + "sns.mpl.os.system('id')", B + "[sns][0].utils", "from seaborn import cm, utils\nutils.os",
    ],
}


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


class Packs(unittest.TestCase):
    def check(self, programs):
        """The program and the findings of each."""
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "policy.yaml").write_text(POLICY)
            names = [f"p{number:03}.py" for number in range(len(programs))]
            for name, program in zip(names, programs, strict=True):
                (folder / name).write_text(program + "\n")
            done = subprocess.run([PROGRAM, "check", "--policy", "./policy.yaml", "--format", "json", *names], cwd=folder,
                                  capture_output=True, text=True, check=False)
        self.assertNotEqual(done.stdout, "", done.stderr)
        files = json.loads(done.stdout)["files"]
        return [(program, one["verdict"], one["findings"]) for program, one in zip(programs, files, strict=True)]

    def test_ordinary_programs_pass(self):
        for library, programs in ORDINARY.items():
            self.assertGreaterEqual(len(programs), 10)
            stopped = [(p, [f["message"] for f in found]) for p, verdict, found in self.check(programs) if verdict != "allow"]
            self.assertEqual(stopped, [], library)

    def test_gadgets_are_refused(self):
        for library, programs in GADGETS.items():
            self.assertGreaterEqual(len(programs), 10)
            self.assertEqual([p for p, verdict, _ in self.check(programs) if verdict != "deny"], [], library)

    def test_a_rule_of_pandas_holds_wherever_an_object_may_be_of_pandas(self):
        self.assertEqual([p for p, verdict, _ in self.check(PANDAS) if verdict == "allow"], [])

    @unittest.skipUnless(all(pathlib.Path("/usr/lib/python3/dist-packages", one).is_dir() for one in ("sklearn", "seaborn", "networkx", "scipy", "bs4"))
                         and pathlib.Path("/usr/lib/python3/dist-packages/tabulate.py").exists(),
                         "the libraries are not installed")
    def test_ordinary_programs_are_answered(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)

            def stopped(number, program):
                (folder / f"{number}.py").write_text(program + "\n")
                done = subprocess.run([PROGRAM, "run", "--code", f"{number}.py", "--policy", "data-science", "--json"], cwd=folder, capture_output=True,
                                      check=False, env={"PATH": "/usr/bin:/bin", "SLUICE_STORE": f"sqlite:{folder}/store{number % 2}/s.db"})
                execution = (json.loads(done.stdout or "{}").get("execution") or {})
                return execution.get("outcome") != "ok" and (program, done.stdout[-600:], done.stderr)

            programs = [program for library in ORDINARY.values() for program in library]
            with ThreadPoolExecutor(2) as pool:
                self.assertEqual([one for one in pool.map(stopped, range(len(programs)), programs) if one], [])

    def test_a_pack_holds_for_its_version_alone(self):
        """The table is not made from another version of a library than the one that was reviewed."""
        with tempfile.TemporaryDirectory() as place:
            library = pathlib.Path(place, "networkx")
            library.mkdir()
            (library / "__init__.py").write_text("__version__ = '9.9'\n")
            done = subprocess.run(["/usr/bin/python3.11", "-I", "-B", SOURCE / "policy-engine/library/generate.py", "--also", place],
                                  capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("packs/networkx.txt holds for 2.8.8, and here is 9.9: review it again", done.stderr)


if __name__ == "__main__":
    unittest.main()
