# SPDX-License-Identifier: MIT
"""How runs a second grow with workers, and where the store's share of a run stands.

scaling.py --sluice SLUICE [--runs N] [--workers 1 2 4 ...]    (the CMake target `bench_scaling`)

For each engine and number of workers: N runs of print(1) wait in a new store; then the workers start
together (`worker --once`), and the time until the last of them ends is taken. The yardstick, in the
next moment, is bare Python, as many processes at once. PostgreSQL waits for the disk at each commit,
as a real one does. It prints figures and judges none.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile
import time

SERVER = pathlib.Path(__file__).resolve().parents[1] / "store" / "postgresql"


def sql(place, statement):
    subprocess.run(["psql", "-qAt", "-h", place, "-U", "sluice", "-d", "postgres", "-c", statement], check=True,
                   stdout=subprocess.DEVNULL)


def measure(sluice, folder, store, count, workers):
    env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SLUICE_STORE": store, "SLUICE_LOG_KEY": f"{folder}/log.key"}

    def call(*words):
        done = subprocess.run([sluice, *words], cwd=folder, env=env, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stdout + done.stderr)
        return done.stdout

    for n in range(count):
        call("submit", "--code", "one.py", "--policy", "pure-compute", "--idempotency-key", f"run-{n}")
    began = time.monotonic()
    several = [subprocess.Popen([sluice, "worker", "--once"], cwd=folder, env=env, stdout=subprocess.DEVNULL)
               for _ in range(workers)]
    if any([w.wait() for w in several]):
        raise SystemExit("a worker failed")
    whole = time.monotonic() - began
    listed = json.loads(call("runs", "list", "--limit", "1000", "--json"))
    if {run["state"] for run in listed} != {"answered"} or len(listed) != count:
        raise SystemExit("not every run was answered")
    return count / whole


def yardstick(count, workers):
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda _: subprocess.run(["/usr/bin/python3.11", "-I", "-S", "-B", "-c", "print(1)"], check=True,
                                               stdout=subprocess.DEVNULL), range(count)))
    return count / (time.monotonic() - began)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--sluice", required=True)
    words.add_argument("--runs", type=int, default=200)
    words.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    said = words.parse_args()
    print(f"{os.cpu_count()} cores, {said.runs} runs of print(1) each\n")
    print("| store | workers | runs/s | bare Python, processes/s | ratio |\n|---|---:|---:|---:|---:|", flush=True)
    for engine in ("SQLite", "PostgreSQL"):
        for workers in said.workers:
            with tempfile.TemporaryDirectory(prefix="sluice-bench-") as folder:
                pathlib.Path(folder, "one.py").write_text("print(1)\n", encoding="utf-8")
                place = folder + "-server"
                if engine == "PostgreSQL":
                    subprocess.run([SERVER, "start", place], check=True)
                    sql(place, "ALTER SYSTEM SET fsync = on")
                    sql(place, "SELECT pg_reload_conf()")
                try:
                    store = f"sqlite:{folder}/store.db" if engine == "SQLite" else f"host={place} dbname=postgres user=sluice"
                    ours = measure(os.path.abspath(said.sluice), folder, store, said.runs, workers)
                finally:
                    subprocess.run([SERVER, "stop", place], check=True)
                bare = yardstick(said.runs, workers)
                print(f"| {engine} | {workers} | {ours:.1f} | {bare:.1f} | {bare / ours:.1f} |", flush=True)


if __name__ == "__main__":
    main()
