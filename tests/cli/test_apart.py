# SPDX-License-Identifier: MIT
"""`sluice run --no-store`: what stays of the run is its receipt, however the run ends."""
import json
import os
import pathlib
import signal
import subprocess
import unittest

from sluice import PROGRAM, SOURCE, Case

MEMORY = pathlib.Path("/dev/shm")
SECRET = "the-column-that-nobody-may-keep"


class Apart(Case):
    def setUp(self):
        super().setUp()
        self.env = {"XDG_STATE_HOME": str(self.folder / "state"), "SLUICE_STORE": "", "TMPDIR": str(self.folder / "tmp")}
        (self.folder / "tmp").mkdir()
        self.write("p.py", f"import json\nopen('left.csv', 'w').write('a\\n1\\n')\nprint(json.dumps({{'a': '{SECRET}'}}))\n")
        self.write("s.json", {"type": "object"})
        self.before = self.in_memory()

    @staticmethod
    def in_memory():
        return sorted(p.name for p in MEMORY.glob("sluice-run-*"))

    def words(self, code="p.py"):
        return ["run", "--code", code, "--schema", "s.json", "--policy", "permissive-sandboxed", "--no-store", "--receipt", "r.json"]

    def nothing_stays(self):
        self.assertEqual(self.in_memory(), self.before)
        self.assertFalse((self.folder / "state").exists())
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])

    def test_the_receipt_stays_and_nothing_else(self):
        said = self.sluice(*self.words(), "--out", "made", "--json", env=self.env)
        self.assertEqual((said.code, said.json["answer"]), (0, {"a": SECRET}), said.err)
        self.nothing_stays()
        self.assertEqual((self.folder / "made/left.csv").read_text(), "a\n1\n")
        receipt = (self.folder / "r.json").read_text()
        self.assertIn("signatures", json.loads(receipt))
        self.assertNotIn(SECRET, receipt)
        self.assertIn("answered", self.sluice("receipt", "show", "r.json").out)

    def test_a_refusal_has_a_receipt_too(self):
        self.write("bad.py", "import ctypes\n")
        said = self.sluice("run", "--code", "bad.py", "--schema", "s.json", "--policy", "pure-compute", "--no-store",
                           "--receipt", "r.json", env=self.env)
        self.assertEqual(said.code, 10, said.err)
        self.nothing_stays()
        self.assertIn("refused", self.sluice("receipt", "show", "r.json").out)

    def test_what_waits_for_people_ends_and_says_so(self):
        said = self.sluice("run", SOURCE / "examples/escalation/task.yaml", "--no-store", "--receipt", "r.json", env=self.env)
        self.assertEqual(said.code, 11, said.err)
        self.assertIn("nobody can approve this run", said.err)
        self.nothing_stays()
        self.assertFalse((self.folder / "r.json").exists())

    def test_keys_of_a_store_that_stays_sign_nothing_here(self):
        """Another log under the same key would make the real one look cut off."""
        env = {**self.env, "SLUICE_LOG_KEY": str(self.folder / "log.key"), "SLUICE_STORE": f"sqlite:{self.folder}/real.db"}
        self.assertEqual(self.sluice("run", SOURCE / "examples/conversion/task.yaml", env=env).code, 0)
        seen = (self.folder / "log.key.seen").read_bytes()
        self.assertEqual(self.sluice(*self.words(), env=env).code, 0)
        self.assertEqual((self.folder / "log.key.seen").read_bytes(), seen)
        self.assertEqual(self.sluice("ledger", "verify", env=env).code, 0)

    def test_killed_or_interrupted_nothing_stays(self):
        self.write("long.py", "import time\ntime.sleep(60)\n")
        for sign, whom in ((signal.SIGTERM, "parent"), (signal.SIGKILL, "child")):
            env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env}
            parent = subprocess.Popen([PROGRAM, *self.words("long.py")], cwd=self.folder, env=env,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.until(lambda: any((MEMORY / n / "store.db.key").exists() for n in self.in_memory() if n not in self.before))
            child = int(subprocess.run(["ps", "--ppid", str(parent.pid), "-o", "pid="], capture_output=True, text=True,
                                       check=True).stdout.split()[0])
            os.kill(parent.pid if whom == "parent" else child, sign)
            self.assertNotEqual(parent.wait(30), 0)
            self.assertEqual(self.in_memory(), self.before, whom)

    def test_what_does_not_go_together_is_refused(self):
        for more in (["--store", f"sqlite:{self.folder}/x.db"], ["--idempotency-key", "k"]):
            said = self.sluice(*self.words(), *more, env=self.env)
            self.assertEqual(said.code, 2)
            self.assertIn("--no-store excludes", said.err)
        said = self.sluice(*self.words()[:-2], env=self.env)
        self.assertEqual((said.code, "the receipt is all that remains" in said.err), (2, True), said.err)
        self.nothing_stays()


if __name__ == "__main__":
    unittest.main()
