# SPDX-License-Identifier: MIT
"""Programs that libraries with a pack are judged by: ordinary ones, and gadgets, which reach what a pack refuses. Longer ordinary
ones, of the kinds that tutorials have, are in tutorials/LIBRARY.txt, each behind a line `=== NAME.py:`."""
import pathlib
import re

BLOBS = "from sklearn.datasets import make_blobs\nX, y = make_blobs(n_samples=60, random_state=0)\n"
FRAME = "import seaborn as sns, pandas as pd\nimport matplotlib.pyplot as plt\ndf = pd.DataFrame({'a': [1, 2, 3], 'b': [3, 4, 9]})\n"
NX = "import networkx as nx\n"
SOUP = ("from bs4 import BeautifulSoup\ns = BeautifulSoup('<title>t</title><body><p class=\"x\">1 <a href=\"u\">l</a></p><table><tr><td>1</td></tr></table></body>', "
        "'html.parser')\n")
TAB = "from tabulate import tabulate\n"
SM = "import numpy as np, pandas as pd\nimport statsmodels.api as sm\nrng = np.random.default_rng(0)\ndf = pd.DataFrame({'x': rng.normal(size=60), 'g': ['a', 'b'] * 30})\ndf['y'] = 2 * df['x'] + rng.normal(size=60)\n"
SMF = SM + "import statsmodels.formula.api as smf\n"
TS = "import numpy as np, pandas as pd\nt = pd.date_range('2020-01-01', periods=48, freq='M')\ns = pd.Series(np.sin(np.arange(48) / 2) + np.arange(48) / 10, index=t)\n"
S = "import sympy as sp\nx, y = sp.symbols('x y')\n"
XR = "import numpy as np, xarray as xr\na = xr.DataArray(np.arange(6.0).reshape(2, 3), dims=('t', 'x'), coords={'t': [1, 2], 'x': list('abc')}, name='v')\n"
SH = "from shapely.geometry import Point, Polygon, LineString, MultiPoint, box, mapping, shape\n"
IM = "from PIL import Image\nim = Image.new('RGB', (40, 30), 'red')\n"
WB = "from openpyxl import Workbook, load_workbook\nwb = Workbook()\nws = wb.active\nws.append(['a', 'b'])\nws.append([1, 2])\n"
LX = "from lxml import etree\nroot = etree.fromstring('<r><a k=\"1\">x</a><a k=\"2\">y</a></r>')\n"
LH = "from lxml import html\npage = html.fromstring('<html><body><p class=\"c\">t <a href=\"u\">l</a></p></body></html>')\n"
NL = "import nltk\n"
YA = "import yaml\n"
ZI = "import zipfile, io\nwith zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED) as z:\n    z.writestr('n.txt', 'hello')\n"
TA = "import tarfile, io\nwith tarfile.open('a.tar.gz', 'w:gz') as t:\n    i = tarfile.TarInfo('n.txt')\n    i.size = 5\n    t.addfile(i, io.BytesIO(b'hello'))\n"
UT = "import unittest\nclass T(unittest.TestCase):\n"
STATS, SKLEARN, SEABORN = "from scipy import stats\n", "import sklearn\n", "import seaborn as sns\n"
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
 "statsmodels": [
  SM + "X = sm.add_constant(df[['x']])\nm = sm.OLS(df['y'], X).fit()\nprint(m.params, m.rsquared, m.pvalues)",
  SM + "m = sm.OLS(df['y'], sm.add_constant(df['x'])).fit()\nprint(m.summary())",
  SMF + "m = smf.ols('y ~ x + C(g)', data=df).fit()\nprint(m.params, m.conf_int(), m.fvalue)",
  SMF + "m = smf.ols(formula='y ~ x * g', data=df).fit()\nprint(sm.stats.anova_lm(m, typ=2))",
  SMF + "df['z'] = (df['y'] > 0).astype(int)\nm = smf.logit('z ~ x', df).fit(disp=0)\nprint(m.predict(df[:2]))",
  SM + "m = sm.GLM((df['y'] > 0) * 1, sm.add_constant(df['x']), family=sm.families.Binomial()).fit()\nprint(m.aic, m.deviance)",
  TS + "from statsmodels.tsa.seasonal import seasonal_decompose\nr = seasonal_decompose(s, model='additive', period=12)\nprint(r.trend.dropna()[:2], r.seasonal[:2])",
  TS + "from statsmodels.tsa.stattools import adfuller, acf\nr = adfuller(s)\nprint(r[0], r[1], acf(s, nlags=3))",
  TS + "from statsmodels.tsa.arima.model import ARIMA\nm = ARIMA(s, order=(1, 1, 1)).fit()\nprint(m.forecast(3), m.aic)",
  TS + "from statsmodels.tsa.holtwinters import ExponentialSmoothing\nm = ExponentialSmoothing(s, trend='add').fit()\nprint(m.forecast(2))",
  SM + "from statsmodels.stats.outliers_influence import variance_inflation_factor as vif\nX = sm.add_constant(df[['x', 'y']])\nprint([vif(X.values, i) for i in range(3)])",
  SM + "from statsmodels.stats.multicomp import pairwise_tukeyhsd\nprint(pairwise_tukeyhsd(df['y'], df['g']).summary())",
  SM + "from statsmodels.stats.weightstats import ttest_ind, DescrStatsW\nprint(ttest_ind(df.x, df.y), DescrStatsW(df.x).tconfint_mean())",
  SM + "from statsmodels.stats.proportion import proportions_ztest, proportion_confint\nprint(proportions_ztest([20, 30], [50, 60]), proportion_confint(20, 50))",
  SM + "import matplotlib.pyplot as plt\nsm.qqplot(df['y'], line='s')\nplt.savefig('qq.png')",
  TS + "from statsmodels.graphics.tsaplots import plot_acf, plot_pacf\nimport matplotlib.pyplot as plt\nplot_acf(s, lags=8, title='ACF (monthly)')\nplt.savefig('acf.png')",
  SM + "lowess = sm.nonparametric.lowess(df['y'], df['x'])\nprint(lowess[:2])",
  SM + "print(sm.datasets.longley.load_pandas().data.shape)",
  SM + "m = sm.RLM(df['y'], sm.add_constant(df['x']), M=sm.robust.norms.HuberT()).fit()\nprint(m.params, m.bse)",
  SM + "from statsmodels.stats.power import TTestIndPower\nprint(TTestIndPower().solve_power(effect_size=0.5, power=0.8, alpha=0.05))",
  SM + "from statsmodels.stats.diagnostic import het_breuschpagan, acorr_ljungbox\nm = sm.OLS(df['y'], sm.add_constant(df['x'])).fit()\nprint(het_breuschpagan(m.resid, m.model.exog), acorr_ljungbox(m.resid, lags=2))",
  TS + "from statsmodels.tsa.statespace.sarimax import SARIMAX\nm = SARIMAX(s, order=(1, 0, 0)).fit(disp=False)\nf = m.get_forecast(2)\nprint(f.predicted_mean, f.conf_int())",
  SM + "from statsmodels.stats.multitest import multipletests\nprint(multipletests([0.01, 0.04, 0.2], method='fdr_bh')[1])",
  SMF + "m = smf.ols('np.log(y + 20) ~ np.sqrt(x ** 2) + I(x ** 2)', data=df).fit()\nprint(m.nobs)",
  SM + "m = sm.PCA(df[['x', 'y']]) if hasattr(sm, 'PCA') else None\nprint(m.factors[:2])",
  SM + "ecdf = sm.distributions.ECDF(df['x'])\nprint(ecdf(0))",
  SMF + "m = smf.mixedlm('y ~ x', df, groups=df['g']).fit()\nprint(m.fe_params)",
  SM + "from statsmodels.stats.contingency_tables import mcnemar\nprint(mcnemar([[10, 5], [3, 12]], exact=True).pvalue)",
  SM + "kde = sm.nonparametric.KDEUnivariate(df['x'])\nkde.fit()\nprint(kde.density[:2])",
  SMF + "m = smf.quantreg('y ~ x', df).fit(q=0.5)\nprint(m.params['x'])",
 ],
 "sympy": [
  S + "print(sp.solve(x**2 - 4, x))", S + "print(sp.diff(sp.sin(x) * sp.exp(x), x))", S + "print(sp.integrate(x**2, (x, 0, 3)))",
  S + "print(sp.limit(sp.sin(x) / x, x, 0))", S + "print(sp.simplify(sp.sin(x)**2 + sp.cos(x)**2))", S + "print(sp.factor(x**2 - 1), sp.expand((x + 1)**3))",
  S + "print(sp.solve([x + y - 3, x - y - 1], [x, y]))", S + "m = sp.Matrix([[1, 2], [3, 4]])\nprint(m.det(), m.inv(), m.eigenvals(), m.T)",
  S + "print(sp.series(sp.exp(x), x, 0, 4))", S + "f = sp.lambdify(x, x**2 + 1, 'numpy')\nprint(f(3))", S + "f = sp.Function('f')\nprint(sp.dsolve(f(x).diff(x) - f(x), f(x)))",
  S + "print(sp.latex(sp.sqrt(x) / 2), sp.pretty(x**2))", S + "print((x**2 + y).subs({x: 2, y: 3}), (x + 1).subs(x, 5))", S + "print(sp.N(sp.pi, 20), sp.pi.evalf(10))",
  S + "print(sp.Rational(1, 3) + sp.Rational(1, 6), sp.S(1) / 2, sp.S.Half)", S + "print(sp.isprime(17), sp.factorint(60), list(sp.primerange(1, 20)))",
  S + "print(sp.sympify('x**2 + 2*x + 1'))", S + "print(sp.Eq(x**2, 4), sp.solveset(x**2 - 4, x, domain=sp.S.Reals))", S + "p = sp.Poly(x**3 - 6*x**2 + 11*x - 6, x)\nprint(p.degree(), p.all_coeffs(), sp.roots(p))",
  S + "print(sp.summation(1 / x**2, (x, 1, sp.oo)))", S + "print(sp.nsolve(sp.cos(x) - x, 0.5))", S + "print(sp.Piecewise((x, x > 0), (-x, True)))",
  S + "print(sp.gcd(12, 18), sp.binomial(5, 2), sp.factorial(5))", S + "e = (x + y)**2\nprint(e.expand().coeff(x, 1), e.free_symbols, e.args)",
  "from sympy import symbols, diff, sin\nt = symbols('t', positive=True)\nprint(diff(sin(t), t, 2), t.is_positive)", "from sympy.abc import a, b, c, x\nfrom sympy import solve\nprint(solve(a * x**2 + b * x + c, x))",
  "from sympy import Interval, Union, FiniteSet, oo\nprint(Interval(0, 1).union(Interval(2, 3)), FiniteSet(1, 2).contains(1))",
  "from sympy import symbols, And, Or, Not, simplify_logic, satisfiable\na, b = symbols('a b')\nprint(simplify_logic(Or(And(a, b), And(a, Not(b)))), satisfiable(a & ~a))",
  "from sympy.stats import Normal, E, P, variance\nX = Normal('X', 0, 1)\nprint(E(X), variance(X), P(X > 0))",
  "from sympy import Point, Line, Circle\np = Point(0, 0)\nprint(p.distance(Point(3, 4)), Circle(p, 5).area, Line(p, Point(1, 1)).slope)",
  "from sympy import symbols, fourier_series, laplace_transform, exp\nt, s = symbols('t s')\nprint(laplace_transform(exp(-t), t, s))",
  "from sympy import Symbol, symbols\nxs = [Symbol(f'x_{i}') for i in range(3)]\nprint(sum(xs), symbols('a0:3'))",
 ],
 "xarray": [
  XR + "print(a.mean('x'), a.dims, a.shape)", XR + "print(a.sel(x='b').values, a.isel(t=0).values)", XR + "ds = xr.Dataset({'v': a, 'w': a * 2})\nprint(ds.data_vars, ds['v'].sum().item())",
  XR + "print(a.to_pandas(), a.to_series().head())", XR + "print(xr.concat([a, a + 1], dim='k').shape)", XR + "print(a.groupby('x').sum(...))", XR + "print(a.where(a > 2).count().item())",
  XR + "print(xr.merge([a, (a * 2).rename('w')]))", XR + "print(a.interp(t=1.5).values, a.transpose('x', 't').dims)", XR + "df = a.to_dataframe().reset_index()\nprint(df.describe())",
  XR + "print(a.assign_attrs(units='m').attrs, a.coords['t'].values, a.rolling(x=2).mean().values)",
 ],
 "shapely": [
  SH + "p = Polygon([(0, 0), (2, 0), (2, 2), (0, 2)])\nprint(p.area, p.length, p.centroid.x, p.bounds)", SH + "print(Point(0, 0).distance(Point(3, 4)))", SH + "print(box(0, 0, 2, 2).contains(Point(1, 1)))",
  SH + "print(box(0, 0, 2, 2).intersection(box(1, 1, 3, 3)).area)", SH + "print(Point(0, 0).buffer(1).area)", SH + "from shapely.ops import unary_union\nprint(unary_union([box(0, 0, 1, 1), box(1, 0, 2, 1)]).area)",
  SH + "print(LineString([(0, 0), (1, 1)]).interpolate(0.5, normalized=True).wkt)", SH + "print(list(Polygon([(0, 0), (1, 0), (1, 1)]).exterior.coords))", SH + "from shapely import wkt\nprint(wkt.loads('POINT (1 2)').x)",
  SH + "print(mapping(Point(1, 2)), shape({'type': 'Point', 'coordinates': (1, 2)}).y)", SH + "print(MultiPoint([(0, 0), (1, 1), (1, 0)]).convex_hull.wkt)",
  SH + "from shapely import affinity\nprint(affinity.rotate(box(0, 0, 1, 1), 45).is_valid, affinity.translate(Point(0, 0), 1, 1).x)",
 ],
 "PIL": [
  IM + "im.save('a.png')\nprint(im.size, im.mode)", IM + "print(im.resize((10, 10)).size, im.rotate(90, expand=True).size)", IM + "im.save('a.png')\nb = Image.open('a.png')\nprint(b.getpixel((0, 0)), b.format)",
  IM + "from PIL import ImageDraw\nd = ImageDraw.Draw(im)\nd.rectangle([5, 5, 20, 20], fill='blue')\nd.text((1, 1), 'hi')\nim.save('a.png')", IM + "print(im.convert('L').histogram()[76])",
  IM + "from PIL import ImageFilter\nprint(im.filter(ImageFilter.GaussianBlur(2)).size)", IM + "print(im.crop((0, 0, 5, 5)).size, im.transpose(Image.FLIP_LEFT_RIGHT).size)",
  IM + "import numpy as np\na = np.array(im)\nprint(a.shape, Image.fromarray(a).size)", IM + "from PIL import ImageEnhance, ImageOps\nprint(ImageEnhance.Contrast(im).enhance(2).size, ImageOps.grayscale(im).mode)",
  IM + "im.thumbnail((8, 8))\nprint(im.size, im.split()[0].getextrema())", IM + "import io\nb = io.BytesIO()\nim.save(b, format='PNG')\nprint(len(b.getvalue()) > 0)", IM + "im.paste(Image.new('RGB', (5, 5)), (0, 0))\nim.putpixel((1, 1), (1, 2, 3))\nprint(im.getbbox(), list(im.getdata())[:1])",
 ],
 "openpyxl": [
  WB + "wb.save('a.xlsx')", WB + "print(ws['A1'].value, ws.max_row, ws.cell(row=2, column=2).value)", WB + "from openpyxl.styles import Font, PatternFill\nws['A1'].font = Font(bold=True)\nws['A1'].fill = PatternFill('solid', fgColor='FFFF00')\nwb.save('a.xlsx')",
  WB + "wb.save('a.xlsx')\nb = load_workbook('a.xlsx')\nprint(b.sheetnames, [r for r in b.active.iter_rows(values_only=True)])", WB + "s = wb.create_sheet('Two')\ns.title = 'Three'\nprint(wb.sheetnames)",
  WB + "from openpyxl.chart import BarChart, Reference\nc = BarChart()\nc.add_data(Reference(ws, min_col=1, min_row=1, max_row=2), titles_from_data=True)\nc.title = 'T'\nws.add_chart(c, 'D2')\nwb.save('a.xlsx')",
  WB + "ws.merge_cells('A3:B3')\nws.column_dimensions['A'].width = 20\nws.freeze_panes = 'A2'\nwb.save('a.xlsx')", WB + "from openpyxl.utils import get_column_letter\nprint(get_column_letter(28))",
  WB + "from openpyxl.utils.dataframe import dataframe_to_rows\nimport pandas as pd\nfor r in dataframe_to_rows(pd.DataFrame({'a': [1]}), index=False):\n    ws.append(r)\nwb.save('a.xlsx')", WB + "ws['C2'] = '=SUM(A2:B2)'\nws['C2'].number_format = '0.00'\nprint(ws['C2'].coordinate, [c.value for c in ws[1]])",
  WB + "for row in ws.iter_rows(min_row=2):\n    for cell in row:\n        cell.value = (cell.value or 0) * 2\ndel wb['Sheet']\nprint(wb.worksheets)",
 ],
 "lxml": [
  LX + "print([a.text for a in root.findall('a')])", LX + "print(root.xpath('//a[@k=\"2\"]/text()'))", LX + "etree.SubElement(root, 'b', k='3').text = 'z'\nprint(etree.tostring(root, pretty_print=True).decode())",
  LX + "print([(e.tag, e.get('k'), e.attrib) for e in root.iter('a')])", LX + "tree = etree.ElementTree(root)\nprint(tree.getroot().tag, tree.getpath(root[0]))", LH + "print(page.xpath('//a/@href'), page.text_content())",
  LH + "print([p.get('class') for p in page.iter('p')], page.find('.//a').text)", LX + "e = etree.Element('x', nsmap={None: 'urn:a'})\nprint(e.tag, e.nsmap)", LX + "root.remove(root[0])\nprint(len(root), root.getchildren())",
  "open('a.xml', 'w').write('<r><a/></r>')\nfrom lxml import etree\nprint(etree.parse('a.xml').getroot().tag)", "from lxml import etree\ntry:\n    etree.fromstring('<r>')\nexcept etree.XMLSyntaxError as e:\n    print(e)",
  LH + "from lxml import html\nfor a in page.iterlinks():\n    print(a[1])\nprint(html.tostring(page))",
 ],
 "nltk": [
  NL + "print(list(nltk.ngrams([1, 2, 3], 2)))", NL + "f = nltk.FreqDist('abracadabra')\nprint(f.most_common(2), f['a'])", "from nltk.stem import PorterStemmer\ns = PorterStemmer()\nprint(s.stem('running'))",
  "from nltk.tokenize import RegexpTokenizer\nprint(RegexpTokenizer(r'\\w+').tokenize('a b, c'))", "from nltk.tokenize import wordpunct_tokenize, TweetTokenizer\nprint(wordpunct_tokenize('a, b'), TweetTokenizer().tokenize('hi :)'))",
  "from nltk.stem.snowball import SnowballStemmer\nprint(SnowballStemmer('english').stem('cats'))", "from nltk.metrics.distance import edit_distance, jaccard_distance\nprint(edit_distance('a', 'b'), jaccard_distance({1}, {1, 2}))",
  "from nltk.util import ngrams, bigrams\nprint(list(bigrams('abc')), list(ngrams('abc', 3)))", "from nltk.collocations import BigramCollocationFinder, BigramAssocMeasures\nf = BigramCollocationFinder.from_words('a b a b c'.split())\nprint(f.nbest(BigramAssocMeasures().pmi, 2))",
  "from nltk.translate.bleu_score import sentence_bleu\nprint(sentence_bleu([['a', 'b', 'c', 'd']], ['a', 'b', 'c', 'd']))", "from nltk.probability import ConditionalFreqDist\nc = ConditionalFreqDist([('a', 1), ('a', 2)])\nprint(c['a'].N(), c.conditions())",
  "from nltk.tree import Tree\nt = Tree.fromstring('(S (NP I) (VP run))')\nprint(t.label(), t.leaves(), t.height())", "from nltk import CFG, ChartParser\ng = CFG.fromstring('S -> \"a\" S | \"a\"')\nprint(len(list(ChartParser(g).parse(['a', 'a']))))",
 ],
 "yaml": [
  YA + "print(yaml.safe_load('a: [1, 2]'))", YA + "print(yaml.safe_dump({'a': 1}))", YA + "print(yaml.dump({'b': [1]}, default_flow_style=False, sort_keys=False))", YA + "with open('c.yaml', 'w') as f:\n    yaml.safe_dump({'x': 1}, f)\nprint(yaml.safe_load(open('c.yaml')))",
  YA + "print(list(yaml.safe_load_all('a: 1\\n---\\nb: 2')))", YA + "try:\n    yaml.safe_load('[')\nexcept yaml.YAMLError as e:\n    print('bad')", "from yaml import safe_load\nprint(safe_load('x: true')['x'])", YA + "d = yaml.safe_load('k:\\n  - n: 1\\n')\nprint(d['k'][0]['n'])",
  YA + "print(yaml.safe_dump([{'a': None}], indent=2, allow_unicode=True))", YA + "import json\nprint(json.dumps(yaml.safe_load('a: {b: c}')))", YA + "print(yaml.dump_all([{'a': 1}, {'b': 2}]))",
 ],
 "archives": [
  ZI + "with zipfile.ZipFile('a.zip') as z:\n    print(z.namelist(), z.read('n.txt'))", ZI + "zipfile.ZipFile('a.zip').extractall('out')\nprint(open('out/n.txt').read())", ZI + "print(zipfile.is_zipfile('a.zip'), [i.file_size for i in zipfile.ZipFile('a.zip').infolist()])",
  "import zipfile, io\nb = io.BytesIO()\nwith zipfile.ZipFile(b, 'w') as z:\n    z.writestr('x.csv', 'a,b')\nprint(len(b.getvalue()))", ZI + "with zipfile.ZipFile('a.zip') as z:\n    with z.open('n.txt') as f:\n        print(f.read())", ZI + "open('d.txt', 'w').write('1')\nwith zipfile.ZipFile('a.zip', 'a') as z:\n    z.write('d.txt', arcname='e.txt')\n    print(z.testzip())",
  ZI + "try:\n    zipfile.ZipFile('d.zip')\nexcept (zipfile.BadZipFile, FileNotFoundError) as e:\n    print('no')", TA + "with tarfile.open('a.tar.gz') as t:\n    print(t.getnames(), t.extractfile('n.txt').read())", TA + "with tarfile.open('a.tar.gz', 'r:gz') as t:\n    print([(m.name, m.size, m.isfile()) for m in t.getmembers()])",
  TA + "with tarfile.open('a.tar.gz') as t:\n    t.extractall('out')\nprint(open('out/n.txt').read())", "import shutil, os\nopen('a.txt', 'w').write('1')\nos.makedirs('b', exist_ok=True)\nshutil.copy('a.txt', 'b/c.txt')\nshutil.move('b/c.txt', 'd.txt')\nprint(os.path.exists('d.txt'))",
  "import tempfile, os\nwith tempfile.TemporaryDirectory() as d:\n    p = os.path.join(d, 'x.txt')\n    open(p, 'w').write('1')\n    print(os.listdir(d))",
 ],
 "standard": [
        "import json\nfrom multiprocessing.pool import ThreadPool\npool = ThreadPool(2)\nprint(json.dumps(pool.map(abs, [-1, 2])))",
        "from multiprocessing.pool import ThreadPool\npool = ThreadPool(2)\nprint(len(pool.map(abs, [-1, 2])))\npool.close()\npool.join()",
        "from multiprocessing.dummy import Pool\npool = Pool(2)\nkept = pool.map_async(abs, range(3))\nprint(len(kept.get()))",
        "import threading\ndef fail():\n    raise ValueError('x')\nt = threading.Thread(target=fail)\nt.start()\nt.join()\nprint(1)",
        "import math\nfor name in ['sqrt', 'exp']:\n    print(getattr(math, name)(4))",
  "from multiprocessing.pool import ThreadPool\ndef work():\n    with ThreadPool(2) as p:\n        return p.map(str, range(4))\nprint(len(work()))", "from multiprocessing.dummy import Pool\ndef work():\n    p = Pool(2)\n    out = p.map(abs, [-1, 2])\n    p.close()\n    p.join()\n    return out\nprint(len(work()))",
  UT + "    def test_a(self):\n        self.assertEqual(1 + 1, 2)\nunittest.main(argv=[''], exit=False)", UT + "    def setUp(self):\n        self.x = [1]\n    def test_b(self):\n        self.assertIn(1, self.x)\n        with self.assertRaises(KeyError):\n            {}['a']\nif __name__ == '__main__':\n    unittest.main(exit=False, argv=['x'])",
  UT + "    def test_c(self):\n        self.assertTrue(True)\ns = unittest.TestLoader().loadTestsFromTestCase(T)\nr = unittest.TextTestRunner().run(s)\nprint(r.wasSuccessful(), r.testsRun)",
  "from email.mime.text import MIMEText\nfrom email.mime.multipart import MIMEMultipart\nm = MIMEMultipart()\nm['Subject'] = 'x'\nm.attach(MIMEText('hi', 'plain'))\nprint(m.as_string()[:20])", "from email.message import EmailMessage\nm = EmailMessage()\nm['To'] = 'a@example.org'\nm.set_content('hi')\nprint(m.get_content())",
  "from email import message_from_string\nm = message_from_string('Subject: a\\n\\nb')\nprint(m['Subject'], m.get_payload())", "from email.utils import parseaddr, formataddr\nprint(parseaddr('A <a@example.org>'), formataddr(('A', 'a@example.org')))", "import regex\nprint(regex.findall(r'\\p{L}+', 'añ b'), regex.sub('a', 'b', 'aa'))",
  "import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute('create table t (a)')\nc.execute('insert into t values (?)', (1,))\nprint(c.execute('select * from t').fetchall())",
  "import mpmath\nmpmath.mp.dps = 30\nprint(mpmath.pi, mpmath.quad(lambda x: x, [0, 1]))", "from patsy import dmatrices\nimport pandas as pd\ny, X = dmatrices('y ~ x', pd.DataFrame({'y': [1, 2], 'x': [3, 4]}), return_type='dataframe')\nprint(X)",
 ],
}
GADGETS = {
    "scipy": [
        STATS + "getattr(stats, '_stats_py').warnings", STATS + "for n in ['norm', '_stats_py']:\n    getattr(stats, n).warnings",
        STATS + "import json\nprint(getattr(stats, json.loads('1')))", STATS + "getattr(*[stats, 'norm'])", STATS + "getattr(stats, 'norm', stats)",
        STATS + "setattr(stats, 'norm', 1)", STATS + "def look(m, n):\n    return m\nfor f in (look, getattr):\n    f(stats, 'norm')",
        STATS + "getattr(stats, 'rv_continuous')(shapes='a')", STATS + "getattr(stats, 'distributions').sys",
        "import scipy\ngetattr(scipy, 'LowLevelCallable')", "import scipy\nfor n in ('stats', 'io'):\n    m = getattr(scipy, n)", "import scipy\ngetattr(scipy, 'io').loadmat('x')",
        STATS + "getattr(getattr(stats, '_stats_py'), 'warnings').sys", STATS + "n = '_stats' + '_py'\ngetattr(stats, n).warnings.sys.modules",
        "import scipy\nfor n in ['io', 'stats']:\n    getattr(scipy, n).loadmat('x')", STATS + "f = getattr\nf(stats, '_stats_py').np.load('x')",
        STATS + "list(map(getattr, [stats], ['_stats_py']))", STATS + "from functools import partial\npartial(getattr, stats)('_stats_py').np",
        STATS + "stats._stats_py.warnings.sys.modules['os'].system('id')", STATS + "getattr(stats, '_stats_py').warnings", STATS + "[stats][0]._stats_py",
        STATS + "stats.rv_continuous(shapes='a')", "from scipy.stats import rv_discrete\nclass D(rv_discrete):\n    pass",
        "import scipy\nscipy.LowLevelCallable", "import scipy.io", "from scipy import io", "import scipy\nscipy.io.loadmat('x')",
        "import scipy._lib._ccallback", "from scipy.linalg import cython_blas", "import scipy\nscipy.test()",
        "from scipy.sparse import sparsetools\nsparsetools.x", "from scipy.datasets import face", "import scipy\nscipy.os", STATS + "vars(stats)['os']",
    ],
    "sklearn": [
        "from sklearn.datasets import fetch_openml", "from sklearn import datasets\ndatasets.fetch_california_housing()",
        "from sklearn import datasets\ndatasets._openml.urlopen('x')", "from sklearn.datasets import _base\n_base.os",
        SKLEARN + "sklearn.show_versions()", SKLEARN + "sklearn.externals.x", SKLEARN + "sklearn.utils.all_estimators()", SKLEARN + "sklearn.os.system('id')",
        "import sklearn.utils.estimator_checks", "from sklearn.utils._joblib import joblib", "import joblib\njoblib.load('x')",
        "from sklearn import base\nbase.warnings.sys.modules['os'].system('id')", "from sklearn import pipeline\n[pipeline][0].joblib", "from sklearn.utils.validation import check_memory", "from sklearn.metrics.pairwise import Parallel", "import sklearn.utils.validation as v\nv.joblib.load('x')", "from sklearn.utils.validation import joblib\njoblib.load('x')", "import sklearn.utils.optimize",
    ],
    "networkx": [
        NX + "nx.pagerank(nx.path_graph(3), backend='x')",
        NX + "nx.write_gml(nx.Graph(), 'x')", NX + "nx.read_gpickle('x')", NX + "nx.algorithms.x", NX + "nx.readwrite.gpickle.x", NX + "nx.utils.misc.warnings",
        NX + "nx.nx_agraph.os.system(1)", NX + "nx.drawing.nx_pylab.x", "from networkx import read_edgelist", "import networkx.readwrite",
        "import networkx.utils as u\nu.os", NX + "nx.lazy_imports.x", NX + "nx._lazy_import", NX + "getattr(nx, 'readwrite')",
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
        SEABORN + "sns.load_dataset('tips')", SEABORN + "sns.get_dataset_names()", SEABORN + "sns.utils.os.system('id')", SEABORN + "sns.rcmod.functools.x",
        SEABORN + "sns.utils.urlopen", "import seaborn.utils", "from seaborn.utils import os", SEABORN + "sns.widgets.x", SEABORN + "sns._core.x", SEABORN + "sns.external.x",
        SEABORN + "sns.mpl.os.system('id')", SEABORN + "[sns][0].utils", "from seaborn import cm, utils\nutils.os",
    ],
 "statsmodels": [
  SMF + "smf.ols(\"y ~ __import__('os').system('id')\", data=df)", SMF + "smf.ols('y ~ open(x)', data=df)", SM + "sm.OLS.from_formula('y ~ eval(x)', df)", "import statsmodels.api as sm\nsm.datasets.get_rdataset('mtcars')", "import statsmodels.api as sm\nsm.load('x.pickle')",
  "import statsmodels.api as sm\nsm.webdoc()", "import statsmodels.api as sm\nsm.show_versions()", "import statsmodels.tsa.x13", "from statsmodels.tsa.api import x13_arima_analysis", SM + "m = sm.OLS(df['y'], df['x']).fit()\nm.load('x.pickle')", "from statsmodels.compat import python", "import statsmodels\nstatsmodels.tools.os.system('id')", "import statsmodels.api as sm\nsm.tsa.x13.subprocess", "from statsmodels.iolib.smpickle import load_pickle", "import statsmodels.datasets.utils",
 ],
 "sympy": [
  S + "sp.sympify(\"__import__('os').system('id')\")", S + "sp.simplify(\"__import__('os').system('id')\")", S + "sp.solve('open(1)')", S + "(x + 1).subs(x, \"eval('1')\")", S + "sp.lambdify(x, 'exec(x)')", S + "sp.lambdify(x, x, 'os')", S + "sp.S('().real')", S + "sp.preview(x)", S + "sp.var('a')",
  S + "sp.lambdify([], sp.Symbol(\"print(open('a'))\"))", "from sympy.utilities.autowrap import autowrap", "from sympy.utilities.codegen import codegen", "import sympy\nsympy.utilities.misc.os", "from sympy.external import import_module", "from sympy.parsing.latex import parse_latex", S + "sp.test()", S + "sp.parse_expr('a.b')", S + "sp.integrate(f='[eval][0](1)')", S + "sp.Matrix(['(lambda: open)()(1)'])",
 ],
 "xarray": [XR + w for w in ("xr.open_dataset('http://x/a.nc')", "xr.ones_like(a, chunked_array_type='dask')", "xr.open_mfdataset('a*.nc')", "xr.open_zarr('s3://x')", "a.to_netcdf('a.nc')", "xr.tutorial.open_dataset('air')", "xr.show_versions()", "xr.register_dataarray_accessor('x')", "xr.backends.os", "xr.core.indexing.sys", "a.to_zarr('x')", "a.to_iris()", "xr.load_dataset('x.nc')")] + ["import xarray.backends", "from xarray.core import utils"],
 "shapely": [SH + w for w in ("Point(1, 1).ctypes", "Point(1, 1).impl", "Point.ctypes", "getattr(Point(1, 1), 'ctypes')", "Point(1, 1).array_interface()")] + ["import shapely.geos", "from shapely import geos\ngeos.lgeos", "import shapely.geometry as g\ng.base.sys", "from shapely.geometry import asShape", "import shapely\nshapely.ctypes_declarations.x", "from shapely import wkb\nwkb.geos.sys", "import shapely.ops as o\no.sys", "from shapely.geometry import base"],
 "PIL": [IM + w for w in ("im.im", "Image.core.new('L', (1, 1))", "Image.register_open('x', print)", "Image.os.system('id')", "Image.sys.modules", "im.save('/etc/x.png')", "Image.frombuffer('L', (1, 1), b'1')", "Image.open('/etc/passwd')", "Image.init()")] + ["from PIL import ImageGrab", "from PIL import ImageMath\nImageMath.eval('1')", "from PIL import ImageShow", "from PIL import EpsImagePlugin", "from PIL import ImageFont\nImageFont.core.getfont('x')", "from PIL import ImageTk", "import PIL.Image as i\ni.builtins.eval('1')"],
 "openpyxl": [WB + w for w in ("wb.save('/etc/x.xlsx')", "load_workbook('/etc/passwd')", "wb.save('x.py')", "wb.save('../x.xlsx')")] + ["import openpyxl.packaging.manifest", "import openpyxl\nopenpyxl.reader.excel.os", "from openpyxl.xml import functions", "from openpyxl.compat import x", "import openpyxl\nopenpyxl.utils.os", "from openpyxl.reader import drawings", "import openpyxl.writer.excel", "from openpyxl.drawing.image import Image\nImage('/etc/passwd')"],
 "lxml": [LX + w for w in ("etree.XSLT(root)", "etree.parse('http://x/a')", "etree.parse('/etc/passwd')", "root.xinclude()", "etree.XInclude()", "root.xslt(1)", "etree.DTD('x')", "etree.FunctionNamespace('x')", "etree.set_default_parser(1)")] + ["from lxml import html\nhtml.open_in_browser(1)", "from lxml import html\nhtml.submit_form(1)", "from lxml import html\nhtml.sys.modules", "import lxml.objectify", "import lxml.html.soupparser", "from lxml import etree\netree.os"],
 "nltk": [NL + w for w in ("nltk.download('stopwords')", "nltk.data.load('x.pickle')", "nltk.internals.java(['x'])", "nltk.downloader.Downloader()", "nltk.os.system('id')", "nltk.subprocess.run(['id'])", "nltk.word_tokenize('a', '../x')", "nltk.Senna('x')", "nltk.app.x", "nltk.config_java('x')", "nltk.call_megam([1])", "nltk.load('x')")] + ["from nltk.data import load", "from nltk.parse.malt import MaltParser", "from nltk.tag import StanfordPOSTagger", "from nltk.util import build_opener", "from nltk.corpus.reader import x"],
 "yaml": [YA + w for w in ("yaml.load('a', Loader=yaml.Loader)", "yaml.unsafe_load('a')", "yaml.full_load('a')", "yaml.load('a')", "yaml.UnsafeLoader('a')", "yaml.add_constructor('!x', print)", "yaml.SafeLoader.add_constructor('!x', print)", "yaml.constructor.sys", "yaml.reader.codecs.open('x')", "yaml.load_all('a', yaml.CUnsafeLoader)")] + ["from yaml import Loader", "import yaml.constructor", "from yaml.constructor import UnsafeConstructor", "import yaml\nclass A(yaml.YAMLObject):\n    pass"],
 "archives": ["import zipfile\n" + w for w in ("zipfile.ZipFile('/etc/x.zip', 'w')", "zipfile.ZipFile('/etc/passwd')", "zipfile.os.system('id')", "zipfile.PyZipFile('a.zip', 'w')", "zipfile.main()", "zipfile.importlib.import_module('x')", "zipfile.ZipFile('a.zip', 'w').extractall('/etc')")] + ["import tarfile\n" + w for w in ("tarfile.open('/etc/x.tar', 'w')", "tarfile.os.system('id')", "tarfile.bltn_open('x')", "tarfile.main()", "tarfile.open('a.tar').extractall('/etc')", "tarfile.sys.modules")],
 "standard": ["import multiprocessing\nmultiprocessing.Process()", "from multiprocessing import Pool", "from multiprocessing.pool import Pool", "import multiprocessing.pool\nmultiprocessing.pool.os", "import unittest\nunittest.main('os')", "import unittest\nunittest.TestLoader().loadTestsFromName('os.system')", "import unittest\nunittest.main(argv=['', 'os.x'])", "import unittest.mock", "from unittest import mock\nmock.patch('os.system')", "import unittest\nunittest.loader.os", "import email.mime.text\nemail.mime.text.x", "import email\nemail.sys", "import doctest", "import regex\nregex._regex_core.x", "import mpmath\nmpmath.identify(1)", "import patsy\npatsy.dmatrix('open(x)', {})", "import patsy\npatsy.eval.six"],
}

