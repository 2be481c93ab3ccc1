# SPDX-License-Identifier: MIT
"""What functions and methods of libraries give, for generate.py: a class.

Three kinds of evidence, which the table keeps apart. A method gives the object that it is called on, where the text of each of its `return`
statements says so, and those of the methods that it calls for it. A pack's line `returns` says what people reviewed. An annotation, in the
text or in a stub (.pyi), is what the library says of itself: the table has it for people, and the gate does not believe it.
"""
import ast, dis, functools, inspect, os, sys, textwrap, types, typing

STORES = {"STORE_FAST", "DELETE_FAST", "STORE_DEREF", "DELETE_DEREF"}
SELF = {"Self", "typing.Self", "typing_extensions.Self"}


@functools.lru_cache(None)
def definition(code):
    """The tree of a function's text; None where there is none, or it gives what is no plain result."""
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(code))).body[0]
    except Exception:
        return None
    return node if isinstance(node, ast.FunctionDef) and node.name == code.co_name and not code.co_flags & inspect.CO_GENERATOR else None


def own_nodes(node):
    """Of the function itself, not of functions and classes in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield child
            yield from own_nodes(child)


def results(function):
    """What its return statements give, and the name of its first parameter, which always is what it was; ([], "") where that is not certain."""
    code = getattr(function, "__code__", None)
    node = code and definition(code)
    if not node or not code.co_argcount:
        return [], ""
    first, queue = code.co_varnames[0], [code]
    while queue:
        one = queue.pop()
        queue += [c for c in one.co_consts if isinstance(c, types.CodeType)]
        if any(step.opname in STORES and step.argval == first for step in dis.get_instructions(one)) and (one is code or first in one.co_freevars):
            return [], ""
    return [n.value for n in own_nodes(node) if isinstance(n, ast.Return)], first


def is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def hands_on(wrapper):
    """A decorator's function gives what the decorated one gives, of the same object."""
    values, first = results(wrapper)
    cells = dict(zip(wrapper.__code__.co_freevars, wrapper.__closure__ or ()))

    def is_inner(value):
        return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in cells \
            and cells[value.func.id].cell_contents is wrapper.__wrapped__ and value.args and is_name(value.args[0], first)
    return bool(values) and all(map(is_inner, values))


def gives_self(cls, name, order=None, seen=()):
    """Whether cls().name(...) gives that object. `order`: classes among which the method is looked up, as super() does it."""
    order = cls.__mro__ if order is None else order
    owner = next((c for c in order if name in vars(c)), None)
    function = owner and vars(owner)[name]
    if not isinstance(function, types.FunctionType) or (owner, name) in seen or name in stored(cls) | parameters_of(cls):
        return False
    while hasattr(function, "__wrapped__"):
        if not isinstance(function.__wrapped__, types.FunctionType) or not hands_on(function):
            return False
        function = function.__wrapped__
    values, first = results(function)

    def is_self(value):
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
            return is_name(value, first)
        to, seen_now = value.func, (*seen, (owner, name))
        if is_name(to.value, first):
            return gives_self(cls, to.attr, None, seen_now)
        above = isinstance(to.value, ast.Call) and is_name(to.value.func, "super") and not to.value.args
        return above and "super" not in function.__globals__ and gives_self(cls, to.attr, cls.__mro__[cls.__mro__.index(owner) + 1:], seen_now)
    return bool(values) and all(map(is_self, values))


@functools.lru_cache(None)
def stored(cls):
    """Names that methods of the class set on some object: such a method may be another one."""
    functions = [v for c in cls.__mro__ for v in vars(c).values() if isinstance(v, types.FunctionType)]
    return {step.argval for f in functions for step in dis.get_instructions(f.__code__) if step.opname == "STORE_ATTR"}


def is_exact(cls):
    """Calling the class gives an object of just this class, and looking up its methods finds just these."""
    return type(cls).__call__ is type.__call__ and cls.__new__ is object.__new__ and cls.__getattribute__ is object.__getattribute__


@functools.lru_cache(None)
def parameters_of(cls):
    """What set_params() may set on an object."""
    try:
        return set(inspect.signature(cls).parameters)
    except (TypeError, ValueError):
        return set()


