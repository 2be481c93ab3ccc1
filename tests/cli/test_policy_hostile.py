# SPDX-License-Identifier: MIT
"""Policies, suites and waivers that attack whoever reads them: each is refused at its place, or made harmless."""

import os
import re
import unittest

from sluice import Case

HEAD = b"apiVersion: sluice/v1\nid: p\nrevision: 1\n"
SUITE = b"apiVersion: sluice-test/v1\npolicy: p\ncases:\n  - {name: a, code: x = 1, expect: allow}\n"
WAIVERS = b"apiVersion: sluice-waivers/v1\n"

# What every reader of YAML refuses, behind any head: how many lines below it, and at which column (0: any).
YAML = {
    "an alias bomb": (b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", 0, 4, "anchor '&a'"),
    "a tag that makes objects": (b"title: !!python/object/apply:os.system [id]\n", 0, 8,
                                 "tag '!!python/object/apply:os.system'"),
    "an anchor": (b"title: &t text\n", 0, 8, "anchor '&t'"),
    "an alias": (b"title: *t\n", 0, 8, "alias '*t'"),
    "a merge key": (b"limits: {<<: {wall_s: 1}}\n", 0, 10, "merge key '<<'"),
    "a name twice": (b"title: a\ntitle: b\n", 1, 1, "duplicate name 'title'"),
    "a name twice, once in quotes": (b"title: a\n\"\\x74itle\": b\n", 1, 1, "duplicate name 'title'"),
    "a name twice, within": (b"limits: {wall_s: 1, wall_s: 2}\n", 0, 21, "duplicate name 'wall_s'"),
    "NEL": ("title: a\u0085id: q\n".encode(), 0, 9, "hidden line break U+0085"),
    "LS": ("title: a\u2028id: q\n".encode(), 0, 9, "hidden line break U+2028"),
    "PS in a comment": ("# a\u2029id: q\n".encode(), 0, 4, "hidden line break U+2029"),
    "a bare CR": (b"title: a\rid: q\n", 0, 9, "hidden line break: a carriage return without a line feed"),
    "bidi": ("title: a\u202eb\n".encode(), 0, 9, "invisible character U+202E"),
    "bidi in a comment": ("# a\u2066b\n".encode(), 0, 4, "invisible character U+2066"),
    "zero width": ("imports: {allow: [ma\u200bth]}\n".encode(), 0, 21, "invisible character U+200B"),
    "a tag character": ("title: a\U000e0041\n".encode(), 0, 9, "invisible character U+E0041"),
    "NUL": (b"title: a\0b\n", 0, 9, "control character U+0000"),
    "a terminal escape": (b"title: a\x1b[2J\n", 0, 9, "control character U+001B"),
    "DEL": (b"title: a\x7f\n", 0, 9, "control character U+007F"),
    "Latin-1": (b"title: \xe9\n", 0, 8, "the byte 0xe9 is not UTF-8"),
    "a surrogate": (b"title: \xed\xa0\x80\n", 0, 8, "the byte 0xed is not UTF-8"),
    "deep in brackets": (b"title: " + b"[" * 5000 + b"]" * 5000 + b"\n", 0, 39, "too many levels, more than 32"),
    "deep by indentation": (b"".join(b" " * i + b"a:\n" for i in range(200)), 32, 33, "too many levels, more than 32"),
    "a second document": (b"---\nid: q\n", 0, 1, "a second document"),
    "a list as a name": (b"? [a, b]\n: c\n", 0, 3, "a list as a name"),
    "a tab": (b"limits:\n\twall_s: 1\n", 1, 1, "a tab outside a comment"),
    "100 KB in one scalar": (b"title: " + b"x" * 100000 + b"\n", 0, 8, "too long a text, more than 65536"),
    "100,000 entries": (b"imports: {deny: [" + b"a," * 100000 + b"a]}\n", 0, 0,
                        "too many values and names, more than 50000"),
    "an exponent bomb": (b"limits: {wall_s: 1e999999999}\n", 0, 18,
                         "number with too many digits or too large an exponent"),
}

# Before any head.
WHOLE = {
    "UTF-16": (HEAD.decode().encode("utf-16"), "1:1", "the text is UTF-16"),
    "UTF-16, the other way": (HEAD.decode().encode("utf-16-be"), "1:1", "the text is UTF-16"),
    "a byte order mark": (b"\xef\xbb\xbf" + HEAD, "1:1", "the text begins with a byte order mark"),
    "a tag directive": (b"%TAG ! tag:x,2000:\n---\n" + HEAD, "1:1", "directive '%TAG'"),
    "nothing": (b"", "1:1", "the document is empty"),
    "a list": (b"- a\n", "1:1", "expected an object, found an array"),
}

NAME = "expected text that matches the pattern '^[A-Za-z0-9][A-Za-z0-9._-]*$', found the string "
MODULE = "expected text that matches the pattern '^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$', found the string "
CALL = MODULE.replace("^[A-Z", "^[.]?[A-Z")

# Behind the head of a policy, whose lines are 1 to 3.
POLICY = {
    "a path as an id": (b"", "2:5", NAME + "'../p'", HEAD.replace(b"id: p", b"id: ../p")),
    "bidi by an escape, in an id": (b"", "2:5", NAME + "'p\\u{202e}'", HEAD.replace(b"id: p", b'id: "p\\u202e"')),
    "a revision past all numbers": (b"", "3:11", "the number 99999999999999999999 is not a plain integer",
                                    HEAD.replace(b"n: 1", b"n: 99999999999999999999")),
    "a revision with an exponent": (b"", "3:11", "the number 1e3 is not a plain integer", HEAD.replace(b"n: 1", b"n: 1e3")),
    "a limit past all numbers": (b"limits: {wall_s: 9223372036854775807}\n", "4:18",
                                 "expected at most 1000000, found 9223372036854775807"),
    "a limit below zero": (b"limits: {wall_s: -1}\n", "4:18", "expected at least 0, found -1"),
    "half a limit": (b"limits: {wall_s: 1.5}\n", "4:18", "expected an integer, found the number 1.5"),
    "a limit with an exponent": (b"limits: {wall_s: 1e3}\n", "4:18", "the number 1e3 is not a plain integer"),
    "a limit in hex": (b"limits: {wall_s: 0x10}\n", "4:18", "expected an integer, found the string '0x10'"),
    "a limit that is no number": (b"limits: {wall_s: .nan}\n", "4:18", "expected an integer, found the string '.nan'"),
    "two people written with a fraction": (b"escalation: {needs: [{role: a, n: 2.0}]}\n", "4:35",
                                           "the number 2.0 is not a plain integer"),
    "a reason's length with an exponent": (b"escalation: {reason: {min: 2e1}}\n", "4:28",
                                           "the number 2e1 is not a plain integer"),
    "rows with a fraction": (b"prompt: {sample_rows: 0.0}\n", "4:23", "the number 0.0 is not a plain integer"),
    "a bound that nothing keeps": (
        b"rules:\n  - {id: r, call: range, otherwise: deny, unless: {arg: {\"0\": {is: [number], below: 1e9}}}}\n",
        "5:85", "the number 1e9 is not a plain integer"),
    "an argument past all places": (
        b"rules:\n  - {id: r, call: range, otherwise: deny, unless: {arg: {\"4294967296\": {absent: true}}}}\n", "5:58",
        "key '4294967296': expected text that matches the pattern "
        "'^([0-9]{1,3}|([0-9]{1,3}/)?[A-Za-z_][A-Za-z0-9_]*|[*])$', found '4294967296'"),
    "a time past all numbers": (b"escalation: {needs: [{role: a}], expire: 999999999999d}\n", "4:42",
                                "expected text that matches the pattern '^[1-9][0-9]{0,5}[smhd]$', "
                                "found the string '999999999999d'"),
    "a pattern that explodes": (b"escalation: {needs: [{role: a}], reason: {ticket: \"^((a{999}){999}){999}$\"}}\n", "4:51",
                                "expected a regular expression, found the string '^((a{999}){999}){999}$'"),
    "a look-alike letter": ("imports: {deny: [\u043es]}\n".encode(), "4:18", MODULE + "'\u043es'"),
    "a module with NUL": (b'imports: {allow: ["math\\0os"]}\n', "4:19", MODULE + "'math\\x00os'"),
    "a module with a blank": (b'imports: {deny: ["os "]}\n', "4:18", MODULE + "'os '"),
    "a call with a line feed": (b'calls: {deny: [{name: "eval\\n"}]}\n', "4:23", CALL + "'eval\\n'"),
    "a key with an escape": (b'"a\\e[31mb": 1\n', "4:1", "unknown key 'a\\x1b[31mb'"),
    "a virtual environment above": (b"executor: {venv: ../venv}\n", "4:18",
                                    "expected text that matches the pattern '^(/.*)?$', found the string '../venv'"),
    "a parent by its whole path": (b"extends: [/etc/passwd]\n", "4:11", NAME + "'/etc/passwd'"),
    "a parent above": (b"extends: [../../etc/passwd]\n", "4:11", NAME + "'../../etc/passwd'"),
    "a parent without end": (b"extends: [/dev/zero]\n", "4:11", NAME + "'/dev/zero'"),
    "a parent elsewhere": (b'extends: ["http://example.org/p"]\n', "4:11", NAME + "'http://example.org/p'"),
    "a parent behind NUL": (b'extends: ["pure-compute\\0.yaml"]\n', "4:11", NAME + "'pure-compute\\x00.yaml'"),
    "a parent with an escape": (b'extends: ["a\\e[2Jb"]\n', "4:11", NAME + "'a\\x1b[2Jb'"),
    "itself": (b"extends: [p]\n", "4:11", "policy 'p' extends itself"),
    "nine parents": (b"extends: [a, b, c, d, e, f, g, h, i]\n", "4:10", "expected at most 8 items, found 9"),
    "5,000 modules": (b"imports: {default: allow, deny: [" + b",".join(b"a%d" % i for i in range(5000)) + b"]}\n",
                      "4:33", "more than 4000 entries"),
    "5,000 builtins": (b"builtins: {deny: [" + b",".join(b"a%d" % i for i in range(5000)) + b"]}\n", "4:18",
                       "more than 4000 entries"),
    "5,000 calls in one": (b"calls: {deny: [{name: [" + b",".join(b"a%d" % i for i in range(5000)) + b"]}]}\n", "4:23",
                           "more than 4000 entries"),
    "5,000 rules": (b"rules:\n" + b"".join(b"  - {id: r%d, call: len, otherwise: deny}\n" % i for i in range(5000)),
                    "5:3", "more than 4000 entries"),
    "5,000 words": (b"rules:\n  - {id: r, call: len, otherwise: deny, unless: {arg: {\"0\": {one_of: [" +
                    b",".join(b"a%d" % i for i in range(5000)) + b"]}}}}\n", "5:70", "more than 4000 entries"),
}


class Hostile(Case):
    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)

    def refused(self, place, message, *words):
        """It ends with 2, says that first, and nothing that it says commands a terminal."""
        said = self.sluice(*words)
        self.assertEqual((said.code, said.out), (2, ""), said.err[:500])
        self.assertRegex(said.err.split("\n")[0], f"^{place}: error: {re.escape(message)}$")
        self.assertNotRegex(said.err, "[\x00-\x09\x0b-\x1f\x7f\u0080-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")