SQ = "import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute('create table t (name text, n integer)')\nc.executemany('insert into t values (?, ?)', [('a', 1), ('b', 2), ('a', 3)])\n"
TM, SHU = "import tempfile, os\n", "import shutil, os\nopen('a.txt', 'w').write('x')\n"
ZF, TF = ZI, TA
MAIL = "from email.message import EmailMessage\nm = EmailMessage()\nm['To'] = 'a@example.org'\nm.set_content('hello')\n"
TP = "from multiprocessing.pool import ThreadPool\n"
JL = "from joblib import Parallel, delayed\n"
MP = "import mpmath\nmpmath.mp.dps = 30\n"
PA = "import patsy, pandas as pd\ndf = pd.DataFrame({'y': [1.0, 2, 3, 4], 'x': [1.0, 3, 2, 5], 'g': list('abab')})\n"
RX = "import regex\n"
UN = UT + "    def test(self):\n        "
RUN = "\nunittest.main(argv=[''], exit=False)"
ORDINARY |= {
    "sqlite3": [SQ + line for line in (
        "print(c.execute('select sum(n) from t').fetchone()[0])", "print(c.execute('select name, sum(n) from t group by name').fetchall())",
        "for name, n in c.execute('select * from t order by n'):\n    print(name, n)", "c.row_factory = sqlite3.Row\nprint([r['name'] for r in c.execute('select * from t')])",
        "cur = c.cursor()\ncur.execute('update t set n = n + 1')\nc.commit()\nprint(cur.rowcount, c.total_changes)", "cur = c.cursor()\ncur.execute('insert into t values (?, ?)', ('z', 9))\nprint(cur.lastrowid)",
        "import pandas as pd\nprint(pd.read_sql_query('select * from t', c).n.sum())", "with c:\n    c.execute('delete from t where n > ?', (1,))\nprint(c.execute('select count(*) from t').fetchone())",
        "try:\n    c.execute('select * from gone')\nexcept sqlite3.OperationalError as e:\n    print(e)", "d = sqlite3.connect('kept.db')\nd.executescript('create table k (v); insert into k values (7);')\nprint(d.execute('select v from k').fetchone())\nd.close()",
    )],
    "zipfile": [ZF + line for line in (
        "print(zipfile.ZipFile('a.zip').namelist())", "with zipfile.ZipFile('a.zip') as z:\n    print(z.read('n.txt').decode())", "with zipfile.ZipFile('a.zip') as z:\n    z.extractall('out')\nprint(open('out/n.txt').read())",
        "with zipfile.ZipFile('a.zip') as z:\n    z.extract('n.txt', 'out')", "print(zipfile.is_zipfile('a.zip'))", "for i in zipfile.ZipFile('a.zip').infolist():\n    print(i.filename, i.file_size, i.compress_size)",
        "with zipfile.ZipFile('a.zip', 'a') as z:\n    z.writestr('m.txt', 'more')", "with zipfile.ZipFile('a.zip') as z, z.open('n.txt') as f:\n    print(f.read())",
        "b = io.BytesIO()\nwith zipfile.ZipFile(b, 'w') as z:\n    z.writestr('x', 'y')\nprint(len(b.getvalue()))", "try:\n    zipfile.ZipFile(io.BytesIO(b'no'))\nexcept zipfile.BadZipFile:\n    print('bad')",
        "print(zipfile.ZipFile('a.zip').testzip())")],
    "tarfile": [TF + line for line in (
        "print(tarfile.open('a.tar.gz').getnames())", "with tarfile.open('a.tar.gz') as t:\n    print(t.extractfile('n.txt').read())", "with tarfile.open('a.tar.gz') as t:\n    t.extractall('out')\nprint(open('out/n.txt').read())",
        "for m in tarfile.open('a.tar.gz'):\n    print(m.name, m.size, m.isfile())", "print(tarfile.is_tarfile('a.tar.gz'))", "open('b.txt', 'w').write('b')\nwith tarfile.open('b.tar', 'w') as t:\n    t.add('b.txt')",
        "with tarfile.open('a.tar.gz', 'r:gz') as t:\n    print(t.getmember('n.txt').mode)", "with tarfile.open('a.tar.gz') as t:\n    t.extract('n.txt', 'out')", "try:\n    tarfile.open(fileobj=io.BytesIO(b'no'))\nexcept tarfile.ReadError:\n    print('bad')",
        "b = io.BytesIO()\nwith tarfile.open(fileobj=b, mode='w') as t:\n    i = tarfile.TarInfo('x')\n    t.addfile(i)\nprint(len(b.getvalue()))", "print([m.name for m in tarfile.open('a.tar.gz').getmembers()])")],
    "shutil": [SHU + line for line in (
        "shutil.copy('a.txt', 'b.txt')\nprint(open('b.txt').read())", "shutil.copyfile('a.txt', 'b.txt')", "shutil.copy2('a.txt', 'b.txt')", "shutil.move('a.txt', 'b.txt')\nprint(os.path.exists('a.txt'))",
        "os.makedirs('d', exist_ok=True)\nshutil.copy('a.txt', 'd')\nprint(os.listdir('d'))", "os.makedirs('d', exist_ok=True)\nshutil.copytree('d', 'e')", "os.makedirs('d', exist_ok=True)\nshutil.rmtree('d')\nprint(os.path.exists('d'))",
        "import glob\nos.makedirs('d', exist_ok=True)\nfor f in glob.glob('*.txt'):\n    shutil.copy(f, os.path.join('d', f))", "os.makedirs('d', exist_ok=True)\nshutil.move('a.txt', 'd/a.txt')",
        "with open('a.txt') as f, open('b.txt', 'w') as g:\n    shutil.copyfileobj(f, g)", "os.makedirs('d', exist_ok=True)\nfor n in ('x', 'y'):\n    shutil.copyfile('a.txt', f'd/{n}.txt')")],
    "tempfile": [TM + line for line in (
        "with tempfile.TemporaryDirectory() as d:\n    print(os.listdir(d))", "with tempfile.NamedTemporaryFile() as f:\n    f.write(b'x')\n    f.flush()\n    print(os.path.getsize(f.name))", "with tempfile.TemporaryFile() as f:\n    f.write(b'x')\n    f.seek(0)\n    print(f.read())",
        "with tempfile.NamedTemporaryFile('w+', suffix='.csv') as f:\n    f.write('a,b')\n    f.seek(0)\n    print(f.read())", "d = tempfile.mkdtemp()\nprint(os.path.isdir(d))", "d = tempfile.TemporaryDirectory()\nprint(os.path.exists(d.name))\nd.cleanup()",
        "with tempfile.SpooledTemporaryFile(max_size=100) as f:\n    f.write(b'x')", "with tempfile.TemporaryDirectory() as d:\n    p = os.path.join(d, 'x.txt')\n    with open(p, 'w') as f:\n        f.write('x')\n    print(open(p).read())",
        "import shutil\nd = tempfile.mkdtemp()\nshutil.rmtree(d)", "import csv\nwith tempfile.NamedTemporaryFile('w', newline='', delete=False) as f:\n    csv.writer(f).writerow([1, 2])\nprint(open(f.name).read())",
        "print(os.path.isdir(tempfile.gettempdir()))")],
    "unittest": [UN + line + RUN for line in (
        "self.assertEqual(sum([1, 2]), 3)", "self.assertTrue([1])", "self.assertIn('a', 'abc')", "self.assertAlmostEqual(0.1 + 0.2, 0.3)", "self.assertIsNone(None)", "self.assertRaises(ValueError, int, 'x')",
        "with self.assertRaises(ZeroDivisionError):\n            1 / 0", "for n in (1, 2):\n            with self.subTest(n=n):\n                self.assertGreater(n, 0)", "self.assertListEqual([1], [1])", "self.assertDictEqual({'a': 1}, {'a': 1})",
        "self.assertRegex('abc', 'b')")],
    "email": [MAIL + line for line in (
        "print(m.as_string())", "print(m['To'], m.get_content())", "m.add_attachment(b'1', maintype='text', subtype='csv', filename='a.csv')\nprint(m.is_multipart())", "m.add_alternative('<b>x</b>', subtype='html')\nprint([p.get_content_type() for p in m.walk()])",
        "from email import message_from_string\nprint(message_from_string(m.as_string()).get_payload())", "from email.utils import parseaddr\nprint(parseaddr('A <a@example.org>'))", "from email.header import decode_header\nprint(decode_header('=?utf-8?q?a?='))",
        "from email.mime.text import MIMEText\nprint(MIMEText('x').as_string())", "from email.mime.multipart import MIMEMultipart\nfrom email.mime.base import MIMEBase\nfrom email import encoders\np = MIMEBase('application', 'octet-stream')\np.set_payload(b'1')\nencoders.encode_base64(p)\nk = MIMEMultipart()\nk.attach(p)\nprint(k.is_multipart())",
        "from email.parser import Parser\nprint(Parser().parsestr('Subject: x\\n\\ny')['Subject'])", "print(m.get_content_type(), m.keys())")],
    "multiprocessing": [TP + line for line in (
        "with ThreadPool(2) as p:\n    print(p.map(abs, [-1]))", "with ThreadPool() as p:\n    print(p.starmap(pow, [(2, 3)]))", "p = ThreadPool(2)\nprint(p.apply(abs, (-1,)))\np.close()\np.join()", "with ThreadPool(2) as p:\n    print(p.apply_async(abs, (-1,)).get())",
        "with ThreadPool(2) as p:\n    print(list(p.imap(abs, [-1, 2])))", "with ThreadPool(2) as p:\n    print(sorted(p.imap_unordered(abs, [-1, 2])))", "with ThreadPool(processes=3) as p:\n    print(p.map(lambda x: x * 2, range(3)))", "with ThreadPool(2) as p:\n    print(p.map_async(abs, [-1]).get(timeout=5))",
        "def work(n):\n    return n ** 2\nwith ThreadPool(4) as p:\n    print(sum(p.map(work, range(10))))", "from multiprocessing.dummy import Pool\nwith Pool(2) as p:\n    print(p.map(len, ['a']))", "with ThreadPool(2) as p:\n    print(p.starmap_async(max, [(1, 2)]).get())")],
    "joblib": [JL + line for line in (
        "print(Parallel(n_jobs=2)(delayed(abs)(i) for i in [-1, 2]))", "print(sum(Parallel(n_jobs=-1)(delayed(pow)(i, 2) for i in range(5))))", "def work(n):\n    return n * 2\nprint(Parallel(n_jobs=2, prefer='threads')(delayed(work)(i) for i in range(3)))",
        "with Parallel(n_jobs=2) as p:\n    print(p(delayed(len)(w) for w in ['a', 'bc']))", "print(Parallel(n_jobs=1, verbose=0)(delayed(max)(1, i) for i in range(3)))", "from joblib import cpu_count\nprint(cpu_count() > 0)", "from joblib import hash\nprint(hash([1, 2]) == hash([1, 2]))",
        "import joblib\nprint(joblib.Parallel(n_jobs=2)(joblib.delayed(abs)(i) for i in [-3]))", "from joblib import effective_n_jobs\nprint(effective_n_jobs(1))", BLOBS + "from sklearn.svm import SVC\ndef score(c):\n    return SVC(C=c).fit(X, y).score(X, y)\nprint(Parallel(n_jobs=2)(delayed(score)(c) for c in (1, 10)))",
        "import numpy as np\nprint(Parallel(n_jobs=2, require='sharedmem')(delayed(np.mean)(np.arange(i + 1)) for i in range(2)))")],
    "mpmath": [MP + line for line in (
        "print(mpmath.pi)", "print(mpmath.quad(mpmath.sin, [0, mpmath.pi]))", "print(mpmath.findroot(lambda x: x ** 2 - 2, 1))", "print(mpmath.mpf('0.1') + mpmath.mpf('0.2'))", "print(mpmath.matrix([[1, 2], [3, 4]]) ** -1)", "print(mpmath.zeta(3), mpmath.gamma(5))",
        "print(mpmath.diff(lambda x: x ** 3, 2))", "print(mpmath.nsum(lambda n: 1 / n ** 2, [1, mpmath.inf]))", "print(mpmath.mpc(1, 2) * 2)", "print(mpmath.nstr(mpmath.e, 10))", "print(mpmath.polyroots([1, -3, 2]))")],
    "patsy": [PA + line for line in (
        "print(patsy.dmatrices('y ~ x', df)[1].shape)", "y, X = patsy.dmatrices('y ~ x + C(g)', df)\nprint(X.design_info.column_names)", "print(patsy.dmatrix('x + g', df).shape)", "print(patsy.dmatrices('y ~ x - 1', df, return_type='dataframe')[1].columns)",
        "from patsy import dmatrix\nprint(dmatrix('bs(x, df=4)', df).shape)", "import numpy as np\nprint(patsy.dmatrix('np.log(x)', df)[0])", "print(patsy.dmatrix('x * g', df).shape)", "print(patsy.dmatrix('center(x)', df).sum())", "print(patsy.dmatrix('standardize(x)', df).shape)", "print(patsy.dmatrix('C(g, Treatment)', df).shape)",
        "from patsy import dmatrices\ny, X = dmatrices('y ~ x', data=df)\nprint(len(y))")],
    "regex": [RX + line for line in (
        "print(regex.findall(r'\\p{L}+', 'ab 1'))", "print(regex.sub(r'\\d+', '#', 'a1b22'))", "print(regex.match(r'(?P<y>\\d{4})', '2020').group('y'))", "print(regex.split(r'[,;]', 'a,b;c'))", "print(regex.fullmatch(r'a+', 'aaa') is not None)", "print([m.start() for m in regex.finditer('a', 'banana')])",
        "p = regex.compile(r'(\\w)\\1')\nprint(p.search('hello').group())", "print(regex.findall(r'(?i)A', 'aA'))", "print(regex.findall(r'(?<=a)b', 'ab'))", "print(regex.escape('a.b'))", "print(regex.findall(r'aa', 'aaa', overlapped=True))")],
}
ORDINARY["scipy"] += [
    "from scipy.io import wavfile\nimport numpy as np\nwavfile.write('a.wav', 8000, np.zeros(80, dtype='int16'))\nrate, sound = wavfile.read('a.wav')\nprint(rate, sound.shape)",
    "import scipy.io.wavfile as wav\nimport numpy as np\nwav.write('b.wav', 8000, (np.sin(np.arange(80)) * 9000).astype(np.int16))\nprint(wav.read('b.wav')[1].max())"]
