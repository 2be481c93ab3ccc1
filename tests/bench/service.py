# SPDX-License-Identifier: MIT
"""What a service bears: calls and runs a second, how long they take, memory, and a kill under load.

service.py --sluice SLUICE [--seconds S] [--requests N] [--runs N]    (the CMake target `bench_service`)

A service on SQLite on loopback, in a new folder. wrk (Debian's package) asks for S seconds each: one run's record, a check,
the metrics. Then clients submit N runs of print(1) and wait for each answer; bare Python is the yardstick, in the next moment.
Then wrk asks on until N requests are done in all; the memory of the service is read at the beginning, at a tenth, half and the end. At last clients submit
runs while the service is killed with its workers; whatever it had taken must be answered after the next start, each once.
It prints figures; it fails where a call or a run was not answered.
"""
import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import cold
from clients import bare, timed

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import local_service  # noqa: E402

WRK = """
wrk.method, wrk.body = "%s", %s
wrk.headers["Authorization"] = "Bearer %s"
wrk.headers["Content-Type"] = "application/json"
local bad = 0
function done(summary, latency)
  io.write(string.format("FIGURES %%d %%d %%d %%f %%f %%f\\n", summary.requests, summary.duration,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)))
end
"""
CHECK = {"policy": "data-analysis", "code": pathlib.Path(__file__).read_text(encoding="utf-8")[:2048].split("import ", 1)[0] + '"""\n'
         + "import json\nimport pandas as pd\n\n"
         + "".join(f"rows_{n} = pd.read_csv('a.csv').groupby('day').size()\nprint(json.dumps(list(rows_{n})))\n" for n in range(12))}


class Service(local_service.Service):
    def kill(self):
        workers = subprocess.run(["ps", "--ppid", str(self.process.pid), "-o", "pid="], capture_output=True, text=True,
                                 check=False).stdout.split()
        for pid in (self.process.pid, *map(int, workers)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def memory(self):
        """Resident, and of that what no other process shares."""
        told = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        kb = {name: int(n) for name, n in re.findall(r"^(\w+):\s+(\d+) kB", told, re.M)}
        return f"{kb['Rss'] / 1024:.1f} MB resident, {(kb['Private_Clean'] + kb['Private_Dirty']) / 1024:.1f} private"

    def ask(self, method, path, body=None, **heads):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        connection.request(method, path, json.dumps(body) if body else None, {"Authorization": f"Bearer {self.token}", **heads})
        answer = connection.getresponse()
        said = answer.status, json.loads(answer.read())
        connection.close()
        return said

    def submit(self, n, key=None):
        return self.ask("POST", "/v1/runs", {"code": f"print({n})"}, **({"Idempotency-Key": key} if key else {"Prefer": "wait=60"}))

    def answer(self, n):
        status, run = self.submit(n)
        if (status, run.get("state"), run.get("answer")) != (200, "answered", n):
            raise SystemExit(f"run {n}: {status} {run}")

    def wrk(self, seconds, path, method="GET", body=None):
        script = self.folder / "ask.lua"
        text = "[==[" + json.dumps(body) + "]==]" if body else "nil"
        script.write_text(WRK % (method, text, self.token), encoding="utf-8")
        said = subprocess.run(["wrk", "-t2", "-c16", f"-d{seconds}s", "-s", script, f"http://127.0.0.1:{self.port}{path}"],
                              capture_output=True, text=True, check=True).stdout
        requests, took, bad, *times = map(float, re.search(r"FIGURES (.+)", said)[1].split())
        if bad:
            log = (self.folder / "log").read_text(encoding="utf-8")[-2000:]
            raise SystemExit(f"{method} {path}: {bad:.0f} calls were not answered; the service ended with {self.process.poll()}\n{said}{log}")
        return int(requests), requests / took * 1e6, [t / 1000 for t in times]


def tell(name, rate, times):
    print(f"| {name} | {rate:,.0f} | {times[0]:.2f} | {times[1]:.2f} | {times[2]:.2f} |", flush=True)


def tell_timed(name, call, clients, count):
    rate, took = timed(call, clients, count)
    tell(f"{name}, {clients} at once", rate, [cold.at(took, share) for share in (0.5, 0.95, 0.99)])


def killed(service, rounds=3, clients=6, seconds=2):
    taken = {}

    def ask_on(who):
        for n in range(100000):
            try:
                status, run = service.submit(n, f"{who}-{n}")
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                return  # it was killed in the middle of an answer
            if status in (200, 202):
                taken[run["run_id"]] = n
            time.sleep(0.05)

    for nth in range(rounds):
        with concurrent.futures.ThreadPoolExecutor(clients) as pool:
            asking = [pool.submit(ask_on, f"{nth}-{i}") for i in range(clients)]
            time.sleep(seconds)
            service.kill()
            for one in asking:
                one.result()
        service.start()
    began = time.monotonic()
    for run, n in taken.items():
        while not (said := service.ask("GET", f"/v1/runs/{run}")[1])["over"]:
            if time.monotonic() - began > 300:
                raise SystemExit(f"{run} is {said['state']}")
            time.sleep(0.2)
        if (said["state"], said["answer"]) != ("answered", n):
            raise SystemExit(f"{run} is {said}")
    verified = subprocess.run([service.sluice, "ledger", "verify"], cwd=service.folder, env=service.env, capture_output=True,
                              text=True, check=False)
    if verified.returncode != 0:
        raise SystemExit(verified.stdout + verified.stderr)
    print(f"\nkilled {rounds} times under load: {len(taken)} runs were taken, all of them answered, each once; the ledger verifies")


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--sluice", required=True)
    words.add_argument("--seconds", type=int, default=10)
    words.add_argument("--requests", type=int, default=100000)
    words.add_argument("--runs", type=int, default=200)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder, Service(asked.sluice, folder + "/service", "data-analysis", os.cpu_count(),
                                                          "submit,check,metrics", on_port=True) as service:
        print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors\n\n| | a second | p50 ms | p95 ms | p99 ms |")
        print("|---|---:|---:|---:|---:|")
        one = service.submit(0)[1]["run_id"]
        tell("`GET /v1/runs/ID`", *service.wrk(asked.seconds, f"/v1/runs/{one}")[1:])
        tell(f"`POST /v1/check`, {len(CHECK['code']):,} bytes", *service.wrk(asked.seconds, "/v1/check", "POST", CHECK)[1:])
        tell("`GET /metrics`", *service.wrk(asked.seconds, "/metrics")[1:])
        for clients in (1, 4):
            tell_timed("runs of print(N)", service.answer, clients, asked.runs)
            tell_timed("bare Python's print(1)", bare, clients, asked.runs)
        done, turn, marks = 0, 0, [asked.requests * part // 10 for part in (0, 1, 5, 10)]
        print()
        while marks:
            if done >= marks[0]:
                print(f"memory after {done:,} requests: {service.memory()}", flush=True)
                marks.pop(0)
                continue
            path = ("/v1/check", "POST", CHECK) if turn % 2 else (f"/v1/runs/{one}",)
            done += service.wrk(1, *path)[0]
            turn += 1
        killed(service)


if __name__ == "__main__":
    main()
