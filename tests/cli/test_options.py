# SPDX-License-Identifier: MIT
"""Options belong to actions: what one does not take it refuses by name. Help, manual page and completion say the same."""

import functools
import os
import re
import shutil
import subprocess
import unittest

from sluice import PROGRAM, Case, call


@functools.cache
def tree():
    """Every path of the tree with its actions and options, as completion offers them."""
    nodes, paths = {}, [()]
    for path in paths:
        nodes[path] = []
        for last in ("", "-"):
            said = call("completion", "words", "--", *path, last)
            assert said.code == 0, said.err
            offered = [line.split("\t")[0] for line in said.out.splitlines() if line != "FILES"]
            nodes[path] += [word for word in offered if word not in nodes[path]]
        paths += [(*path, word) for word in nodes[path] if word[0] != "-"]
    return nodes


class Options(Case):
    def setUp(self):
        super().setUp()
        self.nodes = tree()
        self.actions = [p for p, words in self.nodes.items() if p and "usage: sluice %s ACTION" % " ".join(p) not in self.sluice(*p, "--help").out]

    def test_an_action_refuses_each_option_that_is_another_s(self):
        every = {w for words in self.nodes.values() for w in words if w.startswith("--")} - {"--help"}
        self.assertGreater(len(every), 90)
        self.assertGreater(len(self.actions), 95)
        for path in self.actions:
            foreign = every - set(self.nodes[path])
            said = self.sluice(*path, *[o + "=1" for o in sorted(foreign)])
            self.assertEqual(said.code, 2, path)
            refused = re.findall(r"^sluice: error: `sluice %s` takes no option '(--[a-z-]+)'$" % " ".join(path), said.err, re.M)
            self.assertEqual(refused, sorted(foreign), path)

    def test_what_was_taken_in_silence_is_refused_with_what_there_is(self):
        for words, knows in [(["approvals", "list", "--incident", "x"], "help: it takes --mine, --state, --limit, "),
                             (["policy", "list", "--threshold", "3", "--template", "compute"], "help: it takes --json\n"),
                             (["ledger", "show", "1", "--json"], "help: it takes --store, --trust\n"),
                             (["schema", "test", "x", "--json"], "help: it takes --dialect, --remote, --lax, --format\n")]:
            said = self.sluice(*words)
            self.assertEqual((said.code, said.out), (2, ""))
            self.assertIn(knows, said.err)

    def test_what_is_nearly_right_is_guessed(self):
        for words, guess in [(["aprovals"], "approvals"), (["approvals", "aprove"], "approve"), (["runs", "--opne"], "--open"),
                             (["approvals", "delegate", "revok", "x"], "revoke"), (["check", "--format", "sarf"], "sarif"),
                             (["policy", "new", "x", "--template", "tabels"], "tables")]:
            said = self.sluice(*words)
            self.assertEqual(said.code, 2, words)
            self.assertIn(f"did you mean '{guess}'?", said.err)
        self.assertIn("help: it knows add, list, revoke\n", self.sluice("approvals", "delegate", "zzzzzz").err)

    def test_values_are_read_in_one_voice(self):
        for words, message in [
                (["runs", "list", "--limit", "0"], "'0' is not a number from 1, which --limit requires"),
                (["runs", "list", "--limit", "-1"], "'-1' is not a number from 1, which --limit requires"),
                (["ledger", "tail", "--limit=99999999999999999999"], "is not a number from 0, which --limit requires"),
                (["ledger", "search", "--since", "soon"], "'soon' is neither a date nor a time, which --since requires"),
                (["retention", "set", "code", "--keep", "101y"], "'101y' is not a span of time up to 36600 days, which --keep requires"),
                (["retention", "set", "code", "--keep", "9223372036854775807d"], "is not a span of time"),
                (["witness", "serve", "--folder", "w", "--name", "w", "--port", "65536"], "'65536' is not a number from 1 to 65535"),
                (["run", "--json=yes"], "option '--json' takes no value"), (["run", "--goal"], "option '--goal' needs a value: WORDS"),
                (["check", "a.py"], "`sluice check` needs --policy NAME"), (["runs", "show"], "`sluice runs show` needs RUN"),
                (["version", "x"], "unexpected argument 'x' after `sluice version`"), (["help", "nothing"], "there is no `sluice nothing`")]:
            said = self.sluice(*words)
            self.assertEqual((said.code, said.out), (2, ""), words)
            self.assertIn(message, said.err)
        said = self.sluice("check", "--policy=x", "--incident=1", "--format=2", "a.py")
        self.assertIn("takes no option '--incident'", said.err)
        self.assertIn("--format does not accept '2'", said.err)