OBJECTS = "import seaborn.objects as so, pandas as pd\ndf = pd.DataFrame({'x': [1, 2, 3, 4], 'y': [2, 1, 4, 3], 'g': list('abab')})\n"
ORDINARY["seaborn"] += [OBJECTS + line for line in (
    "so.Plot(df, x='x', y='y').add(so.Dot()).save('a.png')", "so.Plot(df, x='x', y='y', color='g').add(so.Line()).label(x='X', title='T').save('a.png')", "so.Plot(df, x='g', y='y').add(so.Bar(), so.Agg()).save('a.svg')",
    "so.Plot(df, x='x').add(so.Bars(), so.Hist()).save('a.png')", "so.Plot(df, x='x', y='y').facet('g').add(so.Dots()).layout(size=(4, 3)).save('a.png')", "so.Plot(df, x='x', y='y').add(so.Line(), so.PolyFit(order=1)).limit(x=(0, 5)).scale(y='log').save('a.png')",
    "so.Plot(df, x='g', y='y').add(so.Range(), so.Est()).add(so.Dot(), so.Jitter(0.2)).save('a.pdf')", "import matplotlib.pyplot as plt\nf, ax = plt.subplots()\nso.Plot(df, x='x', y='y').add(so.Area()).on(ax).plot()\nf.savefig('a.png')")]
