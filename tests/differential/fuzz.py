# SPDX-License-Identifier: MIT
"""Looks for Python that CPython runs and the gate does not see.

fuzz.py --gate GATE_FACTS [--seconds N] [--seed N] FOLDER ...    (folders of .py files to start from)

Makes texts in three ways: pieces of the given programs, changed; strings and f-strings put together
from their tokens; statements, indentation and soft keywords likewise. Where CPython compiles a text
and the gate accepts it, each fact of CPython's must be among the gate's. Prints the shortest text of
each kind of difference. Exit codes: 0 none, 1 a hidden fact, 70 the gate's program died.
"""
import argparse
import collections
import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compare
import cpython_facts

PIECE_LINES_MAX = 12
QUOTES = ('"', "'", '"""', "'''")
PREFIXES = ("", "", "f", "f", "f", "F", "r", "b", "b", "rb", "bR", "rf", "fR", "u", "t", "Rb")
STRING_TOKENS = r"""a|{|}|{{|}}|{x}|{x:|{x!r}|{x!r:|{x=}|{x=|{f(|(|)|[|]|:|=|!|!r|:=|"|'|\|\\|\"|\'|\N|
\N{DIGIT ONE}|\u0041|\u|\x41|\x7b|\{|\}|\8|\0|#| |,|*|**|lambda|lambda x:|if|else|for a in b|yield |
await |not |in |f"|f'|b"|%|N|U|.|.b|0|1|@|~|$|;|import os|;import os#|g(1)|{x[|{"a"}|{'a'}|{d["k"]}|
{d['k']}|{x:{y}}|{x:{y}{z}}|{x:>{w}.{p}}|{(x:=1)}|{x:=|{*a}|{a,b}|{a if b else c}|{}|{ }""".replace(
    "\n", ""
).split("|") + ["|", "\n", "\\\n", "{x\n}", "{x:\n}", "{\n", "\t", '"""', "'''", "\\\r\n", "\r\n"]
INDENTS = ("", "", " ", "  ", "    ", "        ", "\t", "    \t", "\\\n", "  \\\n", "#c\n", "  #c\n")
LINES = """if a:|def f():|def f(a, b=c(), *d: e, **g) -> h:|class A:|class A(b, c=d()):|b|c()|return|
return x|else:|elif b():|try:|finally: pass|except: pass|except E as e:|except* E:|pass|x=1;|x=1; y()|
@d|@d()|# c|(|a)|x = [|1]|match a:|match (a, b):|match [a]:|match -a:|match *a, b:|match {}:|match a.b:|
case 1:|case _: c()|case [x, *y]:|case (x):|case A(b=c):|case {"k": v, **w}:|case a.b:|case x if y():|
case -1 | 2:|case str() as t:|case (x, y): print(x)|with a:|with a as b, c() as d:|with (a as b, c):|
for i in b:|for a.b in c():|while a:|lambda: 0|import os|import os.path as p, sys|from . import x|
from a.b import (c as d, e,)|from a import *|async def g():|await c()|async for i in b():|
async with a() as b:|yield x|global y|nonlocal z|del x, y.z|assert a, b()|raise a from b()|x: int = y()|
x.y: z|x[y]: z = w|x += y()|x = y = z|(x) = 1|x, *y = z|print|print(x)|print(x) >> y|print >> x|
exec|exec(x)|exec("x")|type|type(x)|type X = y|type = x|match = a|match(a)|match.a|case = a|case(a)|
_ = a|a if b else c|[*f(x)]|{**f(), "a": 1}|f(*a.b(), **c.d())|x = *f(), 1|a[*f()]|a[b:c(), ...]|
[i for i in a() if b() for j in c(i)]|{k: v for k, v in a}|(y := f(x))|not a|a < b() > c|a @ b|~a|
...|None|\"\"\"a|b\"\"\"""".replace("\n", "").split("|")
WORDS = """a b f x y 1 0x1f 1_0 1j 1.e3 ( ) [ ] { } , * ** : = := . -> @ ; ~ - + % << >> < > == != <> | & ^
not in is if else for lambda yield await async print exec type match case _ del global return import from
as with try except and or class def os g (x) [0] {} ... "s" f"{x}" b"s" None True self super() __x __y__
x.y f() f(x) \\ # nonlocal while elif raise assert pass break""".split() + ["\n", " ", "\n    "]


