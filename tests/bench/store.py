# SPDX-License-Identifier: MIT
"""How fast runs are put into the store, claimed and finished, beside the raw engines; and events.

store.py --bench BENCH_STORE [--stored N ...]    (the CMake target `bench_store_run` runs it)
store.py --bench BENCH_LEDGER [--stored N ...]   (`bench_ledger_run`: with a million events)

Each engine with 10,000 and 100,000 finished runs in it; a million takes some minutes: --stored
1000000. Both wait for the disk at each commit, as stores do; PostgreSQL is measured once more without
(as the tests' server is set), where the ratio is of the work alone. It prints figures and judges
none; the aim is a ratio of 1.5. `--page docs/runs.md` puts them into that page's table (the target
`bench_store_page` does).
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


ROWS = []


def measure(name, bench, *words):
    out = subprocess.run([bench, *words], check=True, stdout=subprocess.PIPE, text=True).stdout
    print(out, end="", flush=True)
    for what, key in (("enqueue", "enqueue"), ("claim and finish", "claim, finish")):
        for line in out.splitlines():
            if line.startswith(key):
                ours, raw, ratio, _ = line[len(key):].split()
                ROWS.append(f"| {name}, {what} | {int(words[-1]):,} | {ours} | {raw} | {ratio} |")


def write_page(path):
    """The table's rows are those of the last run, and nothing else of the page changes."""
    page = pathlib.Path(path)
    lines = page.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("| | runs stored | ours, runs/s")) + 2
    end = next(i for i in range(at, len(lines)) if not lines[i].startswith("|"))
    page.write_text("\n".join(lines[:at] + ROWS + lines[end:]) + "\n")


def sqlite(bench, stored):
    with tempfile.TemporaryDirectory(prefix="sluice-bench-") as folder:
        measure("SQLite", bench, "sqlite", folder, str(stored))


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
                name = "PostgreSQL" if value == "on" else "PostgreSQL, not waiting for the disk"
                measure(name, bench, "postgresql", place, str(stored))
        finally:
            subprocess.run([SERVER, "stop", place], check=True)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--bench", required=True, help="the program bench_store or bench_ledger")
    parser.add_argument("--stored", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--engine", nargs="*", default=["sqlite", "postgresql"])
    parser.add_argument("--page", help="the page whose table gets the figures")
    options = parser.parse_args()
    for engine in options.engine:
        for stored in options.stored:
            {"sqlite": sqlite, "postgresql": postgresql}[engine](options.bench, stored)
    if options.page:
        write_page(options.page)


if __name__ == "__main__":
    main()
