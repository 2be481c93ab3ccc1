# SPDX-License-Identifier: MIT
"""doctor --policy: the very box that the policy asks for, and no other."""
import os
import subprocess
import unittest

import sluice
from sluice import Case

BUSY = """import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
data = bytes(16 << 20)
def work(n):
    return hashlib.sha256(data * 4).hexdigest()[:8]
with ThreadPoolExecutor(2) as pool:
    print(json.dumps(list(pool.map(work, range(8)))))
"""
HEAD = """apiVersion: sluice/v1
id: asks
title: asks for much
revision: 1
extends: [pure-compute]
override: [{what: limits, reason: "several processes"}, {what: executor, reason: "an environment of ours"}]
"""


class Doctor(Case):
    def doctor(self, rest, *words):
        self.write("asks.yaml", HEAD + rest)
        return self.sluice("doctor", "--policy", self.folder / "asks.yaml", *words)

    def without_groups(self, rest, *words):
        """The same on a machine without control groups."""
        if os.geteuid() != 0:
            self.skipTest("only root can hide the control groups")
        self.write("asks.yaml", HEAD + rest)
        done = subprocess.run(
            ["unshare", "--mount", "/bin/sh", "-c", 'mount -t tmpfs none /sys/fs/cgroup && exec "$0" "$@"', sluice.PROGRAM, "doctor",
             "--policy", str(self.folder / "asks.yaml"), *words],
            capture_output=True, timeout=120, check=False, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.folder)})
        return sluice.Said(done)

    def test_bounds_are_the_policys_own(self):
        said = self.doctor("limits: {cpu_s: 3, memory_mb: 77}\n", "--json")
        self.assertEqual(said.code, 0, said.err)
        bounds = {g["guarantee"]: g["bound"] for g in said.json["guarantees"]}
        self.assertEqual((bounds["cpu"], bounds["disk_inodes"] > 0), (3000, True))
        self.assertGreaterEqual(bounds["memory_total"], 77 << 20)

    def test_a_name_that_no_sandbox_has(self):
        said = self.doctor("executor: {require: [memory_totl]}\n")
        self.assertEqual(said.code, 13)
        self.assertIn("memory_totl            unknown   no sandbox has this guarantee; did you mean 'memory_total'?\n", said.out)
        asked = self.doctor("executor: {escalate: [memory_totl]}\n", "--json")
        self.assertEqual((asked.code, asked.json["unknown"], asked.json["enforceable"]), (13, ["memory_totl"], False))

    def test_an_environment_that_is_not_there(self):
        said = self.doctor("executor: {venv: /nowhere/venv}\n")
        self.assertEqual(said.code, 13)
        self.assertIn("can't open the virtual environment '/nowhere/venv'", said.err)
        self.assertIn("help: it must be a folder", said.err)

    def test_a_limit_that_no_interpreter_can_live_under(self):
        said = self.doctor("limits: {memory_mb: 1}\n")
        self.assertEqual(said.code, 13)
        self.assertIn("the limit 'memory_bytes' is below", said.err)

    def test_a_share_of_the_processor_needs_a_group_that_divides_it(self):
        shared = "limits: {cores: 1, cpu_weight: 50}\n"
        said = self.without_groups(shared + "executor: {require: [cores]}\n")
        self.assertEqual(said.code, 13, said.out + said.err)
        self.assertIn("the policy 'asks' requires it: nothing will run here", said.out)
        here = {g["guarantee"]: g for g in self.doctor(shared, "--json").json["guarantees"]}
        self.assertEqual((here["cores"]["bound"], here["cpu_weight"]["bound"]), (1, 50))
        self.assertNotIn("cores", [g["guarantee"] for g in self.doctor("", "--json").json["guarantees"]])
        if here["cores"]["state"] != "enforced":
            self.assertIn("cpu", here["cores"]["why"])
            self.skipTest("no control group here has the cpu controller")
        # Two threads that need no lock of the interpreter's get one core's time together, in each tier.
        program = self.write("busy.py", BUSY)
        for start in ("fresh", "pooled", "forked"):
            self.write("asks.yaml", HEAD.replace("pure-compute", "data-analysis") + shared + f"executor: {{require: [cores], start: {start}}}\n")
            said = self.sluice("run", "--policy", self.folder / "asks.yaml", "--code", program, "--json")
            self.assertEqual(said.code, 0, said.err + said.out)
            usage = said.json["execution"]["usage"]
            self.assertGreater(usage["cpu_ms"], 200)
            self.assertLess(usage["cpu_ms"], usage["wall_ms"] * 1.3 + 150)
        raised = self.sluice("run", "--policy", self.folder / "asks.yaml", "--code", program,
                             self.write("t.yaml", {"goal": "g", "policy": "asks.yaml", "limits": {"cores": 2},
                                                   "output": {"schema": {}}}))
        self.assertEqual(raised.code, 2, raised.out)
        self.assertIn("'cores: 2' is more than the policy's 1", raised.err)

    def test_several_processes_need_a_group_to_be_counted(self):
        many = "limits: {processes: 32}\n"
        said = self.without_groups(many + "executor: {require: [cpu]}\n")
        self.assertEqual(said.code, 13, said.out + said.err)
        self.assertIn("the policy 'asks' requires it: nothing will run here", said.out)
        self.assertEqual(self.without_groups("executor: {require: [cpu]}\n").code, 0)
        asked = self.without_groups(many + "executor: {escalate: [cpu]}\n")
        self.assertEqual(asked.code, 0)
        self.assertIn("the policy 'asks' lets a person accept that, each time", asked.out)


if __name__ == "__main__":
    unittest.main()
