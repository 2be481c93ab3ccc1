#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the gate on texts that are made to cost it much.

    hostile.py --sluice build/release/sluice [--policy POLICY] [--most SECONDS] [--only TEXT]

Each shape is a text of 60, 125 and 250 KB: many definitions, long chains, wide calls, deep nests. It prints the processor time of
the whole process for each, slowest last, and by which power of the size it grows. With --most, the exit status is 1 where one
takes longer.
"""
import argparse
import itertools
import math
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIZES = (60_000, 125_000, 250_000)
SECONDS = 30


def rows(head, row, tail=""):
    """A text of as many rows as fit; `row` is a template with i, and j for the row before."""
    def make(size):
        out, length, i = [head], len(head) + len(tail), 0
        while True:
            text = row.replace("{i}", str(i + 1)).replace("{j}", str(i))
            length += len(text)
            if length > size:
                break
            out.append(text)
            i += 1
        return "".join(out) + tail.replace("{i}", str(i))
    return make


def nest(head, left, middle, right, depth=150):
    """Lines, each nested as deep as the gate reads."""
    line = head + left * depth + middle + right * depth + "\n"
    return lambda size: line * max(1, size // len(line))


def repeated(text):
    return lambda size: text * (size // len(text))


def reversed_chain(head, link, tail):
    """Functions in an order in which each needs the one behind it."""
    def make(size):
        count = (size - len(head) - len(tail)) // (len(link) + 4)
        links = [link.replace("{i}", str(i)).replace("{n}", str(i + 1)) for i in range(count)]
        return head + "".join(links) + tail.replace("{i}", str(count))
    return make


def fnv_collisions(size):
    """Assignments to names of six letters whose FNV-1a ends in 17 zero bits, found from both ends: the gate once hashed by it."""
    letters, mask, prime = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 0x1FFFF, 16777619
    back = pow(prime, -1, mask + 1)
    heads = {}
    for a, b, c in itertools.product(letters, repeat=3):
        h = 2166136261
        for letter in (a, b, c):
            h = (h ^ letter) * prime & mask
        heads.setdefault(h, []).append(bytes((a, b, c)))
    lines = []
    for a, b, c in itertools.product(letters, repeat=3):
        h = 0
        for letter in (c, b, a):
            h = h * back & mask ^ letter
        lines += [(head + bytes((a, b, c))).decode() + "=1\n" for head in heads.get(h, ())]
        if len(lines) * 9 > size:
            break
    return "".join(lines[:size // 9])


SHAPES = {
    "names of one hash": fnv_collisions,
    "set_name hooks": rows("import numpy\n", "class C{i}:\n    def __set_name__(s, o, n):\n        s.n = n\n    def g(s, o):\n        return o.__dict__[s.n]\n"),
    "names in class lists": rows("", "class C{i}:\n    names = ('a{i}', 'b{i}')\n    def g(self):\n        for n in self.names: getattr(self, n)\n"),
    "type of lambdas": lambda size: reversed_chain("", "def f{i}(x): return f{n}(x)\n", "")(2000)
    + rows("", "k{i} = lambda a: type(a).__name__\n")(size - 2000),
    "assignments in a chain": rows("x0 = 'a'\n", "x{i} = x{j}\n"),
    "concatenations": rows("x0 = 'a'\n", "x{i} = x{j} + 'b'\n", "open(x{i})\n"),
    "doublings": rows("x0 = 'a'\n", "x{i} = x{j} + x{j}\n", "open(x{i})\n"),
    "f-strings of f-strings": rows("x0 = 'a'\n", "x{i} = f'{x{j}}{x{j}}'\n", "open(x{i})\n"),
    "reversed aliases": reversed_chain("", "def f{i}():\n    global a{i}\n    a{i} = a{n}\n", "a{i} = open\n"),
    "reversed calls": reversed_chain("", "def f{i}(x):\n    return f{n}(x)\n", "def f{i}(x):\n    return open(x)\nf0('a')\n"),
    "mutual recursion": rows("", "def f{i}(x):\n    return f{j}(f{i}(x))\n", "def f0(x): return x\n"),
    "one function, many calls": rows("def f(a, b=0, *c, **d):\n    return open(a)\n", "f('n{i}.csv', {i}, k{i}={i})\n"),
    "methods of one name": rows("", "class C{i}:\n    def run(self, x):\n        self.v = x\n        return self.run(x)\n"),
    "calls of one method name": rows("class C:\n    def run(self, x):\n        return x\n", "o{i} = C()\no{i}.run(o{j} if {i} > 1 else 0)\n"),
    "class chain": rows("class C0: pass\n", "class C{i}(C{j}):\n    def m(self): return super().m()\n"),
    "class fan": rows("class B:\n    x = 1\n    def m(self): return self.x\n", "class C{i}(B):\n    x = {i}\n"),
    "multiple inheritance": rows("class C0: pass\nclass C1(C0): pass\n", "class C{i}x(C0, C1):\n    def m{i}(self): return self.m{j}()\n"),
    "dataclasses": rows("from dataclasses import dataclass\n", "@dataclass\nclass D{i}:\n    a: int = {i}\n    b: str = 'x'\nd{i} = D{i}(1, b='y')\n"),
    "fields of one class": rows("class C:\n    def __init__(self):\n", "        self.f{i} = self.f{j}\n"),
    "fields by setattr": rows("class C: pass\nc = C()\n", "setattr(c, 'f{i}', {i})\nprint(getattr(c, 'f{j}'))\n"),
    "list of functions": rows("", "def f{i}(x): return x\n", "for g in [f1, f2, f3]: g('a')\n"),
    "dispatch dictionary": rows("t = {}\n", "def f{i}(x): return t['{j}'](x)\nt['{i}'] = f{i}\n"),
    "dictionary literal": rows("d = {\n", "    'k{i}': ['v{i}', {i}],\n", "}\nopen(d['k1'][0])\n"),
    "long list": rows("l = [\n", "    'n{i}.csv',\n", "]\nfor n in l: open(n)\n"),
    "list of numbers on one line": lambda size: "x = [" + "1, " * (size // 3) + "1]\n",
    "nested lists": nest("x = ", "[", "1", "]"),
    "nested calls": nest("x = ", "f(", "1", ")"),
    "nested parentheses": nest("x = ", "(", "1", ")"),
    "nested lambdas": nest("x = ", "lambda: ", "1", ""),
    "nested conditionals": nest("x = ", "1 if a else (", "1", ")", 80),
    "nested subscripts": nest("x = a", "[a", "[0]", "]"),
    "attribute chain": lambda size: ("x = a" + ".b" * 150 + "\n") * (size // 306),
    "call chain": lambda size: ("x = a" + ".b()" * 150 + "\n") * (size // 606),
    "appends": rows("l = []\n", "l.append('n{i}.csv')\n", "for n in l: open(n)\n"),
    "appends of lists": rows("l0 = []\n", "l{i} = []\nl{i}.append(l{j})\n", "for n in l{i}: open(n)\n"),
    "lists in lists": rows("l0 = ['a']\n", "l{i} = [l{j}, l{j}]\n", "open(l{i}[0][0])\n"),
    "dictionaries in a circle": rows("d = {}\n", "d['k{i}'] = d\nd = d['k{i}']\n"),
    "unpackings": rows("a, b = 'x', 'y'\n", "a, b = b, a\n", "open(a)\n"),
    "starred unpackings": rows("a = ['x', 'y']\n", "b, *a = [*a, 'n{i}']\n", "open(b)\n"),
    "swaps of many": rows("a = b = c = d = e = 'x'\n", "a, b, c, d, e = b, c, d, e, a + '{i}'\n"),
    "loops": rows("x = 'a'\n", "for i{i} in ['a', 'b', x]:\n    x = i{i}\n", "open(x)\n"),
    "nested comprehensions": repeated("x = [[[a for a in b] for b in c] for c in [[d for d in e] for e in f]]\n"),
    "comprehension conditions": rows("", "x{i} = {k: v for k, v in enumerate([1, 2]) if k if v if x{i}}\n"),
    "generators": rows("def g0():\n    yield 'a'\n", "def g{i}():\n    yield from g{j}()\n", "for n in g{i}(): open(n)\n"),
    "decorators": rows("def d(f):\n    def w(*a, **k):\n        return f(*a, **k)\n    return w\n", "@d\ndef f{i}(x): return x\n"),
    "stacked decorators": lambda size: "def d(f): return f\n" + "@d\n" * (size // 3 - 20) + "def f(): pass\n",
    "properties": rows("class C:\n", "    @property\n    def p{i}(self): return self.p{j}\n"),
    "closures": rows("def f():\n    x0 = 'a'\n", "    def g{i}():\n        nonlocal x0\n        x0 = x0 + 'b'\n"),
    "globals in functions": rows("x = 'a'\n", "def f{i}():\n    global x\n    x = x + 'b'\n    f{j}()\n"),
    "imports": rows("", "import math as m{i}\nfrom json import loads as l{i}\n"),
    "titles of tables": rows("import pandas as pd\ndf = pd.read_csv('a.csv')\n", "a{i} = df.title\n"),
    "names of fields": rows("import dataclasses\ndef f(x):\n", "    x.name = {i}\n"),
    "type aliases": rows("import numpy as np\n", "A{i} = np.ndarray[int]\n"),
    "denied imports": rows("", "import os{i}\n"),
    "findings": rows("", "eval('{i}')\n"),
    "denied names": repeated("__import__('os').system('x')\n"),
    "handlers": rows("", "try:\n    x = {i}\nexcept ValueError as e{i}:\n    print(e{i}.args)\n"),
    "with statements": rows("", "with open('a.csv') as f{i}, open('b.csv') as g{i}:\n    print(f{i}.read(), g{i})\n"),
    "match cases": lambda size: "def f(x):\n    match x:\n" + "".join(f"        case [{i}, a, *b]: return a\n" for i in range(size // 38)),
    "long strings": lambda size: "x = '" + "a" * 4000 + "'\n" + "".join(f"y{i} = x + x[{i}:] + x.replace('a', 'b{i}')\n" for i in range((size - 4000) // 50)),
    "escapes": lambda size: "x = '" + "\\x41" * (size // 4) + "'\n",
    "string pieces": lambda size: "x = (" + "'a' " * (size // 4) + ")\n",
    "formats": rows("x = 'a'\n", "x = '{0}{0}{1}'.format(x, {i})\n", "open(x)\n"),
    "joins": rows("x = 'a'\n", "x = ','.join([x, x, '{i}'])\n", "open(x)\n"),
    "paths": rows("from pathlib import Path\np0 = Path('.')\n", "p{i} = p{j} / 'a' / '..'\n", "p{i}.read_text()\n"),
    "partials": rows("from functools import partial\ndef f0(*a): return a\n", "f{i} = partial(f{j}, {i})\n", "f{i}()\n"),
    "maps": rows("def f0(x): return x\n", "l{i} = list(map(f0, [l{j} if {i} > 1 else 0]))\n"),
    "pandas chains": rows("import pandas as pd\nd = pd.read_csv('a.csv')\n", "d = d.groupby('a').agg('sum').reset_index().assign(x{i}={i})\n"),
    "charts": rows("import matplotlib.pyplot as plt\n", "plt.plot([1, 2], label='x{i}')\nplt.title('t{i}', fontsize={i})\nplt.savefig('f{i}.png')\n"),
    "walrus": rows("x0 = 'a'\n", "if (x{i} := x{j}): print(x{i})\n"),
    "nonlocals": rows("def f():\n    x = 'a'\n", "    def g{i}():\n        nonlocal x\n        x = g{j}\n"),
    "globals": rows("", "def f{i}():\n    global a, b, c{i}\n    a = b = c{i} = f{j}\n"),
    "many parameters": lambda size: "def f(" + ", ".join(f"p{i}=0" for i in range(4000)) + "): return p1\n" + "f(1, p7=2)\n" * (size // 12 - 3300),
    "calls of many parameters": lambda size: "".join(f"def f{k}(" + ", ".join(f"p{i}" for i in range(200)) + "): return p1\nf" + f"{k}({'1, ' * 200})\n" for k in range(size // 1900)),
    "star arguments": rows("def f(*a, **k): return f(*a, **k)\n", "f(*[f, {i}], **{'k{i}': f})\n"),
    "getattr over class lists": rows("", "class C{i}:\n    def m{i}(self): return C{i}\nfor c in [C{i}, C{i}()]: getattr(c, 'm{j}')()\n"),
    "objects in one list": rows("l = []\n", "class C{i}:\n    def m(self): return l\nl.append(C{i}())\n", "for o in l: o.m()\n"),
    "containers in a circle": rows("l0 = []\n", "l{i} = [l{j}]\nl{j}.append(l{i})\n", "l0.append(l{i})\n"),
    "dictionaries of dictionaries": rows("d0 = {}\n", "d{i} = {'a': d{j}, **d{j}}\nd{j}.update(d{i})\n"),
    "operators in a chain": lambda size: ("x = 1" + " + 1" * 140 + "\n") * (size // 566),
    "comparisons in a chain": lambda size: ("x = a" + " < a" * 2000 + "\n") * (size // 8006),
    "booleans in a chain": lambda size: ("x = a" + " or a" * 140 + "\n") * (size // 706),
    "branches": lambda size: "if a == 0: x = 0\n" + "".join(f"elif a == {i}: x = 'v{i}'\n" for i in range(size // 26)) + "open(x)\n",
    "returns": rows("def f(a):\n", "    if a == {i}: return ['{i}', f]\n", "f(1)[1](2)\n"),
    "yields": rows("def f(a):\n", "    a = yield a, {i}\n", "for a, b in f(f): open(a)\n"),
    "nested functions": nest("x = ", "(lambda a: ", "a", ")(1)", 70),
    "nested f-strings": nest("x = ", "(f'{", "1", "}')", 1),
    "fields of f-strings": rows("", "x{i} = f'{x{j}!r:>{x{j}}} {x{j}.a} {x{j}[0]:{x{j}}}'\n"),
    "percents": rows("x0 = 'a'\n", "x{i} = '%s%s' % (x{j}, '{i}')\n", "open(x{i})\n"),
    "counting": rows("x0 = 0\n", "x{i} = x{j} + 1\n", "open([1, 2][x{i}])\n"),
    "counting in a loop": rows("d = {}\n", "for k{i} in d: d[k{i}] = d.get(k{i}, 0) + 1\n"),
    "texts in a loop": rows("l = ['a']\n", "for x in l: l.append(x + 'b{i}')\n", "open(l[0])\n"),
    "annotations": rows("", "def f{i}(a: 'list[int]', b: dict[str, f{j}] = None) -> 'f{j}': pass\n"),
    "deletions": rows("", "x{i} = [x{j}]\ndel x{j}\n"),
    "slices": rows("x0 = 'abc' * 900\n", "x{i} = x{j}[1:] + 'a'\n", "open(x{i})\n"),
    "attributes of many names": rows("", "a.b{i} = a.b{j}.c{i}\n"),
    "names of classes": rows("", "class C{i}(C{j}): x = C{j}.x\n"),
    "metaclasses": rows("class M(type): pass\n", "class C{i}(metaclass=M):\n    def __init_subclass__(c): return C{j}\n"),
    "async": rows("async def f0(): pass\n", "async def f{i}():\n    async with f{j}() as a: return await f{j}()\n"),
    "exceptions": rows("", "class E{i}(Exception): pass\ntry: raise E{j}('a')\nexcept (E{i}, E{j}) as e: x = e.args[0]\n"),
    "sorted by keys": rows("l = [1]\n", "l = sorted(l, key=lambda a{i}: (a{i}, l))\n"),
    "one name, many values": rows("", "x = 'n{i}'\nopen(x)\n"),
    "one name, many functions": rows("", "def f(x): return f(x)\nf(f)\n"),
    "one function, many mentions": rows("def f(x): return x\n", "x{i} = f\nx{i}(x{i})\n"),
    "imports of members": rows("", "from numpy import a{i}, b{i} as c{i}\nc{i}.d(a{i})\n"),
    "comments": repeated("# nothing\n"),
    "blank lines": repeated("\n"),
    "open brackets": lambda size: "(" * size,
    "open quotes": lambda size: "x = '''\n" + "a\n" * (size // 2),
    "odd indents": lambda size: "".join(" " * (i % 90) + "x\n" for i in range(size // 46)),
}


def seconds(command):
    """The processor time of a command, which other work on the machine changes little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return math.inf, "cut off"
    ended = {0: "allowed", 1: "refused"}.get(done.returncode, f"exit {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended


def measure(options, folder, name):
    """The best of three times at each size, and how the check ended."""
    times = []
    for size in SIZES:
        path = os.path.join(folder, "hostile.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SHAPES[name](size))
        runs = [seconds([options.sluice, "check", "--policy", options.policy, path]) for _ in range(3 if size < SIZES[-1] else 2)]
        times.append(min(run[0] for run in runs))
        if times[-1] == math.inf:
            break
    return times + [math.inf] * (len(SIZES) - len(times)), runs[0][1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--policy", default=os.path.join(ROOT, "policies/data-analysis.yaml"))
    parser.add_argument("--most", type=float, metavar="SECONDS")
    parser.add_argument("--only", default="", metavar="TEXT")
    options = parser.parse_args()
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for name in SHAPES:
            if options.only in name:
                table.append((*measure(options, folder, name), name))
    print(f"{'shape':30}" + "".join(f"{size // 1000:>7} KB" for size in SIZES) + "  power  ends")
    for times, ended, name in sorted(table, key=lambda row: row[0][::-1]):
        power = math.log(times[2] / times[0], SIZES[2] / SIZES[0]) if times[2] < math.inf else math.inf
        print(f"{name:30}" + "".join(f"{t * 1000:8.0f}ms" for t in times) + f"{power:7.1f}  {ended}")
    late = [name for times, _, name in table if options.most is not None and times[-1] > options.most]
    print(f"{len(table)} shapes" + (f", {len(late)} take more than {options.most} s: {', '.join(late)}" if options.most else ""))
    return 1 if late or not table else 0


if __name__ == "__main__":
    sys.exit(main())
