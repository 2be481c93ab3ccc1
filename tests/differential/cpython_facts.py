# SPDX-License-Identifier: MIT
"""The facts of gate_facts.c, from CPython's own parser, compiler and symbol tables.

facts(text) gives a list of (kind, line, scope, blocks, what ...) of a str, or raises what CPython
raises where it refuses the text. As a program: reads paths on stdin and prints them.
"""
import _symtable
import ast
import hashlib
import sys
import threading
import warnings

STACK_BYTES = 512 << 20
DEPTH_MAX = 30000
BLOCKS = ("body", "orelse", "finalbody")
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ROLES = {ast.Load: "load", ast.Store: "store", ast.Del: "delete"}


def mangle(name, owner):
    """CPython's private names: __x within class C is _C__x."""
    owner = owner.lstrip("_")
    if not owner or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    return "_" + owner + name


def unbracketed(node):
    """The dotted text of a callee."""
    path = []
    while isinstance(node, ast.Attribute):
        path.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return "<expression>"
    return ".".join([node.id] + path[::-1])


def is_elif(statement, name, block):
    return (
        name == "orelse"
        and isinstance(statement, ast.If)
        and len(block) == 1
        and isinstance(block[0], ast.If)
        and block[0].col_offset == statement.col_offset
    )


class Reader:
    """Walks the tree as the gate does; a class would recurse into itself, so it keeps a stack."""

    def __init__(self):
        self.out = []

    def add(self, kind, line, place, *what):
        self.out.append((kind, line, place[0], place[1]) + what)

    def name(self, line, place, role, text):
        self.add("name", line, place, role, mangle(text, place[2]))

    def text(self, node, place, value):
        data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(data).hexdigest()[:16]
        kind = "bytes" if isinstance(value, bytes) else "str"
        self.add("text", node.lineno, place, kind, len(data), digest)

    def read(self, tree):
        todo = [(tree, ("", 0, ""))]
        while todo:
            node, place = todo.pop()
            visit = getattr(self, "visit_" + type(node).__name__, None)
            todo.extend((visit or self.children)(node, place) or ())

    def children(self, node, place, skip=()):
        out = []
        for name, value in ast.iter_fields(node):
            if name in skip:
                continue
            if isinstance(value, ast.AST):
                out.append((value, place))
            elif isinstance(value, list):
                below = place
                if name in BLOCKS and not isinstance(node, ast.Module):
                    if value and not is_elif(node, name, value):
                        below = (place[0], place[1] + 1, place[2])
                out.extend((v, below) for v in value if isinstance(v, ast.AST))
        return out

    def visit_Name(self, node, place):
        self.name(node.lineno, place, ROLES[type(node.ctx)], node.id)

    def visit_Attribute(self, node, place):
        name = mangle(node.attr, place[2])
        self.add("attribute", node.end_lineno, place, ROLES[type(node.ctx)], name)
        return [(node.value, place)]

    def visit_Constant(self, node, place):
        if isinstance(node.value, (str, bytes)):
            self.text(node, place, node.value)

    def visit_JoinedStr(self, node, place):
        whole, out = "", []
        for value in node.values:
            if isinstance(value, ast.Constant):
                whole += value.value
            else:
                out.append((value, place))
        self.text(node, place, whole)
        return out

    def visit_FormattedValue(self, node, place):
        out = [(node.value, place)]
        if node.format_spec is not None:  # its fields count, its text does not
            out.extend(
                (v, place) for v in node.format_spec.values if not isinstance(v, ast.Constant)
            )
        return out

    def visit_Import(self, node, place):
        for one in node.names:
            self.add("import", one.lineno, place, 0, one.name, "", one.asname or "")

    def visit_ImportFrom(self, node, place):
        for one in node.names:
            what = (node.level, node.module or "", one.name, one.asname or "")
            self.add("import", one.lineno, place, *what)

    def visit_Call(self, node, place):
        star = sum(isinstance(a, ast.Starred) for a in node.args)
        double_star = sum(k.arg is None for k in node.keywords)
        counts = (len(node.args) - star, star, len(node.keywords) - double_star, double_star)
        self.add("call", node.lineno, place, unbracketed(node.func), *counts)
        return self.children(node, place)

    def visit_keyword(self, node, place):
        if node.arg is not None:
            self.add("name", node.lineno, place, "keyword", node.arg)
        return [(node.value, place)]

    def parameters(self, arguments, outer, inner):
        every = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
        every += [a for a in (arguments.vararg, arguments.kwarg) if a]
        for a in every:
            self.name(a.lineno, inner, "parameter", a.arg)
        below = [a.annotation for a in every] + arguments.defaults + arguments.kw_defaults
        return [(n, outer) for n in below if n is not None]

    def visit_FunctionDef(self, node, place):
        self.add("definition", node.lineno, place, "function", node.name)
        self.name(node.lineno, place, "defined", node.name)
        # The gate's parameters belong to the function, their text stands outside of its block.
        path = place[0] + "/" + mangle(node.name, "")
        out = self.parameters(node.args, place, (path, place[1], place[2]))
        out.extend((n, place) for n in node.decorator_list + [node.returns] if n is not None)
        return out + [(n, (path, place[1] + 1, place[2])) for n in node.body]

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node, place):
        self.add("definition", node.lineno, place, "class", node.name)
        self.name(node.lineno, place, "defined", node.name)
        out = [(n, place) for n in node.decorator_list + node.bases + node.keywords]
        inner = (place[0] + "/" + node.name, place[1] + 1, node.name)
        return out + [(n, inner) for n in node.body]

    def visit_Lambda(self, node, place):
        self.add("definition", node.lineno, place, "lambda", "<lambda>")
        inner = (place[0] + "/<lambda>",) + place[1:]
        return self.parameters(node.args, place, inner) + [(node.body, inner)]

    def comprehension(self, node, place):
        self.add("definition", node.lineno, place, "comprehension", "<comprehension>")
        inner = (place[0] + "/<comprehension>",) + place[1:]
        out = self.children(node, inner, ("generators",))
        for i, part in enumerate(node.generators):
            out.append((part.iter, inner if i else place))
            out.append((part.target, inner))
            out.extend((n, inner) for n in part.ifs)
        return out

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_ExceptHandler(self, node, place):
        if node.name is not None:
            self.name(node.lineno, place, "store", node.name)
        return self.children(node, place)

    def visit_Global(self, node, place):
        for name in node.names:
            self.name(node.lineno, place, "declared", name)

    visit_Nonlocal = visit_Global

    def capture(self, node, place, name):
        if name is not None:
            self.name(node.lineno, place, "capture", name)
        return self.children(node, place)

    def visit_MatchAs(self, node, place):
        return self.capture(node, place, node.name)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node, place):
        return self.capture(node, place, node.rest)

    def visit_MatchClass(self, node, place):
        for name in node.kwd_attrs:
            self.add("attribute", node.lineno, place, "pattern", name)
        return self.children(node, place)


