# SPDX-License-Identifier: MIT
"""Profiles: the settings of a policy under other names, which a task chooses and nobody stretches."""
import json
import sqlite3

from engines import Stored

HEAD = "apiVersion: sluice/v1\nid: {}\nrevision: 1\nextends: [{}]\n"
POLICY = HEAD.format("team", "pure-compute") + """\
profiles:
  quick:
    limits: {wall_s: 1, memory_mb: 64}
    executor: {require: [extra_guarantee]}
    output: {framing: json}
  long:
    override: [{what: limits, reason: "monthly reports take their time"}]
    limits: {wall_s: 60}
"""


class Profiles(Stored):
    def setUp(self):
        super().setUp()
        self.write("team.yaml", POLICY)
        self.write("c.py", "print(1)\n")

    def shown(self, name="team.yaml"):
        said = self.call("policy", "show", name, "--json")
        self.assertEqual(said.code, 0, said.err)
        return {p["name"]: p for p in said.json["profiles"]}, said.json

    def broken(self, text, message, parent="pure-compute"):
        self.write("bad.yaml", HEAD.format("bad", parent) + text)
        said = self.call("policy", "show", "bad.yaml")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertIn(message, said.err)
        self.assertTrue(said.err.startswith("bad.yaml:"), said.err)

    def test_a_profile_is_the_policy_but_for_what_it_says(self):
        profiles, policy = self.shown()
        self.assertEqual((policy["limits"]["wall_ms"], profiles["quick"]["limits"]["wall_ms"],
                          profiles["long"]["limits"]["wall_ms"]), (5000, 1000, 60000))
        self.assertEqual(profiles["quick"]["limits"]["cpu_ms"], policy["limits"]["cpu_ms"])
        self.assertEqual(policy["require"], profiles["long"]["require"])
        self.assertEqual(profiles["quick"]["require"], [*policy["require"], "extra_guarantee"])
        self.assertEqual(len({policy["sha256"], profiles["quick"]["sha256"], profiles["long"]["sha256"]}), 3)

    def test_lists_of_two_profiles_do_not_run_into_each_other(self):
        names = [f"n{i}" for i in range(12)]
        text = HEAD.format("many", "pure-compute") + "executor: {require: [a, b, c]}\nprofiles:\n" + "".join(
            f"  {n}: {{executor: {{require: [{n}]}}}}\n" for n in names)
        self.write("many.yaml", text)
        profiles, policy = self.shown("many.yaml")
        for name in names:
            self.assertEqual(profiles[name]["require"], [*policy["require"], name])
        self.assertEqual(policy["require"][-3:], ["a", "b", "c"])

    def test_it_loosens_with_a_reason_alone(self):
        self.broken("profiles: {long: {limits: {wall_s: 60}}}\n", "'wall_s' loosens 'limits' of the policy")
        self.broken("override: [{what: limits, reason: of the policy alone}]\nlimits: {wall_s: 6}\n"
                    "profiles: {long: {limits: {wall_s: 60}}}\n", "'wall_s' loosens 'limits' of the policy")
        self.broken("profiles: {loud: {prompt: {sample_rows: 10}}}\n", "'sample_rows' loosens 'prompt'")
        self.broken("profiles: {lax: {output: {leaks: allow}}}\n", "'leaks' loosens 'output'")
        self.broken("profiles: {lax: {escalation: {on_evasion: escalate}}}\n", "'on_evasion' loosens 'escalation'")

    def test_what_was_locked_stays_so(self):
        self.write("hard.yaml", HEAD.format("hard", "pure-compute") + "locked: [limits]\n")
        self.broken("profiles: {long: {override: [{what: limits, reason: it takes long}], limits: {wall_s: 60}}}\n",
                    "'wall_s' loosens 'limits', which is locked", "hard")
        self.write("own.yaml", HEAD.format("own", "pure-compute") + "locked: [limits]\n"
                   "profiles: {long: {override: [{what: limits, reason: it takes long}], limits: {wall_s: 60}}}\n")
        self.assertEqual(self.shown("own.yaml")[0]["long"]["limits"]["wall_ms"], 60000)

    def test_a_profile_holds_nothing_that_the_check_reads(self):
        for key in ("imports: {allow: [os]}", "rules: []", "waivers: w.yaml", "executor: {packages: true}",
                    "executor: {venv: /x}", "tier: native", "profiles: {}"):
            self.broken(f"profiles: {{x: {{{key}}}}}\n", "unknown key")

    def test_a_child_inherits_what_tightens(self):
        self.write("child.yaml", HEAD.format("child", "team") + "limits: {wall_s: 3, memory_mb: 32}\n")
        profiles, policy = self.shown("child.yaml")
        self.assertEqual(policy["limits"]["wall_ms"], 3000)
        self.assertEqual(profiles["long"]["limits"]["wall_ms"], 3000)
        self.assertEqual((profiles["quick"]["limits"]["wall_ms"], profiles["quick"]["limits"]["memory_bytes"]),
                         (1000, 32 << 20))
        self.write("child.yaml", HEAD.format("child", "team") + "limits: {wall_s: 3}\nprofiles: {quick: {limits: "
                   "{wall_s: 2}, override: [{what: limits, reason: it is not that quick}]}}\n")
        self.assertEqual(self.shown("child.yaml")[0]["quick"]["limits"]["wall_ms"], 2000)

    def test_names_that_are_none_are_told(self):
        self.write("task.yaml", "goal: add\npolicy: ./team.yaml\nprofile: qick\noutput: {schema: {}}\n")
        for words in (["run"], ["submit"]):
            said = self.call(*words, "task.yaml", "--code", "c.py")
            self.assertEqual((said.code, said.out), (2, ""))
            self.assertEqual(said.err, "task.yaml:3:10: error: policy 'team' has no profile 'qick'\n"
                             "    3 | profile: qick\n      |          ^^^^\nhelp: did you mean 'quick'?\n")
        self.write("task.yaml", "goal: add\npolicy: ./team.yaml\noutput: {schema: {}}\n")
        said = self.call("run", "task.yaml", "--code", "c.py", "--profile", "zzz")
        self.assertEqual((said.code, said.out), (2, ""))
        self.assertIn("policy 'team' has no profile 'zzz'\nhelp: `sluice policy show` lists the policy's profiles", said.err)
        said = self.call("run", "task.yaml", "--code", "c.py", "--profile", "quick", "--policy", "pure-compute")
        self.assertIn("has no profile 'quick'\nhelp: the policy has no profiles", said.err)

    def subject(self, run):
        stored = self.call("runs", "show", run, "--json").json
        with sqlite3.connect(self.folder / "store" / "store.db") as db:
            return json.loads(db.execute("SELECT bytes FROM content WHERE sha256 = ?",
                                         (stored["subject_sha256"],)).fetchone()[0])

    def test_a_run_has_the_limits_of_its_profile_and_says_which(self):
        self.write("team.yaml", POLICY.replace("    executor: {require: [extra_guarantee]}\n", ""))
        self.write("task.json", {"goal": "add", "policy": "./team.yaml", "profile": "quick", "output": {"schema": {}}})
        run = self.call("run", "task.json", "--code", "c.py", "--json")
        self.assertEqual(run.code, 0, run.out + run.err)
        self.assertEqual((run.json["policy"]["name"], run.json["policy"]["profile"]), ("team", "quick"))
        subject = self.subject(run.json["run_id"])
        self.assertEqual((subject["v"], subject["policy"]["profile"]), (2, "quick"))
        self.assertEqual(subject["policy"]["sha256"], self.shown()[0]["quick"]["sha256"])
        self.assertEqual(subject["box"]["limits"]["wall_ms"], 1000)
        said = self.call("run", "task.json", "--code", "c.py", "--profile", "long", "--json")
        self.assertEqual(self.subject(said.json["run_id"])["box"]["limits"]["wall_ms"], 60000)

    def test_a_worker_has_the_profile_of_the_stored_task(self):
        self.write("team.yaml", POLICY.replace("    executor: {require: [extra_guarantee]}\n", ""))
        self.write("task.json", {"goal": "add", "policy": "./team.yaml", "output": {"schema": {}}})
        asked = self.call("submit", "task.json", "--code", "c.py", "--profile", "quick", "--json")
        self.assertEqual(asked.code, 0, asked.err)
        (self.folder / "team.yaml").unlink()
        done = self.call("worker", "--once", "--json")
        self.assertEqual(done.json["status"], "answered", done.out + done.err)
        self.assertEqual(self.subject(done.json["run_id"])["box"]["limits"]["wall_ms"], 1000)

    def test_a_task_stays_below_its_profile(self):
        self.write("task.json", {"goal": "add", "policy": "./team.yaml", "profile": "quick", "limits": {"wall_s": 3},
                                 "output": {"schema": {}}})
        said = self.call("run", "task.json", "--code", "c.py")
        self.assertEqual(said.code, 2)
        self.assertIn("'wall_s: 3' is more than the policy's 1", said.err)

    def test_what_a_profile_requires_is_required(self):
        self.write("team.yaml", POLICY.replace("extra_guarantee", "no_such_guarantee"))
        self.write("task.json", {"goal": "add", "policy": "./team.yaml", "output": {"schema": {}}})
        self.assertEqual(self.call("run", "task.json", "--code", "c.py").code, 0)
        self.assertEqual(self.call("run", "task.json", "--code", "c.py", "--profile", "quick").code, 13)

    def test_authors_see_them(self):
        rendered = self.call("policy", "render", "team.yaml").out
        self.assertIn("profiles:\n  quick:\n    wall_s: 1 (else 5)\n    memory_mb: 64 (else 256)\n"
                      "    require: network_none, extra_guarantee (else network_none)\n"
                      "    framing: json (else none)\n  long:\n    wall_s: 60 (else 5)\n", rendered)
        self.assertTrue(self.call("policy", "show", "team.yaml").out.endswith(
            "Profiles that a task may choose: quick, long\n"))
        self.write("later.yaml", POLICY.replace("wall_s: 60", "wall_s: 90").replace("wall_s: 1,", "wall_s: 2,"))
        told = self.call("policy", "diff", "team.yaml", "later.yaml")
        self.assertEqual(told.code, 1)
        self.assertIn("loosened:\n  profile 'long': limit 'wall_s': 60 -> 90\n"
                      "  profile 'quick': limit 'wall_s': 1 -> 2\n", told.out)
        self.write("none.yaml", HEAD.format("team", "pure-compute"))
        told = self.call("policy", "diff", "team.yaml", "none.yaml")
        self.assertEqual(told.code, 0, told.out)
        self.assertIn("profile 'quick': it: there -> none", told.out)

    def test_doctor_looks_at_what_a_profile_requires(self):
        self.write("team.yaml", POLICY.replace("extra_guarantee", "no_such_guarantee"))
        usual = self.call("doctor", "--policy", "team.yaml", "--json")
        said = self.call("doctor", "--policy", "team.yaml", "--profile", "qick")
        self.assertEqual(said.code, 2)
        self.assertIn("did you mean 'quick'?", said.err)
        self.assertEqual(self.call("doctor", "--policy", "team.yaml", "--profile", "long", "--json").code, usual.code)
