# SPDX-License-Identifier: MIT
"""What functions of libraries take, for generate.py: which parameters somebody reviewed (parameters.txt), and which lists stand in the table.

A parameter counts by its name: what parameters.txt lists is harmless in whatever function takes it. Any other is refused by its name and
by its place. A function that takes any keyword gets those that its package knows (its family), or, where parameters.txt says `data`, names
of the program's own.
"""
import functools, inspect, os, re

WORD = re.compile(r"[A-Za-z_]\w*$")
# What every ufunc of numpy takes; no signature tells it.
UFUNC = "out where axes axis keepdims casting order dtype subok signature".split()


class Takes:
    """Of one function, or of all methods of one name: names by place, all names, and whether it takes more."""

    def __init__(self, places, names, more):
        self.places, self.names, self.more = places, names, more

    def joined(self, other):
        longer = max(self.places, other.places, key=len)
        return Takes(longer, self.names | other.names, self.more or other.more)


def from_text(doc, name):
    """The signature that the documentation of native code begins with: "a.sum(axis=None, /, *, out=None)"."""
    found = re.match(r"\s*(?:[\w.]*\.)?%s\(([^()]*(?:\([^()]*\)[^()]*)*)\)" % re.escape(name), doc if isinstance(doc, str) else "")
    if not found:
        return None
    places, names, more, by_place = [], set(), False, True
    for word in re.sub(r"\([^()]*\)", "", found[1]).replace("[", "").replace("]", "").split(","):
        word = word.split("=")[0].split(":")[0].strip()
        if word.startswith("**"):
            more = True
        elif word.startswith("*"):
            by_place = False
        elif word == "/":
            names = set()
        elif WORD.match(word):
            names.add(word)
            places += [word] if by_place else []
        elif word and word != "...":
            return None
    return Takes(places, names, more)


def takes_of(function, name, bound=False):
    """None where nobody can tell. `bound`: the first is self."""
    if type(function).__name__ == "ufunc":
        return Takes([], set(UFUNC), False)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except Exception:
        return from_text(getattr(function, "__doc__", None), name)
    if bound and parameters and parameters[0].kind in (0, 1):
        parameters = parameters[1:]
    places = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if not inspect.isroutine(function) and not inspect.isclass(function):
        places = []  # an object that is called, perhaps by a static method
    names = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    if any(p.kind == p.VAR_POSITIONAL for p in parameters) and any(p.kind == p.VAR_KEYWORD for p in parameters) and not names:
        told = from_text(getattr(function, "__doc__", None), name)
        names = told.names if told else names
    return Takes(places, names, any(p.kind == p.VAR_KEYWORD for p in parameters))


def function_of(value):
    """What runs when an object's attribute is called, and whether it gets the object."""
    held = getattr(value, "_accessor", None)  # pandas: table.plot(...)
    if isinstance(held, type):
        return getattr(held, "__call__", None), True
    if isinstance(value, staticmethod):
        return value.__func__, False
    return getattr(value, "__func__", None) or getattr(value, "fn", None) or value, True