WAV, OB = "from scipy.io import wavfile\n", "import seaborn.objects as so\n"
GADGETS |= {
    "sqlite3": [SQ + line for line in (
        "sqlite3.dbapi2.sys", "sqlite3.os.system('id')", "sqlite3.enable_callback_tracebacks(True)", "sqlite3.adapters", "sqlite3.register_adapter(int, print)", "sqlite3.register_converter('x', print)", "sqlite3.connect('/etc/x.db')", "sqlite3.connect('../x.db')",
        "sqlite3.dump._iterdump(c)", "sqlite3.dbapi2.time", "getattr(sqlite3, 'dbapi2')", "sqlite3.connect('/root/.config/x.db')")],
    "zipfile": [ZF + line for line in (
        "zipfile.ZipFile('/etc/x.zip', 'w')", "zipfile.ZipFile('/etc/passwd')", "zipfile.os.system('id')", "zipfile.PyZipFile('a.zip', 'w')", "zipfile.main()", "zipfile.importlib.import_module('os')", "zipfile.sys.modules", "zipfile.shutil.rmtree('/')", "getattr(zipfile, 'os')",
        "zipfile.ZipFile('a.zip').extractall('/usr')", "zipfile.io.open('/etc/passwd')", "zipfile.ZipFile('../x.zip', 'w')")],
    "tarfile": [TF + line for line in (
        "tarfile.open('/etc/x.tar', 'w')", "tarfile.open('/etc/passwd')", "tarfile.os.system('id')", "tarfile.sys.modules", "tarfile.shutil.rmtree('/')", "tarfile.main()", "getattr(tarfile, 'os')", "tarfile.bltn_open('/etc/passwd')", "tarfile.open('a.tar.gz').extractall('/usr')",
        "tarfile.grp.getgrall()", "tarfile.pwd.getpwall()", "tarfile.open('../x.tar', 'w')")],
    "shutil": [SHU + line for line in (
        "shutil.copy('/etc/passwd', 'b.txt')", "shutil.copy('a.txt', '/etc/x.txt')", "shutil.os.system('id')", "shutil.sys.modules", "shutil.chown('a.txt', 'root')", "shutil.which('sh')", "shutil.fnmatch.os", "shutil.unpack_archive('/etc/x.zip')", "shutil.rmtree('/usr')",
        "shutil.move('a.txt', '../x.txt')", "shutil.register_archive_format('x', print)", "getattr(shutil, 'os')", "shutil.get_terminal_size.x")],
    "tempfile": [TM + line for line in (
        "tempfile.os.system('id')", "tempfile._os.system('id')", "tempfile._sys.modules", "tempfile._io.open('/etc/passwd')", "tempfile.tempdir = '/etc'", "tempfile._shutil.rmtree('/')", "getattr(tempfile, '_os')", "tempfile._get_candidate_names()", "tempfile._weakref.x",
        "from tempfile import _os", "tempfile._RandomNameSequence()", "tempfile._text_openflags")],
    "unittest": ["import unittest\n" + line for line in (
        "unittest.main('os')", "unittest.TestLoader().loadTestsFromName('os.system')", "unittest.main(argv=['', 'os.x'])", "import unittest.mock", "from unittest import mock\nmock.patch('os.system')", "unittest.loader.os", "unittest.TestLoader().discover('/')", "unittest.main(testRunner=print)",
        "unittest.sys.modules", "unittest.case.sys", "getattr(unittest, 'loader').os", "unittest.util.x")],
    "email": ["import email, email.mime.text, email.parser\n" + line for line in (
        "email.sys", "email.mime.text.x", "email.os.system('id')", "email.parser._x", "email._policybase.x", "getattr(email, 'utils').os", "email.utils.os.system('id')", "email.utils.socket.socket()", "email.encoders._bencode", "email.message._x", "from email.utils import socket", "from email.utils import os\nos.system('id')")],
    "multiprocessing": ["import multiprocessing\nmultiprocessing.Process()", "from multiprocessing import Pool", "from multiprocessing.pool import Pool", "import multiprocessing.pool\nmultiprocessing.pool.os", "import multiprocessing.pool\nmultiprocessing.pool.threading.x",
        TP + "ThreadPool.Process", TP + "ThreadPool(2).Process(print)", "import multiprocessing.dummy as d\nd.sys", "import multiprocessing.dummy as d\nd.Manager()", "from multiprocessing.dummy import threading", "from multiprocessing import shared_memory",
        "import multiprocessing.pool\nmultiprocessing.util.os", "from multiprocessing.connection import Listener"],
    "joblib": ["import joblib\n" + line for line in (
        "joblib.load('x')", "joblib.dump(1, 'x')", "joblib.Memory('/tmp')", "joblib.os.system('id')", "joblib.externals.loky.x", "joblib.parallel.os", "joblib.register_compressor('x', print)", "joblib.parallel_backend('multiprocessing')", "joblib.register_parallel_backend('x', print)",
        "joblib.numpy_pickle.load('x')", "joblib.wrap_non_picklable_objects(print)", "joblib._memmapping_reducer.x", "from joblib import load", "from joblib.externals import cloudpickle", "getattr(joblib, 'load')('x')", "joblib.Parallel(n_jobs=2, backend='multiprocessing')",
        "f = [joblib.load][0]\nf('x')")],
    "mpmath": ["import mpmath\n" + line for line in (
        "mpmath.identify(1)", "mpmath.findpoly.x\nmpmath.libmp.backend.os", "mpmath.libmp.x", "mpmath.ctx_base.x", "mpmath.runtests()", "mpmath.doctests()", "mpmath.visualization.x", "mpmath.rational.sys", "mpmath.libmp.exec_('1')", "from mpmath.libmp import backend", "import mpmath.usertools",
        "getattr(mpmath, 'libmp')")],
    "patsy": [PA + line for line in (
        "patsy.dmatrix('open(x)', {})", "patsy.eval.six", "patsy.EvalEnvironment.capture()", "patsy.dmatrix(\"__import__('os').system('id')\", df)", "patsy.dmatrices('y ~ eval(x)', df)", "patsy.state.x", "patsy.sys.modules", "patsy.dmatrix('x.real', df)", "patsy.util.x", "patsy.dmatrix('(lambda: x)()', df)",
        "patsy.dmatrix('x', df, -1)", "getattr(patsy, 'eval')")],
    "regex": [RX + line for line in (
        "regex._regex_core.x", "regex.regex.x", "regex._regex.x", "regex._main", "regex.os", "import regex._regex_core", "from regex import _regex", "getattr(regex, '_regex_core')", "regex.regex._sys", "[regex][0]._regex", "import regex.regex\nregex.regex._pickle", "regex.regex.copyreg")],
}
GADGETS["scipy"] += [WAV + "wavfile.sys.modules", WAV + "wavfile.io.open('/etc/passwd')", WAV + "wavfile.read('/etc/passwd')", WAV + "wavfile.write('/etc/x.wav', 1, 1)", WAV + "wavfile.write('../x.wav', 1, 1)", "import scipy.io.wavfile\nscipy.io.matlab.x",
                     "import scipy.io.wavfile\nscipy.io.loadmat('x')", WAV + "getattr(wavfile, 'io')", WAV + "wavfile._read_fmt_chunk(1, 1)"]
