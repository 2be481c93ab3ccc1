/* SPDX-License-Identifier: MIT */
/* What flows from where to where: each way of a value, and what ends it. */
#include "policy_fixture.h"
#include "test.h"

#define HEAD                                                                                       \
	"apiVersion: sluice/v1\nid: p\nrevision: 1\nimports: {default: allow}\n"                   \
	"capabilities: {default: allow}\nbuiltins: {default: allow}\n"                             \
	"attributes: {default: allow}\nrules:\n  - id: f\n    otherwise: deny\n"
#define TO_OUTPUT                                                                                  \
	"    flow: {from: file-read, to: output, through: [len, sum, .mean, statistics.mean]}\n"

struct row {
	const char *code;
	bool flows;
};

static const struct row ways[] = {
    {"print(open('a').read())", true},
    {"x = open('a')\nprint(x)", true},
    {"x = open('a').read()\ny = x\nz = y\nprint(z)", true},
    {"a, b = 1, open('a')\nprint(b)", true},
    {"a, b = 1, open('a')\nprint(a)", false},
    {"a, *b = open('a')\nprint(b)", true},
    {"x = [open('a').read(), 2]\nprint(x[0])", true},
    {"d = {}\nd['k'] = open('a').read()\nprint(d)", true},
    {"d = {}\ne = d\ne['k'] = open('a').read()\nprint(d)", true},
    {"d = []\nd.append(open('a').read())\nprint(d)", true},
    {"d = []\ne = [d]\ne[0].append(open('a').read())\nprint(d)", true},
    {"import heapq\nh = []\nheapq.heappush(h, open('a').read())\nprint(h)", true},
    {"rows = [r.strip() for r in open('a')]\nprint(rows)", true},
    {"n = [1 for r in open('a')]\nprint(n)", false},
    {"for line in open('a'):\n    print(line)", true},
    {"with open('a') as f:\n    text = f.read()\nprint(text)", true},
    {"x = ''\nx += open('a').read()\nprint(x)", true},
    {"if (t := open('a').read()):\n    print(t)", true},
    {"try:\n    x = int(open('a').read())\nexcept ValueError as e:\n    print(e)", true},
    {"try:\n    x = 1\nexcept ValueError as e:\n    print(e)", false},
    {"match open('a').read():\n    case [a, *b]:\n        print(b)", true},
    {"match open('a').read():\n    case {'k': v}:\n        print(v)", true},
    {"x = open('a').read()\nprint(f'{x!r}')", true},
    {"x = open('a').read()\nprint('%s' % x)", true},
    {"x = open('a').read()\nprint('{}'.format(x))", true},
    {"x = open('a').read()\nprint(', '.join([x]))", true},
    {"x = open('a').read()\nprint(str(x).upper()[1:])", true},
    {"class C: pass\nc = C()\nc.x = open('a').read()\nprint(c)", true},
    {"class C: pass\nc = C()\nc.x = open('a').read()\nd = C()\nprint(d.x)", true},
    {"class C:\n    def __init__(self, p):\n        self.t = open(p).read()\nprint(C('a').t)",
	true},
    {"class C:\n    def __init__(self, t):\n        self.t = t\n    def show(self):\n        "
     "print(self.t)\n"
     "C(open('a').read()).show()",
	true},
    {"class C:\n    def __str__(self):\n        return self.t\n    def load(self):\n        self.t "
     "= "
     "open('a').read()\nc = C()\nc.load()\nprint(c)",
	true},
    {"class B:\n    def load(self):\n        self.t = open('a').read()\nclass C(B): pass\nc = "
     "C()\nc.load()\nprint(c)",
	true},
    {"class C:\n    rows = open('a').read()\nprint(C.rows)", true},
    {"def f():\n    return open('a').read()\nprint(f())", true},
    {"def f():\n    yield open('a').read()\nprint(list(f()))", true},
    {"def f(x):\n    print(x)\nf(open('a').read())", true},
    {"def f(a, b):\n    print(a)\nf(1, open('a').read())", false},
    {"def f(a, b):\n    print(b)\nf(1, open('a').read())", true},
    {"def f(a, b):\n    print(b)\nf(b=open('a').read(), a=1)", true},
    {"def f(*a):\n    print(a)\nf(1, open('a').read())", true},
    {"def f(**k):\n    print(k)\nf(x=open('a').read())", true},
    {"def f(a, *, b):\n    print(b)\nf(1, b=open('a').read())", true},
    {"def f(a=open('a').read()):\n    print(a)\nf()", true},
    {"def f(x):\n    return x\nprint(f(open('a').read()))", true},
    {"def f(x):\n    return 1\nprint(f(open('a').read()))", false},
    {"def f(d):\n    d.append(open('a').read())\nrows = []\nf(rows)\nprint(rows)", true},
    {"def f():\n    global x\n    x = open('a').read()\nf()\nprint(x)", true},
    {"def f():\n    x = open('a').read()\n    def g():\n        print(x)\n    g()\nf()", true},
    {"f = lambda p: open(p).read()\nprint(f('a'))", true},
    {"print(list(map(lambda r: r, open('a'))))", true},
    {"list(map(lambda r: print(r), open('a')))", true},
    {"list(map(print, open('a')))", true},
    {"def g(r):\n    print(r)\nsorted(open('a'), key=g)", true},
    {"fs = {'r': open}\nprint(fs['r']('a').read())", true},
    {"r = open\nprint(r('a'))", true},
    {"p = print\np(open('a').read())", true},
    {"ps = [print]\nps[0](open('a').read())", true},
    {"def use(p, x):\n    p(x)\nuse(print, open('a').read())", true},
    {"from functools import partial\np = partial(print)\np(open('a').read())", true},
    {"from functools import partial\np = partial(print, open('a').read())\np()", true},
    {"from pathlib import Path\nprint(Path('a').read_text())", true},
    {"import pandas as pd\nprint(pd.read_csv('a').head())", true},
    {"import sys\nsys.stdout.write(open('a').read())", true},
    {"import sys\no = sys.stdout\no.write(open('a').read())", true},
    {"import sys, json\njson.dump(open('a').read(), sys.stdout)", true},
    {"import sys, csv\nw = csv.writer(sys.stdout)\nw.writerow(open('a').read())", true},
    {"import sys\nsys.exit(open('a').read())", true},
    {"import logging\nlogging.warning(open('a').read())", true},
    {"import pprint\npprint.pprint(open('a').read())", true},
    {"raise ValueError(open('a').read())", true},
    {"assert False, open('a').read()", true},
    {"assert open('a').read(), 'empty'", false},
    {"x = open('a').read()\nx", true},
    {"x = open('a').read()\nx\ny = 1", false},
    {"x = open('a').read()\nprint(1)", false},
    {"if open('a').read():\n    print(1)", false}, /* implicit: docs/policy-rules.md */
    {"print(len(open('a').read()))", false},
    {"n = sum([1 for r in open('a')])\nprint(n)", false},
    {"import statistics as s\nprint(s.mean([float(r) for r in open('a')]))", false},
    {"from statistics import mean\nprint(mean([float(r) for r in open('a')]))", false},
    {"import pandas as pd\nprint(pd.read_csv('a').mean())", false},
    {"import pandas as pd\ndf = pd.read_csv('a')\nprint(df.mean(), df)", true},
    {"def len(x):\n    return x\nprint(len(open('a').read()))", true},
    {"if x:\n    len = str\nprint(len(open('a').read()))", true},
    {"class C:\n    def mean(self):\n        return self.t\n    def load(self):\n        self.t = "
     "open('a').read()\nc = C()\nc.load()\nprint(c.mean())",
	true},
    {"f = open('out', 'w')\nprint('x', file=f)", false},
    {"f = open('out', 'w')\nprint(open('a').read(), file=f)", true},
    {"f = open('out', 'w+')\nprint(f.read())", true},
    {"print(open)", true},
    {"x = [[open('a').read()]]\nfor row in x:\n    for cell in row:\n        print(cell)", true},
    {"x = dict(a=open('a').read())\nprint(x)", true},
    {"x = open('a').read() if 1 else 0\nprint(x)", true},
    {"x = open('a').read()\nwhile 1:\n    y = x\n    print(z)\n    z = y\n    break", true},
    {"print(*open('a'))", true},
    {"def f(n, acc):\n    if n == 0:\n        return acc\n    return f(n - 1, acc)\nprint(f(3, "
     "open('a').read()))",
	true},
    {"import random\nprint(random.choice(open('a').read()))", true},
    {"async def f():\n    return open('a').read()\nasync def g():\n    print(await f())", true},
    {"class C:\n    def __str__(self):\n        return open('a').read()\nprint(C())", true},
    {"class C:\n    @property\n    def t(self):\n        return open('a').read()\nprint(C().t)",
	true},
    {"class C:\n    def __call__(self):\n        return open('a').read()\nc = C()\nprint(c())",
	true},
    {"class C:\n    def __call__(self, x):\n        print(x)\nc = C()\nc(open('a').read())", true},
    {"class C:\n    def __add__(self, x):\n        print(x)\n        return self\nc = C() + "
     "open('a').read()",
	true},
    {"class C:\n    def __getitem__(self, x):\n        print(x)\nc = C()[open('a').read()]", true},
    {"class C:\n    def __add__(self, x):\n        return self\nt = open('a').read()\nc = C() + "
     "1\nprint(c)",
	false},
    {"class C:\n    def __enter__(self):\n        return open('a').read()\n    def __exit__(self, "
     "*a):\n        pass\nwith C() as x:\n    print(x)",
	true},
    {"class C:\n    def __iter__(self):\n        yield open('a').read()\nfor x in C():\n    "
     "print(x)",
	true},
    {"x = open('a').read()\nprint(locals())", true},
    {"x = open('a').read()\nprint(globals()['x'])", true},
    {"class C: pass\nc = C()\nd = C()\nc.x = open('a').read()\nprint(getattr(d, 'x'))", true},
    {"def outer():\n    x = open('a').read()\n    return lambda: x\nprint(outer()())", true},
    {"def deco(g):\n    def w():\n        return g()\n    return w\n@deco\ndef f():\n    return "
     "open('a').read()\nprint(f())",
	true},
    {"names = ['x']\nlabel = ', '.join(names)\nprint(label)\ny = label.join(open('a'))", false},
};