class Parameters:
    def __init__(self, folder):
        self.reviewed, self.data, self.known = set(), set(), {}
        self.methods, self.untold, self.lists, self.unreviewed = {}, set(), {}, set()
        self.properties, self.accessors = {}, set()
        self.told = {}  # of a package: its functions, those whose parameters are told, parameters, reviewed parameters
        for line in open(os.path.join(folder, "parameters.txt")):
            first, *words = line.split("#")[0].split() or [""]
            if first in ("reviewed", "data"):
                getattr(self, first).update(words)
            elif first == "takes":
                self.methods[words[0][1:]] = (set(), [Takes([], set(words[1:]), False)])
                self.reviewed.update(words[1:])
            elif first:
                self.known.setdefault(first, set()).update(words)
        self.brings, self.by_value = {}, set()
        for line in open(os.path.join(folder, "effects.txt")):
            first, *words = line.split()
            self.brings[first] = [word[1:] for word in words if word.startswith("+")]
            self.by_value.update({first[1:]} if first.startswith("=") and {"authority", "safeguard"} & set(words) else ())
        self.reviewed.update(*self.known.values())
        self.reviewed -= self.by_value

    def count(self, package, takes):
        told = self.told.setdefault(package, [0, 0, 0, 0])
        told[0] += 1
        if takes:
            told[1:] = told[1] + 1, told[2] + len(takes.names), told[3] + len(takes.names & self.reviewed)
            self.known.setdefault(package, set()).update(takes.names & self.reviewed)
            self.unreviewed.update(takes.names - self.reviewed)

    def of_function(self, module, name, value):
        package, takes = module.split(".")[0], takes_of(value, name)
        self.count(package, takes)
        return self.add([package], takes, module + "." + name)

    def of_method(self, package, name, value):
        function, bound = function_of(value)
        if isinstance(value, (property, functools.cached_property)):
            self.properties.setdefault(name, set()).add(package)  # what it gives may be called: graph.edges(data=True)
        elif isinstance(getattr(value, "_accessor", None), type):
            self.accessors.add(name)
        if name.startswith("_") or not callable(function) or isinstance(function, type):
            return
        takes = takes_of(function, name, bound)
        self.count(package, takes)
        packages, all_takes = self.methods.setdefault(name, (set(), []))
        if takes is None and type(function).__name__ not in ("method_descriptor", "classmethod_descriptor"):
            self.untold.add(name)
        elif takes:
            all_takes.append(takes)
            packages.update([package] if takes.more else [])

    def of_methods(self, name):
        """Of all methods of a name."""
        packages, all_takes = self.methods.get(name, (set(), []))
        given = self.properties.get(name, set())
        if given and name in self.accessors:  # table.plot and group.plot, which hand their keywords on
            packages, all_takes = packages | given, [*all_takes, Takes([], set(), True)]
        elif given:
            return ""
        return self.add(packages, all_takes and name not in self.untold and functools.reduce(Takes.joined, all_takes), "." + name)

    def add(self, packages, takes, symbol):
        """The number of its list, as `(12`, which stands behind a name in the table; nothing where nobody can tell."""
        if not takes:
            return ""
        bad = [i for i, name in enumerate(takes.places) if name in takes.names and name not in self.reviewed and not name.startswith("_")]
        family = "*" if symbol in self.data else tuple(sorted({p for package in packages for p in (package, *self.brings.get(package, ()))}))
        key = (("!" if takes.names - self.reviewed else "-") + ",".join("%d=%s" % (i, takes.places[i]) for i in bad), family if takes.more or family == "*" else (),
            " ".join(sorted(takes.names & self.reviewed)))
        return "(" + str(self.lists.setdefault(key, len(self.lists) + 1))

    def numbered(self, lines):
        """The lines of the table with lists by numbers that hang on nothing but what they say; behind them 0 (what is refused by its name), the
        lists, and the families of packages, to which lists refer by their numbers."""
        order = sorted(self.lists, key=repr)
        new = {self.lists[key]: number for number, key in enumerate(order, 1)}
        lines = [re.sub(r"\((\d+)", lambda m: "(%d" % new[int(m[1])], line) if line[:2] in ("m\t", "a\t") else line for line in lines]
        families = {package: len(order) + 1 + i for i, package in enumerate(sorted(self.known))}
        lines.append("k\t00000\t-\t-\t" + " ".join(sorted(self.unreviewed)))
        for number, (flags, family, names) in enumerate(order, 1):
            family = family if isinstance(family, str) else " ".join(str(families[p]) for p in family if p in families)
            lines.append("k\t%05d\t%s\t%s\t%s" % (number, flags, family or "-", names))
        for package, number in families.items():
            lines.append("k\t%05d\t%s\t%s\t%s" % (number, "/".join(map(str, self.told.get(package, (0, 0, 0, 0)))), package, " ".join(sorted(self.known[package]))))
        return lines
