#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Writes the table of names that the gate decides by, from the interpreter that the sandbox runs.

    /usr/bin/python3.11 -I generate.py [--also FOLDER | --without-packs] > python-3.11.txt
    /usr/bin/python3.13 -I generate.py --after python-3.11.txt > python-3.13.txt

What the modules export, which of it carries authority (capabilities.txt, followed through every re-export by identity), and
which attribute names exist on any class or instance of any library. docs/policy.md describes the format. Each of packs/*.txt says the
same of one library; docs/libraries.md describes them. FOLDER is one more place of packages, for those that are not installed.

With --after, what people reviewed is the older table's, and new.txt's: any other name is refused as one that nobody reviewed, what carried
authority there carries it here, and a pack that does not hold for the version here is left out.
"""
import argparse, builtins, dis, gc, importlib, importlib.util, io, os, pkgutil, re, sys, types, warnings

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))
LETTER = dict(process="P", network="N", read="R", write="W", code="X", native="C", deserialise="D",
    environment="E", introspect="I", exhaust="Z")
BASE = ["numpy", "pandas", "matplotlib", "dateutil", "pytz"]
SKIP = {"antigravity", "this", "idlelib", "lib2to3", "turtle", "turtledemo", "tkinter", "test", "ensurepip", "msilib",
    "winreg", "__main__", "_aix_support", "nt", "ntpath"}
SUBMODULES = ["xml", "email", "urllib", "http", "json", "logging", "concurrent", "concurrent.futures", "importlib",
    "multiprocessing", "asyncio", "collections", "ctypes", "unittest", "wsgiref", "dbm", "sqlite3", "html", "xmlrpc", "zoneinfo", "email.mime",
    "re", "tomllib", "xml.etree", "xml.dom", "xml.sax", "numpy", "numpy.lib", "numpy.testing", "numpy.random",
    "numpy.ma", "numpy.polynomial", "numpy.linalg", "numpy.fft", "pandas", "pandas.api", "pandas.io", "pandas.core",
    "pandas.compat", "pandas.tseries", "matplotlib", "matplotlib.style", "matplotlib.tri", "dateutil", "dateutil.parser", "dateutil.tz"]
ADMITTED = {"multiprocessing"}  # a policy may admit classes of it, though the module starts processes
# numpy 2 gave these modules names of their own; they are reviewed, and policies list them, under the older ones.
RENAMED = {"numpy.char": "numpy.core.defchararray", "numpy.rec": "numpy.core.records"}
UNREVIEWED = "CX"  # of a pack's modules that it does not call public: native, code
BUILTIN = set()  # Python's own classes; native code of a package may say of its that they are, too
options = argparse.ArgumentParser()
options.add_argument("--also", metavar="FOLDER")
options.add_argument("--after", metavar="TABLE")
options.add_argument("--without-packs", action="store_true")  # for tests/bench/packs.py
OPTIONS = options.parse_args()
SCALARS = (int, float, str, bytes, bool, type(None), complex, tuple, frozenset)


def read_list(path):
    return [line.split() for line in open(path) if line.strip() and not line.startswith("#")]


class Pack:
    """What one file of packs/ says of a library."""

    def __init__(self, path):
        self.loads, self.public, self.classes, self.names, self.entries, self.returns = [], [], [], {}, [], {}
        lists = dict(load=self.loads, public=self.public)
        for first, *words in read_list(path):
            if first == "package":
                self.name, *self.versions = words
            elif first == "class":
                self.classes.append(words)
            elif first == "names":
                self.names.setdefault(words[0], set()).update(words[1:])
            elif first == "returns":
                self.returns.update({words[1] + "." + name: words[0] for name in words[2:]})
                if "/" not in words[0]:
                    raise SystemExit("%s: after %s, write / and the places of arguments that may come back" % (path, words[0]))
            elif first in lists:
                lists[first] += words
            elif first != "source":
                self.entries.append([first, *words])
        strangers = [e[0] for e in self.entries if not e[0].startswith((self.name + ".", "."))]
        strangers += [n for pair in self.returns.items() for n in pair if not n.startswith(self.name + ".")]
        if strangers:
            raise SystemExit("%s: not of %s: %s" % (path, self.name, " ".join(strangers)))
        self.classes += [[module + ".*"] for module in self.public if module != self.name]


def read_packs():
    if OPTIONS.without_packs:
        return []
    folder = os.path.join(HERE, "packs")
    packs = [Pack(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".txt")]
    if not OPTIONS.after:
        return packs
    for pack in packs:
        attempt(pack.name)
    for pack in packs:
        if version_of(pack.name) not in pack.versions:
            print("left out: packs/%s.txt holds for %s, and here is %s" % (pack.name, " and ".join(pack.versions), version_of(pack.name)),
                file=sys.stderr)
    return [pack for pack in packs if version_of(pack.name) in pack.versions]


def version_of(package):
    own = package in sys.stdlib_module_names
    return "%d.%d" % sys.version_info[:2] if own else getattr(sys.modules.get(package), "__version__", None)


def check_packs():
    for pack in PACKS:
        found = version_of(pack.name)
        if found not in pack.versions[:None if OPTIONS.after else 1]:
            raise SystemExit("packs/%s.txt holds for %s, and here is %s: review it again" % (pack.name, pack.versions[0], found))
        gone = [m for m in pack.public if m not in sys.modules]
        gone += [m + "." + n for m in pack.names for n in sorted(pack.names[m]) if not hasattr(sys.modules.get(m), n)]
        gone += sorted(c for c in {given.partition("/")[0] for given in pack.returns.values()} if not isinstance(resolve(c), type))
        if gone and found == pack.versions[0]:
            raise SystemExit("packs/%s.txt names what is not there: %s" % (pack.name, " ".join(gone[:10])))


def load_all():
    sys.stdout, saved = io.StringIO(), sys.stdout
    for name in sorted(sys.stdlib_module_names):
        if name not in SKIP and not name.startswith("_test") and not name.startswith("_xx"):
            attempt(name)
    for name in BASE + ["matplotlib.pyplot", "mpl_toolkits.mplot3d", "mpl_toolkits.axes_grid1", "mpl_toolkits.axes_grid1.inset_locator"]:
        attempt(name)
    load_below(SUBMODULES)
    BUILTIN.update(id(value) for value in all_classes() if home_of(value) == "builtins")
    for pack in PACKS:
        for name in [pack.name, *pack.public]:
            attempt(name)
        load_below(pack.loads)
    sys.stdout = saved


def load_below(packages):
    for package in packages:
        for info in pkgutil.iter_modules(getattr(sys.modules.get(package), "__path__", [])):
            if info.name.split(".")[0] not in ("tests", "__main__", "setup", "conftest") and info.name != "test_support":
                attempt(package + "." + info.name)


def attempt(name):
    try:
        importlib.import_module(name)
    except BaseException as problem:
        print("skipped", name, repr(problem)[:80], file=sys.stderr)


def beside(name):
    """A module of this folder, which the interpreter's path does not have."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if OPTIONS.also:
    sys.path.insert(0, OPTIONS.also)
parameters = beside("parameters")
TAKES = parameters.Parameters(HERE)
PACKS = read_packs()
GIVES = beside("returns").Returns({symbol: given for pack in PACKS for symbol, given in pack.returns.items()})
PACKAGES = BASE + [pack.name for pack in PACKS]
PUBLIC = {module for pack in PACKS for module in pack.public}
OF_PACKS = {pack.name for pack in PACKS}
NAMES = {module: names for pack in PACKS for module, names in pack.names.items()}


def is_walked(name):
    top = name.split(".")[0]
    return (top in sys.stdlib_module_names or top in PACKAGES or top == "mpl_toolkits") and top not in SKIP \
        and not name.startswith(("__main__", "encodings.")) and ".tests" not in name


def resolve(dotted):
    parts = dotted.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        value = sys.modules.get(".".join(parts[:cut]))
        if value is None:
            continue
        for part in parts[cut:]:
            value = getattr(value, part, None)
        return value
    return None


class Table:
    def __init__(self, entries, of_packs):
        self.of_packs = {e[0][1:] for e in of_packs} - {e[0][1:] for e in entries}
        entries = entries + of_packs
        self.whole, self.single, self.attributes, self.objects = {}, {}, {}, {}
        for name, *words in entries:
            caps = "".join(sorted(LETTER[w] for w in words if w in LETTER))
            packages = [w for w in words if w not in LETTER]
            if name.startswith("."):
                old = self.attributes.get(name[1:], ("", []))
                self.attributes[name[1:]] = ("".join(sorted({*old[0], *caps})), old[1] + packages)
            elif name.endswith(".*"):
                self.whole[name[:-2]] = caps
            else:
                self.single[name] = caps
                value = resolve(name)
                if value is not None and not isinstance(value, SCALARS) and "__std" not in name:
                    self.objects[id(value)] = (name, caps, value)

    def module_caps(self, name):
        if name in PUBLIC:
            return ""
        if any(name.split(".")[0] == pack.name for pack in PACKS):
            return UNREVIEWED
        parts = name.split(".")
        for cut in range(len(parts), 0, -1):
            caps = self.whole.get(".".join(parts[:cut]))
            if caps is not None:
                return caps
        return ""

    def member_caps(self, module, name, value):
        caps = self.single.get(module + "." + name)
        if caps:
            return caps, None
        known = self.objects.get(id(value))
        if known:
            return known[1], known[0]
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
            home = getattr(value, "__module__", None)
            if isinstance(home, str) and home not in (module, "posix", "_thread") \
                    and home.split(".")[0] not in PACKAGES and self.module_caps(home):
                return self.module_caps(home), home + "." + getattr(value, "__name__", name)
        return "", None


def public_names(module):
    if module.__name__ in NAMES:
        return NAMES[module.__name__]
    names = getattr(module, "__all__", None)
    if isinstance(names, (list, tuple)):
        return {n for n in names if isinstance(n, str)}
    home = module.__name__
    out = set()
    for name, value in vars(module).items():
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        where = getattr(value, "__module__", home)
        if isinstance(value, (type, types.FunctionType)) and where != home and module.__spec__ \
                and module.__spec__.origin not in ("built-in", None) and str(module.__spec__.origin).endswith(".py") \
                and home.split(".")[0] not in PACKAGES:
            continue
        out.add(name)
    return out


# Names that a module's __all__ leaves out, but that its documentation gives to everyone.
ALSO = {"sys": "", "logging": "root", "xml.etree": "ElementTree", "matplotlib": "pyplot", "os": "path",
    "collections": "abc", "numpy": "linalg fft random ma polynomial char abs max min round int_ float_", "concurrent": "futures",
    "importlib": "", "pandas": "tseries", "json": "decoder encoder", "numpy.lib.stride_tricks": "sliding_window_view", "asyncio": "queues locks TaskGroup timeout timeout_at",
    "contextlib": "AsyncContextDecorator", "pytz": "UTC", "dateutil": "easter parser relativedelta rrule tz",
    "pandas.tseries.holiday": "AbstractHolidayCalendar EasterMonday GoodFriday Holiday USColumbusDay USFederalHolidayCalendar USLaborDay "
    "USMartinLutherKingJr USMemorialDay USPresidentsDay USThanksgivingDay"}


def module_line(table, name, module, known):
    public = public_names(module) | set(ALSO.get(name, "").split())
    if name.startswith("pandas.api.t"):
        public |= {n for n, v in vars(module).items() if not n.startswith("_") and not isinstance(v, types.ModuleType)}
    whole = table.module_caps(name)
    if "._" in name and name not in NAMES:
        public = set()
    tokens, given = [], []
    for member in sorted(dir(module), key=lambda s: s.encode()):
        if whole and name + "." + member not in known:
            continue
        if (member.startswith("__") and member.endswith("__")) or not member.isidentifier():
            continue
        value = getattr(module, member, None)
        private = "" if member in public else "!"
        if isinstance(value, types.ModuleType):
            if whole:
                continue
            target = next((n for n in (value.__name__, name + "." + member) if n in known), None)
            target = RENAMED.get(target, target)
            if target:
                tokens.append(member + private + "@" + target)
            continue
        caps, canonical = table.member_caps(name, member, value)
        takes = "" if whole or private or name == "builtins" or {"P", "X"} & set(caps) or not callable(value) else TAKES.of_function(name, member, value)
        if not (whole or private or {"P", "X"} & set(caps)) and callable(value):
            given.append((member, value))
            GIVES.see(name + "." + member, value)
        if caps:
            same = canonical in (None, name + "." + member)
            tokens.append(member + private + ":" + caps + ("" if same else "=" + canonical) + takes)
        elif not private:
            tokens.append(member + ("^" if isinstance(value, type) else "") + takes)
    return "m\t%s\t%s\t%s" % (name, whole or "-", " ".join(tokens)), (name, given)


def all_classes():
    gc.collect()  # classes of functions that ran
    seen, queue = {}, [object]
    for value in gc.get_objects():
        if isinstance(value, type):
            queue.append(value)
    while queue:
        value = queue.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        try:
            queue.extend(type.__subclasses__(value))
        except TypeError:
            pass
    return list(seen.values())


def home_of(value):
    home = getattr(value, "__module__", "")
    return home if isinstance(home, str) else ""


def stored_names(function):
    code = getattr(function, "__code__", None)
    if code is None:
        return
    for step in dis.get_instructions(code):
        if step.opname == "STORE_ATTR":
            yield step.argval


def collect_attributes(safe, table):
    """name -> (packages, is safe, leads to a module, packs that reviewed it). A pack's review holds for its own library."""
    out = {}
    reviewed = [words[0] for pack in PACKS for words in pack.classes]

    def add(name, package, good, leads):
        if isinstance(name, str) and name.isidentifier():
            old = out.setdefault(name, [set(), False, False, set()])
            old[0].add(package), old.__setitem__(2, old[2] or leads)
            if good and package in OF_PACKS:
                old[3].add(package)
            else:
                old[1] = old[1] or good

    for cls in all_classes():
        home = home_of(cls)
        if home == "builtins" and id(cls) not in BUILTIN:
            continue
        package = home.split(".")[0] or "builtins"
        if (not is_walked(home) and package != "builtins") or (table.module_caps(home) == "P" and package not in ADMITTED):
            continue
        if package.startswith("_") and package[1:] in sys.stdlib_module_names:
            package = package[1:]
        dotted = home + "." + cls.__name__
        good = any(dotted == s or (s.endswith(".*") and (home + ".").startswith(s[:-1]))
            for s in (reviewed if package in OF_PACKS else safe))
        for name, value in list(vars(cls).items()):
            function = getattr(value, "__func__", value)
            TAKES.of_method(package, name, value)
            add(name, package, good or "." + name in safe, isinstance(value, (types.ModuleType, types.FrameType, types.CodeType)))
            for stored in stored_names(getattr(function, "fget", function)):
                add(stored, package, good or "." + stored in safe, False)
    for name in [n for m in list(sys.modules.values()) for n in vars(m)] + dir(builtins):
        if isinstance(name, str) and name.startswith("__") and name.endswith("__"):
            add(name, "builtins", False, False)
    for value in gc.get_objects():
        if isinstance(value, (types.ModuleType, type, types.FunctionType)):
            continue
        held = getattr(value, "__dict__", None) if hasattr(type(value), "__dictoffset__") else None
        if isinstance(held, dict) and type(value).__module__ != "builtins":
            package = home_of(type(value)).split(".")[0]
            for name, inner in list(held.items()):
                if isinstance(inner, (types.ModuleType, types.FrameType)) and is_walked(home_of(type(value))):
                    add(name, package, False, True)
    return out


def attribute_lines(found, table, harmless):
    groups, tokens = {}, []
    for name, (caps, packages) in table.attributes.items():
        found.setdefault(name, [set(packages or ["builtins"]), False, False, set()])
    for name in sorted(found, key=lambda s: s.encode()):
        packages, good, leads, reviewed = found[name]
        good = good or bool(reviewed and packages <= OF_PACKS)
        packages = packages if good else packages - reviewed
        good = good or name in harmless
        caps, only = table.attributes.get(name, ("", []))
        only = only and [*only, *(packages - OF_PACKS if name in table.of_packs and not good else ())]
        key = " ".join(sorted(only or (["builtins"] if caps else packages)))
        group = groups.setdefault(key, len(groups))
        flag = "d" if name.startswith("__") and name.endswith("__") else "c" if caps else "l" if leads and not good else "s" if good and not name.startswith("_") else "u"
        tokens.append("%s/%s%d%s%s" % (name, flag, group, ":" + caps if caps else "", TAKES.of_methods(name)))
    for key, group in sorted(groups.items(), key=lambda item: item[1]):
        yield "g\t%05d\t%s" % (group, key)
    yield "a\t" + " ".join(tokens)


MEMBER = re.compile(r"([^!^@:(]+)(!?)(\^|@[^:(]+)?(?::([A-Z]+)(=[^(]*)?)?(\(\d+)?$")
ORDER = "sulcd"  # flags of attributes, the strictest last


def joined(*capabilities):
    return "".join(sorted(set("".join(capabilities))))


class Reviewed:
    """What people reviewed: the names of an older table, and those of new.txt."""

    def __init__(self, path):
        self.modules, self.attributes, self.gives, self.lists, groups = {}, {}, {}, [], []
        for kind, _, rest in (line.rstrip("\n").partition("\t") for line in open(path)):
            words = rest.split("\t")
            if kind == "m":
                members = {m[1]: m for m in map(MEMBER.match, words[2].split())}
                self.modules[words[0]] = (words[1].strip("-"), members)
            elif kind == "r":
                self.gives[words[0]] = words[1]
            elif kind == "g":
                groups.append(words[1].split())
            elif kind == "a":
                self.attributes = self.read_attributes(rest)
            elif kind == "k":
                self.lists.append("k\t" + rest)
        self.attributes = {n: (flag, set(groups[g]), caps, takes) for n, (flag, g, caps, takes) in self.attributes.items()}
        self.new = {line[0] for line in read_list(os.path.join(HERE, "new.txt"))}

    @staticmethod
    def read_attributes(text):
        found = (re.match(r"(.*)/(.)(\d+)(?::([A-Z]+))?(\(\d+)?$", word) for word in text.split(" "))
        return {m[1]: (m[2], int(m[3]), m[4] or "", m[5] or "") for m in found}

    def member(self, module, m, old):
        """Its word here; None where it is nobody's business."""
        name, private, kind, caps, canonical, _ = m.groups()
        takes = old[6] or "" if old else ""  # reviewed there: what a function has gained since is refused
        reviewed = old and not old[2] or module + "." + name in self.new
        if old and old[4]:
            caps, canonical = joined(caps or "", old[4]), canonical or old[5]
        if not reviewed and not private:
            private = "!"
        if private and not caps and not (kind or "").startswith("@"):
            return None
        if caps:
            return name + private + ":" + caps + (canonical or "") + takes
        return name + private + (kind or "") + takes

    def module(self, line):
        _, name, caps, members = line.split("\t")
        if name not in self.modules and name + ".*" not in self.new:
            return "m\t%s\t%s\t" % (name, joined(caps.strip("-"), UNREVIEWED))
        old_caps, old = self.modules.get(name, ("", {}))
        if name not in self.modules:
            members = re.sub(r"\(\d+", "", members)  # of lists that are not carried over
            old = {m[1]: m for m in map(MEMBER.match, members.split())}
        words = [self.member(name, m, old.get(m[1])) for m in map(MEMBER.match, members.split())]
        return "m\t%s\t%s\t%s" % (name, joined(caps.strip("-"), old_caps) or "-", " ".join(w for w in words if w))

    def attribute(self, name, new):
        """The stricter of both; a name that is new is unreviewed."""
        old = self.attributes.get(name)
        flag, packages, caps, _ = new or old
        if old and new:
            flag = max(flag, old[0], key=ORDER.index)
            packages, caps = packages | old[1], joined(caps, old[2])
        elif new and flag == "s" and "." + name not in self.new:
            flag = "u"
        return flag, packages, caps, old[3] if old else ""

    def judge(self, lines):
        groups = [line.split("\t")[2].split() for line in lines if line.startswith("g\t")]
        text = next(line for line in lines if line.startswith("a\t"))[2:]
        new = {n: (flag, set(groups[g]), caps, takes) for n, (flag, g, caps, takes) in self.read_attributes(text).items()}
        keys, tokens = {}, []
        for name in sorted(set(new) | set(self.attributes), key=lambda s: s.encode()):
            flag, packages, caps, takes = self.attribute(name, new.get(name))
            group = keys.setdefault(" ".join(sorted(packages)), len(keys))
            tokens.append("%s/%s%d%s%s" % (name, flag, group, ":" + caps if caps else "", takes))
        out = [self.module(line) for line in lines if line.startswith("m\t")]
        out += [line for line in lines if line.startswith("t\t") or line.startswith("r\t") and self.gives.get(line.split("\t")[1]) == line.split("\t")[2]]
        out += ["g\t%05d\t%s" % (group, key) for key, group in keys.items()]
        return out + self.lists + ["a\t" + " ".join(tokens)] + [line for line in lines if line.startswith("v\t")]


def main():
    load_all()
    paths = [os.path.join(HERE, n) for n in ("capabilities.txt", "classes.txt")]
    check_packs()
    entries = read_list(paths[0])
    known_names = {entry[0] for entry in entries}
    table = Table(entries, [e for pack in PACKS for e in pack.entries if e[0] not in known_names])
    known = {n for n in sys.modules if is_walked(n) and sys.modules[n] is not None}
    now = {old: new for new, old in RENAMED.items() if new in known}
    known.update(now)
    lines, given = map(list, zip(*(module_line(table, n, sys.modules[now.get(n, n)], known) for n in known)))
    for name, functions in given:
        GIVES.of_module(name, functions)
    lines += GIVES.lines(OPTIONS.after)
    for name in table.whole:
        if name not in known:
            lines.append("m\t%s\t%s\t" % (name, table.whole[name]))
    safe = [line[0] for line in read_list(paths[1])]
    harmless = {name[1:] for name in safe + [words[0] for pack in PACKS for words in pack.classes] if name.startswith(".")}
    lines += attribute_lines(collect_attributes(safe, table), table, harmless)
    versions = ["python=%d.%d.%d" % sys.version_info[:3]]
    versions += ["%s=%s" % (p, version_of(p)) for p in PACKAGES if p in sys.modules and p not in sys.stdlib_module_names]
    lines = TAKES.numbered(lines)
    lines.append("v\t" + " ".join(versions))
    if OPTIONS.after:
        lines = Reviewed(OPTIONS.after).judge(lines)
    sys.stdout.write("\n".join(sorted(lines, key=lambda s: s.encode())) + "\n")


main()