class Maker:
    """Makes texts from a seed."""

    def __init__(self, seed, programs):
        self.random = random.Random(seed)
        self.pieces = programs

    def one(self, choices):
        return self.random.choice(choices)

    def string(self):
        quote = self.one(QUOTES)
        body = "".join(self.one(STRING_TOKENS) for _ in range(self.random.randrange(7)))
        return self.one(PREFIXES) + quote + body + quote

    def strings(self):
        glue = self.one((" ", "", "\n", "+", ";", ",", "%", "\\\n", " if x else ", ";g(1);"))
        text = self.string()
        for _ in range(self.random.randrange(3)):
            text += glue + self.string()
        head = self.one(("x=", "f(", "", "return ", "x: ", "x[", "@", "(", "match "))
        tail = {"f(": ")", "x[": "]", "(": ")", "match ": ":\n case 1: g()"}.get(head, "")
        return head + text + tail + self.one(("", ";import os", ";g(1)#'", ';g(1)#"', '#"""', "#'"))

    def line(self):
        return self.one(INDENTS) + self.one(INDENTS) + self.one(LINES)

    def lines(self):
        return "\n".join(self.line() for _ in range(self.random.randrange(2, 7)))

    def block(self):
        """Lines that are likely to be a program: what opens a block is followed by one."""
        out, indent = [], ""
        for _ in range(self.random.randrange(2, 8)):
            line = self.one(LINES)
            out.append(indent + line)
            if line.endswith(":"):
                indent += self.one(("    ", "  ", " "))
            elif self.random.random() < 0.3:
                indent = indent[: self.random.randrange(len(indent) + 1)]
        if out[-1].endswith(":"):
            out.append(indent + "pass")
        return "\n".join(out)

    def words(self):
        return " ".join(self.one(WORDS) for _ in range(self.random.randrange(2, 9)))

    def piece(self):
        lines = self.one(self.pieces)
        start = self.random.randrange(len(lines))
        lines = lines[start : start + self.random.randrange(1, PIECE_LINES_MAX)]
        indent = len(lines[0]) - len(lines[0].lstrip())
        return "\n".join(l[indent:] if l[:indent].isspace() else l for l in lines)

    def change(self, text):
        tokens = re.findall(r"\w+|\s+|[^\w\s]", text) or [""]
        for _ in range(self.random.randrange(1, 4)):
            at = self.random.randrange(len(tokens))
            other = self.random.randrange(len(tokens))
            what = self.random.randrange(6)
            if what == 0:
                tokens[at] = ""
            elif what == 1:
                tokens[at] += tokens[other]
            elif what == 2:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            elif what == 3:
                tokens[at] = self.one(WORDS)
            elif what == 4:
                tokens[at] += self.one(WORDS + STRING_TOKENS)
            else:
                tokens[at] = self.one((self.strings, self.words, self.line))()
        return "".join(tokens)

    def text(self):
        made = self.one((self.strings, self.strings, self.lines, self.block, self.words, self.piece))()
        if made and self.random.random() < 0.5 or made in ("", "\n"):
            made = self.change(made)
        return made + "\n"


def programs(folders):
    out = []
    for path in compare.files(folders):
        with open(path, encoding="utf-8", errors="ignore", newline="\n") as file:
            lines = file.read().split("\n")
        out.append(lines)
    return out


def kind_of(facts):
    """Differences of one kind are told once."""
    return ", ".join(sorted({" ".join((f[0], f[3]) if f[0] != "call" else f[:1]) for f in facts}))


def is_hiding(facts):
    return any(f[0] != "text" for f in facts)


def look(gate, text, count, found):
    data = text.encode("utf-8", "surrogatepass")
    theirs = compare.cpython_sees(data)
    if theirs is None:
        count["CPython refuses"] += 1
        return
    ours, refusals = gate.facts(data)
    if refusals:
        count["the gate refuses, by " + refusals[0][0]] += 1
        if refusals[0][0] == "syntax.error":
            keep(found, ("valid, refused", "syntax.error"), text)
        return
    hidden, shown = compare.differences(ours, theirs)
    count["different" if hidden or shown else "the same"] += 1
    if hidden:
        what = "hidden" if is_hiding(hidden) else "text"
        keep(found, (what, kind_of(hidden)), text)
    elif shown:
        keep(found, ("only shown", kind_of(shown)), text)


def keep(found, kind, text):
    known = found.setdefault(kind, [0, text])
    known[0] += 1
    if len(text) < len(known[1]):
        known[1] = text


def report(count, found):
    for what, n in sorted(count.items()):
        print(f"{n:9} {what}")
    for (what, kind), (n, text) in sorted(found.items()):
        print(f"{n:9} {what}: {kind}: {text!r}")


def run(options, result):
    gate = compare.Gate(options.gate)
    maker = Maker(options.seed, programs(options.folders))
    count, found = collections.Counter(), {}
    end, text = time.monotonic() + options.seconds, ""
    try:
        while time.monotonic() < end:
            text = maker.text()
            count["texts"] += 1
            look(gate, text, count, found)
    except (EOFError, BrokenPipeError):
        print(f"the gate's program died, exit code {gate.process.wait()}: {text!r}")
        result.append(70)
        return
    report(count, found)
    result.append(1 if any(kind[0] == "hidden" for kind in found) else 0)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--gate", required=True, help="the program gate_facts")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    result = []
    cpython_facts.deep(lambda: run(options, result))
    return result[0] if result else 70


if __name__ == "__main__":
    sys.exit(main())
