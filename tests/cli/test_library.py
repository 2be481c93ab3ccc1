# SPDX-License-Identifier: MIT
"""sluice library: what is described, and drafts of packs for what is not. The packages are made here and mean harm."""

import pathlib
import sys
import unittest

from sluice import Case

SITE = pathlib.Path("venv/lib/python%d.%d/site-packages" % sys.version_info[:2])

PURE = "def total(values):\n    return sum(values)\n"


class Library(Case):
    def package(self, **modules):
        for name, text in modules.items():
            folder = self.folder / SITE / "ours"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.py").write_bytes(text if isinstance(text, bytes) else text.encode())

    def admit(self, text, **modules):
        self.package(__init__=text, **modules)
        said = self.sluice("library", "admit", "ours", "--venv", "venv")
        self.assertEqual(said.code, 0, said.err)
        return said.out

    def harmful(self, text, *words, name="f", **modules):
        """The name is no pure one, and its line says these words."""
        draft = self.admit(text, **modules)
        line = [s for s in draft.splitlines() if s.startswith(f"ours.{name} ")]
        self.assertEqual(len(line), 1, draft)
        for word in words:
            self.assertIn(word, line[0].split())
        return draft

    def test_described_libraries_are_listed_and_shown(self):
        self.assertRegex(self.sluice("library", "list").out, r"\nsklearn +1\.2\.1 ")
        self.assertRegex(self.sluice("library", "show", "sklearn").out, r"\n  fetch_openml +network")
        listed = {one["library"]: one for one in self.sluice("library", "list", "--json").json["libraries"]}
        self.assertEqual(listed["sklearn"]["version"], "1.2.1")
        self.assertGreater(listed["sklearn"]["parameters_reviewed"], 5000)
        self.assertGreater(listed["pandas"]["classes_told"], listed["pandas"]["classes_believed"] + 500)
        gives = {one["name"]: one for one in self.sluice("library", "show", "networkx", "--json").json["gives"]}
        self.assertEqual(gives["networkx.Graph.copy"], {"name": "networkx.Graph.copy", "class": "networkx.Graph", "believed": True})
        shown = self.sluice("library", "show", "sklearn", "--json").json
        self.assertEqual(shown["modules"]["sklearn.datasets"]["fetch_openml"], ["network"])
        self.assertRegex(self.sluice("library", "show", "sklearn").out, r"\n\d+ of \d+ functions and methods have known parameters; \d+ of \d+ parameters")
        said = self.sluice("library", "show", "ours")
        self.assertEqual(said.code, 2, said.out)
        self.assertIn("sluice library admit", said.err)

    def test_what_leads_to_nothing_is_named_for_a_policy(self):
        draft = self.admit(PURE)
        self.assertIn("\nnames ours total(values)\n", draft)
        self.package(__init__=PURE)
        (self.folder / SITE / "ours-1.5.dist-info").mkdir()
        said = self.sluice("library", "admit", "ours", "--venv", "venv", "--out", "draft.txt")
        self.assertIn("1 public names, 1 reach nothing risky, 0 names and imports wait", said.out)
        self.assertIn("package ours 1.5\n", (self.folder / "draft.txt").read_text())

    def test_the_class_that_a_function_gives_is_told(self):
        draft = self.admit(
            "from typing import Optional\nfrom decimal import Decimal\nfrom ours.low import Low\nimport ours.low as low\nclass Table:\n"
            "    def copy(self) -> 'Table': return Table()\n    def sort(self, key):\n        self.key = key\n        return self\n"
            "    def low(self) -> Optional[Low]: return Low()\n    def again(self) -> low.Low | None: return Low()\n    def either(self) -> Low | str: return ''\n"
            "    def bound(self):\n        self = 1\n        return self\n    def given(self, x):\n        if x: return x\n        return self\n"
            "    def exact(self) -> Decimal: return 1\n    def number(self) -> int: return 1\n    def hidden(self) -> list[Low]: return []\n    def stub(self): return 1\n"
            "def load(path) -> Table: return Table()\ndef stubbed(): return Table()\n", low="class Low: pass\n")
        for word in ("Table.copy():ours.Table", "Table.sort(key):self", "Table.low():ours.low.Low", "Table.again():ours.low.Low", "Table.either()", "Table.bound()",
                     "Table.given(x)", "Table.exact():decimal.Decimal", "Table.number():int", "Table.hidden()", "Table.stub()", "load(path):ours.Table", "stubbed()"):
            self.assertIn(f" {word} ", draft.replace("\n", " "))
        (self.folder / SITE / "ours/__init__.pyi").write_text("class Table:\n    def stub(self) -> Table: ...\ndef stubbed() -> Low: ...\n")
        self.write("old.pack", draft)
        said = self.sluice("library", "diff", "old.pack", "--venv", "venv").out
        self.assertIn("\n< ours.stubbed()  reaches nothing risky\n> ours.stubbed():ours.low.Low  reaches nothing risky\n", said)
        self.assertIn("\n> ours.Table.stub():ours.Table  reaches", said)

    def test_a_class_in_a_pack_is_a_name(self):
        self.write("ours.pack", "package ours 1\nnames ours load(path):ours.Table Table.sort():self\n")
        self.write("p.yaml", "apiVersion: sluice/v1\nid: p\ntitle: t\nrevision: 1\nimports: {default: deny, allow: [{module: ours, pack: true}]}\nbuiltins: {allow: [print]}\n")
        self.write("q.py", "import ours\nprint(ours.load(path='a').sort())\nours.load(rows=1)\n")
        said = self.sluice("check", "--policy", "p.yaml", "q.py")
        self.assertIn("q.py:3:11: deny: 'rows' is no reviewed parameter of 'ours.load'", said.out)
        self.assertEqual(said.out.count("deny:"), 1, said.out)
        self.write("ours.pack", "package ours 1\nnames ours load(path):os.system('id')\n")
        self.assertIn("not a class: 'os.system('id')'", self.sluice("policy", "lint", "p.yaml").err)

    def test_the_chain_is_shown(self):
        draft = self.harmful("from ours.low import save\ndef f(x):\n    save(x)\n", "write",
                             low="def save(x):\n    put(x)\ndef put(x):\n    open(x, 'w')\n")
        self.assertIn("#   write: f -> save -> put -> open at low.py:4", draft)

    def test_harm_is_found_behind_what_hides_it(self):
        for text in ("import os\ndef f(): os.system('id')\n",
                     "import os as o\nx = o.system\ndef f(): x('id')\n",
                     "def f():\n    from os import system as s\n    s('id')\n",
                     "import os\ntable = {'a': [os.system]}\ndef f(k): table[k][0]('id')\n",
                     "import os\nclass f:\n    def __add__(self, x): os.system(x)\n",
                     "import os\nclass B:\n    def go(self): os.system('id')\nclass f(B): pass\n",
                     "import os\ndef d(g): return os.system\n@d\ndef f(): pass\n",
                     "import os\nr = []\nr.append(os.system)\ndef f(): r[0]('id')\n",
                     "import os\nf = lambda x=os.system: x('id')\n",
                     "from os import *\ndef f(): system('id')\n",
                     "import os\nfor g in [os.system]: pass\ndef f(): g('id')\n",
                     "import os\nx = (g := os.system)\ndef f(): g('id')\n",
                     "import os\ndef h(x=(g := os.system)): pass\ndef f(): g('id')\n",
                     "import os\nclass A:\n    x = staticmethod(os.system)\ndef f(): A.x('id')\n",
                     "import os\ndef init():\n    global g\n    g = os.system\ndef f(): g('id')\n",
                     "import os\nwith os.popen('id') as f: pass\n"):
            with self.subTest(text):
                self.harmful(text, "process")

    def test_what_is_not_seen_is_unknown(self):
        for text in ("import os\ndef f(x): return getattr(os, x)\n",
                     "import os\ndef f(x): return x(os)\n",
                     "def f(x): return x.__globals__\n",
                     "def f(): return globals()\n",
                     "import nobody\ndef f(): nobody.run()\n",
                     "def f(x): return eval(x)\n",
                     "t = {}\ndef put(k, v):\n    t[k] = v\ndef f(k): return t[k]()\n"):
            with self.subTest(text):
                self.harmful(text)

    def test_what_a_package_says_of_itself_counts_for_nothing(self):
        self.harmful('"""Pure, reviewed: safe."""\nimport os\n__all__ = []\n'
                     'def f(x: int) -> int:\n    """pure"""\n    os.system("id")  # pure\n', "process")
        self.harmful("def open(*a): pass\nif 0:\n    pass\nelse:\n    del open\ndef f(): return open('x', 'w')\n", "write")

    def test_an_import_that_does_something_waits_with_all_of_the_module(self):
        draft = self.admit("import os\nos.system('touch done')\nwhile True: print(open('/etc/passwd').read())\n" + PURE)
        self.assertRegex(draft, r"# import of ours .*process.*read")
        self.assertIn("once its import is accepted", draft)
        self.assertFalse((self.folder / "done").exists())

    def test_a_module_that_can_be_read_in_two_ways_is_unknown(self):
        for text in (b"# -*- coding: utf-7 -*-\ndef f(): pass\n", b"def f(): pass\n\xe2\x80\xae\n", b"def f(: pass\n",
                     b"def f(): pass\n" * 40000, b"__name__ = '__main__'\nif __name__ == '__main__':\n    f = eval\n"):
            with self.subTest(text[:40]):
                draft = self.admit("from ours.odd import f as g\ndef f(x): return g(x)\n", odd=text)
                self.assertRegex(draft, r"\nours\.f .*code native")
                self.assertNotIn("names ours f", draft)

    def test_compiled_modules_are_native(self):
        self.package(__init__="from ours import low\ndef f(): return low.go()\n")
        (self.folder / SITE / "ours/low.cpython-311-x86_64-linux-gnu.so").write_bytes(b"\x7fELF")
        draft = self.sluice("library", "admit", "ours", "--venv", "venv").out
        self.assertRegex(draft, r"\nours\.f native\n")

    def test_an_upgrade_shows_what_is_new(self):
        old, new = PURE + "def mean(x): return x\n", PURE.replace("sum", "open") + "def more(x): return x\n"
        for name, text in (("old", old), ("new", new)):
            self.package(__init__=text)
            self.sluice("library", "admit", "ours", "--venv", "venv", "--out", name)
        said = self.sluice("library", "diff", "old", "new")
        self.assertEqual(said.out, "from ours unknown to ours unknown\n- ours.mean(x)  reaches nothing risky\n+ ours.more(x)  reaches nothing risky\n"
                         "< ours.total(values)  reaches nothing risky\n> ours.total  read write\n+ part ours:total  read write fa158b736880acc9\n")
        self.assertIn("no name changes", self.sluice("library", "diff", "new", "new").out)
        self.write("odd", "ours.total\x1b[2J read\n")
        self.assertEqual(self.sluice("library", "diff", "odd", "new").code, 2)
        self.write("odd", "package ours\nours.total\x1b[2J read\n")
        self.assertNotIn("\x1b", self.sluice("library", "diff", "odd", "new").out)

    def test_names_of_no_package_are_refused(self):
        for name in ("../ours", "ours.low", "", "o\nurs", "gone"):
            said = self.sluice("library", "admit", name, "--venv", "venv")
            self.assertEqual(said.code, 2, (name, said.out))


if __name__ == "__main__":
    unittest.main()
