#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures false alarms on other people's examples: docstrings, documentation and notebooks that are installed here.

    docstrings.py --sluice build/release/sluice [--rule ID] [--keep FOLDER] FILE-OR-FOLDER...

Reads .py (the examples of each string with >>>), .rst, .rst.txt, .html (code blocks) and .ipynb (cells), makes one program of
each docstring and block, puts the imports before it that its names ask for and the earlier blocks of its page that bind them,
and prints what the policy refuses, by rule and text. Programs that import what the policy does not admit are counted apart.
It is no test: nothing of these texts is part of Sluice, and what is installed differs.
"""
import argparse, ast, builtins, doctest, html.parser, json, os, re, subprocess, symtable, sys, tempfile, warnings
from collections import Counter, defaultdict

warnings.simplefilter("ignore")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
USUAL = {"np": "import numpy as np", "pd": "import pandas as pd", "plt": "import matplotlib.pyplot as plt", "mpl": "import matplotlib as mpl",
    "mticker": "import matplotlib.ticker as mticker", "mdates": "import matplotlib.dates as mdates"}
OPENED = re.compile(r"^(\s*)(?:\.\. (?:code-block|code|ipython|testcode|doctest|plot|sourcecode)::.*|[^.\s].*::|::)\s*$")


class Page(html.parser.HTMLParser):
    """The texts of a page's <pre> elements."""

    def __init__(self):
        super().__init__()
        self.blocks, self.inside = [], False

    def handle_starttag(self, tag, attrs):
        if tag == "pre":
            self.inside = True
            self.blocks.append("")

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "pre"

    def handle_data(self, data):
        if self.inside:
            self.blocks[-1] += data


def examples(text):
    """The examples of a text as one program, the form of the interpreter's prompt or of IPython's left out."""
    if ">>>" in text:
        try:
            return "".join(e.source for e in doctest.DocTestParser().get_examples(text))
        except ValueError:
            return ""
    if re.search(r"^In \[\d+\]:", text, re.M):
        return "".join(l[l.index(":") + 2:] + "\n" for l in text.splitlines() if re.match(r"In \[\d+\]:|   \.+:", l))
    return text


def without_options(block):
    return "\n".join(l for l in block.splitlines() if not re.match(r"\s*(:[\w-]+:|@(savefig|verbatim|okexcept|suppress)|%|plt\.close\(.all.\))", l))


def blocks_of_rst(text):
    lines, found, at = text.splitlines(), [], 0
    while at < len(lines):
        opened = OPENED.match(lines[at])
        at += 1
        if not opened:
            if lines[at - 1].lstrip().startswith(">>>"):
                start = at - 1
                while at < len(lines) and lines[at].strip():
                    at += 1
                found.append("\n".join(lines[start:at]))
            continue
        block = []
        while at < len(lines) and (not lines[at].strip() or len(lines[at]) - len(lines[at].lstrip()) > len(opened.group(1))):
            block.append(lines[at])
            at += 1
        indent = min((len(l) - len(l.lstrip()) for l in block if l.strip()), default=0)
        found.append("\n".join(l[indent:] for l in block))
    return [without_options(b) for b in found]


def texts(path):
    """The program texts of a file: docstrings stand alone, blocks of a page follow each other."""
    with open(path, encoding="utf-8", errors="replace") as opened:
        held = opened.read()
    if path.endswith(".py"):
        try:
            tree = ast.parse(held)
        except (SyntaxError, ValueError):
            return [], False
        return [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and ">>>" in n.value], False
    if path.endswith(".ipynb"):
        cells = json.loads(held).get("cells", [])
        return [without_options("".join(c["source"])) for c in cells if c["cell_type"] == "code"], True
    if path.endswith(".html"):
        page = Page()
        page.feed(held)
        return page.blocks, True
    return blocks_of_rst(held), True