GADGETS["seaborn"] += [OB + line for line in ("so.Plot([1]).save('/etc/x.png')", "so.Plot([1]).save('a.png', format='pgf')", "so.Plot([1]).save('a.png', backend='pgf')", "so.Plot([1]).theme({'text.usetex': True})", "so.os", "import seaborn._core.plot")]
# Texts, names and files that reach further by another argument than the one that everybody looks at.
MX = SMF + "from statsmodels.imputation import mice\nimputed = mice.MICEData(df[['x', 'y']])\n"
CODE = "\"__import__('os').system('id')\""
GADGETS["statsmodels"] += [MX + line for line in (
    f"smf.mixedlm('y ~ x', df, groups='g', re_formula='~ ' + {CODE})", f"smf.mixedlm('y ~ x', df, groups='g', vc_formula={{'a': {CODE}}})",
    f"sm.graphics.plot_partregress({CODE}, 'x', ['g'], data=df)", f"sm.graphics.plot_partregress('y', 'x', [{CODE}], data=df)",
    f"imputed.set_imputer('y', formula={CODE})", f"imputed.conditional_formula['y'] = {CODE}", f"mice.MICE({CODE}, sm.OLS, imputed)",
    f"for info in smf.ols('y ~ x', df).fit().model.data.design_info.factor_infos.values():\n    info.state['eval_code'] = {CODE}",
    "from statsmodels.genmod.bayes_mixed_glm import BinomialBayesMixedGLM as B\nB.from_formula('y ~ x', {'a': " + CODE + "}, df)")]
