# SPDX-License-Identifier: MIT
"""Times the gate beside CPython's parser and bandit, in one run.

gate.py --bench BENCH_GATE --sluice SLUICE    (the CMake target `bench` runs it)

Warm: the median time of a check in a running process, for programs of about 1, 2, 10 and 50 KB put
together from tests/corpus/benign, against ast.parse of the same texts. Cold: the median time of the
whole process on 2 KB, against an idle interpreter and bandit. Instructions, which load does not change:
of a further check in the same process, and of the process, by valgrind where it is here. It prints
figures and judges none.
"""
import argparse
import ast
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
POLICY = os.path.join(ROOT, "policies", "data-analysis.yaml")
sys.path.insert(0, os.path.join(ROOT, "tests", "corpus"))
import packs  # noqa: E402

SIZES = (1 << 10, 2 << 10, 10 << 10, 50 << 10)
AIM_MS_A_KB = 0.30
AIM_PROCESS_MS = 2.0


def programs():
    return [program.source.decode() for program in packs.read(packs.HERE / "benign")]


def text_of(size, texts):
    """The program nearest to the size, or whole programs up to it."""
    longest = max(len(t) for t in texts)
    if size <= longest:
        return min(texts, key=lambda t: abs(len(t) - size))
    out = ""
    for text in texts:
        if len(out) + len(text) <= size:
            out += text.rstrip("\n") + "\n"
    return out


def median_ms(work, budget_s=0.4, least=11):
    times, end = [], time.perf_counter() + budget_s
    while len(times) < least or time.perf_counter() < end:
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def process_ms(command, budget_s=1.5):
    def work():
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    return median_ms(work, budget_s, 7)


def warm(bench, paths):
    run = subprocess.run([bench, POLICY] + paths, capture_output=True, text=True, check=True)
    print("warm       bytes  check us  checks/s  ms/KB  ast.parse us  ratio  findings")
    for path, line in zip(paths, run.stdout.splitlines()):
        _, size, _, median, _, findings = line.split("\t")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        parse_us = median_ms(lambda: ast.parse(text)) * 1e3
        us, kb = int(median) / 1e3, int(size) / 1024
        print(
            f"{os.path.basename(path):9}{int(size):7}{us:10.0f}{1e6 / us:10.0f}{us / 1e3 / kb:7.3f}"
            f"{parse_us:14.0f}{us / parse_us:7.2f}{int(findings):10}"
        )
    print(f"aim: {AIM_MS_A_KB} ms/KB, the same at every size")


def cold(sluice, path):
    ours = process_ms([sluice, "check", "--policy", POLICY, path])
    rows = [("sluice check", ours)]
    rows.append(("python3 -I -S -c pass", process_ms([sys.executable, "-I", "-S", "-c", "pass"])))
    parse = f"import ast; ast.parse(open({path!r}).read())"
    rows.append(("python3 -I -S, ast.parse", process_ms([sys.executable, "-I", "-S", "-c", parse])))
    bandit = shutil.which("bandit")
    if bandit:
        rows.append(("bandit", process_ms([bandit, "-q", path])))
    else:
        print("bandit is not here")
    print("\nwhole process, 2 KB         ms   times sluice")
    for name, ms in rows:
        print(f"{name:25}{ms:7.2f}{ms / ours:13.1f}")
    print(f"aim: {AIM_PROCESS_MS} ms")


def counted(sluice, paths):
    """Millions of instructions of a process that checks these files."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sluice, "check"]
    run = subprocess.run(command + ["--policy", POLICY] + paths, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if not found:
        raise SystemExit(f"valgrind counted nothing: {run.stderr[-300:]}")
    return int(found[1]) / 1e6


def instructions(sluice, paths):
    if not shutil.which("valgrind"):
        print("\nvalgrind is not here: no instructions")
        return
    print("\nmillions of instructions    bytes  process  a further check  a KB")
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        copies = [path]
        for number in range(2):  # other texts: nothing may be remembered of the first
            copies.append(f"{path}.{number}.py")
            with open(copies[-1], "w", encoding="utf-8") as file:
                file.write(text + f"# {number}\n")
        once, thrice = counted(sluice, copies[:1]), counted(sluice, copies)
        further = (thrice - once) / 2
        print(f"{os.path.basename(path):24}{len(text):9}{once:9.1f}{further:17.1f}{further / len(text) * 1024:6.2f}")


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--bench", required=True, help="the program bench_gate")
    parser.add_argument("--sluice", required=True, help="the program sluice")
    options = parser.parse_args()
    texts, paths = programs(), []
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            paths.append(os.path.join(folder, f"{size >> 10}KB.py"))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write(text_of(size, texts))
        warm(options.bench, paths)
        cold(options.sluice, paths[1])
        instructions(options.sluice, paths)


if __name__ == "__main__":
    main()
