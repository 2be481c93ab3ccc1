#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many workers, one PostgreSQL, a witness: each run that is answered has a receipt that a stranger can verify.

    receipts.py [--sluice build/release/sluice] [--runs 1000] [--workers 8] [--kill] [--driver build/release/store_driver]

`--kill` kills a worker at random moments and crashes the server twice; with `--driver`, each kill is followed by the end of all leases
(else half a minute passes before another worker takes the run). Each receipt is exported once the witness has signed, and verified
with an empty home, by the trust file alone.

Exit status 0 all verify, 1 not, 77 PostgreSQL's server is not installed.
"""
import argparse
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

SERVER = str(pathlib.Path(__file__).with_name("postgresql"))
LINE = '  - {name: %s, purpose: %s, public: "%s", from: 2026-01-01, until: 2100-01-01%s}\n'


class Place:
    def __init__(self, sluice):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-receipts-"))
        self.server = f"{self.folder}-server"
        self.sluice = sluice
        self.env = {**os.environ, "SLUICE_STORE": f"host={self.server} dbname=postgres user=sluice",
                    "SLUICE_LOG_KEY": f"{self.folder}/log.key"}

    def call(self, *words, env=None):
        return subprocess.run([self.sluice, *map(str, words)], env=env or self.env, cwd=self.folder, capture_output=True, text=True,
                              check=False)

    def service(self, *words):
        said = self.call(*words).stdout
        return re.search(r"name: (\S+),", said)[1], re.search(r"ed25519:[\w-]{43}", said)[0]

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    def witness(self):
        """A witness that serves, and the trust file that names it."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        head = "apiVersion: sluice/v1\npeople: []\nservices:\n"
        log = self.service("ledger", "key")
        logs = self.write("logs.yaml", head + LINE % (log[0], "log", log[1], ""))
        (self.folder / "w").mkdir(mode=0o700)
        where = ("--folder", self.folder / "w", "--name", "witness.example.net", "--trust", logs)
        own = self.service("witness", "status", *where)
        self.trust = self.write("trust.yaml", logs.read_text() + LINE % (log[0], "receipt", log[1], "")
                                + LINE % (own[0], "witness", own[1], f', url: "http://127.0.0.1:{port}"') + "witnesses: 1\n")
        self.serving = subprocess.Popen([self.sluice, "witness", "serve", *map(str, where), "--port", str(port)],
                                        stderr=subprocess.PIPE, text=True, env=self.env)
        self.serving.stderr.readline()


def submit(place, number):
    program = place.write("number.py", "print(42)\n")
    for i in range(number):
        words = ("submit", "--code", program, "--goal", f"number {i}", "--policy", "pure-compute", "--idempotency-key", f"number-{i}")
        while place.call(*words).returncode != 0:  # the server is down
            time.sleep(0.2)


def crowd(place, workers, kill, driver=None):
    """Workers until no run is open; with `kill`, one after another is killed and replaced, and the server crashes."""
    start = lambda: subprocess.Popen([place.sluice, "worker", "--trust", str(place.trust)], env=place.env,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    busy, crashes, kills = [start() for _ in range(workers)], 2 if kill else 0, 0
    while True:
        time.sleep(random.uniform(0.1, 0.6) if kill else 0.5)
        listed = place.call("runs", "list", "--open", "--limit", "1", "--json")
        if listed.returncode == 0 and "run_" not in listed.stdout:
            break
        for i, one in enumerate(busy):
            if one.poll() is not None:
                busy[i] = start()
        if kill:
            victim = random.randrange(workers)
            busy[victim].kill()
            busy[victim].wait()
            busy[victim] = start()
            kills += 1
            if driver:
                subprocess.run([driver, "lose", place.env["SLUICE_STORE"]], env=place.env, check=True)
        if crashes and kills % 4 == 3:
            subprocess.run([SERVER, "crash", place.server], check=True)
            crashes -= 1
    for one in busy:
        one.terminate()
        one.wait()
    return kills


def judge(place, run):
    receipt = place.call("receipt", "export", run, "--trust", place.trust)
    if receipt.returncode != 0:
        return run, receipt.stderr
    file = place.write(f"{run}.json", receipt.stdout)
    home = place.folder / "empty"
    home.mkdir(exist_ok=True)
    said = place.call("receipt", "verify", file, "--trust", place.trust, env={"HOME": str(home), "PATH": os.environ["PATH"]})
    return (run, "") if said.returncode == 0 else (run, said.stdout + said.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sluice", default="build/release/sluice")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--driver", type=os.path.abspath)
    o = parser.parse_args()
    place = Place(os.path.abspath(o.sluice))
    code = subprocess.run([SERVER, "start", place.server], check=False).returncode
    if code == 77:
        return 77
    try:
        place.call("runs", "list")
        place.witness()
        began = time.monotonic()
        feeding = threading.Thread(target=submit, args=(place, o.runs))
        feeding.start()
        feeding.join(3)
        kills = crowd(place, o.workers, o.kill, o.driver)
        feeding.join()
        kills += crowd(place, o.workers, False)
        took = time.monotonic() - began
        states = re.findall(r'"run_id": ?"(run_\w+)"[^{}]*?"state": ?"(\w+)"', place.call("runs", "list", "--limit", o.runs * 2, "--json").stdout)
        pushed = place.call("ledger", "push", "--trust", place.trust)
        answered = [run for run, state in states if state == "answered"]
        with ThreadPoolExecutor(2) as pool:
            bad = [(run, why) for run, why in pool.map(lambda run: judge(place, run), answered) if why]
        verified = place.call("ledger", "verify", "--trust", place.trust)
        for run, why in bad[:5]:
            print(run, why)
        print(f"{o.runs} submitted, {len(states)} listed, {len(answered)} answered, {len(bad)} receipts that don't verify, {kills} kills, "
              f"{took:.0f} s; push {pushed.returncode}, ledger verify {verified.returncode}")
        return int(bool(bad) or len(answered) != o.runs or verified.returncode != 0)
    finally:
        place.serving.terminate()
        subprocess.run([SERVER, "stop", place.server], check=False)
        shutil.rmtree(place.folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