GADGETS["patsy"] += [PA + "import numpy as np\npatsy.dmatrix('np.ndarray(3, \"O\", b)', {'b': b'A' * 24})"]
GADGETS["sympy"] += [S + line for line in (
    "from sympy.parsing.sympy_parser import parse_expr\nparse_expr('x', transformations=(lambda tokens, a, b: tokens,))", "from sympy.parsing.sympy_parser import parse_expr\nparse_expr('x', {'x': 1})",
    "sp.sympify('sin(1)', locals={'sin': print})")]
GADGETS["sklearn"] += [
    "from sklearn.pipeline import make_pipeline\nmake_pipeline(1, memory='kept')", "from sklearn.cluster import AgglomerativeClustering\nAgglomerativeClustering(2, memory='kept')",
    "from sklearn.feature_extraction.text import CountVectorizer\nCountVectorizer(input='filename').fit(['/etc/passwd'])"]
GADGETS["seaborn"] += [SEABORN + "sns.dogplot()", SEABORN + "sns.heatmap([[1]], annot=True, annot_kws={'usetex': True})"]
GADGETS["PIL"] += [IM + "im.save('a.jpg')\nImage.open('a.jpg').load_djpeg()", IM + "Image.open(fp='/etc/passwd')", IM + "im.save(fp='/etc/x.png')"]
GADGETS["lxml"] += [LX + "etree.ElementTree(root).write('/etc/x.xml')", LX + "with etree.xmlfile('a.xml') as f:\n    f.write(root)"]
GADGETS["nltk"] += [NL + line for line in (
    "from nltk.sentiment import SentimentIntensityAnalyzer as A\nA('x.pickle')", "from nltk.sentiment.vader import SentimentIntensityAnalyzer as A\nA(lexicon_file='http://x/a.txt')",
    "from nltk.sentiment import SentimentIntensityAnalyzer\nclass A(SentimentIntensityAnalyzer):\n    pass", "nltk.ne_chunk([('a', 'NN')])",
    "from nltk.tokenize.texttiling import smooth\nsmooth(1, 5, 'flat')")]