static void
check_rows(const char *rule, const struct row *rows, size_t count)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(a, arena_printf(a, "%s%s", HEAD, rule), &errs);
	size_t failed = 0;

	if (p == NULL)
		fail_msg("%s: %s", rule, errs.items[0].message);
	for (size_t i = 0; i < count; i++) {
		const char *got = verdict_line(a, p, str_from(rows[i].code));

		if ((strstr(got, " f") != NULL) == rows[i].flows)
			continue;
		failed++;
		print_error("%s\n  is %s\n", rows[i].code, got);
	}
	assert_int_equal(failed, 0);
	arena_free(a);
}

static void
a_value_goes_its_ways_to_the_output(void **state)
{
	(void)state;
	check_rows(TO_OUTPUT, ways, sizeof(ways) / sizeof(ways[0]));
}

/* Objects of libraries, functions that others call, and what is told apart. */
static const struct row objects[] = {
    {"import lib\nr = lib.REG['a']\nr.append(open('a').read())\nprint(r)", true},
    {"import io\nb = io.StringIO()\nc = b\nc.write(open('a').read())\nprint(b.getvalue())", true},
    {"import io\nb = io.StringIO()\ndef put(s):\n    "
     "s.write(open('a').read())\nput(b)\nprint(b.getvalue())",
	true},
    {"import io\nclass K:\n    def __init__(self):\n        self.b = io.StringIO()\n    def "
     "put(self):\n        self.b.write(open('a').read())\nk = K()\nk.put()\nprint(k.b.getvalue())",
	true},
    {"import io\nb = io.StringIO()\nprint(open('a').read(), file=b)\nprint(b.getvalue())", true},
    {"import lib\nclass C: pass\nc = C()\nc.rows = open('a').read()\ndef cb(o):\n    "
     "print(o.rows)\nlib.on(cb)\nlib.put(c)",
	true},
    {"import lib\nclass C:\n    def add(self, x):\n        print(x)\nlib.put(C())\nfor o in "
     "lib.all():\n    o.add(open('a').read())",
	true},
    {"import lib\ndef cb(x):\n    print(x)\nlib.on(cb)\nh = lib.get()\nh(open('a').read())", true},
    {"def g():\n    while True:\n        x = yield\n        print(x)\nw = "
     "g()\nnext(w)\nw.send(open('a').read())",
	true},
    {"def main():\n    return int(open('a').read())\ntry:\n    n = 1\n    main()\nexcept "
     "ValueError as e:\n    print(e)",
	true},
    {"c = {'a': 1}\nk = open('a').read()\nprint(c[k])", true},
    {"c = {'a': 1}\nprint(c.get(open('a').read()))", true},
    {"r = open('a').read().split()\nprint(r.index('x'), ['x'].index(r))", true},
    {"class C: pass\nc = C()\nc.rows = open('a').read()\nc.name = 'x'\nprint(c.name)", false},
    {"x = [open('a').read(), 'b']\nprint(x[1])", false},
    {"import os\np = os.path.join('a', 'b')\nt = open(p).read()\nprint(p)", false},
    {"import pandas as pd\nd = pd.read_csv('a')\nm = d.mean()\nn = m + 1\nprint(n, m)", false},
    {"import pandas as pd\nd = pd.read_csv('a')\nm = d.mean()\nm.update(d)\nprint(m)", true},
    {"class E(Exception): pass\ntry:\n    raise E(open('a').read())\nexcept E as e:\n    x = "
     "e.args\n    print(x)",
	true},
    {"from dataclasses import dataclass\n@dataclass\nclass R:\n    a: str\nr = "
     "R(open('a').read())\nprint(r.a)",
	true},
    {"from collections import namedtuple\nR = namedtuple('R', 'a')\nr = "
     "R(open('a').read())\nprint(r.a)",
	true},
    {"class L(list): pass\nl = L()\nl.append(open('a').read())\nprint(l)", true},
    {"import functools\n@functools.lru_cache\ndef f():\n    return open('a').read()\nprint(f())",
	true},
    {"import threading, queue\nq = queue.Queue()\ndef w():\n    "
     "q.put(open('a').read())\nthreading.Thread(target=w).start()\nprint(q.get())",
	true},
    {"a = [1]\nb = [a, open('a').read()]\nfor x in b:\n    print(x)", true},
    {"for i, r in enumerate(open('a')):\n    print(i)", false},
    {"for i, r in enumerate(open('a')):\n    print(r)", true},
    {"d = {'x': open('a').read()}\nfor k, v in d.items():\n    print(k)", false},
    {"d = {'x': open('a').read()}\nfor k, v in d.items():\n    print(v)", true},
    {"d = {'x': open('a').read()}\nprint(list(d.values()))", true},
    {"d = {open('a').read(): 1}\nprint(list(d))", true},
    {"d = {}\nd.setdefault('k', []).append(open('a').read())\nprint(d)", true},
    {"from collections import defaultdict\nd = "
     "defaultdict(list)\nd['k'].append(open('a').read())\nprint(d)",
	true},
    {"s = set()\ns |= {open('a').read()}\nprint(s)", true},
    {"a = b = open('a').read()\nprint(a)", true},
    {"class C: pass\nc = C()\nx = c.t = open('a').read()\nprint(c.t)", true},
    {"import lib\no = lib.make()\no.t = open('a').read()\nprint(o)", true},
    {"import lib\no = lib.make()\no['t'] = open('a').read()\nprint(o)", true},
    {"import lib\no = lib.make()\no.x.y.append(open('a').read())\nprint(o)", true},
    {"import lib\no = lib.make()\np = o.x\np.append(open('a').read())\nprint(o)", true},
    {"import lib\no = lib.make()\nf = o.add\nf(open('a').read())\nprint(o)", true},
    {"import lib\no = [lib.make()]\no[0].append(open('a').read())\nprint(o)", true},
    {"import lib\no = lib.make()\nd = {'k': o}\nd['k'].append(open('a').read())\nprint(o)", true},
    {"import contextlib\n@contextlib.contextmanager\ndef c():\n    yield open('a').read()\nwith "
     "c() as x:\n    print(x)",
	true},
    {"print('%(x)s' % {'x': open('a').read()})", true},
    {"x = open('a').read()\nprint(x == 'y', not x, -x, x < 1)", true},
    {"x = 1 if open('a').read() else 2\nprint(x)", false},
    {"def f(*a, **k):\n    return g(*a, **k)\ndef g(x):\n    print(x)\nf(open('a').read())", true},
    {"def f(**k):\n    print(k['x'])\nf(**{'x': open('a').read()})", true},
    {"class A:\n    def __init__(self, p):\n        self.p = p\nclass B(A):\n    def "
     "__init__(self, p):\n        super().__init__(p)\nb = B(open('a').read())\nprint(b.p)",
	true},
    {"import sys\nclass A:\n    def __del__(self): pass\n    def __exit__(self, *a): print(a)\n    "
     "def __enter__(self): return self\nwith A():\n    raise ValueError(open('a').read())",
	true},
    {"d = [1]\nd[open('a').read()] = 2\nprint(d)", false},
    {"d = {}\nd[open('a').read()] = 2\nprint(d)", true},
    {"x = [open('a').read()]\ny = x[:]\nz = y + [1]\nprint(z * 2)", true},
    {"lst = [3]\nlst.sort(key=lambda v: print(v))\nlst.extend(open('a'))", true},
    {"r = open('a').read()\nassert r, 'no rows'\nprint('ok')", false},
    {"import re\nfor m in re.finditer('a', open('a').read()):\n    print(m.group())", true},
    {"import itertools\nfor x in itertools.chain([1], open('a')):\n    print(x)", true},
    {"from dataclasses import dataclass, field\n@dataclass\nclass R:\n    rows: list = "
     "field(default_factory=list)\nr = R()\nr.rows.append(open('a').read())\nprint(r)",
	true},
    {"import copy\nx = [open('a').read()]\ny = copy.deepcopy(x)\nprint(y)", true},
    {"match open('a').read().split():\n    case [x, *_]:\n        y = x\nprint(y)", true},
    {"import enum\nclass C(enum.Enum):\n    A = open('a').read()\nprint(C.A.value)", true},
    {"global_rows = []\ndef add(x):\n    "
     "global_rows.append(x)\nadd(open('a').read())\nprint(global_rows)",
	true},
    {"def f(acc=[]):\n    acc.append(open('a').read())\n    return acc\nprint(f())", true},
    {"x = open('a').read()\nclass C:\n    def __init__(self): self.v = x\n    def __repr__(self): "
     "return self.v\nprint([C()])",
	true},
    {"x = iter(open('a'))\nwhile True:\n    print(next(x))", true},
    {"import io\nb = io.StringIO('q')\nt = b.read()\nprint(t, open('a').closed)", true},
};

