#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Times the gate with what it knows of all packs beside a build of it that knows of none, in turns, and prints the ratio.

    tests/bench/packs.py [--build FOLDER] [--rounds N]

Both are built in FOLDER (default: a temporary one), the other with a table that `generate.py --without-packs` writes. Both check the same programs, which
import what both describe. A bench is no test: it prints figures and judges none.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/corpus"))
import packs  # noqa: E402

GENERATE = ROOT / "policy-engine/library/generate.py"
PACKED = {path.stem for path in (ROOT / "policy-engine/library/packs").glob("*.txt")}


def built(folder, *words):
    """A bench_gate of a build of its own."""
    subprocess.run(["cmake", "--preset", "release", "-B", folder, *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "bench_gate", "-j2"], stdout=subprocess.DEVNULL, check=True)
    return folder / "bench_gate"


def without_packs(folder):
    """One that describes no library with a pack."""
    table = folder / "table.txt"
    with table.open("wb") as out:
        subprocess.run(["/usr/bin/python3.11", "-I", GENERATE, "--without-packs"], stdout=out, stderr=subprocess.DEVNULL, check=True)
    return built(folder / "without", f"-DSLUICE_TABLE={table}")


def programs(folder):
    """Ordinary ones, of many sizes, and the longest twenty."""
    texts = sorted((p.source for p in packs.read(packs.HERE / "benign") if not any(name.encode() in p.source for name in PACKED)), key=len)
    paths = []
    for number, text in enumerate(texts[:: max(1, len(texts) // 20)] + texts[-20:]):
        paths.append(folder / f"{number}.py")
        paths[-1].write_bytes(text)
    return paths


def best_ns(bench, paths):
    done = subprocess.run([bench, ROOT / "policies/data-analysis.yaml", *paths], capture_output=True, text=True, check=True)
    return [int(line.split()[4]) for line in done.stdout.splitlines()]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", type=pathlib.Path)
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = chosen.build or pathlib.Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        here, there = built(folder / "with"), without_packs(folder)
        paths = programs(pathlib.Path(place))
        ratios = []
        for _ in range(chosen.rounds):
            with_packs, without = best_ns(here, paths), best_ns(there, paths)
            ratios.append(sum(with_packs) / sum(without))
            print(f"{len(paths)} programs, {sum(p.stat().st_size for p in paths) // 1024} KB: {sum(with_packs) / 1e6:.2f} ms with all packs, "
                  f"{sum(without) / 1e6:.2f} ms without, ratio {ratios[-1]:.3f}")
        print(f"median ratio {statistics.median(ratios):.3f}")


main()
