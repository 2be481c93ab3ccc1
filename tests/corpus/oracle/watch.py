# SPDX-License-Identifier: MIT
"""Runs programs with each value that an expression takes held against what the gate believed of it. For believed.py, which
starts it inside a scratch box:

    watch.py FOLDER

FOLDER/jobs.json lists {"id", "program", "beliefs", "folder"}: the text, the claims (gate_values.c says what they mean) and the
working directory of each program. The answer is a JSON object a line on the standard output.
"""
import ast
import builtins
import importlib
import json
import operator
import os
import re
import signal
import sys
import time
import types

SECONDS = 8
SHOWN = 160
OBSERVED_EACH = 3000
SAMPLE = 101
NUMBERS = ("int", "float", "bool", "complex", "NoneType", "ellipsis", "NotImplementedType", "Decimal", "Fraction", "range")
CONTAINERS = (list, tuple, set, frozenset, dict)
PLAIN = (str, bytes, int, float, bool, type(None), complex)


def pattern(parts, is_bytes=False):
    """The regular expression of a text with holes."""
    out = b"" if is_bytes else ""
    for part in parts:
        if part[0] == "x":
            raw = bytes.fromhex(part[1:])
            out += re.escape(raw if is_bytes else raw.decode("utf-8", "surrogatepass"))
        else:
            refused = ("" if "s" in part else "/") + ("" if "d" in part else ".") + ("" if "o" in part else ":~")
            hole = (f"[^{refused}]" if refused else ".") + ("*" if "e" in part else "+")
            out += hole.encode() if is_bytes else hole
    return re.compile(out, re.DOTALL)


def resolve(name):
    """The module or member of that dotted name; LookupError where there is none."""
    words = name.split(".")
    for cut in range(len(words), 0, -1):
        try:
            found = importlib.import_module(".".join(words[:cut]))
            for word in words[cut:]:
                found = getattr(found, word)
            return found
        except (ImportError, AttributeError):
            continue
    raise LookupError(name)


def unwrapped(value):
    """The functions that a callable stands for: itself, and what it wraps."""
    for _ in range(8):
        yield value
        inner = None
        for name in ("__func__", "__wrapped__", "fget", "func"):
            if type(value) is not type and inner is None:
                inner = getattr(value, name, None)
        if inner is None:
            return
        value = inner


def stands_for(value, module):
    """A package may put an object in a module's place that loads it later, and gives the module's own members."""
    if not isinstance(module, types.ModuleType) or isinstance(value, type) or type(value).__module__ == "__main__":
        return False
    members = [(name, member) for name, member in list(vars(module).items()) if name[:2] != "__"]
    return bool(members) and all(getattr(value, name, None) is member for name, member in members)