static void
what_is_put_into_an_object_is_found_under_all_of_its_names(void **state)
{
	(void)state;
	check_rows(TO_OUTPUT, objects, sizeof(objects) / sizeof(objects[0]));
}

/* `through` says what a result holds, and nothing of what is called on the way to it. */
static const struct row launderers[] = {
    {"x = max(open('a'), key=lambda v: print(v) or 1)", true},
    {"def show(v):\n    print(v)\nx = max(open('a'), key=show)", true},
    {"k = [lambda v: print(v)]\nfor f in k:\n    x = max(open('a'), key=f)", true},
    {"from functools import partial\nx = max(open('a'), key=partial(print))", true},
    {"from functools import partial\nx = sorted(open('a'), key=partial(print))", true},
    {"from functools import partial\ndef f(v):\n    print(v)\nx = max(open('a'), "
     "key=partial(f))",
	true},
    {"out = []\nx = max(open('a'), key=out.append)\nprint(out)", true},
    {"out = []\nx = sorted(open('a'), key=out.append)\nprint(out)", true},
    {"out = set()\nk = out.add\nx = max(open('a'), key=k)\nprint(out)", true},
    {"class C:\n    def go(self, o):\n        print(o)\nx = max(open('a'), key=C().go)", true},
    {"class C:\n    def __call__(self, o):\n        print(o)\nx = max(open('a'), key=C())", true},
    {"class C:\n    def __lt__(self, o):\n        print(o)\nx = max([open('a'), C()])", true},
    {"class C:\n    def __lt__(self, o):\n        print(o)\nx = sorted([open('a'), C()])", true},
    {"class C:\n    def __add__(self, o):\n        print(o)\nx = sum([open('a')], C())", true},
    {"import pandas as pd\ndef f(o):\n    print(o)\nx = pd.read_csv('a').mean(f)", true},
    /* a library's method, or the program's own in a library's object? */
    {"import types\nd = types.SimpleNamespace(mean=lambda: open('a'))\nprint(d.mean())", true},
    {"import types\nk = {'mean': lambda: open('a')}\nd = types.SimpleNamespace(**k)\nprint(d."
     "mean())",
	true},
    {"from collections import namedtuple\nN = namedtuple('N', 'a m' 'ean')\nn = N(1, lambda: "
     "open('a'))\nprint(n.mean())",
	true},
    {"def make(maker):\n    return maker(mean=lambda: open('a'))\nprint(make(dict).mean())", true},
    {"print(len(open('a').read()))", false},
    {"x = open('a').read().split()\nprint(max(x, key=len), min(x))", false},
    {"x = open('a').read().split()\nprint(max(x, key=lambda v: len(v)))", false},
    {"import pandas as pd\nd = pd.read_csv('a')\nprint(d.mean(), d['a'].mean())", false},
    {"w = [1, 2]\nx = open('a').read()\nprint(max(len(x), len(w)), w)", false},
    {"class C:\n    def __lt__(self, o):\n        return True\nprint(len(open('a').read()))",
	false},
};

