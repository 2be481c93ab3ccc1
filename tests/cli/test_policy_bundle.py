# SPDX-License-Identifier: MIT
"""policy bundle: from the author's machine to the one that runs under it, and what is refused on the way."""

import base64
import datetime
import hashlib
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from sluice import PROGRAM, Case, call

PASSPHRASE = b"correct horse battery\n"
FROM_STDIN = {"SLUICE_PASSPHRASE_FD": "0"}
TEAM = """\
apiVersion: sluice/v1
id: team
revision: %d
extends: [pure-compute]
imports:
  deny: [{module: random}]
"""
SUITE = """\
apiVersion: sluice-test/v1
policy: team
cases:
  - {name: chance, code: "import random", expect: deny, findings: {import.denied: 1}}
  - {name: sums, file: programs/sums.py, expect: allow}
"""


def day(offset):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=offset)).date().isoformat()


class Bundles(Case):
    """One author, two signers, one operator; their keys are made once, for a key costs a second."""

    @classmethod
    def setUpClass(cls):
        cls._kept = tempfile.TemporaryDirectory(prefix="sluice-test-")
        cls.addClassCleanup(cls._kept.cleanup)
        cls.kept = pathlib.Path(cls._kept.name)
        cls.public = {}
        for who in ("desk", "second"):
            made = call("keys", "new", "--owner", who, "--json", cls.kept / f"{who}.key", stdin=PASSPHRASE, env=FROM_STDIN)
            cls.public[who] = made.json["public"]
        for revision in (7, 8):
            cls.author(cls.kept, revision)
            said = cls.sign(cls.kept / f"team-{revision}.bundle", "desk", "second")
            assert said.code == 0, said.err

    @classmethod
    def author(cls, folder, revision, **changes):
        (folder / "programs").mkdir(exist_ok=True)
        (folder / "programs/sums.py").write_text("print(sum([1, 2]))\n")
        (folder / "team.yaml").write_text(changes.get("policy", TEAM % revision))
        (folder / "team.test.yaml").write_text(changes.get("suite", SUITE))
        return call("policy", "bundle", "create", "team.yaml", "--revision", revision, "--until", day(30),
                    *changes.get("words", []), cwd=folder)

    @classmethod
    def sign(cls, bundle, *signers):
        for who in signers:
            said = call("policy", "bundle", "sign", bundle, "--key", cls.kept / f"{who}.key", stdin=PASSPHRASE,
                        env=FROM_STDIN)
        return said

    def setUp(self):
        super().setUp()
        self.trust("signed: true, signatures: 2")
        self.env = {"SLUICE_TRUST": str(self.folder / "trust.yaml"), "SLUICE_STORE": f"sqlite:{self.folder}/store.db"}
        self.write("ok.py", "print(2)\n")

    def trust(self, policies):
        lines = "".join(
            f'  - {{name: {who}, purpose: policy, scope: "*", public: "{key}", from: {day(-1)}, until: {day(90)}}}\n'
            for who, key in self.public.items())
        self.write("trust.yaml", f"apiVersion: sluice/v1\npeople: []\nservices:\n{lines}policies: {{{policies}}}\n")

    def call(self, *words, **options):
        return self.sluice(*words, env={**self.env, **options.pop("env", {})}, **options)

    def install(self, revision, **options):
        return self.call("policy", "bundle", "install", self.kept / f"team-{revision}.bundle", **options)

    def check(self, policy="team", *words):
        return self.call("check", "--policy", policy, *words, "ok.py")

    # -- the way --

    def test_author_signers_operator_run(self):
        made = self.author(self.folder, 9, words=["--json"])
        self.assertEqual((made.code, made.err), (0, ""))
        self.assertEqual((made.json["file"], made.json["tests"], made.json["signatures"]), ("team-9.bundle", 2, 0))
        bundle = self.folder / "team-9.bundle"
        self.assertIn("it is not signed", self.call("policy", "bundle", "install", bundle).err)
        self.assertIn("2 tests passed, 1 signature\n", self.sign(bundle, "desk").out)
        refused = self.call("policy", "bundle", "install", bundle)
        self.assertEqual((refused.code, refused.err), (
            10, "sluice: error: the bundle 'team' revision 9 is refused: it is signed by 1 of the 2 signers that are needed\n"))
        self.assertEqual(self.call("policy", "bundle", "show", bundle).code, 1)
        self.sign(bundle, "second")
        shown = self.call("policy", "bundle", "show", bundle)
        self.assertEqual(shown.code, 0)
        self.assertIn(", desk\n", shown.out)
        self.assertTrue(shown.out.endswith("this machine accepts it\n"), shown.out)
        self.assertEqual((bundle / "team.yaml").read_text(), TEAM % 9)
        done = self.call("policy", "bundle", "install", bundle)
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertRegex(done.out, r"^team revision 9 is in force until \S+\n  offers team\n  2 tests passed\n  signed by ")
        report = self.call("policy", "bundle", "show", bundle, "--json").json
        identity = {"id": "team", "revision": 9, "sha256": made.json["sha256"]}
        self.assertEqual({k: report[k] for k in identity}, identity)
        self.assertEqual([f["name"] for f in report["files"]],
                         ["programs/sums.py", "pure-compute.yaml", "team.test.yaml", "team.yaml"])
        self.assertEqual(self.check("team", "--json").json["policy"]["bundle"], identity)
        ran = self.call("run", "--goal", "x", "--code", "ok.py", "--policy", "team", "--json")
        self.assertEqual((ran.code, ran.json["policy"]["bundle"]), (0, identity), ran.err)
        receipt = self.call("receipt", "export", ran.json["run_id"]).json
        subject = json.loads(base64.b64decode(receipt["payload"]))["predicate"]["subject"]
        self.assertEqual(subject["bundle"], identity)
        event = [json.loads(line) for line in self.call("ledger", "export", "--format", "jsonl").out.splitlines()
                 if '"policy.installed"' in line]
        self.assertEqual(len(event), 1)
        data = event[0]["data"]
        self.assertEqual((data["bundle"], data["id"], data["revision"], data["policies"], sorted(data["signers"])),
                         (identity["sha256"], "team", 9, ["team"], ["desk", "second"]))

    def test_without_a_store_none_is_made(self):
        self.env.pop("SLUICE_STORE")
        done = self.call("policy", "bundle", "install", self.kept / "team-7.bundle", env={
            "SLUICE_STORE": "", "HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state")})
        self.assertEqual(done.code, 0, done.err)
        self.assertFalse((self.folder / "state").exists())

    def test_what_is_installed_is_listed(self):
        self.assertIn("nothing is installed in ", self.call("policy", "bundle", "show").out)
        self.install(7)
        self.assertRegex(self.call("policy", "bundle", "show").out, r"^team revision 7: team\n  in force since \S+, until \S+\n$")
        path = self.folder / "bundles/team-7.bundle/bundle.json"
        path.write_bytes(path.read_bytes()[:-9])
        listed = self.call("policy", "bundle", "show", "--json")
        self.assertEqual((listed.code, listed.json[0]["in_force"]), (1, False))
        self.assertIn("is not a bundle", listed.json[0]["reason"])

    def test_waivers_and_policies_in_shadow_come_along(self):
        policy = (TEAM % 9).replace("imports:", "override: [{what: waivers, reason: for this test alone}]\nwaivers: team.waivers.yaml\nshadow: [next]\nimports:\n"
                                    "  escalate: [{module: json}]")
        waivers = ("apiVersion: sluice-waivers/v1\nwaivers:\n  - {id: W-1, rule: import.escalated, scope: {path: 'ok*.py'}, "
                   "reason: it is looked at each week, owner: ann, approver: bob, created: %s, expires: %s}\n")
        (self.folder / "next.yaml").write_text("apiVersion: sluice/v1\nid: next\nrevision: 1\n")
        (self.folder / "team.waivers.yaml").write_text(waivers % (day(-9), day(-1)))
        late = self.author(self.folder, 9, policy=policy)
        self.assertEqual((late.code, "W-1" in late.err), (2, True), late.err)
        (self.folder / "team.waivers.yaml").write_text(waivers % (day(-1), day(9)))
        made = self.author(self.folder, 9, policy=policy)
        self.assertEqual(made.code, 0, made.err)
        bundle = self.folder / "team-9.bundle"
        self.sign(bundle, "desk", "second")
        names = [f["name"] for f in self.call("policy", "bundle", "show", bundle, "--json").json["files"]]
        self.assertEqual(names, ["next.yaml", "programs/sums.py", "pure-compute.yaml", "team.test.yaml", "team.waivers.yaml",
                                 "team.yaml"])
        self.assertEqual(self.call("policy", "bundle", "install", bundle).code, 0)
        for path in (self.folder / "team.waivers.yaml", self.folder / "next.yaml", self.folder / "team.yaml"):
            path.unlink()
        self.write("ok.py", "import json\nprint(json.dumps(1))\n")
        said = self.check("team", "--json")
        self.assertEqual(said.code, 0, said.err + said.out)
        self.assertEqual({f.get("waiver", f.get("policy")) for f in said.json["files"][0]["findings"]}, {"W-1", "next"})

    def test_unsigned_waivers_are_refused_where_policies_are_signed(self):
        self.install(7)
        entry = {"id": "W-2", "rule": "import.escalated", "scope": {"path": "ok*.py"}, "reason": "for this test alone",
                 "owner": "ann", "approver": "bob", "created": day(-1), "expires": day(9)}
        self.write("mine.yaml", {"apiVersion": "sluice-waivers/v1", "waivers": [entry]})
        said = self.check("team", "--waivers", "mine.yaml")
        self.assertEqual((said.code, said.out), (10, ""))
        self.assertIn("waiver 'W-2' is not signed, but this machine requires signed policies\n", said.err)
        self.assertIn("help: name the file in the policy, so that its bundle contains it\n", said.err)
        del entry["approver"]
        self.write("mine.yaml", {"apiVersion": "sluice-waivers/v1", "waivers": [{**entry, "evidence": "{}"}]})
        said = self.check("team", "--waivers", "mine.yaml")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertIn("error: the evidence: ", said.err)

    def test_what_is_offered_is_listed_and_named(self):
        self.install(7)
        listed = {p["name"]: p.get("bundle", {}).get("revision") for p in self.call("policy", "list", "--json").json}
        self.assertEqual((listed["team"], listed["pure-compute"]), (7, None))
        self.assertIn(" (bundle team revision 7)\n", self.call("policy", "list").out)
        ran = self.call("run", "--goal", "x", "--code", "ok.py", "--policy", "team")
        self.assertRegex(ran.out, r"\n  bundle  team, revision 7, sha256 [0-9a-f]{12}…\n")
        run = ran.out.split("\n", 1)[0]
        self.assertRegex(self.call("receipt", "show", run).out, r"\n  bundle +team, revision 7, sha256\n")
        self.assertEqual(self.call("runs", "replay", run).code, 0)
        self.install(8)
        again = self.call("runs", "replay", run)
        self.assertEqual(again.code, 10)
        self.assertIn("here revision 8 is in force", again.err)

    def test_a_bundles_digest_is_the_files(self):
        plain = self.sluice("check", "--policy", self.kept / "team.yaml", "--json", "ok.py").json["policy"]
        self.install(8)
        bundled = self.check("team", "--json").json["policy"]
        self.assertEqual(bundled.pop("bundle")["id"], "team")
        self.assertEqual(bundled, plain)

    def test_a_bundle_is_read_before_it_is_signed_but_judges_nothing(self):
        self.install(7)
        bundle = self.kept / "team-8.bundle"
        said = self.call("policy", "diff", "team", bundle)
        self.assertEqual((said.code, said.out), (0, "team revision 7 -> team revision 8\nthey decide the same\n"))
        self.assertEqual(self.call("policy", "diff", f"{bundle}/team", "team").code, 0)
        self.assertIn("the bundle 'team' has no policy 'else'", self.call("policy", "show", f"{bundle}/else").err)
        said = self.check(bundle)
        self.assertEqual(said.code, 2)
        self.assertIn("is a bundle, not a policy\nhelp: install the bundle, then name its policy\n", said.err)

    def test_the_trust_file_is_checked_for_signers(self):
        self.trust("signed: true, signatures: 3")
        said = self.call("trust", "check")
        self.assertIn("policies: signed by 3\n", said.out)
        self.assertIn("warning: a bundle of policies needs 3 signers, and 2 could sign one now\n", said.out)
        self.trust("signed: true, signatures: 2, shipped: true")
        said = self.call("trust", "check")
        self.assertIn("policies: signed by 2, or shipped with this program\n", said.out)
        self.assertNotIn("signers", said.out)

    # -- where signatures are asked for --

    def test_no_other_policy_is_taken(self):
        self.install(7)
        shutil.copy(self.kept / "team.yaml", self.folder)
        self.write("task.yaml", "apiVersion: sluice/v1\ngoal: x\npolicy: ./team.yaml\noutput: {schema: {}}\n")
        self.write("named.yaml", "apiVersion: sluice/v1\ngoal: x\npolicy: pure-compute\noutput: {schema: {}}\n")
        for words in (["check", "--policy", "team.yaml", "ok.py"], ["check", "--policy", "./team.yaml", "ok.py"],
                      ["run", "--code", "ok.py", "task.yaml"], ["submit", "--code", "ok.py", "task.yaml"]):
            said = self.call(*words)
            self.assertEqual(said.code, 10, words)
            self.assertIn("the policy 'team' is not from an installed bundle, and this machine accepts no others", said.err)
            self.assertIn("trust.yaml' says 'signed': `sluice policy bundle` makes, signs and installs one", said.err)
        for words in (["check", "--policy", "pure-compute", "ok.py"], ["run", "--code", "ok.py", "named.yaml"]):
            said = self.call(*words)
            self.assertEqual(said.code, 10, words)
            self.assertIn("'shipped: true' beside it would let in what came with this program", said.err)
        self.assertEqual(self.call("runs", "list").out, "no runs\n")

    def test_shipped_policies_count_where_the_trust_file_says_so(self):
        self.trust("signed: true, shipped: true")
        self.assertEqual(self.check("pure-compute").code, 0)
        self.write("mine.yaml", "apiVersion: sluice/v1\nid: pure-compute\nrevision: 9\nextends: [pure-compute]\n")
        self.assertEqual(self.check("mine.yaml").code, 10)

    def test_a_folder_that_is_gone_is_no_folder_without_bundles(self):
        gone = self.folder / "gone"
        self.trust(f"signed: true, shipped: true, folder: {gone}")
        said = self.check("pure-compute")
        self.assertEqual(said.code, 10, said.err)
        self.assertIn(f"the folder of bundles, '{gone}', is not there", said.err)
        gone.mkdir()
        self.assertEqual(self.check("pure-compute").code, 0)

    def test_a_bundle_that_does_not_hold_is_not_replaced_by_a_shipped_policy(self):
        self.trust("signed: false, shipped: true")
        self.install(7)
        self.assertEqual(self.check().code, 0)
        state = self.folder / "bundles/installed.json"
        state.write_text(state.read_text().replace('"policies":["team"]', '"policies":["pure-compute"]'))
        said = self.check("pure-compute")
        self.assertEqual((said.code, said.err), (2, "sluice: error: the bundle 'team' has no policy 'pure-compute'\n"))

    def test_an_edited_bundle_is_refused_at_each_load(self):
        self.install(7)
        folder = self.folder / "bundles/team-7.bundle"
        edited = (folder / "team.yaml").read_text().replace("random", "string")
        (folder / "team.yaml").write_text(edited)
        self.refused_at_each_load("'team.yaml' differs from the file that the list names")
        was, now = (hashlib.sha256(text.encode()).hexdigest().encode() for text in (TEAM % 7, edited))
        envelope = json.loads((folder / "bundle.json").read_text())
        statement = base64.b64decode(envelope["payload"])
        self.assertIn(was, statement)
        envelope["payload"] = base64.b64encode(statement.replace(was, now)).decode()
        (folder / "bundle.json").write_text(json.dumps(envelope, separators=(",", ":"), sort_keys=True))
        self.refused_at_each_load("is not the bundle 'team' revision 7 that was installed")

    def refused_at_each_load(self, message):
        for words in (["check", "--policy", "team", "ok.py"], ["submit", "--goal", "x", "--code", "ok.py", "--policy", "team"]):
            said = self.call(*words)
            self.assertIn(said.code, (2, 10), words)
            self.assertIn(message, said.err)

    def test_a_worker_takes_no_other_revision_than_its_own(self):
        self.install(7)
        run = self.call("submit", "--goal", "x", "--code", "ok.py", "--policy", "team", "--json").json["run_id"]
        self.install(8)
        worked = self.call("worker", "--once")
        self.assertIn("it was asked for under revision 7 of the bundle 'team'; here revision 8 is in force", worked.err)
        shown = self.call("runs", "show", run).out
        self.assertIn("here revision 8 is in force", shown)
        self.assertNotIn("running", shown)

    def test_a_run_that_was_asked_for_without_a_bundle_is_not_worked_where_one_is_needed(self):
        self.trust("signed: false")
        self.call("submit", "--goal", "x", "--code", "ok.py", "--policy", "pure-compute")
        self.trust("signed: true")
        with (self.folder / "trust.yaml").open("a") as file:
            file.write("revision: 1\n")
        self.assertEqual(self.call("trust", "adopt", "trust.yaml").code, 0)
        worked = self.call("worker", "--once")
        self.assertIn("the policy 'pure-compute' is not from an installed bundle", worked.err)

    # -- refused --

    def test_rollback_is_refused_and_the_last_good_one_stays(self):
        self.assertEqual(self.install(8).code, 0)
        said = self.install(7)
        self.assertEqual((said.code, said.err), (
            10, "sluice: error: the bundle 'team' was at revision 8 here, and never goes back to 7\n"
            "help: nothing was changed: 'team' revision 8 stays in force\n"))
        self.author(self.folder, 8, words=["--from", day(0)])
        self.sign(self.folder / "team-8.bundle", "desk", "second")
        said = self.call("policy", "bundle", "install", "team-8.bundle")
        self.assertIn("the bundle 'team' revision 8 was installed with other content", said.err)
        again = self.install(8)
        self.assertRegex(again.out, "^team revision 8 was already in force")
        self.assertEqual(self.check().code, 0)

    def test_tests_that_fail_or_are_missing_stop_the_author(self):
        for changes, message in [
                ({"suite": SUITE.replace("import random", "import math")},
                 "the test 'chance' of policy 'team' fails: want deny: import.denied at line 1, got allow"),
                ({"suite": SUITE.replace("sums.py", "none.py")}, "can't open './programs/none.py'"),
                ({"policy": TEAM % 1 + "extra: 1\n"}, "'extra'")]:
            said = self.author(self.folder, 7, **changes)
            self.assertNotEqual(said.code, 0)
            self.assertIn(message.replace("./", ""), said.err.replace("./", ""))
        (self.folder / "team.test.yaml").unlink()
        self.write("team.yaml", TEAM % 1)
        said = self.sluice("policy", "bundle", "create", "team.yaml", "--revision", "1", "--until", day(3))
        self.assertEqual((said.code, "policy 'team' has no tests" in said.err), (2, True))
        self.assertEqual(list(self.folder.glob("*.bundle")), [])

    def test_who_signs_runs_the_tests_again(self):
        self.author(self.folder, 7)
        path = self.folder / "team-7.bundle"
        (path / "programs/sums.py").write_text("import random\n")
        said = self.sign(path, "desk")
        self.assertIn("'programs/sums.py' differs from the file that the list names", said.err)

    def test_mistakes(self):
        self.author(self.folder, 7)
        for words, code, message in [
                (["create", "team.yaml"], 2, "needs --revision N"),
                (["create", "team.yaml", "--revision", "0", "--until", day(1)], 2, "'0' is not a number from 1"),
                (["create", "team.yaml", "--revision", "1", "--until", "soon"], 2, "'soon' is neither a date nor a time"),
                (["create", "team.yaml", "--revision", "1", "--until", day(-1)], 2, "validity ends before it begins"),
                (["create", "team.yaml", "--revision", "1", "--until", day(1), "--id", "A/b"], 2, "'A/b' is not an id for a bundle"),
                (["create", "team.yaml", "--revision", "7", "--until", day(1)], 2, "'team-7.bundle' already exists"),
                (["show", "team.yaml"], 2, "can't open 'team.yaml/bundle.json'"),
                (["show", "none"], 2, "can't open 'none/bundle.json'"),
                (["instal"], 2, "did you mean 'install'?"),
                (["sign"], 2, "`sluice policy bundle sign` needs BUNDLE")]:
            said = self.call("policy", "bundle", *words)
            self.assertEqual(said.code, code, words)
            self.assertIn(message, said.err)
        self.assertIn("example: sluice policy bundle create", self.call("policy", "bundle", "--help").out)
        said = self.sluice("policy", "bundle", "install", "team-7.bundle", env={"HOME": str(self.folder)})
        self.assertIn("there is no trust file: name one with --trust or SLUICE_TRUST", said.err)

    # -- a disk that is full, a process that is killed --

    def test_a_full_disk_changes_nothing(self):
        self.install(7)

        def no_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        done = subprocess.run([PROGRAM, "policy", "bundle", "install", self.kept / "team-8.bundle"], capture_output=True,
                              env={"PATH": "/usr/bin:/bin", "SLUICE_TRUST": self.env["SLUICE_TRUST"]},
                              preexec_fn=no_room, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"can't write '", done.stderr)
        self.assertIn(b"help: nothing was changed: 'team' revision 7 stays in force", done.stderr)
        self.assertEqual(sorted(p.name for p in (self.folder / "bundles").iterdir() if p.name != "seen"),
                         ["installed.json", "lock", "team-7.bundle"])
        self.assertEqual(self.check("team", "--json").json["policy"]["bundle"]["revision"], 7)

    def test_a_killed_installation_is_whole_or_not_at_all(self):
        self.install(7)
        seen = set()
        for step in range(24):
            one = subprocess.Popen([PROGRAM, "policy", "bundle", "install", self.kept / "team-8.bundle"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={"PATH": "/usr/bin:/bin", "SLUICE_TRUST": self.env["SLUICE_TRUST"]})
            time.sleep(step / 2000)
            one.kill()
            one.wait()
            report = self.check("team", "--json")
            self.assertEqual(report.code, 0, report.err)
            seen.add(report.json["policy"]["bundle"]["revision"])
        self.assertLessEqual(seen, {7, 8})
        self.assertEqual(self.install(8).code, 0)
        left = {p.name for p in (self.folder / "bundles").iterdir()}
        self.assertEqual(left - {"seen", "team-7.bundle"}, {"installed.json", "lock", "team-8.bundle"})

    def test_others_may_not_write_to_the_folder(self):
        self.install(7)
        os.chmod(self.folder / "bundles", 0o777)
        said = self.check()
        self.assertEqual(said.code, 2)
        self.assertIn("other users may write to '", said.err)


if __name__ == "__main__":
    unittest.main()