@functools.lru_cache(None)
def stub(module):
    """{name: annotation} of the stub beside a module, methods as Class.name; an annotation that overloads disagree on is left out."""
    path = os.path.splitext(getattr(sys.modules.get(module), "__file__", None) or "")[0].split(".cpython")[0] + ".pyi"
    found = {}
    try:
        tree = ast.parse(open(path).read())
    except (OSError, SyntaxError, ValueError):
        return found
    for node in tree.body:
        for one in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(one, ast.FunctionDef) and one.returns is not None:
                name = (node.name + "." if one is not node else "") + one.name
                told = ast.unparse(one.returns)
                found[name] = told if found.get(name, told) == told else ""
    return found


def evaluated(text, names):
    try:
        return eval(text, dict(names))
    except Exception:
        return None


class Returns:
    def __init__(self, reviewed):
        self.reviewed = reviewed  # by the dotted name of a function, or of a class and its method
        self.public = {}          # the shortest public name of a class, by its identity
        self.lists = {}           # words by the name of a module or class

    def see(self, dotted, value):
        if isinstance(value, type):
            old = self.public.get(id(value))
            self.public[id(value)] = min(old or dotted, dotted, key=lambda s: (len(s), s))

    def class_named(self, told, function, cls):
        """What an annotation names: one class, or the one beside None; None where it is anything else."""
        home = sys.modules.get(getattr(function, "__module__", None) or getattr(cls, "__module__", None))
        if isinstance(told, str):
            if told.strip("'\"") in SELF:
                return cls
            told = evaluated(told, vars(home) if home else {})
        if isinstance(told, typing.TypeVar) and cls:
            bound = told.__bound__
            return cls if isinstance(bound, (type, typing.ForwardRef)) or str(told) in ("~Self", "+Self") else None
        if getattr(typing, "Self", None) is told:
            return cls
        if typing.get_origin(told) in (typing.Union, types.UnionType):
            rest = [t for t in typing.get_args(told) if t is not type(None)]
            return self.class_named(rest[0], function, cls) if len(rest) == 1 else None
        told = typing.get_origin(told) or told
        return told if isinstance(told, type) and told not in (object, type(None), typing.Any) else None

    def told(self, name, function, cls):
        if isinstance(function, (staticmethod, classmethod, types.MethodType)):
            function = function.__func__
        if isinstance(function, types.FunctionType):
            function = inspect.unwrap(function)
        told = getattr(function, "__annotations__", None) if inspect.isroutine(function) else None
        told = told.get("return") if isinstance(told, dict) else None
        home = getattr(cls or function, "__module__", None)
        if told is None and isinstance(home, str):
            told = stub(home).get(cls.__qualname__ + "." + name if cls else name) or None
        return told and self.class_named(told, function, cls)

    def word(self, symbol, name, function, cls):
        if symbol in self.reviewed:
            given, _, places = self.reviewed[symbol].partition("/")
            return "%s=%s/%d" % (name, given, sum(1 << int(place) for place in places.split(",") if place))
        if cls and is_exact(cls) and gives_self(cls, name):
            return name
        given = self.told(name, function, cls)
        if given is None or not isinstance(given.__module__, str):
            return None
        return name + ":" + (self.public.get(id(given)) or given.__module__ + "." + given.__qualname__)

    def add(self, home, words):
        words = sorted((w for w in words if w and not {" ", "\t", "<"} & set(w)), key=lambda s: s.encode())
        if words:
            self.lists[home] = words

    def of_module(self, module, functions):
        self.add(module, [self.word(module + "." + name, name, value, None) for name, value in functions if not isinstance(value, type)])
        for name, value in functions:
            if isinstance(value, type):
                held = [(n, inspect.getattr_static(value, n, None)) for n in dir(value) if not n.startswith("_")]
                self.add(module + "." + name, [self.word("%s.%s.%s" % (module, name, n), n, f, value) for n, f in held
                    if isinstance(f, (types.FunctionType, staticmethod, classmethod)) or inspect.isroutine(f)])

    def lines(self, after):
        missing = sorted(s for s in self.reviewed if not any(w.startswith(s.rpartition(".")[2] + "=") for w in self.lists.get(s.rpartition(".")[0], ())))
        if missing and not after:
            raise SystemExit("packs: 'returns' names what is no public function or method: " + " ".join(missing[:10]))
        told = {home: [w for w in words if ":" in w] for home, words in self.lists.items()}
        lines = ["t\t%s\t%s" % (home, " ".join(words)) for home, words in told.items() if words]
        for home, words in self.lists.items():
            for name, _, given in (w.partition("=") for w in words if ":" not in w):
                lines.append("r\t%s.%s\t%s%s" % (home, name, "" if home in sys.modules else ".", given))
        return lines
