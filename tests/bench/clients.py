#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How a service behaves with more and more clients at once.

    clients.py --sluice build/release/sluice [--clients 1 4 16] [--runs N] [--workers N]    (the CMake target `bench_clients`)

For each tier of sandboxes and number of clients: so many threads ask one service for runs of print(1), one after another, and wait
for each answer. It prints runs a second, and how long a client waits. The yardstick, in the same moment, is bare Python started
one after another. It judges nothing.
"""
import argparse
import concurrent.futures
import os
import statistics
import subprocess
import tempfile
import time

import cold


def timed(call, clients, count):
    """`call` of each number below `count`, by so many at once: how many a second, and how long each took, in milliseconds."""
    def one(n):
        began = time.monotonic()
        call(n)
        return (time.monotonic() - began) * 1000

    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        took = list(pool.map(one, range(count)))
    return count / (time.monotonic() - began), took


def bare(_):
    subprocess.run([*cold.PYTHON, "-c", "print(1)"], check=True, stdout=subprocess.DEVNULL)


def show(way, args):
    for _ in range(10):
        way.run()
    for clients in args.clients:
        rate, waits = timed(lambda _: way.run(), clients, args.runs)
        print(f"| {way.name} | {clients} | {rate:.1f} | {rate / timed(bare, 1, 20)[0]:.2f} | {statistics.median(waits):.0f} | "
              f"{cold.at(waits, 0.95):.0f} | {cold.at(waits, 0.99):.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--runs", type=int, default=192)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--tiers", nargs="+", default=cold.TIERS)
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, {args.workers} workers, {args.runs} runs of print(1) a line\n")
    print("| sandbox | clients | runs/s | to bare Python one by one | median ms | p95 | p99 |\n|---|---:|---:|---:|---:|---:|---:|", flush=True)
    for tier in args.tiers:
        with tempfile.TemporaryDirectory(prefix="sluice-bench-") as folder:
            with cold.serving(os.path.abspath(args.sluice), tier, os.path.join(folder, tier), args.workers) as at:
                show(cold.Called(tier, at), args)


if __name__ == "__main__":
    main()
