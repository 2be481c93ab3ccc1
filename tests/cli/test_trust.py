# SPDX-License-Identifier: MIT
"""keys, trust: what people sign with, and whom an installation trusts."""

import datetime
import os
import pty
import re
import stat
import subprocess
import unittest

from sluice import PROGRAM, Case

PASSPHRASE = b"correct horse battery\n"
FROM_STDIN = {"SLUICE_PASSPHRASE_FD": "0"}


def day(offset):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=offset)).date().isoformat()


class Keys(Case):
    def new(self, *words, **env):
        return self.sluice("keys", "new", *words, stdin=PASSPHRASE, env={**FROM_STDIN, **env})

    def test_a_key_is_made_and_shown(self):
        made = self.new("--owner", "ann", "--json", "ann.key")
        self.assertEqual(made.code, 0, made.err)
        self.assertEqual(set(made.json), {"file", "owner", "public", "keyid"})
        self.assertRegex(made.json["public"], r"^ed25519:[A-Za-z0-9_-]{43}$")
        self.assertRegex(made.json["keyid"], r"^[0-9a-f]{64}$")
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "ann.key").st_mode), 0o600)
        shown = self.sluice("keys", "show", "--json", "ann.key")
        self.assertEqual((shown.code, shown.json), (0, made.json))
        plain = self.sluice("keys", "show", "ann.key")
        self.assertIn("owner   ann\npublic  " + made.json["public"], plain.out)
        self.assertNotIn("correct horse", (self.folder / "ann.key").read_text())

    def test_a_key_is_never_written_over(self):
        self.assertEqual(self.new("ann.key").code, 0)
        before = (self.folder / "ann.key").read_bytes()
        again = self.new("ann.key")
        self.assertEqual(again.code, 2)
        self.assertIn("'ann.key' already exists", again.err)
        self.assertEqual((self.folder / "ann.key").read_bytes(), before)

    def test_a_short_or_missing_passphrase_makes_no_key(self):
        for given, words in [(b"short\n", "a passphrase must have at least 8 characters"),
                             (b"", "no passphrase was given"), (b"\n", "no passphrase was given")]:
            said = self.sluice("keys", "new", "ann.key", stdin=given, env=FROM_STDIN)
            self.assertEqual(said.code, 2, given)
            self.assertIn(words, said.err)
            self.assertFalse((self.folder / "ann.key").exists())

    def at_a_terminal(self, *answers):
        """`keys new` with a terminal of its own; an answer is typed when the prompt is there."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execve(PROGRAM, [PROGRAM, "keys", "new", "--owner", "ann", "ann.key"],
                      {key: os.environ[key] for key in ("PATH", "ASAN_OPTIONS") if key in os.environ})
        seen, answers = b"", list(answers)
        while True:
            try:
                some = os.read(terminal, 4096)
            except OSError:
                break
            if not some:
                break
            seen += some
            if answers and seen.endswith(b": "):
                os.write(terminal, answers.pop(0))
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen.decode()

    def test_a_terminal_does_not_show_the_passphrase(self):
        code, seen = self.at_a_terminal(PASSPHRASE, PASSPHRASE)
        self.assertEqual(code, 0, seen)
        self.assertIn("passphrase for the new key: \r\nthe same again: \r\n", seen)
        self.assertNotIn("correct", seen)
        self.assertIn("owner   ann", seen)

    def test_a_terminal_takes_no_for_an_answer(self):
        for answers, words in [((PASSPHRASE, b"another one\n"), "the two passphrases differ"),
                               ((b"half of it\x03",), "no passphrase was given"),
                               ((b"\x04",), "no passphrase was given"), ((b"\n",), "no passphrase was given")]:
            code, seen = self.at_a_terminal(*answers)
            self.assertEqual(code, 2, answers)
            self.assertIn(words, seen)
            self.assertFalse((self.folder / "ann.key").exists())

    def test_without_terminal_and_descriptor_there_is_no_passphrase(self):
        done = subprocess.run([PROGRAM, "keys", "new", "ann.key"], cwd=self.folder, start_new_session=True, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"there is no terminal to ask for the passphrase at", done.stderr)

    def test_the_usual_place_is_made(self):
        home = self.folder / "home"
        home.mkdir()
        said = self.new("--owner", "ann", HOME=str(home))
        self.assertEqual(said.code, 0, said.err)
        path = home / ".config/sluice/key.json"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(path.parent.stat().st_mode), 0o700)
        self.assertEqual(self.sluice("keys", "show", env={"HOME": str(home)}).code, 0)

    def test_a_key_that_others_may_read_is_not_opened(self):
        self.new("ann.key")
        os.chmod(self.folder / "ann.key", 0o644)
        said = self.sluice("keys", "show", "ann.key")
        self.assertEqual(said.code, 2)
        self.assertIn("others may read or write 'ann.key'", said.err)

    def test_ssh_agent_gets_the_key_for_a_while(self):
        """And by Argon2id itself, which the other tests leave out (quick_passphrase.c)."""
        own = {**FROM_STDIN, "LD_PRELOAD": ""}
        self.new("--owner", "ann", "ann.key", **own)
        env = {**own, "SSH_AUTH_SOCK": self.ssh_agent()}
        lent = self.sluice("keys", "agent", "--minutes", "5", "ann.key", stdin=PASSPHRASE, env=env)
        self.assertEqual((lent.code, lent.err), (
            0, "ssh-agent keeps the key of ann for 5 minutes, and asks before each signature\n"))
        listed = subprocess.run(["ssh-add", "-l"], env={**os.environ, **env}, capture_output=True, text=True, check=True)
        self.assertRegex(listed.stdout, r"^256 SHA256:\S+ ann \(ED25519\)\n$")
        gone = self.sluice("keys", "agent", "ann.key", stdin=PASSPHRASE, env={**own, "SSH_AUTH_SOCK": "/none"})
        self.assertEqual(gone.code, 2)
        self.assertIn("no ssh-agent of this user answers\nhelp: start one and name its socket in SSH_AUTH_SOCK", gone.err)

    def test_an_agent_wants_its_passphrase_and_a_sane_time(self):
        self.new("ann.key")
        env = {**FROM_STDIN, "SSH_AUTH_SOCK": self.ssh_agent()}
        wrong = self.sluice("keys", "agent", "ann.key", stdin=b"something else\n", env=env)
        self.assertEqual(wrong.code, 2)
        self.assertIn("the passphrase does not open 'ann.key'", wrong.err)
        for minutes in ("0", "x", "1441", "-1"):
            said = self.sluice("keys", "agent", "--minutes", minutes, "ann.key", stdin=PASSPHRASE, env=env)
            self.assertEqual(said.code, 2, minutes)

    def test_wrong_words_are_told(self):
        for words in ([], ["old"], ["new", "a", "b"]):
            said = self.sluice("keys", *words)
            self.assertEqual(said.code, 2, words)
            self.assertIn("sluice keys", said.err)
        self.assertEqual(self.sluice("keys", "show", "none").code, 2)
        self.assertIn("usage: sluice keys", self.sluice("keys", "--help").out)


class Trust(Case):
    def person(self, name, until=400, extra="", key_until=400):
        self.sluice("keys", "new", "--owner", name, f"{name}.key", stdin=PASSPHRASE, env=FROM_STDIN)
        line = self.sluice("keys", "public", f"{name}.key").out
        self.assertRegex(line, r'^- \{public: "ed25519:.{43}", from: \d{4}-\d\d-\d\d, until: \d{4}-\d\d-\d\d\}\n$')
        line = re.sub(r"from.*", f"from: {day(-10)}, until: {day(key_until)}}}", line)
        return (f"  - id: {name}\n    name: {name.title()} Example\n{extra}    keys:\n      {line}\n"
                f"    roles:\n      - {{role: approver, scope: \"*\", from: {day(-10)}, until: {day(until)}}}\n")

    def trust(self, *people, head=""):
        return self.write("trust.yaml", "apiVersion: sluice/v1\n" + head + "people:\n" + "".join(people))

    def test_a_key_goes_from_its_file_into_the_trust_file(self):
        self.trust(self.person("ann", extra="    login: ann\n"), self.person("bob"), head="requests: {signed: true}\n")
        said = self.sluice("trust", "check", "trust.yaml")
        self.assertEqual(said.code, 0, said.err)
        self.assertRegex(said.out, r"^trust.yaml: 2 people, sha256 [0-9a-f]{64}\n$")
        shown = self.sluice("trust", "show", "trust.yaml")
        self.assertIn("ann, Ann Example, login ann\n", shown.out)
        self.assertRegex(shown.out, r"  key   [0-9a-f]{16} +\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d  valid\n")
        self.assertRegex(shown.out, r"  role  approver for \* +\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d  valid\n")
        self.assertTrue(all(len(line) <= 80 for line in shown.out.splitlines()[1:]), shown.out)
        report = self.sluice("trust", "show", "--json", "trust.yaml").json
        self.assertEqual([p["id"] for p in report["people"]], ["ann", "bob"])
        self.assertEqual(report["people"][0]["keys"][0]["keyid"],
                         self.sluice("keys", "show", "--json", "ann.key").json["keyid"])
        self.assertEqual(report["warnings"], [])

    def test_what_ends_soon_is_said(self):
        self.trust(self.person("ann", until=20), self.person("bob", key_until=-1), self.person("cyd"))
        said = self.sluice("trust", "check", "trust.yaml")
        self.assertEqual(said.code, 0)
        self.assertIn(f"warning: the role 'approver' of 'ann' for '*' ends on {day(20)}\n", said.out)
        self.assertIn("warning: 'bob' has a role, but no key that is valid now\n", said.out)
        states = [p["keys"][0]["state"] for p in self.sluice("trust", "show", "--json", "trust.yaml").json["people"]]
        self.assertEqual(states, ["valid", "expired", "valid"])

    def test_who_is_alone_is_told(self):
        self.trust(self.person("ann"))
        self.assertIn("only one person can approve now", self.sluice("trust", "check", "trust.yaml").out)
        self.trust(self.person("bob"), head="solo: true\n")
        self.assertIn("there is no separation of duties", self.sluice("trust", "check", "trust.yaml").out)
        self.write("trust.yaml", "apiVersion: sluice/v1\npeople: []\n")
        self.assertIn("nobody can approve anything now", self.sluice("trust", "check", "trust.yaml").out)

    def test_errors_stand_at_their_places(self):
        self.trust(self.person("ann"), "  - {id: ann, name: Other}\n", head="solo: true\n")
        said = self.sluice("trust", "check", "trust.yaml")
        self.assertEqual(said.code, 1)
        self.assertIn("trust.yaml:2:7: error: 'solo' is for one person, but this file lists 2", said.err)
        self.assertIn("error: two people have the id 'ann'", said.err)
        self.assertEqual(self.sluice("trust", "show", "trust.yaml").code, 2)

    def test_a_file_that_others_may_write_is_refused(self):
        path = self.trust(self.person("ann"))
        os.chmod(path, 0o666)
        said = self.sluice("trust", "check", "trust.yaml")
        self.assertEqual(said.code, 1)
        self.assertIn("other users may write to 'trust.yaml'", said.err)

    def test_the_environment_names_the_file(self):
        path = self.trust(self.person("ann"))
        said = self.sluice("trust", "check", env={"SLUICE_TRUST": str(path)})
        self.assertEqual(said.code, 0, said.err)
        if not os.path.exists("/etc/sluice/trust.yaml"):
            none = self.sluice("trust", "check")
            self.assertEqual(none.code, 2)
            self.assertIn("there is no trust file", none.err)


if __name__ == "__main__":
    unittest.main()
