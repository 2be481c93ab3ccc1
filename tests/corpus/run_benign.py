#!/usr/bin/python3.11
# SPDX-License-Identifier: MIT
"""Run the benign corpus and compare what each program prints with what was recorded.

The corpus measures false alarms of the static gate; a program only counts as benign code when it
works, so every one of them is run: exit status 0, and stdout with the digest behind its name (packs.py).

One interpreter imports numpy, pandas and matplotlib, then forks a child a program, because their
import takes longer than any of the programs. `--fresh` starts a new interpreter for each instead.
`--record` runs everything twice that way, demands equal bytes, and rewrites the digests.

Exit status: 0 all agree, 1 a difference, 2 usage, 77 the packages are not installed here.
"""

import argparse
import hashlib
import os
import random
import select
import shutil
import sys
import tempfile
import time
import traceback
import types
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import packs  # noqa: E402

DATA = HERE / "benign/data"
PYTHON = "/usr/bin/python%d.%d" % sys.version_info[:2]
FLAGS = ["-I", "-B"]
ENVIRONMENT = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
TIMEOUT_S = 20
WORKERS = 2
STDERR_SHOWN = 600


class Child(NamedTuple):
    program: Path
    folder: Path
    pid: int
    pidfd: int
    deadline: float


class Outcome(NamedTuple):
    """status is the exit code, minus the signal, or None after the deadline."""

    status: int | None
    digest: str
    stderr: str


def warm_up():
    """Import what the children share; False where it is not installed."""
    try:
        import matplotlib.pyplot  # noqa: F401
        import numpy  # noqa: F401
        import pandas  # noqa: F401
    except ImportError as missing:
        print(f"skipped: {missing}", flush=True)
        return False
    return True


def interpret(program):
    """Be the interpreter of one program, in a child; returns its exit status."""
    import numpy

    random.seed()
    numpy.random.seed()
    main = types.ModuleType("__main__")
    main.__file__ = str(program)
    sys.modules["__main__"] = main
    sys.argv = [str(program)]
    try:
        exec(compile(program.read_bytes(), str(program), "exec"), main.__dict__)
    except SystemExit as leave:
        if leave.code is None or isinstance(leave.code, int):
            return leave.code or 0
        print(leave.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def redirect(folder):
    os.chdir(folder)
    for fd, path, flags in (
        (0, "/dev/null", os.O_RDONLY),
        (1, folder.parent / "stdout", os.O_WRONLY | os.O_CREAT),
        (2, folder.parent / "stderr", os.O_WRONLY | os.O_CREAT),
    ):
        os.dup2(os.open(path, flags, 0o600), fd)


def start(program, fresh):
    """Fork one program off into a scratch directory that holds a copy of the data."""
    scratch = Path(tempfile.mkdtemp())
    folder = scratch / "cwd"
    shutil.copytree(DATA, folder)
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return Child(program, folder, pid, os.pidfd_open(pid), time.monotonic() + TIMEOUT_S)
    status = 1
    try:
        redirect(folder)
        if fresh:
            os.execv(PYTHON, [PYTHON, *FLAGS, str(program)])
        status = interpret(program)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def finish(child, late):
    """Reap a child, killing it when it is late, and remove its directory."""
    if late:
        os.kill(child.pid, 9)
    _, wait = os.waitpid(child.pid, 0)
    os.close(child.pidfd)
    scratch = child.folder.parent
    digest = hashlib.sha256((scratch / "stdout").read_bytes()).hexdigest()
    stderr = (scratch / "stderr").read_text(errors="replace")[-STDERR_SHOWN:]
    shutil.rmtree(scratch)
    return Outcome(None if late else os.waitstatus_to_exitcode(wait), digest, stderr)


def run_all(programs, fresh):
    """Run the programs, WORKERS at a time; returns {file name: Outcome}."""
    waiting = list(reversed(programs))
    running, outcomes = [], {}
    while waiting or running:
        while waiting and len(running) < WORKERS:
            running.append(start(waiting.pop(), fresh))
        patience = max(0, min(c.deadline for c in running) - time.monotonic())
        ended = select.select([c.pidfd for c in running], [], [], patience)[0]
        for child in list(running):
            late = child.pidfd not in ended and time.monotonic() >= child.deadline
            if late or child.pidfd in ended:
                running.remove(child)
                outcomes[child.program.name] = finish(child, late)
    return outcomes


def complaint(outcome, expected):
    """What is wrong with an outcome, or None."""
    if outcome.status is None:
        return f"still running after {TIMEOUT_S} s"
    if outcome.status != 0:
        return f"exit status {outcome.status}\n{outcome.stderr}"
    if expected is None:
        return "no digest is recorded"
    if outcome.digest != expected:
        return f"stdout has digest {outcome.digest[:16]}, recorded {expected[:16]}"
    return None


def report(outcomes, index):
    """Print the differences and a summary; returns how many differences there are."""
    wrong = [(name, "it was not run") for name in index if name not in outcomes]
    for name, outcome in outcomes.items():
        said = complaint(outcome, index.get(name))
        if said:
            wrong.append((name, said))
    for name, said in sorted(wrong):
        print(f"{name}: {said}")
    print(f"{len(outcomes)} programs, {len(wrong)} differences")
    return len(wrong)


def record(programs):
    """Write the digests from two rounds of fresh interpreters that must agree."""
    first, second = run_all(programs, True), run_all(programs, True)
    index = {p.name: first[p.name].digest for p in programs if first[p.name].status == 0 or packs.VERSION == packs.USUAL}
    wrong = report({name: outcome for name, outcome in second.items() if name in index}, index)
    if not wrong:
        packs.note(HERE / "benign", packs.recorded(index))
    return wrong


def main():
    parser = argparse.ArgumentParser(description="run the benign corpus")
    parser.add_argument("--fresh", action="store_true", help="a new interpreter for each program")
    parser.add_argument("--record", action="store_true", help="rewrite the digests")
    parser.add_argument("--stamp", type=Path, help="run nothing that this file says was as recorded; written where all was")
    parser.add_argument("only", nargs="*", help="file names; all when none is given")
    args = parser.parse_args()
    if args.record and args.only:
        parser.error("the digests are recorded as a whole")
    if args.stamp and (args.only or args.record):
        parser.error("a stamp is for a comparison of all programs")
    key = packs.proof("benign", "benign") if args.stamp else None
    if key and packs.is_proved(args.stamp, key):
        return 0
    if not warm_up():
        return 77

    programs = sorted(packs.files("benign").glob("*.py"))
    if args.record:
        return int(record(programs) > 0)
    index = packs.benign()
    programs = [p for p in programs if p.name in index]
    if args.only:
        programs = [p for p in programs if p.name in args.only]
        index = {name: entry for name, entry in index.items() if name in args.only}
    if not programs:
        parser.error("no such program")
    differ = report(run_all(programs, args.fresh), index)
    if key and not differ:
        args.stamp.open("a").write(key)
    return int(differ > 0)


if __name__ == "__main__":
    if not sys.flags.isolated or not sys.flags.dont_write_bytecode:
        os.execv(PYTHON, [PYTHON, *FLAGS, *sys.argv])
    os.environ.update(ENVIRONMENT)
    with tempfile.TemporaryDirectory(prefix="benign-") as scratch:
        tempfile.tempdir = scratch
        os.environ["MPLCONFIGDIR"] = scratch
        sys.exit(main())