class Claims:
    """What the gate believes, and whether a value fits it."""

    def __init__(self, definitions):
        self.definitions = definitions  # by where it begins: (name, first line, whether it is a class)
        self.patterns, self.symbols = {}, {}

    def _matches(self, claim, text):
        key = (isinstance(text, bytes), *claim["parts"])
        if key not in self.patterns:
            self.patterns[key] = pattern(key[1:], key[0])
        return self.patterns[key].fullmatch(text) is not None

    def _text(self, claim, value):
        return isinstance(value, str) and self._matches(claim, str.__str__(value))

    def _bytes(self, claim, value):
        return type(value) is bytes and self._matches(claim, value)

    def _path(self, claim, value):
        if not isinstance(value, (str, os.PathLike)):
            return False
        text = str(value)
        return self._matches(claim, text) or self._matches(claim, "./" + text)

    def _integer(self, claim, value):
        try:
            return operator.index(value) == claim["value"]
        except TypeError:
            return False

    def _plain(self, _, value):
        kind = type(value)
        return kind.__name__ in NUMBERS or kind.__module__ in ("numpy", "datetime") or hasattr(kind, "__float__")

    def _symbol(self, claim, value):
        name = claim["name"]
        if name not in self.symbols:
            try:
                self.symbols[name] = [resolve(name)]
            except LookupError:
                self.symbols[name] = []
        same = self.symbols[name]
        if not same or value is same[0]:
            return True
        if stands_for(value, same[0]):
            return True
        named = isinstance(value, (type, types.ModuleType)) or hasattr(value, "__name__")
        return type(value) is type(same[0]) and (not named or repr(value) == repr(same[0]))

    def _function(self, claim, value):
        name, line, _ = self.definitions.get(claim["start"], ("", 0, False))
        codes = [getattr(one, "__code__", None) for one in unwrapped(value)]
        return any(code is not None and code.co_name == name and code.co_firstlineno == line for code in codes)

    def _class(self, claim, value):
        name = self.definitions.get(claim["start"], ("", 0, True))[0]
        return isinstance(value, type) and value.__module__ == "__main__" and value.__name__ == name

    def _object(self, claim, value):
        return any(self._class(claim, kind) for kind in type(value).__mro__)

    def _container(self, claim, value):
        kind = type(value)
        if kind not in CONTAINERS:
            return hasattr(kind, "__iter__") and kind not in PLAIN
        if "of" not in claim:
            return True
        elements = list(value.values() if kind is dict else value)[:200]
        return all(self.hold(claim["of"], element) for element in elements)

    def _paths(self, claim, value):
        if type(value) not in (list, tuple):
            return hasattr(type(value), "__iter__") and type(value) not in PLAIN
        return all(self._path(claim, element) for element in value[:200])

    TESTS = {"text": _text, "bytes": _bytes, "path": _path, "integer": _integer, "plain": _plain, "symbol": _symbol,
             "function": _function, "class": _class, "object": _object, "container": _container, "paths": _paths,
             "none": lambda self, claim, value: value is None,
             "made": lambda self, claim, value: True,
             "result": lambda self, claim, value: True,
             "method": lambda self, claim, value: callable(value),
             "raised": lambda self, claim, value: isinstance(value, BaseException)}

    def hold(self, claims, value):
        """A coroutine stands for what it gives to those who await it, a field of a dataclass for its default; super stands for
        its object."""
        if type(value) is super:
            value = value.__self__
        if type(value).__module__ == "dataclasses" and type(value).__name__ == "Field":
            value = value.default
        return type(value) is types.CoroutineType or any(self.TESTS[claim["is"]](self, claim, value) for claim in claims)


class Places:
    """Byte offsets of a text, from the lines and columns of its tree."""

    def __init__(self, source):
        self.source, self.lines = source, [0]
        self.lines += [found.end() for found in re.finditer(rb"\r\n|\r|\n", source)]

    def span(self, node):
        return (self.lines[node.lineno - 1] + node.col_offset, self.lines[node.end_lineno - 1] + node.end_col_offset)

    def is_true(self, node):
        """CPython 3.11 has wrong places within some f-strings."""
        start, end = self.span(node)
        try:
            again = ast.parse(b"(" + self.source[start:end] + b"\n)", mode="eval").body
        except (SyntaxError, ValueError):
            return False
        return ast.dump(again) == ast.dump(node)


class Instrument(ast.NodeTransformer):
    """Puts `__seen__(n, ...)` around each expression of which something is believed."""

    def __init__(self, places, beliefs):
        self.places, self.beliefs = places, beliefs
        self.watched, self.inside_text = [], 0

    def visit_annotation(self, node):
        return node

    def visit_arg(self, node):
        return node

    def visit_AnnAssign(self, node):
        node.value = node.value and self.visit(node.value)
        node.target = self.visit(node.target)
        return node

    def visit_FunctionDef(self, node):
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return node
        return self.generic_visit(node)

    def visit_match_case(self, node):
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(one) for one in node.body]
        return node

    def visit_FormattedValue(self, node):
        self.inside_text += 1
        node.value = self.visit(node.value)
        if node.format_spec is not None:
            node.format_spec.values = [v if isinstance(v, ast.Constant) else self.visit(v) for v in node.format_spec.values]
        self.inside_text -= 1
        return node

    def visit_JoinedStr(self, node):
        node.values = [v if isinstance(v, ast.Constant) else self.visit(v) for v in node.values]
        return self.watch(node, node)

    def visit(self, node):
        if isinstance(node, (ast.JoinedStr, ast.FormattedValue)) or not isinstance(node, ast.expr):
            return super().visit(node)
        true = not self.inside_text or self.places.is_true(node)
        original = self.places.span(node) if true else None
        changed = super().visit(node)
        return self.watch(changed, node, original)

    def watch(self, changed, node, span=None):
        span = span or (self.places.span(node) if not self.inside_text else None)
        load = isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and not isinstance(node, (ast.Starred, ast.Slice))
        slices = isinstance(node, ast.Tuple) and any(isinstance(e, (ast.Slice, ast.Starred)) for e in node.elts)
        if span not in self.beliefs or not load or slices:
            return changed
        self.watched.append((span, node.lineno, node.col_offset + 1))
        name = ast.copy_location(ast.Name("__seen__", ast.Load()), node)
        number = ast.copy_location(ast.Constant(len(self.watched) - 1), node)
        return ast.copy_location(ast.Call(name, [number, changed], []), node)