class Yaml(Hostile):
    def each(self, head, name, *words):
        lines = head.count(b"\n")
        for attack, (text, line, column, message) in YAML.items():
            with self.subTest(attack):
                self.put(name, head + text)
                self.refused(f"{name}:{lines + 1 + line}:{column or '[0-9]+'}", message, *words)
        for attack, (text, place, message) in WHOLE.items():
            with self.subTest(attack):
                self.put(name, text)
                self.refused(f"{name}:{place}", message, *words)

    def test_in_a_policy(self):
        self.each(HEAD, "p.yaml", "policy", "lint", "p.yaml")

    def test_in_a_parent(self):
        self.put("p.yaml", HEAD + b"extends: [q]\n")
        self.each(HEAD.replace(b"id: p", b"id: q"), "q.yaml", "policy", "show", "p.yaml")

    def test_in_a_suite(self):
        self.put("p.yaml", HEAD)
        self.each(SUITE, "p.test.yaml", "policy", "test", "p.yaml")

    def test_in_waivers(self):
        self.put("a.py", b"x = 1\n")
        self.each(WAIVERS, "w.yaml", "check", "--policy", "pure-compute", "--waivers", "w.yaml", "a.py")


class Policy(Hostile):
    def test_each_is_refused_at_its_place(self):
        for attack, (text, place, message, *head) in POLICY.items():
            with self.subTest(attack):
                self.put("p.yaml", (head[0] if head else HEAD) + text)
                self.refused(f"p.yaml:{place}", message, "policy", "show", "p.yaml")

    def test_10_megabytes(self):
        self.put("p.yaml", HEAD + b"title: " + b"x" * (10 << 20))
        self.refused("p.yaml", "'p.yaml' is larger than 1048576 bytes", "policy", "show", "p.yaml")
        self.put("p.yaml", HEAD)
        self.put("p.test.yaml", SUITE + b"# " + b"x" * (10 << 20))
        self.refused("p.test.yaml", "'p.test.yaml' is larger than 1048576 bytes", "policy", "test", "p.yaml")

    def test_entries_of_many_files_count_together(self):
        names = [b",".join(b"%c%d" % (letter, i) for i in range(3000)) for letter in b"ab"]
        self.put("q.yaml", HEAD.replace(b"id: p", b"id: q") + b"builtins: {deny: [" + names[0] + b"]}\n")
        self.put("p.yaml", HEAD + b"extends: [q]\nbuiltins: {deny: [" + names[1] + b"]}\n")
        self.refused("p.yaml:5:18", "more than 4000 entries", "policy", "show", "p.yaml")

    def test_a_harmless_name_that_is_no_text(self):
        self.put("p.yaml", HEAD.replace(b"id: p", b"id: true"))
        self.assertEqual(self.sluice("policy", "show", "p.yaml").out.split(",")[0], "true")