GADGETS["zipfile"] += [ZF + "with zipfile.ZipFile('a.zip', 'w') as z:\n    z.write('/etc/passwd')"]
GADGETS["tarfile"] += [TF + "with tarfile.open('a.tar', 'w') as t:\n    t.add('/etc/passwd')", TF + "tarfile.open(name='/etc/x.tar', mode='w')"]
GADGETS["shutil"] += [SHU + "shutil.rmtree('a', onerror=lambda function, path, info: function('/etc/x', 65))"]
# What is private, or nobody reviewed, waits for a person.
UNREVIEWED = [OB + "so.Plot._repr_png_", OB + "so.Plot([1])._theme", OB + "so.Plot([1]).plot()._figure.canvas", TP + "ThreadPool(2)._ctx.Process()", TP + "ThreadPool(2)._pool",
              TP + "ThreadPool(2)._ctx.reducer", JL + "Parallel(n_jobs=2)._backend", JL + "Parallel(n_jobs=2)._temp_folder",
              SEABORN + "import json\nsns.set_theme(rc=json.loads('{}'))", SEABORN + "import json\nsns.heatmap([[1]], annot=True, annot_kws=json.loads('{}'))",
              S + "class A(sp.Symbol):\n    def _lambdacode(self, printer):\n        return 'print(1)'\nsp.lambdify((), A('x'))()", S + "class A:\n    pass\nsp.simplify(A())",
              "import json\nfrom scipy.optimize import OptimizeResult\nOptimizeResult(json.loads('{}'))", "import json\nfrom sklearn.utils import Bunch\nBunch(**json.loads('{}'))",
              "import copy\nfrom scipy.stats import norm\nd = copy.copy(norm)\nd._parse_arg_template = 'print(1)'", SH + "p = Point(1, 2)\np._geom = 4096"]

# Native code believes what its objects hold: arrays by which it finds its way, tuples of them, keys that become attributes.
CSR = "import numpy as np\nfrom scipy.sparse import csr_matrix\nm = csr_matrix(np.eye(9))\n"
TRI = "import numpy as np\nfrom scipy.spatial import Delaunay\nt = Delaunay(np.random.rand(9, 2))\n"
FOREST = "import numpy as np\nfrom sklearn.ensemble import ExtraTreesClassifier\nf = ExtraTreesClassifier(3).fit(np.eye(9), np.arange(9) % 2)\n"
HIDDEN = "import json, numpy as np\nname = json.loads('\"a\"')\n"
UNREVIEWED += [
    CSR + "m.indices[:] = 1 << 29", CSR + "p = m.indptr\np[1:] = 1 << 29", CSR + "np.copyto(m.indices, 1 << 29)", CSR + "m.indices.fill(1 << 29)",
    CSR + "np.add(m.indices, 1 << 29, out=m.indices)", CSR + "m.indices += 1 << 29", CSR + "m.indices = np.full(9, 1 << 29)",
    CSR + "import pandas as pd\ns = pd.Series(m.indices)\ns[:] = 1 << 29", CSR + "m.tolil().rows[0] = [1 << 29]", TRI + "t.simplices[:] = 1 << 29",
    TRI + "t.neighbors.put(0, 1 << 29)", FOREST + "for e in f.estimators_:\n    np.asarray(e.tree_.children_left)[:] = 1 << 40",
    "import numpy as np\nfrom sklearn.neighbors import KDTree\na = KDTree(np.eye(9)).get_arrays()[1]\nnp.asarray(a)[:] = 1 << 44",
    "from sklearn.feature_extraction.text import CountVectorizer\nv = CountVectorizer().fit(['a1'])\nv.vocabulary_['a1'] = 1 << 29\nv.transform(['a1'])",
    "from sklearn.feature_extraction import DictVectorizer\nv = DictVectorizer().fit([{'a': 1}])\nv.vocabulary_.update({'a': 1 << 29})",
    "from sklearn.linear_model import Ridge\nr = Ridge()\nr.n_features_in_ = 9", "from sklearn.pipeline import make_pipeline\np = make_pipeline(1)\np.memory = 'kept'",
    CSR + "csr_matrix((np.ones(1), np.array([1 << 30]), np.array([0, 1])), shape=(1, 1))", CSR + "csr_matrix(tuple([np.ones(1), np.array([1 << 30]), np.array([0, 1])]))",
    "import numpy as np\nfrom scipy.interpolate import splev\nsplev(0.5, (np.linspace(0, 1, 9999), np.zeros(1), 3))",
    "import numpy as np\nfrom scipy.interpolate import bisplev\nt = np.linspace(0, 1, 999)\nbisplev(0, 0, [t, t, np.zeros(1), 3, 3])",
    HIDDEN + "import xarray as xr\nxr.DataArray([1]).attrs[name] = {}", HIDDEN + "import xarray as xr\nxr.DataArray([1], attrs={name: {}})",
    HIDDEN + "import xarray as xr\nxr.DataArray([1]).assign_attrs({name: {}})", HIDDEN + "import xarray as xr\nxr.DataArray([1]).attrs.setdefault(name, {})", HIDDEN + "from sklearn.utils import Bunch\nb = Bunch()\nb.update({name: {}})",
    HIDDEN + "from scipy.optimize import minimize\nr = minimize(abs, [1.0])\nr[name] = {}", SH + "Point(1, 2).empty(4096)",
    "import numpy as np\nfrom sklearn.svm import SVC\nclass S(SVC):\n    def again(self):\n        self.support_ = np.full(9, 1 << 30)",
    "from sklearn.base import BaseEstimator\ndef f(x):\n    return BaseEstimator.get_params(x, False)"]
# To read such arrays is ordinary, and so is what a program does beside it.
ORDINARY["scipy"] += ['import numpy as np\nimport matplotlib.pyplot as plt\nfrom scipy.sparse import csr_matrix, lil_matrix\nfrom scipy.spatial import Delaunay\npoints = np.random.rand(30, 2)\ntri = Delaunay(points)\nplt.triplot(points[:, 0], points[:, 1], tri.simplices)\narea = 0.0\nfor t in tri.simplices:\n    a, b, c = points[t]\n    area += 0.5 * abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))\nm = lil_matrix((5, 5))\nfor i in range(4):\n    m[i, i + 1] = 1.5\ng = csr_matrix(m)\nout = np.zeros(5)\nfor i in range(5):\n    out[i] = g[i].sum()\nprint(area > 0, g.indices, out)']
ORDINARY["scipy"] += ["import numpy as np\nfrom scipy.spatial import Voronoi, voronoi_plot_2d\nvoronoi_plot_2d(Voronoi(np.random.rand(9, 2)), show_vertices=False, line_width=1.5)",
    "import numpy as np\nfrom scipy.fft import rfft, rfftfreq\nF = rfft(np.arange(64.0))\nF[rfftfreq(64) > 0.1] = 0\nprint(abs(F).max())"]
ORDINARY["sklearn"] += ["import numpy as np\nimport pandas as pd\nfrom sklearn.base import BaseEstimator, TransformerMixin\nclass Clip(BaseEstimator, TransformerMixin):\n    def fit(self, X, y=None):\n        self.low_ = np.quantile(X, 0.1, axis=0)\n"
        "        return self\n    def transform(self, X):\n        return np.maximum(X, self.low_)\nprint(Clip().fit_transform(pd.DataFrame({'a': [1.0, 2, 3]})))"]
