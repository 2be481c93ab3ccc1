# SPDX-License-Identifier: MIT
"""How fast runs are put into the store, claimed and finished, beside the raw engines; and events.

store.py --bench BENCH_STORE [--stored N ...]    (the CMake target `bench_store_run` runs it)
store.py --bench BENCH_LEDGER [--stored N ...]   (`bench_ledger_run`: with a million events)

Each engine with 10,000 and 100,000 finished runs in it; a million takes some minutes: --stored
1000000. Both wait for the disk at each commit, as stores do; PostgreSQL is measured once more without
(as the tests' server is set), where the ratio is of the work alone. It prints figures and judges
none; the aim is a ratio of 1.5.
"""
import argparse
import pathlib
import subprocess
import tempfile

SERVER = pathlib.Path(__file__).resolve().parents[1] / "store" / "postgresql"


def sync(place, value):
    """Switches PostgreSQL's waiting for the disk."""
    for sql in (f"ALTER SYSTEM SET fsync = {value}", "SELECT pg_reload_conf()"):
        subprocess.run(
            ["psql", "-qAt", "-h", place, "-U", "sluice", "-d", "postgres", "-c", sql],
            check=True,
            stdout=subprocess.DEVNULL,
        )


def sqlite(bench, stored):
    with tempfile.TemporaryDirectory(prefix="sluice-bench-") as folder:
        subprocess.run([bench, "sqlite", folder, str(stored)], check=True)


def postgresql(bench, stored):
    with tempfile.TemporaryDirectory(prefix="sluice-bench-") as folder:
        place = folder + "-server"
        if subprocess.run([SERVER, "start", place], check=False).returncode != 0:
            print("postgresql is not here")
            return
        try:
            for value in ("on", "off"):
                sync(place, value)
                print(f"fsync {value}: ", end="", flush=True)
                subprocess.run([bench, "postgresql", place, str(stored)], check=True)
        finally:
            subprocess.run([SERVER, "stop", place], check=True)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--bench", required=True, help="the program bench_store or bench_ledger")
    parser.add_argument("--stored", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--engine", nargs="*", default=["sqlite", "postgresql"])
    options = parser.parse_args()
    for engine in options.engine:
        for stored in options.stored:
            {"sqlite": sqlite, "postgresql": postgresql}[engine](options.bench, stored)


if __name__ == "__main__":
    main()
