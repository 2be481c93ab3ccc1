# SPDX-License-Identifier: MIT
"""A package that no table describes gives away what the policy lists of it, and no module behind it.

Each program below binds `reached`. Python shows that it is a module or a function that the policy never named; the gate refuses
the program by its text.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from sluice import PROGRAM

FILES = {
    "ours/__init__.py": """
import os
import pandas as pd
from . import _hidden, sub
from .tools import Table, table, total
from . import tools as kit
__all__ = ["sub", "total", "Table", "table", "kit"]
def __getattr__(name):
    if name == "lazy":
        import subprocess
        return subprocess
    if name == "late":
        import importlib
        return importlib.import_module("ours._hidden")
    raise AttributeError(name)
""",
    "ours/_hidden.py": "import os, sys\n",
    "ours/sub.py": "import os, sys, warnings\nimport numpy as np\nimport pandas as pd\nfrom . import _hidden\nfrom . import deep\n"
                   "def f(x):\n    return x\n",
    "ours/deep/__init__.py": "import os as _os\nimport subprocess\nfrom . import er\n",
    "ours/deep/er.py": "import sys\nfrom os import system\ndef g(x):\n    return x\n",
    "ours/tools.py": """
import os
import sys as _sys
import numpy as np
class Table:
    engine = os
    _engine = os
    np = np
    def __init__(self):
        self._sys = _sys
        self.os = os
    def rows(self):
        return [1]
table = Table()
def total(rows):
    return sum(rows)
total.os = os
""",
}
POLICY = """\
apiVersion: sluice/v1
id: undescribed
title: a package of our own
revision: 1
extends: [data-analysis]
override:
  - {what: imports, reason: "the tests use a package of their own"}
imports:
  allow:
    - {module: ours, api: [sub, total, Table, table, table.rows, kit, lazy, late]}
    - {module: ours.sub, api: [f, deep]}
    - {module: ours.deep, api: [er]}
    - {module: ours.deep.er, api: [g]}