UNREVIEWED += [HIDDEN + "from scipy.optimize import minimize\nr = minimize(abs, [1.0])\nr[np.str_(name)] = {}", HIDDEN + "from scipy.optimize import minimize\nr = minimize(abs, [1.0])\nr[np.max([name])] = {}",
    HIDDEN + "from scipy.optimize import minimize\nclass K:\n    def __lt__(self, other):\n        return name\nr = minimize(abs, [1.0])\nr[K() < 1] = {}"]
# A look at such an array goes through names, loops and functions; whatever else gets it could write into it, if only at a place of its own.
ORDINARY["scipy"] += [CSR + line for line in (
    "for row in range(9):\n    low, high = m.indptr[row], m.indptr[row + 1]\n    m.data[low:high] /= m.data[low:high].sum()\nprint(m.sum())",
    "lengths = np.diff(m.indptr)\nlengths[0] = 5\nprint(lengths.max(), [i for i in m.indices if i > 3], dict(zip(m.indices, m.data)))",
    "def show(places):\n    for place in places:\n        print(place, end=' ')\nx = np.zeros(9)\nx[m.indices] = 2\nshow(m.indices)")]
ORDINARY["scipy"] += [TRI + "p = np.random.rand(9, 2)\nt = Delaunay(p)\np[0] = 0\nfor s in t.simplices:\n    a, b, c = p[s]\n    print(a, [int(i) for i in s])"]
ORDINARY["sklearn"] += [FOREST + "tree = f.estimators_[0].tree_\nleaves = np.zeros(tree.node_count)\ndef walk(node, depth):\n    if tree.children_left[node] == -1:\n        leaves[node] = depth\n"
    "        return\n    walk(tree.children_left[node], depth + 1)\n    walk(tree.children_right[node], depth + 1)\nwalk(0, 0)\nprint(leaves.max() > 0, tree.feature[:2].tolist())"]
UNREVIEWED += [CSR + line for line in (
    "np.add(m.indices, 9, m.indices)", "np.sum(m.data, None, None, m.indptr)", "m.data.astype(int).cumsum(0, None, m.indices)", "from scipy import ndimage\nndimage.shift(m.data, 0, m.indices)",
    "m.indices.__iadd__(9)", "t = m.indptr\nt += 9", "a = [m.indptr]\na[0] += 9", "t = m.indptr\nt.dtype = 'int64'", "import operator\noperator.ixor(m.indices, 9)",
    "def f(i):\n    x = m.indptr[i]\n    y = x[0]\n    y[0] = 9\nf(None)", "class K:\n    def __class_getitem__(cls, i):\n        i[0] = 9\nK[m.indptr]", "class K:\n    __radd__ = lambda self, i: i.fill(9)\nm.indptr + K()",
    "a, *b, c = 1, 2, m.indptr, 4\nprint(c)\nb[1][0] = 9", "for i, r in enumerate(m.indptr[None]):\n    r[0] = 9", "r = m.tolil().rows.copy()\nr[0].append(1000)", "a = b = m.indptr\nprint(b.size)\na[0] = 9",
    "def f(t):\n    t.sort()\nf(m.indptr)", "np.full(1, m.indptr, dtype=object)[0][0] = 9", "for row in m.indptr[None]:\n    row[0] = 9")]
# An element of a tree's array is a number for a key that is one; None, ... and slices give a part of the array.
TREE = "from sklearn.tree import DecisionTreeClassifier\nf = DecisionTreeClassifier(max_depth=2).fit([[0], [1], [2]], [0, 1, 0])\na = f.tree_.children_left\nrows = []\n"
UNREVIEWED += [TREE + f"rows.append(a[{key}])\nrows[0][0] = 9" for key in ("None", "...", "0:2", "slice(0, 2)", "0:2, None", "()", "print()", "[].append(1)", "{}.get(1)", "...,")]
UNREVIEWED += [TREE + line for line in (
    "import json\nrows.append(a[json.loads('null')])\nrows[0][0, 0] = 9", "import time\nrows.append(a[time.sleep(0)])\nrows[0][0, 0] = 9", "def g():\n    pass\nrows.append(a[g()])\nrows[0][0, 0] = 9",
    "k = [0]\nk.append(None)\nfor x in k:\n    rows.append(a[x])\nrows[1][0, 0] = 9", "for i in range(3)[0:2]:\n    print(a[i])\nrows.append(a)\nrows[0][0] = 9",
    "b = a[0:3]\nrows.append(b)\nrows[0][0] = 9", "d = f.decision_path([[0]])\nrows.append(d.indices[0:2])\nrows[0][0] = 9", "f.decision_path([[0]]).indices[0] = 9",
    "class T:\n    children_left = [rows]\nf.tree_ = T()\nf.tree_.children_left[0].append(a)\nrows[0][0] = 9")]
ORDINARY["sqlite3"] += ["import sqlite3\nc = sqlite3.connect(':memory:')\nc.create_function('twice', 1, lambda x: x * 2)\nprint(c.execute('SELECT twice(21)').fetchone()[0])"]
ORDINARY["openpyxl"] += ["import pandas as pd\nwith pd.ExcelWriter('a.xlsx', engine='openpyxl') as w:\n    pd.DataFrame({'a': [1]}).to_excel(w, sheet_name='S', index=False)\n"
    "    w.sheets['S'].column_dimensions['A'].width = 20\nprint(pd.read_excel('a.xlsx').shape)"]
# Beside pandas too, attributes of sheets, cells and charts may be set; a name that carries authority, or by which native code goes, may not.
PB = "import pandas as pd\n" + WB
ORDINARY["openpyxl"] += [PB + "from openpyxl.styles import Alignment, Font, PatternFill\nfrom openpyxl.chart import BarChart, Reference\nws.title = 'Scores'\nws.freeze_panes = 'A2'\n"
    "for cell in ws[1]:\n    cell.font = Font(bold=True)\n    cell.fill = PatternFill('solid', start_color='DDEEFF')\n    cell.alignment = Alignment(horizontal='center')\n    cell.number_format = '0.0'\n"
    "chart = BarChart()\nchart.type = 'col'\nchart.title = 'Wins'\nchart.legend = None\nchart.x_axis.delete = False\nchart.add_data(Reference(ws, min_col=1, min_row=1, max_row=2), titles_from_data=True)\n"
    "ws.add_chart(chart, 'D2')\nws.page_setup.orientation = 'landscape'\nwb.save('a.xlsx')"]
GADGETS["openpyxl"] += [PB + "ws.title = pd.read_pickle", PB + "ws.font = pd.DataFrame({'a': [1]}).to_pickle\nws.font('/etc/x')", PB + "ws.title = pd.eval\nws.title('1')"]
UNREVIEWED += [PB + "import matplotlib.pyplot as plt, json\nws.title = plt.text\nws.title(0, 0, 'x', **json.loads('{}'))", PB + "import matplotlib.pyplot as plt, json\nws.font = plt.title\nws.font('x', **json.loads('{}'))",
    "import numpy as np\nfrom scipy.sparse import csr_matrix\nm = csr_matrix([[1]])\nm.title = m.indices\nm.title[0] = 1 << 40"]
# A text of data is code to sympy, whatever way it takes; so is the name of a symbol.
DATA = S + "import json\nt = json.loads('\"a\"')\n"
UNREVIEWED += [DATA + line for line in (
    "sp.expand(t)", "def f(e):\n    return sp.simplify(e)\nf([t][0])", "(sp.Symbol('x') + 1).subs({'x': t})", "sp.Matrix([[t]])", "list(map(sp.factor, [t]))", "sp.lambdify([], sp.Symbol(t))()",
    "sp.Function(t)", "sp.plot(t, show=False)", "m = sp.zeros(1)\nm[0, 0] = t", "sp.IndexedBase('A')[t]")]
UNREVIEWED += [S + line for line in (
    "s = sp.Symbol('x')\ns.name = 'print(1)'", "s = sp.Symbol('x')\nsetattr(s, 'name', 'print(1)')", "f = sp.Function('f')\nf.__name__ = 'print'",
    "import functools, operator\nsp.factor(functools.reduce(operator.add, ['pri', 'nt(1)']))", "import pandas as pd\nprint(pd.read_csv('a.csv')['e'].map(sp.simplify))",
    f"import collections\nfor t in collections.ChainMap({{'a': {CODE}}}).values():\n    sp.expand(t)")]
GADGETS["sklearn"] += [
    "from sklearn.pipeline import make_pipeline\nmake_pipeline(1).set_params(memory='kept')",
    "from sklearn.model_selection import GridSearchCV\nGridSearchCV(1, {}, pre_dispatch='x()')",
    "from sklearn.tree import DecisionTreeClassifier\nDecisionTreeClassifier().fit([[1]], [1], check_input=False)"]
ORDINARY["joblib"] += [
    f"from joblib import Parallel, delayed\nprint(Parallel(n_jobs=2, backend='{name}')(delayed(abs)(x) for x in (-1, 2)))" for name in ("threading", "sequential")]
GADGETS["joblib"] += [f"from joblib import Parallel\nParallel({how})" for how in ("2, 'loky'", "2, 'multiprocessing'", "backend='dask'", "temp_folder='/tmp'")]
GADGETS["sqlite3"] += ["import sqlite3\nsqlite3.Connection('/etc/x.db')"]
# Which files they open only the box knows: the verdict says so.
SQL = "import sqlite3\nc = sqlite3.connect(':memory:')\n"
HELD = [
    SQL + "c.execute(\"ATTACH '/etc/x.db' AS x\")", SQL + "import pandas as pd\npd.read_sql_query(\"VACUUM INTO '/etc/x.db'\", c)", "import tarfile\ntarfile.open('a.tar').extractall()",
    "import zipfile\nzipfile.ZipFile('a.zip').extract('a')", "from sklearn.feature_extraction.text import CountVectorizer\nCountVectorizer().set_params(**dict(input='filename'))",
    "from sklearn.feature_extraction.text import CountVectorizer\nv = CountVectorizer()\nclass V(CountVectorizer):\n    input = 'filename'",
    "from lxml import html\nhtml.fromstring('<p>x</p>').getroottree().write('/etc/x')"]

for path in sorted(pathlib.Path(__file__).with_name("tutorials").glob("*.txt")):
    ORDINARY[path.stem] = ORDINARY[path.stem] + re.findall(r"^=== \w+\.py:\n(.*?)(?=\n^=== |\Z)", path.read_text(), re.DOTALL | re.MULTILINE)