static void
what_ends_a_flow_launders_nothing_on_its_way(void **state)
{
	(void)state;
	check_rows(
	    "    flow: {from: file-read, to: output, through: [len, sum, min, max, .mean]}\n",
	    launderers, sizeof(launderers) / sizeof(launderers[0]));
}

static void
ends_are_calls_and_capabilities(void **state)
{
	static const struct row calls[] = {
	    {"import json\nprint(json.loads(input()))", true},
	    {"print(1)\nx = input()", false},
	    {"import sys\nsys.stdout.write(input())", false},
	    {"o.send(input())", true},
	    {"o.send(1)", false},
	    {"def f():\n    raise ValueError(input())\ntry:\n    f()\nexcept ValueError as "
	     "e:\n    o.send(e)",
		true},
	};
	static const struct row files[] = {
	    {"open('b', 'w').write(open('a').read())", true},
	    {"f = open('b', 'w')\nf.write(open('a').read())", true},
	    {"f = open('b', 'w')\nf.write('x')", false},
	    {"import json\njson.dump(open('a').read(), open('b', 'w'))", true},
	    {"print(open('a').read(), file=open('b', 'w'))", true},
	    {"print(open('a').read())", false},
	    {"for n in open('a'):\n    x = open(n)", false},
	    {"for n in open('a'):\n    x = open(n, 'w')", true},
	    {"import pandas as pd\npd.read_csv('a').to_csv('b')", true},
	    {"import pandas as pd\npd.read_csv('a').describe()", false},
	    {"from pathlib import Path\nPath('b').write_text(Path('a').read_text())", true},
	};

	(void)state;
	check_rows("    flow: {from: {call: input}, to: [{call: print}, {call: .send}]}\n", calls,
	    sizeof(calls) / sizeof(calls[0]));
	check_rows("    flow: {from: file-read, to: file-write}\n", files,
	    sizeof(files) / sizeof(files[0]));
}