def names(program):
    """What a program binds at its top, and what it uses and binds nowhere; None if it does not compile."""
    try:
        table = symtable.symtable(program, "example", "exec")
    except (SyntaxError, ValueError):
        return None
    bound = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    used, queue = set(), [table]
    while queue:
        scope = queue.pop()
        queue += scope.get_children()
        used |= {s.get_name() for s in scope.get_symbols() if s.is_global() or (scope is table and s.is_referenced())}
    return bound, used - bound - set(dir(builtins))


def programs_of(path):
    found, page = [], []
    held, follow = texts(path)
    for text in held:
        program = examples(text)
        known = names(program) if program.strip() else None
        if not known or not re.search(r"[(=\[]|import ", program):
            continue
        needs, chosen = set(known[1]), []
        for before, (bound, used) in reversed(page):
            if needs & bound:
                chosen.insert(0, before)
                needs = (needs - bound) | used
        if follow:
            page.append((program, known))
        head = [USUAL[n] for n in sorted(needs) if n in USUAL]
        found.append("\n".join(head + chosen + [program]) + "\n")
    return found


def collect(paths):
    out = {}
    for top in paths:
        files = [top] if os.path.isfile(top) else sorted(os.path.join(b, n) for b, _, ns in os.walk(top) for n in ns)
        for path in files:
            if path.endswith((".py", ".rst", ".rst.txt", ".html", ".ipynb")):
                for number, program in enumerate(programs_of(path)):
                    out.setdefault(program, "%s#%d" % (path, number))
    return out


def check(sluice, policy, folder, count):
    for start in range(0, count, 100):
        files = [os.path.join(folder, "%d.py" % n) for n in range(start, min(start + 100, count))]
        run = subprocess.run([sluice, "check", "--json", "--policy", policy] + files, capture_output=True)
        if run.returncode not in (0, 1, 10, 11):
            sys.exit("sluice check failed: " + run.stderr.decode())
        for entry in json.loads(run.stdout)["files"]:
            yield entry


def main():
    options = argparse.ArgumentParser(description="measure false alarms on installed examples")
    options.add_argument("--sluice", default=os.path.join(ROOT, "build/release/sluice"))
    options.add_argument("--policy", default=os.path.join(ROOT, "policies/data-analysis.yaml"))
    options.add_argument("--rule", help="show the places of this rule alone")
    options.add_argument("--keep", help="keep the programs in this folder")
    options.add_argument("path", nargs="+")
    chosen = options.parse_args()
    found = collect(chosen.path)
    with tempfile.TemporaryDirectory() as made:
        folder = chosen.keep or made
        os.makedirs(folder, exist_ok=True)
        for number, program in enumerate(found):
            with open(os.path.join(folder, "%d.py" % number), "w", encoding="utf-8") as out:
                out.write(program)
        show(chosen, list(found.values()), check(chosen.sluice, chosen.policy, folder, len(found)))


def show(chosen, origins, entries):
    groups, modules, stopped, other = defaultdict(list), Counter(), 0, 0
    for origin, entry in zip(origins, entries):
        foreign = {f["message"] for f in entry["findings"] if f["rule"] == "import.denied"}
        modules.update(foreign)
        other += bool(foreign)
        stopped += entry["verdict"] != "allow" and not foreign
        for finding in [] if foreign else entry["findings"]:
            groups[finding["rule"], finding["snippet"].split("\n")[0][:60]].append((origin, os.path.basename(entry["path"])))
    rules = Counter()
    for (rule, _), places in groups.items():
        rules[rule] += len({p[0] for p in places})
    for (rule, text), places in sorted(groups.items(), key=lambda g: (-rules[g[0][0]], g[0][0], -len(g[1]))):
        if chosen.rule in (None, rule):
            print("%5d  %-28s %-60s %s %s" % (len(places), rule, text, places[0][1], os.path.relpath(places[0][0], "/usr")))
    for message, count in modules.most_common(40 if chosen.rule is None else 0):
        print("%5d  %s" % (count, message))
    judged = len(origins) - other
    print("%d programs; %d import other modules; of %d others %d are stopped (%.2f %%)" % (len(origins), other, judged, stopped,
        100 * stopped / max(judged, 1)))


main()