class Parents(Hostile):
    def chain(self, length):
        for i in range(length):
            parent = b"extends: [c%d]\n" % (i + 1) if i + 1 < length else b""
            self.put(f"c{i}.yaml", HEAD.replace(b"id: p", b"id: c%d" % i) + parent)

    def test_a_chain_of_eight_is_the_longest(self):
        self.chain(8)
        self.assertEqual(self.sluice("policy", "show", "c0.yaml").code, 0)

    def test_a_chain_of_a_thousand_ends_at_the_ninth(self):
        self.chain(1000)
        self.refused("sluice", "too many policies extend each other at 'c8.yaml'", "policy", "show", "c0.yaml")

    def test_a_ring_is_no_chain(self):
        for name, parent in [(b"a", b"b"), (b"b", b"c"), (b"c", b"a")]:
            self.put(f"{name.decode()}.yaml", HEAD.replace(b"id: p", b"id: " + name) + b"extends: [%s]\n" % parent)
        self.refused("c.yaml:4:11", "policy 'a' extends itself", "policy", "show", "a.yaml")

    def test_a_fan_of_fans_is_not_walked(self):
        for level in range(8):
            for i in range(8):
                parents = b", ".join(b"l%d-%d" % (level + 1, k) for k in range(8)) if level < 7 else b""
                self.put(f"l{level}-{i}.yaml",
                         HEAD.replace(b"id: p", b"id: l%d-%d" % (level, i)) + b"extends: [" + parents + b"]\n")
        said = self.sluice("policy", "show", "l0-0.yaml")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertEqual(said.err, (
            "sluice: error: the policy has too many files, the last of them 'l7-7.yaml'\n"
            "help: at most 32 are read; a file that is extended twice counts twice\n"))

    def test_what_is_no_file_is_not_read(self):
        self.put("p.yaml", HEAD + b"extends: [q]\n")
        os.mkfifo(self.folder / "q.yaml")
        self.refused("sluice", "'q.yaml' is not a regular file", "policy", "show", "p.yaml")
        (self.folder / "q.yaml").unlink()
        (self.folder / "q.yaml").symlink_to("/dev/zero")
        self.refused("sluice", "'q.yaml' is not a regular file", "policy", "show", "p.yaml")
        (self.folder / "q.yaml").unlink()
        (self.folder / "q.yaml").mkdir()
        self.refused("sluice", "'q.yaml' is not a regular file", "policy", "show", "p.yaml")

    def test_a_link_is_the_file_behind_it(self):
        self.put("p.yaml", HEAD + b"extends: [q]\n")
        (self.folder / "q.yaml").symlink_to("q.yaml")
        said = self.sluice("policy", "show", "p.yaml")
        self.assertEqual((said.code, said.out), (2, ""))
        self.put("other/r.yaml", HEAD.replace(b"id: p", b"id: q"))
        (self.folder / "q.yaml").unlink()
        (self.folder / "q.yaml").symlink_to("other/r.yaml")
        self.assertEqual(self.sluice("policy", "show", "p.yaml").code, 0)

    def test_a_policy_that_is_no_file_is_not_read(self):
        os.mkfifo(self.folder / "p.yaml")
        for words in (["policy", "lint"], ["policy", "show"], ["policy", "test"], ["policy", "render"]):
            self.refused("sluice", "'p.yaml' is not a regular file", *words, "p.yaml")