static void
the_finding_is_at_the_sink_and_names_the_source(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct policy *p = load_text(a, HEAD TO_OUTPUT "    message: rows stay here\n", &errs);
	struct policy_verdict v;
	struct err err = {0};

	(void)state;
	assert_non_null(p);
	assert_true(policy_check(
	    p, a, STR("x = 1\nt = open('a').read()\n\nprint(x)\nprint(x, t)\n"), &v, &err));
	assert_int_equal(v.count, 1);
	assert_int_equal(v.findings[0].line, 5);
	assert_str_equal(v.findings[0].message, "rows stay here: it comes from line 2, 'open'");
	arena_free(a);
}

static void
one_error_is(const char *rule, const char *want)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	const struct err *e = &errs.items[0];
	const char *got;

	assert_null(load_text(a, arena_printf(a, "%s%s", HEAD, rule), &errs));
	got = arena_printf(a, "%u:%u %s%s%s", e->line, e->column, e->message,
	    e->help[0] != '\0' ? "; " : "", e->help);
	if (strcmp(got, want) != 0)
		fail_msg("%s\nhas %zu: %s\nnot %s", rule, errs.count, got, want);
	arena_free(a);
}

static void
what_says_nothing_is_refused_at_its_place(void **state)
{
	static const char *const rows[][2] = {
	    {"    flow: {from: file-raed, to: output}\n",
		"11:18 there is no capability 'file-raed'; did you mean 'file-read'?"},
	    {"    flow: {from: output, to: output}\n",
		"11:18 there is no capability 'output'; name a capability, or '{call: NAME}'"},
	    {"    flow: {from: file-read, to: {call: prnt}}\n",
		"11:40 there is no builtin 'prnt'; a method is written '.name', a module's "
		"function "
		"'module.name'"},
	    {"    flow: {from: file-read, to: output, through: [mean]}\n",
		"11:51 there is no builtin 'mean'; a method is written '.name', a module's "
		"function "
		"'module.name'"},
	    {"    flow: {from: [file-read, file-read], to: output}\n",
		"11:30 'file-read' is named twice"},
	    {"    flow: {from: {call: input}, to: output, through: [input]}\n",
		"11:55 'input' is where it comes from or goes to, or is named twice"},
	    {"    flow: {from: file-read, to: output}\n    unknown: allow\n",
		"12:14 'unknown: allow' never decides; leave it out: what can't be told counts as "
		"flow"},
	    {"    flow: {from: file-read, to: output}\n    pattern: 'f($X)'\n",
		"9:5 the rule is about more than one thing; give it 'call', 'pattern', 'flow', or "
		"'all_of', 'any_of', 'none_of'"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		one_error_is(rows[i][0], rows[i][1]);
}

/* Each attribute is looked up in a family of `classes`. */
static bool
is_limited(struct arena *a, const struct policy *p, int classes, enum decision *got)
{
	struct policy_verdict v;
	struct err err = {0};
	struct buf b;
	bool limited = false;

	buf_init(&b, 1 << 20);
	buf_text(&b, "x = open('a')\nclass C0: pass\nc = C0()\n");
	for (int i = 1; i < classes; i++)
		buf_printf(&b, "class C%d(C0): pass\n", i);
	for (int i = 1; i < 2000; i++)
		buf_text(&b, "c.x\n");
	assert_true(policy_check(p, a, buf_view(&b), &v, &err));
	for (size_t i = 0; i < v.count; i++)
		limited = limited || str_is(v.findings[i].rule, "flow.limit");
	*got = v.decision;
	buf_release(&b);
	return limited;
}

static void
a_limit_that_is_met_is_a_refusal(void **state)
{
	bool limited = false;
	enum decision got = DECISION_ALLOW;

	(void)state;
	for (int classes = 100; got == DECISION_ALLOW; classes += classes / 8) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct err_list errs = {0};
		struct policy *p = load_text(a, HEAD TO_OUTPUT, &errs);

		assert_non_null(p);
		limited = is_limited(a, p, classes, &got);
		arena_free(a);
	}
	assert_int_equal(got, DECISION_DENY);
	assert_true(limited);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_value_goes_its_ways_to_the_output),
	    cmocka_unit_test(what_is_put_into_an_object_is_found_under_all_of_its_names),
	    cmocka_unit_test(what_ends_a_flow_launders_nothing_on_its_way),
	    cmocka_unit_test(ends_are_calls_and_capabilities),
	    cmocka_unit_test(the_finding_is_at_the_sink_and_names_the_source),
	    cmocka_unit_test(what_says_nothing_is_refused_at_its_place),
	    cmocka_unit_test(a_limit_that_is_met_is_a_refusal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