"""
# What stands before, and an expression for `reached`.
SUB, WHOLE, LONG = "from ours import sub", "import ours", "import ours.sub"
EVASIONS = [
    (SUB, "sub.os"), (SUB, "sub.sys"), (SUB, "sub.sys.modules['os']"), (SUB, "sub.warnings.sys.modules['os']"),
    (SUB, "sub.np"), (SUB, "sub.pd.read_csv"), (SUB, "sub._hidden.os"), (SUB, "sub.deep._os"), (SUB, "sub.deep.subprocess"),
    (SUB, "sub.deep.er.sys"), (SUB, "sub.deep.er.system"), (SUB, "getattr(sub, 'os')"), (SUB, "getattr(sub, 'o' + 's')"),
    (SUB, "[sub][0].os"), (SUB, "(lambda m: m.os)(sub)"), (SUB, "{'m': sub}['m'].sys"), (SUB, "vars(sub)['os']"),
    (SUB, "sub.__dict__['os']"), (SUB, "sub.f(sub).os"), (SUB, "(sub or 0).os"), (SUB, "next(iter([sub])).pd"),
    (WHOLE, "ours.os"), (WHOLE, "ours.pd"), (WHOLE, "ours._hidden"), (WHOLE, "ours.sub.os"), (WHOLE, "ours.sub.np"),
    (WHOLE, "ours.kit.os"), (WHOLE, "ours.kit._sys"), (WHOLE, "ours.kit.np"), (WHOLE, "ours.lazy.run"),
    (WHOLE, "ours.late.os"), (WHOLE, "ours.Table.engine"), (WHOLE, "ours.Table._engine"), (WHOLE, "ours.Table.np"),
    (WHOLE, "ours.table.os"), (WHOLE, "ours.table._sys"), (WHOLE, "ours.table.engine"), (WHOLE, "ours.Table()._sys"),
    (WHOLE, "ours.Table().os"), (WHOLE, "ours.total.os"), (WHOLE, "ours.total.__globals__['os']"),
    (WHOLE, "getattr(ours, '_hidden')"), (WHOLE, "getattr(ours.kit, 'os')"),
    (LONG, "ours.sub.os"), (LONG, "ours.sub.sys.modules['os']"), (LONG, "ours.os"), (LONG, "ours.sub._hidden.sys"),
    (LONG, "ours.sub.deep.subprocess"), (LONG, "ours.sub.deep.er.system"), (LONG, "[ours.sub][0].os"),
    ("import ours.sub as s", "s.os"), ("import ours.sub as s", "s.pd"), ("import ours.sub as s", "s.deep._os"),
    ("import ours.deep.er", "ours.deep.er.sys"), ("import ours.deep.er", "ours.deep._os"), ("import ours.deep.er as e", "e.system"),
    ("from ours.sub import deep", "deep._os"), ("from ours.sub import deep", "deep.er.sys"),
    ("from ours.deep import er", "er.sys"), ("from ours.deep import er", "er.system"), ("from ours.sub import os", "os"),
    ("from ours import kit", "kit.os"), ("from ours import kit as k", "[k][0].os"), ("from ours import lazy", "lazy.run"),
    ("from ours import late", "late.sys"), ("from ours import Table", "Table.engine"), ("from ours import table", "table.os"),
    ("from ours import sub\nimport operator", "operator.attrgetter('os')(sub)"),
    ("from ours import sub\ndef give():\n    return sub", "give().os"),
    ("from ours import sub\nmatch sub:\n    case object(os=found):\n        pass", "found"),
    ("from ours import table\nmatch table:\n    case object(os=found):\n        pass", "found"),
    ("from ours import sub\nclass K:\n    m = sub", "K.m.os"), ("from ours import sub\nclass K:\n    m = sub", "K().m.sys"),
]
ORDINARY = [
    "from ours import total\nprint(total([1, 2]))",
    "import ours\nt = ours.Table()\nprint(t.rows(), ours.table.rows())",
    "from ours.sub import f\nprint(list(map(f, [1, 2])))",
    "import ours.sub\nprint(ours.sub.f(3))",
    "import ours.sub as s\nprint(s.f(3))",
    "from ours import Table\nclass Mine(Table):\n    def __init__(self):\n        super().__init__()\n        self.kept = 1\n"
    "    def more(self):\n        return self.kept\nprint(Mine().more())",
    "from ours.deep import er\nprint(er.g(1))",
]


class Undescribed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = pathlib.Path(cls.place.name)
        for name, text in FILES.items():
            path = cls.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (cls.folder / "policy.yaml").write_text(POLICY)

    def check(self, programs):
        """The decision of each."""
        names = []
        for number, program in enumerate(programs):
            names.append(f"p{number:03}.py")
            (self.folder / names[-1]).write_text(program + "\n")
        done = subprocess.run([PROGRAM, "check", "--policy", "./policy.yaml", "--format", "json", *names], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        verdicts = json.loads(done.stdout)["files"]
        self.assertEqual(len(verdicts), len(programs), done.stderr)
        return [verdict["verdict"] for verdict in verdicts]

    def python(self, program):
        return subprocess.run([sys.executable, "-B", "-c", program], cwd=self.folder, capture_output=True, text=True, check=False)

    def test_each_evasion_reaches_what_the_policy_never_named(self):
        shown = "".join(f"try:\n    space = {{}}\n    exec({before + chr(10) + 'reached = ' + reached!r}, space)\n"
                        f"    print(type(space['reached']).__name__)\nexcept Exception as problem:\n    print(repr(problem))\n"
                        for before, reached in EVASIONS)
        done = self.python(shown)
        kinds = dict(zip(EVASIONS, done.stdout.splitlines(), strict=True))
        allowed = {types.ModuleType.__name__, types.FunctionType.__name__, types.BuiltinFunctionType.__name__}
        self.assertEqual({e: kind for e, kind in kinds.items() if kind not in allowed}, {}, done.stderr)

    def test_the_gate_refuses_each_evasion_by_its_text(self):
        decisions = self.check([f"{before}\nreached = {reached}" for before, reached in EVASIONS])
        self.assertEqual([e for e, decision in zip(EVASIONS, decisions, strict=True) if decision != "deny"], [])

    def test_what_the_policy_lists_is_allowed_and_works(self):
        decisions = self.check(ORDINARY)
        self.assertEqual([p for p, decision in zip(ORDINARY, decisions, strict=True) if decision != "allow"], [])
        for program in ORDINARY:
            self.assertEqual(self.python(program).returncode, 0, program)


if __name__ == "__main__":
    unittest.main()
