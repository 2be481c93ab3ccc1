#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""The facts of a program by CPython's own parser, as the lines that policy_facts() prints from tree-sitter's.

One source text in, sorted lines out. Where both agree, the program that was checked is the program that will run.
"""
import ast

KINDS = {"Lambda": "lambda", "ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp", "GeneratorExp": "genexp",
    "For": "for", "AsyncFor": "for", "While": "while", "Try": "try", "TryStar": "try", "ExceptHandler": "except",
    "match_case": "case", "Return": "return", "Raise": "raise", "Assert": "assert", "Delete": "del", "IfExp": "ifexp",
    "NamedExpr": "walrus", "Yield": "yield", "YieldFrom": "yield", "Await": "await", "If": "if", "Subscript": "subscript",
    "FunctionDef": "def", "AsyncFunctionDef": "def", "ClassDef": "class", "With": "with", "AsyncWith": "with"}


def fnv(data):
    h = 14695981039346656037
    for byte in data:
        h = ((h ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return h


def string_line(value):
    kind, data = ("b", value) if isinstance(value, bytes) else ("s", value.encode("utf-8", "surrogatepass"))
    return "S %s %016x %d" % (kind, fnv(data), len(data))


def dotted(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return inner and inner + "." + node.attr
    return None


def import_lines(node):
    if isinstance(node, ast.Import):
        return ["I 0 %s  %s" % (a.name, a.asname or "") for a in node.names]
    return ["I %d %s %s %s" % (node.level, node.module or "", a.name, a.asname or "") for a in node.names]


def own_lines(node):
    """The lines of one node, without its children."""
    if isinstance(node, ast.Name):
        yield "N " + node.id
    elif isinstance(node, ast.Attribute):
        yield "A " + node.attr
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from import_lines(node)
    elif isinstance(node, ast.Call):
        yield "C %s %d %d" % (dotted(node.func) or "<expr>", len(node.args), len(node.keywords))
    elif isinstance(node, (ast.keyword, ast.arg)) and node.arg:
        yield "N " + node.arg
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield "N " + node.name
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield "N " + node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield "N " + node.rest
    elif isinstance(node, ast.MatchClass):
        yield from ("A " + name for name in node.kwd_attrs)
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from ("N " + name for name in node.names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
        yield string_line(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield string_line("".join(p.value for p in node.values if isinstance(p, ast.Constant)))
    word = KINDS.get(type(node).__name__)
    if word:
        yield "K " + word


def children(node):
    """Children in any order; the literal parts of an f-string belong to the f-string."""
    for name, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if not isinstance(one, ast.AST):
                continue
            if isinstance(node, ast.JoinedStr) and isinstance(one, ast.Constant):
                continue
            if isinstance(node, ast.FormattedValue) and name == "format_spec":
                yield from children(one)
            else:
                yield one


def facts(source):
    lines, stack = [], [ast.parse(source)]
    while stack:
        node = stack.pop()
        lines.extend(own_lines(node))
        stack.extend(children(node))
    return sorted(lines, key=lambda s: s.encode("utf-8", "surrogatepass"))