class Help(Case):
    def test_each_fits_a_screen_and_tells_every_option(self):
        for path, words in tree().items():
            said = self.sluice("help", *path)
            self.assertEqual((said.code, said.err), (0, ""), path)
            self.assertEqual(said.out, self.sluice(*path, "--help").out)
            self.assertLessEqual(said.out.count("\n"), 50, path)
            for line in said.out.splitlines():
                self.assertTrue(len(line) <= 80 or line.startswith("example: "), line)
            for word in set(words) - {"--help"}:
                self.assertIn(f"  {word} ", said.out, path)
            self.assertTrue(path == () or "example: sluice " in said.out, path)

    def test_the_manual_page_is_sound_and_whole(self):
        page = self.sluice("help", "--man").out
        for path in filter(None, tree()):
            self.assertIn("\n.SS %s\n" % " ".join(path).replace("-", "\\-"), page)
        for line in page.splitlines():
            self.assertFalse(line.startswith("'"), line)
        if shutil.which("groff"):
            done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z"], input=page.encode(), capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_completion_is_what_its_shell_reads(self):
        for shell in ["bash", "zsh", "fish"]:
            said = self.sluice("completion", shell)
            self.assertEqual(said.code, 0)
            if shutil.which(shell):
                done = subprocess.run([shell, "-n"], input=said.out.encode(), capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, b""), shell)
        self.assertEqual(self.sluice("completion", "csh").code, 2)

    # What is typed (the last word is being completed), and what each shell must offer.
    TYPED = [(["appr"], ["approvals"]), (["approvals", "delegate", ""], ["add", "list", "revoke"]), (["approvals", "list", "--mi"], ["--mine"]),
             (["check", "--format", "s"], ["sarif"]), (["run", "--policy", "--json", "--out"], ["--out"])]
    PATH = {**os.environ, "PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"}

    def test_bash_completes_verbs_actions_options_and_choices(self):
        script = self.sluice("completion", "bash").out
        for words, expected in [*self.TYPED, (["approvals", "delegate", "revoke", "--to"], [])]:
            asks = f"\nCOMP_WORDS=(sluice {' '.join(w or repr('') for w in words)}); COMP_CWORD={len(words)}; _sluice; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            done = subprocess.run(["bash"], input=(script + asks).encode(), capture_output=True, cwd=self.folder, env=self.PATH, check=False)
            self.assertEqual([w for w in done.stdout.decode().split() if w != "--help"], expected, (words, done.stderr))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes_verbs_actions_options_and_choices(self):
        script = self.sluice("completion", "fish").out
        for words, expected in self.TYPED:
            asks = f"{script}\ncomplete -C 'sluice {' '.join(words)}'\n"
            done = subprocess.run(["fish", "--no-config", "-c", asks], capture_output=True, cwd=self.folder, env=self.PATH, check=False)
            self.assertEqual(sorted(line.split("\t")[0] for line in done.stdout.decode().splitlines()), expected, (words, done.stderr))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes_verbs_actions_options_and_choices(self):
        # A terminal of zsh's own: its completion has no other way in. What it would list is told through compadd.
        self.write("_sluice", self.sluice("completion", "zsh").out)
        self.write("ask.zsh", """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            say() { zpty -w shell "$1" }
            say "stty -echo; fpath=($PWD \\$fpath); autoload -Uz compinit; compinit -u -d $PWD/dump"
            say "compadd() { local -a given; builtin compadd -O given \\"\\$@\\"; print -rl -- offered:\\$^given; builtin compadd \\"\\$@\\" }"
            say "bindkey '^I' list-choices; PS1=rea''dy"
            zpty -r shell all '*ready*'
            zpty -w -n shell $1$'\\t'$'\\x15'$'print do""ne\\n'
            zpty -r shell all '*done*'
            print -r -- $all
            """)
        for words, expected in self.TYPED:
            done = subprocess.run(["zsh", "-f", "ask.zsh", f"sluice {' '.join(words)}"], capture_output=True, cwd=self.folder, env=self.PATH, timeout=60, check=False)
            offered = [line.split("offered:")[1].strip() for line in done.stdout.decode().splitlines() if "offered:" in line]
            self.assertEqual(sorted(set(offered)), expected, (words, done.stdout, done.stderr))


if __name__ == "__main__":
    unittest.main()