class Harmless(Hostile):
    """What a policy may say, and what it looks like on a terminal."""

    def test_words_reach_a_terminal_visibly(self):
        words = b"a\\e]0;owned\\a\\u202eb\\r\\n\\u0085"
        self.put("p.yaml", HEAD + b"title: \"" + words + b"\"\nbuiltins: {allow: [print, eval]}\ncalls:\n"
                 b"  deny:\n    - {name: eval, message: \"" + words + b"\", remedy: \"" + words + b"\"}\n"
                 b"imports: {deny: [{module: os, message: \"" + words + b"\"}]}\n")
        self.put("a.py", b"import os\neval('1')\n")
        for line, code in [(["check", "--policy", "p.yaml", "a.py"], 1), (["policy", "show", "p.yaml"], 0),
                           (["policy", "lint", "p.yaml"], 1), (["policy", "render", "p.yaml"], 0),
                           (["policy", "explain", "a.py", "--policy", "p.yaml"], 1),
                           (["policy", "diff", "pure-compute", "p.yaml"], 1)]:
            with self.subTest(line):
                said = self.sluice(*line)
                self.assertEqual(said.code, code, said.err)
                self.assertNotRegex(said.out + said.err, "[\x00-\x09\x0b-\x1f\x7f\u0080-\u009f\u202e]")

    def test_a_pattern_that_blows_others_up_is_linear_here(self):
        self.put("p.yaml", HEAD + b"escalation: {needs: [{role: a}], reason: {ticket: \"^(a+)+$\"}}\n")
        self.assertEqual(self.sluice("policy", "show", "p.yaml").code, 0)

    def test_a_policy_at_its_ceilings_is_judged(self):
        modules = b",".join(b"a%d" % i for i in range(4000))
        self.put("p.yaml", HEAD + b"imports: {default: allow, deny: [" + modules + b"]}\nbuiltins: {deny: [" + modules
                 + b"]}\nattributes: {deny: [" + modules + b"]}\n")
        self.put("a.py", b"import a3999\n")
        said = self.sluice("policy", "lint", "p.yaml", "--json")
        self.assertEqual(said.code, 1)
        self.assertEqual(len(said.json["files"][0]["findings"]), 2000)
        said = self.sluice("check", "--policy", "p.yaml", "--json", "a.py").json["files"][0]
        self.assertEqual([f["rule"] for f in said["findings"]], ["import.denied"])


if __name__ == "__main__":
    unittest.main()
