# SPDX-License-Identifier: MIT
"""A service that is killed while many ask: what it had taken is answered, each once."""
import http.client
import json
import os
import signal
import subprocess
import threading
import time
import unittest

from test_serve import Served


class Killed(Served):
    def setUp(self):
        super().setUp()
        self.taken, self.lock, self.over = {}, threading.Lock(), False

    def children(self):
        return [int(pid) for pid in subprocess.run(["ps", "--ppid", str(self.process.pid), "-o", "pid="], capture_output=True,
                                                   text=True, check=False).stdout.split()]

    def ask_on(self, who):
        """Until the service has gone: each run that it said it has taken."""
        n = 0
        while not self.over:
            n += 1
            key = f"{who}-{n}"
            try:
                status, run, _ = self.ask("POST", "/v1/runs", {"code": f"print({n})"}, headers={"Idempotency-Key": key})
            except (OSError, http.client.HTTPException, json.JSONDecodeError):  # it was killed in the middle of an answer
                return
            if status in (200, 202):
                with self.lock:
                    self.taken[run["run_id"]] = key, n
            time.sleep(0.1)  # the machine has to do it all afterwards

    def kill_all(self):
        workers = self.children()
        self.process.kill()
        for pid in workers:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.over = True
        self.process.communicate()

    def test_no_run_is_lost_and_none_is_run_for_two(self):
        for round_ in range(3):
            self.over = False
            self.serve("--policy", "data-analysis", "--workers", "2", "--rate", "100000")
            threads = [threading.Thread(target=self.ask_on, args=(f"{time.monotonic_ns()}-{i}",)) for i in range(6)]
            for t in threads:
                t.start()
            time.sleep(1)
            self.until(lambda: len(self.taken) > 7 * (round_ + 1))
            self.kill_all()
            for t in threads:
                t.join()
            self.lose()
        self.assertGreater(len(self.taken), 20)
        self.serve("--policy", "data-analysis", "--workers", "2", "--rate", "100000")
        until = time.monotonic() + 240
        for run, (key, n) in self.taken.items():
            while True:
                status, said, _ = self.ask("GET", f"/v1/runs/{run}")
                self.assertEqual(status, 200, said)
                if said["over"]:
                    break
                self.assertLess(time.monotonic(), until, f"{run} is {said['state']}")
                time.sleep(0.2)
            self.assertEqual((said["state"], said["answer"]), ("answered", n), said)
            again = self.ask("POST", "/v1/runs", {"code": f"print({n})"}, headers={"Idempotency-Key": key})[1]
            self.assertEqual(again["run_id"], run)
        whole = self.call("ledger", "verify")
        self.assertEqual(whole.code, 0, whole.out + whole.err)


if __name__ == "__main__":
    unittest.main()