MENTIONED = (1 << _symtable.SCOPE_OFF) - 1
FREE, GLOBALS = _symtable.FREE, (_symtable.GLOBAL_IMPLICIT, _symtable.GLOBAL_EXPLICIT)


def table_name(table):
    if ".0" in table.symbols:
        return "<comprehension>"
    return "<lambda>" if table.name == "lambda" else table.name


def homes(top):
    """Where each name that a scope mentions lives: (path, line, home, name), by symbol tables."""
    out, number = [], 0
    todo = [(top, "")]
    while todo:
        table, path = todo.pop()
        todo.extend((child, path + "/" + table_name(child)) for child in table.children)
        if table is top:  # there, all is global
            continue
        names = {}
        for name, flags in table.symbols.items():
            if not flags & MENTIONED:  # only passes through
                continue
            scope = flags >> _symtable.SCOPE_OFF & _symtable.SCOPE_MASK
            home = "global" if scope in GLOBALS else "local"
            names[name] = "free" if scope == FREE else home
        number += 1
        out.extend(
            ("lives", table.lineno, path, number, home, name)
            for name, home in names.items()
            if name not in (".0", "__class__")
        )
    return out


def facts(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = compile(text, "text", "exec", ast.PyCF_ONLY_AST, True)
        compile(tree, "text", "exec", 0, True)
        table = _symtable.symtable(text, "text", "exec")
    reader = Reader()
    reader.read(tree)
    return reader.out + homes(table)


def deep(work):
    """Runs `work` where recursion of CPython's own parser and compiler has room."""
    sys.setrecursionlimit(DEPTH_MAX)
    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def main():
    for path in sys.stdin:
        path = path.rstrip("\n")
        print("F", path)
        try:
            with open(path, "rb") as file:
                for fact in facts(file.read().decode("utf-8")):
                    print(*fact, sep="\t")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            print("refused", getattr(error, "lineno", None) or 1, type(error).__name__, sep="\t")
        print("E")


if __name__ == "__main__":
    deep(main)