def definitions(tree, places):
    """Functions, lambdas and classes by where they begin: (name, first line of the code, whether it is a class)."""
    out = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            line = min([node.lineno] + [d.lineno for d in node.decorator_list])
            out[places.span(node)[0]] = (node.name, line, isinstance(node, ast.ClassDef))
        elif isinstance(node, ast.Lambda):
            out[places.span(node)[0]] = ("<lambda>", node.lineno, False)
    return out


def show(value):
    if type(value) in PLAIN or type(value) in CONTAINERS and len(value) < 50:
        return repr(value)[:SHOWN]
    return f"<{type(value).__module__}.{type(value).__qualname__}>"


class Watcher:
    def __init__(self, job, out):
        self.job, self.out = job, out
        self.seen, self.told = {}, set()
        with open(job["program"], "rb") as file:
            source = file.read()
        with open(job["beliefs"], encoding="ascii") as file:
            rows = [json.loads(row) for row in file]
        beliefs = {}
        for row in rows:
            beliefs.setdefault((row["start"], row["end"]), []).append(row["may"])
        places = Places(source)
        tree = ast.parse(source)
        self.claims = Claims(definitions(tree, places))
        instrument = Instrument(places, beliefs)
        self.tree = ast.fix_missing_locations(instrument.visit(tree))
        self.watched = [(beliefs[span], span, line, column) for span, line, column in instrument.watched]
        self.source = source

    def see(self, number, value):
        count = self.seen[number] = self.seen.get(number, 0) + 1
        if count > OBSERVED_EACH and count % SAMPLE:
            return value
        for claims in self.watched[number][0]:
            if number not in self.told and not self.claims.hold(claims, value):
                self.told.add(number)
                _, span, line, column = self.watched[number]
                self.tell(at=[line, column], text=self.source[span[0] : span[1]].decode("utf-8", "replace")[:SHOWN],
                          type=type(value).__qualname__, observed=show(value), believed=claims)
        return value

    def tell(self, **words):
        row = json.dumps({"id": self.job["id"], **words}) + "\n"
        os.write(self.out, row.encode())

    def run(self):
        os.chdir(self.job["folder"])
        main = types.ModuleType("__main__")
        main.__file__ = "main.py"
        sys.modules["__main__"], sys.argv = main, ["main.py"]
        builtins.__seen__ = self.see
        error = None
        try:
            exec(compile(self.tree, "main.py", "exec"), main.__dict__)
        except BaseException as fault:
            error = f"{type(fault).__name__}: {fault}"[:SHOWN]
        self.tell(ended=error, expressions=len(self.watched), observed=len(self.seen), values=sum(self.seen.values()),
                  falsified=sum(any(claim.get("false") for claims in self.watched[n][0] for claim in claims) for n in self.seen))


def start(job, out):
    pid = os.fork()
    if pid:
        return pid
    quiet = os.open(os.devnull, os.O_RDWR)
    stdout = os.open(os.path.join(job["folder"], "..", os.path.basename(job["folder"]) + ".out"), os.O_WRONLY | os.O_CREAT)
    for fd, source in ((0, quiet), (1, stdout), (2, quiet)):
        os.dup2(source, fd)
    watcher = None
    try:
        watcher = Watcher(job, out)
        watcher.run()
    except BaseException as fault:
        os.write(out, (json.dumps({"id": job["id"], "broken": f"{type(fault).__name__}: {fault}"[:SHOWN]}) + "\n").encode())
    finally:
        sys.stdout.flush()
        os._exit(0)


def finish(pid, job, out):
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if os.waitpid(pid, os.WNOHANG)[0]:
            return
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.write(out, (json.dumps({"id": job["id"], "late": True}) + "\n").encode())


def main():
    import matplotlib.pyplot, numpy, pandas  # noqa: E401,F401  imported once for all children

    out = os.dup(1)
    with open(os.path.join(sys.argv[1], "jobs.json"), encoding="utf-8") as file:
        jobs = json.load(file)
    for job in jobs:
        finish(start(job, out), job, out)


if __name__ == "__main__":
    main()
