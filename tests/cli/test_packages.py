# SPDX-License-Identifier: MIT
"""Debian's packages work unmodified in the box: a small real job with each, under a policy that lets them through."""

import os
import unittest

from sluice import Case

HERE = "/usr/lib/python3/dist-packages"
JOBS = {
    "numpy": ("numpy", """import numpy as np
a = np.array([[2.0, 1.0], [1.0, 3.0]])
x = np.linalg.solve(a, np.array([3.0, 5.0]))
print([round(float(v), 6) for v in x], round(float(np.fft.fft(np.arange(8)).real.sum()), 6))
""", "[0.8, 1.4] 0.0\n"),
    "pandas": ("pandas", """import io
import pandas as pd
d = pd.read_csv(io.StringIO("day,shop,sold\\n2024-01-01,a,3\\n2024-01-01,b,4\\n2024-01-02,a,5\\n"), parse_dates=["day"])
print(d.groupby("shop").sold.sum().to_dict(), d.pivot_table(index="day", values="sold", aggfunc="sum").sold.tolist())
""", "{'a': 8, 'b': 4} [7, 5]\n"),
    "matplotlib": ("matplotlib", """import matplotlib.pyplot as plt
figure, axes = plt.subplots()
axes.plot([1, 2, 3], [1, 4, 9], label="squares")
axes.set_title("Größe")
axes.legend()
figure.savefig("chart.png")
plt.close(figure)
print(open("chart.png", "rb").read(8) == b"\\x89PNG\\r\\n\\x1a\\n")
""", "True\n"),
    "PIL": ("PIL", """import io
from PIL import Image, ImageDraw
image = Image.new("RGB", (40, 20), "white")
ImageDraw.Draw(image).rectangle((5, 5, 15, 15), fill="red")
room = io.BytesIO()
image.save(room, "PNG")
again = Image.open(io.BytesIO(room.getvalue())).resize((20, 10)).rotate(180)
print(again.size, again.mode, image.getpixel((10, 10)))
""", "(20, 10) RGB (255, 0, 0)\n"),
    "sympy": ("sympy", """from sympy import symbols, solve, diff, integrate, sin
x = symbols("x")
print(solve(x**2 - 5*x + 6, x), diff(sin(x)**2, x), integrate(x**2, (x, 0, 3)))
""", "[2, 3] 2*sin(x)*cos(x) 9\n"),
    "sqlite3": (None, """import sqlite3
db = sqlite3.connect(":memory:")
db.execute("create table t (name text, n integer)")
db.executemany("insert into t values (?, ?)", [("a", 1), ("b", 2), ("a", 3)])
print(db.execute("select name, sum(n) over (partition by name) from t order by name, n").fetchall())
disk = sqlite3.connect("kept.db")
with disk:
    disk.execute("create table k (v)")
    disk.execute("insert into k values (7)")
print(disk.execute("select v from k").fetchone())
""", "[('a', 4), ('a', 4), ('b', 2)]\n(7,)\n"),
    "lxml": ("lxml", """from lxml import etree, html
tree = etree.fromstring("<shop><item price='3'>a</item><item price='4'>b</item></shop>")
print(tree.xpath("sum(//item/@price)"), html.fromstring("<p>one<b>two</b>").text_content())
""", "7.0 onetwo\n"),
    "openpyxl": ("openpyxl", """from openpyxl import Workbook, load_workbook
book = Workbook()
for row in (["name", "sold"], ["a", 3], ["b", 4]):
    book.active.append(row)
book.save("book.xlsx")
print([tuple(r) for r in load_workbook("book.xlsx").active.iter_rows(values_only=True)])
""", "[('name', 'sold'), ('a', 3), ('b', 4)]\n"),
}


class Packages(Case):
    def test_each_does_a_real_job(self):
        for name, (package, code, expected) in JOBS.items():
            with self.subTest(name):
                if package and not os.path.isdir(f"{HERE}/{package}"):
                    self.skipTest(f"Debian's python3-{name.lower()} is not installed")
                self.write("program.py", code)
                said = self.sluice("run", "--code", "program.py", "--policy", "permissive-sandboxed", "--json")
                run = said.json
                found = (run["execution"] or {}).get("outcome"), run["stdout"]
                self.assertEqual(found, ("ok", expected), run["reason"] + run["stderr"])
                serious = [v for v in run["execution"]["violations"] if v["what"] not in ("execve", "socket")]
                self.assertEqual(serious, [])


SHARED = """apiVersion: sluice/v1
id: shared
title: work that processes share
revision: 1
extends: [data-analysis]
override:
  - {what: calls, reason: "work is shared by processes"}
  - {what: limits, reason: "work is shared by processes"}
calls: {allow: [{name: concurrent.futures.ProcessPoolExecutor}]}
limits: {processes: %d}
"""
POOL = "import json\nfrom concurrent.futures import ProcessPoolExecutor\ndef work(n):\n    %s\nwith ProcessPoolExecutor(2) as pool:\n    print(json.dumps(list(pool.map(work, [1, 2]))))\n"


class Processes(Case):
    def run_it(self, processes, work):
        self.write("shared.yaml", SHARED % processes)
        self.write("program.py", POOL % work)
        return self.sluice("run", "--code", "program.py", "--policy", "./shared.yaml", "--json").json

    def test_a_policy_that_allows_several_lets_them_be_forked(self):
        self.assertEqual(self.run_it(16, "return n * n")["answer"], [1, 4])
        run = self.run_it(1, "return n * n")
        self.assertEqual((run["status"], run["execution"]["violations"][0]["what"]), ("refused", "os.fork"))

    def test_the_walls_hold_in_each_of_them(self):
        run = self.run_it(16, "return open(json.loads('\"/etc/passwd\"')).read()")
        self.assertEqual((run["status"], run["stdout"]), ("refused", ""), run["reason"])
        self.assertEqual((run["findings"][0]["rule"], run["findings"][0]["line"], run["execution"]["violations"][0]["what"]), ("files.read", 4, "open"))
        self.write("program.py", "import os\nos.fork()\n")
        self.assertEqual(self.sluice("run", "--code", "program.py", "--policy", "./shared.yaml", "--json").json["status"], "refused")


if __name__ == "__main__":
    unittest.main()
