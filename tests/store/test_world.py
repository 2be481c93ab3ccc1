# SPDX-License-Identifier: MIT
"""The world fails: the server crashes, the clock jumps, the disk is full. No run is lost.

test_world.py STORE_DRIVER FAKE_CLOCK
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SERVER = str(pathlib.Path(__file__).with_name("postgresql"))
DRIVER = CLOCK = ""
OVER = "its time ran out before it was done"


class World(unittest.TestCase):
    def setUp(self):
        self.env = {**os.environ, "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}
        self.folder = tempfile.mkdtemp(prefix="sluice-world-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.where = f"sqlite:{self.folder}/store/store.db"

    def fake_the_clock(self):
        self.clock = os.path.join(self.folder, "clock")
        os.chmod(self.folder, 0o755)
        self.set_clock(0)
        self.env.update(LD_PRELOAD=CLOCK, FAKE_CLOCK=self.clock)

    def set_clock(self, seconds):
        with open(self.clock + ".new", "w", encoding="ascii") as file:
            file.write(str(seconds))
        os.replace(self.clock + ".new", self.clock)

    def start_server(self):
        self.server = self.folder + "-server"
        code = subprocess.run([SERVER, "start", self.server], env=self.env, check=False).returncode
        if code == 77:
            self.skipTest("PostgreSQL's server is not installed")
        self.assertEqual(code, 0)
        self.addCleanup(subprocess.run, [SERVER, "stop", self.server], check=True)
        self.where = f"host={self.server} dbname=postgres user=sluice"

    def start(self, verb, *words):
        return subprocess.Popen(
            [DRIVER, verb, self.where, *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env,
        )

    def end(self, process, good=True):
        out, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode == 0, good, out + err)
        return out if good else err

    def drive(self, verb, *words, good=True):
        return self.end(self.start(verb, *words), good)

    def check(self):
        """{(state, reason): count}"""
        rows = (line.split(" ", 2) for line in self.drive("check").splitlines())
        return {(state, reason): int(count) for state, count, reason in rows}

    # -- a server that crashes -----------------------------------------------------------------

    def test_workers_outlive_a_server_that_crashes_under_them(self):
        self.start_server()
        self.drive("init")
        busy = [self.start("submit", 0, 200), self.start("submit", 100, 300)]
        busy += [self.start("work", f"w{i}") for i in range(3)]
        for _ in range(4):
            time.sleep(0.7)
            subprocess.run([SERVER, "crash", self.server], check=True)
        doomed = self.start("work", "doomed")
        time.sleep(0.4)
        doomed.kill()
        doomed.communicate()
        for process in busy:
            self.end(process)
        self.drive("lose")
        self.drive("drain", "last")
        self.assertEqual(self.check(), {("answered", ""): 300})

    # -- a clock that jumps --------------------------------------------------------------------

    def jump(self):
        chance = random.Random(5)
        self.drive("init")
        self.drive("submit", 0, 60)
        busy = [self.start("work", f"w{i}") for i in range(2)]
        furthest = 0
        for _ in range(12):
            time.sleep(0.25)
            seconds = chance.choice([0, 40, -3600, 1200, 3000, -86400])
            furthest = max(furthest, seconds)
            self.set_clock(seconds)
        self.set_clock(furthest)
        for process in busy:  # a jump between two steps of a start makes old events of new ones: they are signed
            self.end(process)
        # A worker on a busy machine may go home before the job that another dropped is due again.
        for last in range(3):
            self.drive("lose")
            self.drive("drain", f"last{last}")
            ended = self.check()
        self.assertEqual(sum(ended.values()), 60, ended)
        self.assertLessEqual(set(ended), {("answered", ""), ("failed", OVER)})
        self.assertGreater(ended[("answered", "")], 0)

    def refuse_a_clock_that_was_set_back(self):
        self.drive("init")
        self.drive("submit", 0, 2)
        self.set_clock(-3600)
        said = self.drive("drain", "early", good=False)
        self.assertRegex(said, "the clock shows .*, but the store has already seen ")
        self.set_clock(0)
        self.drive("drain", "w")
        self.assertEqual(self.check(), {("answered", ""): 2})

    def expire_what_the_clock_left_behind(self):
        self.drive("init")
        self.drive("submit", 0, 3)
        self.set_clock(7200)
        self.drive("drain", "late")
        self.assertEqual(self.check(), {("failed", OVER): 3})

    def test_a_clock_that_jumps_loses_no_run_sqlite(self):
        self.fake_the_clock()
        self.jump()

    def test_a_clock_that_jumps_loses_no_run_postgresql(self):
        self.fake_the_clock()
        self.start_server()
        self.jump()

    def test_a_clock_that_was_set_back_is_refused_sqlite(self):
        self.fake_the_clock()
        self.refuse_a_clock_that_was_set_back()

    def test_a_clock_that_was_set_back_is_refused_postgresql(self):
        self.fake_the_clock()
        self.start_server()
        self.refuse_a_clock_that_was_set_back()

    def test_a_clock_far_ahead_ends_runs_by_name_sqlite(self):
        self.fake_the_clock()
        self.expire_what_the_clock_left_behind()

    def test_a_clock_far_ahead_ends_runs_by_name_postgresql(self):
        self.fake_the_clock()
        self.start_server()
        self.expire_what_the_clock_left_behind()

    # -- a disk that is full -------------------------------------------------------------------

    def test_a_full_disk_stops_a_store_and_harms_nothing(self):
        small = os.path.join(self.folder, "small")
        os.mkdir(small)
        script = """
            set -e
            mount -t tmpfs -o size=8m none "$1" || exit 77
            where=sqlite:$1/store/store.db
            "$2" init "$where"
            "$2" submit "$where" 0 20
            "$2" fill "$where"
            ! "$2" submit "$where" 20 60 2>"$3" || { echo "there was room" >&2; exit 1; }
            grep -q "no room for the store: nothing was changed" "$3"
            for i in 1 2 3; do "$2" check "$where"; sleep 1.1; done
            mount -o remount,size=64m "$1"
            "$2" submit "$where" 0 60
            "$2" drain "$where" w
            "$2" check "$where"
        """
        run = subprocess.run(
            ["unshare", "-rm", "sh", "-c", script, "sh", small, DRIVER, self.folder + "/said"],
            capture_output=True, text=True, env=self.env, check=False,
        )
        if run.returncode == 77 or "unshare failed" in run.stderr:
            self.skipTest("no small file system can be mounted here")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual([line.strip() for line in run.stdout.splitlines()[1:]], ["received 20"] * 3 + ["answered 60"])

    def test_a_file_that_may_not_grow_is_a_full_disk(self):
        self.drive("init")
        script = 'ulimit -f 3000; trap "" XFSZ; exec "$@"'
        run = subprocess.run(
            ["sh", "-c", script, "sh", DRIVER, "fill", self.where],
            capture_output=True, text=True, env=self.env, check=False,
        )
        self.assertLess(int(run.stdout), 40)
        if run.returncode != 0:  # SQLite keeps no word of what the system said
            self.assertIn("disk I/O error", run.stderr)
        self.check()
        self.drive("submit", 0, 10)
        self.drive("drain", "w")


if __name__ == "__main__":
    CLOCK = sys.argv.pop()
    DRIVER = sys.argv.pop()
    unittest.main()
